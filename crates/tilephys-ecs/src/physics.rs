//! The step over a `hecs::World`.

use crate::copy_in::{copy_in, keep_previous};
use crate::copy_out::copy_out;
use crate::events::Event;
use crate::fork::Pool;
use crate::hooks::Phase;
use crate::hooks::{Bridge, Controls, StepHooks, WithBodies};
use crate::label::Labels;
use crate::mover::Mover;
use crate::movers::Movers;
use crate::register::{Register, bodies, find_incomplete};
use crate::saved::Saved;
use crate::settings::Table;
use crate::standing::Resized;
use crate::triggers::Triggers;
use glam::Vec2;
use hecs::{DynamicBundle, Entity, EntityBuilder};
use std::fmt;
use tilephys_core::{BodyId, Combine, TileGrid, World as Core};

/// The engine for the entities of a `hecs::World`.
///
/// All that makes a body is in its components; what is kept here besides the map is only copies, and memory for the
/// next step.
pub struct Physics {
    /// Acceleration of every body, in px/s², times its [`Gravity`](crate::Gravity) scale.
    pub gravity: Vec2,
    /// What two bodies that hit each other have together.
    pub combine: Combine,
    pub(crate) core: Core,
    pub(crate) labels: Labels,
    pub(crate) movers: Movers,
    pub(crate) triggers: Triggers,
    pub(crate) register: Register,
    table: Table,
    pub(crate) incomplete: Vec<Event>,
    unknown: Vec<bool>,
    builder: EntityBuilder,
    /// Sizes that the game gave in the control phase of a step.
    pub(crate) resized: Vec<Resized>,
    /// Kept for its memory.
    pub(crate) saved: Saved,
}

impl Physics {
    /// The engine with a map and without gravity.
    #[must_use]
    pub fn new(grid: TileGrid) -> Self {
        Physics {
            gravity: Vec2::ZERO,
            combine: Combine::default(),
            core: Core::new(grid),
            labels: Labels::default(),
            movers: Movers::default(),
            triggers: Triggers::default(),
            register: Register::default(),
            table: Table::default(),
            incomplete: Vec::new(),
            unknown: Vec::new(),
            builder: EntityBuilder::new(),
            resized: Vec::new(),
            saved: Saved::default(),
        }
    }

    /// The map.
    #[must_use]
    pub fn grid(&self) -> &TileGrid {
        &self.core.grid
    }

    /// The map, to be changed between any two steps. Movers, triggers and solid bodies are in it too: another map may be put in
    /// its place while there are none, or a copy of it at any time.
    #[must_use]
    pub fn grid_mut(&mut self) -> &mut TileGrid {
        &mut self.core.grid
    }

    /// An id that no body has had, for an entity that is about to be spawned. Entities without one get theirs in their
    /// first step.
    pub fn new_id(&mut self) -> BodyId {
        self.core.new_id()
    }

    /// Spawns an entity with an id and a state besides `components`. `world.spawn` does as well: then it gets both in its first
    /// step, which moves it to another archetype once.
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// let bullet = physics.spawn(&mut world, (Position::new(8.0, 8.0), Velocity::new(600.0, 0.0), Collider::new(4.0, 4.0)));
    /// assert!(world.get::<&BodyId>(bullet).is_ok());
    /// ```
    pub fn spawn(&mut self, world: &mut hecs::World, components: impl DynamicBundle) -> Entity {
        self.builder.add_bundle(components);
        if self.builder.has::<Mover>() {
            return self.movers.spawn(world, &mut self.core, &mut self.builder);
        }
        self.register.spawn(world, &mut self.core, &mut self.builder)
    }

    /// Takes over what the components say, as each step does first: so that [`entity`](Self::entity),
    /// [`state_hash`](Self::state_hash) and [`len`](Self::len) tell of them before the first step. [`events`](Self::events) of the
    /// step before are of no use after it.
    pub fn sync(&mut self, world: &mut hecs::World) {
        self.take_over(world, false);
        self.movers.drive(world, &mut self.core, 0.0);
    }

    /// The same; a step also keeps the positions before it.
    fn take_over(&mut self, world: &mut hecs::World, is_step: bool) {
        (self.core.gravity, self.core.combine) = (self.gravity, self.combine);
        self.movers.take_over(world, &mut self.core, is_step);
        self.triggers.take_over(world, &mut self.core);
        find_incomplete(world, &mut self.core, &mut self.incomplete);
        self.register.admit(world, &mut self.core);
        self.labels.update(world, &mut self.core, &mut self.register);
        self.register.clear_memories(world, &mut self.core, &self.labels.entities);
        self.copy_in(world, is_step);
    }

