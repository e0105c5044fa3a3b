//! No overlap, no tunneling, hits on exposed faces only, and the oracle's move bit for bit.

use crate::exact::Exact;
use crate::meter::Meter;
use crate::oracle::{Rule, Why, oracle_moves, random_mover, random_world, shortest_exit};
use crate::panics::verdict;
use crate::rng::Rng;
use crate::shapes::case::must_hold;
use crate::shapes::judge::{Verdict, fail_unless};
use crate::shapes::mover::{Mover, Outcome, engine_moves, kept_in_world};
use crate::shapes::solid::{Point, Rect, Solid, is_inside, unit};
use crate::shapes::world::{WORLD_END, World};
use crate::volume::{Search, first_seed};
use tilephys_core::{Response, TileGrid};

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

/// Follows the hits that the engine told, piece by piece, and asks of each straight piece whether the box is ever
/// strictly inside of something. The oracle's move is not looked at.
fn never_through(mover: &Mover, solids: &[Solid], seen: &Outcome) -> Verdict {
    let (translation, _) = mover.lattice_translation().ok_or("not finite")?;
    let free = |body: &Rect| !is_inside(body, solids);
    let at = |position| Rect::of(position, mover.size);
    let mut body = mover.rect().moved(seen.pushed);
    let mut d = kept_in_world(&body, kept_in_world(&mover.rect(), translation));
    if seen.stuck {
        return lessens_the_depth(mover, solids, seen);
    }
    fail_unless(free(&body), || format!("inside: the push leaves it inside at {body:?}"))?;
    let mut last = 0;
    for hit in &seen.hits {
        let out = unit(hit.face);
        let axis = usize::from(out[0] == 0);
        fail_unless(d[axis] * out[axis] < 0, || format!("direction: {hit:?} on a motion by {d:?}"))?;
        fail_unless(last <= hit.fraction && hit.fraction <= 1 << 32, || format!("fraction: of {hit:?}"))?;
        last = hit.fraction;
        let gone = (hit.position[axis] - body.lo[axis]).abs();
        let when = Exact::new(gone.into(), d[axis].abs().into());
        fail_unless(when < Exact::ONE, || format!("off the way: {hit:?}"))?;
        through_nothing(&body, d, when, solids)?;
        (body, d) = (at(hit.position), hit.left);
        fail_unless(free(&body), || format!("inside: something at {hit:?}"))?;
    }
    through_nothing(&body, d, Exact::ONE, solids)?;
    fail_unless(at(seen.position) == body.moved(d), || format!("end: not at {body:?} moved by {d:?}"))
}

/// A body that has no exit within a tile comes nearer to one in a straight line, or does not move.
fn lessens_the_depth(mover: &Mover, solids: &[Solid], seen: &Outcome) -> Verdict {
    let end = Rect::of(seen.position, mover.size);
    if !is_inside(&end, solids) {
        return Ok(());
    }
    let depth =
        |body: &Rect| shortest_exit(body, solids, [0, 0], mover.up, [WORLD_END; 2]).map(|exit| exit.1);
    let (before, after) = (depth(&mover.rect()), depth(&end));
    let gone = [0, 1].map(|k| seen.position[k] - mover.position[k]);
    fail_unless(gone.contains(&0) && seen.hits.is_empty(), || format!("stuck: it moves by {gone:?}"))?;
    fail_unless(gone == [0, 0] || after < before, || format!("stuck: it goes from {before:?} to {after:?}"))
}

fn through_nothing(body: &Rect, d: Point, end: Exact, solids: &[Solid]) -> Verdict {
    let passes_through = |s: &&Solid| {
        let is_within =
            |enters, leaves: Option<Exact>| enters < end && leaves.is_none_or(|l| l > Exact::ZERO);
        s.stay(body, d).is_some_and(|stay| is_within(stay.enters, stay.leaves))
    };
    match solids.iter().find(passes_through) {
        Some(solid) => {
            Err(format!("through: {body:?} moving by {d:?} until {end:?} passes through {solid:?}"))
        }
        None => Ok(()),
    }
}

/// No hit on a face that a neighbouring tile hides.
fn on_exposed_faces(solids: &[Solid], seen: &Outcome) -> Verdict {
    for hit in seen.hits.iter().filter(|h| h.off_grid.is_none()) {
        let v = unit(hit.face);
        let across = [hit.cell[0] + v[0], hit.cell[1] + v[1]];
        let hidden = solids.iter().any(|s| s.name.off_grid.is_none() && s.name.cell == across);
        fail_unless(!hidden, || format!("hidden face: {hit:?}"))?;
    }
    Ok(())
}

