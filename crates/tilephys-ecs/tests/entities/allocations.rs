//! Allocation counts: a step allocates nothing once its buffers have grown, and bodies take no more memory than
//! promised.

use crate::crowd::{self, Spec};
use crate::fair::path;
use crate::level::map;
use crate::rng::Rng;
use allocation_counter::measure;
use glam::{IVec2, UVec2, Vec2};
use hecs::World;
use rayon::ThreadPoolBuilder;
use tilephys_core::{Tile, TileCoord, TileGrid};
use tilephys_ecs::{
    BodyId, Button, CarriedBy, Collider, Command, Feel, FeelZone, Gravity, Input, MoveTo, Mover, MoverId,
    MoverPath, Physics, Position, Reports, Response, Trigger, Velocity,
};
use tilephys_feel::Crouch;

const DT: f32 = 1.0 / 60.0;
const WARM_UP: u32 = 45;
const STEPS: u64 = 30;

/// `count` bodies of several archetypes, with all events, which stay in the map.
fn busy(count: usize) -> (World, Physics) {
    let mut rng = Rng::new(3);
    let mut physics = Physics::new(map(UVec2::splat(16), &mut rng));
    physics.gravity = Vec2::new(0.0, 900.0);
    let mut world = World::new();
    for k in 0..count {
        let response = rng.pick(&[Response::Slide, Response::Bounce { restitution: 0.95 }, Response::Invert]);
        let (gravity, limits, up) = (None, None, None);
        let velocity = crowd::velocity(&mut rng) / 40.0;
        let any = Spec::any(&mut rng);
        let reports = rng.chance(50).then(Reports::default);
        let response = rng.chance(80).then_some(response);
        let spec = Spec { velocity, response, gravity, limits, up, reports, filter: None, ..any };
        let mut builder = spec.builder();
        if k % 7 == 0 {
            let crouch = Some(Crouch::default());
            builder.add_bundle((Feel { crouch, ..Feel::celeste() }, Command::default()));
            builder.add(Input { along: 1.0, upward: -1.0, jump: Button::PRESSED, ..Input::default() });
        }
        world.spawn(builder.build());
    }
    let pool = (Position::new(0.0, 0.0), Collider::new(400.0, 400.0), Trigger::default());
    world.spawn((pool.0, pool.1, pool.2, FeelZone::Water { flow: Vec2::new(10.0, 0.0) }));
    (world, physics)
}

/// Fewest allocations of up to ten runs of `work`. Buffers still grow now and then in new situations; a habitual
/// allocation occurs in each run. So a run with at most `allowed` of them is the last.
fn fewest(allowed: u64, mut work: impl FnMut()) -> u64 {
    let mut fewest = u64::MAX;
    for _ in 0..10 {
        fewest = fewest.min(measure(&mut work).count_total);
        if fewest <= allowed {
            break;
        }
    }
    fewest
}

/// Warms up, then counts the allocations of many steps, with and without hooks.
fn allocations(world: &mut World, physics: &mut Physics, allowed: u64) -> u64 {
    let mut steer = |world: &World| {
        for velocity in world.query::<&mut Velocity>().iter() {
            velocity.0.x = if velocity.0.x == 0.0 { 90.0 } else { velocity.0.x };
        }
    };
    for _ in 0..WARM_UP {
        physics.step(world, DT);
        physics.step_with(world, DT, &mut steer);
    }
    let (before, mut events) = (physics.hit_count(), 0);
    let count = fewest(allowed, || {
        for _ in 0..STEPS / 2 {
            physics.step(world, DT);
            events += physics.events().count();
            physics.step_with(world, DT, &mut steer);
            events += physics.events().count();
        }
    });
    assert!(events > 3_000, "{events} events: too few to tell");
    assert!(physics.hit_count() - before > 3_000, "too few hits to tell");
    count
}

#[test]
fn a_step_in_a_pool_allocates_nothing() {
    let (mut world, mut physics) = busy(5_000);
    assert!(world.archetypes().filter(|a| !a.is_empty()).count() >= 8);
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(pool.install(|| allocations(&mut world, &mut physics, 0)), 0);
}

#[test]
fn a_step_outside_of_any_pool_allocates_only_what_rayon_does() {
    let (mut world, mut physics) = busy(3_500);
    // Three phases of a step are handed over, each of which takes up one of the 63 slots of a block.
    let blocks = if cfg!(feature = "parallel") { STEPS * 3 / 63 + 1 } else { 0 };
    let count = allocations(&mut world, &mut physics, blocks);
    assert!(count <= blocks, "{count} allocations");
}

