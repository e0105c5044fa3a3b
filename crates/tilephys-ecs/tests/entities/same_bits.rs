//! Determinism: equal results from the plain loop and over entities, on any number of threads, in any order of
//! spawning, in any build.

use crate::crowd::{Spec, let_collide};
use crate::level::map;
use crate::rng::Rng;
use crate::volume;
use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilephys_core::{BodyId, ControlContext, EventKind, StepHooks, Tile, TileCoord, TileGrid, World as Core};
use tilephys_ecs::{
    BodyCollision, Category, Collider, Event, Filter, Gravity, Limits, Physics, Position, Reports, Response,
    RideSettings, Up, Velocity, Walk,
};

const DT: f32 = 1.0 / 60.0;
const GRAVITY: Vec2 = Vec2::new(30.0, 900.0);

/// 6,000 bodies in one archetype, which is more than is copied on one thread, and 6,000 in many, half of which walk.
fn crowd(rng: &mut Rng) -> Vec<Spec> {
    let mut all: Vec<Spec> = (0..6_000).map(|_| Spec::bullet(rng)).collect();
    all.extend((0..3_000).map(|_| Spec::walker(rng)));
    all.extend((0..3_000).map(|_| Spec::any(rng)));
    all
}

fn plain(grid: &TileGrid, specs: &[Spec]) -> Core {
    let mut core = Core::new(grid.clone());
    core.gravity = GRAVITY;
    for (i, spec) in specs.iter().enumerate() {
        let profile = core.add_profile(spec.profile());
        core.spawn_as(BodyId(i as u32), profile, spec.body());
    }
    core
}

/// The same bodies as entities.
struct Entities {
    name: String,
    world: World,
    physics: Physics,
    /// By id.
    entities: Vec<Entity>,
    /// Thread pool; `None` to step outside of any.
    pool: Option<ThreadPool>,
}

impl Entities {
    fn new(name: String, threads: usize, grid: &TileGrid) -> Self {
        let mut physics = Physics::new(grid.clone());
        physics.gravity = GRAVITY;
        let pool = (threads > 0).then(|| ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
        Entities { name, world: World::new(), physics, entities: Vec::new(), pool }
    }

    /// Spawns complete entities, in the given order of ids.
    fn spawned(threads: usize, order: &[usize], grid: &TileGrid, specs: &[Spec]) -> Self {
        let name = format!("{threads} threads, spawned {:?} first", &order[..3]);
        let mut this = Entities::new(name, threads, grid);
        this.entities = vec![Entity::DANGLING; specs.len()];
        for &i in order {
            let mut builder = specs[i].builder();
            builder.add(BodyId(i as u32));
            this.entities[i] = this.world.spawn(builder.build());
        }
        this
    }

    /// Assembles entities component by component, each in another order, among entities that are no bodies.
    fn assembled(threads: usize, grid: &TileGrid, specs: &[Spec]) -> Self {
        let mut this = Entities::new(format!("{threads} threads, assembled"), threads, grid);
        let world = &mut this.world;
        for (i, spec) in specs.iter().enumerate() {
            world.spawn((Position::default(), "a tree"));
            let entity = world.spawn((BodyId(i as u32),));
            for k in 0..16 {
                insert(world, entity, spec, (k + i) % 16);
            }
            this.entities.push(entity);
        }
        this
    }

    /// Steps, with requests to bodies before or within the step. Returns the answers by id.
    fn step(&mut self, step: u32, controlled: bool) -> Vec<(BodyId, bool)> {
        let Entities { world, physics, pool, .. } = self;
        let mut answers = Vec::new();
        let mut all = || {
            if controlled {
                physics.step_controlled(world, DT, |world, bodies| {
                    for (id, velocity) in world.query::<(&BodyId, &mut Velocity)>().iter() {
                        velocity.0 = steered(id.0, step, velocity.0);
                        match asked(id.0, step) {
                            Some(Ask::Drop) => answers.push((*id, bodies.drop_through(*id))),
                            Some(Ask::Resize(size)) => answers.push((*id, bodies.resize(*id, size))),
                            None => {}
                        }
                    }
                });
            } else {
                // Before the first step no body has an id of the engine's.
                for id in (0..12_000).map(BodyId).filter(|_| step > 0) {
                    match asked(id.0, step) {
                        Some(Ask::Drop) => answers.push((id, physics.drop_through(id))),
                        Some(Ask::Resize(size)) => answers.push((id, physics.resize(world, id, size))),
                        None => {}
                    }
                }
                physics.step(world, DT);
            }
        };
        match pool {
            Some(pool) => pool.install(all),
            None => all(),
        }
        answers.sort_unstable();
        answers
    }
}

/// Inserts one component of sixteen kinds, if the body has it.
fn insert(world: &mut World, entity: Entity, spec: &Spec, kind: usize) {
    fn some<T: hecs::Component>(world: &mut World, entity: Entity, component: Option<T>) {
        if let Some(component) = component {
            world.insert_one(entity, component).unwrap();
        }
    }
    match kind {
        0 => some::<Position>(world, entity, Some(spec.position)),
        1 => some::<Velocity>(world, entity, Some(Velocity(spec.velocity))),
        2 => some::<Collider>(world, entity, Some(spec.collider)),
        3 => some::<Response>(world, entity, spec.response),
        4 => some::<Filter>(world, entity, spec.filter),
        5 => some::<Gravity>(world, entity, spec.gravity),
        6 => some::<Limits>(world, entity, spec.limits),
        7 => some::<Up>(world, entity, spec.up),
        8 => some::<Reports>(world, entity, spec.reports),
        9 => some::<Walk>(world, entity, spec.walk),
        10 => some(world, entity, spec.motion_mode),
        11 => some(world, entity, spec.previous.then(tilephys_ecs::PreviousPosition::default)),
        12 => some::<RideSettings>(world, entity, spec.riding),
        13 => some::<Category>(world, entity, spec.category),
        14 => some::<BodyCollision>(world, entity, spec.collide),
        _ => some::<&str>(world, entity, (spec.position.at.x % 2 == 0).then_some("a name")),
    }
}

/// Velocity set by the game: some bodies jump at a time, others keep their velocity.
fn steered(id: u32, step: u32, velocity: Vec2) -> Vec2 {
    match id % 16 == step % 16 {
        false => velocity,
        true if id.is_multiple_of(2) => Vec2::new(velocity.x, -400.0),
        true => Vec2::new(id as f32 - 6_000.0, velocity.y / 2.0),
    }
}

/// Further request to a body.
enum Ask {
    Drop,
    Resize(IVec2),
}

/// Request to one in twelve bodies, to others in each step.
fn asked(id: u32, step: u32) -> Option<Ask> {
    let mut rng = Rng::new(u64::from(step) << 32 | u64::from(id));
    match rng.below(36) {
        0 | 1 => Some(Ask::Drop),
        2 => Some(Ask::Resize(IVec2::new(rng.range(1, 6_000), rng.range(1, 6_000)))),
        _ => None,
    }
}

struct Steered<'a> {
    step: u32,
    ids: &'a [BodyId],
    answers: Vec<(BodyId, bool)>,
}

