//! Random worlds of queries as a list of convex parts, which is all that the judge knows: slopes, polygons, one-way lines and
//! shapes beyond their cell, or whole tiles and boxes at any place of the lattice.

use crate::oracle;
use crate::queries::judge::{Edge, dot, minus, reduced};
use crate::rng::Rng;
use crate::shapes;
use crate::shapes::random_shape::random_polygon;
use crate::shapes::solid::Point as Place;
use crate::shapes::world::{WORLD_END, World as Map, lattice};
use glam::IVec2;
use tilephys_core::shape::{Polygon, TileShape};
use tilephys_core::*;

pub(crate) type Point = [i128; 2];

/// A convex part where it is in the world.
#[derive(Clone, Debug)]
pub(crate) struct Convex {
    /// Clockwise as seen with y down; two for a line.
    pub(crate) corners: Vec<Point>,
    /// Out of the open side of a one-way line.
    pub(crate) open: Option<Direction>,
    /// Edges of a solid part; of a line the edge with its normal to the open side.
    pub(crate) edges: Vec<Edge>,
    pub(crate) name: Named,
}

/// What a hit names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) layer: usize,
    pub(crate) cell: [i32; 2],
    pub(crate) kind: usize,
    /// The number of a loose shape.
    pub(crate) off_grid: Option<usize>,
    pub(crate) is_whole: bool,
    /// True for a tile of which no part reaches beyond its cell.
    pub(crate) fits_cell: bool,
    pub(crate) part: usize,
}

impl Named {
    /// Row, column, a loose shape, a whole tile, layer, the number of a loose shape, part.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        let rest = (!self.is_whole, self.layer, self.off_grid, self.part);
        (self.cell[1], self.cell[0], self.off_grid.is_none(), rest)
    }

    /// True if both are parts of one tile or of one loose shape.
    pub(crate) fn is_same_thing(&self, other: &Named) -> bool {
        (self.cell, self.layer, self.off_grid) == (other.cell, other.layer, other.off_grid)
    }
}

fn out_of(direction: Direction) -> Point {
    let v = direction.vector();
    [v.x.into(), v.y.into()]
}

impl Convex {
    fn new(mut corners: Vec<Point>, open: Option<Direction>, name: Named) -> Convex {
        let n = corners.len();
        let turn = |a: Point, b: Point| a[0] * b[1] - a[1] * b[0];
        if (0..n).map(|i| turn(corners[i], corners[(i + 1) % n])).sum::<i128>() < 0 {
            corners.reverse();
        }
        let edge = |i: usize| {
            let from = corners[i];
            let to = corners[(i + 1) % n];
            let d = minus(to, from);
            Edge { from, to, normal: reduced([d[1], -d[0]]) }
        };
        let is_open = |e: &Edge| open.is_none_or(|open| dot(e.normal, out_of(open)) > 0);
        let edges = (0..n).map(edge).filter(is_open).collect();
        Convex { corners, open, edges, name }
    }

    pub(crate) fn is_solid(&self) -> bool {
        self.open.is_none()
    }

    pub(crate) fn bounds(&self) -> [Point; 2] {
        let ends = |k: usize| {
            let all = || self.corners.iter().map(move |c| c[k]);
            [all().min().expect("corners"), all().max().expect("corners")]
        };
        let [[x0, x1], [y0, y1]] = [ends(0), ends(1)];
        [[x0, y0], [x1, y1]]
    }
}

pub(crate) struct World {
    pub(crate) map: Map,
    pub(crate) grid: TileGrid,
    pub(crate) tile: [i32; 2],
    pub(crate) parts: Vec<Convex>,
    /// True if there is nothing but whole tiles and boxes: there the order of ties is judged too.
    pub(crate) is_of_boxes: bool,
}

impl World {
    pub(crate) fn of(map: Map) -> World {
        let tile = map.tile();
        let is_of_boxes = map.kinds.iter().all(|k| k.shape == TileShape::Full);
        let mut parts = Vec::new();
        for (&(row, col, layer), &kind) in &map.cells {
            let shape = &map.kinds[kind].shape;
            let is_whole = *shape == TileShape::Full;
            let own = shapes::world::parts(shape, tile);
            let is_in_cell = |p: &Place| (0..2).all(|k| 0 <= p[k] && p[k] <= tile[k]);
            let fits_cell = own.iter().flat_map(|part| &part.0).all(is_in_cell);
            let cell = lattice([col, row]).to_array();
            let name = Named { layer, cell, kind, off_grid: None, is_whole, fits_cell, part: 0 };
            add(&mut parts, own, [col * tile[0], row * tile[1]], name);
        }
        for (index, l) in map.off_grid.iter().enumerate() {
            let own = shapes::world::parts(&map.shape_of(l), tile);
            let low =
                [0, 1].map(|k| own.iter().flat_map(|part| &part.0).map(|p| p[k]).min().expect("corners"));
            let cell = lattice([0, 1].map(|k| (l.at[k] + low[k]).div_euclid(tile[k]))).to_array();
            let layer = l.layer;
            let kind = l.kind;
            let off_grid = Some(index);
            let name = Named { layer, cell, kind, off_grid, is_whole: false, fits_cell: false, part: 0 };
            add(&mut parts, own, l.at, name);
        }
        World { grid: map.build(), tile: tile.map(|t| t as i32), map, parts, is_of_boxes }
    }

