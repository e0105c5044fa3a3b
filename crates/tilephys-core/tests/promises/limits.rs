//! Limits of the world, of `f32`, and of memory.

use crate::oracle::oracle_moves;
use crate::rng::Rng;
use crate::shapes::mover::{Mover, Outcome};
use crate::shapes::world::{World, lattice};
use tilephys_core::{Direction, Hit, Response, Tile, TileCoord, TileGrid};

/// Columns and rows of 16 px tiles that the world has either way.
const LAST_CELL: i64 = 524_286;

/// Whole tiles of 16 px in these cells.
fn tiles(cells: &[[i64; 2]]) -> World {
    let mut world = World::of_whole_tiles([16, 16], 1, &[1]);
    world.cells = cells.iter().map(|&[col, row]| ((row, col, 0), 0)).collect();
    world
}

fn engine_moves(grid: &TileGrid, mover: &Mover) -> Outcome {
    crate::shapes::mover::engine_moves(grid, mover).expect("a sound move")
}

/// An actor of 8 x 11 px that slides; place and translation in pixels.
fn actor(position: [i64; 2], translation: [f32; 2]) -> Mover {
    Mover {
        position: position.map(|px| px * 256),
        size: [2048, 2816],
        velocity: [0.0; 2],
        rest: [0.0; 2],
        translation,
        mask: u32::MAX,
        up: Direction::Up,
        response: Response::Slide,
        rest_speed: 20.0,
        walk: None,
    }
}

#[test]
fn tiles_at_both_ends_of_the_world_cost_less_than_a_mebibyte() {
    for px in [16, 18, 24, 70, 1000] {
        let mut grid = TileGrid::new([px, px]);
        let (layer, tile) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
        let last = 8_388_607 / px as i32 - 1;
        grid.set_tile(layer, TileCoord::new(-last, -last), Some(tile));
        grid.set_tile(layer, TileCoord::new(last, last), Some(tile));
        let memory = grid.memory();
        let bytes = memory.hot + memory.planes + memory.identity;
        println!("tiles of {px} px: {bytes} bytes");
        assert!(bytes < 1 << 20, "tiles of {px} px: {memory:?}");
        assert_eq!(memory.chunks, 2);
    }
}

#[test]
fn a_translation_of_nan_or_infinity_is_rejected() {
    let built = tiles(&[[0, 1]]).build();
    let huge = f32::MAX;
    for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, huge, -huge] {
        for translation in [[bad, 1.0], [1.0, bad], [bad, bad]] {
            let mover = Mover { velocity: [3.0, 4.0], rest: [0.25, -0.25], ..actor([0, 5], translation) };
            let (mut body, mut hits) = (mover.body(), Vec::<Hit>::new());
            let moved = built.move_and_slide(&mut body, translation, &mover.config(), &mut hits);
            assert!(moved.rejected && !moved.stuck && moved.pushed == lattice([0, 0]), "{bad}: {moved:?}");
            assert_eq!(body, mover.body(), "{bad}");
            assert!(hits.is_empty(), "{bad}");
        }
    }
}

#[test]
fn huge_finite_translations_end_at_a_solid_or_the_worlds_edge() {
    let mut rng = Rng::new(7);
    for world in [tiles(&[]), tiles(&[[3, 0]]), tiles(&[[LAST_CELL, 0], [-LAST_CELL - 1, 0]])] {
        let built = world.build();
        for _ in 0..400 {
            let mut component = || {
                let far = [0.0, 1.0, 8_388_607.0, 1e7, 1e20, 1.3e36][rng.below(6) as usize];
                if rng.chance(50) { far } else { 0.0 - far }
            };
            let mover = actor([0, 0], [component(), component()]);
            let seen = engine_moves(&built, &mover);
            let (wanted, _) = oracle_moves(&world.solids(1), world.tile(), &mover).expect("finite");
            assert_eq!(Outcome { surfaces: [None; 3], ..seen }, wanted, "{mover:#?}");
        }
    }
}

#[test]
fn reversed_and_amplified_translations_do_not_overflow() {
    // A body at x = 16 px against a tile on its left, sent left by more than `i32` holds: the hit is at fraction 0 and
    // what is left of the translation, all of it, is turned round.
    let world = tiles(&[[0, 0]]);
    let bounce = |restitution| Response::Bounce { restitution };
    for response in [Response::Invert, bounce(1.0), bounce(2.0), bounce(1e30), bounce(0.5), Response::Slide] {
        for (position, pull) in [([16, 2], -1e30), ([-8, 2], 1e30), ([16, 2], -8e6), ([-8, 2], 8e6)] {
            let mover = Mover { response, velocity: [pull, 0.0], ..actor(position, [pull, -1.0]) };
            let seen = engine_moves(&world.build(), &mover);
            let (wanted, _) = oracle_moves(&world.solids(1), world.tile(), &mover).expect("finite");
            assert_eq!(Outcome { surfaces: [None; 3], ..seen }, wanted, "{mover:#?}");
        }
    }
}

#[test]
fn a_body_may_move_out_of_64_tiles_and_not_out_of_more() {
    let block: Vec<[i64; 2]> = (0..200).flat_map(|row| (0..140).map(move |col| [col, row])).collect();
    let built = tiles(&block).build();
    for (col, wanted) in [(63, -1000), (64, 64 * 16)] {
        let mover =
            Mover { size: [4096, 4096], ..actor([col * 16, 100 * 16], [(-1000 - col * 16) as f32, 0.0]) };
        let seen = engine_moves(&built, &mover);
        assert!(seen.stuck && seen.pushed == [0, 0]);
        assert_eq!(seen.position, [wanted * 256, 100 * 4096], "from column {col}");
    }
}

#[test]
fn a_long_motion_reads_rows_of_two_chunks_in_order() {
    // The body rises through rows 64 and 63, of two chunks, and more than eight rows in all. It would come to the tile
    // in row 64 when it has risen 24 px; when it has risen 16 it is under the one in row 63.
    let world = tiles(&[[4, 64], [2, 63]]);
    let mover = Mover { size: [4096, 4096], ..actor([0, 65 * 16], [400.0, -200.0]) };
    let hits = engine_moves(&world.build(), &mover).hits;
    assert_eq!((hits[0].cell, hits[0].face), ([2, 63], Direction::Down), "{hits:#?}");
}
