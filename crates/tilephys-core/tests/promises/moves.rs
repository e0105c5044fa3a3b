//! No overlap, no tunneling, hits on exposed faces only, and the oracle's move bit for bit.

use crate::exact::Exact;
use crate::oracle::{
    Built, Meter, Mover, Outcome, Rect, Solid, WORLD_END, World, as_motion, engine_moves, kept_in_world, met,
    must_hold, oracle_moves, outcome, passes_through, random_mover, random_world, shortest_exit, unit,
};
use crate::rng::Rng;
use crate::volume::{from_environment, seeds, volume};
use std::time::{Duration, Instant};
use tilephys_core::{Fraction, Motion, Response};

/// Moves in each random world.
const MOVES_A_WORLD: u64 = 12;

/// Rates a thousand moves below which the random moves would prove little.
const LEAST: [(&str, f64); 14] = [
    ("hits", 500.0),
    ("slides", 100.0),
    ("rebounds", 50.0),
    ("corner arrivals", 15.0),
    ("ties by extent", 20.0),
    ("ties by up", 0.8),
    ("ties by tangent", 3.0),
    ("ties by cell", 3.0),
    ("hits on loose boxes", 50.0),
    ("pushes", 15.0),
    ("stuck", 3.0),
    ("pass crossings", 50.0),
    ("moves that end by their hits", 1.0),
    ("moves over 4,096 px", 20.0),
];

fn fail_unless(fact: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if fact { Ok(()) } else { Err(otherwise()) }
}

/// Follows the hits that the engine told, piece by piece, and asks of each straight piece whether the box is ever
/// strictly inside of something. The oracle's move is not looked at.
fn never_through(mover: &Mover, solids: &[Solid], seen: &Outcome) -> Result<(), String> {
    let (translation, _) = mover.lattice_translation().ok_or("not finite")?;
    let free = |body: &Rect| !solids.iter().any(|s| s.rect.overlaps(body));
    let at = |position| Rect::of(position, mover.size);
    let mut body = mover.rect().moved(seen.pushed);
    let mut d = kept_in_world(&body, kept_in_world(&mover.rect(), translation));
    if seen.stuck {
        return lessens_the_depth(mover, solids, seen);
    }
    fail_unless(free(&body), || format!("the push leaves it inside at {body:?}"))?;
    let mut last = 0;
    for hit in &seen.hits {
        let out = unit(hit.face);
        let axis = usize::from(out[0] == 0);
        fail_unless(d[axis] * out[axis] < 0, || format!("{hit:?} on a motion by {d:?}"))?;
        fail_unless(last <= hit.fraction && hit.fraction <= 1 << 32, || format!("the fraction of {hit:?}"))?;
        last = hit.fraction;
        let gone = (hit.position[axis] - body.lo[axis]).abs();
        let when = Exact::new(gone.into(), d[axis].abs().into());
        fail_unless(when < Exact::ONE, || format!("{hit:?} is not on the way"))?;
        through_nothing(&body, d, when, solids)?;
        (body, d) = (at(hit.position), hit.left);
        fail_unless(free(&body), || format!("inside something at {hit:?}"))?;
    }
    through_nothing(&body, d, Exact::ONE, solids)?;
    fail_unless(at(seen.position) == body.moved(d), || format!("it does not end at {body:?} moved by {d:?}"))
}

/// A body that has no exit within a tile comes nearer to one in a straight line, or does not move.
fn lessens_the_depth(mover: &Mover, solids: &[Solid], seen: &Outcome) -> Result<(), String> {
    let end = Rect::of(seen.position, mover.size);
    if !solids.iter().any(|s| s.rect.overlaps(&end)) {
        return Ok(());
    }
    let depth =
        |body: &Rect| shortest_exit(body, solids, [0, 0], mover.up, [WORLD_END; 2]).map(|exit| exit.1);
    let (before, after) = (depth(&mover.rect()), depth(&end));
    let gone = [0, 1].map(|k| seen.position[k] - mover.position[k]);
    fail_unless(gone.contains(&0) && seen.hits.is_empty(), || format!("stuck, it moves by {gone:?}"))?;
    fail_unless(gone == [0, 0] || after < before, || format!("stuck, it goes from {before:?} to {after:?}"))
}

