//! Random shapes for a cell.

use super::solid::Point;
use super::world::lattice;
use crate::rng::Rng;
use tilephys_core::Aabb;
use tilephys_core::Direction::{Down, Left, Right, Up};
use tilephys_core::shape::{OneWay, Part, Polygon, Slope, TileShape};

/// A shape of any kind.
pub(crate) fn random_shape(rng: &mut Rng, tile: Point) -> TileShape {
    match rng.below(12) {
        0 => TileShape::Full,
        1 => random_box(rng, tile),
        2..=4 => random_slope(rng, tile),
        5 => TileShape::OneWay(random_line(rng, tile, false)),
        6 => TileShape::OneWay(random_line(rng, tile, true)),
        7 | 8 => {
            let count = rng.range(2, 4);
            TileShape::Parts((0..count).map(|_| random_part(rng, tile)).collect())
        }
        _ => TileShape::Parts(vec![Part::Solid(random_polygon(rng, tile))]),
    }
}

fn random_part(rng: &mut Rng, tile: Point) -> Part {
    match rng.below(6) {
        0 => Part::OneWay(random_line(rng, tile, false)),
        1 => Part::OneWay(random_line(rng, tile, true)),
        _ => Part::Solid(random_polygon(rng, tile)),
    }
}

/// A coordinate on the border of the cell, at simple parts of it, or anywhere within it.
fn coordinate(rng: &mut Rng, edge: i64) -> i64 {
    let any = rng.range(0, edge);
    rng.pick(&[0, 0, edge, edge, edge / 2, edge / 4, edge * 3 / 4, any])
}

fn random_box(rng: &mut Rng, tile: Point) -> TileShape {
    let beyond = rng.chance(20);
    let span = |rng: &mut Rng, edge: i64| {
        let (a, b) = (coordinate(rng, edge), coordinate(rng, edge));
        let [a, b] = if beyond { [a - rng.range(0, edge), b + rng.range(0, edge)] } else { [a, b] };
        if a == b { [0, edge] } else { [a.min(b), a.max(b)] }
    };
    let (x, y) = (span(rng, tile[0]), span(rng, tile[1]));
    TileShape::Box(Aabb::new(lattice([x[0], y[0]]), lattice([x[1], y[1]])))
}

pub(crate) fn random_slope(rng: &mut Rng, tile: Point) -> TileShape {
    let side = rng.pick(&[Down, Down, Up, Left, Right]);
    let height = if matches!(side, Down | Up) { tile[1] } else { tile[0] };
    let (low, high) = (coordinate(rng, height), coordinate(rng, height));
    let heights = if low == 0 && high == 0 { [0, height as i32] } else { [low as i32, high as i32] };
    TileShape::Slope(Slope { side, heights })
}

/// A one-way line along an edge of the cell, or anywhere.
pub(crate) fn random_line(rng: &mut Rng, tile: Point, slanted: bool) -> OneWay {
    let open = rng.pick(&[Up, Up, Up, Left, Down, Right]);
    let along = usize::from(matches!(open, Left | Right));
    let across = 1 - along;
    let mut ends = [[0; 2]; 2];
    ends[1][along] = tile[along];
    let first = if matches!(open, Up | Left) { 0 } else { tile[across] };
    let level = if rng.chance(70) { first } else { coordinate(rng, tile[across]) };
    (ends[0][across], ends[1][across]) = (level, level);
    if slanted {
        (ends[0][across], ends[1][across]) = (coordinate(rng, tile[across]), coordinate(rng, tile[across]));
    }
    if rng.chance(20) {
        ends[0][along] -= rng.range(0, tile[along]);
        ends[1][along] += rng.range(0, tile[along]);
    }
    OneWay::new(lattice(ends[0]), lattice(ends[1]), open)
}

/// The convex hull of points, in order around it, by Andrew's monotone chain.
pub(crate) fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                let turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
                if turn > 0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}

/// A convex polygon of 3 to 8 corners; one in four reaches beyond its cell.
pub(crate) fn random_polygon(rng: &mut Rng, tile: Point) -> Polygon {
    let beyond = rng.chance(25);
    loop {
        let count = rng.range(3, 9);
        let on_grid = rng.chance(50);
        let points = (0..count).map(|_| {
            let p = [coordinate(rng, tile[0]), coordinate(rng, tile[1])];
            let p = if on_grid { p } else { [rng.range(0, tile[0]), rng.range(0, tile[1])] };
            if beyond { [2 * p[0] - tile[0] / 2, 2 * p[1] - tile[1] / 2] } else { p }
        });
        let corners: Vec<_> = hull(points.collect()).into_iter().map(lattice).collect();
        if let Ok(polygon) = Polygon::try_new(&corners) {
            return polygon;
        }
    }
}

/// The polygon cut in two by a diagonal, if it has one.
pub(crate) fn halves(rng: &mut Rng, polygon: &Polygon) -> Vec<Polygon> {
    let corners = polygon.corners();
    let n = corners.len();
    if n < 4 {
        return vec![*polygon];
    }
    let (from, over) = (rng.below(n as u64) as usize, rng.range(2, n as i64 - 2) as usize);
    let walk =
        |from: usize, steps: usize| -> Vec<_> { (0..=steps).map(|i| corners[(from + i) % n]).collect() };
    vec![Polygon::new(&walk(from, over)), Polygon::new(&walk(from + over, n - over))]
}
