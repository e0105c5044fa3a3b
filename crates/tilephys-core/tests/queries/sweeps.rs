//! Sweeps of boxes and polygons among tiles, boxes, slopes, polygons and one-way lines.

use crate::exact::Exact;
use crate::meter::Meter;
use crate::queries::areas::{held_by_box, overlaps};
use crate::queries::casts::{MASKS, Told, ratio, seen, told, wanted};
use crate::queries::judge::{dot, minus, reduced};
use crate::queries::world::{Convex, Point, Rect, World, engine, place, polygon, random_world, rect};
use crate::rng::Rng;
use crate::shapes;
use crate::shapes::world::WORLD_END;
use crate::volume::seeds;
use tilephys_core::{
    Aabb, Direction,
    query::{Query, QueryHit, Solid},
    shape::Polygon,
};

/// Units that a mover may be past a one-way line and still be stopped by it.
const TOLERANCE: i128 = 4;

/// A convex polygon on a straight way.
struct Flight {
    corners: Vec<Point>,
    at: Point,
    d: Point,
}

impl Flight {
    /// The places at which the mover overlaps a part, as outward normals and offsets of their border: the sides of the part,
    /// and the sides of the mover turned round.
    fn border(&self, part: &Convex) -> Vec<(Point, i128)> {
        let count = self.corners.len();
        let own = (0..count).map(|i| minus(self.corners[(i + 1) % count], self.corners[i]));
        let area = |i: usize| {
            let [a, b] = [self.corners[i], self.corners[(i + 1) % count]];
            a[0] * b[1] - a[1] * b[0]
        };
        let turn = (0..count).map(area).sum::<i128>().signum();
        let mut normals: Vec<Point> = own.map(|d| reduced([-d[1] * turn, d[0] * turn])).collect();
        normals.extend(part.edges.iter().map(|edge| edge.normal));
        normals.sort_unstable();
        normals.dedup();
        let reach = |n: Point, corners: &[Point]| corners.iter().map(|c| dot(n, *c)).max().expect("corners");
        let offset = |n: Point| reach(n, &part.corners) + reach(n.map(|c| -c), &self.corners);
        normals.into_iter().map(|n| (n, offset(n))).collect()
    }

    /// True if it begins and ends in the world.
    fn is_in_world(&self) -> bool {
        let end = i128::from(WORLD_END);
        let is_in = |at: Point| self.corners.iter().all(|c| (0..2).all(|k| (at[k] + c[k]).abs() <= end));
        is_in(self.at) && is_in([0, 1].map(|k| self.at[k] + self.d[k]))
    }

    fn overlaps(&self, part: &Convex) -> bool {
        part.is_solid() && self.border(part).iter().all(|(n, offset)| dot(*n, self.at) < *offset)
    }

    /// When it enters a part, and the normals that may be told.
    fn entry(&self, part: &Convex) -> Option<(Exact, Vec<Point>)> {
        if !part.is_solid() {
            return self.landing(part);
        }
        let border = self.border(part);
        let zero = Exact::ZERO;
        let one = Exact::ONE;
        let mut enter: Option<Exact> = None;
        let mut leave: Option<Exact> = None;
        for (n, offset) in &border {
            let side = dot(*n, self.at) - offset;
            let speed = dot(*n, self.d);
            if speed == 0 && side >= 0 {
                return None;
            } else if speed < 0 {
                let t = Exact::new(side, -speed);
                enter = Some(enter.filter(|e| t < *e).unwrap_or(t));
            } else if speed > 0 {
                let t = Exact::new(-side, speed);
                leave = Some(leave.filter(|l| *l < t).unwrap_or(t));
            }
        }
        let enter = enter.filter(|t| zero <= *t && *t < one)?;
        if leave.is_some_and(|leave| leave <= enter) {
            return None;
        }
        let is_met = |(n, offset): &&(Point, i128)| {
            let speed = dot(*n, self.d);
            speed < 0 && Exact::new(dot(*n, self.at) - offset, -speed) == enter
        };
        Some((enter, border.iter().filter(is_met).map(|b| b.0).collect()))
    }

    /// When what comes first of the mover lands on a one-way line, or an edge of it on the raised end of a slanted one.
    fn landing(&self, line: &Convex) -> Option<(Exact, Vec<Point>)> {
        let open = line.open.expect("a line");
        let up = [i128::from(open.vector().x), i128::from(open.vector().y)];
        let k = usize::from(up[0] != 0);
        let n = line.edges[0].normal;
        let ends = [line.corners[0], line.corners[1]];
        let on_line = self.reach(n, &ends, k);
        let highest = if dot(up, ends[0]) >= dot(up, ends[1]) { ends[0] } else { ends[1] };
        let on_end = if n == up { None } else { self.reach(up, &[highest], k) };
        let earlier = |a: (Exact, Point), b: (Exact, Point)| if b.0 < a.0 { b } else { a };
        let met = [on_line, on_end].into_iter().flatten().reduce(earlier)?;
        Some((met.0, vec![met.1]))
    }

