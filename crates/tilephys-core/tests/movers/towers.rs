//! Towers of boxes, on floors and on lifts, for ten minutes of game time.

use crate::stage::{Stage, TICK};
use crate::volume::volume;
use glam::{IVec2, Vec2};
use tilephys_core::platform::{Easing, Path, PathMode, Waypoint};
use tilephys_core::*;

/// Boxes of a tower.
const HEIGHT: usize = 10;
/// Towers on floors, and as many on lifts.
fn towers_a_kind() -> usize {
    volume(4, 50) as usize
}

fn ticks() -> u32 {
    volume(1_200, 36_000) as u32
}

/// Round a rectangle, eased, with a wait at each corner.
fn path(at: IVec2, k: usize) -> Path {
    let size = IVec2::new(37 + k as i32 % 11, 45 + k as i32 % 7) * UNITS_PER_PX;
    let corners = [IVec2::ZERO, IVec2::new(size.x, 0), size, IVec2::new(0, size.y)];
    let points = corners.map(|corner| Waypoint { at: at + corner, wait: 7, ticks: 31 + k as u32 % 13 });
    let easing = [Easing::Linear, Easing::InOut][k % 2];
    Path::new(&points, PathMode::Loop, easing).expect("a sound path")
}

#[test]
fn a_thousand_boxes_stacked_ten_high_rest_to_the_bit() {
    rest(ticks(), |stage| Profile { solid: Some(stage.stone), report_hits: false, ..Profile::default() });
}

#[test]
fn crates_that_collide_and_hold_each_other_rest_so_too() {
    let collide = Some(BodyCollision { friction: 0.5, ..BodyCollision::default() });
    rest(ticks() / 4, |_| Profile { collide, report_hits: false, ..Profile::default() });
}

/// Towers of such boxes stay as they are, on floors and on lifts.
fn rest(ticks: u32, profile: impl Fn(&Stage) -> Profile) {
    let mut stage = Stage::new();
    stage.world.gravity = Vec2::new(0.0, 900.0);
    let profile = profile(&stage);
    let profile = stage.world.add_profile(profile);
    let mut towers: Vec<(Option<MoverId>, Vec<BodyId>)> = Vec::new();
    for k in 0..2 * towers_a_kind() {
        let (left, floor) = (k as i32 % 10 * 12, k as i32 / 10 * 32 + 20);
        let mover = (k % 2 == 1).then(|| {
            let at = Vec2::new(left as f32 * 16.0, floor as f32 * 16.0);
            let mover = stage.mover(at.into(), [64.0, 8.0], [0.0; 2]);
            stage.world.set_mover_path(mover, Some(path((at * 256.0).as_ivec2(), k)), 0);
            mover
        });
        if mover.is_none() {
            stage.tiles(left..left + 4, floor..floor + 1);
        }
        let boxes = (0..HEIGHT).map(|level| {
            let x = left as f32 * 16.0 + 20.0 + (level * 5 % 7) as f32;
            let y = floor as f32 * 16.0 - 16.0 * (level + 1) as f32;
            stage.world.spawn(profile, Body::new(Vec2::new(x, y), Vec2::splat(16.0)))
        });
        towers.push((mover, boxes.collect()));
    }
    let place = |stage: &Stage, mover: Option<MoverId>, id: BodyId| {
        let from = mover.map_or(IVec2::ZERO, |id| stage.world.mover(id).expect("it is there").position);
        let body = stage.world.body(id).expect("it is there");
        (body.position - from, body.remainder)
    };
    stage.world.step(TICK);
    let all = |stage: &Stage| {
        let boxes = towers.iter().flat_map(|(mover, boxes)| boxes.iter().map(|id| (*mover, *id)));
        boxes.map(|(mover, id)| place(stage, mover, id)).collect::<Vec<_>>()
    };
    let before = all(&stage);
    for tick in 0..ticks {
        stage.world.step(TICK);
        let squished = |kind: &EventKind| matches!(kind, EventKind::SquishBegin { .. });
        assert!(!stage.world.events().iter().any(|event| squished(&event.kind)), "tick {tick}");
        if tick % 20 == 0 || tick + 1 == ticks {
            assert_eq!(all(&stage), before, "tick {tick}");
        }
    }
}
