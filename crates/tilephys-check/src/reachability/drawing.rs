//! Picture of what a character can reach, as plain shapes with meanings. A painter adds thickness and dashes.

use super::path_tree::{PathTree, bends};
use super::traps::Trap;
use super::union::{Pixels, union};
use super::{Target, TargetVerdict, Way};
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use tilephys_core::lattice::{px_from_point, px_from_units};
use tilephys_core::shape::TileShape;
use tilephys_core::{Aabb, Tile, TileCoord, TileGrid, UNITS_PER_PX};
use tilephys_inspect::debug_draw::{Meaning, Rgba};
use tilephys_reach::{Bounds, Floor};
use tilephys_tiled::Color;

/// A shape of the picture of what a character can reach.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachMark {
    /// Meaning, which decides the colour.
    pub meaning: ReachMeaning,
    /// Shape, in px of the level.
    pub shape: ReachShape,
}

/// Meaning of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReachMeaning {
    /// The body of the character may touch it. The areas are disjoint.
    Area,
    /// Level floor that the character may stand on.
    Floor,
    /// Floor that nothing leads out of, and the way into it.
    Trap,
    /// Target that can be reached, and the way to it.
    Way,
    /// Begin of a jump on a way.
    Jump,
    /// Target that cannot be reached.
    Impossible,
    /// Target of which nothing is known, and the nearest approach to it.
    Unknown,
}

/// Shape with a meaning, in px of the level.
#[derive(Clone, Debug, PartialEq)]
pub enum ReachShape {
    /// A rectangle.
    Rect {
        /// Upper left corner.
        min: Vec2,
        /// Width and height.
        size: Vec2,
    },
    /// An open line through points.
    Line(Vec<Vec2>),
    /// A mark that is equally large at every scale.
    Dot(Vec2),
    /// A circle around a place that is equally large at every scale.
    Ring(Vec2),
}

impl ReachMeaning {
    /// All meanings, in drawing order.
    pub const ALL: [ReachMeaning; 7] = [
        ReachMeaning::Area,
        ReachMeaning::Floor,
        ReachMeaning::Trap,
        ReachMeaning::Way,
        ReachMeaning::Jump,
        ReachMeaning::Impossible,
        ReachMeaning::Unknown,
    ];

    /// Colour of the meaning, from the one table of colours. Areas are translucent.
    #[must_use]
    pub const fn color(self) -> Color {
        let (meaning, alpha) = match self {
            ReachMeaning::Area => (Meaning::Reach, 64),
            ReachMeaning::Floor => (Meaning::Reach, 255),
            ReachMeaning::Trap | ReachMeaning::Impossible => (Meaning::Danger, 255),
            ReachMeaning::Way | ReachMeaning::Jump => (Meaning::Path, 255),
            ReachMeaning::Unknown => (Meaning::Unknown, 255),
        };
        let Rgba { red, green, blue, .. } = meaning.color();
        Color::rgb(red, green, blue).with_alpha(alpha)
    }

    /// The meaning in words, for a legend.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            ReachMeaning::Area => "area within reach",
            ReachMeaning::Floor => "floor within reach",
            ReachMeaning::Trap => "floor without a way out",
            ReachMeaning::Way => "way to a target",
            ReachMeaning::Jump => "a jump begins",
            ReachMeaning::Impossible => "unreachable",
            ReachMeaning::Unknown => "not known, nearest approach",
        }
    }
}

/// Marks of a level, in drawing order.
#[derive(Clone, Default)]
pub(super) struct Drawing {
    pub(super) marks: Vec<ReachMark>,
}

impl Drawing {
    fn add(&mut self, meaning: ReachMeaning, shape: ReachShape) {
        self.marks.push(ReachMark { meaning, shape });
    }

    /// Adds the area within bounds, and its floors.
    pub(super) fn add_area(&mut self, map: &Subject<'_>, bounds: &Bounds, height: i32) {
        self.add_bounds(map, bounds);
        self.add_floors(map, &bounds.floors(), height);
    }

    /// Adds the area within bounds, as far as it is on the map. A flood does not tell the solid part of a slope from the air over it,
    /// so these parts are left out.
    fn add_bounds(&mut self, map: &Subject<'_>, bounds: &Bounds) {
        let whole = map.area();
        let on_map = |area: Aabb| whole.map_or(Some(area), |whole| area.intersection(whole));
        for pixels in union(bounds.areas().filter_map(on_map), slopes(map)) {
            let min = Vec2::new(pixels.left as f32, pixels.top as f32);
            let max = Vec2::new(pixels.right as f32, pixels.bottom as f32);
            self.add(ReachMeaning::Area, ReachShape::Rect { min, size: max - min });
        }
    }

