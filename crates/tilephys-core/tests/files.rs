//! Serialization of settings, bodies and paths: round trips, and errors that name the field.

use glam::{IVec2, Vec2, ivec2};
use tilephys_core::{
    Body, BodyId, Direction, MoveConfig, Profile, Response, Tile, TileGrid, Walk,
    moves::{DroppedLine, TransientState},
    platform::{Easing, Mover, Path, PathError, PathMode, RideMode, RideSettings, SquishPolicy, Waypoint},
};

/// What a file can hold needs a name in it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct File<T> {
    it: T,
}

fn there_and_back<T>(it: T)
where
    T: PartialEq + std::fmt::Debug + serde::Serialize + serde::de::DeserializeOwned,
{
    let file = File { it };
    let text = toml::to_string(&file).expect("plain data");
    assert_eq!(toml::from_str::<File<T>>(&text).as_ref(), Ok(&file), "{text}");
}

#[test]
fn all_goes_to_a_file_and_comes_back() {
    let walk = Walk { step_up: 6.0, friction: 0.1, ..Walk::default() };
    let bounce = Response::Bounce { restitution: 0.3 };
    let movement = MoveConfig { up: Direction::Left, response: bounce, walk, ..MoveConfig::default() };
    let riding = RideSettings {
        ride: RideMode::Ballistic,
        squish: SquishPolicy::Wiggle(2.5),
        ..RideSettings::default()
    };
    there_and_back(Profile {
        movement,
        riding,
        max_speed: Vec2::new(1.5, f32::INFINITY),
        ..Profile::default()
    });
    let mut grid = TileGrid::new(glam::UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    there_and_back(Mover::new(Vec2::new(3.0, 4.0), Vec2::splat(8.0), layer, tile));
    let mut body = Body::new(Vec2::new(0.1, -7.3), Vec2::new(8.0, 11.0));
    body.velocity = Vec2::new(1.0 / 3.0, -0.1);
    body.memory = TransientState {
        dropped_from: Some(IVec2::ONE),
        drop_ticks: 3,
        time_scale: 0.7,
        ..TransientState::NONE
    };
    there_and_back(body);
    body.memory.dropped_lines[0] = Some(DroppedLine::Body(BodyId(4)));
    there_and_back(body);
    there_and_back(BodyId(77));
    let stops = [ivec2(0, 0), ivec2(0, -4096)].map(|at| Waypoint { at, wait: 10, ticks: 40 });
    there_and_back(Path::new(&stops, PathMode::PingPong, Easing::InOut).expect("a sound path"));
}

#[test]
fn what_a_file_does_not_say_has_its_default() {
    let text = "
        gravity_scale = 0.5
        [movement]
        up = \"Right\"
        [riding]
        squish = \"BlockMover\"
    ";
    let profile: Profile = toml::from_str(text).expect("all keys are known");
    let movement = MoveConfig { up: Direction::Right, ..MoveConfig::default() };
    let riding = RideSettings { squish: SquishPolicy::BlockMover, ..RideSettings::default() };
    assert_eq!(profile, Profile { movement, riding, gravity_scale: 0.5, ..Profile::default() });
}

#[test]
fn mistakes_are_named() {
    let message = |text: &str| toml::from_str::<Profile>(text).expect_err("a mistake").to_string();
    let unknown = message("[movement]\nmaks = 3");
    assert!(unknown.contains("unknown field `maks`") && unknown.contains("`mask`"), "{unknown}");
    let kind = message("gravity_scale = \"heavy\"");
    assert!(kind.contains("line 1") && kind.contains("f32"), "{kind}");
}

#[test]
fn paths_are_judged_when_they_are_read() {
    let text = "
        mode = \"Once\"
        waypoints = [{ at = [0, 0], wait = 0, ticks = 0 }, { at = [9, 9], wait = 0, ticks = 0 }]
    ";
    let message = toml::from_str::<Path>(text).expect_err("a leg without time").to_string();
    assert!(message.contains(&PathError::NoTicks { point: 0 }.to_string()), "{message}");
}
