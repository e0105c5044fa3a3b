//! The step over the entities of a world.

use crate::bodies::BodyQueries;
use crate::characters::{CharacterQueries, Characters};
use crate::components::{Collider, Feel, FeelState, FeelZone, HurtBox, Position};
use crate::kit::{Kit, KitQueries};
use crate::movers::{self, MoverQueries};
use crate::physics_world::PhysicsWorld;
use crate::schedule::ControlPhase;
use crate::spawn_order::Spawned;
use crate::transforms::read_transforms;
use crate::triggers::TriggerQueries;
use bevy_ecs::schedule::Schedules;
use bevy_ecs::system::Local;
use bevy_ecs::world::{Mut, World as Entities};
use bevy_time::Time;
use tilephys_columns::{Movers, Regions, Resized};
use tilephys_core::{ControlContext, StepHooks};

/// Queries of a step, kept to reuse them.
pub(crate) struct Queries {
    bodies: BodyQueries,
    characters: CharacterQueries,
    kit: KitQueries,
    movers: MoverQueries,
    triggers: TriggerQueries,
}

impl Queries {
    fn new(world: &mut Entities) -> Self {
        Queries {
            bodies: BodyQueries::new(world),
            characters: CharacterQueries::new(world),
            kit: KitQueries::new(world),
            movers: MoverQueries::new(world),
            triggers: TriggerQueries::new(world),
        }
    }
}

/// Advances all bodies by the time of the schedule, and sends the events. Without a [`PhysicsWorld`] it does nothing.
pub(crate) fn step(world: &mut Entities, mut queries: Local<Option<Queries>>) {
    let dt = world.get_resource::<Time>().map_or(0.0, Time::delta_secs);
    let queries = queries.get_or_insert_with(|| Queries::new(world));
    world.try_resource_scope(|world, mut physics: Mut<PhysicsWorld>| {
        step_by(world, &mut physics, queries, dt);
        world.write_message_batch(physics.last_events());
    });
}

/// Advances all bodies by `dt` seconds.
fn step_by(world: &mut Entities, physics: &mut PhysicsWorld, queries: &mut Queries, dt: f32) {
    let pool = physics.pool;
    queries.bodies.pool = pool;
    physics.left_floors.forget();
    read_components(world, physics, queries);
    queries.bodies.keep_positions(world);
    let PhysicsWorld { core, movers, regions, characters, kit, resized, .. } = physics;
    let has_phase = world
        .get_resource::<Schedules>()
        .and_then(|all| all.get(ControlPhase))
        .is_some_and(|phase| !phase.graph().systems.is_empty());
    let has_control = has_phase || characters.is_present || !movers.is_empty() || kit.has_control();
    // The short way, if nothing but tiles can meet the bodies.
    if !has_control && !kit.acts && queries.bodies.step_rows(world, core, dt) {
        return;
    }
    queries.bodies.load(world, core);
    let mut hooks =
        Hooks { world, queries, movers, regions, characters, kit, resized, has_control, has_phase, dt };
    core.step_on(&pool, dt, &mut hooks);
    throw(physics, world);
    hurt(physics, world, &mut queries.kit);
    find_left_floors(physics, world);
    write_sizes(physics, world);
    queries.bodies.store(world, &mut physics.core);
    queries.movers.write(world, &physics.movers, &mut physics.core);
}

/// Gives the engine all entities with their settings.
fn read_components(world: &mut Entities, physics: &mut PhysicsWorld, queries: &mut Queries) {
    let PhysicsWorld { core, bodies, profiles, movers, regions, characters, kit, .. } = physics;
    // Movers and triggers first: bodies may be reported as inside of them.
    queries.movers.read(world, core, movers);
    queries.triggers.read(world, core, regions);
    bodies.update(&mut queries.bodies, world, core);
    characters.prepare(&mut queries.characters, world, core);
    kit.prepare(&mut queries.kit, world);
    queries.bodies.find_profiles(world, core, profiles);
}

