//! Each number of the settings at the ends of its range, and beyond them.

use crate::panics::caught;
use glam::{UVec2, Vec2};
use tilephys_core::{
    BodyCollision, Fault, Field, Material, MoveConfig, Profile, Response, Tile, TileGrid, Walk, World,
    limits::{MAX_SETTING, MAX_SETTING_LENGTH},
    moves::{SlopeSpeed, Snap},
    platform::{Mover, RideSettings, SquishPolicy},
};

const INF: f32 = f32::INFINITY;

/// The least number above a number.
fn above(v: f32) -> f32 {
    f32::from_bits(v.to_bits() + 1)
}

/// A number of a profile: its name, how to set it, and the least and greatest value; infinity is a value of its own.
type Row = (Field, fn(&mut Profile, f32), [f32; 2]);

fn walk(profile: &mut Profile) -> &mut Walk {
    &mut profile.movement.walk
}

fn collide(profile: &mut Profile) -> &mut BodyCollision {
    profile.collide.get_or_insert_default()
}

const ANGLE: [f32; 2] = [0.0, std::f32::consts::FRAC_PI_2];
const LENGTH: [f32; 2] = [0.0, MAX_SETTING_LENGTH];
const AMOUNT: [f32; 2] = [0.0, MAX_SETTING];
const LIMIT: [f32; 2] = [0.0, INF];

const ROWS: [Row; 19] = [
    (Field::MaxSpeed, |p, v| p.max_speed.x = v, LIMIT),
    (Field::MaxSpeed, |p, v| p.max_speed.y = v, LIMIT),
    (Field::RestSpeed, |p, v| p.movement.rest_speed = v, LIMIT),
    (Field::Restitution, |p, v| p.movement.response = Response::Bounce { restitution: v }, AMOUNT),
    (Field::FloorMaxAngle, |p, v| walk(p).floor_max_angle = v, ANGLE),
    (Field::SlopeSpeed, |p, v| walk(p).slope_speed = SlopeSpeed::Curve { up: v, down: 1.0 }, AMOUNT),
    (Field::SlopeSpeed, |p, v| walk(p).slope_speed = SlopeSpeed::Curve { up: 1.0, down: v }, AMOUNT),
    (Field::Snap, |p, v| walk(p).snap = Snap::Length(v), LENGTH),
    (Field::StepUp, |p, v| walk(p).step_up = v, LENGTH),
    (Field::CornerCorrectUp, |p, v| walk(p).corner_correct_up = v, LENGTH),
    (Field::CornerCorrectSide, |p, v| walk(p).corner_correct_side = v, LENGTH),
    (Field::GapBridge, |p, v| walk(p).gap_bridge = v, LENGTH),
    (Field::Friction, |p, v| walk(p).friction = v, AMOUNT),
    (Field::OneWayAssist, |p, v| walk(p).one_way_assist = v, AMOUNT),
    (Field::OneWayNudge, |p, v| walk(p).one_way_nudge = v, LENGTH),
    (Field::LiftCap, |p, v| p.riding.lift_cap = Vec2::new(1.0, v), LIMIT),
    (Field::Wiggle, |p, v| p.riding.squish = SquishPolicy::Wiggle(v), LENGTH),
    (Field::BodyFriction, |p, v| collide(p).friction = v, AMOUNT),
    (Field::PushSpeed, |p, v| collide(p).push_speed = v, LIMIT),
];

#[test]
fn numbers_of_a_profile_are_accepted_up_to_their_limits() {
    for (field, set, [least, most]) in ROWS {
        let fault = |v: f32| {
            let mut profile = Profile::default();
            set(&mut profile, v);
            let fault = profile.fault();
            let text = caught(|| World::new(TileGrid::new(UVec2::splat(16))).add_profile(profile)).err();
            let wanted = fault.map(|(field, fault)| format!("{field} {fault}"));
            assert_eq!(text.is_some(), wanted.is_some(), "{field} {v}");
            assert!(text.zip(wanted).is_none_or(|(text, wanted)| text.starts_with(&wanted)), "{field} {v}");
            fault
        };
        assert_eq!([fault(least), fault(most)], [None, None], "{field}");
        assert_eq!(fault(f32::NAN), Some((field, Fault::NotFinite)));
        assert_eq!(fault(-f32::from_bits(1)), Some((field, Fault::OutOfRange)));
        if most < INF {
            assert_eq!(fault(above(most)), Some((field, Fault::OutOfRange)));
            assert_eq!(fault(INF), Some((field, Fault::NotFinite)));
        }
    }
}

