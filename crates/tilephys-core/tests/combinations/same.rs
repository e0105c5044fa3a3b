//! Determinism: one world run in several ways gives the same bits.

use crate::combinations::game::{Game, id};
use crate::combinations::judge::Verdict;
use crate::combinations::spec::Spec;
use crate::executors::{Adversary, How};
use crate::shapes::solid::Point;
use crate::shapes::world::pair;
use crate::turn::Turn;
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use tilephys_core::{Direction, EventKind, World, driver::SerialExecutor};

/// A body after a step: place, size, bits of velocity and rest, flags and contacts.
type Body = (Point, Point, [u32; 4], [bool; 6]);

/// The state of all bodies as it would be after a turn.
fn bodies(game: &Game, turn: Option<Turn>) -> Vec<Option<Body>> {
    let tile = game.spec.tile();
    (0..game.profiles.len())
        .map(|place| {
            game.profiles[place]?;
            let body = game.world.body(id(place))?;
            let state = game.world.state(id(place))?;
            let (mut at, mut size) = (pair(body.position), pair(body.size));
            let (mut velocity, mut rest) = (body.velocity.to_array(), body.remainder.to_array());
            let mut sides = [false; 4];
            for (k, d) in Direction::ALL.into_iter().enumerate() {
                sides[turn.map_or(k, |turn| turn.direction(d) as usize)] = state.contacts().sides.contains(d);
            }
            if let Some(turn) = turn {
                (at, size) = (turn.place(at, size, tile), turn.sizes(size));
                (velocity, rest) = (turn.floats(velocity), turn.floats(rest));
            }
            let bits = [velocity[0], velocity[1], rest[0], rest[1]].map(|v| (v + 0.0).to_bits());
            let flags = [sides[0], sides[1], sides[2], sides[3], state.on_floor(), state.stuck()];
            Some((at, size, bits, flags))
        })
        .collect()
}

/// How often each kind of event came, by body.
fn counts(world: &World) -> HashMap<(u32, Discriminant<EventKind>), u32> {
    let mut all = HashMap::new();
    for event in world.events() {
        *all.entry((event.body.0, discriminant(&event.kind))).or_default() += 1;
    }
    all
}

/// The world after a turn does the turned of what the world does.
pub(crate) fn turned(spec: &Spec, turn: Turn, name: &str) -> Verdict {
    let other = turn.spec(spec);
    let (mut plain, mut image) = (Game::new(spec, false), Game::new(&other, false));
    for tick in 0..spec.steps {
        for game in [&mut plain, &mut image] {
            game.prepare();
            game.advance(&SerialExecutor);
        }
        let (wanted, seen) = (bodies(&plain, Some(turn)), bodies(&image, None));
        if let Some(place) = (0..wanted.len()).find(|&k| wanted[k] != seen[k]) {
            let (wanted, seen) = (wanted[place], seen[place]);
            return Err(format!("{name}: step {tick}: body {place} is {seen:?}, not {wanted:?}"));
        }
        let (wanted, seen) = (counts(&plain.world), counts(&image.world));
        if wanted != seen {
            return Err(format!("{name}: step {tick}: events {seen:?}, not {wanted:?}"));
        }
    }
    Ok(())
}

/// Another order of spawning and another executor leave the same bits.
pub(crate) fn in_another_order(spec: &Spec) -> Verdict {
    let (mut plain, mut other) = (Game::new(spec, false), Game::new(spec, true));
    for tick in 0..spec.steps {
        plain.prepare();
        plain.advance(&SerialExecutor);
        other.prepare();
        other.advance(&Adversary::new(4, How::SecondHalfFirst));
        if plain.world.state_hash() != other.world.state_hash() {
            return Err(format!("spawn order: step {tick}: another fingerprint"));
        }
        if counts(&plain.world) != counts(&other.world) {
            return Err(format!("spawn order: step {tick}: other events"));
        }
    }
    Ok(())
}

/// The fingerprints of all steps, as one number.
pub(crate) fn fingerprint(spec: &Spec) -> u64 {
    let mut game = Game::new(spec, false);
    (0..spec.steps).fold(0xCBF2_9CE4_8422_2325, |hash: u64, _| {
        game.prepare();
        game.advance(&SerialExecutor);
        (hash ^ game.world.state_hash()).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// A world put back to a snapshot goes on alike, and so does a fresh world that takes the snapshot over.
pub(crate) fn put_back(spec: &Spec, at: u32) -> Verdict {
    let mut plain = Game::new(spec, false);
    for _ in 0..at.min(spec.steps) {
        plain.prepare();
        plain.advance(&SerialExecutor);
    }
    let all: Vec<_> = plain.world.ids().collect();
    let mut alone = plain.world.clone();
    let bodies = alone.snapshot_of(&all);
    alone.restore(&bodies).map_err(|error| format!("snapshot: bodies alone are refused: {error}"))?;
    if alone.state_hash() != plain.world.state_hash() {
        return Err(format!("snapshot: bodies alone leave another fingerprint before step {at}"));
    }
    let bytes = plain.world.snapshot();
    let mut fresh = plain.clone();
    fresh.world = Game::new(spec, false).world;
    fresh.world.restore(&bytes).map_err(|error| format!("snapshot: a fresh world refuses it: {error}"))?;
    let mut back = plain.clone();
    for _ in 0..7 {
        back.prepare();
        back.advance(&SerialExecutor);
    }
    back.world.restore(&bytes).map_err(|error| format!("snapshot: refused: {error}"))?;
    let world = back.world;
    back = plain.clone();
    back.world = world;
    for tick in at..spec.steps {
        for game in [&mut plain, &mut fresh, &mut back] {
            game.prepare();
            game.advance(&SerialExecutor);
        }
        for (name, game) in [("fresh", &fresh), ("put back", &back)] {
            if plain.world.state_hash() != game.world.state_hash() {
                return Err(format!("snapshot: step {tick}: the {name} world has another fingerprint"));
            }
            let mut pairs = plain.world.events().iter().zip(game.world.events());
            let is_other = |(a, b): &(_, _)| a != b && format!("{a:?}") != format!("{b:?}");
            if let Some(other) = pairs.find(is_other) {
                return Err(format!("snapshot: step {tick}: the {name} world has other events: {other:?}"));
            }
        }
    }
    Ok(())
}
