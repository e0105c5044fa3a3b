//! Random worlds of slopes, polygons, several parts a cell, one-way lines, and shapes beyond their cell, as a list of convex
//! parts that is all the judge knows.

use crate::rng::Rng;
use glam::IVec2;
use tilephys_core::{
    Aabb, Direction, LayerId, Tile, TileCoord, TileGrid, TileId,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

pub(crate) type Point = [i128; 2];

/// A convex part where it is in the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Convex {
    /// Clockwise as seen with y down; two for a line.
    pub(crate) corners: Vec<Point>,
    /// Out of the open side of a one-way line.
    pub(crate) open: Option<Direction>,
    pub(crate) name: Named,
}

/// What a hit names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) layer: usize,
    pub(crate) cell: [i32; 2],
    pub(crate) kind: usize,
    /// The place among all that does not fit a cell.
    pub(crate) age: Option<usize>,
    /// The number of a loose shape.
    pub(crate) off_grid: Option<usize>,
    pub(crate) is_whole: bool,
    pub(crate) part: usize,
}

impl Named {
    /// Row, column, a loose shape, a whole tile, layer, the age of a loose shape, part.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        let rest = (!self.is_whole, self.layer, self.off_grid, self.part);
        (self.cell[1], self.cell[0], self.off_grid.is_none(), rest)
    }
}

pub(crate) struct World {
    pub(crate) grid: TileGrid,
    pub(crate) tile: [i32; 2],
    pub(crate) parts: Vec<Convex>,
}

/// Categories of the kinds of tile, in turn.
pub(crate) const CATEGORIES: [u32; 5] = [1, 1, 2, 1, 4];

impl World {
    /// Solids and blocking lines for a mask; only the lowest whole tile of each cell unless `all_layers`.
    pub(crate) fn seen(&self, mask: u32, all_layers: bool) -> Vec<Convex> {
        let is_seen = |p: &&Convex| CATEGORIES[p.name.kind % CATEGORIES.len()] & mask != 0;
        let mut seen: Vec<Convex> = Vec::new();
        for part in self.parts.iter().filter(is_seen) {
            let hidden = part.name.is_whole
                && part.name.age.is_none()
                && seen.iter().any(|s| {
                    s.name.is_whole
                        && s.name.age.is_none()
                        && s.name.cell == part.name.cell
                        && s.name.layer < part.name.layer
                });
            if all_layers || !hidden {
                seen.push(part.clone());
            }
        }
        seen
    }
}

/// Points of a net of five by five over the cell, or wider.
fn net(rng: &mut Rng, tile: [i32; 2], wide: bool) -> IVec2 {
    let any = |rng: &mut Rng, k: usize| {
        let n = if wide { rng.range(-3, 7) } else { rng.range(0, 4) };
        (n * i64::from(tile[k]) / 4) as i32
    };
    IVec2::new(any(rng, 0), any(rng, 1))
}

