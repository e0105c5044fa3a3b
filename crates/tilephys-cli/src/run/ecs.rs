//! ECS driver: bodies are entities, and a query steers the characters.

use super::bodies::{BOUNCE, MAX_SPEED, Newcomer, Start, Who, walk};
use super::clock::Clock;
use super::crowd::{Crowd, Meet};
use super::driver::{Driver, GRAVITY, Kind};
use super::rate::DT;
use super::things::{Meaning, Moved, matters};
use super::walker::Walker;
use glam::{I64Vec2, IVec2, Vec2};
use std::ops::Range;
use tilephys::core::{
    Body, EventKind, TileGrid,
    driver::{PairCounts, Phase as EnginePhase},
    moves::TransientState,
};
use tilephys::ecs::{
    BodyCollision, BodyId, BodyState, Collider, ControlContext, Gravity, Limits, Mover, MoverId, Phase,
    Physics, Position, RegionId, Reports, Response, SensorId, StepHooks, Trigger, Velocity, Walk,
};
use tilephys::hecs::{Entity, EntityBuilder, World};
use tilephys::level::{SpawnedLevel, TiledId};
use tilephys::tiled::{Level, LevelChanges, RegionKind};

/// Bytes of a body's components in their columns, without what the engine adds for itself.
const BASE_BYTES: usize = size_of::<BodyId>()
    + size_of::<BodyState>()
    + size_of::<Position>()
    + size_of::<Velocity>()
    + size_of::<Collider>()
    + size_of::<Reports>();
const PROJECTILE_BYTES: usize = BASE_BYTES + size_of::<Response>() + size_of::<Gravity>();
const CHARACTER_BYTES: usize = BASE_BYTES + size_of::<Limits>() + size_of::<Walk>() + size_of::<Walker>();

/// Bodies in a `hecs` world.
pub(crate) struct Ecs {
    world: World,
    physics: Physics,
    /// Objects of the level.
    spawned: SpawnedLevel,
    /// Entities by body id.
    entities: Vec<Entity>,
    /// True if there are characters.
    steered: bool,
}

/// Bytes of all bodies' components, without what the engine adds for itself and without hecs's own overhead.
pub(crate) fn component_bytes(crowd: Crowd) -> usize {
    let of_collision = if crowd.meet == Meet::Never { 0 } else { size_of::<BodyCollision>() };
    crowd.projectiles * (PROJECTILE_BYTES + of_collision) + crowd.characters * CHARACTER_BYTES
}

impl Ecs {
    /// World of a level, with bodies that are moved by `by` lattice units.
    ///
    /// # Errors
    /// If a mover is refused.
    pub(crate) fn new(grid: TileGrid, level: &Level, start: Start, by: I64Vec2) -> Result<Self, String> {
        let mut world = World::new();
        let mut physics = Physics::new(grid);
        // Default, unless the level sets its own.
        physics.gravity = Vec2::new(0.0, GRAVITY);
        let spawned = SpawnedLevel::spawn(level, &mut physics, &mut world, DT).map_err(|e| e.to_string())?;
        leave_out(&mut world);
        let bodies = start.bodies(by);
        let entities = vec![Entity::DANGLING; bodies.len()];
        let mut ecs = Ecs { world, physics, spawned, entities, steered: false };
        let mut builder = EntityBuilder::new();
        bodies.into_iter().for_each(|newcomer| ecs.spawn(newcomer, &mut builder));
        ecs.physics.sync(&mut ecs.world);
        Ok(ecs)
    }

    fn spawn(&mut self, Newcomer { id, body, who }: Newcomer, parts: &mut EntityBuilder) {
        let collider = Collider { offset: IVec2::ZERO, size: body.size };
        parts.add_bundle((
            id,
            Position { at: body.position, rest: body.remainder },
            Velocity(body.velocity),
            collider,
        ));
        match who {
            Who::Projectile(mass) => {
                // Hits are only counted, and contacts of projectiles are never read.
                parts.add_bundle((Reports::NONE, BOUNCE, Gravity::NONE));
                if let Some(mass) = mass {
                    parts.add(BodyCollision { mass: mass.into(), ..BodyCollision::default() });
                }
            }
            Who::Character(walker) => {
                self.steered = true;
                // Contacts are tracked, because a jump begins on a floor.
                let reports = Reports { hits: false, contacts: true };
                let limits = Limits { max_speed: MAX_SPEED, ..Limits::default() };
                parts.add_bundle((reports, limits, walk(), walker));
            }
        }
        self.entities[id.0 as usize] = self.physics.spawn(&mut self.world, parts.build());
    }
}

/// Removes the sensors of regions without a meaning.
fn leave_out(world: &mut World) {
    let mut all = world.query::<(Entity, &RegionKind)>().with::<&Trigger>();
    let idle = all.iter().filter(|(_, kind)| !matters(**kind)).map(|(entity, _)| entity);
    let idle: Vec<Entity> = idle.collect();
    drop(all);
    for entity in idle {
        world.remove::<(Trigger, Collider)>(entity).expect("a region has both");
    }
}

