//! Places on the screen and in the level, zoom, and a camera that follows a character.

use eframe::egui::{Pos2, Rect as Screen, pos2, vec2};
use tilephys::draw::Rect;
use tilephys::glam::Vec2;
use tilephys_play::view::Camera;

const SCREEN: Screen = Screen { min: pos2(10.0, 30.0), max: pos2(1290.0, 750.0) };

fn distance(a: Pos2, b: Pos2) -> f32 {
    (a - b).length()
}

#[test]
fn places_go_to_the_screen_and_back() {
    for zoom in [0.05, 0.37, 1.0, 2.5, 16.0] {
        let camera = Camera { center: Vec2::new(8000.5, 1234.25), zoom };
        for at in [SCREEN.min, SCREEN.max, SCREEN.center(), pos2(77.0, 701.5)] {
            let back = camera.to_screen(SCREEN, camera.to_level(SCREEN, at));
            assert!(distance(back, at) < 0.05, "{zoom} {at:?} {back:?}");
        }
        let shown = camera.shown(SCREEN);
        assert!(distance(camera.to_screen(SCREEN, shown.min), SCREEN.min) < 0.05);
        assert!(distance(camera.to_screen(SCREEN, shown.min + shown.size), SCREEN.max) < 0.05);
    }
}

#[test]
fn zoom_keeps_the_place_under_the_pointer_and_its_limits() {
    let mut camera = Camera { center: Vec2::new(500.0, 300.0), zoom: 2.0 };
    let pointer = pos2(1000.0, 100.0);
    let under = camera.to_level(SCREEN, pointer);
    for factor in [1.3, 1.3, 0.2, 0.7, 100.0, 0.9, f32::NAN, 1e-9, 40.0] {
        camera.zoom_about(SCREEN, pointer, factor);
        assert!(distance(camera.to_screen(SCREEN, under), pointer) < 0.05, "{factor}: {camera:?}");
        assert!(camera.zoom <= 16.0 && camera.zoom > 0.0, "{factor}: {camera:?}");
    }
}

#[test]
fn a_drag_moves_the_level_with_the_pointer() {
    let mut camera = Camera { center: Vec2::new(500.0, 300.0), zoom: 4.0 };
    let under = camera.to_level(SCREEN, pos2(200.0, 200.0));
    camera.pan(vec2(31.0, -12.0));
    assert!(distance(camera.to_screen(SCREEN, under), pos2(231.0, 188.0)) < 0.01);
}

#[test]
fn the_view_stays_within_the_level_and_a_small_level_in_its_middle() {
    let bounds = Rect::new(Vec2::new(-100.0, 50.0), Vec2::new(4000.0, 900.0));
    for (center, zoom) in [([-9e3, 9e3], 2.0), ([9e3, -9e3], 1.0), ([0.0, 0.0], 0.5), ([1e3, 300.0], 0.001)] {
        let mut camera = Camera { center: center.into(), zoom };
        camera.keep_within(SCREEN, bounds);
        let shown = camera.shown(SCREEN);
        let middle = bounds.min + bounds.size / 2.0;
        for axis in 0..2 {
            if shown.size[axis] >= bounds.size[axis] {
                assert!((camera.center[axis] - middle[axis]).abs() < 0.01);
            } else {
                assert!(shown.min[axis] >= bounds.min[axis] - 0.01);
                assert!((shown.min + shown.size)[axis] <= (bounds.min + bounds.size)[axis] + 0.01);
            }
        }
        // At least as large as the whole level with a margin.
        assert!(shown.size.x <= bounds.size.x * 1.06, "{shown:?}");
    }
    let mut camera = Camera::default();
    camera.show(SCREEN, bounds);
    let shown = camera.shown(SCREEN);
    assert!(
        shown.min.cmple(bounds.min).all() && (shown.min + shown.size).cmpge(bounds.min + bounds.size).all()
    );
}

/// Frames of a character that runs, turns, jumps, falls far and stops, with its facing.
fn run() -> Vec<(Rect, f32)> {
    let mut at = Vec2::new(300.0, 400.0);
    let speed = |tick: i32| match tick {
        0..90 => Vec2::new(150.0, 0.0),
        90..150 => Vec2::new(-150.0, -120.0),
        150..240 => Vec2::new(-150.0, 480.0),
        240..300 => Vec2::new(600.0, 60.0),
        _ => Vec2::ZERO,
    };
    let step = |tick| {
        at += speed(tick) / 60.0;
        let facing = if speed(tick).x < 0.0 { -1.0 } else { 1.0 };
        (Rect::new(at, Vec2::new(12.0, 20.0)), facing)
    };
    (0..400).map(step).collect()
}

