//! Input recording and replay, for deterministic playback and comparison.
//!
//! A recording contains the first state, and for each tick the map edits before it, the input, and the hash of the state after
//! it. The input is bytes in the game's own format. A replay calls the game's own step with the recorded input.

mod edits;
mod parts;
mod replay;

pub use crate::bytes::{
    Reader as ByteReader, SaveError, SaveFault, TypeName, Writer as ByteWriter, checksum,
};
pub use replay::{Divergence, Replay};

use crate::bytes::Writer;
use crate::dynamics::World;

const MAGIC: &[u8; 4] = b"tprc";
const VERSION: u16 = 1;

/// Flag: edits precede the tick.
const HAS_EDITS: u8 = 1;
/// Flag: the input differs from the last tick's.
const HAS_INPUT: u8 = 1 << 1;

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
pub struct Recorder {
    bytes: Vec<u8>,
    /// Byte offset of the number of ticks.
    count_at: usize,
    ticks: u32,
    input: Vec<u8>,
}

impl Recorder {
    /// Begins a recording with the present state of the world; `dt` is the length of the game's steps, in seconds, for the replay.
    #[must_use]
    pub fn new(world: &mut World, dt: f32) -> Self {
        let mut bytes = Vec::new();
        let w = &mut Writer { bytes: &mut bytes };
        w.bytes.extend_from_slice(MAGIC);
        w.u16(VERSION);
        w.u64(world.grid.first_fingerprint());
        w.f32(dt);
        w.vec(world.gravity);
        let snapshot = world.snapshot();
        w.u32(snapshot.len() as u32);
        w.bytes.extend_from_slice(&snapshot);
        let count_at = w.count_later();
        world.grid.take_edits(true);
        Recorder { bytes, count_at, ticks: 0, input: Vec::new() }
    }

    /// Records one tick: `play` steps the world, once or several times, with this input. Map edits since the last tick are recorded
    /// and replayed. All other changes of the world must happen in `play`.
    pub fn tick(&mut self, world: &mut World, input: &[u8], play: impl FnOnce(&mut World, &[u8])) {
        let edits = world.grid.take_edits(false);
        play(world, input);
        let is_new = self.ticks == 0 || self.input != input;
        let w = &mut Writer { bytes: &mut self.bytes };
        let flags = [(!edits.is_empty(), HAS_EDITS), (is_new, HAS_INPUT)];
        w.u8(flags.iter().filter(|flag| flag.0).fold(0, |all, flag| all | flag.1));
        if !edits.is_empty() {
            w.u32(edits.len() as u32);
            edits.iter().for_each(|edit| edits::write(edit, w));
        }
        if is_new {
            w.u32(input.len() as u32);
            w.bytes.extend_from_slice(input);
            self.input.clear();
            self.input.extend_from_slice(input);
        }
        w.u64(world.state_hash());
        self.ticks += 1;
        world.grid.take_edits(true);
    }

    /// Number of recorded ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Ends the recording and returns its bytes.
    #[must_use]
    pub fn finish(mut self, world: &mut World) -> Vec<u8> {
        world.grid.take_edits(false);
        let w = &mut Writer { bytes: &mut self.bytes };
        w.count(self.count_at, self.ticks as usize);
        w.seal(0);
        self.bytes
    }
}
