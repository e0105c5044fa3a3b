//! The plain loop as a driver: the oracle.

use super::bodies::{BOUNCE, MAX_SPEED, Newcomer, Start, Who, walk};
use super::clock::Clock;
use super::driver::{Driver, GRAVITY, Kind};
use super::rate::DT;
use super::things::{Meaning, Moved, matters};
use super::walker::Walker;
use glam::{I64Vec2, IVec2, Vec2};
use std::collections::BTreeMap;
use std::ops::Range;
use tilephys::core::{
    Body, BodyCollision, BodyId, BodyState, ControlContext, EventKind, MoveConfig, MoverId, Profile,
    ProfileId, RegionId, StepHooks, TileGrid, World,
    driver::{PairCounts, Phase},
};
use tilephys::level::WorldLevel;
use tilephys::tiled::{Level, LevelChanges, LevelMover, LevelRegion};

/// Bodies in a world of the engine's own.
pub(crate) struct Plain {
    world: World,
    /// By mass.
    projectiles: BTreeMap<Option<u8>, ProfileId>,
    character: ProfileId,
    walkers: Vec<(BodyId, Walker)>,
    level: WorldLevel,
}

impl Plain {
    /// World of a level, with bodies that are moved by `by` lattice units.
    ///
    /// # Errors
    /// If a mover is refused.
    pub(crate) fn new(grid: TileGrid, level: &Level, start: Start, by: I64Vec2) -> Result<Self, String> {
        let mut world = World::new(grid);
        // Default, unless the level sets its own.
        world.gravity = Vec2::new(0.0, GRAVITY);
        let level = WorldLevel::spawn_with(level, &mut world, DT, is_used).map_err(|e| e.to_string())?;
        let character = world.add_profile(Profile {
            movement: MoveConfig { walk: walk(), ..MoveConfig::default() },
            max_speed: MAX_SPEED,
            // Contacts are tracked: a jump begins on a floor.
            report_hits: false,
            ..Profile::default()
        });
        let mut plain = Plain { world, projectiles: BTreeMap::new(), character, walkers: Vec::new(), level };
        start.bodies(by).into_iter().for_each(|newcomer| plain.spawn(newcomer));
        Ok(plain)
    }

    fn spawn(&mut self, Newcomer { id, body, who }: Newcomer) {
        let profile = match who {
            Who::Projectile(mass) => {
                let world = &mut self.world;
                *self.projectiles.entry(mass).or_insert_with(|| world.add_profile(projectile(mass)))
            }
            Who::Character(walker) => {
                self.walkers.push((id, walker));
                self.character
            }
        };
        self.world.spawn_as(id, profile, body);
    }
}

/// True if a run reacts to bodies in the region.
fn is_used(region: &LevelRegion) -> bool {
    matters(region.kind)
}

fn projectile(mass: Option<u8>) -> Profile {
    Profile {
        movement: MoveConfig { response: BOUNCE, ..MoveConfig::default() },
        gravity_scale: 0.0,
        collide: mass.map(|mass| BodyCollision { mass: mass.into(), ..BodyCollision::default() }),
        // Hits are only counted, and contacts of projectiles are never read.
        report_hits: false,
        track_contacts: false,
        ..Profile::default()
    }
}

impl Driver for Plain {
    fn phases(&self) -> Vec<&'static str> {
        Phase::ALL.iter().map(|phase| phase.name()).collect()
    }

    fn step(&mut self, dt: f32, clock: &mut Clock) {
        self.world.step_with(dt, &mut Hooks { walkers: &mut self.walkers, clock });
    }

    fn report_hits(&mut self, kind: Kind, wanted: bool) {
        let characters = std::slice::from_ref(&self.character);
        let projectiles: Vec<ProfileId> = self.projectiles.values().copied().collect();
        for id in if kind == Kind::Projectile { &projectiles } else { characters } {
            let profile = Profile { report_hits: wanted, ..*self.world.profile(*id) };
            self.world.set_profile(*id, profile);
        }
    }

    fn each_event(&self, see: &mut dyn FnMut(BodyId, EventKind)) {
        for event in self.world.events() {
            see(event.body, event.kind);
        }
    }

    fn each_body(&self, ids: Range<u32>, see: &mut dyn FnMut(BodyId, &Body, BodyState)) {
        for id in ids.map(BodyId) {
            if let Some((body, state)) = self.world.body(id).zip(self.world.state(id)) {
                see(id, &body, state);
            }
        }
    }

    fn grid(&self) -> &TileGrid {
        &self.world.grid
    }

    fn meaning(&self, region: RegionId) -> Option<Meaning> {
        self.level.region(region).map(|region| Meaning { kind: region.kind, object: region.object() })
    }

    fn take(&mut self, region: RegionId) {
        self.world.grid.remove_region(region);
    }

    fn reload(&mut self, level: &mut Level, new: Level) -> Result<LevelChanges, String> {
        self.level.reload_with(level, new, &mut self.world, is_used).map_err(|e| e.to_string())
    }

    fn put(&mut self, id: BodyId, at: IVec2) {
        if let Some(body) = self.world.body(id) {
            // Its ignored solids and its own time stay, as in the ECS.
            self.world.set_body(id, Body { memory: body.memory, ..Body::on_lattice(at, body.size) });
        }
    }

    fn movers(&self) -> Vec<Moved> {
        let moved = |(id, own): (MoverId, &LevelMover)| {
            let mover = self.world.mover(id)?;
            Some(Moved { id, object: own.object, tile: mover.tile, at: mover.position })
        };
        self.level.movers().filter_map(moved).collect()
    }

    fn len(&self) -> usize {
        self.world.len()
    }

    fn hit_count(&self) -> u64 {
        self.world.hit_count()
    }

    fn pair_counts(&self) -> PairCounts {
        self.world.pair_counts()
    }

    fn is_driven(&self, id: BodyId) -> bool {
        self.world.pushed_by(id).is_some() || self.world.lift_velocity(id) != Vec2::ZERO
    }

    fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    fn body_bytes(&self) -> usize {
        self.world.body_bytes()
    }
}

struct Hooks<'a> {
    walkers: &'a mut [(BodyId, Walker)],
    clock: &'a mut Clock,
}

impl StepHooks for Hooks<'_> {
    fn phase(&mut self, phase: Phase) {
        self.clock.begin(phase.name());
    }

    fn has_control(&self) -> bool {
        !self.walkers.is_empty()
    }

    fn control(&mut self, bodies: &mut ControlContext) {
        for (id, walker) in &mut *self.walkers {
            if let Some((body, state)) = bodies.body(*id).zip(bodies.state(*id)) {
                bodies.set_velocity(*id, walker.velocity(body.velocity, state.on_floor()));
                if walker.drops(state.on_floor()) {
                    bodies.drop_through(*id);
                }
            }
        }
    }

    fn finished(&mut self) {
        self.clock.end();
    }
}
