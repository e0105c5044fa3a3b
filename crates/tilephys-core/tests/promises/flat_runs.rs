//! No ghost collisions: a flat run of tiles is one face, whatever its tiles.

use crate::rng::Rng;
use crate::shapes::case::must_hold;
use crate::shapes::mover::{Mover, engine_moves};
use crate::shapes::solid::Rect;
use crate::shapes::world::World;
use crate::turn::Turn;
use crate::volume::{seeds, volume};
use tilephys_core::{Direction, Response};

/// Cells of a run; it crosses two or three chunks.
const LENGTH: i64 = 140;

/// A floor along row `row`, from column `col` on, with clutter below. It consists of cells of any solid kind in any
/// layer and of off-grid boxes of any width, one or two over each other. All upper edges have one height.
fn run(rng: &mut Rng, col: i64, row: i64) -> World {
    let tile_px = rng.pick(&[[16, 16], [8, 8], [18, 18], [24, 24], [32, 16], [70, 70], [7, 13]]);
    let mut world = World::of_whole_tiles(tile_px, 3, &[1, 2, 1 << 31]);
    let (tile, boxes) = (world.tile(), rng.pick(&[0, 0, 10, 50]));
    let any = |rng: &mut Rng| (rng.below(3) as usize, rng.below(3) as usize);
    let mut at = col;
    while at < col + LENGTH {
        let (layer, kind) = any(rng);
        let wide = rng.range(1, 4);
        if rng.chance(boxes) {
            let seam = at * tile[0] + rng.range(0, wide * tile[0]);
            let (low, high) = (at * tile[0], (at + wide) * tile[0]);
            for (from, to) in [(low, seam.max(low + 1)), (seam.min(high - 1), high)] {
                let rect =
                    Rect { lo: [from, row * tile[1]], hi: [to, row * tile[1] + rng.range(1, 3 * tile[1])] };
                world.add_box(rect, layer, kind);
            }
        } else {
            for column in at..at + wide {
                world.cells.insert((row, column, layer), kind);
            }
        }
        at += wide;
    }
    for _ in 0..10 {
        let (layer, kind) = any(rng);
        world.cells.insert((row + rng.range(1, 3), col + rng.range(0, LENGTH), layer), kind);
    }
    world
}

/// A body that stands on the run and is pressed to it while it moves along.
fn walker(rng: &mut Rng, world: &World, col: i64, row: i64) -> Mover {
    let tile = world.tile();
    let any = [rng.range(1, 3 * tile[0]), rng.range(1, 3 * tile[1])];
    let size = rng.pick(&[[2048, 2816], tile, [1, 1], any]);
    let from = (col + rng.range(1, LENGTH - 4)) * tile[0] + rng.pick(&[0, 0, 1, -1, tile[0] / 2]);
    let along = [rng.any_scale(12), rng.any_scale(16), rng.any_scale(23), tile[0]][rng.below(4) as usize];
    let down = [0, 1, 64, rng.any_scale(10).abs(), along.abs(), along.abs() * 3][rng.below(6) as usize];
    Mover {
        position: [from, row * tile[1] - size[1]],
        size,
        velocity: [along as f32, down as f32],
        rest: [0.0; 2],
        translation: [along as f32 / 256.0, down as f32 / 256.0],
        mask: u32::MAX,
        up: rng.pick(&Direction::ALL),
        response: Response::Slide,
        rest_speed: 20.0,
        walk: None,
    }
}

/// After some turns of everything: it ends as far along the run as it was to go and no farther from it, and hit the
/// run's face at its start if it was pressed to it, and nothing else.
fn slides(turns: &[Turn], world: &World, mover: &Mover) -> Result<usize, String> {
    let mut end = mover.position;
    end[0] += mover.units()[0];
    let (mut world, mut mover, mut face) = (world.clone(), *mover, Direction::Up);
    let pressed = mover.translation[1] > 0.0;
    for turn in turns {
        let (tile, size) = (world.tile(), mover.size);
        (end, face) = (turn.place(end, size, tile), turn.direction(face));
        (world, mover) = (turn.world(&world), turn.mover(&mover, tile));
    }
    let seen = engine_moves(&world.build(), &mover)?;
    let one_landing =
        seen.hits.iter().all(|h| h.face == face && h.fraction == 0 && h.position == mover.position);
    if seen.position != end || seen.hits.len() != usize::from(pressed) || !one_landing {
        return Err(format!("end: to end at {end:?} on {face:?}: {seen:#?}"));
    }
    Ok(seen.hits.len())
}

#[test]
fn a_flat_run_has_no_seams_in_any_orientation() {
    let turns = [Turn::MIRROR_X, Turn::MIRROR_Y, Turn::TRANSPOSE];
    let mut hits = 0;
    for seed in seeds(150, 30_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0004);
        let (col, row) = (rng.pick(&[0, -70, 5000, -40_000]), rng.pick(&[0, 63, 64, -64, -1, 4095]));
        let world = run(&mut rng, col, row);
        for _ in 0..4 {
            let mover = walker(&mut rng, &world, col, row);
            let chosen: Vec<Turn> = turns.into_iter().filter(|_| rng.chance(50)).collect();
            hits += must_hold(seed, &world, &mover, &|world, mover| match stands(world, mover) {
                true => slides(&chosen, world, mover),
                false => Ok(0),
            });
        }
    }
    assert!(hits as u64 > volume(300, 60_000), "only {hits} landings");
}

/// True if the run reaches under the whole body, so that shrinking does not remove the run.
fn stands(world: &World, mover: &Mover) -> bool {
    let body = mover.rect();
    let mut under: Vec<Rect> = world.solids(mover.mask).iter().map(|s| s.bounds).collect();
    under.retain(|r| r.lo[1] == body.hi[1]);
    under.sort_unstable_by_key(|r| r.lo[0]);
    let covered = under.iter().fold(body.lo[0], |to, r| if r.lo[0] <= to { to.max(r.hi[0]) } else { to });
    covered >= body.hi[0]
}
