//! Same bits at any place of the world; mirrored and turned results for mirrored and turned input.

use super::case::{ask, shrunk};
use super::judge::{Verdict, fail_unless};
use super::mover::{Mover, Outcome, engine_moves};
use super::random_mover::{is_inside, random_mover};
use super::random_world::random_world;
use super::turned::Turn;
use super::watch::Watch;
use super::world::{WORLD_END, World};
use crate::rng::Rng;
use crate::volume::volume;

/// Leaves out what may differ: the middle of contacts, cells of loose shapes, and the names of what was hit where more
/// than one face would do.
fn blank(outcome: &mut Outcome, names_too: bool) {
    // Of two walls the right one is reported.
    let [up, right, down, left] = outcome.sides;
    if up && down || left && right {
        outcome.surfaces[1] = None;
    }
    for hit in &mut outcome.hits {
        hit.point = [0; 2];
        if hit.loose.is_some() {
            hit.cell = [0; 2];
        }
        if names_too {
            (hit.layer, hit.kind, hit.cell, hit.loose, hit.part) = (0, 0, [0; 2], None, 0);
        }
    }
}

/// The move after the turn is the turned move; how many hits that had.
fn turned_alike(turn: Turn, world: &World, mover: &Mover) -> Verdict<u64> {
    let plain = engine_moves(&world.build(), mover)?;
    if plain.stuck || plain.pushed != [0, 0] {
        // Which of two exits as short is taken may be a matter of coordinates.
        return Ok(0);
    }
    let mut wanted = turn.outcome(&plain, mover.size, world.tile());
    let mut seen = engine_moves(&turn.world(world).build(), &turn.mover(mover, world.tile()))?;
    let names_too = !matches!(turn, Turn::Shift(_));
    blank(&mut wanted, names_too);
    blank(&mut seen, names_too);
    for surface in [&mut wanted.surfaces, &mut seen.surfaces].into_iter().flatten().flatten() {
        // Of two as near the lesser coordinates'.
        *surface = [0; 2];
    }
    fail_unless(seen == wanted, || format!("turned: {turn:?}, {seen:#?}\nnot {wanted:#?}"))?;
    Ok(plain.hits.len() as u64)
}

fn turned_moves(pick: impl Fn(&mut Rng, &World, &Mover) -> Option<Turn>) {
    let (mut hits, mut moves) = (0, 0);
    let worlds = volume(60, 10_000);
    let watch = Watch::new(|seed| eprintln!("seed {seed}: a move in this world does not end"));
    for seed in 0..worlds {
        let mut rng = Rng::new(seed ^ 0x5EED_0002);
        watch.runs(Some(seed));
        let (world, fits) = random_world(&mut rng);
        for _ in 0..6 {
            let mover = random_mover(&mut rng, &world, fits);
            if is_inside(&mover.rect(), &world.solids(mover.mask)) {
                continue;
            }
            let Some(turn) = pick(&mut rng, &world, &mover) else { continue };
            moves += 1;
            let property = |world: &World, mover: &Mover| turned_alike(turn, world, mover);
            match ask(&property, &world, &mover) {
                Ok(more) => hits += more,
                Err(why) => {
                    watch.runs(None);
                    panic!("{}", shrunk(seed, &world, &mover, &why, &property))
                }
            }
        }
    }
    assert!(hits > 2 * worlds && moves > 4 * worlds, "only {hits} hits in {moves} moves");
}

#[test]
fn a_world_mirrored_in_x_gives_the_mirrored_move() {
    turned_moves(|_, _, _| Some(Turn::Mirror(0)));
}

#[test]
fn a_world_mirrored_in_y_with_up_reversed_gives_the_mirrored_move() {
    turned_moves(|_, _, _| Some(Turn::Mirror(1)));
}

#[test]
fn a_world_with_x_and_y_exchanged_gives_the_exchanged_move() {
    turned_moves(|_, _, _| Some(Turn::Transpose));
}

#[test]
fn a_world_turned_by_a_quarter_with_up_gives_the_turned_move() {
    turned_moves(|_, _, _| Some(Turn::Quarter));
}

#[test]
fn a_world_shifted_by_up_to_half_a_million_tiles_gives_the_same_bits() {
    turned_moves(|rng, world, mover| {
        let d = mover.lattice_translation();
        let tile = world.tile();
        // What bounces with more than it came with stays within this too.
        let by = [0, 1].map(|k| {
            let reach = (d[k].abs() + d[1 - k].abs()) * 40 + 5000 * tile[k];
            let most = ((WORLD_END - reach) / tile[k]).clamp(0, 500_000);
            let any = rng.range(-most, most);
            rng.pick(&[most, -most, any])
        });
        (by != [0, 0]).then_some(Turn::Shift(by))
    });
}
