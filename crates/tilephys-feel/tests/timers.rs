//! Timers of a character, as a game shows them.

use tilephys_feel::{Button, Command, Feel, FeelState, FeelTick, Input, Surroundings};

/// A tick with an input, on a floor or in the air.
fn tick(feel: &Feel, state: &mut FeelState, on_floor: bool, mut input: Input) {
    let surroundings = Surroundings { on_floor, ..Surroundings::default() };
    let tick = FeelTick { gravity: glam::Vec2::new(0.0, 900.0), ..FeelTick::default() };
    let _: Command = feel.control(state, &mut input, &surroundings, &tick);
}

#[test]
fn coyote_time_begins_in_full_and_counts_down_to_zero() {
    let (feel, mut state) = (Feel::celeste(), FeelState::default());
    tick(&feel, &mut state, true, Input::default());
    let mut left = vec![state.coyote_ticks()];
    for _ in 0..8 {
        tick(&feel, &mut state, false, Input::default());
        left.push(state.coyote_ticks());
    }
    assert_eq!(left[0], feel.jump.coyote_ticks);
    assert!(left.windows(2).all(|pair| pair[1] == pair[0].saturating_sub(1)), "{left:?}");
    assert_eq!(left[8], 0);
}

#[test]
fn a_press_in_the_air_fills_the_buffer_and_a_jump_the_kept_speed() {
    let (feel, mut state) = (Feel::celeste(), FeelState::default());
    let press = Input { jump: Button::PRESSED, ..Input::default() };
    let hold = Input { jump: Button::HELD, ..Input::default() };
    tick(&feel, &mut state, false, press);
    assert!(state.buffer_ticks() > 0 && state.var_jump_ticks() == 0);
    let before = state.buffer_ticks();
    tick(&feel, &mut state, false, hold);
    assert_eq!(state.buffer_ticks(), before - 1);
    tick(&feel, &mut state, true, hold);
    assert!(state.buffer_ticks() == 0 && state.var_jump_ticks() > 0, "{state:?}");
}

#[test]
fn a_dash_has_its_time_and_the_next_one_waits() {
    let (feel, mut state) = (Feel::celeste(), FeelState::default());
    tick(&feel, &mut state, true, Input::default());
    tick(&feel, &mut state, false, Input { along: 1.0, dash: Button::PRESSED, ..Input::default() });
    let mut left = vec![(state.dash_ticks(), state.cooldown_ticks())];
    for _ in 0..14 {
        tick(&feel, &mut state, false, Input::default());
        left.push((state.dash_ticks(), state.cooldown_ticks()));
    }
    assert!(left[0].0 >= 9 && left[0].1 >= left[0].0, "{left:?}");
    let is_next = |was: u8, is: u8| is == was.saturating_sub(1);
    assert!(
        left.windows(2).all(|pair| is_next(pair[0].0, pair[1].0) && is_next(pair[0].1, pair[1].1)),
        "{left:?}"
    );
    assert_eq!(left[14], (0, 0));
}