fn through_nothing(body: &Rect, d: [i64; 2], end: Exact, solids: &[Solid]) -> Result<(), String> {
    match solids.iter().find(|s| passes_through(body, d, end, &s.rect)) {
        Some(solid) => Err(format!("{body:?} moving by {d:?} until {end:?} passes through {solid:?}")),
        None => Ok(()),
    }
}

/// No hit on a face that a neighbouring tile hides.
fn on_exposed_faces(built: &Built, mover: &Mover, solids: &[Solid], seen: &Outcome) -> Result<(), String> {
    for hit in seen.hits.iter().filter(|h| h.loose.is_none()) {
        let v = unit(hit.face);
        let across = [hit.cell[0] + v[0], hit.cell[1] + v[1]];
        let hidden = solids.iter().any(|s| s.loose.is_none() && s.cell == across);
        let faces = built.grid.exposed_faces(crate::oracle::coord(hit.cell), mover.mask);
        fail_unless(!hidden && faces.has(hit.face), || format!("a hit on a hidden face: {hit:?}"))?;
    }
    Ok(())
}

/// A body as text, in which a number that is NaN equals itself.
fn text(body: &tilephys_core::Body) -> String {
    format!("{body:?}")
}

/// `check` tells the same as `move_and_slide` does, appends its hits to those there are, and leaves its body alone.
fn check_tells_the_same(built: &Built, mover: &Mover, seen: &Outcome) -> Result<(), String> {
    let (body, mut hits) = (mover.body(), Vec::new());
    let (after, moved) = built.grid.check(&body, mover.translation.into(), &mover.config(), &mut hits);
    fail_unless(body == mover.body(), || "check moved the body".to_owned())?;
    let (again, _) = built.grid.check(&body, mover.translation.into(), &mover.config(), &mut hits);
    let (first, second) = hits.split_at(hits.len() / 2);
    fail_unless(first == second && text(&after) == text(&again), || format!("checked twice: {hits:#?}"))?;
    let told = outcome(&after, moved, first);
    fail_unless(told == *seen, || format!("check tells {told:#?}\nthe move is {seen:#?}"))
}

/// Everything that holds for one move.
fn one_move(world: &World, built: &Built, mover: &Mover) -> Result<Meter, String> {
    let solids = world.solids(mover.mask);
    let seen = engine_moves(built, mover);
    let (wanted, why) = oracle_moves(&solids, world.tile(), mover).ok_or("not finite")?;
    fail_unless(seen == wanted, || format!("the engine: {seen:#?}\nthe oracle: {wanted:#?}\nby {why:?}"))?;
    if mover.response != Response::PassThrough {
        never_through(mover, &solids, &seen)?;
        on_exposed_faces(built, mover, &solids, &seen)?;
    }
    check_tells_the_same(built, mover, &seen)?;
    let mut meter = Meter::default();
    meter.count(mover, &seen, &why);
    Ok(meter)
}

/// Random moves in the world of one seed.
fn moves_of_seed(seed: u64, meter: &mut Meter) {
    let mut rng = Rng::new(seed);
    let world = random_world(&mut rng);
    let built = world.build();
    for _ in 0..MOVES_A_WORLD {
        let mover = random_mover(&mut rng, &world);
        let quick =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| one_move(&world, &built, &mover)));
        meter.add(&match quick {
            Ok(Ok(one)) => one,
            _ => must_hold(seed, &world, &mover, &|world, mover| one_move(world, &world.build(), mover)),
        });
    }
}

#[test]
fn a_million_moves_agree_with_the_oracle() {
    let seconds = from_environment("TILEPHYS_SECONDS").map(Duration::from_secs);
    let moves = from_environment("TILEPHYS_MOVES");
    let most = moves.unwrap_or(if seconds.is_some() { u64::MAX } else { volume(100_000, 1_000_000) });
    let (mut meter, begun) = (Meter::default(), Instant::now());
    let mut seed = from_environment("TILEPHYS_SEED").unwrap_or(0);
    while meter.moves < most && seconds.is_none_or(|s| begun.elapsed() < s) {
        moves_of_seed(seed, &mut meter);
        seed += 1;
    }
    let least: &[_] = if meter.moves < 50_000 { &[] } else { &LEAST };
    meter.report("moves against the oracle", least);
}

