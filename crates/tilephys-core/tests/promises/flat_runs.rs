//! Never snagged: a flat run is one face, whatever it is made of.

use super::volume;
use crate::oracle::{Loose, Mover, Outcome, Rect, Rng, Turn, World, engine_moves, must_hold};
use std::collections::BTreeMap;
use tilephys_core::{Direction, Response};

/// Cells of a run; it crosses two or three chunks.
const LENGTH: i64 = 140;

/// A floor along row `row`, from column `col` on: cells of any solid kind in any layer, boxes off the cells of any
/// width, one or two of them over each other, all with their upper edges at one height; and clutter below.
fn run(rng: &mut Rng, col: i64, row: i64) -> World {
    let tile_px = rng.pick(&[[16, 16], [8, 8], [18, 18], [24, 24], [32, 16], [70, 70], [7, 13]]);
    let kinds = vec![1, 2, 1 << 31];
    let mut world = World { tile_px, layers: 3, kinds, cells: BTreeMap::new(), boxes: Vec::new() };
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
                world.boxes.push(Loose { rect, layer, kind });
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
    }
}

/// It ends beside its start, exactly as far as it was to go, and hit nothing but the run's face.
fn slides(turns: &[Turn], world: &World, mover: &Mover) -> Result<usize, String> {
    let (mut turned, mut walks) = (world.clone(), *mover);
    let expected =
        Outcome { position: [mover.position[0], mover.position[1]], ..engine_moves(&world.build(), mover) };
    let (mut faces, mut tile) = (expected.clone(), world.tile());
    faces.position[0] += mover.lattice_translation().ok_or("not finite")?.0[0];
    for hit in &mut faces.hits {
        hit.face = Direction::Up;
    }
    let mut size = mover.size;
    for &turn in turns {
        faces = turn.outcome(&faces, size, tile);
        walks = turn.mover(&walks, tile);
        turned = turn.world(&turned);
        (tile, size) = (turned.tile(), walks.size);
    }
    let seen = engine_moves(&turned.build(), &walks);
    let wanted = faces.hits.first().map(|h| h.face);
    let down = mover.translation[1] > 0.0;
    if seen.position != faces.position {
        return Err(format!("it ends at {:?}, not at {:?}: {:#?}", seen.position, faces.position, seen.hits));
    }
    if seen.hits.len() != usize::from(down)
        || seen.hits.iter().any(|h| Some(h.face) != wanted || h.fraction != 0)
    {
        return Err(format!("hits of a walk by {:?}: {:#?}", walks.translation, seen.hits));
    }
    Ok(seen.hits.len())
}

#[test]
fn a_flat_run_has_no_seams_whatever_it_is_made_of_and_whichever_way_it_faces() {
    let turns = [Turn::Mirror(0), Turn::Mirror(1), Turn::Transpose];
    let mut hits = 0;
    for seed in 0..volume(1_000, 30_000) {
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
    assert!(hits as u64 > volume(2_000, 60_000), "only {hits} landings");
}

/// Does the run reach under the whole body, so that the failing case is not one with the run taken away?
fn stands(world: &World, mover: &Mover) -> bool {
    let body = mover.rect();
    let mut under: Vec<Rect> = world.solids(mover.mask).iter().map(|s| s.rect).collect();
    under.retain(|r| r.lo[1] == body.hi[1]);
    under.sort_unstable_by_key(|r| r.lo[0]);
    let covered = under.iter().fold(body.lo[0], |to, r| if r.lo[0] <= to { to.max(r.hi[0]) } else { to });
    covered >= body.hi[0]
}
