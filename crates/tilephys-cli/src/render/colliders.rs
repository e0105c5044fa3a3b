//! Overlay of what collides: solid tiles, slopes, shapes off the grid, movers; hazards, ladders and water.

use super::overlay::{Offsets, Scene, in_units, shows};
use super::pens::{Hatch, around, cased, dashed, hatched};
use crate::geometry::extent::Extent;
use crate::geometry::pixels;
use crate::geometry::solid::{Solid, parts, reach, solids};
use glam::{I64Vec2, Vec2};
use tilephys::core::{TileCoord, TileGrid, TileId, UNITS_PER_PX, shape::TileShape};
use tilephys::draw::{Outline, Picture, Rect, Shape, color_of};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::{Color, LevelRegion, RegionKind};

/// Alpha of areas, through which the art shows.
const SHEER: u8 = 115;

pub(crate) const SOLID: Color = color_of(Meaning::Solid).with_alpha(150);

/// Shapes that are no whole tiles: slopes, boxes, polygons.
pub(crate) const SHAPED: Color = color_of(Meaning::Solid).with_alpha(90);

/// Pixels of the picture between the lines of a hatching.
const HATCH_GAP: f32 = 6.0;

pub(crate) fn push<'a>(picture: &mut Picture<'a>, scene: Scene<'a>, now: &Offsets) {
    let grid = &scene.level.grid;
    let overhang = overhang(grid);
    picture.push_generated(move |window, draw| {
        let grown = Rect::new(window.min - overhang, window.size + overhang * 2.0);
        each_solid(grid, grown, &mut |shape| draw(shape));
        for (_, shape) in grid.off_grid_shapes() {
            if shows(grown, rect_of(Extent::new(shape.aabb.min, shape.aabb.max))) {
                if shape.is_box() {
                    draw(tile(Extent::new(shape.aabb.min, shape.aabb.max), SHAPED));
                } else {
                    each_part(grid, shape.tile, shape.origin().as_i64vec2(), draw);
                }
            }
        }
    });
    for found in &scene.level.movers {
        let Some(offset) = now.of(found.object) else { continue };
        let at = found.mover.position.as_i64vec2() + (offset * UNITS_PER_PX as f32).as_i64vec2();
        for shape in mover_shapes(grid, found.mover.tile, at) {
            picture.push_shape(shape);
        }
    }
    let regions = scene.level.regions.iter().filter(|region| look(region.kind).is_some());
    let regions: Vec<(&LevelRegion, Vec2)> = regions
        .filter_map(|region| Some((region, region.object().map_or(Some(Vec2::ZERO), |id| now.of(id))?)))
        .collect();
    picture.push_generated(move |window, draw| {
        for (region, offset) in &regions {
            let Rect { min, size } = rect_of(Extent::new(region.aabb.min, region.aabb.max));
            if shows(window, Rect::new(min + offset, size)) {
                let corners: Vec<Vec2> = region_corners(region).iter().map(|at| at + offset).collect();
                look(region.kind)
                    .into_iter()
                    .flat_map(|look| area(&corners, look, scene.px(1.0)))
                    .for_each(&mut *draw);
            }
        }
    });
}

/// Colour and hatching of an area that bodies can be in.
#[derive(Clone, Copy)]
pub(crate) struct AreaLook {
    pub(crate) color: Color,
    hatch: Hatch,
    /// Gap in the hatching, in multiples of [`HATCH_GAP`].
    gap: f32,
}

impl AreaLook {
    /// Look of hazards and kill zones.
    pub(crate) fn deadly() -> Self {
        AreaLook { color: color_of(Meaning::Danger), hatch: Hatch::Rising, gap: 1.0 }
    }
}

/// Look of the regions that `collision` makes; `None` for objects of the game's classes.
pub(crate) fn look(kind: RegionKind) -> Option<AreaLook> {
    let look = |color, hatch, gap| Some(AreaLook { color, hatch, gap });
    match kind {
        RegionKind::Hazard => Some(AreaLook::deadly()),
        RegionKind::Ladder | RegionKind::Bar => look(color_of(Meaning::Ladder), Hatch::Level, 1.0),
        RegionKind::Water => look(color_of(Meaning::Water), Hatch::Level, 2.0),
        _ => None,
    }
}