#[test]
fn a_followed_character_stays_in_the_middle_half_without_jerks() {
    let mut camera = Camera { center: Vec2::new(306.0, 410.0), zoom: 3.0 };
    let mut before = (camera.center, Vec2::ZERO);
    let mut last = [Vec2::new(300.0, 400.0); 2];
    for (frame, (hero, facing)) in run().into_iter().enumerate() {
        camera.follow(SCREEN, hero, facing, 1.0 / 60.0);
        let middle = camera.to_screen(SCREEN, hero.min + hero.size / 2.0) - SCREEN.center();
        let half = SCREEN.size() / 4.0 + vec2(0.01, 0.01);
        assert!(middle.x.abs() <= half.x && middle.y.abs() <= half.y, "{frame}: {middle:?}");
        let speed = camera.center - before.0;
        // From one frame to the next, in px/s, beside the character's own.
        let turn = (speed - before.1).length() * 60.0;
        let own = (hero.min - 2.0 * last[1] + last[0]).length() * 60.0;
        assert!(turn < 100.0 + own / 2.0, "{frame}: {turn}, of the character {own}");
        last = [last[1], hero.min];
        before = (camera.center, speed);
    }
    assert!(before.1.length() < 0.01, "it rests at last: {}", before.1);
}

#[test]
fn small_moves_leave_the_camera_and_far_ones_are_shown_at_once() {
    let mut camera = Camera { center: Vec2::new(306.0, 410.0), zoom: 3.0 };
    let hero = |x: f32| Rect::new(Vec2::new(x, 400.0), Vec2::new(12.0, 20.0));
    for _ in 0..600 {
        camera.follow(SCREEN, hero(300.0), 1.0, 1.0 / 60.0);
    }
    let rests = camera;
    camera.follow(SCREEN, hero(296.0), 1.0, 1.0 / 60.0);
    assert_eq!(camera, rests, "a few steps back");
    camera.follow(SCREEN, hero(5000.0), 1.0, 1.0 / 60.0);
    assert_eq!(camera.center, Vec2::new(5006.0, 410.0), "through a door");
    camera.follow(SCREEN, hero(f32::NAN), 1.0, 1.0 / 60.0);
    camera.follow(SCREEN, hero(5000.0), f32::NAN, f32::NAN);
    assert!(camera.center.is_finite());
    let empty = Screen { min: SCREEN.min, max: SCREEN.min };
    camera.follow(empty, hero(5000.0), 1.0, 1.0 / 60.0);
    assert_eq!(camera.center, Vec2::new(5006.0, 410.0), "before the window has a size");
}

#[test]
fn frames_of_any_length_follow_alike() {
    let after = |frames: usize| {
        let mut camera = Camera { center: Vec2::new(306.0, 410.0), zoom: 3.0 };
        let hero = Rect::new(Vec2::new(380.0, 420.0), Vec2::new(12.0, 20.0));
        (0..frames).for_each(|_| camera.follow(SCREEN, hero, 1.0, 0.5 / frames as f32));
        camera.center
    };
    assert!((after(30) - after(120)).length() < 1.5, "{} {}", after(30), after(120));
}

#[test]
fn at_whole_scales_the_level_begins_at_whole_pixels() {
    for density in [1.0, 1.5, 2.0] {
        let mut camera = Camera { center: Vec2::new(1234.567, 345.678), zoom: 1.0 };
        camera.fit(SCREEN, Vec2::new(320.0, 200.0), density);
        let pixels = camera.zoom * density;
        assert!(
            (pixels - pixels.round()).abs() < 1e-4
                && camera.shown(SCREEN).size.cmpge(Vec2::new(320.0, 200.0)).all()
        );
        let snapped = camera.snapped(SCREEN, density);
        let moved = (snapped.center - camera.center).abs() * pixels;
        assert!(moved.max_element() <= 0.51, "{moved}");
        for at in [Vec2::ZERO, Vec2::new(1200.0, 352.0)] {
            let at = snapped.to_screen(SCREEN, at).to_vec2() * density;
            assert!((at - at.round()).length() < 0.02, "{density}: {at:?}");
        }
    }
}
