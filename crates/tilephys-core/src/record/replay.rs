//! Playing a recording again.

use super::{HAS_EDITS, HAS_INPUT, MAGIC, VERSION, edits};
use crate::bytes::{Reader, SaveError, SaveFault};
use crate::grid::Edit;
use crate::world::World;
use std::error::Error;
use std::fmt;

/// A recording that is played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// In seconds.
    dt: f32,
    ticks: Vec<Tick>,
    edits: Vec<Edit>,
    inputs: Vec<u8>,
    next: usize,
}

/// One tick. Ends of lists are where the next one's begin.
#[derive(Clone, Copy, Debug)]
struct Tick {
    edits: [usize; 2],
    input: [usize; 2],
    hash: u64,
}

/// The first tick after which the state is not that which was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Which, from 1 on.
    pub tick: u32,
    /// The hash that was recorded.
    pub expected: u64,
    /// The hash as it is now. Before the tick, if an edit of the map that was recorded cannot be made.
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
    /// Reads a recording and brings a world to its begin. The world is to have the map, the profiles and the gravity of the one that
    /// was recorded.
    ///
    /// # Errors
    /// If the bytes are no recording, of another version, cut short or damaged, or one of another map or gravity, or if its
    /// [snapshot](World::restore) is refused: the byte counts from the begin of the recording then too. Nothing is changed in
    /// the world.
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

    /// The length of a step that the recorded game used, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// Ticks in all.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks.len() as u32
    }

    /// Plays the next tick: makes the recorded edits of the map, lets the game do its part with the recorded input, and compares.
    /// `None` after the last.
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

    /// Plays all that is left, up to the first tick that diverges. Tells how many ticks were played.
    ///
    /// # Errors
    /// That tick.
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
