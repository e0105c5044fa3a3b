//! Reference numbers of a Celeste-like character.

use super::scene::{Game, Level, Lie};
use glam::Vec2;
use tilephys_feel::{Feel, JumpKind};

/// The height over its start and the tick of each tick of a jump that is held for so many ticks.
fn arc(lie: Lie, held: u32) -> Vec<f32> {
    let mut game = Level::with_floor(lie).play(Feel::celeste(), 100.0, 149.0);
    game.wait(2);
    let mut heights = Vec::new();
    for tick in 1..=45 {
        game.hold(0.0, 0.0, tick <= held);
        heights.push(149.0 - game.at().y);
    }
    heights
}

/// The tick of the first of the greatest.
fn apex(heights: &[f32]) -> (usize, f32) {
    let most = heights.iter().copied().fold(0.0, |a, b| if b > a { b } else { a });
    (heights.iter().position(|h| *h == most).expect("one of them") + 1, most)
}

#[test]
fn a_jump_is_as_high_as_it_is_held() {
    for lie in Lie::all() {
        // Half gravity applies while the button is held: a release after the 12th tick gives a lower jump.
        for (held, tick, height) in [(1, 7, 7.0), (6, 12, 15.75), (12, 18, 26.25), (45, 20, 26.75)] {
            let heights = arc(lie, held);
            let (at, most) = apex(&heights);
            assert_eq!(at, tick, "{lie:?}, held for {held}: {heights:?}");
            assert!((most - height).abs() < 1e-3, "{lie:?}, held for {held}: {most}");
        }
        let heights = arc(lie, 45);
        assert!(heights[36] > 0.0 && heights[38] == 0.0, "{lie:?}: {heights:?}");
    }
}

/// Runs off the ledge of column 11 and presses jump in the n-th tick that starts off the floor.
fn press_after_ledge(lie: Lie, nth: u32) -> (Option<JumpKind>, Game) {
    let level = Level::new(lie).tiles((0..12).map(|col| (col, 10)));
    let mut game = level.play(Feel::celeste(), 150.0, 149.0);
    game.wait(2);
    while game.on_floor() {
        game.hold(1.0, 0.0, false);
    }
    for _ in 1..nth {
        game.hold(1.0, 0.0, false);
    }
    let command = game.hold(1.0, 0.0, true);
    (command.jumped, game)
}

#[test]
fn coyote_time_is_six_ticks_that_start_off_the_floor() {
    for lie in Lie::all() {
        for nth in 1..=6 {
            assert_eq!(press_after_ledge(lie, nth).0, Some(JumpKind::Coyote), "{lie:?}, {nth}");
        }
        assert_eq!(press_after_ledge(lie, 7).0, None, "{lie:?}");
    }
}

#[test]
fn a_coyote_jump_is_the_only_one() {
    for lie in Lie::all() {
        let (_, mut game) = press_after_ledge(lie, 2);
        assert_eq!(game.velocity().y, -105.0);
        for tick in 0..20 {
            let command = game.hold(1.0, 0.0, tick % 2 != 0);
            assert_eq!(command.jumped, None, "{lie:?}, tick {tick}");
        }
    }
}

/// Falls onto the floor, with a press so many ticks before the tick that ends on it. Returns the ticks of jumps, counted from
/// that tick.
fn press_before_landing(lie: Lie, before: u32) -> Vec<i64> {
    let fall = || Level::with_floor(lie).play(Feel::celeste(), 100.0, 120.0);
    let mut game = fall();
    while !game.on_floor() {
        game.wait(1);
    }
    let lands = game.tick;
    let (mut game, mut jumps) = (fall(), Vec::new());
    while game.tick < lands + 60 {
        // Held from the press on.
        let is_held = game.tick + 1 + before >= lands;
        if game.hold(0.0, 0.0, is_held).jumped.is_some() {
            jumps.push(i64::from(game.tick) - i64::from(lands));
        }
    }
    jumps
}

