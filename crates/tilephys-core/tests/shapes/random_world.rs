//! Random small worlds of the kinds that break engines: ramps and joints, valleys, crevices, corridors, flush polygons.

use super::random_shape::{halves, random_line, random_polygon, random_shape, random_slope};
use super::solid::Point;
use super::world::{Kind, Loose, World, lattice};
use crate::rng::Rng;
use std::collections::BTreeMap;
use tilephys_core::{
    Aabb, Direction,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

/// Tile sizes in pixels.
const TILES: [[u32; 2]; 8] = [[16, 16], [16, 16], [16, 16], [8, 8], [18, 18], [24, 24], [32, 16], [70, 70]];

/// The masks that bodies have.
pub(crate) const MASKS: [u32; 8] = [u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX, 1, 3, 2];

/// Columns and rows of the area that a pattern fills.
const AREA: i64 = 8;

/// A world under construction.
struct Builder<'a> {
    rng: &'a mut Rng,
    world: World,
    origin: Point,
    /// The body that corridors are made for.
    body: Point,
}

/// Material of a ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ground {
    Tiles,
    Polygons,
    Lines,
}

/// A ground with these heights, in units, at the borders of its columns, over the lower edge of row 7; its first column is
/// `origin`.
pub(crate) fn ground_world(tile_px: [u32; 2], origin: Point, heights: &[i64], made_of: Ground) -> World {
    let world = World { tile_px, layers: 3, kinds: Vec::new(), cells: BTreeMap::new(), off_grid: Vec::new() };
    let mut b = Builder { rng: &mut Rng::new(0), world, origin, body: [1, 1] };
    b.ground_of(heights, made_of);
    b.world
}

/// A random world, and the size of a body that fits its corridors.
pub(crate) fn random_world(rng: &mut Rng) -> (World, Point) {
    let tile_px = rng.pick(&TILES);
    let tile = tile_px.map(|px| i64::from(px) * 256);
    let world = World { tile_px, layers: 3, kinds: Vec::new(), cells: BTreeMap::new(), off_grid: Vec::new() };
    let origin = [0; 2].map(|_: i64| rng.pick(&[0, 0, 0, -4, 60, -67, 4093]));
    let any = [0, 1].map(|k| rng.range(1, 3 * tile[k]));
    let body = rng.pick(&[[2048, 2816], [2048, 2816], tile, tile.map(|t| t / 2), any]);
    let mut b = Builder { rng, world, origin, body };
    match b.rng.below(12) {
        0 => b.noise(),
        1..=3 => b.ground(),
        4 => b.ceiling_and_ground(),
        5 => b.crevice(),
        6 => b.flush_polygons(),
        7 => b.straight_corridor(),
        8 => b.slanted_corridor(),
        9 => b.lines(),
        10 => b.one_shape(),
        _ => b.loose_shapes(),
    }
    if b.rng.chance(25) {
        b.sprinkle();
    }
    (b.world, body)
}

