//! No tunneling past sensors: a coin one pixel wide is taken at every speed, from every side, at every phase of the
//! step.

use super::oracle::{judge, target, way};
use super::*;
use crate::volume::{seeds, volume};
use tilephys_core::{Region, shape::Polygon};

/// A body is sent past a coin so that the coin lies on its way, in nothing or in a room in which it slides or bounces.
fn coin_and_body(rng: &mut Rng) -> (World, BodyId, Response, Aabb) {
    let responses = [
        Response::Slide,
        Response::Bounce { restitution: 1.0 },
        Response::Bounce { restitution: 0.5 },
        Response::Stop,
        Response::Invert,
        Response::PassThrough,
    ];
    let response = responses[rng.range(0, 5) as usize];
    let in_room = rng.range(0, 1) == 0;
    let mut world = if in_room { World::new(room(60, 40)) } else { nothing() };
    let profile = world.add_profile(plain(response));
    let size = IVec2::new(rng.range(1, 30 * PX), rng.range(1, 30 * PX));
    let at = IVec2::new(rng.range(40 * PX, 800 * PX), rng.range(40 * PX, 500 * PX));
    // From a crawl to beyond what any game has: up to 6,000,000 px/s and ten times that.
    let speed = [30, 3_000, 100_000, 6_000_000, 60_000_000][rng.range(0, 4) as usize];
    let mut body = Body::on_lattice(at, size);
    body.velocity = Vec2::new(rng.range(-speed, speed) as f32, rng.range(-speed, speed) as f32);
    if rng.range(0, 3) == 0 {
        body.velocity[rng.range(0, 1) as usize] = 0.0;
    }
    // Somewhere on the straight way of one to three steps, at any phase; in a room often where it never comes.
    let reach = body.velocity * DT * PX as f32 * (rng.range(0, 3_000) as f32 / 1_000.0);
    let limit = if in_room { 500.0 * PX as f32 } else { 1e9 };
    let reach = reach.clamp(Vec2::splat(-limit), Vec2::splat(limit)).as_ivec2();
    let beside = IVec2::new(rng.range(-PX, size.x), rng.range(-PX, size.y));
    let coin = Aabb::from_min_size(at + reach + beside, IVec2::splat(PX));
    let id = world.spawn(profile, body);
    (world, id, response, coin)
}

#[test]
fn a_coin_is_taken_at_the_exact_time_of_overlap() {
    let mut taken = 0;
    for seed in seeds(1_200, 200_000) {
        let mut rng = Rng::new(seed);
        let (mut world, id, response, coin) = coin_and_body(&mut rng);
        // Every other one is a diamond.
        let diamond = Polygon::new(&[(0, 128), (128, 0), (256, 128), (128, 256)].map(IVec2::from));
        let shape = if seed % 2 == 0 { Region::new(coin) } else { Region::of_polygon(coin.min, &diamond) };
        let region = world.add_region(shape);
        let mut is_in = false;
        for step in 0..4 {
            let before = world.body(id).expect("it is there");
            world.step(DT);
            let (expected, then_in) =
                judge(&way(&world, id, &before, response), before.size, &target(&shape), is_in);
            let found: Vec<_> = crossings(&world).iter().map(|c| (c.2, c.3)).collect();
            assert_eq!(found, expected, "seed {seed}, step {step}, from {before:?}, coin {coin:?}");
            is_in = then_in;
            assert_eq!(world.inside(region).next().is_some(), is_in, "seed {seed}, step {step}");
            taken += expected.iter().filter(|(enters, _)| *enters).count();
        }
    }
    assert!(taken as u64 > volume(600, 100_000), "only {taken} coins were taken");
}
