//! Point queries, box queries, nearest solids and contacts, among tiles, boxes, slopes, polygons and one-way lines.

use crate::exact::Exact;
use crate::meter::Meter;
use crate::queries::casts::{MASKS, Told, face_of, told, wanted};
use crate::queries::judge::{Edge, Spot, dot, minus, reduced};
use crate::queries::world::{Convex, Point, Rect, World, engine, place, random_world, rect};
use crate::rng::Rng;
use crate::volume::seeds;
use std::cmp::Reverse;
use tilephys_core::query::{Nearest, Query};
use tilephys_core::shape::{Slope, TileShape};
use tilephys_core::*;

fn aabb([low, high]: Rect) -> Aabb {
    Aabb { min: engine(low), max: engine(high) }
}

fn corners([low, high]: Rect) -> [Point; 4] {
    [low, [high[0], low[1]], high, [low[0], high[1]]]
}

/// Separated by no edge of either.
pub(crate) fn overlaps(part: &Convex, rect: Rect) -> bool {
    let [low, high] = part.bounds();
    let apart = |e: &Edge| corners(rect).iter().all(|c| dot(e.normal, minus(*c, e.from)) >= 0);
    part.is_solid()
        && (0..2).all(|k| low[k] < rect[1][k] && rect[0][k] < high[k])
        && !part.edges.iter().any(apart)
}

/// In the order in which an area from a cell on tells: tiles, then what does not fit a cell by its first cell in the area.
pub(crate) fn area_order(world: &World, part: &Convex, from: Point) -> impl Ord + use<> {
    let n = &part.name;
    let tile = world.tile.map(i128::from);
    let whole = world.parts.iter().filter(|p| p.name.is_same_thing(n)).map(|p| p.bounds()[0]);
    let low = whole.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).expect("itself");
    let first = |k: usize| {
        if n.fits_cell { i128::from(n.cell[k]) } else { low[k].div_euclid(tile[k]).max(from[k]) }
    };
    let within = (!n.fits_cell).then_some((n.off_grid.is_none(), n.off_grid, n.cell[1], n.cell[0]));
    (!n.fits_cell, first(1), first(0), within, n.layer, n.part)
}

/// Expected result for the parts held: each tile once.
fn told_of(world: &World, mut held: Vec<&Convex>, from: Point) -> Vec<Told> {
    held.sort_by_key(|p| area_order(world, p, from));
    let mut all: Vec<&Convex> = Vec::new();
    for part in held {
        if !all.iter().any(|p| p.name.is_same_thing(&part.name)) {
            all.push(part);
        }
    }
    all.into_iter().map(wanted).collect()
}

/// Parts that overlap a box, in the order of the answer.
pub(crate) fn held_by_box(world: &World, parts: &[Convex], area: Rect) -> Vec<Told> {
    let held = parts.iter().filter(|p| overlaps(p, area)).collect();
    told_of(world, held, [0, 1].map(|k| area[0][k].div_euclid(world.tile[k].into())))
}

#[test]
fn points_and_boxes_hold_what_the_judge_says() {
    let mut met = Meter::default();
    for seed in seeds(600, 30_000) {
        let mut rng = Rng::new(seed ^ 0xA4EA);
        let world = random_world(&mut rng);
        let tile = world.tile.map(i128::from);
        for _ in 0..6 {
            let mask = rng.pick(&MASKS);
            let parts = world.seen(mask, true);
            let at = place(&mut rng, &world, &parts);
            let spot = Spot::of(at);
            let held: Vec<&Convex> = parts.iter().filter(|p| spot.is_in(p)).collect();
            let is_inside = spot.is_inside(&parts);
            met.count_if(!is_inside && !held.is_empty(), "points on the outside");
            let is_on = |p: &&&Convex| p.edges.iter().any(|e| dot(e.normal, minus(at, e.from)) == 0);
            let all_on = held.iter().all(|p| is_on(&p));
            let from = [0, 1].map(|k| (at[k] - 1).div_euclid(tile[k]));
            let wished = if is_inside { told_of(&world, held, from) } else { Vec::new() };
            let seen: Vec<Told> = world.grid.solids_at(engine(at), mask).map(|s| told(&s)).collect();
            assert_eq!(seen, wished, "seed {seed}, mask {mask:#x}, {at:?}");
            met.count_if(is_inside, "points inside");
            met.count_if(is_inside && all_on, "points inside on seams alone");

            let area = rect(&mut rng, &world, &parts);
            let wished = held_by_box(&world, &parts, area);
            let seen: Vec<Told> = world.grid.solids_in(aabb(area), mask).map(|s| told(&s)).collect();
            assert_eq!(seen, wished, "seed {seed}, mask {mask:#x}, {area:?}");
            assert_eq!(world.grid.overlaps(aabb(area), mask), !seen.is_empty());
            met.count_if(!seen.is_empty(), "boxes with something");
            met.count_if(seen.len() > 1, "boxes with several things");
            let grown = [area[0].map(|c| c - 1), area[1].map(|c| c + 1)];
            let is_touched = parts.iter().any(|p| overlaps(p, grown));
            met.count_if(seen.is_empty() && is_touched, "boxes that only touch");
        }
    }
    met.demand_each("points and boxes", 50);
}

