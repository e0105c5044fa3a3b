//! Input recording and replay, for deterministic playback and comparison.
//!
//! A recording contains the first state, and for each tick the map edits before it, the input, and the hash of the state after
//! it. The input is bytes in the game's own format. A replay calls the game's own step with the recorded input. A [`Checkpoint`]
//! keeps the state of a world in memory, for rollback.

mod edits;
mod replay;
mod ticks;

pub use super::codec::{Codec, List, Value};
pub use crate::dynamics::Checkpoint;
pub use crate::grid::HeldEdits;
pub use crate::persistence::bytes::{Reader as ByteReader, Writer as ByteWriter, checksum};
pub use crate::persistence::save_error::{SaveError, SaveFault, TypeName};
pub use replay::{Divergence, Replay};
pub use ticks::{Format, TickReader, TickWriter};

use crate::dynamics::World;

const FORMAT: Format = Format { magic: *b"tprc", version: 1, has_details: false };

/// Records inputs and map edits tick by tick.
///
/// ```
/// # use glam::{UVec2, Vec2};
/// # use tilephys_core::{*, record::*};
/// # let mut world = World::new(TileGrid::new(UVec2::splat(16)));
/// # let player = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::ZERO, Vec2::splat(8.0)));
/// let play = |world: &mut World, input: &[u8]| {
///     world.set_velocity(player, Vec2::new(f32::from(input[0]), 0.0));
///     world.step(1.0 / 60.0);
/// };
/// let mut recorder = Recorder::new(&mut world, 1.0 / 60.0);
/// for input in [[60], [60], [120]] {
///     recorder.tick(&mut world, &input, play);
/// }
/// let recording = recorder.finish(&mut world);
///
/// let mut replay = Replay::new(&recording, &mut world)?;
/// assert_eq!(replay.run(&mut world, play), Ok(3));
/// # Ok::<(), SaveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder(TickWriter);

impl Recorder {
    /// Begins a recording with the present state of the world; `dt` is the length of the game's steps, in seconds, for the replay.
    #[must_use]
    pub fn new(world: &mut World, dt: f32) -> Self {
        let snapshot = world.snapshot();
        Recorder(TickWriter::new(FORMAT, world, dt, &snapshot))
    }

    /// Records one tick: `play` steps the world, once or several times, with this input. Map edits since the last tick are recorded
    /// and replayed. All other changes of the world must happen in `play`.
    pub fn tick(&mut self, world: &mut World, input: &[u8], play: impl FnOnce(&mut World, &[u8])) {
        self.0.begin(&mut world.grid);
        play(world, input);
        let hash = world.state_hash();
        self.0.end(&mut world.grid, input, hash, &[]);
    }

    /// Number of recorded ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.0.ticks()
    }

    /// Ends the recording and returns its bytes.
    #[must_use]
    pub fn finish(self, world: &mut World) -> Vec<u8> {
        self.0.finish(&mut world.grid)
    }
}