/// The move in two to seven pieces, cut anywhere, at the hits and just before them.
fn interrupted(world: &World, mover: &Mover, seed: u64) -> Result<u64, String> {
    let (built, mut rng) = (world.build(), Rng::new(seed));
    let solids = world.solids(mover.mask);
    let Some(start) = as_motion(mover, &solids) else { return Ok(0) };
    let size = crate::oracle::lattice_point(mover.size);
    let seen = engine_moves(&built, mover);
    let run = |cuts: &[u64]| {
        let (mut motion, mut hits): (Motion, Vec<_>) = (start, Vec::new());
        for &cut in cuts {
            let until = Fraction::from_bits(cut);
            built.grid.advance(&mut motion, size, &mover.config(), until, &mut hits);
            let there = motion.position_at(until);
            let there = Rect::of([there.x.into(), there.y.into()], mover.size);
            assert!(!solids.iter().any(|s| s.rect.overlaps(&there)), "inside at {until:?}: {there:?}");
            let due = seen.hits.iter().filter(|h| h.fraction <= cut).count();
            assert_eq!(hits.len(), due, "hits up to {until:?}, those of that moment too");
        }
        (motion, hits.iter().map(met).collect::<Vec<_>>())
    };
    let whole = run(&[1 << 32]);
    fail_unless(whole.1 == seen.hits, || "advance and move_and_slide hit other things".to_owned())?;
    let mut cuts: Vec<u64> = (0..rng.range(1, 6)).map(|_| rng.below(1 << 32)).collect();
    cuts.extend(
        seen.hits.iter().flat_map(|h| [h.fraction, h.fraction.saturating_sub(1)]).filter(|_| rng.chance(50)),
    );
    cuts.sort_unstable();
    cuts.push(1 << 32);
    let pieces = run(&cuts);
    let same = format!("{pieces:?}") == format!("{whole:?}");
    fail_unless(same, || format!("cut at {cuts:?}: {pieces:#?}\nwhole: {whole:#?}"))?;
    Ok(1)
}

#[test]
fn a_move_that_is_interrupted_anywhere_is_the_same_move() {
    let mut moves = 0;
    for seed in seeds(1_500, 20_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0001);
        let world = random_world(&mut rng);
        for _ in 0..4 {
            let mover = random_mover(&mut rng, &world);
            moves += must_hold(seed, &world, &mover, &|world, mover| interrupted(world, mover, seed));
        }
    }
    assert!(moves > volume(3_000, 40_000), "only {moves} moves could be interrupted");
}

#[test]
fn a_body_that_moves_away_from_or_along_a_lone_solid_hits_nothing() {
    let mut rng = Rng::new(12);
    for _ in 0..volume(10_000, 200_000) {
        let mut world = random_world(&mut rng);
        let keep = world.cells.iter().next().map(|(k, _)| (*k, 0));
        world.cells = keep.into_iter().collect();
        world.boxes.truncate(usize::from(world.cells.is_empty()));
        let mut mover = random_mover(&mut rng, &world);
        mover.mask = u32::MAX;
        let Some(solid) = world.solids(u32::MAX).first().copied() else { continue };
        let axis = rng.below(2) as usize;
        let above = rng.chance(50);
        let flush = if above { solid.rect.hi[axis] } else { solid.rect.lo[axis] - mover.size[axis] };
        mover.position[axis] = flush;
        if !mover.rect().in_world() {
            continue;
        }
        let away = if rng.chance(40) { 0.0 } else { mover.translation[axis].abs() };
        (mover.translation[axis], mover.rest[axis]) = (if above { away } else { -away }, 0.0);
        let seen = engine_moves(&world.build(), &mover);
        assert!(seen.hits.is_empty() && seen.pushed == [0, 0], "{mover:#?} at {solid:?}: {seen:#?}");
    }
}