/// An area with its hatching and a dashed border; `px` is a pixel of the picture, in pixels of the level.
pub(crate) fn area(corners: &[Vec2], look: AreaLook, px: f32) -> Vec<Shape> {
    let closed: Vec<Vec2> = corners.iter().chain(corners.first()).copied().collect();
    let fill = Shape::filled(Outline::Polygon(corners.to_vec()), look.color.with_alpha(60));
    let lines = cased(hatched(corners, look.hatch, HATCH_GAP * look.gap * px), look.color, 1.5);
    [fill].into_iter().chain(lines).chain(cased(dashed(&closed, 4.0 * px), look.color, 1.5)).collect()
}

/// Corners of a region, in pixels.
pub(crate) fn region_corners(region: &LevelRegion) -> Vec<Vec2> {
    let min = region.aabb.min.as_i64vec2();
    match &region.shape {
        Some(polygon) => polygon.corners().iter().map(|c| pixels(min + c.as_i64vec2())).collect(),
        None => {
            let mut corners = around(rect_of(Extent::new(region.aabb.min, region.aabb.max)));
            corners.pop();
            corners
        }
    }
}

/// Most that a tile extends beyond its cell, in pixels.
fn overhang(grid: &TileGrid) -> Vec2 {
    let tile = grid.tile_size().as_i64vec2();
    let beyond = |kind: &tilephys::core::Tile| {
        let Extent { min, max } = reach(&kind.shape, tile);
        (-min).max(max - tile)
    };
    pixels(grid.tile_kinds().iter().map(beyond).fold(I64Vec2::ZERO, I64Vec2::max))
}

/// Draws the solids of all cells in a window: whole tiles in rows, other shapes one by one.
fn each_solid(grid: &TileGrid, window: Rect, draw: &mut dyn FnMut(Shape)) {
    let Some(window) = in_units(window) else { return };
    let tile_size = grid.tile_size();
    let cells = Extent::new(window.min, window.max).in_cells(tile_size);
    for row in cells.min.y..cells.max.y {
        let mut begun = None;
        // One column more ends the last run.
        for col in cells.min.x..=cells.max.x {
            let at = TileCoord::new(col as i32, row as i32);
            let mut is_whole = false;
            for (_, id) in grid.tiles_in(at).filter(|_| col < cells.max.x) {
                let kind = grid.tile_kind(id);
                is_whole |= kind.category != 0 && kind.shape == TileShape::Full;
            }
            match (begun, is_whole) {
                (None, true) => begun = Some(col),
                (Some(from), false) => {
                    let run = Extent { min: I64Vec2::new(from, row), max: I64Vec2::new(col, row + 1) };
                    draw(tile(run.in_units(tile_size), SOLID));
                    begun = None;
                }
                _ => {}
            }
            if !is_whole && col < cells.max.x {
                for (_, id) in grid.tiles_in(at).filter(|(_, id)| grid.tile_kind(*id).category != 0) {
                    each_part(grid, id, I64Vec2::new(col, row) * tile_size.as_i64vec2(), draw);
                }
            }
        }
    }
}

/// Draws the solid parts of a kind of tile whose cell has its low corner at `origin`.
fn each_part(grid: &TileGrid, id: TileId, origin: I64Vec2, draw: &mut dyn FnMut(Shape)) {
    for part in solids(&grid.tile_kind(id).shape, grid.tile_size().as_i64vec2()) {
        draw(part_shape(&part.moved(origin), SHAPED));
    }
}

fn part_shape(part: &Solid, color: Color) -> Shape {
    if part.is_box() {
        return tile(part.bounds, color);
    }
    Shape::filled(Outline::Polygon(part.corners().iter().map(|c| pixels(*c)).collect()), color)
}

/// Solid parts of a mover at a place, in the colour of movers.
pub(crate) fn mover_shapes(grid: &TileGrid, id: TileId, at: I64Vec2) -> Vec<Shape> {
    let cell = grid.tile_size().as_i64vec2();
    let kind = &grid.tile_kind(id).shape;
    let origin = at - reach(kind, cell).min;
    let color = color_of(Meaning::Mover).with_alpha(SHEER);
    parts(kind, cell).iter().map(|part| part_shape(&part.moved(origin), color)).collect()
}

pub(crate) fn rect_of(extent: Extent) -> Rect {
    Rect::new(pixels(extent.min), pixels(extent.size()))
}

fn tile(extent: Extent, color: Color) -> Shape {
    Shape::filled(Outline::Tile(rect_of(extent)), color)
}