/// The convex hull of some points, if it is a polygon (Andrew 1979, "Another efficient algorithm for convex hulls in two
/// dimensions").
fn hull(mut points: Vec<IVec2>) -> Option<Polygon> {
    points.sort_by_key(|p| (p.x, p.y));
    points.dedup();
    let turn = |a: IVec2, b: IVec2, c: IVec2| (b - a).as_i64vec2().perp_dot((c - b).as_i64vec2());
    let half = |points: &mut dyn Iterator<Item = IVec2>| {
        let mut chain: Vec<IVec2> = Vec::new();
        for p in points {
            while chain.len() >= 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    Polygon::try_new(&all).ok()
}

pub(crate) fn polygon(rng: &mut Rng, tile: [i32; 2], wide: bool) -> Polygon {
    loop {
        let points = (0..rng.range(3, 6)).map(|_| net(rng, tile, wide)).collect();
        if let Some(polygon) = hull(points) {
            return polygon;
        }
    }
}

fn line(rng: &mut Rng, tile: [i32; 2]) -> OneWay {
    let open = rng.pick(&Direction::ALL);
    let px = tile.map(|t| (t / 256) as u32);
    if rng.chance(60) {
        return OneWay::edge(px, open);
    }
    loop {
        let (a, b) = (net(rng, tile, false), net(rng, tile, false));
        let along = 1 - open.axis();
        if a[along] != b[along] {
            return OneWay::new(a, b, open);
        }
    }
}

/// The two halves of a cell.
fn halves(tile: [i32; 2], rising: bool) -> Vec<Part> {
    let (z, r, b, c) = (IVec2::ZERO, IVec2::new(tile[0], 0), IVec2::new(0, tile[1]), IVec2::from(tile));
    let all = if rising { [[z, r, b], [r, c, b]] } else { [[z, r, c], [z, c, b]] };
    all.map(|corners| Part::Solid(Polygon::new(&corners))).to_vec()
}

fn shape(rng: &mut Rng, tile: [i32; 2]) -> TileShape {
    let slope = |rng: &mut Rng| {
        let side = rng.pick(&Direction::ALL);
        let most = i64::from(tile[side.axis()]);
        let height = |rng: &mut Rng| (rng.range(0, 4) * most / 4) as i32;
        let heights = [height(rng), height(rng)];
        let heights = if heights == [0, 0] { [0, most as i32] } else { heights };
        TileShape::Slope(Slope { side, heights })
    };
    match rng.below(12) {
        0..=2 => TileShape::Full,
        3..=5 => slope(rng),
        6 => TileShape::OneWay(line(rng, tile)),
        7 => TileShape::Parts(halves(tile, rng.chance(50))),
        8 => {
            let (a, b) = (net(rng, tile, false), net(rng, tile, true));
            let (min, max) = (a.min(b), a.max(b));
            TileShape::Box(Aabb { min, max: max.max(min + IVec2::ONE) })
        }
        9 => {
            let wide = rng.chance(60);
            TileShape::Parts(vec![Part::Solid(polygon(rng, tile, wide))])
        }
        _ => {
            let one = |rng: &mut Rng| {
                if rng.chance(30) {
                    Part::OneWay(line(rng, tile))
                } else {
                    Part::Solid(polygon(rng, tile, false))
                }
            };
            TileShape::Parts((0..rng.range(2, 3)).map(|_| one(rng)).collect())
        }
    }
}

/// The corners of each part of a shape, and the open side of a line.
fn parts_of(shape: &TileShape, tile: [i32; 2]) -> Vec<(Vec<IVec2>, Option<Direction>)> {
    let boxed = |min: IVec2, max: IVec2| vec![min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)];
    let of_line = |line: &OneWay| (line.ends().to_vec(), Some(line.open()));
    match shape {
        TileShape::Full => vec![(boxed(IVec2::ZERO, IVec2::from(tile)), None)],
        TileShape::Box(b) => vec![(boxed(b.min, b.max), None)],
        TileShape::Slope(slope) => vec![(slope_corners(slope, tile), None)],
        TileShape::OneWay(line) => vec![of_line(line)],
        TileShape::Parts(parts) => parts
            .iter()
            .map(|part| match part {
                Part::Solid(polygon) => (polygon.corners().to_vec(), None),
                Part::OneWay(line) => of_line(line),
            })
            .collect(),
        _ => unreachable!("no other shape is made here"),
    }
}

/// From the definition: solid from the side up to a line.
fn slope_corners(slope: &Slope, tile: [i32; 2]) -> Vec<IVec2> {
    let [w, h] = tile;
    let [a, b] = slope.heights;
    let corners = match slope.side {
        Direction::Down => [[0, h - a], [w, h - b], [w, h], [0, h]],
        Direction::Up => [[0, 0], [w, 0], [w, b], [0, a]],
        Direction::Left => [[0, 0], [a, 0], [b, h], [0, h]],
        Direction::Right => [[w - a, 0], [w, 0], [w, h], [w - b, h]],
    };
    let mut corners: Vec<IVec2> = corners.map(IVec2::from).to_vec();
    corners.dedup();
    if corners.first() == corners.last() {
        corners.pop();
    }
    corners
}

/// A world of a few cells around a place, and a few loose shapes.
pub(crate) fn shaped_world(rng: &mut Rng) -> World {
    let px = rng.pick(&[[16, 16], [16, 16], [8, 8], [32, 16], [1, 2]]);
    let tile = px.map(|p| p as i32 * 256);
    let mut grid = TileGrid::new(px);
    let layers = [grid.add_layer("a"), grid.add_layer("b")];
    let shapes: Vec<TileShape> = (0..7).map(|_| shape(rng, tile)).collect();
    let kinds: Vec<TileId> = (0..7)
        .map(|k| {
            let category = CATEGORIES[k % CATEGORIES.len()];
            grid.add_tile(Tile { shape: shapes[k].clone(), category, ..Tile::default() })
        })
        .collect();
    let near = [rng.range(-70, 70), rng.range(-70, 70)];
    let far = [rng.range(-90_000, 90_000), rng.range(-90_000, 90_000)];
    let origin = rng.pick(&[[0, 0], [-2, 62], near, far]);
    let mut world = World { grid, tile, parts: Vec::new() };
    let mut maker = Maker { layers, kinds, shapes, ages: 0 };
    let (dense, size) = (rng.pick(&[25, 50, 90]), rng.range(1, 5));
    for row in 0..size {
        for col in 0..size {
            for layer in 0..2 {
                if rng.chance(if layer == 0 { dense } else { 10 }) {
                    let kind = rng.below(7) as usize;
                    maker.cell(&mut world, layer, [origin[0] + col, origin[1] + row], kind);
                }
            }
        }
    }
    for _ in 0..rng.pick(&[0, 0, 1, 3]) {
        let at = [0, 1].map(|k| {
            let quarter = rng.range(-4, 4 * i64::from(size)) as i32 * (tile[k] / 4);
            origin[k] * tile[k] + quarter + rng.pick(&[0, 0, 1, tile[k] / 3])
        });
        maker.off_grid(&mut world, rng.below(2) as usize, at, rng.below(7) as usize);
    }
    world
}

struct Maker {
    layers: [LayerId; 2],
    kinds: Vec<TileId>,
    shapes: Vec<TileShape>,
    /// How many there are that do not fit a cell.
    ages: usize,
}

impl Maker {
    fn cell(&mut self, world: &mut World, layer: usize, cell: [i32; 2], kind: usize) {
        let at = TileCoord::new(cell[0], cell[1]);
        world.grid.set_tile(self.layers[layer], at, Some(self.kinds[kind]));
        let parts = parts_of(&self.shapes[kind], world.tile);
        let fits = |p: &IVec2| (0..2).all(|k| 0 <= p[k] && p[k] <= world.tile[k]);
        let age = (!parts.iter().flat_map(|p| &p.0).all(fits)).then_some(self.ages);
        self.ages += usize::from(age.is_some());
        let is_whole = self.shapes[kind] == TileShape::Full;
        let name = Named { layer, cell, kind, age, off_grid: None, is_whole, part: 0 };
        let origin = IVec2::new(cell[0] * world.tile[0], cell[1] * world.tile[1]);
        add(world, parts, origin, name);
    }

    fn off_grid(&mut self, world: &mut World, layer: usize, at: [i32; 2], kind: usize) {
        let id = world.grid.add_shape(self.layers[layer], IVec2::from(at), self.kinds[kind]);
        let parts = parts_of(&self.shapes[kind], world.tile);
        let low = parts.iter().flat_map(|p| &p.0).copied().reduce(IVec2::min).expect("corners");
        let cell = [0, 1].map(|k| (at[k] + low[k]).div_euclid(world.tile[k]));
        let name = Named {
            layer,
            cell,
            kind,
            age: Some(self.ages),
            off_grid: Some(id.index()),
            is_whole: false,
            part: 0,
        };
        self.ages += 1;
        add(world, parts, IVec2::from(at), name);
    }
}

fn add(world: &mut World, parts: Vec<(Vec<IVec2>, Option<Direction>)>, origin: IVec2, name: Named) {
    for (part, (corners, open)) in parts.into_iter().enumerate() {
        let corners = corners.into_iter().map(|c| (c + origin).to_array().map(i128::from)).collect();
        world.parts.push(Convex { corners, open, name: Named { part, ..name } });
    }
}
