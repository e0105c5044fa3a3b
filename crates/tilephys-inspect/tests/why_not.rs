//! Reasons why bodies pass through each other: a table of settings, each judged by a step in which one body flies at the other.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Body, BodyCollision, BodyId, CollisionHooks, Direction, Fault, Field, Obstacle, Profile, ProfileId,
    Response, StepHooks, Tile, TileCoord, TileGrid, TileId, World,
    driver::BodySlices,
    shape::{OneWay, TileShape},
};
use tilephys_inspect::{WhyNot, why_not, why_not_tile};

const A: BodyId = BodyId(0);
const B: BodyId = BodyId(1);

fn grid() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    grid.add_layer("level");
    grid.add_tile(Tile::default());
    grid.add_tile(Tile { category: 0b1000, ..Tile::default() });
    let shape = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    grid.add_tile(Tile { shape, ..Tile::default() });
    grid
}

fn kind(place: usize) -> TileId {
    grid().tile_ids().nth(place).expect("one of three")
}

/// A kind that only a greater map has.
fn foreign() -> TileId {
    let mut greater = grid();
    for _ in 0..5 {
        greater.add_tile(Tile::default());
    }
    greater.tile_ids().last().expect("there are some")
}

fn collider(mask: u32) -> Profile {
    Profile { collide: Some(BodyCollision { mask, ..BodyCollision::default() }), ..Profile::default() }
}

fn solid(tile: TileId) -> Profile {
    Profile { solid: Some(tile), ..Profile::default() }
}

fn through(profile: Profile) -> Profile {
    let mut profile = profile;
    profile.movement.response = Response::PassThrough;
    profile
}

fn is_past(world: &World) -> bool {
    let [a, b] = [A, B].map(|id| world.body(id).expect("it is there").position_px().x);
    a > b
}

/// True if the first body flew through the second.
fn flies_through(mut world: World) -> bool {
    world.step(0.1);
    is_past(&world)
}

/// A body at 0 px that flies at 1000 px/s to a body at 32 px.
fn pair(a: Profile, b: Profile) -> World {
    let mut world = World::new(grid());
    let [a, b] = [a, b].map(|profile| world.add_profile(profile));
    for (profile, x, speed) in [(a, 0.0, 1000.0), (b, 32.0, 0.0)] {
        let body = Body::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
        world.spawn(profile, Body { velocity: Vec2::new(speed, 0.0), ..body });
    }
    // Shapes of solid bodies are entered in a step.
    world.step(0.0);
    world
}

#[test]
fn settings_give_their_reason_and_a_step_agrees() {
    let all = collider(u32::MAX);
    let of = |category, mask| Profile { category, ..collider(mask) };
    let platform = |open| {
        let collide = BodyCollision { one_way: Some(open), ..BodyCollision::default() };
        Profile { collide: Some(collide), ..Profile::default() }
    };
    let blind = |profile: Profile| {
        let mut profile = profile;
        profile.movement.mask = 0b1;
        profile
    };
    let cases = [
        (all, all, None, ""),
        (
            all,
            Profile::default(),
            Some(WhyNot::NoBodyCollision { body: B }),
            "body 1 has no BodyCollision and is not solid",
        ),
        (
            Profile::default(),
            all,
            Some(WhyNot::NoBodyCollision { body: A }),
            "body 0 has no BodyCollision and is not solid",
        ),
        (
            all,
            Profile { sensor: 1, ..Profile::default() },
            Some(WhyNot::SensorOnly { body: B }),
            "body 1 is a sensor and has no BodyCollision",
        ),
        (
            all,
            through(all),
            Some(WhyNot::PassThrough { body: B }),
            "the response of body 1 passes through everything",
        ),
        (
            of(0b10, 0b100),
            of(0b100, 0b1),
            Some(WhyNot::MaskLacks { body: B, mask: 0b1, category: 0b10 }),
            "the mask 0b1 of body 1 has no bit of the category 0b10",
        ),
        (
            of(0b10, 0b1),
            of(0b100, 0b10),
            Some(WhyNot::MaskLacks { body: A, mask: 0b1, category: 0b100 }),
            "the mask 0b1 of body 0 has no bit of the category 0b100",
        ),
        (of(0b10, 0b100), of(0b100, 0b10), None, ""),
        (Profile::default(), solid(kind(0)), None, ""),
        (all, solid(kind(0)), None, ""),
        (
            through(all),
            solid(kind(0)),
            Some(WhyNot::PassThrough { body: A }),
            "the response of body 0 passes through everything",
        ),
        (
            blind(all),
            solid(kind(1)),
            Some(WhyNot::MaskLacks { body: A, mask: 0b1, category: 0b1000 }),
            "the mask 0b1 of body 0 has no bit of the category 0b1000",
        ),
        (
            all,
            solid(foreign()),
            Some(WhyNot::SolidWithoutTile { body: B }),
            "body 1 is solid by a tile that the map does not have",
        ),
        (solid(kind(0)), solid(kind(0)), None, ""),
        (
            all,
            platform(Direction::Up),
            Some(WhyNot::OneWay { open: Direction::Up }),
            "a one-way platform blocks only at its top side",
        ),
    ];
    for (a, b, expected, text) in cases {
        let world = pair(a, b);
        let reason = why_not(&world, A, B);
        assert_eq!(reason, expected, "{text}");
        assert_eq!(reason.map_or(String::new(), |reason| reason.to_string()), text);
        assert_eq!(why_not(&world, B, A).is_some(), expected.is_some(), "{text}: in either order");
        assert_eq!(flies_through(world), expected.is_some(), "a step agrees: {text}");
    }
    // From its open side the platform blocks, so this reason does not exclude a collision.
    let world = pair(all, platform(Direction::Left));
    assert_eq!(why_not(&world, A, B), Some(WhyNot::OneWay { open: Direction::Left }));
    assert!(!flies_through(world));
}