    fn reach(&self, n: Point, ends: &[Point], k: usize) -> Option<(Exact, Point)> {
        let least = self.corners.iter().map(|c| dot(n, *c)).min().expect("corners");
        let side = dot(n, self.at) + least - dot(n, ends[0]);
        let speed = -dot(n, self.d);
        let tolerance = TOLERANCE * n[0].abs().max(n[1].abs());
        if speed <= 0 || side < -tolerance || side >= speed {
            return None;
        }
        let when = Exact::new(side.max(0), speed);
        let own = self.corners.iter().filter(|c| dot(n, **c) == least);
        let moved: Vec<i128> = own.map(|c| (self.at[k] + c[k]) * when.den + self.d[k] * when.num).collect();
        let low = moved.iter().min().expect("one");
        let high = moved.iter().max().expect("one");
        let at = |f: fn(i128, i128) -> i128| ends.iter().map(|e| e[k]).reduce(f).expect("ends") * when.den;
        let from = at(i128::min);
        let to = at(i128::max);
        let on = if low == high && from != to {
            // The lower end of a slanted line is on it only for what goes up from there, the upper end only for what
            // comes down on it.
            let comes_down = self.d[1 - k] * n[1 - k] < 0;
            let up_from = |end: i128, side: i128| {
                *low != end || n[k] == 0 || if n[k] * side > 0 { self.d[k] * side < 0 } else { comes_down }
            };
            from <= *low && *high <= to && up_from(from, -1) && up_from(to, 1)
        } else {
            *low < to && from < *high
        };
        on.then_some((when, n))
    }
}

fn boxed(size: Point) -> Vec<Point> {
    vec![[0, 0], [size[0], 0], size, [0, size[1]]]
}

fn translation(rng: &mut Rng, world: &World, parts: &[Convex], at: Point) -> Point {
    let tile = world.tile.map(i128::from);
    let any = [0, 1].map(|k| i128::from(rng.range(-4 * tile[k] as i64, 4 * tile[k] as i64)));
    let edge = if parts.is_empty() {
        any
    } else {
        let part = &parts[rng.below(parts.len())];
        let from = rng.below(part.corners.len());
        minus(part.corners[(from + 1) % part.corners.len()], part.corners[from]).map(|c| 2 * c)
    };
    let to = minus(place(rng, world, parts), at);
    rng.pick(&[any, edge, to, [any[0], 0], [0, any[1]]])
}

/// Among boxes a box may go to any place in the world.
fn box_translation(rng: &mut Rng, world: &World, parts: &[Convex], [low, high]: Rect) -> Point {
    let d = translation(rng, world, parts, low);
    if !world.is_of_boxes {
        return d;
    }
    let far = [0; 2].map(|_| i128::from(rng.any_scale(32)));
    let d = if rng.chance(20) { far } else { d };
    let end = i128::from(WORLD_END);
    let longest = i128::from(i32::MAX);
    [0, 1].map(|k| d[k].clamp(-end - low[k], end - high[k]).clamp(-longest, longest))
}

fn is_small(d: Point) -> bool {
    d.iter().all(|c| c.abs() < 1 << 18)
}

