//! Input: presses at any ratio of frames to ticks, throws, and the bytes of an input. The oracle of the presses is the list of the
//! times at which the player presses.

use super::scene::{Level, Lie};
use crate::rng::Rng;
use glam::Vec2;
use std::time::Duration;
use tilephys_core::{Body, BodyId, ControlContext, FixedStep, Profile, StepHooks, World};
use tilephys_feel::{Button, Feel, FeelState, Input, JumpKind, Surroundings};

/// A player whose input is read once a frame.
struct Player {
    id: BodyId,
    feel: Feel,
    state: FeelState,
    input: Input,
    tick: u32,
    /// Ticks of the jumps.
    jumps: Vec<u32>,
}

impl StepHooks for Player {
    fn control(&mut self, bodies: &mut ControlContext) {
        let command = self.feel.drive(bodies, self.id, &mut self.state, &mut self.input);
        if command.is_some_and(|command| command.jumped.is_some()) {
            self.jumps.push(self.tick);
        }
        self.tick += 1;
    }
}

/// Jumps of a player as their ticks and the highest points in px, at `rate` frames a second. Presses are times in ms at which the
/// button goes down and up.
fn jumps(feel: &Feel, presses: &[(u32, u32)], rate: u32) -> (Vec<u32>, Vec<f32>) {
    let mut world = World::new(Level::with_floor(Lie::AS_IT_IS).grid);
    world.gravity = Vec2::new(0.0, feel.gravity);
    let profile = world.add_profile(feel.profile(Profile::default(), world.gravity));
    let id = world.spawn(profile, Body::new(Vec2::new(100.0, 149.0), Vec2::new(8.0, 11.0)));
    let (state, input) = (FeelState::default(), Input::default());
    let mut player = Player { id, feel: feel.clone(), state, input, tick: 0, jumps: Vec::new() };
    let mut clock = FixedStep::new(60);
    let (mut heights, mut seen) = (Vec::new(), 0);
    let end = presses.last().expect("there is one").1 + 1500;
    for frame in 1..=end * rate / 1000 {
        // The events of the device since the last frame, in their order.
        let now = frame * 1000 / rate;
        for at in seen + 1..=now {
            if presses.iter().any(|press| at == press.0 || at == press.1) {
                let is_down = presses.iter().any(|press| at == press.0);
                player.input.jump = player.input.jump.next(is_down);
            }
        }
        let is_held = presses.iter().any(|press| (press.0..press.1).contains(&now));
        player.input.jump = player.input.jump.next(is_held);
        seen = now;
        for _ in 0..clock.advance(Duration::from_secs(1) / rate) {
            world.step_with(clock.dt(), &mut player);
            let y = world.body(id).expect("it is there").position_px().y;
            heights.resize(player.jumps.len(), 149.0);
            if let Some(top) = heights.last_mut() {
                *top = if y < *top { y } else { *top };
            }
        }
    }
    (player.jumps, heights)
}

/// Compares the jumps at three rates of frames with the presses.
fn check(feel: &Feel, presses: &[(u32, u32)]) {
    let (_, tops) = jumps(feel, presses, 60);
    for rate in [30, 60, 144] {
        let (ticks, heights) = jumps(feel, presses, rate);
        assert_eq!(ticks.len(), presses.len(), "{rate} Hz: each press jumps once: {presses:?}");
        assert_eq!(heights, tops, "{rate} Hz: {presses:?}");
        // The ticks of a frame run at its end, for the time since the frame before it.
        let allowed = 1000.0 / rate as f32 + 1000.0 / 60.0;
        for (tick, press) in ticks.iter().zip(presses) {
            let late = (*tick as f32 + 1.0) * 1000.0 / 60.0 - press.0 as f32;
            assert!(late.abs() <= allowed, "{rate} Hz: jumps {late} ms after the press at {press:?}");
        }
    }
}

