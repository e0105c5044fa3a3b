//! Casts among slopes, polygons and one-way lines, in random worlds.

use crate::exact::Exact;
use crate::queries::report;
use crate::queries::shaped_judge::{Judged, Spot, Way, minus};
use crate::queries::shaped_world::{Convex, Named, Point, World, shaped_world};
use crate::rng::Rng;
use crate::volume::seeds;
use glam::IVec2;
use tilephys_core::{
    Direction, ShapeId,
    geometry::Ratio,
    query::{Query, QueryHit, Solid},
};

pub(crate) const MASKS: [u32; 5] = [u32::MAX, u32::MAX, u32::MAX, 1, 3];

/// Layer, cell, kind, loose, part, one-way, bounds.
pub(crate) type Told = (usize, [i32; 2], usize, Option<usize>, usize, bool, [Point; 2]);

pub(crate) fn told(s: &Solid) -> Told {
    let wide = |p: IVec2| [i128::from(p.x), i128::from(p.y)];
    let cell = [s.cell.col, s.cell.row];
    let bounds = [wide(s.aabb.min), wide(s.aabb.max)];
    (s.layer.index(), cell, s.tile.index(), s.off_grid.map(ShapeId::index), s.part.into(), s.one_way, bounds)
}

pub(crate) fn wanted(p: &Convex) -> Told {
    let Named { layer, cell, kind, off_grid, part, .. } = p.name;
    (layer, cell, kind, off_grid, part, !p.is_solid(), p.bounds())
}

pub(crate) fn engine(p: Point) -> IVec2 {
    IVec2::new(p[0].try_into().expect("on the lattice"), p[1].try_into().expect("on the lattice"))
}

pub(crate) fn face_of(normal: Point) -> Option<Direction> {
    match normal {
        [0, 0] => None,
        [x, y] if x.abs() > y.abs() => Some(if x > 0 { Direction::Right } else { Direction::Left }),
        [_, y] => Some(if y > 0 { Direction::Down } else { Direction::Up }),
    }
}

/// Fraction, normal and solid of a hit.
pub(crate) fn seen(hit: &QueryHit<Solid>) -> (Ratio, Point, Told) {
    let normal = [i128::from(hit.shape.normal.x), i128::from(hit.shape.normal.y)];
    assert_eq!(hit.face, face_of(normal));
    assert_eq!(hit.starts_inside(), normal == [0, 0]);
    let length = hit.shape.unit_normal().length();
    assert!(if normal == [0, 0] { length == 0.0 } else { (length - 1.0).abs() < 1e-6 });
    (hit.shape.fraction, normal, told(&hit.target))
}

pub(crate) fn ratio(when: Exact) -> Ratio {
    Ratio::new(when.num.try_into().expect("small"), when.den.try_into().expect("small"))
}

fn judged(j: &Judged) -> (Ratio, Point, Told) {
    (ratio(j.when), j.normal, wanted(&j.part))
}

/// A place on a corner, an edge, or near one.
pub(crate) fn place(rng: &mut Rng, world: &World, parts: &[Convex]) -> Point {
    let tile = world.tile.map(i128::from);
    if parts.is_empty() {
        return [rng.range(-9000, 9000).into(), rng.range(-9000, 9000).into()];
    }
    let part = &parts[rng.below(parts.len() as u64) as usize];
    let n = part.corners.len();
    let i = rng.below(n as u64) as usize;
    let (a, b) = (part.corners[i], part.corners[(i + 1) % n]);
    let on = rng.pick(&[0, 0, 1, 2, 3]);
    let at = [0, 1].map(|k| a[k] + (b[k] - a[k]) * on / 4);
    let off = [0, 1].map(|k| {
        let any = i128::from(rng.range(-2 * tile[k] as i64, 2 * tile[k] as i64));
        let cells = i128::from(rng.range(-2, 2)) * tile[k];
        let half = i128::from(rng.range(-4, 4)) * tile[k] / 4;
        rng.pick(&[0, 0, 1, -1, any, cells, half])
    });
    let same = rng.chance(40);
    [0, 1].map(|k| if same { at[k] } else { at[k] + off[k] })
}

