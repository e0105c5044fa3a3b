//! Input recording and replay of a game with entities, for ghosts, bug reports and tests.

mod details;
mod replay;

pub use replay::{Divergence, Replay};

use crate::physics::Physics;
use details::Details;
use hecs::World;
use tilephys_core::record::{Format, TickWriter};

const FORMAT: Format = Format { magic: *b"tpre", version: 1, has_details: true };

/// Records inputs and map edits tick by tick, from a [snapshot](Physics::snapshot) on.
///
/// Each tick has a [hash](Physics::game_hash) of the whole game, and by default 2 bytes for each component that the tick
/// changed, which name the first difference of a replay. So a tick takes 9 bytes, a changed input, and some 8 bytes for
/// each body that moves. [`without_details`](Self::without_details) leaves these 8 bytes out.
///
/// ```
/// # use tilephys_ecs::*;
/// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
/// # let mut world = hecs::World::new();
/// # let body = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
/// let player = physics.spawn(&mut world, body);
/// let play = |physics: &mut Physics, world: &mut hecs::World, input: &[u8]| {
///     world.get::<&mut Velocity>(player).unwrap().0.x = f32::from(input[0]);
///     physics.step(world, 1.0 / 60.0);
/// };
/// let mut recorder = Recorder::new(&mut physics, &mut world, 1.0 / 60.0);
/// for input in [[60], [60], [120]] {
///     recorder.tick((&mut physics, &mut world), &input, play);
/// }
/// let recording = recorder.finish(&mut physics);
///
/// let mut replay = Replay::new(&recording, &mut physics, &mut world)?;
/// assert_eq!(replay.run((&mut physics, &mut world), play), Ok(3));
/// # Ok::<(), SaveError>(())
/// ```
#[doc(alias = "ghost")]
#[doc(alias = "demo")]
#[derive(Clone, Debug)]
pub struct Recorder {
    ticks: TickWriter,
    details: Option<Details>,
    /// Buffer for the details of a tick.
    bytes: Vec<u8>,
}

impl Recorder {
    /// Begins a recording with the present state of the game; `dt` is the length of its steps, in seconds, for the replay.
    #[must_use]
    pub fn new(physics: &mut Physics, world: &mut World, dt: f32) -> Self {
        let snapshot = physics.snapshot(world);
        let ticks = TickWriter::new(FORMAT, &mut physics.core, dt, &snapshot);
        Recorder { ticks, details: Some(Details::default()), bytes: Vec::new() }
    }

    /// Records no details. A [`Divergence`] then names the tick only.
    #[must_use]
    pub fn without_details(self) -> Self {
        Recorder { details: None, ..self }
    }

    /// Records one tick: `play` steps the game, once or several times, with this input. Map edits since the last tick are
    /// recorded and replayed. All other changes of the game must happen in `play`.
    pub fn tick(
        &mut self,
        (physics, world): (&mut Physics, &mut World),
        input: &[u8],
        play: impl FnOnce(&mut Physics, &mut World, &[u8]),
    ) {
        self.begin_tick(physics);
        play(physics, world, input);
        self.end_tick(physics, world, input);
    }

    /// Begins a tick of a game that does not fit [`tick`](Self::tick). Until [`end_tick`](Self::end_tick) the game plays it.
    pub fn begin_tick(&mut self, physics: &mut Physics) {
        self.ticks.begin(&mut physics.core.grid);
    }

    /// Ends a tick that was played with this input.
    pub fn end_tick(&mut self, physics: &mut Physics, world: &World, input: &[u8]) {
        self.bytes.clear();
        if let Some(details) = &mut self.details {
            details.update(world, &physics.types, &mut self.bytes);
        }
        let hash = physics.game_hash(world);
        self.ticks.end(&mut physics.core.grid, input, hash, &self.bytes);
    }

    /// Number of recorded ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks.ticks()
    }

    /// Ends the recording and returns its bytes.
    #[must_use]
    pub fn finish(self, physics: &mut Physics) -> Vec<u8> {
        self.ticks.finish(&mut physics.core.grid)
    }
}
