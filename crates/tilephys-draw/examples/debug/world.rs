//! A small running world: bodies on slopes, planks and a lift, in triggers, and against each other.

use super::scene::{SIZE, level};
use glam::{IVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyCollision, BodyId, MoveConfig, Profile, Region, Response, World,
    platform::{Easing, Mover, Path, PathMode, Waypoint},
    shape::Polygon,
};
use tilephys_draw::{Color, Picture, Rect};
use tilephys_inspect::debug_draw::{draw_hit_reason, draw_motion, draw_world};

const DT: f32 = 1.0 / 60.0;

fn on_lattice(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y) * 256
}

/// The world after some steps, and the boxes of its bodies before the last one.
pub(crate) fn played() -> (World, Vec<(BodyId, Aabb)>) {
    let mut world = World::new(level());
    world.gravity = Vec2::new(0.0, 900.0);
    let movement = MoveConfig { mask: 1, ..MoveConfig::default() };
    let crates = Profile { collide: Some(BodyCollision::default()), movement, ..Profile::default() };
    let walker = world.add_profile(Profile { movement, ..Profile::default() });
    let sensing = world.add_profile(Profile { sensor: u32::MAX, ..crates });
    let crates = world.add_profile(crates);
    let bounce = MoveConfig { response: Response::Bounce { restitution: 0.8 }, ..movement };
    let bullet = world.add_profile(Profile { movement: bounce, gravity_scale: 0.0, ..Profile::default() });
    for (profile, x, y, vx, vy) in [
        (walker, 52.0, 160.0, 240.0, 0.0),
        (sensing, 150.0, 164.0, 0.0, 0.0),
        (crates, 290.0, 164.0, -90.0, 0.0),
        (crates, 300.0, 140.0, 0.0, 0.0),
        (walker, 164.0, 90.0, 0.0, 0.0),
        (walker, 40.0, 90.0, 0.0, 0.0),
        (bullet, 72.5, 112.0, 900.0, 300.0),
    ] {
        let mut body = Body::new(Vec2::new(x, y), Vec2::new(8.0, 11.0));
        body.velocity = Vec2::new(vx, vy);
        world.spawn(profile, body);
    }
    // The lift is of the tile of the shape off the grid.
    let (_, stone) = world.grid.off_grid_shapes().next().expect("the level has one");
    let lift = Mover::new(Vec2::new(32.0, 110.0), Vec2::new(32.0, 6.0), stone.layer, stone.tile);
    let lift = world.add_mover(lift).expect("a sound mover");
    let stop = |x, y| Waypoint { at: on_lattice(x, y), wait: 0, ticks: 40 };
    let stops = [stop(32, 110), stop(32, 60), stop(96, 60)];
    world.set_mover_path(
        lift,
        Some(Path::new(&stops, PathMode::PingPong, Easing::Linear).expect("a path")),
        0,
    );
    world.grid.add_region(Region::new(Aabb::from_px(Vec2::new(140.0, 150.0), Vec2::new(30.0, 26.0))));
    let pool = Polygon::new(&[on_lattice(0, 0), on_lattice(40, 0), on_lattice(30, 24), on_lattice(6, 24)]);
    world.grid.add_region(Region::of_polygon(on_lattice(240, 70), &pool));
    let mut before = Vec::new();
    for _ in 0..9 {
        before = world.ids().filter_map(|id| Some((id, world.body(id)?.aabb()))).collect();
        world.step(DT);
    }
    (world, before)
}

/// The debug drawing of the world.
pub(crate) fn picture() -> Picture<'static> {
    let (world, before) = played();
    let mut picture = Picture::new(Rect::new(Vec2::ZERO, SIZE), Some(Color::rgb(22, 26, 36)));
    for (id, aabb) in &before {
        if let Some(body) = world.body(*id) {
            draw_motion(&mut picture, *aabb, body.position - aabb.min);
        }
    }
    draw_world(&mut picture, &world, Aabb::from_px(Vec2::ZERO, SIZE));
    if let Some((bullet, start)) = before.last() {
        draw_hit_reason(&mut picture, &world, *bullet, Some(start.min));
    }
    picture
}