#[test]
fn a_small_step_outside_of_any_pool_allocates_nothing() {
    let (mut world, mut physics) = busy(1_500);
    assert_eq!(allocations(&mut world, &mut physics, 0), 0);
}

const PROJECTILES: usize = 100_000;

/// A walled field with pillars, and projectiles that fly about in it for ever.
fn projectiles(come_at_once: bool) -> (World, Physics) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("walls"), grid.add_tile(Tile::default()));
    for (row, col) in (0..200).flat_map(|row| (0..200).map(move |col| (row, col))) {
        let wall = [row, col].iter().any(|k| k % 199 == 0) || (row % 8 == 4 && col % 8 == 4);
        if wall {
            grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
        }
    }
    let (mut world, mut physics, mut rng) = (World::new(), Physics::new(grid), Rng::new(8));
    for k in 0..PROJECTILES {
        let at = IVec2::new(rng.range(5_000, 800_000), rng.range(5_000, 800_000));
        let velocity = Velocity::new(rng.range(-900, 900) as f32, rng.range(-900, 900) as f32);
        let (collider, bounce) = (Collider::new(4.0, 4.0), Response::Bounce { restitution: 1.0 });
        world.spawn((Position::on_lattice(at), velocity, collider, bounce, Gravity::NONE, Reports::NONE));
        if !come_at_once && k % 20_000 == 0 {
            physics.step(&mut world, DT);
        }
    }
    (world, physics)
}

#[test]
fn a_projectile_takes_at_most_64_bytes_besides_its_components() {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for come_at_once in [true, false] {
        pool.install(|| {
            let (mut world, mut physics) = projectiles(come_at_once);
            (0..4).for_each(|_| physics.step(&mut world, DT));
            assert!(physics.hit_count() > 3_000);
            let each = |bytes: i64| bytes as f64 / PROJECTILES as f64;
            let said = each(physics.body_bytes() as i64);
            // Memory of a copied map, and memory freed together with a copy of the map and all bodies.
            let mut copy = None;
            let map = measure(|| copy = Some(physics.grid().clone())).bytes_current;
            *physics.grid_mut() = copy.unwrap();
            let all = -measure(|| drop(physics)).bytes_current;
            let live = each(all - map);
            println!("at once: {come_at_once}; {said} bytes told, {live} taken");
            assert!(said <= 64.0, "{said} bytes");
            // Arrays that grew with the crowd are up to twice as long as they need be.
            let most = if come_at_once { 64.0 } else { 2.0 * 64.0 };
            assert!((said * 0.9..=most).contains(&live), "{live} bytes, of which {said} are told");
        });
    }
}

#[test]
fn steps_of_walkers_that_drop_and_change_size_allocate_nothing() {
    let mut rng = Rng::new(6);
    let (mut physics, mut world) = (Physics::new(map(UVec2::splat(16), &mut rng)), World::new());
    physics.gravity = Vec2::new(0.0, 900.0);
    for _ in 0..1_500 {
        let spec = Spec { up: None, ..Spec::walker(&mut rng) };
        world.spawn(spec.builder().build());
    }
    let (mut drops, mut sizes) = (0, 0);
    let mut tick = |step: u32| {
        physics.step_controlled(&mut world, DT, |world, bodies| {
            for (id, velocity, collider) in world.query::<(&BodyId, &mut Velocity, &Collider)>().iter() {
                let turn = (id.0 + step) % 40;
                velocity.0.x = if id.0 % 2 == 0 { 80.0 } else { -80.0 };
                velocity.0.y -= if turn == 0 { 300.0 } else { 0.0 };
                drops += u32::from(turn < 3 && bodies.drop_through(*id));
                let low = IVec2::new(collider.size.x, if step.is_multiple_of(2) { 1_500 } else { 2_500 });
                sizes += u32::from(turn == 9 && bodies.resize(*id, low));
            }
        });
    };
    (0..100).for_each(&mut tick);
    assert_eq!(fewest(0, || (100..160).for_each(&mut tick)), 0);
    assert!(drops > 100 && sizes > 1_000, "{drops} drops, {sizes} sizes: too few to tell");
}

