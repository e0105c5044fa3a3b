//! The physics step over the entities of a `hecs::World`.

use crate::archetypes::bodies;
use crate::body_columns::{BodyColumns, Way, keep_positions};
use crate::body_registry::{BodyRegistry, find_incomplete};
use crate::bridge::Bridge;
use crate::characters::{Characters, has_characters};
use crate::control_context::ControlContext;
use crate::entity_map::EntityMap;
use crate::events::Event;
use crate::hooks::{Phase, StepHooks, WithBodies};
use crate::kit::Kit;
use crate::mover::Mover;
use crate::movers::Movers;
use crate::pool::Pool;
use crate::setting_columns::SettingColumns;
use crate::snapshot::{Saved, Types};
use crate::triggers::{Sensors, Triggers};
use glam::Vec2;
use hecs::{DynamicBundle, Entity, EntityBuilder};
use std::fmt;
use tilephys_columns::{Collider, LeftFloors, Nearby, Position, Profiles, Resized};
use tilephys_core::{BodyId, Combine, TileGrid, World as Core, driver::Phase as CorePhase};

/// Physics world for the entities of a `hecs::World`.
///
/// The components hold all that defines a body. `Physics` holds the map, short-lived state such as timers, and
/// copies of components.
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::TileGrid;
/// use tilephys_ecs::{Collider, Physics, Position, Velocity};
///
/// let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
/// physics.gravity = Vec2::new(0.0, 900.0);
/// let mut world = hecs::World::new();
/// let body = (Position::new(40.0, 100.0), Velocity::default(), Collider::new(8.0, 8.0));
/// let body = physics.spawn(&mut world, body);
/// physics.step(&mut world, 1.0 / 60.0);
/// assert!(world.get::<&Velocity>(body).unwrap().0.y > 0.0);
/// ```
#[doc(alias = "physics world")]
#[doc(alias = "space")]
pub struct Physics {
    /// Acceleration of every body, times its [`Gravity`](crate::Gravity) scale, in px/s². Default zero.
    pub gravity: Vec2,
    /// Combination rules for two bodies in contact. Default: the greater restitution, the lesser friction.
    pub combine: Combine,
    pub(crate) core: Core,
    pub(crate) labels: EntityMap,
    pub(crate) movers: Movers,
    pub(crate) triggers: Triggers,
    pub(crate) register: BodyRegistry,
    pub(crate) characters: Characters,
    pub(crate) kit: Kit,
    pub(crate) nearby: Nearby,
    pub(crate) left_floors: LeftFloors,
    profiles: Profiles,
    pub(crate) incomplete: Vec<Event>,
    builder: EntityBuilder,
    /// Size changes of the control phase.
    pub(crate) resized: Vec<Resized>,
    /// Buffer for snapshots, kept to reuse its memory.
    pub(crate) saved: Saved,
    /// Component types that snapshots contain.
    pub(crate) types: Types,
    /// Number of archetypes of the world in the last step.
    archetypes: usize,
    /// True once another world was warned of.
    has_warned: bool,
}

impl Physics {
    /// World with a map and without gravity.
    #[must_use]
    pub fn new(grid: TileGrid) -> Self {
        Physics {
            gravity: Vec2::ZERO,
            combine: Combine::default(),
            core: Core::new(grid),
            labels: EntityMap::default(),
            movers: Movers::default(),
            triggers: Triggers::default(),
            register: BodyRegistry::default(),
            characters: Characters::default(),
            kit: Kit::default(),
            nearby: Nearby::default(),
            left_floors: LeftFloors::default(),
            profiles: Profiles::default(),
            incomplete: Vec::new(),
            builder: EntityBuilder::new(),
            resized: Vec::new(),
            saved: Saved::default(),
            types: Types::default(),
            archetypes: 0,
            has_warned: false,
        }
    }

    /// Tile map, with movers, triggers and solid bodies.
    #[must_use]
    pub fn grid(&self) -> &TileGrid {
        &self.core.grid
    }

    /// Tile map, for changes between steps. Movers, triggers and solid bodies are stored in it too. Replace the map
    /// only while it has none of them, or by a copy of itself.
    #[must_use]
    pub fn grid_mut(&mut self) -> &mut TileGrid {
        &mut self.core.grid
    }

    /// Reserves an unused id, for an entity that is about to be spawned. An entity without an id gets one in its
    /// first step.
    pub fn new_id(&mut self) -> BodyId {
        self.core.new_id()
    }