impl Builder<'_> {
    fn tile(&self) -> Point {
        self.world.tile()
    }

    /// The kind of a shape, new unless it is the last one, of a random category if `mixed`.
    fn kind(&mut self, shape: TileShape, mixed: bool) -> usize {
        let category = if mixed { self.rng.pick(&[1, 1, 1, 1, 2, 3, 4]) } else { 1 };
        let is_same = |k: &Kind| k.shape == shape && k.category == category;
        let known = self.world.kinds.iter().position(is_same);
        known.unwrap_or_else(|| {
            self.world.kinds.push(Kind { shape, category });
            self.world.kinds.len() - 1
        })
    }

    fn put(&mut self, col: i64, row: i64, shape: TileShape) {
        self.put_in(col, row, 0, shape, false);
    }

    fn put_in(&mut self, col: i64, row: i64, layer: usize, shape: TileShape, mixed: bool) {
        let kind = self.kind(shape, mixed);
        self.world.cells.insert((self.origin[1] + row, self.origin[0] + col, layer), kind);
    }

    /// A polygon off the cells, from corners relative to the pattern's origin.
    fn add_polygon(&mut self, corners: &[Point]) {
        let corners: Vec<_> = corners.iter().map(|&c| lattice(c)).collect();
        if let Ok(polygon) = Polygon::try_new(&corners) {
            self.add_loose([0, 0], TileShape::Parts(vec![Part::Solid(polygon)]));
        }
    }

    fn add_loose(&mut self, at: Point, shape: TileShape) {
        let tile = self.tile();
        let kind = self.kind(shape, false);
        let at = [0, 1].map(|k| self.origin[k] * tile[k] + at[k]);
        let layer = self.rng.below(3) as usize;
        self.world.off_grid.push(Loose { at, layer, kind, size: None });
    }

    /// A few cells of anything.
    fn sprinkle(&mut self) {
        let tile = self.tile();
        for _ in 0..self.rng.range(1, 4) {
            let (col, row) = (self.rng.range(0, AREA - 1), self.rng.range(0, AREA - 1));
            let layer = self.rng.below(3) as usize;
            let shape = random_shape(self.rng, tile);
            self.put_in(col, row, layer, shape, true);
        }
    }

    fn noise(&mut self) {
        let dense = self.rng.pick(&[10, 20, 40]);
        let tile = self.tile();
        let few: Vec<_> = (0..5).map(|_| random_shape(self.rng, tile)).collect();
        for (row, col) in (0..AREA).flat_map(|row| (0..AREA).map(move |col| (row, col))) {
            if self.rng.chance(dense) {
                let layer = self.rng.below(3) as usize;
                let shape = few[self.rng.below(5) as usize].clone();
                self.put_in(col, row, layer, shape, true);
            }
        }
    }

    /// Heights at the borders of the columns over the lower edge of row 7: flats, ramps of few or many grades, peaks,
    /// valleys, now and then a step.
    fn profile(&mut self) -> Vec<i64> {
        let tile = self.tile();
        let grades = match self.rng.below(4) {
            0 => vec![0, tile[0].min(tile[1]), -tile[0].min(tile[1])],
            1 => vec![0, 0, tile[1] / 2, -tile[1] / 2],
            2 => vec![0, tile[1] / 4, tile[1] / 2, tile[1], -tile[1] / 2, -tile[1] / 3],
            _ => (0..6).map(|_| self.rng.range(-tile[1], tile[1])).collect(),
        };
        let mut height = self.rng.range(0, 3) * tile[1];
        let mut heights = vec![height];
        for _ in 0..AREA {
            let grade = grades[self.rng.below(grades.len() as u64) as usize];
            height = (height + grade).clamp(0, 5 * tile[1]);
            heights.push(height);
        }
        heights
    }

    /// A floor of that profile: slopes where they fit a cell, polygons elsewhere, whole tiles beneath.
    fn ground(&mut self) {
        let heights = self.profile();
        let made_of =
            self.rng.pick(&[Ground::Tiles, Ground::Tiles, Ground::Tiles, Ground::Polygons, Ground::Lines]);
        self.ground_of(&heights, made_of);
    }

    fn ground_of(&mut self, heights: &[i64], made_of: Ground) {
        let tile = self.tile();
        for (col, ends) in heights.windows(2).enumerate() {
            let (col, [left, right]) = (col as i64, [ends[0], ends[1]]);
            if made_of == Ground::Lines {
                let level = |h: i64| AREA * tile[1] - h;
                let (from, to) = ([0, level(left)], [tile[0], level(right)]);
                let line = OneWay::new(lattice(from), lattice(to), Direction::Up);
                self.add_loose([col * tile[0], 0], TileShape::OneWay(line));
            } else {
                self.column(col, left, right, made_of == Ground::Polygons);
            }
        }
    }

    fn column(&mut self, col: i64, left: i64, right: i64, as_polygon: bool) {
        let [w, h] = self.tile();
        let base = left.min(right).div_euclid(h);
        for row in 0..base {
            self.put(col, AREA - 1 - row, TileShape::Full);
        }
        let heights = [left - base * h, right - base * h];
        if heights == [0, 0] {
            return;
        }
        if heights == [h, h] && !as_polygon {
            self.put(col, AREA - 1 - base, TileShape::Full);
        } else if heights[0].max(heights[1]) <= h && !as_polygon {
            let heights = heights.map(|h| h as i32);
            self.put(col, AREA - 1 - base, TileShape::Slope(Slope { side: Direction::Down, heights }));
        } else {
            let corners = [[0, h], [0, h - heights[0]], [w, h - heights[1]], [w, h]].map(lattice);
            let polygon = Polygon::new(&corners);
            self.put(col, AREA - 1 - base, TileShape::Parts(vec![Part::Solid(polygon)]));
        }
    }

    /// A ground, and slopes hanging from a ceiling over it.
    fn ceiling_and_ground(&mut self) {
        self.ground();
        let row = self.rng.range(0, 4);
        let tile = self.tile();
        for col in 0..AREA {
            let heights = [self.rng.range(0, 4), self.rng.range(0, 4)].map(|q| (q * tile[1] / 4) as i32);
            if heights != [0, 0] {
                self.put_in(col, row, 1, TileShape::Slope(Slope { side: Direction::Up, heights }), false);
            }
        }
    }

    /// Two long faces that meet at an acute angle, opening to any side.
    fn crevice(&mut self) {
        let tile = self.tile();
        let long = self.rng.range(tile[0], 4 * tile[0]);
        // The tangent of 1 to 30 degrees in 256ths.
        let spread = self.rng.range(4, 148);
        let axis = self.rng.pick(&[[1, 0], [0, 1], [1, 1], [1, -1], [2, 1], [-1, 3]]);
        let (sign, lean) = (self.rng.pick(&[1, -1]), self.rng.range(-64, 64));
        let forth = [0, 1].map(|k| sign * axis[k] * long);
        let side = [-forth[1], forth[0]];
        let along = |share: i64| [0, 1].map(|k| forth[k] + side[k] * share / 256);
        let (one, two) = (along(lean), along(lean + spread));
        let apex = [0, 1].map(|k| 3 * tile[k] + self.rng.range(0, tile[k]));
        let thick = [0, 1].map(|k| side[k] / 2);
        let at = |v: Point| [apex[0] + v[0], apex[1] + v[1]];
        let minus = |a: Point, b: Point| [a[0] - b[0], a[1] - b[1]];
        let plus = |a: Point, b: Point| [a[0] + b[0], a[1] + b[1]];
        self.add_polygon(&[at([0, 0]), at(one), at(minus(one, thick)), at(minus([0, 0], thick))]);
        self.add_polygon(&[at([0, 0]), at(two), at(plus(two, thick)), at(thick)]);
    }

    /// Polygons cut in two, some of them again, whose pieces share a whole face; rows of trapezoids that share parts.
    fn flush_polygons(&mut self) {
        let tile = self.tile();
        for row in 0..3 {
            let mut x = 0;
            for _ in 0..4 {
                let w = self.rng.range(tile[0] / 2, 2 * tile[0]);
                let (a, b) = (self.rng.range(0, w / 3), self.rng.range(0, w / 3));
                let (top, low) = ((3 + 2 * row) * tile[1], (5 + 2 * row) * tile[1]);
                self.add_polygon(&[[x, low], [x + a, top], [x + w - b, top], [x + w, low]]);
                x += w;
            }
        }
        for col in 0..4 {
            let polygon = random_polygon(self.rng, tile.map(|t| 2 * t));
            for piece in halves(self.rng, &polygon) {
                let shape = TileShape::Parts(halves(self.rng, &piece).into_iter().map(Part::Solid).collect());
                self.add_loose([2 * col * tile[0], 0], shape);
            }
        }
    }

    /// A passage along an axis, exactly as wide as the body or a unit wider, of whole tiles and boxes.
    fn straight_corridor(&mut self) {
        let (along, tile) = (self.rng.below(2) as usize, self.tile());
        let across = 1 - along;
        let cell = |run: i64, level: i64| if along == 0 { (run, level) } else { (level, run) };
        let wide = self.body[across] + self.rng.pick(&[0, 0, 0, 1, 2]);
        for run in 0..AREA {
            let (col, row) = cell(run, 5);
            self.put(col, row, TileShape::Full);
            let mut lo = [0; 2];
            lo[along] = run * tile[along];
            lo[across] = 5 * tile[across] - wide - tile[across];
            self.add_loose(lo, TileShape::Full);
        }
        if self.rng.chance(40) {
            let run = self.rng.range(4, AREA - 1);
            let (col, row) = cell(run, 4);
            let shape = random_slope(self.rng, tile);
            self.put(col, row, shape);
        }
    }

    /// A slanted passage that the body fits exactly: the upper face is the lower one moved by the body's diagonal.
    fn slanted_corridor(&mut self) {
        let tile = self.tile();
        let falls = self.rng.chance(50);
        let rise = self.rng.pick(&[tile[1] * 2, tile[1], tile[1] * 4, tile[1] * 3 + 7]);
        let (a, b) = if falls {
            ([0, 3 * tile[1]], [4 * tile[0], 3 * tile[1] + rise])
        } else {
            ([0, 3 * tile[1] + rise], [4 * tile[0], 3 * tile[1]])
        };
        let low = 9 * tile[1];
        self.add_polygon(&[a, b, [b[0], low], [a[0], low]]);
        // The lower face holds the body by the corner that comes first: the left one where it falls to the right.
        let spare = self.rng.pick(&[0, 0, 1, 2]);
        let by = [if falls { self.body[0] } else { -self.body[0] }, -self.body[1] - spare];
        let (c, d) = ([a[0] + by[0], a[1] + by[1]], [b[0] + by[0], b[1] + by[1]]);
        let high = c[1].min(d[1]) - tile[1];
        self.add_polygon(&[c, d, [d[0], high], [c[0], high]]);
    }

    fn lines(&mut self) {
        let tile = self.tile();
        let straight = OneWay::edge(self.world.tile_px, Direction::Up);
        for row in [2, 4, 6] {
            let slanted = self.rng.chance(40);
            let alike = self.rng.chance(50);
            let line = random_line(self.rng, tile, slanted);
            for col in 0..AREA {
                let other = random_line(self.rng, tile, slanted);
                let line = if alike { line } else { other };
                let line = if slanted || self.rng.chance(60) { line } else { straight };
                if self.rng.chance(70) {
                    self.put_in(col, row, 1, TileShape::OneWay(line), false);
                }
            }
        }
        for col in 0..AREA {
            self.put(col, AREA - 1, TileShape::Full);
        }
    }

    fn one_shape(&mut self) {
        let tile = self.tile();
        let shape = random_shape(self.rng, tile);
        self.put(3, 3, shape);
        if self.rng.chance(60) {
            let (col, row) = self.rng.pick(&[(4, 3), (2, 3), (3, 2), (3, 4), (4, 4)]);
            let shape = random_shape(self.rng, tile);
            self.put(col, row, shape);
        }
    }

    fn loose_shapes(&mut self) {
        let tile = self.tile();
        for _ in 0..10 {
            let snap = self.rng.chance(50);
            let at = tile.map(|t| {
                let any = self.rng.range(0, AREA * t);
                if snap { any / t * t + self.rng.pick(&[0, 1, -1, t / 2]) } else { any }
            });
            let shape = random_shape(self.rng, tile);
            self.add_loose(at, shape);
        }
        let box_at = [self.rng.range(0, tile[0]), self.rng.range(0, tile[1])];
        let far = box_at.map(|c| c + 3 * tile[0]);
        self.add_loose([0, 0], TileShape::Box(Aabb::new(lattice(box_at), lattice(far))));
    }
}