impl StepHooks for Steered<'_> {
    fn control(&mut self, bodies: &mut ControlContext) {
        for &id in self.ids {
            let velocity = bodies.body(id).unwrap().velocity;
            bodies.set_velocity(id, steered(id.0, self.step, velocity));
            match asked(id.0, self.step) {
                Some(Ask::Drop) => self.answers.push((id, bodies.drop_through(id))),
                Some(Ask::Resize(size)) => self.answers.push((id, bodies.resize(id, size))),
                None => {}
            }
        }
    }
}

/// Steps the plain loop as [`Entities::step`] does.
fn step_plain(core: &mut Core, ids: &[BodyId], step: u32, controlled: bool) -> Vec<(BodyId, bool)> {
    if controlled {
        let mut steered = Steered { step, ids, answers: Vec::new() };
        core.step_with(DT, &mut steered);
        return steered.answers;
    }
    let mut answers = Vec::new();
    for &id in ids.iter().filter(|_| step > 0) {
        match asked(id.0, step) {
            Some(Ask::Drop) => answers.push((id, core.drop_through(id))),
            Some(Ask::Resize(size)) => answers.push((id, core.resize(id, size))),
            None => {}
        }
    }
    core.step(DT);
    answers
}

/// Counts of what a comparison covered.
#[derive(Debug, Default)]
struct Met {
    events: usize,
    corrected: usize,
    dropped: usize,
    resized: usize,
    refused: usize,
    on_slopes: usize,
    on_lines: usize,
}

impl Met {
    fn note(&mut self, core: &Core, answers: &[(BodyId, bool)], step: u32) {
        let kinds = core.events().iter().map(|event| event.kind);
        self.events += core.events().len();
        self.corrected += kinds.filter(|kind| matches!(kind, EventKind::CornerCorrected { .. })).count();
        for (id, granted) in answers {
            match asked(id.0, step) {
                Some(Ask::Drop) => self.dropped += usize::from(*granted),
                _ if *granted => self.resized += 1,
                _ => self.refused += 1,
            }
        }
        for floor in core.ids().filter_map(|id| core.floor(id)) {
            self.on_slopes += usize::from(floor.normal.abs().min_element() > 0);
            self.on_lines += usize::from(floor.one_way);
        }
    }

    fn assert_many(&self) {
        let Met { events, corrected, dropped, resized, refused, on_slopes, on_lines } = *self;
        let rare = [corrected, dropped, resized, refused, on_slopes, on_lines];
        assert!(events > 3_000 && rare.into_iter().all(|met| met > 10), "too few to tell: {self:?}");
    }
}