impl Driver for Ecs {
    fn phases(&self) -> Vec<&'static str> {
        let engine = EnginePhase::ALL.map(Phase::Engine);
        let all = [Phase::CopyIn].into_iter().chain(engine).chain([Phase::CopyOut]);
        all.map(Phase::name).collect()
    }

    fn step(&mut self, dt: f32, clock: &mut Clock) {
        self.physics.step_with(&mut self.world, dt, &mut Hooks { steered: self.steered, clock });
    }

    fn report_hits(&mut self, kind: Kind, wanted: bool) {
        for (reports, walker) in self.world.query_mut::<(&mut Reports, Option<&Walker>)>() {
            if walker.is_some() == (kind == Kind::Character) {
                reports.hits = wanted;
            }
        }
    }

    fn each_event(&self, see: &mut dyn FnMut(BodyId, EventKind)) {
        for event in self.physics.events() {
            if let Some(id) = event.body {
                see(id, event.kind);
            }
        }
    }

    fn each_body(&self, ids: Range<u32>, see: &mut dyn FnMut(BodyId, &Body, BodyState)) {
        let bodies = self.world.view::<(&Position, &Velocity, &Collider, &BodyState)>();
        for id in ids.map(BodyId) {
            let entity = self.entities.get(id.0 as usize);
            if let Some((position, velocity, collider, state)) = entity.and_then(|entity| bodies.get(*entity))
            {
                let body = Body {
                    position: position.at + collider.offset,
                    size: collider.size,
                    velocity: velocity.0,
                    remainder: position.rest,
                    memory: TransientState::NONE,
                };
                see(id, &body, *state);
            }
        }
    }

    fn grid(&self) -> &TileGrid {
        self.physics.grid()
    }

    fn meaning(&self, region: RegionId) -> Option<Meaning> {
        let entity = self.physics.sensor_entity(SensorId::Region(region))?;
        let mut parts = self.world.query_one::<(&RegionKind, Option<&TiledId>)>(entity);
        parts.get().ok().map(|(kind, id)| Meaning { kind: *kind, object: id.map(|id| id.0) })
    }

    fn take(&mut self, region: RegionId) {
        let entity = self.physics.sensor_entity(SensorId::Region(region));
        entity.into_iter().for_each(|entity| _ = self.world.despawn(entity));
    }

    fn reload(&mut self, level: &mut Level, new: Level) -> Result<LevelChanges, String> {
        let Ecs { world, physics, spawned, .. } = self;
        let changes = spawned.reload(level, new, (physics, world)).map_err(|e| e.to_string())?;
        leave_out(world);
        Ok(changes)
    }

    fn put(&mut self, id: BodyId, at: IVec2) {
        let entity = self.entities.get(id.0 as usize);
        let parts = entity.map(|entity| self.world.query_one_mut::<(&mut Position, &mut Velocity)>(*entity));
        if let Some(Ok((position, velocity))) = parts {
            *position = Position { at, rest: Vec2::ZERO };
            *velocity = Velocity(Vec2::ZERO);
        }
    }

    fn movers(&self) -> Vec<Moved> {
        let mut all = self.world.query::<(&MoverId, &Mover, &Position, &TiledId)>();
        let moved = |(id, mover, position, object): (&MoverId, &Mover, &Position, &TiledId)| Moved {
            id: *id,
            object: object.0,
            tile: mover.tile,
            at: position.at,
        };
        let mut movers: Vec<Moved> = all.iter().map(moved).collect();
        movers.sort_unstable_by_key(|mover| mover.id);
        movers
    }

    fn len(&self) -> usize {
        self.entities.len()
    }

    fn hit_count(&self) -> u64 {
        self.physics.hit_count()
    }

    fn pair_counts(&self) -> PairCounts {
        self.physics.pair_counts()
    }

    fn is_driven(&self, id: BodyId) -> bool {
        self.physics.pushed_by(id).is_some() || self.physics.lift_velocity(id) != Vec2::ZERO
    }

    fn state_hash(&self) -> u64 {
        self.physics.state_hash()
    }

    fn body_bytes(&self) -> usize {
        self.physics.body_bytes()
    }
}

struct Hooks<'a> {
    /// True if there are characters.
    steered: bool,
    clock: &'a mut Clock,
}

impl StepHooks for Hooks<'_> {
    fn phase(&mut self, phase: Phase) {
        self.clock.begin(phase.name());
    }

    fn control_bodies(&mut self, world: &World, bodies: &mut ControlContext) {
        let mut minds = world.query::<(&BodyId, &mut Walker, &mut Velocity, &BodyState)>();
        for (id, walker, velocity, state) in minds.iter() {
            velocity.0 = walker.velocity(velocity.0, state.on_floor());
            if walker.drops(state.on_floor()) {
                bodies.drop_through(*id);
            }
        }
    }

    fn has_control(&self) -> bool {
        self.steered
    }

    fn finished(&mut self) {
        self.clock.end();
    }
}
