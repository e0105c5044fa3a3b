//! Responses: velocities after a hit.

use glam::{IVec2, Vec2, ivec2, vec2};
use tilephys_core::geometry::{bounce, invert, slide};
use tilephys_core::*;

const NORMALS: [IVec2; 4] = [ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1)];

fn bits(v: Vec2) -> [u32; 2] {
    [v.x.to_bits(), v.y.to_bits()]
}

#[test]
fn each_response_does_its_own() {
    let (velocity, wall, floor) = (vec2(30.0, 40.0), ivec2(-1, 0), ivec2(0, -1));
    let cases = [
        (Response::Slide, vec2(0.0, 40.0), vec2(30.0, 0.0)),
        (Response::Stop, Vec2::ZERO, Vec2::ZERO),
        (Response::Bounce { restitution: 0.5 }, vec2(-15.0, 40.0), vec2(30.0, -20.0)),
        (Response::Bounce { restitution: 1.0 }, vec2(-30.0, 40.0), vec2(30.0, -40.0)),
        (Response::Bounce { restitution: 0.0 }, vec2(0.0, 40.0), vec2(30.0, 0.0)),
        (Response::Bounce { restitution: -1.0 }, vec2(0.0, 40.0), vec2(30.0, 0.0)),
        (Response::Bounce { restitution: f32::NAN }, vec2(0.0, 40.0), vec2(30.0, 0.0)),
        (Response::Invert, vec2(-30.0, -40.0), vec2(-30.0, -40.0)),
        (Response::PassThrough, velocity, velocity),
    ];
    for (response, at_wall, on_floor) in cases {
        assert_eq!(bits(response.velocity_after(velocity, wall)), bits(at_wall), "{response:?}");
        assert_eq!(bits(response.velocity_after(velocity, floor)), bits(on_floor), "{response:?}");
    }
    assert_eq!(Response::default(), Response::Slide);
}

#[test]
fn a_velocity_away_from_or_along_the_surface_is_kept() {
    for n in NORMALS {
        let (away, along) = (n.as_vec2() * 7.0, n.perp().as_vec2() * 3.0);
        for velocity in [away, along, away + along] {
            assert_eq!(slide(velocity, n), velocity);
            assert_eq!(bounce(velocity, n, 0.5), velocity);
        }
    }
}

#[test]
fn minus_zero_becomes_zero() {
    let minus = vec2(-0.0, -0.0);
    for n in NORMALS {
        for after in [slide(minus, n), bounce(minus, n, 0.5), bounce(-n.as_vec2(), n, 1e-45)] {
            assert!(after.to_array().iter().all(|c| *c != 0.0 || c.is_sign_positive()), "{n} {after}");
        }
    }
    assert_eq!(bits(invert(Vec2::ZERO)), bits(Vec2::ZERO));
    assert_eq!(bits(invert(vec2(-0.0, 2.0))), bits(vec2(0.0, -2.0)));
}

#[test]
fn an_infinite_component_does_not_spoil_the_other() {
    assert_eq!(slide(vec2(f32::INFINITY, 3.0), ivec2(-1, 0)), vec2(0.0, 3.0));
    assert_eq!(slide(vec2(3.0, f32::INFINITY), ivec2(-1, 0)), vec2(0.0, f32::INFINITY));
    assert_eq!(bounce(vec2(f32::INFINITY, 3.0), ivec2(-1, 0), 0.0), vec2(0.0, 3.0));
}
