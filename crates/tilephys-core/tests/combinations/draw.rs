//! Random worlds with given features.

use crate::draw_bodies::{actor, cues};
use crate::draw_map::{Frame, kinds, loose, movers, pools, runs, zones};
use crate::features::{Feature, Set};
use crate::spec::Spec;
use proptest::prelude::*;
use proptest::sample::select;

/// Steps of a world.
pub(crate) const STEPS: u32 = 60;

fn gravity(wanted: Set) -> BoxedStrategy<[f32; 2]> {
    if !wanted.has(Feature::OtherGravity) {
        return Just([0.0, 900.0]).boxed();
    }
    select(vec![[0.0, 900.0], [0.0, 0.0], [0.0, -600.0], [700.0, 0.0], [-300.0, 400.0]]).boxed()
}

/// Sizes of tiles, in px.
const TILES: [[u32; 2]; 6] = [[16, 16], [16, 16], [8, 8], [18, 18], [24, 24], [32, 16]];

/// Worlds in which all of the wanted features may be at work; `n` chooses the size of tiles.
pub(crate) fn world(wanted: Set, n: u64) -> impl Strategy<Value = Spec> {
    let tile_px = TILES[(n % TILES.len() as u64) as usize];
    let frame = Frame { tile_px, room: [200 / i64::from(tile_px[0]), 150 / i64::from(tile_px[1])] };
    let map = (kinds(wanted, frame), runs(wanted, frame), loose(wanted, frame), prop::bool::weighted(0.8));
    let beings = (
        zones(wanted, frame),
        pools(wanted, frame),
        movers(wanted, frame),
        prop::collection::vec(actor(wanted, frame), 1..7),
        cues(wanted, frame, STEPS),
    );
    (map, beings, gravity(wanted)).prop_map(move |(map, beings, gravity)| {
        let ((kinds, runs, loose, is_closed), (zones, pools, movers, actors, cues)) = (map, beings);
        Spec {
            tile_px,
            room: frame.room,
            is_closed,
            gravity,
            layers: 2,
            kinds,
            runs,
            loose,
            zones,
            pools,
            movers,
            actors,
            cues,
            steps: STEPS,
        }
    })
}