/// Steps the plain loop and each of `all` on and compares them.
fn compare(core: &mut Core, all: &mut [Entities], steps: u32, controlled: bool) -> Met {
    let ids: Vec<BodyId> = core.ids().collect();
    let mut met = Met::default();
    for step in 0..steps {
        let answers = step_plain(core, &ids, step, controlled);
        let expected: Vec<(BodyId, EventKind)> = core.events().iter().map(|e| (e.body, e.kind)).collect();
        met.note(core, &answers, step);
        for this in &mut *all {
            assert_eq!(this.step(step, controlled), answers, "step {step}, {}", this.name);
            assert_eq!(this.physics.state_hash(), core.state_hash(), "step {step}, {}", this.name);
            assert_eq!(this.physics.hit_count(), core.hit_count(), "step {step}, {}", this.name);
            let mut count = 0;
            for (event, &(id, kind)) in this.physics.events().zip(&expected) {
                assert_eq!((event.body, event.kind), (Some(id), kind), "step {step}, {}", this.name);
                assert_eq!(event.entity, this.entities[id.0 as usize], "step {step}, {}", this.name);
                count += 1;
            }
            assert_eq!((count, this.physics.events().count()), (expected.len(), expected.len()));
        }
    }
    // The components agree with the arrays.
    for this in all {
        for (&id, &entity) in ids.iter().zip(&this.entities) {
            let body = core.body(id).unwrap();
            let (position, velocity, collider, state) = this
                .world
                .query_one::<(&Position, &Velocity, &Collider, &tilephys_core::BodyState)>(entity)
                .get()
                .map(|(p, v, c, s)| (*p, *v, *c, *s))
                .unwrap();
            assert_eq!((position.at + collider.offset, position.rest), (body.position, body.remainder));
            assert_eq!(collider.size, body.size, "{id:?}, {}", this.name);
            assert_eq!((velocity.0, Some(state)), (body.velocity, core.state(id)), "{id:?}, {}", this.name);
            let physics = &this.physics;
            assert_eq!(physics.floor(id), core.floor(id), "{id:?}, {}", this.name);
            assert_eq!(physics.ceiling(id), core.ceiling(id), "{id:?}, {}", this.name);
            assert_eq!(physics.wall(id), core.wall(id), "{id:?}, {}", this.name);
            assert_eq!(physics.floor_is_one_way(id), core.floor_is_one_way(id), "{id:?}, {}", this.name);
        }
    }
    println!("{met:?}");
    met
}

fn orders(n: usize) -> [Vec<usize>; 3] {
    let forward: Vec<usize> = (0..n).collect();
    let (mut mixed, mut rng) = (forward.clone(), Rng::new(9));
    for k in (1..n).rev() {
        mixed.swap(k, rng.below(k + 1));
    }
    [forward, (0..n).rev().collect(), mixed]
}

#[test]
fn threads_and_orders_of_spawning_leave_no_trace() {
    let mut rng = Rng::new(1);
    let (grid, mut specs) = (map(UVec2::splat(16), &mut rng), crowd(&mut rng));
    let_collide(&mut specs, 4, &mut Rng::new(11));
    let orders = orders(specs.len());
    let mut all =
        vec![Entities::spawned(0, &orders[0], &grid, &specs), Entities::assembled(3, &grid, &specs)];
    let each = volume(0, 1) == 1;
    // Each with another order.
    let threads = (1..=8).filter(|threads| each || [2, 7].contains(threads));
    all.extend(threads.map(|threads| Entities::spawned(threads, &orders[threads % 3], &grid, &specs)));
    let mut core = plain(&grid, &specs);
    compare(&mut core, &mut all, volume(10, 60), false).assert_many();
    assert!(core.hit_count() > 4_000, "{} hits", core.hit_count());
}

#[test]
fn velocities_set_within_the_step_give_the_same_bits() {
    let mut rng = Rng::new(2);
    let (grid, mut specs) = (map(UVec2::new(32, 24), &mut rng), crowd(&mut rng));
    let_collide(&mut specs, 4, &mut Rng::new(12));
    let orders = orders(specs.len());
    let mut all =
        vec![Entities::spawned(4, &orders[2], &grid, &specs), Entities::assembled(0, &grid, &specs)];
    compare(&mut plain(&grid, &specs), &mut all, volume(12, 60), true).assert_many();
}

