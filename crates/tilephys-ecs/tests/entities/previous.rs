//! The position before the last step, for interpolated drawing.

use glam::{IVec2, UVec2, Vec2};
use hecs::World;
use tilephys_core::{Tile, TileCoord, TileGrid};
use tilephys_ecs::{Collider, Gravity, Physics, Position, PreviousPosition, Response, Velocity};

#[test]
fn previous_position_is_the_position_before_the_last_step() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("wall"), grid.add_tile(Tile::default()));
    grid.set_tile(layer, TileCoord::new(10, 0), Some(tile));
    let mut physics = Physics::new(grid);
    let mut world = World::new();
    let collider = Collider::new(8.0, 8.0).with_offset(1.0, 2.0);
    let entity = world.spawn((
        Position::new(3.5, 1.25),
        Velocity::new(1_001.0, 0.3),
        collider,
        Gravity::NONE,
        Response::Bounce { restitution: 1.0 },
        PreviousPosition::default(),
    ));
    let mut places = vec![*world.get::<&Position>(entity).unwrap()];
    for step in 0..40 {
        physics.step(&mut world, 1.0 / 60.0);
        let (now, before) =
            (*world.get::<&Position>(entity).unwrap(), world.get::<&PreviousPosition>(entity).unwrap().0);
        assert_eq!(before.as_ref(), places.last(), "step {step}");
        places.push(now);
    }
    assert!(places.iter().any(|p| p.rest != Vec2::ZERO) && physics.hit_count() == 1);

    // A teleport moves the start of the step; a skipped body stays.
    *world.get::<&mut Position>(entity).unwrap() = Position::new(-700.0, 9.0);
    physics.step(&mut world, 1.0 / 60.0);
    assert_eq!(world.get::<&PreviousPosition>(entity).unwrap().0, Some(Position::new(-700.0, 9.0)));
    let stays = *world.get::<&Position>(entity).unwrap();
    world.get::<&mut Velocity>(entity).unwrap().0.x = f32::NAN;
    physics.step(&mut world, 1.0 / 60.0);
    assert_eq!(world.get::<&PreviousPosition>(entity).unwrap().0, Some(stays));
    assert_eq!(*world.get::<&Position>(entity).unwrap(), stays);
}

#[test]
fn drawing_interpolates_from_the_previous_position() {
    let at = |x, y| Position::on_lattice(IVec2::new(x, y));
    let (from, to) = (PreviousPosition(Some(at(-256, 512))), at(768, 512 + 1));
    for (alpha, expected) in [
        (0.0, Vec2::new(-1.0, 2.0)),
        (0.25, Vec2::new(0.0, 2.0 + 1.0 / 1024.0)),
        (0.5, Vec2::new(1.0, 2.0 + 1.0 / 512.0)),
        (1.0, Vec2::new(3.0, 2.0 + 1.0 / 256.0)),
    ] {
        assert_eq!(from.between(to, alpha), expected, "{alpha}");
        assert_eq!(PreviousPosition::default().between(to, alpha), to.px(), "before the first step");
    }
}

/// `previous * (1 - alpha) + now * alpha` is not always `now` if both are the same.
#[test]
fn what_stands_is_drawn_standing() {
    let place = Position::on_lattice(IVec2::new(12_345, -7_654_321));
    let alphas = || (0..1000).map(|part| part as f32 / 1000.0);
    let previous = PreviousPosition(Some(place));
    assert!(alphas().any(|alpha| place.px().lerp(place.px(), alpha) != place.px()), "the mistake is none");
    assert!(alphas().all(|alpha| previous.between(place, alpha) == place.px()));
}

#[test]
fn replaced_components_keep_the_previous_position() {
    let (mut world, mut physics) = (World::new(), Physics::new(TileGrid::new(UVec2::splat(16))));
    let body = (Position::new(0.0, 0.0), Velocity::new(600.0, 0.0), Collider::new(4.0, 4.0));
    let entity = physics.spawn(&mut world, body);
    world.insert_one(entity, PreviousPosition::default()).expect("it is there");
    physics.step(&mut world, 1.0 / 60.0);
    physics.sync(&mut world);
    let previous = *world.get::<&PreviousPosition>(entity).expect("it was inserted");
    assert_eq!(previous, PreviousPosition(Some(Position::new(0.0, 0.0))));
}