#[test]
fn polygons_meet_what_the_judge_says() {
    let mut counts = Meter::default();
    for seed in seeds(300, 25_000) {
        let mut rng = Rng::new(seed ^ 0x9017);
        let world = random_world(&mut rng);
        for _ in 0..8 {
            let mask = rng.pick(&MASKS);
            let parts = world.seen(mask, false);
            let own = polygon(&mut rng, &world);
            let corners: Vec<Point> =
                own.corners().iter().map(|c| [i128::from(c.x), i128::from(c.y)]).collect();
            let at = place(&mut rng, &world, &parts);
            let at = if rng.chance(50) { minus(at, rng.pick(&corners)) } else { at };
            let d = translation(&mut rng, &world, &parts, at);
            if !is_small(d) {
                continue;
            }
            let flight = Flight { corners, at, d };
            if !flight.is_in_world() {
                continue;
            }
            let context = || format!("seed {seed}, mask {mask:#x}, {own:?} from {at:?} by {d:?}");
            let hit = world.grid.sweep_polygon(&own, engine(at), engine(d), mask);
            let start = parts.iter().filter(|p| flight.overlaps(p)).min_by_key(|p| p.name.order());
            let overlaps = world.grid.overlaps_polygon(&own, engine(at), mask);
            assert_eq!(overlaps, start.is_some(), "{}", context());
            if let Some(start) = start {
                let hit = hit.expect("it starts in something");
                assert!(hit.starts_inside() && hit.shape.fraction.num() == 0, "{}", context());
                assert_eq!(told(&hit.target), wanted(start), "{}", context());
                counts.count("starts inside", 1);
                continue;
            }
            let met: Vec<_> = parts.iter().filter_map(|p| flight.entry(p).map(|(t, n)| (t, n, p))).collect();
            let first = met.iter().map(|m| m.0).min();
            assert_eq!(hit.map(|h| h.shape.fraction), first.map(ratio), "{}", context());
            counts.count_if(hit.is_some(), "hits");
            counts.count_if(hit.is_none(), "misses");
            let (Some(hit), Some(first)) = (hit, first) else { continue };
            let (_, normal, solid) = seen(&hit);
            let now = || met.iter().filter(|m| m.0 == first);
            let own = now().find(|m| wanted(m.2) == solid);
            let own = own.unwrap_or_else(|| panic!("{}: {hit:?} is not met first", context()));
            assert!(own.1.contains(&normal), "{}: {hit:?}, one of {:?}", context(), own.1);
            let position = [0, 1].map(|k| at[k] + d[k] * first.num / first.den);
            assert_eq!(hit.shape.position, engine(position), "{}", context());
            counts.count_if(now().count() > 1, "hits of several at once");
            counts.count_if(!normal.contains(&0), "hits on slanted faces");
            counts.count_if(hit.target.one_way, "hits on one-way lines");
        }
    }
    counts.demand_each("sweeps of polygons", 15);
}

/// Results that box and polygon sweeps share: all except for the rounded contact point on a flat face, and the
/// choice between parts that share the face.
fn shared(hit: QueryHit<Solid>) -> impl PartialEq + std::fmt::Debug {
    let on_axis = hit.shape.normal.x == 0 || hit.shape.normal.y == 0;
    let point = (!on_axis).then_some(hit.shape.point);
    (hit.shape.fraction, hit.shape.normal, hit.face, hit.shape.position, point)
}

/// A box on a straight way.
struct BoxSweep<'a> {
    world: &'a World,
    mask: u32,
    parts: Vec<Convex>,
    area: Rect,
    flight: Flight,
    context: String,
}

