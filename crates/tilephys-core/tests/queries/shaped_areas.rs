//! Point queries, box queries, nearest solids and contacts, among slopes, polygons and one-way lines.

use crate::exact::Exact;
use crate::queries::report;
use crate::queries::shaped_casts::{MASKS, Told, engine, face_of, place, told, wanted};
use crate::queries::shaped_judge::{Edge, Spot, dot, minus, reduced};
use crate::queries::shaped_world::{Convex, Point, World, shaped_world};
use crate::rng::Rng;
use crate::volume::seeds;
use tilephys_core::{
    Aabb, Direction,
    query::{Nearest, Query},
};

/// A box by its corners.
type Rect = [Point; 2];

fn aabb([low, high]: Rect) -> Aabb {
    Aabb { min: engine(low), max: engine(high) }
}

pub(crate) fn rect(rng: &mut Rng, world: &World, parts: &[Convex]) -> Rect {
    let (at, tile) = (place(rng, world, parts), world.tile);
    let size = [0, 1].map(|k| {
        let any = rng.range(1, 3 * i64::from(tile[k]));
        i128::from(rng.pick(&[1, i64::from(tile[k]) / 4, i64::from(tile[k]), any]))
    });
    let back = [0, 1].map(|k| if rng.chance(50) { size[k] } else { 0 });
    let low = minus(at, back);
    [low, [low[0] + size[0], low[1] + size[1]]]
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
        && !part.edges().iter().any(apart)
}

/// In the order in which an area tells: tiles, then what does not fit a cell by the first cell in the area.
fn area_order(world: &World, part: &Convex, cells: [[i128; 2]; 2], all: &[Convex]) -> impl Ord + use<> {
    let n = &part.name;
    let tile = world.tile.map(i128::from);
    let whole = all.iter().filter(|p| p.name.age == n.age).map(|p| p.bounds()[0]);
    let low = whole.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).expect("itself");
    let first = |k: usize| match n.age {
        None => i128::from(n.cell[k]),
        Some(_) => low[k].div_euclid(tile[k]).max(cells[0][k]),
    };
    let within = n.age.map(|_| (n.off_grid.is_none(), n.off_grid, n.cell[1], n.cell[0]));
    (n.age.is_some(), first(1), first(0), within, n.layer, n.part)
}

/// Expected result for the parts held: each tile once.
fn told_of(world: &World, held: Vec<&Convex>, cells: [[i128; 2]; 2]) -> Vec<Told> {
    let mut held = held;
    held.sort_by_key(|p| area_order(world, p, cells, &world.parts));
    let mut all: Vec<&Convex> = Vec::new();
    for part in held {
        let same = |p: &&Convex| {
            (p.name.cell, p.name.layer, p.name.age) == (part.name.cell, part.name.layer, part.name.age)
        };
        if !all.iter().any(same) {
            all.push(part);
        }
    }
    all.into_iter().map(wanted).collect()
}

#[test]
fn points_and_boxes_among_shapes_hold_what_the_judge_says() {
    let (mut inside, mut seams, mut outside, mut full, mut touched, mut several) = (0, 0, 0, 0, 0, 0);
    for seed in seeds(400, 20_000) {
        let mut rng = Rng::new(seed ^ 0xA4EA);
        let world = shaped_world(&mut rng);
        let tile = world.tile.map(i128::from);
        for _ in 0..6 {
            let mask = rng.pick(&MASKS);
            let parts = world.seen(mask, true);
            let at = place(&mut rng, &world, &parts);
            let spot = Spot::of(at);
            let held: Vec<&Convex> = parts.iter().filter(|p| spot.is_in(p)).collect();
            let is_inside = spot.is_inside(&parts);
            outside += u64::from(!is_inside && !held.is_empty());
            let is_on = |p: &&&Convex| p.edges().iter().any(|e| dot(e.normal, minus(at, e.from)) == 0);
            let all_on = held.iter().all(|p| is_on(&p));
            let cells = [[0, 1].map(|k| (at[k] - 1).div_euclid(tile[k])), [0, 0]];
            let wished = if is_inside { told_of(&world, held, cells) } else { Vec::new() };
            let seen: Vec<Told> = world.grid.solids_at(engine(at), mask).map(|s| told(&s)).collect();
            assert_eq!(seen, wished, "seed {seed}, mask {mask:#x}, {at:?}");
            inside += u64::from(is_inside);
            seams += u64::from(is_inside && all_on);

            let area = rect(&mut rng, &world, &parts);
            let held: Vec<&Convex> = parts.iter().filter(|p| overlaps(p, area)).collect();
            let cells = [[0, 1].map(|k| area[0][k].div_euclid(tile[k])), [0, 0]];
            let wished = told_of(&world, held, cells);
            let seen: Vec<Told> = world.grid.solids_in(aabb(area), mask).map(|s| told(&s)).collect();
            assert_eq!(seen, wished, "seed {seed}, mask {mask:#x}, {area:?}");
            assert_eq!(world.grid.overlaps(aabb(area), mask), !seen.is_empty());
            full += u64::from(!seen.is_empty());
            several += u64::from(seen.len() > 1);
            let grown = [area[0].map(|c| c - 1), area[1].map(|c| c + 1)];
            touched += u64::from(seen.is_empty() && parts.iter().any(|p| overlaps(p, grown)));
        }
    }
    let counts = [
        ("points inside", inside),
        ("points inside on seams alone", seams),
        ("points on the outside", outside),
        ("boxes with something", full),
        ("boxes with several things", several),
        ("boxes that only touch", touched),
    ];
    report("points and boxes among shapes", &counts, 50);
}

