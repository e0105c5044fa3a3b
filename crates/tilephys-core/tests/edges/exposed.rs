//! Exposed edges, against an oracle that tests single points of every edge against every solid.

use crate::edges::scenes::world;
use crate::rng::Rng;
use crate::volume::volume;
use glam::{I64Vec2, IVec2};
use std::cmp::Ordering;
use tilephys_core::{
    Aabb, Direction, Obstacle, Tile, TileCoord, TileGrid, UNITS_PER_PX,
    geometry::Ratio,
    query::Edge,
    shape::{OneWay, Part, Slope, TileShape},
};

/// A solid or a line: its corners in the world.
struct Thing {
    met: Obstacle,
    part: u8,
    corners: Vec<IVec2>,
    open: Option<Direction>,
}

/// Corners in clockwise order as seen with y down, from a shape's own numbers.
fn corners_of(shape: &TileShape, tile: IVec2) -> Vec<(Vec<IVec2>, Option<Direction>)> {
    let of_box = |b: Aabb| vec![b.min, IVec2::new(b.max.x, b.min.y), b.max, IVec2::new(b.min.x, b.max.y)];
    let line = |l: &OneWay| (l.ends().to_vec(), Some(l.open()));
    match shape {
        TileShape::Full => vec![(of_box(Aabb { min: IVec2::ZERO, max: tile }), None)],
        TileShape::Box(b) => vec![(of_box(*b), None)],
        TileShape::OneWay(l) => vec![line(l)],
        TileShape::Slope(slope) => vec![(slope_corners(*slope, tile), None)],
        TileShape::Parts(parts) => parts
            .iter()
            .map(|part| match part {
                Part::Solid(polygon) => (polygon.corners().to_vec(), None),
                Part::OneWay(l) => line(l),
            })
            .collect(),
        other => panic!("no such shape in these worlds: {other:?}"),
    }
}

fn slope_corners(Slope { side, heights: [a, b] }: Slope, tile: IVec2) -> Vec<IVec2> {
    let at = |x, y| IVec2::new(x, y);
    let IVec2 { x: w, y: h } = tile;
    let mut corners = match side {
        Direction::Down => vec![at(0, h - a), at(w, h - b), at(w, h), at(0, h)],
        Direction::Up => vec![at(0, 0), at(w, 0), at(w, b), at(0, a)],
        Direction::Left => vec![at(0, 0), at(a, 0), at(b, h), at(0, h)],
        Direction::Right => vec![at(w - a, 0), at(w, 0), at(w, h), at(w - b, h)],
    };
    corners.dedup();
    if corners.first() == corners.last() {
        corners.pop();
    }
    corners
}

fn things(grid: &TileGrid, mask: u32) -> Vec<Thing> {
    let mut all = Vec::new();
    let mut add = |met: Obstacle, origin: IVec2, parts: Vec<(Vec<IVec2>, Option<Direction>)>| {
        for (part, (corners, open)) in (0..).zip(parts) {
            let corners = corners.into_iter().map(|c| origin + c).collect();
            all.push(Thing { met, part, corners, open });
        }
    };
    let is_full = |t: &Tile| t.shape == TileShape::Full && t.category & mask != 0;
    for (layer, cell, tile) in grid.tiles() {
        let kind = grid.tile_kind(tile);
        let mut lower = grid.tiles_in(cell).take_while(|(l, _)| *l < layer);
        let is_second = is_full(kind) && lower.any(|(_, t)| is_full(grid.tile_kind(t)));
        if kind.category & mask != 0 && !is_second {
            let origin = IVec2::new(cell.col, cell.row) * grid.tile_size();
            add(
                Obstacle { layer, cell, tile, off_grid: None },
                origin,
                corners_of(&kind.shape, grid.tile_size()),
            );
        }
    }
    for (id, shape) in grid.off_grid_shapes() {
        let kind = grid.tile_kind(shape.tile);
        if kind.category & mask == 0 {
            continue;
        }
        let (box_shape, origin) = (TileShape::Box(shape.aabb), shape.origin());
        let (parts, origin) = if shape.is_box() {
            (corners_of(&box_shape, grid.tile_size()), IVec2::ZERO)
        } else {
            (corners_of(&kind.shape, grid.tile_size()), origin)
        };
        let cell = grid.cell_at(shape.aabb.min);
        add(Obstacle { layer: shape.layer, cell, tile: shape.tile, off_grid: Some(id) }, origin, parts);
    }
    all
}

fn cross(a: I64Vec2, b: I64Vec2) -> i64 {
    a.x * b.y - a.y * b.x
}

fn each_edge(corners: &[IVec2]) -> Vec<[IVec2; 2]> {
    let next = corners.iter().cycle().skip(1);
    let edges = if corners.len() == 2 { 1 } else { corners.len() };
    corners.iter().zip(next).map(|(a, b)| [*a, *b]).take(edges).collect()
}