#[test]
fn steps_with_and_without_a_control_phase_give_the_same_bits() {
    let mut rng = Rng::new(3);
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("walls"), grid.add_tile(Tile::default()));
    for at in (0..100).flat_map(|row| (0..150).map(move |col| TileCoord::new(col, row))) {
        let is_wall = at.col % 149 == 0 || at.row % 99 == 0;
        grid.set_tile(layer, at, (is_wall || rng.chance(20)).then_some(stone));
    }
    // Few archetypes, so that the step may take each of their parts through all phases at once.
    let mut specs: Vec<Spec> = (0..9_000).map(|_| Spec::bullet(&mut rng)).collect();
    specs[77].velocity.x = f32::NAN;
    specs[78].collider.size.y = -1;
    let order: Vec<usize> = (0..specs.len()).collect();
    let mut all = [1, 3].map(|threads| Entities::spawned(threads, &order, &grid, &specs));
    let (mut hits, mut events) = (0, 0);
    for step in 0..volume(30, 300) {
        let [alone, controlled] = &mut all;
        let Entities { world, physics, .. } = alone;
        alone.pool.as_ref().unwrap().install(|| physics.step(world, DT));
        let Entities { world, physics, .. } = controlled;
        controlled.pool.as_ref().unwrap().install(|| physics.step_with(world, DT, &mut |_: &World| ()));
        let [alone, controlled] = [&all[0], &all[1]];
        assert_eq!(alone.physics.state_hash(), controlled.physics.state_hash(), "step {step}");
        assert!(alone.physics.events().eq(controlled.physics.events()), "step {step}");
        let rows = |entities: &Entities| -> Vec<(Position, Vec<u32>, tilephys_core::BodyState)> {
            let mut query = entities.world.query::<(&Position, &Velocity, &tilephys_core::BodyState)>();
            let bits = |velocity: Vec2| velocity.to_array().map(f32::to_bits).to_vec();
            query.iter().map(|(position, velocity, state)| (*position, bits(velocity.0), *state)).collect()
        };
        assert!(rows(alone) == rows(controlled), "step {step}");
        (hits, events) = (alone.physics.hit_count(), events + alone.physics.events().count());
    }
    assert!(hits > 10_000 && events > 1_000, "{hits} hits, {events} events");
}

/// Tile size of a map, and the state after some steps in it: state hash, hits, events and a hash of these. All
/// builds, with threads or without, must give the same values. After an intended change of motion, copy the new
/// values from the failure.
const GOLDEN: [(UVec2, u64, u64, usize, u64); 3] = [
    (UVec2::new(16, 16), 9_577_602_971_589_251_531, 70_460, 35_395, 1_151_253_610_459_875_022),
    (UVec2::new(8, 13), 13_352_379_597_226_735_336, 88_354, 40_647, 13_600_097_419_187_392_801),
    (UVec2::new(70, 32), 16_403_781_010_165_259_098, 53_349, 29_069, 749_408_451_185_043_095),
];

/// Mixes an event into a fingerprint, number by number (FNV-1a, on words).
fn mix(seed: u64, event: &Event) -> u64 {
    let body = event.body.map_or(-1, |id| id.0 as i32);
    let numbers = match event.kind {
        EventKind::Hit(hit) => {
            let what = [
                hit.target.layer.index() as i32,
                hit.target.tile.index() as i32,
                hit.target.cell.col,
                hit.target.cell.row,
            ];
            let points = [hit.shape.normal, hit.shape.point, hit.shape.position, hit.left]
                .map(|v| v.x ^ v.y.rotate_left(16));
            let [[a, b, c, d], [e, f, g, h]] = [what, points];
            [0, hit.shape.fraction.as_f32().to_bits() as i32, a, b, c, d, e, f, g, h]
        }
        EventKind::CornerCorrected { by } => [4, by.x, by.y, 0, 0, 0, 0, 0, 0, 0],
        EventKind::FloorBegin => [1; 10],
        EventKind::FloorEnd => [2; 10],
        EventKind::Overlapped(by) => [3, by.pushed.x, by.pushed.y, by.cell.col, by.cell.row, 0, 0, 0, 0, 0],
        other => panic!("{other} in a sound crowd"),
    };
    let numbers = numbers.into_iter().chain([body]);
    numbers.fold(seed, |hash, n| (hash ^ u64::from(n as u32)).wrapping_mul(0x0100_0000_01B3))
}

#[test]
fn every_build_comes_to_the_golden_state() {
    let found = GOLDEN.map(|(tile, ..)| {
        let mut rng = Rng::new(u64::from(tile.y));
        let (grid, specs) = (map(tile, &mut rng), crowd(&mut rng));
        let mut this = Entities::spawned(2, &orders(specs.len())[2], &grid, &specs);
        let (mut events, mut hash) = (0, 0xCBF2_9CE4_8422_2325);
        for step in 0..12 {
            this.step(step, step >= 6);
            events += this.physics.events().count();
            hash = this.physics.events().fold(hash, |hash, event| mix(hash, &event));
        }
        (tile, this.physics.state_hash(), this.physics.hit_count(), events, hash)
    });
    assert_eq!(found, GOLDEN);
}
