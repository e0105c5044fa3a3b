//! Random worlds with given features.

use crate::combinations::draw_bodies::{actor, cues};
use crate::combinations::draw_map::{Frame, kinds, movers, off_grid, pools, runs, zones};
use crate::combinations::features::{Feature, Set};
use crate::combinations::lanes::{add, lanes};
use crate::combinations::seats::{Room, press};
use crate::combinations::spec::Spec;
use proptest::prelude::*;
use proptest::sample::select;
use tilephys_core::Direction;

/// Steps of a world.
pub(crate) const STEPS: u32 = 60;

fn gravity(wanted: Set) -> BoxedStrategy<[f32; 2]> {
    if !wanted.has(Feature::OtherGravity) {
        return Just([0.0, 900.0]).boxed();
    }
    select(vec![[0.0, 900.0], [0.0, 0.0], [0.0, -600.0], [700.0, 0.0], [-300.0, 400.0]]).boxed()
}

/// The side of the first body from which the first mover comes, if one is to.
fn pressed(wanted: Set) -> BoxedStrategy<Option<Direction>> {
    let presses = Set::of(&[
        Feature::Squish,
        Feature::Push,
        Feature::Wiggle,
        Feature::BlockMover,
        Feature::PassThrough,
        Feature::Cling,
    ]);
    if wanted.0 & presses.0 == 0 {
        return Just(None).boxed();
    }
    prop::option::of(select(Direction::ALL.to_vec())).boxed()
}

/// Sizes of tiles, in px.
const TILES: [[u32; 2]; 6] = [[16, 16], [16, 16], [8, 8], [18, 18], [24, 24], [32, 16]];

/// Worlds in which all of the wanted features may be at work, and the forced ones are more likely to be; `n` chooses the size
/// of tiles.
pub(crate) fn world([wanted, forced]: [Set; 2], n: u64) -> impl Strategy<Value = Spec> {
    let tile_px = TILES[(n % TILES.len() as u64) as usize];
    let frame = Frame { tile_px, room: [200 / i64::from(tile_px[0]), 150 / i64::from(tile_px[1])] };
    let map = (kinds(wanted, frame), runs(wanted, frame), off_grid(wanted, frame), prop::bool::weighted(0.8));
    let beings = (
        zones(wanted, frame),
        pools(wanted, frame),
        movers(wanted, frame),
        prop::collection::vec(actor([wanted, forced], frame), 1..8),
        cues([wanted, forced], frame, STEPS),
    );
    let more = (gravity(wanted), pressed(wanted), lanes([wanted, forced], frame));
    (map, beings, more).prop_map(move |(map, beings, (gravity, pressed, lanes))| {
        let ((kinds, runs, off_grid, is_closed), (zones, pools, movers, actors, cues)) = (map, beings);
        let actors = Room { runs: &runs, movers: &movers, kinds: &kinds, frame }.seated(actors);
        let mut movers = movers;
        if let Some(side) = pressed {
            press(&mut movers, &actors, side);
        }
        let mut spec = Spec {
            tile_px,
            room: frame.room,
            is_closed,
            gravity,
            layers: 2,
            kinds,
            runs,
            off_grid,
            zones,
            pools,
            movers,
            actors,
            cues,
            steps: STEPS,
        };
        add(&mut spec, lanes);
        spec
    })
}