#[test]
fn masses_and_restitutions_have_their_own_ranges() {
    let of = |collide: BodyCollision, restitution: f32| {
        let movement = MoveConfig { response: Response::Bounce { restitution }, ..MoveConfig::default() };
        Profile { movement, collide: Some(collide), ..Profile::default() }.fault()
    };
    let mass = |mass: f32| of(BodyCollision { mass, ..BodyCollision::default() }, 1.0);
    for sound in [1e-12, 1e12, INF] {
        assert_eq!(mass(sound), None);
    }
    for unsound in [0.0, 0.99e-12, above(1e12), -1.0] {
        assert_eq!(mass(unsound), Some((Field::Mass, Fault::OutOfRange)));
    }
    assert_eq!(of(BodyCollision::default(), above(1.0)), Some((Field::Restitution, Fault::OutOfRange)));
}

#[test]
fn a_material_is_judged_when_its_tile_is_added() {
    let refused = |material: Material| {
        let tile = Tile { material, ..Tile::default() };
        let added = caught(|| TileGrid::new(UVec2::splat(16)).add_tile(tile));
        assert_eq!(added.is_err(), material.fault().is_some());
        material.fault()
    };
    let plain = Material::default();
    for (friction, fault) in [
        (0.0, None),
        (MAX_SETTING, None),
        (-1.0, Some(Fault::OutOfRange)),
        (above(MAX_SETTING), Some(Fault::OutOfRange)),
        (f32::NAN, Some(Fault::NotFinite)),
        (INF, Some(Fault::NotFinite)),
    ] {
        assert_eq!(refused(Material { friction, ..plain }), fault.map(|fault| (Field::Friction, fault)));
        let restitution = friction;
        assert_eq!(
            refused(Material { restitution, ..plain }),
            fault.map(|fault| (Field::Restitution, fault))
        );
        let conveyor = Vec2::new(0.0, friction);
        let fault = fault.filter(|_| friction != -1.0);
        assert_eq!(refused(Material { conveyor, ..plain }), fault.map(|fault| (Field::Conveyor, fault)));
    }
    let conveyor = Vec2::new(-MAX_SETTING, 0.0);
    assert_eq!(refused(Material { conveyor, ..plain }), None);
}

#[test]
fn a_mover_is_at_most_as_fast_as_a_setting_may_be() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("movers"), grid.add_tile(Tile::default()));
    let mut world = World::new(grid);
    let mover = Mover::new(Vec2::ZERO, Vec2::splat(16.0), layer, tile);
    let id = world.add_mover(mover).expect("a sound mover");
    for (x, is_sound) in
        [(MAX_SETTING, true), (-MAX_SETTING, true), (above(MAX_SETTING), false), (f32::NAN, false)]
    {
        let velocity = Vec2::new(x, 0.0);
        assert_eq!(world.set_mover_velocity(id, velocity), is_sound, "{x}");
        assert_eq!(world.add_mover(Mover { velocity, ..mover }).is_ok(), is_sound, "{x}");
    }
    let rest = Vec2::new(0.0, f32::NAN);
    assert!(world.add_mover(Mover { rest, ..mover }).is_err());
}

#[test]
fn riding_says_its_ranges_too() {
    let wiggle = |px| RideSettings { squish: SquishPolicy::Wiggle(px), ..RideSettings::default() }.fault();
    assert_eq!(wiggle(MAX_SETTING_LENGTH), None);
    assert_eq!(wiggle(above(MAX_SETTING_LENGTH)), Some((Field::Wiggle, Fault::OutOfRange)));
    assert_eq!(Field::Wiggle.range(), "it must be from 0 to 65536 px");
}
