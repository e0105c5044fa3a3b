//! Random ray casts.

use crate::exact::Exact;
use crate::oracle::random_world;
use crate::queries::judge::{Judged, Place, Segment, Solid, solids};
use crate::queries::places::{MASKS, engine_point, other_end, point};
use crate::queries::report;
use crate::rng::Rng;
use crate::shapes::world::World;
use crate::volume::seeds;
use tilephys_core::{
    Direction, ShapeId,
    geometry::Ratio,
    query::{self, QueryHit},
};

/// What a hit says, and what the judge says, alike.
pub(crate) type Told = (Option<Direction>, usize, [i64; 2], usize, Option<usize>, [[i64; 2]; 2]);

pub(crate) fn told_by(hit: &QueryHit<query::Solid>) -> (Ratio, Told) {
    assert_eq!(hit.shape.normal, hit.face.map_or(glam::IVec2::ZERO, Direction::vector));
    let (s, long) = (&hit.target, |v: glam::IVec2| [v.x, v.y].map(i64::from));
    let cell = [s.cell.col, s.cell.row].map(i64::from);
    let rect = [long(s.aabb.min), long(s.aabb.max)];
    (
        hit.shape.fraction,
        (hit.face, s.layer.index(), cell, s.tile.index(), s.off_grid.map(ShapeId::index), rect),
    )
}

pub(crate) fn told_of(j: &Judged) -> (Ratio, Told) {
    let Solid { rect, layer, kind, cell, off_grid } = j.solid;
    let when = Ratio::new(j.when.num.try_into().expect("small"), j.when.den.try_into().expect("small"));
    (when, (j.face, layer, cell, kind, off_grid, [rect.lo, rect.hi]))
}

/// The point at a fraction, toward the start.
fn rounded(segment: &Segment, when: Exact) -> [i64; 2] {
    [0, 1].map(|k| segment.from[k] + (i128::from(segment.d()[k]) * when.num / when.den) as i64)
}

fn must_agree(world: &World, segment: &Segment, mask: u32, seed: u64) -> (Option<(Judged, bool)>, usize) {
    let (grid, solids) = (world.build(), solids(world, mask));
    let (from, to) = (engine_point(segment.from), engine_point(segment.to));
    let (first, all) = (segment.first(&solids, world.tile()), segment.all(&solids, world.tile()));
    let hit = grid.cast(from, to, mask);
    let context = || format!("seed {seed}, tiles of {:?} px, mask {mask:#x}, {segment:?}", world.tile_px);
    assert_eq!(hit.as_ref().map(told_by), first.as_ref().map(|j| told_of(&j.0)), "{}", context());
    if let (Some(hit), Some((judged, _))) = (hit, &first) {
        assert_eq!(
            [hit.shape.point.x, hit.shape.point.y].map(i64::from),
            rounded(segment, judged.when),
            "{}",
            context()
        );
        assert_eq!(hit.shape.point, hit.shape.position);
    }
    let hits: Vec<_> = grid.cast_all(from, to, mask).map(|hit| told_by(&hit)).collect();
    let judged: Vec<_> = all.iter().map(told_of).collect();
    assert_eq!(hits, judged, "{}", context());
    // The first of all is at the moment of the first.
    assert_eq!(hits.first().map(|h| h.0), hit.map(|h| h.shape.fraction), "{}", context());
    (first, hits.len())
}

#[test]
fn casts_meet_what_the_judge_says_in_random_worlds() {
    let (mut hits, mut misses, mut corners, mut inside, mut at_once) = (0, 0, 0, 0, 0);
    let (mut off_grid, mut seams, mut grazes, mut all, mut long) = (0, 0, 0, 0, 0);
    for seed in seeds(500, 20_000) {
        let mut rng = Rng::new(seed);
        let world = random_world(&mut rng);
        for _ in 0..8 {
            let mask = rng.pick(&MASKS);
            let solids = solids(&world, mask);
            let from = point(&mut rng, &world, &solids);
            let segment = Segment { from, to: other_end(&mut rng, &world, &solids, from) };
            let (first, entered) = must_agree(&world, &segment, mask, seed);
            all += entered as u64;
            long += u64::from(segment.d().iter().any(|d| d.abs() > 1 << 24));
            let Some((judged, corner)) = first else {
                misses += 1;
                grazes += u64::from(touches(&segment, &solids));
                continue;
            };
            hits += 1;
            corners += u64::from(corner);
            inside += u64::from(judged.face.is_none());
            at_once += u64::from(judged.face.is_some() && judged.when.num == 0);
            off_grid += u64::from(judged.solid.off_grid.is_some());
            seams += u64::from(segment.along().is_some_and(|axis| {
                let free = 1 - axis;
                let rect = &judged.solid.rect;
                segment.from[free] == rect.lo[free] || segment.from[free] == rect.hi[free]
            }));
        }
    }
    let counts = [
        ("hits", hits),
        ("misses", misses),
        ("misses that touch something", grazes),
        ("hits on a corner", corners),
        ("hits along a seam", seams),
        ("hits at the very start", at_once),
        ("starts inside", inside),
        ("hits on loose boxes", off_grid),
        ("casts over 65,536 px", long),
        ("things entered", all),
    ];
    report("random casts", &counts, 100);
}