    /// Adds the lines of floors, without what lies inside of slopes: a flood holds a body at any height there.
    fn add_floors(&mut self, map: &Subject<'_>, floors: &[Floor], height: i32) {
        let tile = map.level.grid.tile_size().x;
        for floor in floors {
            let [left, right] = floor.ground;
            let y = floor.height + height;
            let mut open: Option<[i32; 2]> = None;
            for column in left.div_euclid(tile)..=(right - 1).div_euclid(tile) {
                let from = left.max(column * tile);
                let to = right.min((column + 1) * tile);
                let is_bare = map.is_free(Aabb { min: IVec2::new(from, y - 1), max: IVec2::new(to, y) });
                open = match open {
                    Some([first, _]) if is_bare => Some([first, to]),
                    None if is_bare => Some([from, to]),
                    line => {
                        line.into_iter().for_each(|ends| self.add(ReachMeaning::Floor, level_line(ends, y)));
                        None
                    }
                };
            }
            open.into_iter().for_each(|ends| self.add(ReachMeaning::Floor, level_line(ends, y)));
        }
    }

    /// Adds floors that nothing leads out of, with the room over them and the way onto them.
    pub(super) fn add_trap(&mut self, trap: &Trap, height: i32) {
        for floor in &trap.floors {
            let [left, right] = floor.ground.map(px_from_units);
            let min = Vec2::new(left, px_from_units(floor.height));
            let size = Vec2::new(right - left, px_from_units(height));
            self.add(ReachMeaning::Trap, ReachShape::Rect { min, size });
            self.add(ReachMeaning::Trap, level_line(floor.ground, floor.height + height));
        }
        self.add(ReachMeaning::Trap, ReachShape::Line(bends(&trap.way.path)));
    }

    /// Adds the ways to targets as one tree: the beginnings that they share are drawn once.
    pub(super) fn add_ways<'w>(&mut self, ways: impl Iterator<Item = &'w Way>) {
        let mut tree = PathTree::default();
        for way in ways {
            tree.add(&way.path, &way.jumps);
        }
        for line in tree.lines {
            self.add(ReachMeaning::Way, ReachShape::Line(line));
        }
        for jump in tree.jumps {
            self.add(ReachMeaning::Jump, ReachShape::Dot(jump));
        }
    }

    /// Adds the border of a target by its verdict, and the nearest approach to it.
    pub(super) fn add_target(&mut self, target: &Target, verdict: &TargetVerdict, body: Vec2) {
        let meaning = match verdict {
            TargetVerdict::Reachable { .. } => ReachMeaning::Way,
            TargetVerdict::Impossible { .. } => ReachMeaning::Impossible,
            TargetVerdict::Unknown { .. } => ReachMeaning::Unknown,
        };
        self.add(meaning, ReachShape::Rect { min: target.area.min_px(), size: target.area.size_px() });
        if let TargetVerdict::Unknown { nearest: Some(nearest), .. } = verdict {
            let middle = nearest.feet - Vec2::new(0.0, body.y / 2.0);
            self.add(meaning, ReachShape::Line(vec![middle, target.area.center()]));
            self.add(meaning, ReachShape::Ring(middle));
        }
    }
}

/// Solid pixels of all slopes and other tiles that fill a part of their cell, as rows.
fn slopes(map: &Subject<'_>) -> Vec<Pixels> {
    let grid = &map.level.grid;
    let mask = map.settings.player.mask;
    let cell = grid.tile_size() / UNITS_PER_PX;
    let mut rows_of_kind: BTreeMap<usize, Vec<Pixels>> = BTreeMap::new();
    let mut all = Vec::new();
    for (_, at, id) in grid.tiles() {
        let kind = grid.tile_kind(id);
        if matches!(kind.shape, TileShape::Full | TileShape::OneWay(_)) || kind.category & mask == 0 {
            continue;
        }
        let rows = rows_of_kind.entry(id.index()).or_insert_with(|| solid_rows(kind, cell));
        let from = IVec2::new(at.col, at.row) * cell;
        all.extend(rows.iter().map(|row| Pixels {
            left: from.x + row.left,
            right: from.x + row.right,
            top: from.y + row.top,
            bottom: from.y + row.bottom,
        }));
    }
    all
}

/// Solid pixels of a tile in a cell at the origin, as rows.
fn solid_rows(kind: &Tile, cell: IVec2) -> Vec<Pixels> {
    let mut alone = TileGrid::new(cell.as_uvec2());
    let layer = alone.add_layer("");
    let tile = alone.add_tile(kind.clone());
    alone.set_tile(layer, TileCoord::default(), Some(tile));
    let is_solid = |x: i32, y: i32| {
        let pixel = Aabb::from_min_size(IVec2::new(x, y) * UNITS_PER_PX, IVec2::splat(UNITS_PER_PX));
        alone.overlaps(pixel, u32::MAX)
    };
    let mut rows: Vec<Pixels> = Vec::new();
    for y in 0..cell.y {
        for x in (0..cell.x).filter(|x| is_solid(*x, y)) {
            match rows.last_mut() {
                Some(row) if row.top == y && row.right == x => row.right += 1,
                _ => rows.push(Pixels { left: x, right: x + 1, top: y, bottom: y + 1 }),
            }
        }
    }
    rows
}

/// A level line between two places at a height, in lattice units.
fn level_line(ends: [i32; 2], height: i32) -> ReachShape {
    ReachShape::Line(ends.map(|x| px_from_point(IVec2::new(x, height))).into())
}
