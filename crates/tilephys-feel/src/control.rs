//! Control phase of one character: from input and surroundings to a velocity.

use crate::config::{Feel, SurfaceFeel};
use crate::frame::Frame;
use crate::input::{Input, axis, sign};
use crate::moves::Ledge;
use crate::state::{FeelState, Grip, RiseBy, Throw};
use crate::surroundings::Surroundings;
use glam::{IVec2, Vec2};
use tilephys_core::{
    Direction,
    lattice::{px_from_units, units_from_px},
};

/// State of a body at the start of a control tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeelTick {
    /// Velocity, including the gravity of this tick, in px/s.
    pub velocity: Vec2,
    /// Acceleration of gravity in that velocity, in px/s². The component across up is ignored.
    pub gravity: Vec2,
    /// Up direction.
    pub up: Direction,
    /// Length of the tick, in seconds.
    pub dt: f32,
}

impl Default for FeelTick {
    /// At rest without gravity, for a sixtieth of a second.
    fn default() -> Self {
        FeelTick { velocity: Vec2::ZERO, gravity: Vec2::ZERO, up: Direction::Up, dt: 1.0 / 60.0 }
    }
}

/// Result of a control tick: requests to the body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Command {
    /// Velocity of the body for this tick, in px/s.
    pub velocity: Vec2,
    /// True if the body must drop through the one-way lines that hold it.
    pub drop_through: bool,
    /// Size that the body must get if there is room, in lattice units. Repeated in each tick until the body has it.
    pub resize: Option<IVec2>,
    /// Kind of the jump that began in this tick, if any.
    pub jumped: Option<JumpKind>,
    /// True if a dash began in this tick.
    pub dashed: bool,
}

/// Kind of a jump: the support that it began from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JumpKind {
    /// Jump from a floor.
    Floor,
    /// Jump in coyote time, from a floor just left.
    Coyote,
    /// Jump off a wall.
    Wall,
    /// Jump in the air.
    Air,
    /// Jump off a ladder, a rope or a climbed wall.
    Grip,
    /// Swim stroke in water.
    Stroke,
    /// Throw by a spring floor, without a jump press.
    Spring,
}

impl Feel {
    /// Controls a character for one tick. Call it once a tick in a step's control phase, because the state counts ticks.
    ///
    /// A velocity set by the controller, as in a jump, has no gravity in this tick. Clears the presses of the input: a press counts in
    /// one tick. Never panics. Numbers that are not finite give velocities that are not finite, which a step reports.
    #[must_use]
    #[inline]
    pub fn control(
        &self,
        state: &mut FeelState,
        input: &mut Input,
        around: &Surroundings,
        tick: &FeelTick,
    ) -> Command {
        let is_plain = self.only_goes_on(state, input) && !around.acts();
        let turn = Turn::new(self, state, input, around, tick);
        // Most characters only go on as before, and pass by all abilities.
        if is_plain {
            return turn.goes_on();
        }
        let command = turn.decides();
        input.clear_presses();
        command
    }

    /// Like [`control`](Self::control), for ticks in which [`only_goes_on`](Self::only_goes_on) holds and nothing around the
    /// character acts on it. Takes few instructions and hardly a branch, because most ticks of most characters are such.
    #[inline(always)]
    pub(crate) fn go_on(
        &self,
        state: &mut FeelState,
        input: &Input,
        around: &Surroundings,
        tick: &FeelTick,
    ) -> Command {
        Turn::new(self, state, input, around, tick).goes_on()
    }

    /// True if the character only runs, rises and falls in this tick. Then its place needs no test, and no ability begins unless the
    /// surroundings act on it.
    #[inline(always)]
    pub(crate) fn only_goes_on(&self, state: &FeelState, input: &Input) -> bool {
        let presses = input.jump.pressed | input.dash.pressed | input.grab;
        let is_busy =
            (state.buffer | state.dash) != 0 || state.grip != Grip::Nothing || state.thrown.is_some();
        let looks = self.crouch.is_some() || self.friction || !self.surfaces.is_empty();
        // Without grab, which is a press, only input along takes hold of a ledge.
        let looks = looks || self.ledge().is_some() && input.along != 0.0;
        !(presses || is_busy || looks)
    }

    #[inline(always)]
    pub(crate) fn ledge(&self) -> Option<&Ledge> {
        self.climb.as_ref()?.ledge.as_ref()
    }

    pub(crate) fn surface(&self, number: u32) -> Option<&SurfaceFeel> {
        self.surfaces.iter().find(|surface| surface.surface == number)
    }
}