    /// Solids and blocking lines for a mask; only the lowest whole tile of each cell unless `all_layers`.
    pub(crate) fn seen(&self, mask: u32, all_layers: bool) -> Vec<Convex> {
        let is_seen = |p: &&Convex| self.map.kinds[p.name.kind].category & mask != 0;
        let mut seen: Vec<Convex> = Vec::new();
        for part in self.parts.iter().filter(is_seen) {
            // Layers of a cell come one after the other.
            let mut in_cell = seen.iter().rev().take_while(|s| s.name.cell == part.name.cell);
            let hidden = part.name.is_whole && in_cell.any(|s| s.name.is_whole);
            if all_layers || !hidden {
                seen.push(part.clone());
            }
        }
        seen
    }
}

fn add(parts: &mut Vec<Convex>, own: Vec<shapes::world::Convex>, at: Place, name: Named) {
    for (part, (corners, open)) in own.into_iter().enumerate() {
        let corners = corners.into_iter().map(|c| [0, 1].map(|k| i128::from(c[k] + at[k]))).collect();
        parts.push(Convex::new(corners, open, Named { part, ..name }));
    }
}

/// A small world of shapes, or one of whole tiles and boxes up to the ends of the lattice.
pub(crate) fn random_world(rng: &mut Rng) -> World {
    World::of(if rng.chance(40) {
        oracle::random_world(rng)
    } else {
        shapes::random_world::random_world(rng).0
    })
}

/// A place on a corner, an edge, or near one.
pub(crate) fn place(rng: &mut Rng, world: &World, parts: &[Convex]) -> Point {
    let tile = world.tile.map(i128::from);
    if parts.is_empty() {
        return [rng.range(-9000, 9000).into(), rng.range(-9000, 9000).into()];
    }
    let part = &parts[rng.below(parts.len())];
    let n = part.corners.len();
    let i = rng.below(n);
    let a = part.corners[i];
    let b = part.corners[(i + 1) % n];
    let on = rng.pick(&[0, 0, 1, 2, 3]);
    let at = [0, 1].map(|k| a[k] + (b[k] - a[k]) * on / 4);
    let off = [0, 1].map(|k| {
        let any = i128::from(rng.range(-2 * tile[k] as i64, 2 * tile[k] as i64));
        let cells = i128::from(rng.range(-2, 2)) * tile[k];
        let half = i128::from(rng.range(-4, 4)) * tile[k] / 4;
        rng.pick(&[0, 0, 1, -1, any, cells, half])
    });
    let same = rng.chance(40);
    let end = i128::from(i32::MAX);
    [0, 1].map(|k| (if same { at[k] } else { at[k] + off[k] }).clamp(-end, end))
}

/// A box by its corners.
pub(crate) type Rect = [Point; 2];

/// A box near something, in the world.
pub(crate) fn rect(rng: &mut Rng, world: &World, parts: &[Convex]) -> Rect {
    let at = place(rng, world, parts);
    let tile = world.tile;
    let size = [0, 1].map(|k| {
        let any = rng.range(1, 3 * i64::from(tile[k]));
        i128::from(rng.pick(&[1, i64::from(tile[k]) / 4, i64::from(tile[k]), any]))
    });
    let end = i128::from(WORLD_END);
    let low = [0, 1].map(|k| {
        let back = if rng.chance(50) { size[k] } else { 0 };
        (at[k] - back).clamp(-end, end - size[k])
    });
    [low, [low[0] + size[0], low[1] + size[1]]]
}

/// A polygon of the size of a tile, as far as movers may be so large.
pub(crate) fn polygon(rng: &mut Rng, world: &World) -> Polygon {
    random_polygon(rng, world.tile.map(|t| i64::from(t.min(1 << 20))))
}

pub(crate) fn engine(p: Point) -> IVec2 {
    IVec2::new(p[0].try_into().expect("on the lattice"), p[1].try_into().expect("on the lattice"))
}
