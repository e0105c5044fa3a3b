//! Replay of a recording.

use super::{HAS_EDITS, HAS_INPUT, MAGIC, VERSION, edits};
use crate::bytes::{Reader, SaveError, SaveFault};
use crate::dynamics::World;
use crate::grid::Edit;
use std::error::Error;
use std::fmt;

/// A recording in playback.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Length of a step, in seconds.
    dt: f32,
    ticks: Vec<Tick>,
    edits: Vec<Edit>,
    inputs: Vec<u8>,
    next: usize,
}

/// A recorded tick. A list ends where the list of the next tick begins.
#[derive(Clone, Copy, Debug)]
struct Tick {
    edits: [usize; 2],
    input: [usize; 2],
    hash: u64,
}

/// First tick after which the state differs from the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Number of the tick, from 1 on.
    pub tick: u32,
    /// State hash in the recording.
    pub expected: u64,
    /// State hash of the replay. If a recorded map edit is not possible, the hash before the tick.
    pub found: u64,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Divergence { tick, expected, found } = self;
        write!(f, "tick {tick}: the state has the hash {found:016x}, recorded was {expected:016x}")
    }
}

impl Error for Divergence {}

impl Replay {
    /// Reads a recording and restores its first state. The world must have the recorded world's map, profiles and gravity.
    ///
    /// # Errors
    /// - The bytes are not a recording, are of another version, cut short or damaged.
    /// - The map or the gravity differs.
    /// - The world rejects the [snapshot](World::restore); byte offsets then count from the start of the recording too.
    ///
    /// After an error the world is unchanged.
    pub fn new(recording: &[u8], world: &mut World) -> Result<Self, SaveError> {
        let r = &mut Reader::open(recording, MAGIC, VERSION)?;
        let (byte, map) = (r.at, r.u64("map")?);
        Reader::demand(map == world.grid.first_fingerprint(), byte, "map", SaveFault::OtherMap)?;
        let dt = r.f32("dt")?;
        let (byte, gravity) = (r.at, r.vec("gravity")?);
        let is_same = gravity.to_array().map(f32::to_bits) == world.gravity.to_array().map(f32::to_bits);
        Reader::demand(is_same, byte, "gravity", SaveFault::OtherWorld)?;
        let len = r.count(1, "snapshot")?;
        let (begin, snapshot) = (r.at, r.take(len, "snapshot")?);
        let mut replay = Replay { dt, ticks: Vec::new(), edits: Vec::new(), inputs: Vec::new(), next: 0 };
        for _ in 0..r.count(9, "ticks.count")? {
            replay.read_tick(r)?;
        }
        r.end("checksum")?;
        let moved = |error: SaveError| SaveError { byte: error.byte + begin, ..error };
        world.restore(snapshot).map_err(moved)?;
        Ok(replay)
    }

    fn read_tick(&mut self, r: &mut Reader) -> Result<(), SaveError> {
        let (byte, flags) = (r.at, r.u8("tick.flags")?);
        let is_first_without = self.ticks.is_empty() && flags & HAS_INPUT == 0;
        let is_sound = flags <= HAS_EDITS | HAS_INPUT && !is_first_without;
        Reader::demand(is_sound, byte, "tick.flags", SaveFault::OutOfRange)?;
        let from = self.edits.len();
        if flags & HAS_EDITS != 0 {
            for _ in 0..r.count(5, "edits.count")? {
                self.edits.push(edits::read(r)?);
            }
        }
        let mut input = self.ticks.last().map_or([0, 0], |tick| tick.input);
        if flags & HAS_INPUT != 0 {
            let (len, from) = (r.count(1, "input")?, self.inputs.len());
            self.inputs.extend_from_slice(r.take(len, "input")?);
            input = [from, from + len];
        }
        self.ticks.push(Tick { edits: [from, self.edits.len()], input, hash: r.u64("tick.hash")? });
        Ok(())
    }

    /// Length of a step of the recorded game, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// Total number of ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks.len() as u32
    }

    /// Replays the next tick: applies the recorded map edits, calls `play` with the recorded input, and compares the state hashes.
    /// `None` after the last tick.
    pub fn tick(
        &mut self,
        world: &mut World,
        play: impl FnOnce(&mut World, &[u8]),
    ) -> Option<Result<(), Divergence>> {
        let Tick { edits: [from, to], input, hash: expected } = *self.ticks.get(self.next)?;
        self.next += 1;
        let all_made = self.edits[from..to].iter().all(|edit| world.grid.make_edit(*edit));
        if all_made {
            play(world, &self.inputs[input[0]..input[1]]);
        }
        let found = world.state_hash();
        let is_same = all_made && found == expected;
        let divergence = Divergence { tick: self.next as u32, expected, found };
        Some(if is_same { Ok(()) } else { Err(divergence) })
    }

    /// Replays all remaining ticks, up to the first that diverges. Returns the number of replayed ticks.
    ///
    /// # Errors
    /// The tick that diverges.
    pub fn run(
        &mut self,
        world: &mut World,
        mut play: impl FnMut(&mut World, &[u8]),
    ) -> Result<u32, Divergence> {
        let mut played = 0;
        while let Some(same) = self.tick(world, &mut play) {
            same?;
            played += 1;
        }
        Ok(played)
    }
}