impl BoxSweep<'_> {
    fn aabb(&self) -> Aabb {
        Aabb { min: engine(self.area[0]), max: engine(self.area[1]) }
    }

    /// The first hit is a polygon's; among boxes it is judged with its ties too.
    fn check_first(&self, met: &mut Meter) {
        let context = &self.context;
        let d = self.flight.d;
        let [low, high] = self.area;
        let grid = &self.world.grid;
        let size = minus(high, low);
        let hit = grid.sweep(self.aabb(), engine(d), self.mask);
        let starts_inside = hit.is_some_and(|h| h.starts_inside());
        if is_small(d) && is_small(size) {
            let corners: Vec<_> = boxed(size).into_iter().map(engine).collect();
            let alike = grid.sweep_polygon(&Polygon::new(&corners), engine(low), engine(d), self.mask);
            if starts_inside {
                assert!(alike.is_some_and(|h| h.starts_inside()), "{context}");
            } else {
                assert_eq!(hit.map(shared), alike.map(shared), "{context}");
            }
        }
        if self.world.is_of_boxes {
            let start = held_by_box(self.world, &self.parts, self.area).into_iter().next();
            let start = start.map(|start| (Exact::ZERO, [0, 0], start));
            let wished = start.or_else(|| self.first_by_documented_ties());
            let position = wished.map(|(when, ..)| [0, 1].map(|k| low[k] + d[k] * when.num / when.den));
            assert_eq!(hit.as_ref().map(seen), wished.map(|(t, n, s)| (ratio(t), n, s)), "{context}");
            assert_eq!(hit.map(|h| h.shape.position), position.map(engine), "{context}");
        }
        met.count_if(starts_inside, "starts inside");
        met.count_if(hit.is_some(), "hits");
        let is_slanted = hit.is_some_and(|h| h.shape.normal.x != 0 && h.shape.normal.y != 0);
        met.count_if(is_slanted, "hits on slanted faces");
        met.count_if(hit.is_some_and(|h| h.target.one_way), "hits on one-way lines");
    }

    fn first_by_documented_ties(&self) -> Option<(Exact, Point, Told)> {
        let place = |p: Point| p.map(|c| c as i64);
        let d = self.flight.d;
        let body = shapes::solid::Rect { lo: place(self.area[0]), hi: place(self.area[1]) };
        let solids = self.world.map.solids(self.mask);
        let met = shapes::first::Flight { body, d: place(d), up: Direction::Up }.first_hit(&solids)?;
        let mut normal = [0; 2];
        normal[met.axis()] = -d[met.axis()].signum();
        let name = met.solid.name;
        let is_met = |p: &&Convex| {
            let n = p.name;
            (n.layer, n.cell.map(i64::from), n.off_grid) == (name.layer, name.cell, name.off_grid)
        };
        Some((met.at, normal, wanted(self.parts.iter().find(is_met).expect("it is seen"))))
    }

    /// All that is met comes in order of time, then by name.
    fn check_all(&self, buffer: &mut Vec<QueryHit<Solid>>, met: &mut Meter) {
        let context = &self.context;
        buffer.clear();
        self.world.grid.sweep_all(self.aabb(), engine(self.flight.d), self.mask, buffer);
        let inside = buffer.iter().filter(|h| h.starts_inside());
        let inside: Vec<Told> = inside.map(|h| told(&h.target)).collect();
        let mut held: Vec<&Convex> = self.parts.iter().filter(|p| overlaps(p, self.area)).collect();
        assert_eq!(inside.is_empty(), held.is_empty(), "{context}");
        if self.world.is_of_boxes {
            held.sort_by_key(|p| p.name.order());
            assert_eq!(inside, held.into_iter().map(wanted).collect::<Vec<_>>(), "{context}");
        }
        let entered: Vec<_> = buffer.iter().filter(|h| !h.starts_inside()).map(seen).collect();
        let entries = self.parts.iter().filter_map(|p| self.flight.entry(p).map(|(t, n)| (t, n, p)));
        let mut wished: Vec<_> = entries.collect();
        wished.sort_by_key(|(t, _, p)| {
            let n = &p.name;
            let off_grid = n.off_grid.unwrap_or(usize::MAX);
            (ratio(*t), n.cell[1], n.cell[0], n.off_grid.is_none(), n.layer, off_grid, n.part)
        });
        assert_eq!(entered.len(), wished.len(), "{context}");
        for (m, (t, normals, p)) in entered.iter().zip(&wished) {
            assert_eq!((m.0, &m.2), (ratio(*t), &wanted(p)), "{context}");
            assert!(normals.contains(&m.1), "{context}: {m:?} of {normals:?}");
        }
        met.count("things met on all the way", entered.len() as u64);
    }

    /// A filter leaves the first solid that it accepts.
    fn check_filtered(&self, one_ways: bool, met: &mut Meter) {
        let context = &self.context;
        let keeps = |s: &Solid| s.part == 0 && s.tile.index() != 3;
        let query = Query { one_ways, ..Query::new(self.mask).filter(&keeps) };
        let kept = |p: &&Convex| p.name.part == 0 && p.name.kind != 3 && (one_ways || p.is_solid());
        let all = self.world.seen(self.mask, true);
        let kept: Vec<&Convex> = all.iter().filter(kept).collect();
        let hit = self.world.grid.sweep(self.aabb(), engine(self.flight.d), query);
        if kept.iter().any(|p| overlaps(p, self.area)) {
            assert!(hit.is_some_and(|h| h.starts_inside()), "{context}");
            return;
        }
        let first = kept.iter().filter_map(|p| Some(self.flight.entry(p)?.0)).min();
        assert_eq!(hit.map(|h| h.shape.fraction), first.map(ratio), "{context}");
        assert!(hit.is_none_or(|h| kept.iter().any(|p| wanted(p) == told(&h.target))), "{context}");
        met.count_if(hit.is_some(), "filtered hits");
    }
}

#[test]
fn boxes_meet_what_the_judge_says_first_and_all_along() {
    let mut met = Meter::default();
    let mut buffer = Vec::new();
    for seed in seeds(300, 25_000) {
        let mut rng = Rng::new(seed ^ 0xB0C5);
        let world = random_world(&mut rng);
        for _ in 0..4 {
            let mask = rng.pick(&MASKS);
            let parts = world.seen(mask, false);
            let area = rect(&mut rng, &world, &parts);
            let d = box_translation(&mut rng, &world, &parts, area);
            if !world.is_of_boxes && !is_small(d) {
                continue;
            }
            let flight = Flight { corners: boxed(minus(area[1], area[0])), at: area[0], d };
            let context = format!("seed {seed}, mask {mask:#x}, {area:?} by {d:?}");
            let sweep = BoxSweep { world: &world, mask, parts, area, flight, context };
            sweep.check_first(&mut met);
            sweep.check_all(&mut buffer, &mut met);
            sweep.check_filtered(rng.chance(50), &mut met);
        }
    }
    met.demand_each("sweeps of boxes", 20);
}