/// From a box to a part: the squared distance, and twice the way times `den`, by every corner of each against every edge of
/// the other.
fn distance(part: &Convex, rect: Rect) -> (Exact, Vec<([i128; 2], i128)>) {
    let mut ways: Vec<([i128; 2], i128)> = Vec::new();
    let mut squares: Vec<Exact> = Vec::new();
    let mut from_to = |p: Point, a: Point, b: Point, sign: i128| {
        // From p to the nearest point of a..b.
        let edge = minus(b, a);
        let way = minus(p, a);
        let e = reduced_or_zero(edge);
        let along = dot(e, way);
        let length = dot(e, e);
        let corner = |c: Point| (minus(c, p), 1, Exact::new(dot(minus(c, p), minus(c, p)), 1));
        let (num, den, square) = if along <= 0 {
            corner(a)
        } else if along >= dot(e, edge) {
            corner(b)
        } else {
            let across = e[0] * way[1] - e[1] * way[0];
            let num = [0, 1].map(|k| (a[k] - p[k]) * length + e[k] * along);
            (num, length, Exact::new(across * across, length))
        };
        ways.push((num.map(|c| c * sign), den));
        squares.push(square);
    };
    let own = corners(rect);
    let n = part.corners.len();
    for i in 0..4 {
        for j in 0..n {
            from_to(own[i], part.corners[j], part.corners[(j + 1) % n], 1);
            from_to(part.corners[j], own[i], own[(i + 1) % 4], -1);
        }
    }
    let least = squares.iter().copied().min().expect("ways");
    let nearest = ways.into_iter().zip(squares).filter(|(_, square)| *square == least);
    (least, nearest.map(|(way, _)| way).collect())
}

/// A face of the part whose normal is among those nearest to the way back to the start.
fn is_nearest_face(part: &Convex, way: &([i128; 2], i128), normal: Point, start: Rect) -> bool {
    let back = reduced_or_zero([-way.0[0], -way.0[1]]);
    let toward = |n: Point| dot(n, back).signum() * dot(n, back).pow(2);
    let corner = |n: Point| [0, 1].map(|k| if n[k] > 0 { start[0][k] } else { start[1][k] });
    let sides = Direction::ALL.map(|d| [d.vector().x, d.vector().y].map(i128::from));
    let faces = part.edges.iter().map(|e| e.normal).chain(sides);
    let reaches = |n: Point| part.corners.iter().map(|c| dot(n, *c)).max();
    if back == [0, 0] {
        return faces.into_iter().any(|n| n == normal && reaches(n) == Some(dot(n, corner(n))));
    }
    // No edge through the nearest point is more directly opposite to the start, counting edges that look away from
    // it.
    let own = part.edges.iter().map(|e| e.normal).any(|n| n == normal);
    let beyond = |e: &Edge| {
        let side = dot(e.normal, minus(corner(e.normal), e.from)) * way.1 + dot(e.normal, way.0);
        let on_ends = [0, 1].map(|k| (e.from[k].min(e.to[k]), e.from[k].max(e.to[k])));
        let on = (0..2).all(|k| {
            let low = start[0][k] * way.1 + way.0[k];
            let high = start[1][k] * way.1 + way.0[k];
            low <= on_ends[k].1 * way.1 && on_ends[k].0 * way.1 <= high
        });
        side == 0 && on
    };
    let is_less = |n: Point, m: Point| Exact::new(toward(n), dot(n, n)) < Exact::new(toward(m), dot(m, m));
    let through: Vec<Point> = part.edges.iter().filter(|e| beyond(e)).map(|e| e.normal).collect();
    own && !through.iter().any(|n| is_less(normal, *n)) || sides.contains(&normal) && back == normal
}

fn reduced_or_zero(v: Point) -> Point {
    if v == [0, 0] { v } else { reduced(v) }
}

