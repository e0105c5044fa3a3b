//! Events of a step: approach speeds, and how events are found by body.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::shape::{Slope, TileShape};
use tilephys_core::*;

const DT: f32 = 1.0 / 60.0;

/// A floor of whole tiles in row 10, and in the columns from 20 on of slopes that rise to the right by 45°.
fn world() -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    let shape = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 4096] });
    let slope = grid.add_tile(Tile { shape, ..Tile::default() });
    for col in 0..20 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(tile));
    }
    for k in 0..10 {
        grid.set_tile(layer, TileCoord::new(20 + k, 10 - k), Some(slope));
    }
    grid.set_tile(layer, TileCoord::new(12, 9), Some(tile));
    World::new(grid)
}

fn plain(response: Response) -> Profile {
    Profile {
        movement: MoveConfig { response, motion_mode: MotionMode::Floating, ..MoveConfig::default() },
        ..Profile::default()
    }
}

/// The hits of one step of a body of 8 x 8 px with this profile.
fn hits_of(profile: Profile, at: (f32, f32), velocity: (f32, f32)) -> Vec<Hit> {
    let mut world = world();
    let profile = world.add_profile(profile);
    let mut body = Body::new(at, Vec2::splat(8.0));
    body.velocity = velocity.into();
    world.spawn(profile, body);
    world.step(DT);
    world.hits().map(|(_, hit)| *hit).collect()
}

#[test]
fn a_hit_tells_the_speed_into_the_face_before_the_response() {
    let responses = [
        Response::Slide,
        Response::Stop,
        Response::Bounce { restitution: 1.0 },
        Response::Bounce { restitution: 0.25 },
        Response::Invert,
        Response::PassThrough,
    ];
    for response in responses {
        let fall = hits_of(plain(response), (33.0, 149.0), (120.0, 300.0));
        assert_eq!(fall[0].approach, 300.0, "{response:?}");
        let wall = hits_of(plain(response), (180.0, 150.0), (-900.0, 0.0));
        assert_eq!(wall.len(), 0, "{response:?}: away from it");
        let wall = hits_of(plain(response), (180.0, 150.0), (900.0, 30.0));
        assert_eq!((wall[0].shape.normal, wall[0].approach), (IVec2::NEG_X, 900.0), "{response:?}");
    }
}

#[test]
fn on_a_slope_it_is_the_part_along_the_normal() {
    for profile in [plain(Response::Slide), Profile::default(), plain(Response::PassThrough)] {
        let hits = hits_of(profile, (370.0, 70.0), (0.0, 3_000.0));
        assert_eq!(hits[0].shape.normal, IVec2::new(-1, -1));
        let expected = (3_000.0 * 0.5f64.sqrt()) as f32;
        assert!((hits[0].approach - expected).abs() < 1e-3, "{} not {expected}", hits[0].approach);
    }
}

#[test]
fn later_hits_tell_what_the_earlier_ones_left_of_the_speed() {
    let bounce = hits_of(plain(Response::Bounce { restitution: 0.5 }), (180.0, 144.0), (2_400.0, 3_000.0));
    let told: Vec<_> = bounce.iter().map(|hit| (hit.shape.normal, hit.approach)).collect();
    assert_eq!(told[..2], [(IVec2::NEG_X, 2_400.0), (IVec2::NEG_Y, 3_000.0)]);
    let floor_again = bounce.iter().filter(|hit| hit.shape.normal == IVec2::NEG_Y).map(|hit| hit.approach);
    assert!(floor_again.skip(1).all(|speed| speed <= 1_500.0));
}

#[test]
fn the_events_of_one_body_are_found_among_all() {
    let mut world = world();
    for k in [3, 1, 8, 5] {
        let mut body = Body::new(Vec2::new(20.0 * k as f32, 151.0), Vec2::splat(8.0));
        body.velocity = Vec2::new(0.0, if k == 5 { 0.0 } else { 120.0 });
        world.spawn_as(BodyId(k), ProfileId::DEFAULT, body);
    }
    world.step(DT);
    for k in 0..10 {
        let own: Vec<_> = world.events().iter().filter(|e| e.body == BodyId(k)).copied().collect();
        assert_eq!(world.events_of(BodyId(k)), own);
    }
    let kinds = |k: u32| world.events_of(BodyId(k)).iter().map(|e| e.kind).collect::<Vec<_>>();
    assert!(matches!(kinds(3)[..], [EventKind::Hit(_), EventKind::FloorBegin]), "{:?}", kinds(3));
    assert_eq!(kinds(5), []);
    assert_eq!(world.hits().map(|(id, _)| id.0).collect::<Vec<_>>(), [1, 3, 8]);
}