#[test]
fn a_press_waits_five_ticks_for_the_floor_and_is_one_jump() {
    for lie in Lie::all() {
        for before in 0..=5 {
            // The first tick that starts on the floor.
            assert_eq!(press_before_landing(lie, before), [1], "{lie:?}, {before} before");
        }
        assert_eq!(press_before_landing(lie, 6), [0; 0], "{lie:?}");
    }
}

#[test]
fn a_wall_slows_down_a_fall_less_and_less() {
    for lie in Lie::all() {
        let level = Level::new(lie).tiles((0..100).map(|row| (7, row)));
        let mut game = level.play(Feel::celeste(), 104.0, 20.0);
        game.wait(1);
        game.set_velocity(Vec2::new(0.0, 160.0));
        for tick in 0..=100 {
            game.hold(1.0, 0.0, false);
            let expected = match tick {
                0 => Some(20.0),
                36 => Some(90.0),
                72 | 100 => Some(160.0),
                _ => None,
            };
            let got = game.velocity().y;
            assert!(expected.is_none_or(|e: f32| (e - got).abs() < 1e-3), "{lie:?}, tick {tick}: {got}");
        }
        assert!(game.state.is_wall_sliding());
    }
}

#[test]
fn a_wall_within_three_px_is_jumped_off() {
    for lie in Lie::all() {
        for (gap, jumps) in [(0.0, true), (2.0, true), (2.99, true), (3.0, false), (4.0, false)] {
            let level = Level::new(lie).tiles((0..40).map(|row| (7, row)));
            let mut game = level.play(Feel::celeste(), 104.0 - gap, 100.0);
            game.wait(2);
            let command = game.hold(0.0, 0.0, true);
            assert_eq!(command.jumped, jumps.then_some(JumpKind::Wall), "{lie:?}, {gap} px");
            if !jumps {
                assert_eq!(game.velocity().x, 0.0);
                continue;
            }
            assert_eq!(game.velocity(), Vec2::new(-130.0, -105.0), "{lie:?}, {gap} px");
            // Toward the wall is held, and counts only after 10 ticks: until then what is beyond the running speed is reduced.
            for tick in 1..=12 {
                let before = game.velocity().x;
                game.hold(1.0, 0.0, true);
                let change = game.velocity().x - before;
                assert_eq!(change > 10.0, tick > 10, "{lie:?}, tick {tick}: {change} px/s");
            }
        }
    }
}

/// Jumps under a block that is met in the given tick of the jump, and is gone after it. Returns the speed downward in the tick
/// after that.
fn bonk(lie: Lie, tick: u32) -> f32 {
    // A jump rises 1.75 px a tick.
    let gap = if tick == 4 { 6.0 } else { 8.0 };
    assert!((1.75 * (tick - 1) as f32) < gap && gap < 1.75 * tick as f32);
    let level = Level::with_floor(lie).tiles([(5, 8)]);
    let height = 160.0 - 144.0 - gap;
    let mut game = level.play_sized(Feel::celeste(), Vec2::new(84.0, 160.0 - height), Vec2::new(8.0, height));
    game.wait(2);
    for now in 1..=tick {
        assert_eq!(game.velocity().y, if now == 1 { 0.0 } else { -105.0 }, "{lie:?}");
        game.hold(0.0, 0.0, true);
    }
    assert_eq!((game.at().y, game.velocity().y), (144.0, 0.0), "{lie:?}");
    game.clear((5, 8));
    game.hold(0.0, 0.0, true);
    game.velocity().y
}

#[test]
fn a_ceiling_ends_a_jump_with_fewer_than_nine_ticks_left() {
    for lie in Lie::all() {
        assert_eq!(bonk(lie, 4), -105.0, "{lie:?}: 9 are left");
        assert!((bonk(lie, 5) - 7.5).abs() < 1e-3, "{lie:?}: 8 are left");
    }
}
