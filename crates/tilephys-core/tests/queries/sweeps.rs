//! Random sweeps.

use crate::exact::Exact;
use crate::oracle::random_world;
use crate::queries::casts::{told_by, told_of};
use crate::queries::judge::{Judged, Solid, area_order, face_against, name, solids};
use crate::queries::places::{MASKS, area, engine_point, other_end};
use crate::queries::report;
use crate::rng::Rng;
use crate::shapes::first::Flight;
use crate::shapes::solid::Rect;
use crate::shapes::world::WORLD_END;
use crate::volume::seeds;
use std::cmp::Ordering;
use tilephys_core::Direction;

/// When the box enters the solid, and by which face, unless it starts in it.
fn entry(body: &Rect, d: [i64; 2], s: &Solid) -> Option<Judged> {
    let near = |k: usize| if d[k] > 0 { s.rect.lo[k] - body.hi[k] } else { body.lo[k] - s.rect.hi[k] };
    let far = |k: usize| if d[k] > 0 { s.rect.hi[k] - body.lo[k] } else { body.hi[k] - s.rect.lo[k] };
    let part = |units: i64, k: usize| Exact::new(units.into(), d[k].abs().into());
    let moving: Vec<usize> = (0..2).filter(|k| d[*k] != 0).collect();
    let beside = |k: usize| d[k] == 0 && (body.hi[k] <= s.rect.lo[k] || s.rect.hi[k] <= body.lo[k]);
    if beside(0) || beside(1) || moving.is_empty() {
        return None;
    }
    let axis = match moving[..] {
        [axis] => axis,
        _ => match part(near(0), 0).cmp(&part(near(1), 1)) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => usize::from(d[1] > 0),
        },
    };
    let when = part(near(axis), axis);
    let enters = near(axis) >= 0 && near(axis) < d[axis].abs();
    let stays = moving.iter().all(|k| when < part(far(*k), *k));
    (enters && stays).then(|| Judged { when, face: Some(face_against(axis, d[axis])), solid: *s })
}

#[test]
fn sweeps_meet_what_the_judge_says_in_random_worlds() {
    let (mut hits, mut misses, mut inside, mut off_grid, mut met) = (0, 0, 0, 0, 0);
    for seed in seeds(500, 20_000) {
        let mut rng = Rng::new(seed ^ 0x5EEB);
        let world = random_world(&mut rng);
        let (grid, mut buffer) = (world.build(), Vec::new());
        for _ in 0..4 {
            let mask = rng.pick(&MASKS);
            let solids = solids(&world, mask);
            let [lo, hi] = area(&mut rng, &world, &solids);
            let (body, to) = (Rect { lo, hi }, other_end(&mut rng, &world, &solids, lo));
            let d = [0, 1].map(|k| {
                let end = to[k].clamp(-WORLD_END, WORLD_END - (hi[k] - lo[k]));
                (end - lo[k]).clamp(-i64::from(i32::MAX), i64::from(i32::MAX))
            });
            let context =
                || format!("seed {seed}, tiles of {:?} px, mask {mask:#x}, {body:?} by {d:?}", world.tile_px);
            let hit = grid.sweep(body.aabb(), engine_point(d), mask);
            let mut starts: Vec<Solid> = solids.iter().filter(|s| s.rect.overlaps(&body)).copied().collect();
            starts.sort_by_key(|s| area_order(s, &body, world.tile()));
            let zero = Exact::ZERO;
            let wanted = if let Some(&solid) = starts.first() {
                inside += 1;
                Some(Judged { when: zero, face: None, solid })
            } else {
                let flight = Flight { body, d, up: Direction::Up };
                flight.first_hit(&world.solids(mask)).map(|m| Judged {
                    when: m.at,
                    face: Some(face_against(m.axis(), d[m.axis()])),
                    solid: m.solid.into(),
                })
            };
            assert_eq!(hit.as_ref().map(told_by), wanted.as_ref().map(told_of), "{}", context());
            if let (Some(hit), Some(wanted)) = (hit, wanted) {
                let at =
                    [0, 1].map(|k| lo[k] + (i128::from(d[k]) * wanted.when.num / wanted.when.den) as i64);
                assert_eq!([hit.shape.position.x, hit.shape.position.y].map(i64::from), at, "{}", context());
                hits += 1;
                off_grid += u64::from(hit.target.off_grid.is_some());
            } else {
                misses += 1;
            }

            buffer.clear();
            grid.sweep_all(body.aabb(), engine_point(d), mask, &mut buffer);
            let mut all: Vec<Judged> =
                starts.iter().map(|&solid| Judged { when: zero, face: None, solid }).collect();
            all.extend(solids.iter().filter_map(|s| entry(&body, d, s)));
            all.sort_by(|a, b| {
                let order = |j: &Judged| (j.face.is_some(), name(&j.solid));
                a.when.cmp(&b.when).then_with(|| order(a).cmp(&order(b)))
            });
            met += all.len() as u64;
            let seen: Vec<_> = buffer.iter().map(told_by).collect();
            assert_eq!(seen, all.iter().map(told_of).collect::<Vec<_>>(), "{}", context());
        }
    }
    let counts = [
        ("hits", hits),
        ("misses", misses),
        ("starts inside", inside),
        ("hits on loose boxes", off_grid),
        ("things met on all the way", met),
    ];
    report("random sweeps", &counts, 100);
}