fn must_be_nearest(parts: &[Convex], start: Rect, within: i128, seen: Option<Nearest>, context: &str) {
    let solids = parts.iter().filter(|p| p.is_solid());
    let all: Vec<(Exact, _, &Convex)> = solids
        .map(|p| {
            let (square, ways) = distance(p, start);
            (square, ways, p)
        })
        .collect();
    let least = all.iter().map(|a| a.0).min();
    let least = least.filter(|l| *l <= Exact::new(within * within, 1));
    let Some(seen) = seen else {
        assert!(least.is_none(), "{context}: there is something");
        return;
    };
    let least = least.unwrap_or_else(|| panic!("{context}: nothing is there"));
    assert_eq!(i128::from(seen.distance_squared), least.num / least.den, "{context}");
    let near = || all.iter().filter(|a| a.0 == least);
    let own = near().find(|a| wanted(a.2) == told(&seen.solid));
    let (_, ways, part) = own.unwrap_or_else(|| panic!("{context}: {seen:?} is not nearest"));
    let by = [i128::from(seen.translation.x), i128::from(seen.translation.y)];
    let way = ways.iter().find(|w| w.0.map(|c| c / w.1) == by);
    let way = way.unwrap_or_else(|| panic!("{context}: {seen:?} is not one of {ways:?}"));
    let normal = [i128::from(seen.normal.x), i128::from(seen.normal.y)];
    assert_eq!(seen.face, face_of(normal));
    assert!(is_nearest_face(part, way, normal, start), "{context}: {seen:?}, {part:?}");
    // Of those alike in all else the first by name.
    if least.num != 0 {
        let first = near().filter(|a| {
            let same = is_nearest_face(a.2, way, normal, start);
            same && start[0] == start[1]
                && a.1.iter().any(|w| w.0.map(|c| c * way.1) == way.0.map(|c| c * w.1))
        });
        let first = first.min_by_key(|a| a.2.name.order());
        assert!(first.is_none_or(|f| f.2.name.order() >= part.name.order()), "{context}: {first:?}");
    }
}

/// The gap on an axis from one box to another, signed.
fn gap(from: Rect, to: Rect, k: usize) -> i128 {
    if to[0][k] > from[1][k] {
        to[0][k] - from[1][k]
    } else if to[1][k] < from[0][k] {
        to[1][k] - from[0][k]
    } else {
        0
    }
}

/// The face of a box that is nearest, by its normal.
fn nearest_face(from: Rect, to: Rect) -> Point {
    let [x, y] = [gap(from, to, 0), gap(from, to, 1)];
    if x.abs() > y.abs() {
        return [-x.signum(), 0];
    }
    if y != 0 {
        return [0, -y.signum()];
    }
    let touching = [
        (from[1][1] == to[0][1], [0, -1]),
        (from[0][1] == to[1][1], [0, 1]),
        (from[1][0] == to[0][0], [-1, 0]),
        (from[0][0] == to[1][0], [1, 0]),
    ];
    touching.into_iter().find(|t| t.0).expect("it touches").1
}

/// Of boxes as near the first by its extent beside the start, by a level face, by name. What a point touches depends on its
/// neighbors.
fn must_be_first_nearest(parts: &[Convex], start: Rect, seen: &Nearest, context: &str) {
    let normal = [seen.normal.x, seen.normal.y].map(i128::from);
    if start[0] == start[1] && seen.distance_squared == 0 {
        return must_be_exposed(parts, start[0], normal, &told(&seen.solid), context);
    }
    let order = |p: &&Convex| {
        let to = p.bounds();
        let extent = |k: usize| (start[1][k].min(to[1][k]) - start[0][k].max(to[0][k])).max(0);
        let distance: i128 = (0..2).map(|k| gap(start, to, k).pow(2)).sum();
        let is_level = nearest_face(start, to)[1] != 0;
        (distance, Reverse(extent(0).max(extent(1))), !is_level, p.name.order())
    };
    let first = parts.iter().filter(|p| !overlaps(p, start)).min_by_key(order).expect("something is near");
    let wished = (wanted(first), nearest_face(start, first.bounds()));
    assert_eq!((told(&seen.solid), normal), wished, "{context}");
}