/// A way between two such places, or along an edge, or along an axis.
fn way(rng: &mut Rng, world: &World, parts: &[Convex]) -> Way {
    let from = place(rng, world, parts);
    let d = match rng.below(4) {
        0 if !parts.is_empty() => {
            let part = &parts[rng.below(parts.len() as u64) as usize];
            let i = rng.below(part.corners.len() as u64) as usize;
            let edge = minus(part.corners[(i + 1) % part.corners.len()], part.corners[i]);
            let times = i128::from(rng.pick(&[1, -1, 2, -2, 3]));
            edge.map(|c| c * times)
        }
        1 => {
            let k = rng.below(2) as usize;
            let mut d = [0, 0];
            d[k] = i128::from(rng.range(-3, 3)) * i128::from(world.tile[k]) + i128::from(rng.range(-1, 1));
            d
        }
        _ => minus(place(rng, world, parts), from),
    };
    // Now and then from an edge backward, to come onto it.
    let back = rng.chance(30);
    let from = if back { minus(from, d) } else { from };
    Way { from, d: if back { d.map(|c| 2 * c) } else { d } }
}

fn on_lattice(way: &Way) -> bool {
    (0..2).all(|k| {
        let fits = |c: i128| i32::try_from(c).is_ok();
        fits(way.from[k]) && fits(way.from[k] + way.d[k]) && way.d[k].abs() < 1 << 18
    })
}

/// In order of fraction, and of one fraction by name.
fn sorted(mut all: Vec<Judged>) -> Vec<Judged> {
    all.sort_by(|a, b| {
        let key = |j: &Judged| (j.normal != [0, 0], j.part.name.order());
        a.when.cmp(&b.when).then_with(|| key(a).cmp(&key(b)))
    });
    all
}

#[test]
fn casts_among_shapes_meet_what_the_judge_says() {
    let (mut hits, mut misses, mut slanted, mut inside, mut lines, mut grazes) = (0, 0, 0, 0, 0, 0);
    let (mut corners, mut along, mut several, mut off_grid, mut over) = (0, 0, 0, 0, 0);
    for seed in seeds(400, 20_000) {
        let mut rng = Rng::new(seed ^ 0x51A9);
        let world = shaped_world(&mut rng);
        for _ in 0..8 {
            let mask = rng.pick(&MASKS);
            let parts = world.seen(mask, false);
            let way = way(&mut rng, &world, &parts);
            if !on_lattice(&way) {
                continue;
            }
            let (from, to) = (engine(way.from), engine([0, 1].map(|k| way.from[k] + way.d[k])));
            let context = || format!("seed {seed}, mask {mask:#x}, {way:?}");
            let all = sorted(way.all(&parts));
            let mut met: Vec<_> = world.grid.cast_all(from, to, mask).collect();
            assert!(met.is_sorted_by_key(|h| h.shape.fraction), "{}", context());
            let order = |h: &QueryHit<Solid>| {
                let name = all.iter().position(|j| wanted(&j.part) == told(&h.target));
                (h.shape.fraction, !h.starts_inside(), name)
            };
            met.sort_by_key(order);
            let (met, wished): (Vec<_>, Vec<_>) =
                (met.iter().map(seen).collect(), all.iter().map(judged).collect());
            assert_eq!(met, wished, "{}", context());

            let hit = world.grid.cast(from, to, mask);
            if all.first().is_some_and(|j| j.normal == [0, 0]) {
                assert_eq!(hit.map(|h| (h.shape.fraction, h.starts_inside())), Some((Ratio::ZERO, true)));
                inside += 1;
                continue;
            }
            let first = if way.d == [0, 0] { None } else { way.first(&parts) };
            assert_eq!(hit.as_ref().map(seen), first.as_ref().map(judged), "{}", context());
            let (Some(hit), Some(first)) = (hit, first) else {
                misses += 1;
                grazes += u64::from(parts.iter().any(|p| p.corners.iter().any(|c| way.touches(*c))));
                continue;
            };
            let spot = way.at(first.when);
            let rounded = [0, 1].map(|k| way.from[k] + way.d[k] * first.when.num / first.when.den);
            assert_eq!(
                (hit.shape.point, hit.shape.position),
                (engine(rounded), engine(rounded)),
                "{}",
                context()
            );
            hits += 1;
            slanted += u64::from(!first.normal.contains(&0));
            lines += u64::from(hit.target.one_way);
            off_grid += u64::from(hit.target.off_grid.is_some());
            over += u64::from(hit.target.off_grid.is_none() && first.part.name.age.is_some());
            corners += u64::from(first.part.corners.iter().any(|c| spot.is_at(*c)));
            let touching = parts.iter().filter(|p| spot.is_in(p)).count();
            several += u64::from(touching > 1);
            along += u64::from(parts.iter().flat_map(Convex::edges).any(|e| way.runs_along(&e, &spot)));
        }
    }
    let counts = [
        ("hits", hits),
        ("misses", misses),
        ("misses that touch a corner", grazes),
        ("hits on slanted faces", slanted),
        ("hits on corners", corners),
        ("hits where several parts touch", several),
        ("hits along an edge", along),
        ("hits on one-way lines", lines),
        ("hits on loose shapes", off_grid),
        ("hits on shapes beyond their cell", over),
        ("starts inside", inside),
    ];
    report("casts among shapes", &counts, 50);
}