/// A control tick in progress.
pub(crate) struct Turn<'a> {
    pub(crate) feel: &'a Feel,
    pub(crate) state: &'a mut FeelState,
    pub(crate) input: &'a Input,
    pub(crate) around: &'a Surroundings,
    pub(crate) frame: Frame,
    up: Direction,
    pub(crate) dt: f32,
    /// Inputs along and up, in -1 to 1; the first may be forced.
    pub(crate) toward: f32,
    pub(crate) upward: f32,
    /// Current velocity, along and up.
    pub(crate) along: f32,
    pub(crate) rise: f32,
    /// Speed that gravity has added to `rise` in this tick.
    pub(crate) pull: f32,
    /// Results to report.
    pub(crate) jumped: Option<JumpKind>,
    pub(crate) dashed: bool,
    pub(crate) dropped: bool,
}

impl<'a> Turn<'a> {
    #[inline(always)]
    fn new(
        feel: &'a Feel,
        state: &'a mut FeelState,
        input: &'a Input,
        around: &'a Surroundings,
        tick: &FeelTick,
    ) -> Self {
        // All speeds are turned into parts along and up, so that no ability knows where up is.
        let frame = Frame::new(tick.up);
        let (along, rise) = frame.parts(tick.velocity);
        let pull = frame.parts(tick.gravity).1 * tick.dt;
        Turn {
            feel,
            state,
            input,
            around,
            frame,
            up: tick.up,
            dt: tick.dt,
            toward: axis(input.along),
            upward: axis(input.upward),
            along,
            rise,
            pull,
            jumped: None,
            dashed: false,
            dropped: false,
        }
    }

    /// Completes a tick in which the character only runs, rises and falls.
    #[inline(always)]
    fn goes_on(mut self) -> Command {
        self.begin();
        self.runs(self.plain_factors());
        self.falls();
        self.keep_speed();
        self.end()
    }

    /// Completes a tick of any kind.
    #[inline(never)]
    fn decides(mut self) -> Command {
        self.begin();
        if !(self.is_thrown() || self.dashes() || self.climbs() || self.swims()) {
            self.runs(self.run_factors());
            self.falls();
            self.jumps();
        }
        self.keep_press();
        self.end()
    }

    /// Upward speed without the gravity of this tick: the speed at the end of the last tick.
    #[inline]
    pub(crate) fn rise_before(&self) -> f32 {
        self.rise - self.pull
    }

    /// Updates timers, and refills on floors.
    #[inline(always)]
    fn begin(&mut self) {
        let before = self.rise_before();
        let feel = self.feel;
        let state = &mut *self.state;
        if self.around.on_floor {
            state.coyote = feel.jump.coyote_ticks;
            state.slid = 0;
            state.rise_by = RiseBy::Nothing;
            state.refill(feel);
        }
        state.rise_by = if before > 0.0 { state.rise_by } else { RiseBy::Nothing };
        state.cooldown = state.cooldown.saturating_sub(1);
        // The speed left by a ceiling shows a hit; contact alone does not.
        let is_bonked = self.around.ceiling & (before < state.held_speed() / 2.0);
        let is_late = state.hold < feel.jump.var_jump_ticks.saturating_sub(feel.jump.ceiling_ticks);
        state.hold = if is_bonked & is_late { 0 } else { state.hold.saturating_sub(1) };
        if state.forced > 0 {
            state.forced -= 1;
            self.toward = state.forced_along.into();
        }
        let turns = !matches!(state.grip, Grip::Wall | Grip::Ledge) & (sign(self.toward) != 0);
        state.facing = if turns { sign(self.toward) } else { state.facing };
    }

    /// Applies a throw by the game or by a spring; returns true if there is one.
    fn is_thrown(&mut self) -> bool {
        let ground = self.around.ground.surface;
        let spring =
            if self.around.on_floor { self.feel.surface(ground).map_or(0.0, |s| s.spring) } else { 0.0 };
        let thrown = self.state.take_throw();
        let by_game = self.around.thrown.map(Throw::Velocity);
        let mut rise_by = RiseBy::Nothing;
        if let Some(Throw::Velocity(velocity)) = by_game.or(thrown) {
            (self.along, self.rise) = self.frame.parts(velocity);
        } else if let Some(Throw::Height(units)) = thrown
            && let Some(rise) = speed_to(px_from_units(units), -self.pull, self.dt)
        {
            self.rise = rise;
            rise_by = RiseBy::Height;
        } else if spring > 0.0 {
            self.rise = spring;
            self.jumped = Some(JumpKind::Spring);
        } else {
            return false;
        }
        // A throw ends whatever the character was doing, or the next tick would overwrite its speed.
        let state = &mut *self.state;
        state.coyote = 0;
        state.hold = 0;
        state.dash = 0;
        state.forced = 0;
        state.grip = Grip::Nothing;
        state.rise_by = rise_by;
        state.sliding = false;
        state.refill(self.feel);
        true
    }