/// From a box to a part: the squared distance, and twice the way times `den`, by every corner of each against every edge of
/// the other.
fn distance(part: &Convex, rect: Rect) -> (Exact, Vec<([i128; 2], i128)>) {
    let mut ways: Vec<([i128; 2], i128)> = Vec::new();
    let mut from_to = |p: Point, a: Point, b: Point, sign: i128| {
        // From p to the nearest point of a..b.
        let (edge, way) = (minus(b, a), minus(p, a));
        let (along, length) = (dot(edge, way), dot(edge, edge));
        let (num, den) = if along <= 0 || length == 0 {
            (minus(a, p), 1)
        } else if along >= length {
            (minus(b, p), 1)
        } else {
            ([0, 1].map(|k| (a[k] - p[k]) * length + edge[k] * along), length)
        };
        ways.push((num.map(|c| c * sign), den));
    };
    let (own, n) = (corners(rect), part.corners.len());
    for i in 0..4 {
        for j in 0..n {
            from_to(own[i], part.corners[j], part.corners[(j + 1) % n], 1);
            from_to(part.corners[j], own[i], own[(i + 1) % 4], -1);
        }
    }
    let square = |w: &([i128; 2], i128)| {
        // In the smallest numbers, so that comparisons fit.
        let [num, den] = reduced([dot(w.0, w.0), w.1 * w.1]);
        Exact::new(num, den)
    };
    let least = ways.iter().map(square).min().expect("ways");
    ways.retain(|w| square(w) == least);
    (least, ways)
}