/// The face on which a point lies has its box on one side of it and nothing on the other.
fn must_be_exposed(parts: &[Convex], at: Point, normal: Point, own: &Told, context: &str) {
    let (axis, free) = if normal[0] == 0 { (1, 0) } else { (0, 1) };
    let square = |side: i128, outside: bool| {
        let mut low = at;
        low[free] += side;
        low[axis] -= i128::from((normal[axis] < 0) == outside);
        [low, low.map(|c| c + 1)]
    };
    let is_open = |side: i128| {
        let is_own = |p: &&Convex| wanted(p) == *own && overlaps(p, square(side, false));
        parts.iter().any(|p| is_own(&p)) && !parts.iter().any(|p| overlaps(p, square(side, true)))
    };
    assert!(is_open(-1) || is_open(0), "{context}: the face {normal:?} of {own:?} is hidden");
    // A level face would have come first.
    let is_filled = |x: i128, y: i128| {
        let low = [at[0] + x, at[1] + y];
        parts.iter().any(|p| overlaps(p, [low, low.map(|c| c + 1)]))
    };
    let is_level = [-1, 0].into_iter().any(|x| is_filled(x, -1) != is_filled(x, 0));
    assert!(normal[0] == 0 || !is_level, "{context}: there is a level face beside {normal:?} of {own:?}");
}

#[test]
fn the_nearest_is_what_the_judge_says() {
    let mut met = Meter::default();
    for seed in seeds(500, 30_000) {
        let mut rng = Rng::new(seed ^ 0x4EA2);
        let world = random_world(&mut rng);
        for _ in 0..4 {
            let mask = rng.pick(&MASKS);
            let parts = world.seen(mask, false);
            let tile = world.tile.map(i64::from);
            let end = i64::from(i32::MAX);
            let within = rng.pick(&[0, 1, 100, 5000, tile[0], 3 * tile[1], 1 << 20, end]).min(end);
            let at = place(&mut rng, &world, &parts);
            let seen = world.grid.nearest(engine(at), within as i32, mask);
            let context = format!("seed {seed}, mask {mask:#x}, {at:?} within {within}");
            if Spot::of(at).is_inside(&parts) {
                assert!(seen.is_some_and(|n| n.face.is_none() && n.distance_squared == 0), "{context}");
            } else {
                must_be_nearest(&parts, [at, at], within.into(), seen, &context);
                if let Some(seen) = seen.filter(|_| world.is_of_boxes) {
                    must_be_first_nearest(&parts, [at, at], &seen, &context);
                    let is_corner = seen.translation.x != 0 && seen.translation.y != 0;
                    met.count_if(is_corner, "points nearest to the corner of a box");
                }
                met.count_if(seen.is_some(), "points near something");
                met.count_if(seen.is_none(), "points near nothing");
                let is_slanted = seen.is_some_and(|n| n.normal.x != 0 && n.normal.y != 0);
                met.count_if(is_slanted, "points nearest to a slanted face");
                met.count_if(seen.is_some_and(|n| n.distance_squared == 0), "points that touch something");
            }
            let area = rect(&mut rng, &world, &parts);
            let seen = world.grid.nearest_to_box(aabb(area), within as i32, mask);
            if parts.iter().any(|p| overlaps(p, area)) {
                assert!(seen.is_some_and(|n| n.face.is_none() && n.distance_squared == 0), "{context}");
            } else {
                let context = format!("seed {seed}, mask {mask:#x}, {area:?} within {within}");
                must_be_nearest(&parts, area, within.into(), seen, &context);
                if let Some(seen) = seen.filter(|_| world.is_of_boxes) {
                    must_be_first_nearest(&parts, area, &seen, &context);
                }
                met.count_if(seen.is_some(), "boxes near something");
            }
        }
    }
    met.demand_each("nearest", 15);
}

#[test]
fn the_nearest_is_found_at_the_other_end_of_an_empty_world() {
    let mut grid = TileGrid::new([16, 16]);
    let layer = grid.add_layer("ground");
    let tile = grid.add_tile(Tile::default());
    assert!(grid.nearest(glam::IVec2::ZERO, i32::MAX, u32::MAX).is_none());
    grid.set_tile(layer, TileCoord::new(300_000, -5), Some(tile));
    let found = grid.nearest(glam::IVec2::ZERO, i32::MAX, u32::MAX).expect("it is there");
    assert_eq!((found.translation.x, found.translation.y), (300_000 * 4096, -4 * 4096));
    assert_eq!(found.face, Some(Direction::Left));
    assert!(grid.nearest(glam::IVec2::ZERO, 300_000 * 4096, u32::MAX).is_none());
}

#[test]
fn in_a_corner_a_face_of_45_degrees_precedes_a_wall() {
    let mut grid = TileGrid::new([16, 16]);
    let layer = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    let rising = Slope { side: Direction::Down, heights: [0, 16 * 256] };
    let slope = grid.add_tile(Tile { shape: TileShape::Slope(rising), ..Tile::default() });
    for (col, row, tile) in [(0, 0, stone), (0, 1, stone), (1, 1, stone), (1, 0, slope)] {
        grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
    }
    let foot = glam::IVec2::splat(16 * 256);
    let found = grid.nearest(foot, 0, u32::MAX).expect("it is in the corner");
    assert_eq!((found.normal, found.face), (glam::IVec2::splat(-1), Some(Direction::Up)));
    assert_eq!(found.solid.cell, TileCoord::new(1, 0));
}

