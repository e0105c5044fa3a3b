//! Numbers at the ends of their ranges: nothing panics, no body leaves the world, no bodies overlap.

use crate::rng::Rng;
use crate::stage::{Stage, floating, of_mass, walker, with};
use crate::volume::{seeds, volume};
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_core::{Body, BodyId, Direction, Response, WORLD_LIMIT, limits::MAX_SETTING};

/// Places at the ends of the world, and around its middle.
fn place(rng: &mut Rng, size: i32) -> i32 {
    let near: i32 = rng.range(-20_000, 20_000);
    let (low, high) = (-WORLD_LIMIT, WORLD_LIMIT - size);
    let anywhere = near.saturating_mul(100_000).clamp(low, high);
    let near = near.clamp(low, high);
    rng.pick(&[low, high, near, near, near, low + 1, high - 300, anywhere])
}

fn extreme(rng: &mut Rng) -> Stage {
    let gravity = rng.pick(&[0.0, 900.0, 1e9, 1e30]);
    let mut stage = Stage::with_gravity([0.0, gravity]);
    if rng.chance(50) {
        stage.tiles(-10..10, 3..4);
    }
    let speeds =
        [0.0, 1.0, -1.0, 1e4, -1e4, 1e7, -1e7, 1e12, 3e30, -3e30, f32::MAX, f32::MIN, f32::MIN_POSITIVE];
    for _ in 0..rng.range(2, 12) {
        let size = [0; 2].map(|_| rng.pick(&[1, 2, 256, 4_096, 1_000_000]));
        let at = size.map(|s| place(rng, s));
        let body = Body::on_lattice(at.into(), size.into());
        let is_free = |other: &Body| {
            let (lo, hi) = (at.map(i64::from), [0, 1].map(|k| i64::from(at[k]) + i64::from(size[k])));
            let (a, b) = (other.position.as_i64vec2(), other.position.as_i64vec2() + other.size.as_i64vec2());
            (0..2).any(|k| hi[k] <= a[k] || b[k] <= lo[k])
        };
        let free = stage.world.ids().all(|id| is_free(&stage.body(id)));
        if !free || stage.world.grid.overlaps(body.aabb(), u32::MAX) {
            continue;
        }
        let responses =
            [Response::Slide, Response::Stop, Response::Bounce { restitution: 1.0 }, Response::Invert];
        let profile = if rng.chance(30) { walker() } else { floating(rng.pick(&responses)) };
        let profile = of_mass(profile, rng.pick(&[1e-12, 1e12, 1.0, f32::INFINITY]));
        let friction = rng.pick(&[0.0, 1.0, MAX_SETTING]);
        let one_way = rng.chance(5).then_some(Direction::Up);
        let profile = with(profile, |c| (c.friction, c.one_way) = (friction, one_way));
        let profile = stage.world.add_profile(profile);
        let velocity = Vec2::new(rng.pick(&speeds), rng.pick(&speeds));
        stage.world.spawn(profile, Body { velocity, ..body });
    }
    stage
}

#[test]
fn nothing_breaks_at_the_ends_of_numbers() {
    let mut hits = 0;
    for seed in seeds(80, 20_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0067);
        let mut stage = extreme(&mut rng);
        for step in 0..8 {
            let dt = rng.pick(&[1.0 / 60.0, 1.0 / 60.0, 0.0, 1e-30, 10.0, 1e6]);
            stage.world.step(dt);
            hits += stage.world.body_hits().count() as u64 / 2;
            let is_whole = |id: &BodyId| {
                let profile = stage.world.profile_of(*id).expect("a body");
                stage.world.profile(profile).collide.is_some_and(|c| c.one_way.is_none())
            };
            let inside = stage.overlapping().into_iter().filter(|ids| ids.iter().all(is_whole));
            let inside: Vec<_> = inside.collect();
            assert!(inside.is_empty(), "seed {seed}, step {step}: {inside:?}");
            for id in stage.world.ids() {
                let body = stage.body(id);
                let far = body.position.as_i64vec2() + body.size.as_i64vec2();
                let limit = i64::from(WORLD_LIMIT);
                let is_in =
                    body.position.cmpge(IVec2::splat(-WORLD_LIMIT)).all() && far.max_element() <= limit;
                assert!(is_in, "seed {seed}, step {step}: {body:?} is out of the world");
            }
        }
    }
    println!("{hits} hits");
    assert!(hits > volume(20, 5_000), "only {hits} hits");
}
