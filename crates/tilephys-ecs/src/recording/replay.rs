//! Replay of a recording, and the first difference from it.

use super::FORMAT;
use super::details::{Details, Part};
use crate::physics::Physics;
use crate::snapshot::hash::Name;
use crate::snapshot::{Restored, Saved};
use hecs::{Entity, World};
use std::error::Error;
use std::fmt;
use tilephys_core::{
    BodyId, MoverId,
    record::{SaveError, TickReader},
};

/// A recording in playback.
///
/// ```
/// use tilephys_ecs::{Collider, Physics, Position, Recorder, Replay, TileGrid, Velocity};
///
/// let mut physics = Physics::new(TileGrid::new([16, 16]));
/// let mut world = hecs::World::new();
/// let hero = (Position::new(0.0, 0.0), Velocity::default(), Collider::new(8.0, 8.0));
/// let hero = physics.spawn(&mut world, hero);
/// let play = |physics: &mut Physics, world: &mut hecs::World, input: &[u8]| {
///     world.get::<&mut Velocity>(hero).unwrap().0.x = f32::from(input[0]);
///     physics.step(world, 1.0 / 60.0);
/// };
/// let mut recorder = Recorder::new(&mut physics, &mut world, 1.0 / 60.0);
/// for _ in 0..30 {
///     recorder.tick((&mut physics, &mut world), &[60], play);
/// }
/// let recording = recorder.finish(&mut physics);
///
/// // A ghost, a bug report or a test: the same inputs give the same game.
/// let mut replay = Replay::new(&recording, &mut physics, &mut world)?;
/// assert_eq!(replay.ticks(), 30);
/// assert_eq!(replay.run((&mut physics, &mut world), play), Ok(30));
/// # Ok::<(), tilephys_ecs::SaveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    ticks: TickReader,
    /// Recorded details up to the present tick.
    details: Details,
    /// Places of the recorded component types among the game's.
    indices: Vec<usize>,
    restored: Restored,
    /// True if the map edits of the present tick were possible.
    all_made: bool,
}

/// First tick after which the game differs from the recording, with the first component that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Number of the tick, from 1 on.
    pub tick: u32,
    /// Hash of the game in the recording.
    pub expected: u64,
    /// Hash of the game in the replay. If a recorded map edit is not possible, the hash before the tick.
    pub found: u64,
    /// Entity that differs; `None` if the recording does not tell, or if the entity is missing.
    pub entity: Option<Entity>,
    /// Id of the body that differs, also if its entity is missing.
    pub body: Option<BodyId>,
    /// Name of the component that differs; `None` if the recording does not tell. Components of the engine have the
    /// names of their types, and others the names of their registration.
    pub component: Option<&'static str>,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Divergence { tick, expected, found, entity, body, component } = self;
        write!(f, "tick {tick}: ")?;
        if let Some(component) = component {
            match (body, entity) {
                (Some(id), Some(entity)) => write!(f, "body {} (entity {entity:?})", id.0)?,
                (Some(id), None) => write!(f, "body {} (without an entity)", id.0)?,
                (None, Some(entity)) => write!(f, "entity {entity:?}")?,
                (None, None) => f.write_str("a missing entity")?,
            }
            write!(f, " differs in {component}; ")?;
        }
        write!(f, "the game has the hash {found:016x}, recorded was {expected:016x}")
    }
}

impl Error for Divergence {}

impl Replay {
    /// Reads a recording and restores its first state. The game must have the recorded map, gravity and registered
    /// component types.
    ///
    /// # Errors
    /// - The bytes are not a recording, are of another version, cut short or damaged.
    /// - The map or the gravity differs.
    /// - The [snapshot](Physics::restore) is refused, for example because other component types are registered. Byte
    ///   offsets then count from the start of the recording too.
    ///
    /// After an error nothing has changed.
    pub fn new(recording: &[u8], physics: &mut Physics, world: &mut World) -> Result<Self, SaveError> {
        physics.core.gravity = physics.gravity;
        let (ticks, snapshot) = TickReader::new(FORMAT, recording, &physics.core)?;
        let moved = |error: SaveError| SaveError { byte: error.byte + snapshot.start, ..error };
        let bytes = &recording[snapshot.clone()];
        let indices = Saved::indices_of(bytes, &physics.types).map_err(moved)?;
        let restored = physics.restore(world, bytes).map_err(moved)?;
        Ok(Replay { ticks, details: Details::default(), indices, restored, all_made: true })
    }

    /// Entities that the restore of the first state has spawned and despawned.
    #[must_use]
    pub fn restored(&self) -> &Restored {
        &self.restored
    }

    /// Length of a step of the recorded game, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.ticks.dt()
    }

    /// Total number of ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks.ticks()
    }

    /// Replays the next tick: makes the recorded map edits, calls `play` with the recorded input, and compares the hashes.
    /// `None` after the last tick.
    pub fn tick(
        &mut self,
        physics: &mut Physics,
        world: &mut World,
        play: impl FnOnce(&mut Physics, &mut World, &[u8]),
    ) -> Option<Result<(), Divergence>> {
        let input = self.begin_tick(physics)?.to_vec();
        if self.all_made {
            play(physics, world, &input);
        }
        Some(self.end_tick(physics, world))
    }

    /// Begins the next tick of a game that does not fit [`tick`](Self::tick): makes the recorded map edits, and returns the
    /// recorded input. `None` after the last tick.
    pub fn begin_tick(&mut self, physics: &mut Physics) -> Option<&[u8]> {
        self.all_made = self.ticks.begin(&mut physics.core.grid)?;
        self.details.apply(self.ticks.details(), &physics.types, &self.indices);
        Some(self.ticks.input())
    }

    /// Compares the game after a tick with the recording.
    ///
    /// # Errors
    /// The difference.
    pub fn end_tick(&self, physics: &Physics, world: &World) -> Result<(), Divergence> {
        let expected = self.ticks.hash();
        let found = physics.game_hash(world);
        if self.all_made && found == expected {
            return Ok(());
        }
        // Only a difference pays for the hashes of single components.
        let mut now = Details::default();
        now.update(world, &physics.types, &mut Vec::new());
        let part = self.details.first_difference(&now);
        let (body, entity) = part.map_or((None, None), |part| find(part, physics, world));
        let component = part.map(|part| physics.types.get(part.index.into()).name);
        Err(Divergence { tick: self.ticks.tick(), expected, found, entity, body, component })
    }

    /// Replays all remaining ticks, up to the first that diverges. Returns the number of replayed ticks.
    ///
    /// # Errors
    /// The tick that diverges.
    pub fn run(
        &mut self,
        (physics, world): (&mut Physics, &mut World),
        mut play: impl FnMut(&mut Physics, &mut World, &[u8]),
    ) -> Result<u32, Divergence> {
        let mut played = 0;
        while let Some(same) = self.tick(physics, world, &mut play) {
            same?;
            played += 1;
        }
        Ok(played)
    }
}

/// Body and entity of a component.
fn find(part: Part, physics: &Physics, world: &World) -> (Option<BodyId>, Option<Entity>) {
    match part.name() {
        Name::Body(id) => (Some(BodyId(id)), physics.entity(BodyId(id))),
        Name::Mover(id) => (None, physics.movers.entity(MoverId(id))),
        Name::Other => {
            let number = part.number();
            (None, world.query::<Entity>().iter().find(|entity| entity.id() == number))
        }
    }
}