impl Way {
    fn touches(&self, corner: Point) -> bool {
        let [x, y] = minus(corner, self.from);
        let along = x * self.d[0] + y * self.d[1];
        x * self.d[1] == y * self.d[0] && along >= 0 && along <= self.d[0].pow(2) + self.d[1].pow(2)
    }

    /// True if it lies on the line of an edge that continues from a spot.
    fn runs_along(&self, e: &crate::queries::shaped_judge::Edge, spot: &Spot) -> bool {
        let n = e.normal;
        n[0] * self.d[0] + n[1] * self.d[1] == 0 && self.touches(e.from) && {
            let ahead =
                |c: Point| (0..2).map(|k| (c[k] * spot.den - spot.num[k]) * self.d[k]).sum::<i128>() > 0;
            ahead(e.from) != ahead(e.to) || spot.is_at(e.from) || spot.is_at(e.to)
        }
    }
}

impl Spot {
    fn is_at(&self, corner: Point) -> bool {
        (0..2).all(|k| self.num[k] == corner[k] * self.den)
    }
}

#[test]
fn what_a_filter_leaves_out_is_not_there() {
    let (mut hits, mut fewer) = (0, 0);
    for seed in seeds(400, 4000) {
        let mut rng = Rng::new(seed ^ 0xF117);
        let world = shaped_world(&mut rng);
        let (kind, layer) = (rng.below(7) as usize, rng.below(2) as usize);
        let keeps = |s: &Solid| s.tile.index() != kind && (s.layer.index() == layer || s.part == 0);
        let all = world.seen(u32::MAX, true);
        let kept: Vec<Convex> = all
            .iter()
            .filter(|p| p.name.kind != kind && (p.name.layer == layer || p.name.part == 0))
            .cloned()
            .collect();
        let one_ways = rng.chance(50);
        let kept: Vec<Convex> = kept.into_iter().filter(|p| one_ways || p.is_solid()).collect();
        for _ in 0..6 {
            let way = way(&mut rng, &world, &all);
            if !on_lattice(&way) {
                continue;
            }
            let (from, to) = (engine(way.from), engine([0, 1].map(|k| way.from[k] + way.d[k])));
            let query = Query { one_ways, ..Query::new(u32::MAX).filter(&keeps) };
            let hit = world.grid.cast(from, to, query);
            let inside = Spot::of(way.from).is_inside(&kept);
            let first = if way.d == [0, 0] || inside { None } else { way.first(&kept) };
            if inside {
                assert!(hit.is_some_and(|h| h.starts_inside()), "seed {seed}, {way:?}");
            } else {
                let wished = first.as_ref().map(judged);
                assert_eq!(hit.as_ref().map(seen), wished, "seed {seed}, {way:?}");
            }
            hits += u64::from(hit.is_some());
            let plain = world.grid.cast(from, to, u32::MAX);
            fewer += u64::from(plain.map(|h| h.shape.fraction) != hit.map(|h| h.shape.fraction));
        }
    }
    report("filtered casts", &[("hits", hits), ("other hits than without", fewer)], 50);
}
