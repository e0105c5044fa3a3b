//! Replay of a recording.

use super::FORMAT;
use super::ticks::TickReader;
use crate::dynamics::World;
use crate::persistence::save_error::SaveError;
use std::error::Error;
use std::fmt;

/// A recording in playback.
#[derive(Clone, Debug)]
pub struct Replay(TickReader);

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
        let (ticks, snapshot) = TickReader::new(FORMAT, recording, world)?;
        let moved = |error: SaveError| SaveError { byte: error.byte + snapshot.start, ..error };
        world.restore(&recording[snapshot.clone()]).map_err(moved)?;
        Ok(Replay(ticks))
    }

    /// Length of a step of the recorded game, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.0.dt()
    }

    /// Total number of ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.0.ticks()
    }

    /// Replays the next tick: applies the recorded map edits, calls `play` with the recorded input, and compares the state hashes.
    /// `None` after the last tick.
    pub fn tick(
        &mut self,
        world: &mut World,
        play: impl FnOnce(&mut World, &[u8]),
    ) -> Option<Result<(), Divergence>> {
        let all_made = self.0.begin(&mut world.grid)?;
        // On a map that refuses a recorded edit, the game would play in another world.
        if all_made {
            play(world, self.0.input());
        }
        let tick = self.0.tick();
        let expected = self.0.hash();
        let found = world.state_hash();
        let is_same = all_made && found == expected;
        Some(if is_same { Ok(()) } else { Err(Divergence { tick, expected, found }) })
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
