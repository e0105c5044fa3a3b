//! Characters under settings, inputs, throws, gravity and steps of any numbers: nothing panics, and each unsound character is
//! reported by the name of its number.

use crate::rng::Rng;
use crate::volume;
use glam::{UVec2, Vec2};
use hecs::{Entity, World};
use std::collections::BTreeSet;
use tilephys_core::Tile;
use tilephys_ecs::{
    Collider, EventKind, FeelZone, Physics, Position, TileCoord, TileGrid, Trigger, Velocity,
};
use tilephys_feel::{Button, Climb, Crouch, Dash, Feel, FeelState, Input, Ledge, Swim, WallJump};

const ODD: [f32; 9] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0, 1e30, 1e-40, 65_536.0, 3.0];

fn physics() -> Physics {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    for col in 0..30 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(stone));
    }
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(0.0, 900.0);
    physics
}

/// One of the presets with an odd number in one place.
fn odd(rng: &mut Rng) -> Feel {
    let mut feel = Feel::preset(Feel::PRESETS[rng.below(4_usize)]).expect("all names are of presets");
    let v = rng.pick(&ODD);
    match rng.below(16_u32) {
        0 => feel.gravity = v,
        1 => feel.max_fall = v,
        2 => feel.run.speed = v,
        3 => feel.run.accel = v,
        4 => feel.jump.speed = v,
        5 => feel.jump.apex_speed = v,
        6 => feel.assist.corner_correct_up = v,
        7 => feel.dash = Some(Dash { speed: v, ..Dash::default() }),
        8 => feel.climb = Some(Climb { up_speed: v, walls: true, ..Climb::default() }),
        14 => feel.climb = Some(Climb { center_speed: v, bar_speed: 9.0, ..Climb::default() }),
        15 => {
            let ledge = Some(Ledge { hands: v, window: rng.pick(&ODD), lines: true });
            feel.climb = Some(Climb { ledge, ..Climb::default() });
        }
        9 => feel.swim = Some(Swim { drag: v, ..Swim::default() }),
        10 => feel.crouch = Some(Crouch { height: v, ..Crouch::default() }),
        11 => feel.wall_jump = Some(WallJump { reach: v, ..WallJump::default() }),
        12 => feel.tile_px = v,
        _ => feel = feel.scaled(v).jumping(rng.pick(&ODD), rng.pick(&ODD)),
    }
    feel
}

fn vector(rng: &mut Rng) -> Vec2 {
    Vec2::new(rng.pick(&ODD), rng.pick(&ODD))
}

/// Changes one character in a random way.
fn disturb(rng: &mut Rng, world: &World, entity: Entity) {
    let mut button = || Button { held: rng.chance(50), pressed: rng.chance(30) };
    let [jump, dash] = [button(), button()];
    let [along, upward] = [rng.pick(&ODD), rng.pick(&ODD)];
    let grab = rng.chance(30);
    *world.get::<&mut Input>(entity).expect("added") = Input { along, upward, jump, dash, grab };
    if rng.chance(20) {
        *world.get::<&mut Feel>(entity).expect("a character") = odd(rng);
    }
    if rng.chance(5) {
        world.get::<&mut FeelState>(entity).expect("added").throw(vector(rng));
    }
    if rng.chance(10) {
        // Back to a sound place.
        *world.get::<&mut Position>(entity).expect("a body") = Position::new(rng.range(0, 400) as f32, 100.0);
        *world.get::<&mut Velocity>(entity).expect("a body") = Velocity::default();
    }
}

#[test]
fn odd_numbers_never_panic_and_are_named() {
    let (mut named, mut sound) = (BTreeSet::new(), 0);
    for seed in 0..u64::from(volume(15, 2_000)) {
        let (mut rng, mut world, mut physics) = (Rng::new(seed), World::new(), physics());
        let body = |x: f32| (Position::new(x, 100.0), Velocity::default(), Collider::new(8.0, 11.0));
        let characters: Vec<Entity> = (0..6)
            .map(|k| {
                let (position, velocity, collider) = body(40.0 * k as f32);
                physics.spawn(&mut world, (position, velocity, collider, odd(&mut rng)))
            })
            .collect();
        for x in [50.0, 200.0] {
            let velocity = vector(&mut rng);
            let zone = match rng.below(4_u32) {
                0 => FeelZone::Ladder,
                3 => FeelZone::Bar,
                1 => FeelZone::Water { flow: velocity },
                _ => FeelZone::Spring { velocity },
            };
            world.spawn((Position::new(x, 60.0), Collider::new(60.0, 100.0), Trigger::default(), zone));
        }
        let plain = physics.spawn(&mut world, body(300.0));
        for _ in 0..60 {
            characters.iter().for_each(|entity| disturb(&mut rng, &world, *entity));
            let is_odd = rng.chance(5);
            physics.gravity = if is_odd { vector(&mut rng) } else { Vec2::new(0.0, 900.0) };
            physics.step(&mut world, if rng.chance(3) { rng.pick(&ODD) } else { 1.0 / 60.0 });
            for entity in &characters {
                let fault = world.get::<&Feel>(*entity).expect("a character").fault();
                let mut events = physics.events().filter(|event| event.entity == *entity);
                let found = events.find_map(|event| match event.kind {
                    EventKind::Uncontrolled { field, fault } => Some((field, fault)),
                    _ => None,
                });
                assert_eq!(found, fault, "seed {seed}");
                named.extend(fault.map(|(field, _)| field));
                sound += u32::from(fault.is_none());
            }
        }
        physics.gravity = Vec2::new(0.0, 900.0);
        *world.get::<&mut Position>(plain).expect("a body") = Position::new(300.0, 100.0);
        *world.get::<&mut Velocity>(plain).expect("a body") = Velocity::default();
        (0..60).for_each(|_| physics.step(&mut world, 1.0 / 60.0));
        let at = world.get::<&Position>(plain).expect("a body").px();
        assert_eq!(at, Vec2::new(300.0, 149.0), "seed {seed}: a plain body falls as ever");
    }
    assert!(named.len() >= 12 && sound > 200, "{named:?}, {sound} sound");
}
