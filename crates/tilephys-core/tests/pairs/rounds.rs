//! Islands that merge while a step is solved: a body whose path changes twice is still updated.

use crate::stage::{Stage, floating};
use tilephys_core::glam::{IVec2, UVec2, Vec2};
use tilephys_core::*;

/// Id, place, size, velocity, rest, mass, one-way side, and factor of gravity of bodies that turn back.
type Row = (u32, [i32; 2], [i32; 2], [f32; 2], [f32; 2], f32, Option<Direction>, f32);

/// At first 723 is thought to turn at 660 and 792 at 756. Then 660 has turned at 696 before, so 723 flies on, as it would alone, and
/// comes to 792 that flies back.
const ROWS: [Row; 6] = [
    (660, [56401, 15312], [7755, 17888], [0.0, -2120.0], [0.0, -0.11775825], 1.0, None, 1.0),
    (684, [52340, 12251], [677, 6144], [0.0, -240.0], [0.29734108, -0.059661467], 8.0, None, 1.0),
    (696, [53163, 15062], [3072, 3072], [-2000.0, -1970.0], [-0.16148424, 0.330938], 3.0, None, 1.0),
    (723, [55356, 12853], [3072, 1], [2000.0, 15.0], [0.09954111, -0.45675343], 1.0, None, 0.5),
    (756, [68734, 11506], [4072, 821], [0.0, 0.0], [0.0, 0.0], 1.2115079, Some(Direction::Left), 0.0),
    (
        792,
        [65212, 11856],
        [1856, 1856],
        [2000.0, 30.000008],
        [0.22417618, -0.031615496],
        5.8708954,
        None,
        1.0,
    ),
];

#[test]
fn a_body_solved_alone_meets_bodies_changed_by_an_earlier_round() {
    let mut world = World::new(TileGrid::new(UVec2::splat(24)));
    world.gravity = Vec2::new(0.0, 900.0);
    for (id, at, size, velocity, rest, mass, one_way, gravity_scale) in ROWS {
        let movement = MoveConfig {
            response: Response::Invert,
            motion_mode: MotionMode::Floating,
            ..MoveConfig::default()
        };
        let collide = Some(BodyCollision { mass, one_way, ..BodyCollision::default() });
        let profile = world.add_profile(Profile { movement, gravity_scale, collide, ..Profile::default() });
        let mut body = Body::on_lattice(IVec2::from(at), IVec2::from(size));
        (body.velocity, body.remainder) = (Vec2::from(velocity), Vec2::from(rest));
        world.spawn_as(BodyId(id), profile, body);
    }
    world.step(1.0 / 60.0);
    let meets = |event: &EventKind| event.as_body_hit().is_some_and(|hit| hit.target == BodyId(792));
    assert!(world.events_of(BodyId(723)).iter().any(|event| meets(&event.kind)), "{:?}", world.events());
    assert_eq!(world.pair_counts().largest_island, 6);
}

#[test]
fn a_body_pushed_under_a_third_touches_the_third_at_once() {
    let mut stage = Stage::new();
    let above = stage.add(floating(Response::Slide), [0.0, 0.0], [10.0, 10.0], [0.0; 2]);
    let pushed = stage.add(floating(Response::Slide), [100.0, 10.0], [10.0, 10.0], [60.0, 0.0]);
    stage.add(floating(Response::Slide), [112.0, 10.0], [10.0, 10.0], [-12_000.0, 0.0]);
    stage.step();
    assert!((-10.0..10.0).contains(&stage.at(pushed)[0]), "pushed to {:?}", stage.at(pushed));
    let touches = |id: BodyId, side| stage.world.state(id).expect("a body").contacts().sides.contains(side);
    assert!(touches(pushed, Direction::Up) && touches(above, Direction::Down));
}
