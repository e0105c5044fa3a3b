//! Debug drawing of solids and their exposed edges.

use super::canvas::{DebugDraw, arrow, rect};
use super::meaning::Meaning;
use glam::{IVec2, Vec2};
use tilephys_core::{Aabb, TileGrid, lattice::px_from_point, trace};

/// Length of the arrow of a one-way line, in px.
const ARROW: f32 = 5.0;

/// Fills the shapes that are solid to `mask` in an area: whole tiles, and all parts of other shapes, one-way lines included.
///
/// # Panics
/// If the area has no extent or reaches beyond the world.
///
/// ```
/// use glam::{IVec2, UVec2, Vec2};
/// use tilephys_core::{Aabb, Tile, TileCoord, TileGrid};
/// use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_solids};
///
/// /// Counts what it is to draw.
/// struct Count(usize);
///
/// impl DebugDraw for Count {
///     fn line(&mut self, _: Vec2, _: Vec2, _: Rgba) {}
///     fn rect(&mut self, _: Vec2, _: Vec2, _: Rgba, _: bool) {
///         self.0 += 1;
///     }
///     fn text(&mut self, _: Vec2, _: &str, _: Rgba) {}
/// }
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
/// grid.set_tile(ground, TileCoord::new(2, 3), Some(stone));
/// let mut count = Count(0);
/// draw_solids(&mut count, &grid, Aabb::from_px(Vec2::ZERO, Vec2::splat(100.0)), 1);
/// assert_eq!(count.0, 1);
/// ```
pub fn draw_solids(onto: &mut dyn DebugDraw, grid: &TileGrid, area: Aabb, mask: u32) {
    trace::each_solid(grid, area, mask, |thing| {
        let sides = thing.sides();
        if thing.one_way().is_some() {
            for side in sides {
                one_way(onto, side.ends.map(px_from_point), side.normal);
            }
        } else if sides.iter().all(|side| side.slant.is_none()) {
            rect(onto, thing.bounds(), Meaning::Solid.color().with_alpha(110), true);
        } else {
            let corners: Vec<Vec2> = sides.iter().map(|side| px_from_point(side.ends[0])).collect();
            onto.polygon(&corners, Meaning::Solid.color().with_alpha(110), true);
        }
    });
}

/// Draws the [exposed edges](TileGrid::exposed_edges) of everything solid to `mask` in an area. One-way lines have an arrow to
/// their open side.
///
/// # Panics
/// If the area has no extent or reaches beyond the world.
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::{Aabb, Tile, TileCoord, TileGrid};
/// use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_edges};
///
/// /// Adds up lengths.
/// struct Length(f32);
///
/// impl DebugDraw for Length {
///     fn line(&mut self, from: Vec2, to: Vec2, _: Rgba) {
///         self.0 += from.distance(to);
///     }
///     fn rect(&mut self, _: Vec2, _: Vec2, _: Rgba, _: bool) {}
///     fn text(&mut self, _: Vec2, _: &str, _: Rgba) {}
/// }
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
/// for col in [2, 3] {
///     grid.set_tile(ground, TileCoord::new(col, 3), Some(stone));
/// }
/// let mut length = Length(0.0);
/// draw_edges(&mut length, &grid, Aabb::from_px(Vec2::ZERO, Vec2::splat(100.0)), 1);
/// // Around both, without the edge between them.
/// assert_eq!(length.0, 96.0);
/// ```
pub fn draw_edges(onto: &mut dyn DebugDraw, grid: &TileGrid, area: Aabb, mask: u32) {
    for edge in grid.exposed_edges(area, mask) {
        let [a, b] = edge.stretch_px();
        if edge.one_way {
            one_way(onto, [a, b], edge.normal);
        } else {
            onto.line(a, b, Meaning::Face.color());
        }
    }
}

/// Draws a one-way line that is open to the side of its normal.
pub(super) fn one_way(onto: &mut dyn DebugDraw, [a, b]: [Vec2; 2], normal: IVec2) {
    let out = normal.as_vec2().normalize() * ARROW;
    onto.line(a, b, Meaning::OneWay.color());
    let middle = (a + b) / 2.0;
    arrow(onto, middle, middle + out, Meaning::OneWay.color());
}