#[test]
fn steps_with_movers_riders_and_solid_bodies_allocate_nothing() {
    let mut rng = Rng::new(12);
    let mut grid = map(UVec2::splat(16), &mut rng);
    let (layer, tile) = (grid.add_layer("movers"), grid.add_tile(Tile::default()));
    let (mut physics, mut world) = (Physics::new(grid), World::new());
    physics.gravity = Vec2::new(0.0, 700.0);
    for k in 0..600 {
        let spec = Spec { up: None, riding: Some(crowd::riding(&mut rng)), ..Spec::walker(&mut rng) };
        let position = Position::on_lattice(IVec2::new(rng.range(4_000, 200_000), rng.range(4_000, 120_000)));
        let spec = Spec { position, velocity: Vec2::ZERO, solid: (k % 20 == 0).then_some(tile), ..spec };
        world.spawn(spec.builder().build());
    }
    let mut lifts = Vec::new();
    for k in 0..40 {
        let at = IVec2::new(rng.range(4_000, 200_000), rng.range(4_000, 120_000));
        let path = path(IVec2::ZERO, &mut rng);
        let collider = Collider { offset: IVec2::ZERO, size: IVec2::new(12_000, 2_000) };
        let (mover, to) = (Mover { layer, tile }, MoveTo::default());
        let lift = world.spawn((Position::on_lattice(at), collider, mover, Velocity::default(), to));
        if k % 4 == 0 {
            world.insert_one(lift, MoverPath { offset: at, ..MoverPath::new(path) }).unwrap();
        } else if let Some(parent) = lifts.last().filter(|_| k % 4 == 1) {
            world.insert_one(lift, CarriedBy(*parent)).unwrap();
        }
        lifts.push(lift);
    }
    let (mut pushed, mut carried) = (0, 0);
    let mut tick = |step: u32| {
        physics.step_controlled(&mut world, DT, |world, _| {
            for (id, velocity, to, position) in
                world.query::<(&MoverId, &mut Velocity, &mut MoveTo, &Position)>().iter()
            {
                let speed = if (step / 30).is_multiple_of(2) { 60.0 } else { -60.0 };
                velocity.0 = if id.0 % 2 == 0 { Vec2::new(speed, 0.0) } else { Vec2::new(0.0, speed) };
                let near = position.at + IVec2::new(0, if step.is_multiple_of(2) { 300 } else { -300 });
                to.0 = (id.0 % 7 == 0).then_some(Position::on_lattice(near));
            }
        });
        for id in world.query::<&BodyId>().iter() {
            pushed += u32::from(physics.pushed_by(*id).is_some());
            carried += u32::from(physics.lift_velocity(*id) != Vec2::ZERO);
        }
    };
    (0..240).for_each(&mut tick);
    assert_eq!(fewest(0, || (240..300).for_each(&mut tick)), 0);
    assert!(pushed > 300 && carried > 3_000, "{pushed} pushed, {carried} carried: too few to tell");
}

#[test]
fn a_snapshot_into_a_used_buffer_allocates_nothing() {
    let (mut world, mut physics) = busy(2_000);
    physics.save_plain::<[u32; 4]>("Stats");
    physics.save_plain::<u8>("Color");
    physics.sync(&mut world);
    let all: Vec<hecs::Entity> =
        world.query::<(hecs::Entity, &BodyId)>().iter().map(|(all, _)| all).collect();
    for (k, entity) in all.iter().enumerate() {
        world.insert_one(*entity, [k as u32; 4]).unwrap();
        world.insert_one(*entity, k as u8).unwrap();
    }
    all.iter().step_by(7).for_each(|entity| world.despawn(*entity).unwrap());
    let mut bytes = Vec::new();
    physics.snapshot_into(&mut world, &mut bytes);
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(pool.install(|| fewest(0, || physics.snapshot_into(&mut world, &mut bytes))), 0);
    assert!(bytes.len() > 2_000 * 50, "{} bytes: too few to tell", bytes.len());
}

#[test]
fn steps_of_5_000_bodies_that_bounce_and_collide_allocate_nothing() {
    let mut rng = Rng::new(21);
    let (mut physics, mut world) = (Physics::new(map(UVec2::splat(16), &mut rng)), World::new());
    for k in 0..5_000 {
        let spec = Spec { up: None, limits: None, gravity: None, filter: None, ..Spec::bullet(&mut rng) };
        let velocity = Vec2::new(rng.range(-300, 300) as f32, rng.range(-300, 300) as f32);
        let response = Some(Response::Bounce { restitution: 1.0 });
        let collide = (k % 2 == 0).then(tilephys_ecs::BodyCollision::default);
        let collider = Collider { offset: IVec2::ZERO, size: IVec2::splat(1_000) };
        world.spawn(Spec { velocity, response, collide, collider, ..spec }.builder().build());
    }
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        (0..60).for_each(|_| physics.step(&mut world, DT));
        let mut hits = 0;
        let mut steps = || {
            for _ in 0..30 {
                physics.step(&mut world, DT);
                hits += physics.pair_counts().hits;
            }
        };
        assert_eq!(fewest(0, &mut steps), 0);
        assert!(hits > 1_000, "{hits} hits: too few to tell");
    });
}
