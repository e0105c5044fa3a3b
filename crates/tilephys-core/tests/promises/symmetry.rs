//! Same bits at any place of the world; mirrored and turned results for mirrored and turned input.

use crate::oracle::{
    Mover, Outcome, Rect, Rule, Turn, WORLD_END, World, engine_moves, must_hold, oracle_moves, random_mover,
    random_world, unit,
};
use crate::rng::Rng;
use crate::volume::{seeds, volume};
use tilephys_core::glam::Vec2;
use tilephys_core::{Body, MoveConfig, Response, Tile, TileCoord, TileGrid};

/// Clears what may differ: the middle of the contact (rounded down), the cell of an off-grid box (its low corner),
/// and names chosen only by the order of cells.
fn blank(outcome: &mut Outcome, by_cell: &[bool]) {
    for (index, hit) in outcome.hits.iter_mut().enumerate() {
        hit.point = [0; 2];
        if hit.loose.is_some() {
            hit.cell = [0; 2];
        }
        if by_cell.get(index).copied().unwrap_or(false) {
            (hit.layer, hit.kind, hit.cell, hit.loose) = (0, 0, [0; 2], None);
        }
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

/// The move after the turn is the turned move.
fn turned_alike(turn: Turn, world: &World, mover: &Mover) -> Result<u64, String> {
    let plain = engine_moves(&world.build(), mover);
    if exit_by_coordinate(mover, &plain) {
        return Ok(0);
    }
    let (_, why) = oracle_moves(&world.solids(mover.mask), world.tile(), mover).ok_or("not finite")?;
    let passes = mover.response == Response::PassThrough;
    let by_cell: Vec<bool> = why.iter().map(|w| w.rule == Rule::Cell && !passes).collect();
    let mut wanted = turn.outcome(&plain, mover.size, world.tile());
    let mut seen = engine_moves(&turn.world(world).build(), &turn.mover(mover, world.tile()));
    blank(&mut wanted, &by_cell);
    blank(&mut seen, &by_cell);
    if passes {
        // Crossings of one moment are told in the order of cells.
        for outcome in [&mut wanted, &mut seen] {
            outcome.hits.sort_by_key(|h| (h.fraction, h.layer, h.cell, h.loose));
        }
    }
    if seen == wanted {
        Ok(plain.hits.len() as u64)
    } else {
        Err(format!("{turn:?}: {seen:#?}\nnot {wanted:#?}"))
    }
}

/// A shift by whole tiles after which all of the world and of the move's reach lies in the world, to its very ends.
fn random_shift(rng: &mut Rng, world: &World, mover: &Mover) -> Option<Turn> {
    if matches!(mover.response, Response::Bounce { restitution } if restitution > 1.5) {
        return None;
    }
    let (d, _) = mover.lattice_translation()?;
    let body = mover.rect();
    let cells = world.cells.keys().map(|&(row, col, _)| world.cell_rect([col, row]));
    let all: Vec<Rect> = cells.chain(world.boxes.iter().map(|b| b.rect)).collect();
    let mut by = [0; 2];
    for k in 0..2 {
        let tile = world.tile()[k];
        // A body that is pushed out, or bounces with half more than it came with, stays within this too.
        let reach = d[k].abs() * 26 + 66 * tile;
        let low = all.iter().map(|r| r.lo[k]).min().unwrap_or(body.lo[k]).min(body.lo[k] - reach);
        let high = all.iter().map(|r| r.hi[k]).max().unwrap_or(body.hi[k]).max(body.hi[k] + reach);
        if low < -WORLD_END || high > WORLD_END {
            return None;
        }
        let (first, last) = ((-WORLD_END - low) / tile, (WORLD_END - high) / tile);
        by[k] = if rng.chance(60) { rng.pick(&[first, last]) } else { rng.range(first, last) };
    }
    Some(Turn::Shift(by))
}

fn turned_moves(turn: Turn) {
    let mut hits = 0;
    for seed in seeds(1_200, 30_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0002);
        let world = random_world(&mut rng);
        for _ in 0..4 {
            let mover = random_mover(&mut rng, &world);
            hits += must_hold(seed, &world, &mover, &|world, mover| turned_alike(turn, world, mover));
        }
    }
    assert!(hits > volume(2_000, 50_000), "only {hits} hits");
}

/// The exception that the promise names: nothing but a coordinate tells two equal exits apart, unless the body moves.
#[test]
fn of_two_exits_alike_the_one_against_the_motion_is_taken_or_the_lesser_coordinate() {
    let mut grid = TileGrid::new([16, 16].into());
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

#[test]
fn a_world_mirrored_in_x_gives_the_mirrored_move() {
    turned_moves(Turn::Mirror(0));
}

#[test]
fn a_world_mirrored_in_y_with_up_reversed_gives_the_mirrored_move() {
    turned_moves(Turn::Mirror(1));
}

#[test]
fn a_world_with_x_and_y_exchanged_gives_the_exchanged_move() {
    turned_moves(Turn::Transpose);
}

#[test]
fn a_world_shifted_by_whole_tiles_to_the_ends_of_the_lattice_gives_the_same_bits() {
    let (mut shifts, mut hits) = (0, 0);
    for seed in seeds(2_000, 50_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0003);
        let world = random_world(&mut rng);
        for _ in 0..4 {
            let mover = random_mover(&mut rng, &world);
            let Some(turn) = random_shift(&mut rng, &world, &mover) else { continue };
            shifts += 1;
            hits += must_hold(seed, &world, &mover, &|world, mover| turned_alike(turn, world, mover));
        }
    }
    assert!(shifts > volume(3_000, 80_000) && hits > volume(1_500, 40_000), "{shifts} shifts, {hits} hits");
}
