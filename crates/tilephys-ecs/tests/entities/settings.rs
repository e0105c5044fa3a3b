//! Settings: any number of distinct ones, changing at any time.

use crate::crowd::Spec;
use crate::level::map;
use crate::rng::Rng;
use allocation_counter::measure;
use glam::{UVec2, Vec2};
use hecs::{Entity, World};
use rayon::ThreadPoolBuilder;
use tilephys_core::{BodyId, World as Core};
use tilephys_ecs::{Gravity, Physics};

const DT: f32 = 1.0 / 60.0;

/// Bodies of the plain loop and the same as entities.
struct Both {
    core: Core,
    world: World,
    physics: Physics,
    specs: Vec<Spec>,
    entities: Vec<Entity>,
}

impl Both {
    fn new(count: u32) -> Self {
        let mut rng = Rng::new(5);
        let grid = map(UVec2::splat(16), &mut rng);
        let (mut core, mut physics) = (Core::new(grid.clone()), Physics::new(grid));
        (core.gravity, physics.gravity) = (Vec2::new(3.0, 700.0), Vec2::new(3.0, 700.0));
        let mut this = Both { core, physics, world: World::new(), specs: Vec::new(), entities: Vec::new() };
        for i in 0..count {
            let spec = Spec { gravity: Some(Gravity::default()), ..Spec::any(&mut rng) };
            let profile = this.core.add_profile(spec.profile());
            this.core.spawn_as(BodyId(i), profile, spec.body());
            let mut builder = spec.builder();
            builder.add(BodyId(i));
            this.entities.push(this.world.spawn(builder.build()));
            this.specs.push(spec);
        }
        this
    }

    /// Gives each body the gravity that `scale` has for it.
    fn set_gravity(&mut self, scale: impl Fn(usize) -> f32) {
        for (i, entity) in self.entities.iter().enumerate() {
            let gravity = Gravity { scale: scale(i) };
            *self.world.get::<&mut Gravity>(*entity).unwrap() = gravity;
            self.specs[i].gravity = Some(gravity);
            let id = self.core.profile_of(BodyId(i as u32)).unwrap();
            self.core.set_profile(id, self.specs[i].profile());
        }
    }

    fn step(&mut self) {
        self.core.step(DT);
        self.physics.step(&mut self.world, DT);
        assert_eq!(self.physics.state_hash(), self.core.state_hash());
        assert_eq!(self.physics.events().count(), self.core.events().len());
    }
}

#[test]
fn settings_of_each_body_are_kept_at_constant_memory() {
    let mut both = Both::new(4_000);
    both.set_gravity(|i| i as f32 / 1024.0);
    for _ in 0..3 {
        both.step();
    }
    // Settings in use are not dropped for new ones.
    both.set_gravity(|i| if i % 2 == 0 { 0.5 } else { i as f32 / 1024.0 });
    for _ in 0..3 {
        both.step();
    }
    let Both { physics, world, .. } = &mut both;
    // In a pool, since rayon allocates for work that comes from outside of any; and not in the first step there.
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        physics.step(world, 0.0);
        assert_eq!(measure(|| physics.step(world, 0.0)).count_total, 0);
    });
}

#[test]
fn settings_changed_each_step_do_not_pile_up() {
    let mut both = Both::new(300);
    let mut step = |k: u32| {
        both.set_gravity(|i| (i as u32 * 1_000 + k) as f32 / 4096.0);
        both.step();
    };
    (0..20).for_each(&mut step);
    // Each of them that stays would take more than 50 bytes.
    let info = measure(|| (20..120).for_each(&mut step));
    assert!(info.bytes_current < 100 * 300 * 20, "{} bytes more", info.bytes_current);
}
