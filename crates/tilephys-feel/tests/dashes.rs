//! Dashes.

use super::scene::{Game, Level, Lie};
use glam::Vec2;
use tilephys_feel::{Button, Feel, Input, JumpKind};

fn dash(game: &mut Game, along: f32, upward: f32) -> bool {
    let input = Input { along, upward, dash: Button::PRESSED, ..Input::default() };
    game.hold_more(input, false, |_| ()).dashed
}

/// In the air over a floor, with its dash, which it has from having stood.
fn in_the_air(lie: Lie) -> Game {
    let mut game = Level::with_floor(lie).play(Feel::celeste(), 100.0, 149.0);
    game.wait(2);
    game.hold(0.0, 0.0, true);
    for _ in 0..14 {
        game.hold(0.0, 0.0, true);
    }
    game
}

#[test]
fn a_dash_is_straight_for_its_ticks_and_slower_after_them() {
    for lie in Lie::all() {
        let mut game = in_the_air(lie);
        let start = game.at();
        assert!(dash(&mut game, 1.0, 0.0));
        for tick in 1..9 {
            assert_eq!(game.velocity(), Vec2::new(240.0, 0.0), "{lie:?}, tick {tick}");
            assert!(game.state.is_dashing());
            game.wait(1);
        }
        assert!((game.at() - start - Vec2::new(36.0, 0.0)).length() < 1e-2, "{lie:?}: {}", game.at() - start);
        game.hold(1.0, 0.0, false);
        // 160, and a tick of reduction in the air and of gravity.
        let expected = Vec2::new(160.0 - 400.0 * 0.65 / 60.0, 15.0);
        assert!((game.velocity() - expected).length() < 1e-3, "{lie:?}: {}", game.velocity());
        assert!(!game.state.is_dashing());
    }
}

#[test]
fn a_dash_goes_where_input_points_and_else_where_it_faces() {
    let diagonal = 240.0 * std::f32::consts::FRAC_1_SQRT_2;
    for lie in Lie::all() {
        for ((along, upward), expected) in [
            ((1.0, 1.0), Vec2::new(diagonal, -diagonal)),
            ((-1.0, 1.0), Vec2::new(-diagonal, -diagonal)),
            ((0.0, 1.0), Vec2::new(0.0, -240.0)),
            ((0.0, -1.0), Vec2::new(0.0, 240.0)),
        ] {
            let mut game = in_the_air(lie);
            assert!(dash(&mut game, along, upward));
            assert_eq!(game.velocity(), expected, "{lie:?}");
        }
        let mut game = in_the_air(lie);
        game.hold(-1.0, 0.0, false);
        assert!(dash(&mut game, 0.0, 0.0));
        assert_eq!(game.velocity(), Vec2::new(-240.0, 0.0), "{lie:?}");
    }
}

#[test]
fn a_dash_comes_back_on_the_floor_and_after_its_cooldown() {
    for lie in Lie::all() {
        let mut game = in_the_air(lie);
        assert!(dash(&mut game, 1.0, 0.0));
        game.wait(15);
        assert!(!game.on_floor() && !dash(&mut game, 1.0, 0.0), "{lie:?}: it has none in the air");
        game.wait(60);
        assert!(game.on_floor());
        assert!(dash(&mut game, -1.0, 0.0));
        let again = (1..40).find(|_| dash(&mut game, -1.0, 0.0));
        assert_eq!(again, Some(12), "{lie:?}: pressed in each tick");
    }
}

#[test]
fn a_level_dash_snaps_to_a_near_floor_and_can_jump() {
    for lie in Lie::all() {
        for (over, lands) in [(2.5, true), (3.5, false)] {
            let level = Level::with_floor(lie).tiles([(4, 5)]);
            // From a shelf on which it gets its dash.
            let mut game = level.play(Feel::celeste(), 68.0, 69.0);
            game.wait(3);
            let mut body = game.world.body(game.id).expect("it is there");
            let to = Level::new(lie).play(Feel::celeste(), 100.0, 149.0 - over);
            body.position = to.world.body(to.id).expect("it is there").position;
            game.world.set_body(game.id, body);
            game.wait(1);
            let height = 149.0 - game.at().y;
            assert!(dash(&mut game, 1.0, 0.0), "{lie:?}");
            game.wait(2);
            assert_eq!(game.on_floor(), lands, "{lie:?}: {over} px, {height}");
            let command = game.hold(1.0, 0.0, true);
            assert_eq!(command.jumped, lands.then_some(JumpKind::Floor), "{lie:?}");
            if lands {
                assert_eq!(game.velocity(), Vec2::new(280.0, -105.0), "{lie:?}: with the speed of the dash");
            }
        }
    }
}

#[test]
fn a_dash_against_a_wall_stays_there_and_off_the_floor() {
    for lie in Lie::all() {
        let level = Level::with_floor(lie).tiles((0..10).map(|row| (8, row)));
        let mut game = level.play(Feel::celeste(), 100.0, 149.0);
        game.wait(2);
        for _ in 0..15 {
            game.hold(0.0, 0.0, true);
        }
        let y = game.at().y;
        assert!(dash(&mut game, 1.0, 0.0));
        game.wait(8);
        assert_eq!((game.at(), game.velocity()), (Vec2::new(120.0, y), Vec2::ZERO), "{lie:?}");
    }
}
