//! The camera: views against sums by hand, and limits that no view crosses.

use glam::Vec2;
use tilephys_draw::{Camera, Rect};

const FRAME: f32 = 1.0 / 60.0;

fn camera() -> Camera {
    Camera::new(Vec2::new(100.0, 60.0))
}

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

#[test]
fn a_target_moves_freely_in_the_dead_zone() {
    let mut camera = camera();
    camera.dead_zone = at(20.0, 10.0);
    for (target, corner) in [
        (at(9.0, -4.0), at(-50.0, -30.0)),
        (at(15.0, -4.0), at(-45.0, -30.0)),
        (at(-2.0, 8.0), at(-45.0, -27.0)),
        (at(-9.0, 8.0), at(-49.0, -27.0)),
    ] {
        camera.follow(target, Vec2::ZERO, FRAME);
        assert_eq!(camera.view(), Rect::new(corner, camera.size));
    }
}

#[test]
fn it_looks_ahead_and_nears_its_aim_smoothly() {
    let mut camera = camera();
    camera.look_ahead = at(0.5, 0.0);
    camera.follow(at(10.0, 10.0), at(80.0, 80.0), FRAME);
    assert_eq!(camera.view().min, at(0.0, -20.0));
    camera.smoothing = FRAME;
    camera.follow(at(50.0, 10.0), at(80.0, 80.0), FRAME);
    assert_eq!(camera.view().min, at(20.0, -20.0), "half of the way of 40 px");
    for _ in 0..60 {
        camera.follow(at(50.0, 10.0), Vec2::ZERO, FRAME);
    }
    assert_eq!(camera.view().min, at(0.0, -20.0));
}

#[test]
fn views_stay_in_the_bounds_and_in_the_room_of_the_target() {
    let mut camera = camera();
    camera.bounds = Some(Rect::new(at(0.0, 0.0), at(400.0, 40.0)));
    camera.rooms = vec![Rect::new(at(100.0, 0.0), at(120.0, 100.0))];
    for (target, corner) in [
        (at(0.0, 20.0), at(0.0, -10.0)),
        (at(99.0, 20.0), at(49.0, -10.0)),
        (at(100.0, 20.0), at(100.0, 0.0)),
        (at(219.0, 99.0), at(120.0, 40.0)),
        (at(220.0, 99.0), at(170.0, -10.0)),
        (at(900.0, 0.0), at(300.0, -10.0)),
    ] {
        camera.jump_to(target);
        assert_eq!(camera.view().min, corner, "{target}");
        camera.follow(target, Vec2::ZERO, FRAME);
        assert_eq!(camera.view().min, corner, "{target}");
    }
}

#[test]
fn nonsense_moves_nothing() {
    let mut camera = camera();
    camera.smoothing = 0.1;
    camera.jump_to(at(5.0, 5.0));
    let before = camera.view();
    camera.follow(at(f32::NAN, 0.0), Vec2::ZERO, FRAME);
    camera.follow(at(9.0, 0.0), at(f32::INFINITY, 0.0), FRAME);
    camera.follow(at(9.0, 0.0), Vec2::ZERO, f32::NAN);
    camera.follow(at(9.0, 0.0), Vec2::ZERO, -1.0);
    assert_eq!(camera.view(), before);
}