/// True if a small step along `out` from `point / PARTS` leads into the solid.
fn is_entered(solid: &Thing, point: I64Vec2, out: I64Vec2) -> bool {
    solid.open.is_none()
        && each_edge(&solid.corners).iter().all(|[a, b]| {
            let edge = (*b - *a).as_i64vec2();
            let side = cross(edge, point - a.as_i64vec2() * PARTS);
            side > 0 || side == 0 && cross(edge, out) > 0
        })
}

/// Points of an edge that are asked about: a prime, so that few are corners of anything.
const PARTS: i64 = 47;

#[test]
fn exposed_edges_are_where_a_step_outward_leads_into_nothing() {
    let worlds = volume(10, 1_000);
    let (mut open, mut covered) = (0, 0);
    for seed in 0..worlds {
        let mut rng = Rng::new(seed);
        let (grid, mask) = (world(&mut rng), rng.pick(&[1, 3]));
        let all = things(&grid, mask);
        let half = rng.range(1000, 40_000);
        let area = Aabb { min: IVec2::splat(-half / 2), max: IVec2::new(half, half * 2) };
        let edges = grid.exposed_edges(area, mask);
        for thing in &all {
            for [a, b] in each_edge(&thing.corners) {
                let way = (b - a).as_i64vec2();
                let mut out = I64Vec2::new(way.y, -way.x);
                if let Some(open) = thing.open {
                    let is_back = out.dot(open.vector().as_i64vec2()) < 0;
                    out = if is_back { -out } else { out };
                }
                let own: Vec<&Edge> = edges
                    .iter()
                    .filter(|e| e.met == thing.met && e.part == thing.part && e.ends == [a, b])
                    .collect();
                for part in 1..PARTS {
                    let point = a.as_i64vec2() * PARTS + way * part;
                    let t = Ratio::new(part, PARTS);
                    let within = |low: Ordering, high: Ordering| {
                        (0..2)
                            .map(|k| {
                                let at = |v: IVec2| i64::from(v[k]) * PARTS;
                                (point[k].cmp(&at(area.min)), point[k].cmp(&at(area.max)))
                            })
                            .all(|(a, b)| a != low && b != high)
                    };
                    let is_end = own.iter().any(|e| e.from == t || e.to == t);
                    let on_border = within(Ordering::Less, Ordering::Greater)
                        && !(0..2).all(|k| {
                            let at = |v: IVec2| i64::from(v[k]) * PARTS;
                            at(area.min) < point[k] && point[k] < at(area.max)
                        });
                    if is_end || on_border {
                        continue;
                    }
                    let is_in = within(Ordering::Less, Ordering::Greater);
                    let is_covered = all.iter().any(|other| is_entered(other, point, out));
                    let is_told = own.iter().any(|e| e.from < t && t < e.to);
                    assert_eq!(
                        is_told,
                        is_in && !is_covered,
                        "seed {seed}: {:?} part {} from {a} to {b} at {part}/{PARTS}\n{own:?}",
                        thing.met,
                        thing.part
                    );
                    if is_in && is_covered {
                        covered += 1;
                    }
                    open += i32::from(is_told);
                }
            }
        }
        for edge in &edges {
            assert!(edge.from < edge.to, "{edge:?}");
            let is_one = |t: &Thing| {
                t.met == edge.met && t.part == edge.part && each_edge(&t.corners).contains(&edge.ends)
            };
            assert!(all.iter().any(is_one), "seed {seed}: {edge:?} is of nothing");
        }
    }
    assert!(open > 3_000 && covered > 1_000, "{open} open points, {covered} covered ones");
}

#[test]
fn a_slope_on_a_floor_leaves_what_it_does_not_cover() {
    let mut grid = TileGrid::new(glam::UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let full = grid.add_tile(Tile::default());
    let slope = TileShape::Slope(Slope { side: Direction::Left, heights: [1024, 0] });
    let slope = grid.add_tile(Tile { shape: slope, ..Tile::default() });
    grid.set_tile(ground, TileCoord::new(0, 1), Some(full));
    grid.add_shape(ground, IVec2::new(3072, 0), slope);
    let area = Aabb { min: IVec2::splat(-100), max: IVec2::splat(9000) };
    let edges = grid.exposed_edges(area, 1);
    let top = |e: &&Edge| e.normal == IVec2::new(0, -1) && e.met.off_grid.is_none();
    let tops: Vec<_> = edges.iter().filter(top).map(Edge::stretch_px).collect();
    // The slope is a point where it stands on the tile.
    assert_eq!(tops, [[glam::Vec2::new(0.0, 16.0), glam::Vec2::new(16.0, 16.0)]]);
    let side = edges.iter().find(|e| e.normal.x > 0 && e.normal.y > 0).expect("its slant");
    assert_eq!(side.stretch_px(), [glam::Vec2::new(16.0, 0.0), glam::Vec2::new(12.0, 16.0)]);
    assert_eq!(UNITS_PER_PX, 256);
}
