//! Moving platforms with riders, and with crates that they push.

use super::Change;
use crate::movers::random_crates::Cave;
use crate::rng::Rng;
use crate::shapes::world::pair;
use crate::turn::Turn;
use crate::volume::volume;
use tilephys_core::World;

/// Cells of 16 px.
const TILE: [i64; 2] = [4096; 2];

const TICK: f32 = 1.0 / 60.0;

fn turn_of(change: Change) -> Turn {
    change.turn(|| Some(Turn::shift([500_000, -4_096]))).expect("every cave can be shifted")
}

/// Plays both worlds for so many ticks.
fn turned_alike(turn: Turn, mut plain: World, mut turned: World, ticks: u32, cave: u32) {
    for tick in 0..ticks {
        plain.step(TICK);
        turned.step(TICK);
        for id in plain.ids() {
            let [a, b] = [&plain, &turned].map(|world| world.body(id).expect("a body"));
            let wanted = turn.place(pair(a.position), pair(a.size), TILE);
            let velocity = turn.floats(a.velocity.to_array());
            assert_eq!(
                (pair(b.position), b.velocity.to_array()),
                (wanted, velocity),
                "cave {cave}, tick {tick}, {id:?}"
            );
        }
    }
}

pub(super) fn with_riders(change: Change) {
    let (mut rng, turn) = (Rng::new(5), turn_of(change));
    for number in 0..volume(40, 400) as u32 {
        let cave = Cave::riders(&mut rng);
        turned_alike(turn, cave.build(Turn::NONE, false), cave.build(turn, false), 90, number);
    }
}

pub(super) fn with_crates(change: Change) {
    let (mut rng, turn) = (Rng::new(6), turn_of(change));
    for number in 0..volume(25, 250) as u32 {
        let cave = Cave::random(&mut rng);
        turned_alike(turn, cave.build(Turn::NONE, false), cave.build(turn, false), 60, number);
    }
}
