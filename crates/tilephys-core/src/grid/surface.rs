//! Contact surface of a box on one side.

use super::cells::Window;
use super::contacts::strip;
use super::off_grid::{OffGridShape, ShapeId};
use super::piece::{Obstacle, Piece, touches};
use super::view::View;
use crate::direction::Direction;
use crate::floor_classifier::Stance;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::cmp::Ordering;

/// A surface that a body touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Normal of the surface, toward the body, in the smallest whole numbers; usually a unit vector along an axis.
    pub normal: IVec2,
    /// Lowest layer with the surface.
    pub layer: LayerId,
    /// Cell of the tile; for an off-grid shape the cell of its low corner.
    pub cell: TileCoord,
    /// Kind of tile.
    pub tile: TileId,
    /// Off-grid shape; `None` for a tile in a cell.
    pub off_grid: Option<ShapeId>,
    /// True if the surface is a one-way line.
    pub one_way: bool,
    /// Velocity of the conveyor surface, in px/s. If two surfaces are equally far from the middle of the body on both sides, the
    /// mean of both, and zero if they run toward each other.
    pub velocity: Vec2,
    /// Friction factor of the material; the mean of two surfaces likewise.
    pub friction: f32,
    /// Velocity of the solid itself, zero unless it is a mover, in px/s.
    pub lift: Vec2,
}

/// Sort key of a surface. Small, because the other data is looked up for the nearest surface only.
#[derive(Clone, Copy)]
struct SurfaceKey {
    normal: IVec2,
    one_way: bool,
    solid: Obstacle,
}

/// A surface, with the distance of its contact from the middle of the box, in half units.
type Found = (i64, SurfaceKey);

/// The nearest surface that extends across the middle of a box, and the nearest ones on its low and on its high side.
#[derive(Default)]
struct Nearest {
    over: Option<Found>,
    sides: [Option<Found>; 2],
}

impl Nearest {
    /// Considers a surface between two places; `middle` is twice the middle of the box.
    fn consider(&mut self, [low, high]: [i64; 2], middle: i64, surface: SurfaceKey, axis: usize) {
        let away = (2 * low - middle).max(middle - 2 * high).max(0);
        let best = match (2 * low < middle, 2 * high > middle) {
            (true, true) => &mut self.over,
            (is_low, _) => &mut self.sides[usize::from(!is_low)],
        };
        if best.as_ref().is_none_or(|old| compare(&(away, surface), old, axis).is_lt()) {
            *best = Some((away, surface));
        }
    }

    /// The nearest surface. For two equally near surfaces on both sides, values that are not mirrored are averaged.
    fn surface(&self, view: &View, axis: usize) -> Option<Surface> {
        if let Some((_, over)) = self.over {
            return Some(view.surface_of(over));
        }
        let [Some(low), Some(high)] = self.sides else {
            return self.sides[0].or(self.sides[1]).map(|found| view.surface_of(found.1));
        };
        // A mover precedes a tile: it carries the body or not, on whichever side it is.
        let is_tile = |found: &Found| found.1.solid.off_grid.is_none();
        let alike = compare_alike(&low, &high, axis);
        let order = alike.then(is_tile(&low).cmp(&is_tile(&high))).then_with(|| compare(&low, &high, axis));
        let named = view.surface_of(if order.is_gt() { high.1 } else { low.1 });
        if alike.is_ne() {
            return Some(named);
        }
        let [low, high] = [low, high].map(|found| view.grid.tile_kind(found.1.solid.tile).material);
        let mut velocity = (low.conveyor + high.conveyor) / 2.0;
        // Belts that run toward each other hold a body at their seam, also at unequal speeds.
        let along = 1 - axis;
        if low.conveyor[along] > 0.0 && high.conveyor[along] < 0.0 {
            velocity[along] = 0.0;
        }
        Some(Surface { velocity, friction: (low.friction + high.friction) / 2.0, ..named })
    }
}