    /// Spawns an entity with an id and a state besides `components`, and a character with all its components. `world.spawn`
    /// works too: then the first step adds these, which moves the entity to another archetype once.
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

    /// Reads all components, as each step does first. Afterwards [`entity`](Self::entity),
    /// [`state_hash`](Self::state_hash) and [`len`](Self::len) cover entities that were spawned since the last
    /// step. Invalidates the [`events`](Self::events) of that step.
    pub fn sync(&mut self, world: &mut hecs::World) {
        // A recording takes the game's edits of the map only: each step makes the engine's own.
        let held = self.core.grid.hold_edits();
        self.read_components(world, false);
        self.copy(world, Way::In);
        self.movers.drive(world, &mut self.core, 0.0);
        self.core.grid.resume_edits(held);
    }

    /// Like [`sync`](Self::sync), but without driving movers. A step also saves previous positions.
    fn read_components(&mut self, world: &mut hecs::World, is_step: bool) {
        self.left_floors.forget();
        self.core.gravity = self.gravity;
        self.core.combine = self.combine;
        if is_step {
            self.labels.forget_departed(&self.core);
            self.triggers.forget_removed(&self.core);
        }
        // Movers and triggers first: bodies may be reported as inside of them.
        self.movers.read_components(world, &mut self.core, is_step);
        self.triggers.read_components(world, &mut self.core);
        find_incomplete(world, &mut self.core, &mut self.incomplete);
        self.register.admit(world, &mut self.core);
        self.labels.update(world, &mut self.core, &mut self.register);
        self.register.clear_memories(world, &mut self.core, &self.labels.entities);
        self.characters.prepare(world, self.gravity);
        self.kit.prepare(world);
        self.find_profiles(world);
        if is_step {
            bodies(world).for_each(keep_positions);
        }
    }

    /// Advances all bodies by `dt` seconds: every entity with a [`Position`](crate::Position), a
    /// [`Velocity`](crate::Velocity) and a [`Collider`](crate::Collider).
    ///
    /// With the feature `parallel`, runs on the current rayon pool (the global one by default), with results that
    /// do not depend on it. Small worlds stay on the caller's thread.
    ///
    /// Never panics. Skips and reports an entity with a number that is NaN, infinite or out of range, or without
    /// one of the three components. A `dt` that is NaN, infinite or negative moves nothing and is reported for
    /// every body.
    ///
    /// Warns once, through the crate `log`, of a `dt` above 0.25 s, which is probably in milliseconds, and of another
    /// `world` than in the last step. Each hecs world needs a `Physics` of its own.
    ///
    /// No body sleeps: a body at rest takes a fast path, and needs no call to wake it up.
    #[doc(alias = "sleep")]
    #[doc(alias = "sleeping")]
    #[doc(alias = "update")]
    #[doc(alias = "tick")]
    pub fn step(&mut self, world: &mut hecs::World, dt: f32) {
        self.step_with(world, dt, &mut ());
    }

    /// Warns of the first step of another hecs world. A world never loses an archetype.
    fn warn_of_other_world(&mut self, world: &hecs::World) {
        let archetypes = world.archetypes().len();
        if archetypes < self.archetypes && !self.has_warned {
            self.has_warned = true;
            log::warn!(
                "this `Physics` has stepped another hecs world before. Give each hecs world a `Physics` of its own: the same \
                 entities mean other bodies there. (Warned of once.)"
            );
        }
        self.archetypes = archetypes;
    }