/// True if a box is held by a face with this normal: it touches the face, and a step against the normal would
/// enter.
fn holds(part: &Convex, area: Rect, normal: Point) -> bool {
    let corner = [0, 1].map(|k| if normal[k] > 0 { area[0][k] } else { area[1][k] });
    let [low, high] = part.bounds();
    let reach = part.corners.iter().map(|c| dot(normal, *c)).max().expect("corners");
    let side = dot(normal, corner) - reach;
    if normal.contains(&0) {
        let k = usize::from(normal[0] == 0);
        let stepped = area.map(|c| [0, 1].map(|k| c[k] - normal[k]));
        let on: Vec<i128> =
            part.corners.iter().filter(|c| dot(normal, **c) == reach).map(|c| c[1 - k]).collect();
        let from = on.iter().min().expect("one");
        let to = on.iter().max().expect("one");
        let beside = *from < area[1][1 - k] && area[0][1 - k] < *to;
        return side == 0 && beside && (!part.is_solid() || overlaps(part, stepped));
    }
    let near = 0 <= side && side < normal[0].abs() + normal[1].abs();
    if part.is_solid() {
        let [x, y] = normal.map(i128::signum);
        let enters = |v: Point| overlaps(part, area.map(|c| minus(c, v)));
        return near && [[x, y], [x, 0], [0, y]].into_iter().any(enters);
    }
    let open = part.open.expect("a line");
    let k = usize::from(open.vector().y == 0);
    // Without the lower end.
    let lower = if normal[k] < 0 { low[k] } else { high[k] };
    near && low[k] <= corner[k] && corner[k] <= high[k] && corner[k] != lower
}

#[test]
fn what_holds_a_box_is_what_the_judge_says() {
    let mut met = Meter::default();
    for seed in seeds(1000, 30_000) {
        let mut rng = Rng::new(seed ^ 0x5099);
        let world = random_world(&mut rng);
        let one_ways = rng.chance(80);
        let parts: Vec<Convex> =
            world.seen(u32::MAX, false).into_iter().filter(|p| one_ways || p.is_solid()).collect();
        for _ in 0..8 {
            let area = rect(&mut rng, &world, &parts);
            let up = rng.pick(&Direction::ALL);
            if parts.iter().any(|p| overlaps(p, area)) {
                continue;
            }
            let v = [i128::from(up.vector().x), i128::from(up.vector().y)];
            let mut wished: Vec<(Point, Told)> = Vec::new();
            for part in &parts {
                let mut normals: Vec<Point> = part.edges.iter().map(|e| e.normal).collect();
                let sides = match part.open {
                    None => Direction::ALL.to_vec(),
                    Some(open) => vec![open],
                };
                normals.extend(sides.into_iter().map(|d| [d.vector().x, d.vector().y].map(i128::from)));
                normals.sort_unstable();
                normals.dedup();
                let held_by = normals.into_iter().filter(|n| dot(*n, v) > 0 && holds(part, area, *n));
                wished.extend(held_by.map(|n| (n, wanted(part))));
            }
            let query = Query { one_ways, ..Query::new(u32::MAX) };
            let mut seen = Vec::new();
            for s in world.grid.supports(aabb(area), up, query) {
                let free = 1 - usize::from(up.vector().x == 0);
                let n = s.normal;
                assert!(s.contact[0] <= s.contact[1], "{s:?}");
                let range = [engine(area[0])[free], engine(area[1])[free]];
                assert!(range[0] <= s.contact[0] && s.contact[1] <= range[1], "{s:?}");
                assert!(n[free] == 0 || s.contact[0] == s.contact[1] && range.contains(&s.contact[0]));
                seen.push(([i128::from(n.x), i128::from(n.y)], told(&s.solid)));
            }
            seen.sort_unstable();
            wished.sort_unstable();
            assert_eq!(seen, wished, "seed {seed}, up {up:?}, {area:?}");
            met.count_if(!seen.is_empty(), "boxes that are held");
            met.count_if(seen.len() > 1, "by several surfaces");
            met.count_if(seen.iter().any(|s| !s.0.contains(&0)), "by slanted faces");
            met.count_if(seen.iter().any(|s| s.1.5), "by one-way lines");
        }
    }
    met.demand_each("what holds boxes", 30);
}