    /// Buffers an unused press of jump.
    fn keep_press(&mut self) {
        let jump = &self.feel.jump;
        let state = &mut *self.state;
        if self.jumped.is_some() || self.dropped {
            state.buffer = 0;
        } else if self.input.jump.pressed && jump.buffer_ticks > 0 {
            // The press waits through the ticks in the air and is used in the first tick that starts on a floor.
            state.buffer = jump.buffer_ticks.saturating_add(1);
        } else {
            state.buffer = state.buffer.saturating_sub(1);
        }
    }

    #[inline(always)]
    fn end(self) -> Command {
        let state = &mut *self.state;
        // On the floor the count stays full, so that it begins with the first tick in the air.
        if !self.around.on_floor {
            state.coyote = state.coyote.saturating_sub(1);
        }
        Command {
            velocity: self.frame.vector(self.along, self.rise),
            drop_through: self.dropped,
            resize: self.resized(),
            jumped: self.jumped,
            dashed: self.dashed,
        }
    }

    /// The size that the body must get, if it differs.
    #[inline(always)]
    fn resized(&self) -> Option<IVec2> {
        let crouch = self.feel.crouch.as_ref()?;
        // In the air a crouching character stays crouched, and an upright one does not crouch.
        let is_on_foot = self.around.on_floor || self.around.crouched;
        let wants = self.upward < 0.0 && is_on_foot && self.state.grip == Grip::Nothing;
        if wants == self.around.crouched {
            return None;
        }
        let height = units_from_px(if wants { crouch.height } else { crouch.standing_height })?;
        let width = units_from_px(crouch.width)?;
        // Width and height are the character's own, and it may stand on a wall.
        let is_upright = self.up.axis() == 1;
        Some(if is_upright { IVec2::new(width, height) } else { IVec2::new(height, width) })
    }
}

/// Upward speed with which a body rises by `height` px, in px/s, where gravity takes `pull` px/s in each tick after the first.
/// `None` if it would not rise, or not come down.
fn speed_to(height: f32, pull: f32, dt: f32) -> Option<f32> {
    let is_throw = height > 0.0 && pull > 0.0 && dt > 0.0;
    if !is_throw {
        return None;
    }
    let speeds = height / dt;
    // The speeds of the ticks fall evenly to zero: their sum is the height. The most ticks in which all of them rise are sought.
    let mut ticks = 1.0;
    while ticks < MOST_TICKS && pull * ticks * (ticks + 1.0) / 2.0 < speeds {
        ticks += 1.0;
    }
    Some(speeds / ticks + pull * (ticks - 1.0) / 2.0)
}

/// Ticks of the longest rise to a height.
const MOST_TICKS: f32 = 10_000.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Button;
    use crate::surroundings::WallGap;

    #[test]
    fn a_fast_path_tick_matches_a_full_tick() {
        let mut seed = 1_u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        for name in Feel::PRESETS {
            let feel = Feel::preset(name).expect("all of these are presets");
            for _ in 0..20_000 {
                let mut state = FeelState {
                    coyote: below(4) as u8,
                    hold: below(4) as u8,
                    hold_speed: (below(300) as f32).to_bits(),
                    forced: below(2) as u8,
                    forced_along: below(3) as i8 - 1,
                    slid: below(90) as u8,
                    fast_fall: below(20) as u8,
                    rise_by: [RiseBy::Nothing, RiseBy::Jump, RiseBy::Height][below(3) as usize],
                    ..FeelState::default()
                };
                let mut way = || below(3) as f32 - 1.0;
                let along = way();
                let upward = way();
                let velocity = Vec2::new(way(), way());
                let jump = Button { held: below(2) == 0, pressed: false };
                let input = Input { along, upward, jump, ..Input::default() };
                let gap = |touches| if touches { WallGap::Touching } else { WallGap::Far };
                let around = Surroundings {
                    on_floor: below(3) == 0,
                    ceiling: below(3) == 0,
                    walls: [gap(below(2) == 0), gap(below(2) == 0)],
                    ..Surroundings::default()
                };
                let tick = FeelTick {
                    velocity: velocity * below(300) as f32,
                    gravity: Vec2::new(0.0, 900.0),
                    up: Direction::ALL[below(4) as usize],
                    ..FeelTick::default()
                };
                assert!(feel.only_goes_on(&state, &input));
                let mut other = state;
                let quick = feel.go_on(&mut state, &input, &around, &tick);
                let full = Turn::new(&feel, &mut other, &input, &around, &tick).decides();
                assert_eq!((quick, state), (full, other), "{name} {input:?} {around:?} {tick:?}");
            }
        }
    }
}