    /// Like [`step`](Self::step), but calls `hooks` at each phase: a closure that sets velocities, or a
    /// [`StepHooks`].
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
        self.warn_of_other_world(world);
        self.read_components(world, true);
        // The short way, if nothing but tiles can meet the bodies.
        if self.step_rows(world, dt, hooks) {
            return;
        }
        self.copy(world, Way::In);
        let Physics { core, resized, movers, characters, kit, nearby, triggers, labels, .. } = self;
        // From here on the engine has all: components are written back after its step.
        let sensors = Sensors { triggers, labels };
        core.step_on(
            &Pool,
            dt,
            &mut Bridge { world, hooks, resized, movers, characters, kit, sensors, nearby, dt },
        );
        hooks.phase(Phase::CopyOut);
        characters.throw(world, core, sensors);
        kit.finish(world, core, sensors);
        nearby.forget();
        self.find_left_floors(world);
        self.write_sizes(world);
        self.copy(world, Way::Out);
        self.movers.copy_out(world, &mut self.core);
        hooks.finished();
    }

    /// Finds the floors that bodies have left. Components still have the positions before the step.
    fn find_left_floors(&mut self, world: &hecs::World) {
        let Physics { core, left_floors, triggers, labels, .. } = self;
        let sensors = Sensors { triggers, labels };
        left_floors.find(core, |id| {
            let entity = world.entity(sensors.body(core, id)?).ok()?;
            entity.get::<&Collider>()?.aabb(*entity.get::<&Position>()?)
        });
    }

    /// Like [`step`](Self::step), but calls a closure that sets velocities, lets bodies drop and resizes them.
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
        control: impl FnMut(&hecs::World, &mut ControlContext),
    ) {
        self.step_with(world, dt, &mut WithBodies(control));
    }

    /// Steps each part of the columns at once, while it is in the cache. False if the game takes part in the step, or
    /// if bodies may meet more than the grid; then nothing has moved.
    fn step_rows(&mut self, world: &hecs::World, dt: f32, hooks: &mut impl StepHooks) -> bool {
        if hooks.has_control() || !self.movers.is_empty() || has_characters(world) || self.kit.acts() {
            return false;
        }
        let runs = bodies(world).filter(|archetype| !archetype.is_empty()).count();
        let Some(mut step) = self.core.row_step(&Pool, dt, runs) else { return false };
        for phase in CorePhase::ALL {
            // Phases without work are announced too, so that a profile shows all of them.
            hooks.phase(Phase::Engine(phase));
            if phase == CorePhase::Sweep {
                for mut columns in bodies(world).filter_map(BodyColumns::of) {
                    step.advance(columns.rows(), hooks.rules());
                }
            }
        }
        step.finish(hooks.rules());
        self.nearby.forget();
        hooks.phase(Phase::CopyOut);
        hooks.finished();
        true
    }

    /// Finds the profiles of all bodies.
    pub(crate) fn find_profiles(&mut self, world: &hecs::World) {
        let Physics { core, profiles, .. } = self;
        profiles.begin(core);
        let mut first = 0;
        for archetype in bodies(world) {
            let len = archetype.len() as usize;
            let settings = SettingColumns::of(archetype);
            profiles.assign(&Pool, core, first, settings.rows(), len);
            first += len;
        }
        profiles.end();
    }

    /// Copies all bodies to or from the engine, except for their profiles.
    pub(crate) fn copy(&mut self, world: &hecs::World, way: Way) {
        self.nearby.forget();
        let mut indices = self.core.slices();
        for mut columns in bodies(world).filter_map(BodyColumns::of) {
            indices = columns.copy(indices, way);
        }
    }

    /// Events of the last step. First entities that lack a component, then unsound movers by id, unsound
    /// triggers by entity, characters without control by entity, and unsound crowds and hit boxes by id. All others follow by body,
    /// and for one body by fraction of the step.
    ///
    /// The entities of an [`Exit`](tilephys_core::EventKind::Exit) may be gone: its body, or its [sensor](Self::sensor_entity).
    #[doc(alias = "contact events")]
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let moved = self.core.events().iter().filter_map(|event| {
            let entity = self.entity(event.body).or_else(|| self.labels.departed(event.body))?;
            Some(Event { entity, body: Some(event.body), kind: event.kind })
        });
        let unsound = self.movers.events().chain(self.triggers.events()).chain(self.characters.events());
        let unsound = unsound.chain(self.kit.events());
        self.incomplete.iter().copied().chain(unsound).chain(moved)
    }

    /// Entity with this id in the last step.
    #[must_use]
    pub fn entity(&self, id: BodyId) -> Option<Entity> {
        self.sensors().body(&self.core, id)
    }

    /// Number of bodies in the last step, including skipped ones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.core.len()
    }

    /// True if there were no bodies in the last step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.core.is_empty()
    }

    /// Number of hits on tiles and off-grid shapes in all steps so far.
    #[must_use]
    pub fn hit_count(&self) -> u64 {
        self.core.hit_count()
    }

    /// Hash of all bodies after the last step, equal to the hash of a [`tilephys_core::World`] in an equal state.
    #[doc(alias = "checksum")]
    #[doc(alias = "desync")]
    #[doc(alias = "determinism")]
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.core.state_hash()
    }

    /// Memory of the bodies outside of their components, without spare capacity, in bytes.
    #[must_use]
    pub fn body_bytes(&self) -> usize {
        self.core.body_bytes() + self.labels.bytes() + self.profiles.bytes()
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
