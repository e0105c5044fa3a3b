//! Running, falling, jumping in the air, corners.

use super::scene::{Level, Lie};
use glam::Vec2;
use tilephys_core::MoveConfig;
use tilephys_feel::{
    Assist, Button, Feel, FeelState, FeelTick, Input, Jump, JumpKind, Run, Surroundings, WallGap, WallJump,
};

/// Close enough for speeds in px/s.
fn is_near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-3
}

#[test]
fn running_gains_and_loses_speed_at_its_rates() {
    for lie in Lie::all() {
        let mut game = Level::with_floor(lie).play(Feel::celeste(), 100.0, 149.0);
        game.wait(2);
        // 1000 px/s² are 16.667 px/s a tick.
        for expected in [16.6667, 33.3333, 50.0, 66.6667, 83.3333, 90.0, 90.0] {
            game.hold(1.0, 0.0, false);
            assert!(is_near(game.velocity().x, expected), "{lie:?}: {}", game.velocity());
        }
        game.hold(-1.0, 0.0, false);
        assert!(is_near(game.velocity().x, 73.3333), "{lie:?}: {}", game.velocity());
        game.set_velocity(Vec2::new(200.0, 0.0));
        game.hold(1.0, 0.0, false);
        assert!(is_near(game.velocity().x, 193.3333), "its own way it loses less: {}", game.velocity());
        game.hold(0.0, 0.0, false);
        assert!(is_near(game.velocity().x, 176.6667), "{lie:?}: {}", game.velocity());
        game.hold(0.5, 0.0, true);
        let in_air = game.velocity();
        game.hold(0.0, 0.0, true);
        assert!(is_near(game.velocity().x, in_air.x - 16.66667 * 0.65), "{lie:?}: {}", game.velocity());
    }
}

#[test]
fn a_fall_has_a_limit_that_holding_down_moves() {
    for lie in Lie::all() {
        let mut game = Level::new(lie).play(Feel::celeste(), 100.0, 0.0);
        game.wait(15);
        assert_eq!(game.velocity().y, 160.0, "{lie:?}");
        for tick in 1..=20u8 {
            game.hold(0.0, -1.0, false);
            let expected = if tick < 16 { 160.0 + 5.0 * f32::from(tick) } else { 240.0 };
            assert!(is_near(game.velocity().y, expected), "{lie:?}, tick {tick}: {}", game.velocity());
        }
        game.hold(0.0, 0.0, false);
        assert!(is_near(game.velocity().y, 235.0), "{lie:?}: {}", game.velocity());
        // Excess speed is braked, not cut off.
        game.set_velocity(Vec2::new(0.0, 400.0));
        game.hold(0.0, 0.0, false);
        assert!(is_near(game.velocity().y, 385.0), "{lie:?}: {}", game.velocity());
    }
}

#[test]
fn jumps_in_the_air_are_counted_and_given_back_by_the_floor() {
    let jump = Jump { air_jumps: 2, air_speed: 150.0, ..Jump::default() };
    for lie in Lie::all() {
        let mut game = Level::with_floor(lie).play(Feel { jump, ..Feel::default() }, 100.0, 149.0);
        game.wait(2);
        for kinds in [[JumpKind::Floor, JumpKind::Air, JumpKind::Air]; 2] {
            for kind in kinds {
                assert_eq!(game.hold(0.0, 0.0, true).jumped, Some(kind), "{lie:?}");
                let speed = if kind == JumpKind::Floor { 300.0 } else { 150.0 };
                assert_eq!(game.velocity().y, -speed);
                game.wait(5);
            }
            assert_eq!(game.hold(0.0, 0.0, true).jumped, None, "{lie:?}: there are no more");
            game.wait(200);
            assert!(game.on_floor());
        }
    }
}

#[test]
fn letting_go_cuts_a_jump_and_holding_on_lightens_it() {
    let jump = Jump { cut: 0.5, rise_gravity: 0.25, ..Jump::default() };
    for lie in Lie::all() {
        let mut game = Level::with_floor(lie).play(Feel { jump, ..Feel::default() }, 100.0, 149.0);
        game.wait(2);
        game.hold(0.0, 0.0, true);
        game.hold(0.0, 0.0, true);
        assert!(is_near(game.velocity().y, -296.25), "{lie:?}: {}", game.velocity());
        game.wait(1);
        assert!(is_near(game.velocity().y, -133.125), "{lie:?}: {}", game.velocity());
        game.hold(0.0, 0.0, true);
        assert!(is_near(game.velocity().y, -118.125), "once, and not light again: {}", game.velocity());
    }
}