#[test]
fn ids_and_exceptions_give_their_reason() {
    let all = collider(u32::MAX);
    let mut world = pair(all, all);
    assert_eq!(why_not(&world, A, A), Some(WhyNot::SameBody));
    assert_eq!(why_not(&world, A, BodyId(9)), Some(WhyNot::Unknown { body: BodyId(9) }));
    assert_eq!(
        why_not(&world, BodyId(8), A).map(|reason| reason.to_string()).as_deref(),
        Some("there is no body 8")
    );
    world.ignore_pair(A, B, true);
    assert_eq!(why_not(&world, A, B), Some(WhyNot::Ignored));
    assert!(flies_through(world));

    let mut world = pair(all, all);
    let BodySlices { profile, .. } = world.slices();
    profile[1] = ProfileId::rejecting(Field::Mass, Fault::NotFinite);
    let reason = why_not(&world, A, B).expect("it is rejected");
    assert_eq!(reason.to_string(), "each step skips body 1: mass is NaN or infinite");
    assert!(flies_through(world));
}

/// Hooks that let all bodies pass.
struct Open;

impl CollisionHooks for Open {
    fn should_collide_with_body(&self, _: BodyId, _: BodyId) -> bool {
        false
    }
}

impl StepHooks for Open {
    fn rules(&self) -> Option<&dyn CollisionHooks> {
        Some(self)
    }
}

#[test]
fn hooks_are_named_but_not_called() {
    let asking = Profile { use_hooks: true, ..collider(u32::MAX) };
    let mut world = pair(collider(u32::MAX), asking);
    let reason = why_not(&world, A, B).expect("the hooks decide");
    assert_eq!(reason, WhyNot::Hooks { body: B });
    assert_eq!(reason.to_string(), "the collision hooks of body 1 decide in each step");
    assert!(!flies_through(world.clone()), "without hooks they collide");
    world.step_with(0.1, &mut Open);
    assert!(is_past(&world));
}

#[test]
fn ignored_solids_and_dropped_platforms_give_their_reason() {
    let mut world = pair(Profile::default(), solid(kind(0)));
    let shape = world.grid.off_grid_shapes().next().expect("the solid body").0;
    let layer = world.grid.layer_ids().next().expect("one");
    let met = Obstacle { layer, cell: TileCoord::new(2, 0), tile: kind(0), off_grid: Some(shape) };
    assert!(world.ignore(A, met, 5));
    assert_eq!(why_not(&world, A, B), Some(WhyNot::Ignored));
    assert!(flies_through(world));

    let collide = Some(BodyCollision { one_way: Some(Direction::Up), ..BodyCollision::default() });
    let mut world = pair(collider(u32::MAX), Profile { collide, ..Profile::default() });
    world.set_body(A, Body::new(Vec2::new(32.0, -8.0), Vec2::splat(8.0)));
    assert!(world.drop_through(A));
    assert_eq!(why_not(&world, A, B), Some(WhyNot::Dropping { body: A }));
    assert_eq!(
        why_not(&world, B, A).map(|r| r.to_string()).as_deref(),
        Some("body 0 drops through the other")
    );
}

#[test]
fn tiles_give_their_reason() {
    let mut world = pair(Profile::default(), through(Profile::default()));
    let layer = world.grid.layer_ids().next().expect("one");
    let cell = |col| TileCoord::new(col, 0);
    for (col, place) in [(4, 0), (5, 1), (6, 2)] {
        world.grid.set_tile(layer, cell(col), Some(kind(place)));
    }
    assert_eq!(why_not_tile(&world, A, layer, cell(3)), Some(WhyNot::NoTile));
    assert_eq!(why_not_tile(&world, A, layer, cell(4)), None);
    assert_eq!(why_not_tile(&world, A, layer, cell(6)), Some(WhyNot::OneWay { open: Direction::Up }));
    assert_eq!(why_not_tile(&world, B, layer, cell(4)), Some(WhyNot::PassThrough { body: B }));
    assert_eq!(why_not_tile(&world, BodyId(5), layer, cell(4)), Some(WhyNot::Unknown { body: BodyId(5) }));
    let mut blind = Profile::default();
    blind.movement.mask = 0b1;
    let blind = world.add_profile(blind);
    let blind = world.spawn(blind, Body::new(Vec2::new(0.0, 40.0), Vec2::splat(8.0)));
    let lacks = WhyNot::MaskLacks { body: blind, mask: 0b1, category: 0b1000 };
    assert_eq!(why_not_tile(&world, blind, layer, cell(5)), Some(lacks));
    assert_eq!(why_not_tile(&world, A, layer, cell(5)), None);
    let met = Obstacle { layer, cell: cell(4), tile: kind(0), off_grid: None };
    assert!(world.ignore(A, met, 3));
    assert_eq!(why_not_tile(&world, A, layer, cell(4)), Some(WhyNot::Ignored));
    let mut greater = TileGrid::new(UVec2::splat(16));
    let other = (0..3).map(|_| greater.add_layer("x")).last().expect("three");
    assert_eq!(why_not_tile(&world, A, other, cell(4)), Some(WhyNot::NoTile), "no such layer");
    assert_eq!(world.body(A).expect("it is there").size, IVec2::splat(8 * 256));
}