/// True if the closed segment touches any solid.
fn touches(segment: &Segment, solids: &[Solid]) -> bool {
    let d = segment.d();
    solids.iter().any(|s| {
        let (mut after, mut before) = (Exact::ZERO, Exact::ONE);
        for (k, d) in d.into_iter().enumerate() {
            let (lo, hi) = (s.rect.lo[k] - segment.from[k], s.rect.hi[k] - segment.from[k]);
            if d == 0 && (lo > 0 || hi < 0) {
                return false;
            } else if d != 0 {
                let (near, far) = if d > 0 { (lo, hi) } else { (-hi, -lo) };
                let part = |units: i64| Exact::new(units.into(), d.abs().into());
                after = if after < part(near) { part(near) } else { after };
                before = if part(far) < before { part(far) } else { before };
            }
        }
        after <= before
    })
}

/// Few tiles over several chunks, for casts that cross much that is empty.
fn sparse_world(rng: &mut Rng) -> World {
    let tile_px = rng.pick(&[[16, 16], [18, 18], [70, 70], [32, 16], [1, 2]]);
    let (mut world, mut cells) = (random_world(rng), std::collections::BTreeMap::new());
    let (origin, edge) = ([rng.range(-500, 500), rng.range(-500, 500)], rng.pick(&[60, 200, 500]));
    for _ in 0..rng.pick(&[20, 120]) {
        let at = [0, 1].map(|k| origin[k] + rng.range(0, edge));
        cells.insert((at[1], at[0], 0), 0);
    }
    world.off_grid.clear();
    (world.tile_px, world.cells) = (tile_px, cells);
    world
}

#[test]
fn casts_find_the_tiles_of_sparse_maps() {
    let (mut hits, mut misses, mut chunks, mut steep, mut flat) = (0, 0, 0, 0, 0);
    for seed in seeds(200, 4000) {
        let mut rng = Rng::new(seed ^ 0x59A2);
        let world = sparse_world(&mut rng);
        let (solids, tile) = (solids(&world, 1), world.tile());
        for _ in 0..12 {
            let aim = rng.pick(&solids).rect;
            let beside = if rng.chance(20) { 9 } else { 0 };
            let to = [0, 1].map(|k| rng.range(aim.lo[k], aim.hi[k]) + beside * tile[k]);
            let away = [0, 1].map(|k| rng.range(-600, 600) * tile[k] + rng.pick(&[0, 1, -7]));
            let mut from = [0, 1].map(|k| to[k] + away[k]);
            match rng.below(4) {
                0 => from[0] = to[0] + away[0] / 100,
                1 => from[1] = to[1] + away[1] / 100,
                _ => {}
            }
            let segment = Segment { from, to };
            let (first, _) = must_agree(&world, &segment, 1, seed);
            let d = segment.d().map(i64::abs);
            hits += u64::from(first.is_some());
            misses += u64::from(first.is_none());
            chunks += u64::from(first.is_some() && d[0].max(d[1]) > 128 * tile[0].max(tile[1]));
            steep += u64::from(first.is_some() && d[1] > 10 * d[0]);
            flat += u64::from(first.is_some() && d[0] > 10 * d[1]);
        }
    }
    let counts = [
        ("hits", hits),
        ("misses", misses),
        ("hits over 128 tiles", chunks),
        ("steep", steep),
        ("flat", flat),
    ];
    report("casts over sparse maps", &counts, 50);
}

#[test]
fn what_stops_a_cast_is_not_there_before_and_is_there_after() {
    // A check that knows no rules: no unit of a way along an axis is inside before the hit, and the next one is.
    let mut hits = 0;
    for seed in seeds(100, 3000) {
        let mut rng = Rng::new(seed ^ 0xA11C);
        let world = random_world(&mut rng);
        let (grid, solids) = (world.build(), solids(&world, u32::MAX));
        if world.tile().iter().any(|t| *t > 1 << 15) {
            continue;
        }
        let from = point(&mut rng, &world, &solids);
        let (k, length) = (rng.below(2) as usize, 2000);
        let mut to = from;
        to[k] = (to[k] + length).min(i64::from(i32::MAX));
        let hit = grid.cast(engine_point(from), engine_point(to), u32::MAX);
        let stop = (from[k]..to[k]).find(|c| {
            let mut at = from.map(|c| c);
            at[k] = *c;
            let mut next = at;
            next[k] += 1;
            // Two neighbours on a line that are inside or on the outside, with what is between them inside.
            let middle = Segment { from: at, to: next };
            let mut before = at;
            before[k] -= 1;
            // Solids that touch on both sides of a place stop what leads past it, not what begins there.
            let past = Segment { from: if *c == from[k] { at } else { before }, to: next };
            Place::of(at).is_inside(&solids)
                || middle.first(&solids, world.tile()).is_some()
                || past.first(&solids, world.tile()).is_some()
        });
        assert_eq!(
            hit.map(|h| i64::from([h.shape.point.x, h.shape.point.y][k])),
            stop,
            "seed {seed} from {from:?}"
        );
        hits += u64::from(stop.is_some());
    }
    report("casts unit by unit", &[("hits", hits)], 20);
}