#[test]
fn held_presses_jump_once_at_any_rate_of_frames() {
    let mut rng = Rng::new(11);
    for name in Feel::PRESETS {
        let feel = Feel::preset(name).expect("all names are of presets");
        for _ in 0..5 {
            let press = |i: u32| 400 + 2500 * i + rng.below(100);
            let presses: Vec<_> = (0..4).map(press).map(|down| (down, down + 1200)).collect();
            check(&feel, &presses);
        }
    }
}

#[test]
fn taps_shorter_than_a_tick_jump_once_at_any_rate_of_frames() {
    let mut rng = Rng::new(12);
    for _ in 0..20 {
        let mut at = 300;
        let tap = |_| {
            at += 800 + rng.below(60);
            (at, at + 2 + rng.below(12))
        };
        let presses: Vec<_> = (0..6).map(tap).collect();
        check(&Feel::default(), &presses);
    }
}

#[test]
fn a_press_stays_until_a_tick_sees_it() {
    let mut input = Input { jump: Button::UP.next(true), ..Input::default() };
    for _ in 0..3 {
        input.jump = input.jump.next(true);
        assert_eq!(input.jump, Button::PRESSED);
    }
    let on_floor = Surroundings { on_floor: true, ..Surroundings::default() };
    let (feel, mut state) = (Feel::default(), FeelState::default());
    let jumped = |input: &mut Input, state: &mut FeelState| {
        feel.control(state, input, &on_floor, &Default::default()).jumped
    };
    assert_eq!(jumped(&mut input, &mut state), Some(JumpKind::Floor));
    input.jump = input.jump.next(true);
    assert_eq!((input.jump, jumped(&mut input, &mut state)), (Button::HELD, None));
}

#[test]
fn a_throw_acts_in_the_next_tick_once() {
    let mut game = Level::with_floor(Lie::AS_IT_IS).play(Feel::celeste(), 100.0, 149.0);
    game.wait(5);
    game.state.throw(Vec2::new(50.0, -200.0));
    assert_eq!(game.hold(0.0, 0.0, false).velocity, Vec2::new(50.0, -200.0));
    assert_ne!(game.hold(0.0, 0.0, false).velocity, Vec2::new(50.0, -200.0));
    assert!(!game.on_floor());
}

#[test]
fn an_input_goes_to_bytes_and_back() {
    let mut rng = Rng::new(13);
    for _ in 0..2000 {
        let mut button = || Button { held: rng.chance(50), pressed: rng.chance(50) };
        let [jump, dash] = [button(), button()];
        let mut way = || rng.range(-1000, 1000) as f32 / 1000.0;
        let [along, upward] = [way(), way()];
        let input = Input { along, upward, jump, dash, grab: rng.chance(50) };
        assert_eq!(Input::from_bytes(input.to_bytes()), Some(input));
    }
    let odd = Input { along: f32::NAN, upward: -7.0, ..Input::default() };
    let read = Input::from_bytes(odd.to_bytes());
    assert_eq!(
        read,
        Some(Input { along: 0.0, upward: -1.0, ..Input::default() }),
        "as the controller takes it"
    );
}

#[test]
fn bytes_that_no_input_gives_are_refused() {
    let mut rng = Rng::new(14);
    let (mut known, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = Input { along: 0.5, ..Input::default() }.to_bytes();
        let at = rng.below(bytes.len());
        bytes[at] = rng.below(256_u32) as u8;
        match Input::from_bytes(bytes) {
            Some(input) => {
                known += 1;
                assert_eq!(input.to_bytes(), bytes, "each input has one form");
            }
            None => refused += 1,
        }
    }
    assert!(known > 1000 && refused > 1000, "{known} known, {refused} refused");
    for (place, byte) in [(8, 32), (7, 0xff), (3, 0x80)] {
        let mut bytes = Input::default().to_bytes();
        bytes[place] = byte;
        assert_eq!(Input::from_bytes(bytes), None, "{place}: {byte}");
    }
}