#[test]
fn a_coyote_jump_takes_the_upward_part_of_the_lift_with_it() {
    for lie in Lie::all() {
        for (lift, expected) in [(Vec2::new(50.0, -60.0), -165.0), (Vec2::new(50.0, 60.0), -105.0)] {
            let level = Level::new(lie).tiles((0..12).map(|col| (col, 10)));
            let mut game = level.play(Feel::celeste(), 184.0, 149.0);
            game.wait(2);
            while game.on_floor() {
                game.hold(1.0, 0.0, false);
            }
            let lift = lie.vector(lift);
            for _ in 0..3 {
                // It is kept as any jump is.
                game.hold_more(Input::default(), true, |around| around.lift = lift);
                assert_eq!(game.velocity().y, expected, "{lie:?}");
            }
        }
    }
}

#[test]
fn a_throw_takes_the_place_of_everything_and_gives_jumps_back() {
    for lie in Lie::all() {
        let mut game = Level::new(lie).play(Feel::floaty(), 100.0, 100.0);
        game.wait(3);
        assert_eq!(game.state.air_jumps(), 0, "it has not stood yet");
        let thrown = Some(lie.vector(Vec2::new(-70.0, -300.0)));
        game.hold_more(Input { along: 1.0, ..Input::default() }, true, |around| around.thrown = thrown);
        assert_eq!((game.velocity(), game.state.air_jumps()), (Vec2::new(-70.0, -300.0), 1), "{lie:?}");
    }
}

#[test]
fn a_jump_passes_the_corner_of_a_ceiling_as_the_config_says() {
    for lie in Lie::all() {
        for (corner_correct_up, x) in [(4.0, 96.0), (2.0, 93.0)] {
            let assist = Assist { corner_correct_up, ..Assist::default() };
            let level = Level::with_floor(lie).tiles([(5, 7)]);
            let mut game = level.play(Feel { assist, ..Feel::default() }, 93.0, 149.0);
            game.wait(2);
            for _ in 0..12 {
                game.hold(0.0, 0.0, true);
            }
            assert_eq!(game.at().x, x, "{lie:?}, {corner_correct_up} px");
        }
    }
}

#[test]
fn between_two_walls_a_wall_jump_leaves_the_faced_wall() {
    let wall_jump = Some(WallJump::default());
    for lie in Lie::all() {
        for (facing, away) in [(1.0, -130.0), (-1.0, 130.0)] {
            // A shaft of 12 px: 2 px on each side of the body.
            let pillars = Level::new(lie).tiles((0..40).flat_map(|row| [(4, row), (6, row)]));
            let mut game = pillars.play_sized(
                Feel { wall_jump, run: Run { speed: 0.0, ..Run::default() }, ..Feel::default() },
                Vec2::new(82.0, 100.0),
                Vec2::new(12.0, 11.0),
            );
            game.hold(facing, 0.0, false);
            let command = game.hold(0.0, 0.0, true);
            assert_eq!(lie.back(command.velocity).x, away, "{lie:?}");
            assert_eq!(game.velocity().x, 0.0, "{lie:?}: the other wall stops it within the tick");
        }
    }
}

#[test]
fn between_two_walls_without_facing_input_or_contact_chooses() {
    let walls = |low, high| [low, high];
    let (touching, near) = (WallGap::Touching, WallGap::Near);
    let feel = Feel { wall_jump: Some(WallJump::default()), ..Feel::default() };
    let input = Input { jump: Button::PRESSED, ..Input::default() };
    for (walls, along, away) in [
        (walls(near, near), 0.0, 0.0),
        (walls(touching, touching), 0.0, 0.0),
        (walls(touching, near), 0.0, 130.0),
        (walls(near, touching), 0.0, -130.0),
        (walls(touching, near), 20.0, -130.0),
        (walls(near, touching), -20.0, 130.0),
    ] {
        let around = Surroundings { walls, ..Surroundings::default() };
        let mut state = FeelState::default();
        let tick = FeelTick { velocity: Vec2::new(along, 30.0), ..FeelTick::default() };
        let command = feel.control(&mut state, &mut { input }, &around, &tick);
        assert_eq!(command.jumped, Some(JumpKind::Wall), "{walls:?}");
        assert_eq!(command.velocity, Vec2::new(away, -300.0), "{walls:?} at {along} px/s");
        assert_eq!(state.facing(), (away / 130.0) as i8, "{walls:?} at {along} px/s");
    }
}