/// A body as text, in which a number that is NaN equals itself.
fn text(body: &tilephys_core::Body) -> String {
    format!("{body:?}")
}

/// `check` appends its hits to those there are, and leaves its body alone.
fn check_changes_nothing(grid: &TileGrid, mover: &Mover) -> Verdict {
    let (body, mut hits) = (mover.body(), Vec::new());
    let (after, _) = grid.check(&body, mover.translation, &mover.config(), &mut hits);
    fail_unless(body == mover.body(), || "check: it moved the body".to_owned())?;
    let (again, _) = grid.check(&body, mover.translation, &mover.config(), &mut hits);
    let (first, second) = hits.split_at(hits.len() / 2);
    fail_unless(first == second && text(&after) == text(&again), || format!("check: twice, {hits:#?}"))
}

/// Everything that holds for one move.
fn one_move(world: &World, grid: &TileGrid, mover: &Mover) -> Verdict<Meter> {
    let solids = world.solids(mover.mask);
    let seen = engine_moves(grid, mover)?;
    let (mut wanted, why) = oracle_moves(&solids, world.tile(), mover).ok_or("not finite")?;
    wanted.surfaces = seen.surfaces;
    fail_unless(seen == wanted, || format!("move: {seen:#?}\nthe oracle: {wanted:#?}\nby {why:?}"))?;
    if mover.response != Response::PassThrough {
        never_through(mover, &solids, &seen)?;
        on_exposed_faces(&solids, &seen)?;
    }
    check_changes_nothing(grid, mover)?;
    Ok(counted(mover, &seen, &why))
}

/// Counts of what a move met.
fn counted(mover: &Mover, outcome: &Outcome, why: &[Why]) -> Meter {
    let mut meter = Meter::one();
    meter.count_if(outcome.pushed != [0, 0], "pushes");
    meter.count_if(outcome.stuck, "stuck");
    meter.count_if(mover.translation.iter().any(|px| px.abs() > 4096.0), "moves over 4,096 px");
    let off_grid = outcome.hits.iter().filter(|h| h.off_grid.is_some()).count();
    meter.count("hits on loose boxes", off_grid as u64);
    let hits = outcome.hits.len() as u64;
    if mover.response == Response::PassThrough {
        meter.count("pass crossings", hits);
        return meter;
    }
    meter.count("hits", hits);
    meter.count_if(hits == 8, "moves that end by their hits");
    meter.count("corner arrivals", why.iter().filter(|w| w.corner).count() as u64);
    for (rule, name) in [
        (Rule::Extent, "ties by extent"),
        (Rule::AlongUp, "ties by up"),
        (Rule::Tangent, "ties by tangent"),
        (Rule::Cell, "ties by cell"),
    ] {
        meter.count(name, why.iter().filter(|w| w.rule == rule).count() as u64);
    }
    let goes_on = outcome.hits.iter().filter(|h| h.left != [0, 0]).count() as u64;
    match mover.response {
        Response::Slide => meter.count("slides", goes_on),
        Response::Bounce { .. } | Response::Invert => meter.count("rebounds", goes_on),
        Response::Stop | Response::PassThrough => {}
    }
    meter
}

/// Random moves in the world of one seed.
fn moves_of_seed(seed: u64, meter: &mut Meter) {
    let mut rng = Rng::new(seed);
    let world = random_world(&mut rng);
    let grid = world.build();
    for _ in 0..MOVES_A_WORLD {
        let mover = random_mover(&mut rng, &world);
        meter.add(&match verdict(|| one_move(&world, &grid, &mover)) {
            Ok(one) => one,
            Err(_) => must_hold(seed, &world, &mover, &|world, mover| one_move(world, &world.build(), mover)),
        });
    }
}

#[test]
fn moves_among_boxes_agree_with_the_oracle() {
    let search = Search::new(8_000, 1_000_000);
    let mut meter = Meter::default();
    let mut seed = first_seed();
    while search.left(meter.cases) > 0 {
        moves_of_seed(seed, &mut meter);
        seed += 1;
    }
    let least: &[_] = if meter.cases < 8_000 { &[] } else { &LEAST };
    meter.report("moves against the oracle");
    meter.demand(least);
}
