//! Ladders and water, which the game reports because the grid does not have them.

use super::scene::{Game, Level, Lie};
use glam::Vec2;
use tilephys_feel::{Climb, Feel, Input, JumpKind, Swim};

fn climb(game: &mut Game, along: f32, upward: f32, jump: bool) -> Option<JumpKind> {
    let input = Input { along, upward, ..Input::default() };
    game.hold_more(input, jump, |around| around.ladder = true).jumped
}

#[test]
fn a_ladder_is_climbed_held_and_left_by_a_jump() {
    let ladder = Climb { along_speed: 20.0, ..Climb::default() };
    for lie in Lie::all() {
        let feel = Feel { climb: Some(ladder), ..Feel::celeste() };
        let mut game = Level::with_floor(lie).play(feel, 100.0, 149.0);
        game.wait(2);
        for _ in 0..60 {
            climb(&mut game, 0.0, 1.0, false);
        }
        assert!((game.at().y - 104.0).abs() < 1e-2, "{lie:?}: {}", game.at());
        for _ in 0..60 {
            climb(&mut game, 1.0, 0.0, false);
            assert!(game.state.is_climbing());
        }
        assert!((game.at() - Vec2::new(120.0, 104.0)).length() < 0.02, "{lie:?}: {}", game.at());
        climb(&mut game, 0.0, -1.0, false);
        assert_eq!(game.velocity().y, 80.0, "{lie:?}");
        assert_eq!(climb(&mut game, 0.0, 1.0, true), Some(JumpKind::Grip), "{lie:?}");
        climb(&mut game, 0.0, 1.0, true);
        assert_eq!((game.velocity().y, game.state.is_climbing()), (-105.0, false), "though up is held");
        while game.velocity().y < 0.0 {
            climb(&mut game, 0.0, 0.0, true);
        }
        climb(&mut game, 0.0, 1.0, true);
        assert!(game.state.is_climbing(), "{lie:?}: falling it takes hold again");
        for _ in 0..120 {
            climb(&mut game, 0.0, -1.0, false);
        }
        assert!(game.on_floor() && !game.state.is_climbing(), "{lie:?}: it stands at its foot");
    }
}

#[test]
fn a_wall_is_climbed_while_grab_is_held_and_its_end_hopped_over() {
    for lie in Lie::all() {
        // A block with its upper edge at 96.
        let level = Level::with_floor(lie).tiles((6..10).flat_map(|row| [(8, row), (9, row)]));
        let mut game = level.play(Feel::celeste(), 120.0, 149.0);
        game.wait(2);
        game.hold(1.0, 0.0, false);
        let grab = Input { upward: 1.0, grab: true, ..Input::default() };
        game.hold_more(grab, false, |_| ());
        assert_eq!((game.velocity().y, game.state.is_climbing()), (-45.0, true), "{lie:?}");
        let still = Input { upward: 0.0, ..grab };
        let y = game.at().y;
        for _ in 0..30 {
            game.hold_more(still, false, |_| ());
        }
        assert_eq!(game.at().y, y, "{lie:?}: it holds on");
        for _ in 0..200 {
            game.hold_more(grab, false, |_| ());
        }
        assert!(game.on_floor() && game.at().y == 85.0, "{lie:?}: it is on top: {}", game.at());
    }
}

fn swim(game: &mut Game, input: Input, jump: bool, current: Vec2) -> Option<JumpKind> {
    let current = game.lie.vector(current);
    game.hold_more(input, jump, |around| around.water = Some(current)).jumped
}

#[test]
fn water_carries_slows_down_and_is_swum_in() {
    let water = Swim { speed: 60.0, accel: 600.0, buoyancy: 900.0, drag: 3.0, stroke: 100.0 };
    for lie in Lie::all() {
        let feel = Feel { swim: Some(water), ..Feel::celeste() };
        let mut game = Level::new(lie).play(feel, 100.0, 100.0);
        game.set_velocity(Vec2::new(0.0, 100.0));
        swim(&mut game, Input::default(), false, Vec2::ZERO);
        assert!((game.velocity().y - 95.0).abs() < 1e-3, "{lie:?}: a twentieth is lost: {}", game.velocity());
        for _ in 0..600 {
            swim(&mut game, Input::default(), false, Vec2::new(30.0, -10.0));
        }
        let drifts = game.velocity();
        assert!((drifts - Vec2::new(30.0, -10.0)).length() < 1e-2, "{lie:?}: with the current: {drifts}");
        let diving = Input { along: 1.0, upward: -1.0, ..Input::default() };
        for _ in 0..60 {
            swim(&mut game, diving, false, Vec2::new(30.0, 0.0));
        }
        let swims = game.velocity();
        // Each tick gains up to 10 px/s of what is missing and then loses a twentieth.
        assert!((swims - Vec2::new(87.0, 57.0)).length() < 0.1, "{lie:?}: {swims}");
        let stroke = swim(&mut game, Input::default(), true, Vec2::ZERO);
        assert_eq!((stroke, game.velocity().y), (Some(JumpKind::Stroke), -100.0), "{lie:?}");
        assert_eq!(swim(&mut game, Input::default(), true, Vec2::ZERO), None, "{lie:?}: one press");
    }
}
