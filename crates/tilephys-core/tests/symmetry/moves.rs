//! Moves of one body among boxes, and among shapes.

use super::Change;
use crate::oracle::{self, Rule, oracle_moves};
use crate::rng::Rng;
use crate::shapes::case::{ask, shrunk};
use crate::shapes::judge::{Verdict, fail_unless};
use crate::shapes::mover::{Mover, Outcome, engine_moves};
use crate::shapes::solid::{Point, is_inside, unit};
use crate::shapes::watch::Watch;
use crate::shapes::world::{WORLD_END, World};
use crate::shapes::{random_mover, random_world};
use crate::turn::Turn;
use crate::volume::seeds;
use std::ops::Range;
use tilephys_core::glam::Vec2;
use tilephys_core::{Body, MoveConfig, Response, Tile, TileCoord, TileGrid};

/// Random worlds of one sort.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Boxes,
    Shapes,
}

impl Sort {
    fn world(self, rng: &mut Rng) -> (World, Point) {
        match self {
            Sort::Boxes => (oracle::random_world(rng), [0, 0]),
            Sort::Shapes => random_world::random_world(rng),
        }
    }

    fn mover(self, rng: &mut Rng, world: &World, fits: Point) -> Mover {
        match self {
            Sort::Boxes => oracle::random_mover(rng, world),
            Sort::Shapes => random_mover::random_mover(rng, world, fits),
        }
    }

    /// The hits whose names may differ after a turn; `None` for a move that need not have an image.
    fn free_names(self, turn: Turn, world: &World, mover: &Mover, plain: &Outcome) -> Option<Vec<bool>> {
        if self == Sort::Shapes {
            // Which of two exits as short is taken may be a matter of coordinates, and so may the name of a face.
            let exits = plain.stuck || plain.pushed != [0, 0];
            return (!exits).then(|| vec![!turn.is_shift(); plain.hits.len()]);
        }
        if exit_by_coordinate(mover, plain) {
            return None;
        }
        let (_, why) = oracle_moves(&world.solids(mover.mask), world.tile(), mover)?;
        let passes = mover.response == Response::PassThrough;
        Some(why.iter().map(|w| w.rule == Rule::Cell && !passes).collect())
    }
}

/// True if a tie between two exits falls to the lesser coordinate: for a body inside a solid that does not move
/// sideways.
fn exit_by_coordinate(mover: &Mover, outcome: &Outcome) -> bool {
    let across = usize::from(unit(mover.up)[1] == 0);
    let still = mover.lattice_translation().is_some_and(|(d, _)| d[across] == 0);
    let at_edge = outcome.position[across].abs() + mover.size[across] >= WORLD_END;
    (outcome.stuck || outcome.pushed != [0, 0]) && (still || at_edge)
}

/// Clears what may differ: the middle of contacts (rounded down), cells of loose shapes, normals of surfaces where two
/// are as near, and names that a tie decides.
fn blank(outcome: &mut Outcome, free_names: &[bool]) {
    let [up, right, down, left] = outcome.sides;
    if up && down || left && right {
        // Of two walls the right one is reported.
        outcome.surfaces[1] = None;
    }
    for normal in outcome.surfaces.iter_mut().flatten() {
        *normal = [0; 2];
    }
    for (hit, is_free) in outcome.hits.iter_mut().zip(free_names) {
        hit.point = [0; 2];
        if hit.off_grid.is_some() {
            hit.cell = [0; 2];
        }
        if *is_free {
            (hit.layer, hit.kind, hit.cell, hit.off_grid, hit.part) = (0, 0, [0; 2], None, 0);
        }
    }
}

/// The move after the turn is the turned move; how many hits that had.
fn turned_alike(sort: Sort, turn: Turn, world: &World, mover: &Mover) -> Verdict<u64> {
    let plain = engine_moves(&world.build(), mover)?;
    let Some(free_names) = sort.free_names(turn, world, mover, &plain) else { return Ok(0) };
    let mut wanted = turn.outcome(&plain, mover.size, world.tile());
    let mut seen = engine_moves(&turn.world(world).build(), &turn.mover(mover, world.tile()))?;
    for outcome in [&mut wanted, &mut seen] {
        blank(outcome, &free_names);
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
    let (body, all) = (mover.rect(), world.everything());
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
        let (first, last) = ((-WORLD_END - low) / tile, (WORLD_END - high) / tile);
        *by = if rng.chance(60) { rng.pick(&[first, last]) } else { rng.range(first, last) };
    }
    Some(Turn::shift(by))
}

fn turned_moves(sort: Sort, seeds: Range<u64>, moves_a_world: u64, change: Change) {
    let (mut hits, mut moves, worlds) = (0, 0, seeds.end - seeds.start);
    let watch = Watch::new(|seed| eprintln!("seed {seed}: a move in this world does not end"));
    for seed in seeds {
        let mut rng = Rng::new(seed ^ 0x5EED_0002);
        watch.runs(Some(seed));
        let (world, fits) = sort.world(&mut rng);
        for _ in 0..moves_a_world {
            let mover = sort.mover(&mut rng, &world, fits);
            if sort == Sort::Shapes && is_inside(&mover.rect(), &world.solids(mover.mask)) {
                continue;
            }
            let Some(turn) = change.turn(|| random_shift(&mut rng, &world, &mover)) else { continue };
            moves += 1;
            let property = |world: &World, mover: &Mover| turned_alike(sort, turn, world, mover);
            match ask(&property, &world, &mover) {
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

pub(super) fn among_boxes(change: Change) {
    turned_moves(Sort::Boxes, seeds(400, 30_000), 4, change);
}

pub(super) fn among_shapes(change: Change) {
    turned_moves(Sort::Shapes, seeds(60, 10_000), 6, change);
}

/// The exception that the promise names: nothing but a coordinate tells two equal exits apart, unless the body moves.
#[test]
fn equal_exits_go_against_the_motion_or_to_the_lesser_coordinate() {
    let mut grid = TileGrid::new([16, 16]);
    let (layer, stone) = (grid.add_layer("wall"), grid.add_tile(Tile::default()));
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
