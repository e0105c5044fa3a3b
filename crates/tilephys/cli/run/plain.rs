//! The plain loop as a driver: the oracle.

use super::bodies::{BOUNCE, MAX_SPEED, Start, walk};
use super::clock::Clock;
use super::driver::{Driver, DriverName, GRAVITY, Kind, Moved};
use super::plain_level::PlainLevel;
use super::things::{Meaning, Things};
use super::walker::Walker;
use glam::{I64Vec2, IVec2, Vec2};
use std::ops::Range;
use tilephys::core::{
    Body, BodyId, BodyState, Controls, EventKind, MoveConfig, Phase, Profile, ProfileId, RegionId, StepHooks,
    TileGrid, World,
};
use tilephys::tiled::{Level, LevelChanges};

/// Bodies in a world of the engine's own.
pub(crate) struct Plain {
    world: World,
    projectile: ProfileId,
    character: ProfileId,
    walkers: Vec<(BodyId, Walker)>,
    level: PlainLevel,
}

impl Plain {
    /// The bodies of a level that is moved by so many units.
    ///
    /// # Errors
    /// If a mover is refused.
    pub(crate) fn new(
        grid: TileGrid,
        (level, things): (&Level, Things),
        start: Start,
        by: I64Vec2,
        seed: u64,
    ) -> Result<Self, String> {
        let mut world = World::new(grid);
        let level = PlainLevel::new(&mut world, level, things)?;
        world.gravity = Vec2::new(0.0, GRAVITY);
        let projectile = world.add_profile(Profile {
            movement: MoveConfig { response: BOUNCE, ..MoveConfig::default() },
            gravity_scale: 0.0,
            // Hits are counted, not listed, and nobody asks what a projectile rests on.
            report_hits: false,
            track_contacts: false,
            ..Profile::default()
        });
        // Contacts are tracked: a jump begins on a floor.
        let character = world.add_profile(Profile {
            movement: MoveConfig { walk: Some(walk()), ..MoveConfig::default() },
            max_speed: MAX_SPEED,
            report_hits: false,
            ..Profile::default()
        });
        let (projectiles, characters) = start.bodies(by, seed);
        for body in projectiles {
            world.spawn(projectile, body);
        }
        let spawn = |(body, walker)| (world.spawn(character, body), walker);
        let walkers = characters.into_iter().map(spawn).collect();
        Ok(Plain { world, projectile, character, walkers, level })
    }
}

impl Driver for Plain {
    fn name(&self) -> DriverName {
        DriverName::Plain
    }

    fn phases(&self) -> Vec<&'static str> {
        Phase::ALL.iter().map(|phase| phase.name()).collect()
    }

    fn step(&mut self, dt: f32, clock: &mut Clock) {
        self.world.step_with(dt, &mut Hooks { walkers: &mut self.walkers, clock });
    }

    fn report_hits(&mut self, kind: Kind) {
        let id = match kind {
            Kind::Projectile => self.projectile,
            Kind::Character => self.character,
        };
        let profile = Profile { report_hits: true, ..*self.world.profile(id) };
        self.world.set_profile(id, profile);
    }

    fn each_event(&self, see: &mut dyn FnMut(BodyId, EventKind)) {
        for event in self.world.events() {
            see(event.body, event.kind);
        }
    }

    fn each_body(&self, ids: Range<u32>, see: &mut dyn FnMut(BodyId, Body, BodyState)) {
        for id in ids.map(BodyId) {
            if let Some((body, state)) = self.world.body(id).zip(self.world.state(id)) {
                see(id, body, state);
            }
        }
    }

    fn grid(&self) -> &TileGrid {
        &self.world.grid
    }

    fn meaning(&self, region: RegionId) -> Option<Meaning> {
        self.level.meaning(&self.world, region)
    }

    fn take(&mut self, region: RegionId) {
        self.world.grid.remove_region(region);
    }

    fn reload(&mut self, level: &mut Level, new: Level) -> Result<LevelChanges, String> {
        self.level.reload(&mut self.world, level, new)
    }

    fn put(&mut self, id: BodyId, at: IVec2) {
        if let Some(body) = self.world.body(id) {
            // What it remembers stays with it, as in the ECS.
            self.world.set_body(id, Body { memory: body.memory, ..Body::on_lattice(at, body.size) });
        }
    }

    fn movers(&self) -> Vec<Moved> {
        self.level.movers(&self.world)
    }

    fn len(&self) -> usize {
        self.world.len()
    }

    fn hit_count(&self) -> u64 {
        self.world.hit_count()
    }

    fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    fn body_bytes(&self) -> usize {
        self.world.body_bytes()
    }

    fn component_bytes(&self) -> usize {
        0
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

    fn control(&mut self, bodies: &mut Controls) {
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