    /// Moves all bodies on by `dt` seconds: every entity with a [`Position`](crate::Position), a
    /// [`Velocity`](crate::Velocity) and a [`Collider`](crate::Collider).
    ///
    /// Runs on the threads of the rayon pool that it is called in (rayon's global one outside of any), if the feature
    /// `parallel` is on; the bits do not depend on it. Small worlds stay on the caller's thread.
    ///
    /// Never panics. An entity with a number that is NaN, infinite or out of range, or without one of the three
    /// components, is skipped and reported; a `dt` that is NaN, infinite or negative moves nothing and is reported for
    /// every body.
    pub fn step(&mut self, world: &mut hecs::World, dt: f32) {
        self.step_with(world, dt, &mut ());
    }

    /// The same, with the caller's part in it: a closure that sets velocities, or all [hooks](StepHooks).
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// physics.step_with(&mut world, 1.0 / 60.0, &mut |world: &hecs::World| {
    ///     for (velocity, state) in world.query::<(&mut Velocity, &BodyState)>().iter() {
    ///         if state.on_floor() {
    ///             velocity.0.y = -300.0;
    ///         }
    ///     }
    /// });
    /// ```
    pub fn step_with(&mut self, world: &mut hecs::World, dt: f32, hooks: &mut impl StepHooks) {
        hooks.phase(Phase::CopyIn);
        self.take_over(world, true);
        let Physics { core, resized, movers, .. } = self;
        core.step_on(&Pool, dt, &mut Bridge { world, hooks, resized, movers, dt });
        hooks.phase(Phase::CopyOut);
        self.write_sizes(world);
        let mut places = self.core.slices();
        for archetype in bodies(world) {
            places = copy_out(archetype, places);
        }
        self.movers.copy_out(world, &mut self.core);
        hooks.finished();
    }

    /// The same, with a closure that is given the bodies too, to let them drop and to change their sizes.
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// # struct Pad { down: bool }
    /// physics.step_controlled(&mut world, 1.0 / 60.0, |world, bodies| {
    ///     for (id, velocity, pad) in world.query::<(&BodyId, &mut Velocity, &Pad)>().iter() {
    ///         velocity.0.x = 80.0;
    ///         if pad.down {
    ///             bodies.drop_through(*id);
    ///         }
    ///     }
    /// });
    /// ```
    pub fn step_controlled(
        &mut self,
        world: &mut hecs::World,
        dt: f32,
        control: impl FnMut(&hecs::World, &mut Controls),
    ) {
        self.step_with(world, dt, &mut WithBodies(control));
    }

    pub(crate) fn copy_in(&mut self, world: &hecs::World, is_step: bool) {
        let Physics { core, table, unknown, .. } = self;
        table.begin(core);
        let mut place = 0;
        for archetype in bodies(world) {
            if is_step {
                keep_previous(archetype);
            }
            place += copy_in(archetype, core, place, table, unknown);
        }
        table.end();
    }

    /// What the last step reported: entities that lack a component, then unsound movers by id, then unsound
    /// triggers by entity, then all others by
    /// body, and for one body by fraction.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let moved = self.core.events().iter().filter_map(|event| {
            let entity = self.entity(event.body)?;
            Some(Event { entity, body: Some(event.body), kind: event.kind })
        });
        let unsound = self.movers.events().chain(self.triggers.events());
        self.incomplete.iter().copied().chain(unsound).chain(moved)
    }

    /// The entity that had this id in the last step.
    #[must_use]
    pub fn entity(&self, id: BodyId) -> Option<Entity> {
        self.core.place_of(id).and_then(|place| self.labels.entities.get(place)).copied()
    }

    /// Number of bodies in the last step, with those that were skipped.
    #[must_use]
    pub fn len(&self) -> usize {
        self.core.len()
    }

    /// Were there no bodies in the last step?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.core.is_empty()
    }

    /// Hits on tiles and loose boxes in all steps so far.
    #[must_use]
    pub fn hit_count(&self) -> u64 {
        self.core.hit_count()
    }

    /// A fingerprint of all bodies as the last step left them, equal to that of a [`tilephys_core::World`] in the same
    /// state.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.core.state_hash()
    }

    /// Bytes that the bodies take here, besides their components, without spare capacity.
    #[must_use]
    pub fn body_bytes(&self) -> usize {
        self.core.body_bytes() + self.labels.bytes() + self.unknown.len()
    }
}

impl fmt::Debug for Physics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Physics")
            .field("gravity", &self.gravity)
            .field("bodies", &self.len())
            .finish_non_exhaustive()
    }
}