#[test]
fn a_wall_jump_adds_the_walls_velocity_unless_carried() {
    let jump = WallJump { wall_lift: true, ..WallJump::default() };
    let feel = Feel { wall_jump: Some(jump), ..Feel::default() };
    let input = Input { jump: Button::PRESSED, ..Input::default() };
    let wall_lift = [Vec2::ZERO, Vec2::new(-60.0, -40.0)];
    for (lift, velocity) in
        [(Vec2::ZERO, Vec2::new(-190.0, -340.0)), (Vec2::new(0.0, -20.0), Vec2::new(-130.0, -300.0))]
    {
        let walls = [WallGap::Far, WallGap::Touching];
        let around = Surroundings { walls, wall_lift, lift, ..Surroundings::default() };
        let command = feel.control(&mut FeelState::default(), &mut { input }, &around, &FeelTick::default());
        assert_eq!(command.velocity, velocity, "carried at {lift}");
    }
}

#[test]
fn without_a_world_a_character_moves_the_same() {
    let feel = Feel::celeste();
    let level = || Level::with_floor(Lie::AS_IT_IS).tiles((5..10).map(|row| (9, row)));
    let (mut game, alone) = (level().play(feel.clone(), 100.0, 149.0), level());
    let config = MoveConfig { walk: feel.walk(Default::default()), ..MoveConfig::default() };
    let mut body = game.world.body(game.id).expect("it is there");
    let (mut state, mut jump, mut hits) = (FeelState::default(), Button::UP, Vec::new());
    // A world knows the floor of a body from the spawn on.
    let mut touching = Surroundings { on_floor: true, ..Surroundings::default() };
    let gravity = Vec2::new(0.0, 900.0);
    for tick in 0..200 {
        let (along, is_held) = (if tick < 120 { 1.0 } else { -1.0 }, tick % 40 > 12);
        game.hold(along, 0.0, is_held);

        jump = jump.next(is_held);
        let mut input = Input { along, jump, ..Input::default() };
        body.velocity += gravity * super::scene::DT;
        let around = alone
            .grid
            .probe(&body, &config, None, |probe| feel.surroundings(&state, &input, touching, probe));
        let around = around.expect("it is in the world");
        let now = FeelTick { velocity: body.velocity, gravity, ..FeelTick::default() };
        body.velocity = feel.control(&mut state, &mut input, &around, &now).velocity;
        jump = input.jump;
        alone.grid.recall(&mut body, &config);
        let translation = body.velocity * super::scene::DT;
        let moved = alone.grid.move_and_slide(&mut body, translation, &config, &mut hits);
        let on_floor = moved.contacts.floor(config.up) && body.velocity.y >= 0.0;
        touching = Surroundings::touching(moved.contacts, on_floor, config.up);
        assert_eq!(Some(body), game.world.body(game.id), "tick {tick}");
        assert_eq!(state, game.state, "tick {tick}");
    }
    let met = |axis: usize| hits.iter().filter(|hit| hit.shape.normal[axis] != 0).count();
    assert!(met(0) > 5 && met(1) > 5, "walls {}, floors {}", met(0), met(1));
}

#[test]
fn input_that_is_no_number_counts_as_none() {
    let (feel, on_floor) = (Feel::celeste(), Surroundings { on_floor: true, ..Surroundings::default() });
    let mut input = Input { along: f32::NAN, upward: f32::NAN, ..Input::default() };
    let tick = FeelTick { velocity: Vec2::new(0.0, -0.0), ..FeelTick::default() };
    let command = feel.control(&mut FeelState::default(), &mut input, &on_floor, &tick);
    assert_eq!(command.velocity.to_array().map(f32::to_bits), [0, 0], "nor is there a -0");
    let mut far = Input { along: -7.0, ..Input::default() };
    let mut velocity = Vec2::ZERO;
    for _ in 0..20 {
        let tick = FeelTick { velocity, ..FeelTick::default() };
        velocity = feel.control(&mut FeelState::default(), &mut far, &on_floor, &tick).velocity;
    }
    assert_eq!(velocity, Vec2::new(-90.0, 0.0), "and too much as all");
}