/// A face of the part whose normal is among those nearest to the way back to the start.
fn is_nearest_face(part: &Convex, way: &([i128; 2], i128), normal: Point, start: Rect) -> bool {
    let back = [-way.0[0], -way.0[1]];
    let toward = |n: Point| dot(n, back).signum() * dot(n, back).pow(2);
    let corner = |n: Point| [0, 1].map(|k| if n[k] > 0 { start[0][k] } else { start[1][k] });
    let sides = Direction::ALL.map(|d| [d.vector().x, d.vector().y].map(i128::from));
    let faces = part.edges().into_iter().map(|e| e.normal).chain(sides);
    let reaches = |n: Point| part.corners.iter().map(|c| dot(n, *c)).max();
    if back == [0, 0] {
        return faces.into_iter().any(|n| n == normal && reaches(n) == Some(dot(n, corner(n))));
    }
    // No edge through the nearest point is more directly opposite to the start, counting edges that look away from
    // it.
    let own = part.edges().into_iter().map(|e| e.normal).any(|n| n == normal);
    let beyond = |e: &Edge| {
        let side = dot(e.normal, minus(corner(e.normal), e.from)) * way.1 + dot(e.normal, way.0);
        let on_ends = [0, 1].map(|k| (e.from[k].min(e.to[k]), e.from[k].max(e.to[k])));
        let on = (0..2).all(|k| {
            let (low, high) = (start[0][k] * way.1 + way.0[k], start[1][k] * way.1 + way.0[k]);
            low <= on_ends[k].1 * way.1 && on_ends[k].0 * way.1 <= high
        });
        side == 0 && on
    };
    let is_less = |n: Point, m: Point| Exact::new(toward(n), dot(n, n)) < Exact::new(toward(m), dot(m, m));
    let through: Vec<Point> = part.edges().iter().filter(|e| beyond(e)).map(|e| e.normal).collect();
    own && !through.iter().any(|n| is_less(normal, *n))
        || sides.contains(&normal) && reduced_or_zero(back) == normal
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

#[test]
fn the_nearest_among_shapes_is_what_the_judge_says() {
    let (mut near, mut slanted, mut touching, mut boxes, mut none) = (0, 0, 0, 0, 0);
    for seed in seeds(300, 15_000) {
        let mut rng = Rng::new(seed ^ 0x4EA2);
        let world = shaped_world(&mut rng);
        for _ in 0..4 {
            let mask = rng.pick(&MASKS);
            let parts = world.seen(mask, false);
            let within = rng.pick(&[0, 100, 5000, 1 << 20, i64::from(i32::MAX)]);
            let at = place(&mut rng, &world, &parts);
            let seen = world.grid.nearest(engine(at), within as i32, mask);
            let context = format!("seed {seed}, mask {mask:#x}, {at:?} within {within}");
            if Spot::of(at).is_inside(&parts) {
                assert!(seen.is_some_and(|n| n.face.is_none() && n.distance_squared == 0), "{context}");
            } else {
                must_be_nearest(&parts, [at, at], within.into(), seen, &context);
                near += u64::from(seen.is_some());
                none += u64::from(seen.is_none());
                slanted += u64::from(seen.is_some_and(|n| n.normal.x != 0 && n.normal.y != 0));
                touching += u64::from(seen.is_some_and(|n| n.distance_squared == 0));
            }
            let area = rect(&mut rng, &world, &parts);
            let seen = world.grid.nearest_to_box(aabb(area), within as i32, mask);
            if parts.iter().any(|p| overlaps(p, area)) {
                assert!(seen.is_some_and(|n| n.face.is_none() && n.distance_squared == 0), "{context}");
            } else {
                let context = format!("seed {seed}, mask {mask:#x}, {area:?} within {within}");
                must_be_nearest(&parts, area, within.into(), seen, &context);
                boxes += u64::from(seen.is_some());
            }
        }
    }
    let counts = [
        ("points near something", near),
        ("points near nothing", none),
        ("nearest to a slanted face", slanted),
        ("points that touch something", touching),
        ("boxes near something", boxes),
    ];
    report("nearest among shapes", &counts, 50);
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
        let (from, to) = (on.iter().min().expect("one"), on.iter().max().expect("one"));
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
    let (mut held, mut slanted, mut lines, mut both) = (0, 0, 0, 0);
    for seed in seeds(1000, 30_000) {
        let mut rng = Rng::new(seed ^ 0x5099);
        let world = shaped_world(&mut rng);
        let one_ways = rng.chance(80);
        let parts: Vec<Convex> =
            world.seen(u32::MAX, false).into_iter().filter(|p| one_ways || p.is_solid()).collect();
        for _ in 0..8 {
            let (area, up) = (rect(&mut rng, &world, &parts), rng.pick(&Direction::ALL));
            if parts.iter().any(|p| overlaps(p, area)) {
                continue;
            }
            let v = [i128::from(up.vector().x), i128::from(up.vector().y)];
            let mut wished: Vec<(Point, Told)> = Vec::new();
            for part in &parts {
                let mut normals: Vec<Point> = part.edges().iter().map(|e| e.normal).collect();
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
                let (free, n) = (1 - usize::from(up.vector().x == 0), s.normal);
                assert!(s.contact[0] <= s.contact[1], "{s:?}");
                let range = [engine(area[0])[free], engine(area[1])[free]];
                assert!(range[0] <= s.contact[0] && s.contact[1] <= range[1], "{s:?}");
                assert!(n[free] == 0 || s.contact[0] == s.contact[1] && range.contains(&s.contact[0]));
                seen.push(([i128::from(n.x), i128::from(n.y)], told(&s.solid)));
            }
            seen.sort_unstable();
            wished.sort_unstable();
            assert_eq!(seen, wished, "seed {seed}, up {up:?}, {area:?}");
            held += u64::from(!seen.is_empty());
            both += u64::from(seen.len() > 1);
            slanted += u64::from(seen.iter().any(|s| !s.0.contains(&0)));
            lines += u64::from(seen.iter().any(|s| s.1.5));
        }
    }
    let counts = [
        ("boxes that are held", held),
        ("by several surfaces", both),
        ("by slanted faces", slanted),
        ("by one-way lines", lines),
    ];
    report("what holds boxes", &counts, 30);
}