impl PhysicsWorld {
    /// Reads all components, as each step does first. Bodies and movers that were spawned since the last step have ids then, and
    /// checkpoints and queries see them.
    ///
    /// Does nothing without a [`PhysicsWorld`].
    pub fn sync(world: &mut Entities) {
        // New bodies begin at their transforms. It fails only for a system with parameters that the world lacks.
        let _: Result<(), _> = world.run_system_cached(read_transforms);
        let mut queries = Queries::new(world);
        world.try_resource_scope(|world, mut physics: Mut<PhysicsWorld>| {
            read_components(world, &mut physics, &mut queries);
            queries.bodies.load(world, &mut physics.core);
        });
    }
}

/// The engine's hooks: the control phase of the game, then characters and movers.
struct Hooks<'a> {
    world: &'a mut Entities,
    queries: &'a mut Queries,
    movers: &'a mut Movers<Spawned>,
    regions: &'a Regions<Spawned>,
    characters: &'a mut Characters,
    kit: &'a mut Kit,
    resized: &'a mut Vec<Resized>,
    /// True if anything sets velocities.
    has_control: bool,
    /// True if the game has systems in the control phase.
    has_phase: bool,
    dt: f32,
}

impl StepHooks for Hooks<'_> {
    fn has_control(&self) -> bool {
        self.has_control
    }

    fn control(&mut self, controls: &mut ControlContext) {
        let Hooks { world, queries, movers, regions, characters, kit, resized, .. } = self;
        if self.has_phase {
            // The game sees the velocities after gravity in its components, and may change them there.
            queries.bodies.store_velocities(world, controls.slices());
            world.run_schedule(ControlPhase);
            queries.bodies.load_velocities(world, controls.slices());
        }
        characters.drive(&mut queries.characters, world, regions, controls, resized);
        kit.control(&mut queries.kit, world, controls);
        movers::drive(world, movers, controls, self.dt);
    }
}

/// Finds the floors that bodies have left. Components still have the positions before the step.
fn find_left_floors(physics: &mut PhysicsWorld, world: &Entities) {
    let PhysicsWorld { core, bodies, left_floors, .. } = physics;
    left_floors.find(core, |id| {
        let entity = world.get_entity(bodies.entity(core, id)?).ok()?;
        entity.get::<Collider>()?.0.aabb(entity.get::<Position>()?.0)
    });
}

/// Writes sizes that changed within the step to the colliders.
fn write_sizes(physics: &mut PhysicsWorld, world: &mut Entities) {
    for resized in std::mem::take(&mut physics.resized) {
        let entity = physics.entity(resized.id);
        if let Some(mut collider) = entity.and_then(|entity| world.get_mut::<Collider>(entity)) {
            resized.write(&mut collider.0);
        }
    }
}

/// Throws the characters that entered a spring in the last step.
fn throw(physics: &PhysicsWorld, world: &mut Entities) {
    let mut thrown = Vec::new();
    let zone =
        |sensor| physics.sensor_entity(sensor).and_then(|entity| Some(world.get::<FeelZone>(entity)?.0));
    tilephys_feel::FeelZone::throw_bodies(&physics.core, zone, |id, velocity| thrown.push((id, velocity)));
    for (id, velocity) in thrown {
        let entity = physics.entity(id);
        if let Some(mut state) = entity.and_then(|entity| world.get_mut::<FeelState>(entity)) {
            state.throw(velocity);
        }
    }
}

/// Ends the step of a crowd, and throws the bodies that hit boxes have hurt.
fn hurt(physics: &mut PhysicsWorld, world: &mut Entities, queries: &mut KitQueries) {
    let PhysicsWorld { core, kit, .. } = physics;
    if !kit.acts {
        return;
    }
    for hurt in kit.finish(queries, world, core) {
        let entities = [hurt.victim, hurt.attacker].map(|id| physics.entity(id));
        let [Some(victim), Some(attacker)] = entities else { continue };
        physics.kit.hurt.push((victim, attacker));
        if let Some(mut own) = world.get_mut::<HurtBox>(victim) {
            own.ticks_left = own.invulnerable_ticks;
        }
        let Some(velocity) = hurt.velocity else { continue };
        // A character is thrown in its next tick, or its controller would overwrite the velocity.
        let is_character = world.get::<Feel>(victim).is_some();
        match world.get_mut::<FeelState>(victim).filter(|_| is_character) {
            Some(mut state) => state.throw(velocity),
            None => _ = physics.core.set_velocity(hurt.victim, velocity),
        }
    }
}
