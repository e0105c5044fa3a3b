//! Moves of one body among shapes. Among boxes the whole move is judged in every orientation (`promises::moves`).

use super::Change;
use crate::panics::verdict;
use crate::rng::Rng;
use crate::shapes::case::shrunk;
use crate::shapes::judge::{Verdict, fail_unless};
use crate::shapes::mover::{Mover, Outcome, engine_moves};
use crate::shapes::random_mover::random_mover;
use crate::shapes::random_world::random_world;
use crate::shapes::solid::is_inside;
use crate::shapes::watch::Watch;
use crate::shapes::world::{WORLD_END, World};
use crate::turn::Turn;
use crate::volume::seeds;
use tilephys_core::glam::Vec2;
use tilephys_core::{Body, MoveConfig, Response, Tile, TileCoord, TileGrid};

/// Clears what may differ: the middle of contacts (rounded down), cells of loose shapes, normals of surfaces where two
/// are as near, and names of hits if a turn may have other ties.
fn blank(outcome: &mut Outcome, has_names: bool) {
    let [up, right, down, left] = outcome.sides;
    if up && down || left && right {
        // Of two walls the right one is reported.
        outcome.surfaces[1] = None;
    }
    for normal in outcome.surfaces.iter_mut().flatten() {
        *normal = [0; 2];
    }
    for hit in &mut outcome.hits {
        hit.point = [0; 2];
        if hit.off_grid.is_some() {
            hit.cell = [0; 2];
        }
        if !has_names {
            (hit.layer, hit.kind, hit.cell, hit.off_grid, hit.part) = (0, 0, [0; 2], None, 0);
        }
    }
}

/// The move after the turn is the turned move; how many hits that had.
fn turned_alike(turn: Turn, world: &World, mover: &Mover) -> Verdict<u64> {
    let plain = engine_moves(&world.build(), mover)?;
    // Which of two exits as short is taken may be a matter of coordinates.
    if plain.stuck || plain.pushed != [0, 0] {
        return Ok(0);
    }
    let mut wanted = turn.outcome(&plain, mover.size, world.tile());
    let mut seen = engine_moves(&turn.world(world).build(), &turn.mover(mover, world.tile()))?;
    for outcome in [&mut wanted, &mut seen] {
        blank(outcome, turn.is_shift());
        if mover.response == Response::PassThrough {
            // Crossings of one moment are told in the order of cells.
            outcome.hits.sort_by_key(|h| (h.fraction, h.layer, h.cell, h.off_grid));
        }
    }
    fail_unless(seen == wanted, || format!("turned: {turn:?}, {seen:#?}\nnot {wanted:#?}"))?;
    Ok(plain.hits.len() as u64)
}

/// A shift by whole tiles after which all of the world and of the move's reach lies in the world, to its very ends.
fn random_shift(rng: &mut Rng, world: &World, mover: &Mover) -> Option<Turn> {
    if matches!(mover.response, Response::Bounce { restitution } if restitution > 1.5) {
        return None;
    }
    let (d, _) = mover.lattice_translation()?;
    let body = mover.rect();
    let all = world.everything();
    let mut by = [0; 2];
    for (k, by) in by.iter_mut().enumerate() {
        let tile = world.tile()[k];
        // A body that is pushed out, or bounces with half more than it came with, stays within this too.
        let reach = (d[0].abs() + d[1].abs()) * 26 + 66 * tile;
        let low = all.iter().map(|r| r.lo[k]).min().unwrap_or(body.lo[k]).min(body.lo[k] - reach);
        let high = all.iter().map(|r| r.hi[k]).max().unwrap_or(body.hi[k]).max(body.hi[k] + reach);
        if low < -WORLD_END || high > WORLD_END {
            return None;
        }
        let first = (-WORLD_END - low) / tile;
        let last = (WORLD_END - high) / tile;
        *by = if rng.chance(60) { rng.pick(&[first, last]) } else { rng.range(first, last) };
    }
    Some(Turn::shift(by))
}

pub(super) fn among_shapes(change: Change) {
    let mut hits = 0;
    let mut moves = 0;
    let seeds = seeds(60, 10_000);
    let worlds = seeds.end - seeds.start;
    let watch = Watch::new(|seed| eprintln!("seed {seed}: a move in this world does not end"));
    for seed in seeds {
        let mut rng = Rng::new(seed ^ 0x5EED_0002);
        watch.runs(Some(seed));
        let (world, fits) = random_world(&mut rng);
        for _ in 0..6 {
            let mover = random_mover(&mut rng, &world, fits);
            if is_inside(&mover.rect(), &world.solids(mover.mask)) {
                continue;
            }
            let Some(turn) = change.turn(|| random_shift(&mut rng, &world, &mover)) else { continue };
            moves += 1;
            let property = |world: &World, mover: &Mover| turned_alike(turn, world, mover);
            match verdict(|| property(&world, &mover)) {
                Ok(more) => hits += more,
                Err(why) => {
                    watch.runs(None);
                    panic!("{}", shrunk(seed, &world, &mover, &why, &property))
                }
            }
        }
    }
    println!("{hits} hits in {moves} moves");
    assert!(hits > worlds && moves > worlds, "only {hits} hits in {moves} moves");
}

/// The exception that the promise names: nothing but a coordinate tells two equal exits apart, unless the body moves.
#[test]
fn equal_exits_go_against_the_motion_or_to_the_lesser_coordinate() {
    let mut grid = TileGrid::new([16, 16]);
    let layer = grid.add_layer("wall");
    let stone = grid.add_tile(Tile::default());
    for row in -9..9 {
        for col in [-11, 10] {
            grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
        }
    }
    for (x, motion, pushed) in [
        (164.0, 0.0, -12.0),
        (-172.0, 0.0, -12.0),
        (164.0, 1.0, -12.0),
        (-172.0, -1.0, 12.0),
        (164.0, -1.0, 12.0),
        (-172.0, 1.0, -12.0),
    ] {
        let mut body = Body::new(Vec2::new(x, -4.0), Vec2::splat(8.0));
        let moved =
            grid.move_and_slide(&mut body, Vec2::new(motion, 0.0), &MoveConfig::default(), &mut Vec::new());
        assert_eq!(moved.pushed.x, (pushed * 256.0) as i32, "from {x} by {motion}");
    }
}