impl View<'_> {
    /// Height of the lowest straight one-way line that faces up and crosses the box, over the feet of the box; at most `limit`
    /// units.
    pub(crate) fn line_over_feet(&self, min: IVec2, size: IVec2, stance: Stance, limit: i32) -> Option<i32> {
        let axis = stance.up.axis();
        let level = 1 - axis;
        let mut least: Option<i32> = None;
        let is_up_low = stance.up.vector()[axis] < 0;
        let max = min + size;
        self.any_held(self.cells().covered(min, max), |piece| {
            if piece.part.one_way != Some(stance.up) || !piece.part.slants.is_empty() {
                return false;
            }
            let low = piece.origin + piece.part.min;
            let high = piece.origin + piece.part.max;
            let depth = if is_up_low { max[axis] - low[axis] } else { high[axis] - min[axis] };
            let is_over = low[level] < max[level] && min[level] < high[level];
            // At depth zero the body already stands on the line.
            if is_over && 0 < depth && depth <= limit {
                least = Some(least.map_or(depth, |old| old.min(depth)));
            }
            false
        });
        least
    }

    /// The surface that the box touches on a side: the one under the middle of the side, or nearest to it.
    pub(crate) fn surface(&self, [min, max]: [IVec2; 2], side: Direction, stance: Stance) -> Option<Surface> {
        let along = 1 - side.axis();
        // Twice the middle of the side: the middle itself may lie between two units.
        let middle = i64::from(min[along]) + i64::from(max[along]);
        let grown = self.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
        let window = self.window(grown);
        if let Some(window) = window {
            if window.bits == 0 {
                return None;
            }
            if let Some(under_middle) = self.whole_surface_at([min, max], side, middle, window) {
                return Some(self.surface_of(under_middle));
            }
        }
        let mut best = Nearest::default();
        self.whole_surfaces([min, max], side, &mut best);
        // A window has whole tiles only.
        if window.is_none() && self.has_shapes() {
            self.any_touched(grown, [min, max], stance, |piece, normal| {
                if stance.side(normal) == side {
                    let at = i64::from(piece.origin[along]);
                    let ends = [piece.part.min, piece.part.max].map(|end| at + i64::from(end[along]));
                    let one_way = piece.part.one_way.is_some();
                    let surface = SurfaceKey { normal, one_way, solid: self.grid.met(piece.name) };
                    best.consider(ends, middle, surface, side.axis());
                }
                false
            });
        }
        best.surface(self, side.axis())
    }

    /// The whole tile on a side that extends across the middle, which is given twice; the window has all cells around the box.
    fn whole_surface_at(
        &self,
        [min, max]: [IVec2; 2],
        side: Direction,
        middle: i64,
        window: Window,
    ) -> Option<SurfaceKey> {
        let low = strip(min, max, side).0;
        let along = 1 - side.axis();
        let cells = self.cells().axis(along);
        let mut at = IVec2::new(self.cells().x.cell(low.x), self.cells().y.cell(low.y));
        at[along] = cells.cell((middle >> 1) as i32);
        let is_across = 2 * i64::from(at[along]) * i64::from(cells.edge) < middle;
        let bit = 8 * (at.y - window.row) + at.x - window.col;
        if !is_across || window.bits >> bit & 1 == 0 {
            return None;
        }
        self.whole_key(TileCoord::new(at.x, at.y), side)
    }

    fn whole_key(&self, cell: TileCoord, side: Direction) -> Option<SurfaceKey> {
        let (layer, tile) = self.lowest_whole_tile(cell)?;
        let solid = Obstacle { layer, cell, tile, off_grid: None };
        Some(SurfaceKey { normal: side.opposite().vector(), one_way: false, solid })
    }

    fn whole_surfaces(&self, [min, max]: [IVec2; 2], side: Direction, best: &mut Nearest) {
        let (low, high) = strip(min, max, side);
        let cells = self.cells().covered(low, high);
        let along = 1 - side.axis();
        let edge = i64::from(self.cells().tile()[along]);
        // Twice the middle, as in `surface`.
        let middle = i64::from(min[along]) + i64::from(max[along]);
        self.any_whole(cells, |col, row| {
            if let Some(surface) = self.whole_key(TileCoord::new(col, row), side) {
                let start = i64::from(if along == 0 { col } else { row }) * edge;
                best.consider([start, start + edge], middle, surface, side.axis());
            }
            false
        });
    }

    fn surface_of(&self, SurfaceKey { normal, one_way, solid }: SurfaceKey) -> Surface {
        let Obstacle { layer, cell, tile, off_grid } = solid;
        let material = &self.grid.tile_kind(tile).material;
        let velocity = material.conveyor;
        let friction = material.friction;
        let lift = off_grid
            .and_then(|shape| self.grid.off_grid_shape(shape))
            .map_or(Vec2::ZERO, OffGridShape::velocity);
        Surface { normal, layer, cell, tile, off_grid, one_way, velocity, friction, lift }
    }
}

/// True if a one-way line that faces up holds the box.
pub(crate) fn is_held(piece: &Piece, min: IVec2, size: IVec2, stance: Stance) -> bool {
    let mut any = false;
    if piece.part.one_way == Some(stance.up) {
        touches(piece, stance.against(piece.part, min, size), |_| any = true);
    }
    any
}

/// The mirror-symmetric order of two surfaces: by distance from the middle, then by how much they point along `axis`, then a
/// solid before a one-way line.
fn compare_alike(a: &Found, b: &Found, axis: usize) -> Ordering {
    let along = |f: &Found| i128::from(f.1.normal[axis]) * i128::from(f.1.normal[axis]);
    let square = |f: &Found| i128::from(f.1.normal.as_i64vec2().length_squared());
    let looks = || (along(b) * square(a)).cmp(&(along(a) * square(b)));
    a.0.cmp(&b.0).then_with(looks).then(a.1.one_way.cmp(&b.1.one_way))
}

/// The total order of two surfaces: ties by row and column, an off-grid shape before a tile, then the lowest layer.
fn compare(a: &Found, b: &Found, axis: usize) -> Ordering {
    let name = |f: &Found| {
        let Obstacle { layer, cell, off_grid, .. } = f.1.solid;
        (cell.row, cell.col, off_grid.is_none(), layer, off_grid)
    };
    compare_alike(a, b, axis).then_with(|| name(a).cmp(&name(b)))
}
