//! Character settings for other levels: lengths for other tiles, and jumps of a wanted height and time.

use crate::config::{Assist, Feel, Jump, Run};
use crate::control::FeelTick;
use crate::input::{Button, Input};
use crate::moves::{Climb, Crouch, Dash, Swim, WallJump, WallSlide};
use crate::state::FeelState;
use crate::surroundings::Surroundings;
use glam::Vec2;

/// Ticks a second of the settings.
const RATE: f32 = 60.0;
/// Ticks after which a jump counts as endless: a minute.
const LONGEST_RISE: u16 = 3600;
/// Halvings of a search interval: more than an `f32` has bits.
const HALVINGS: u32 = 40;
/// Factor from the gravity of a plain jump to the bounds of the search, in either direction.
const GRAVITY_RANGE: f32 = 1024.0;

/// Rise of a full, held jump.
#[derive(Clone, Copy)]
struct Rise {
    /// Height, in px.
    height: f32,
    /// Ticks to the apex, with the fraction of a tick by which the speed is short of it.
    ticks: f32,
}

impl Feel {
    /// The settings for tiles of `tile_px`: lengths, speeds and accelerations grow with the tiles. [`tile_px`](Self::tile_px) is the size
    /// that they are made for. Factors and times stay. For a size that is not positive [`fault`](Self::fault) names `tile_px`.
    ///
    /// ```
    /// use tilephys_feel::Feel;
    ///
    /// // Made for tiles of 8 px.
    /// let feel = Feel::celeste().scaled(16.0);
    /// assert_eq!((feel.run.speed, feel.gravity, feel.tile_px), (180.0, 1800.0, 16.0));
    /// ```
    #[must_use]
    pub fn scaled(mut self, tile_px: f32) -> Feel {
        let by = tile_px / self.tile_px;
        self.tile_px = tile_px;
        let Feel { gravity, max_fall, run, jump, assist, fast_fall, .. } = &mut self;
        // Named one by one: only what has a length in it grows, and ticks and factors do not.
        let Run { speed, accel, reduce, air: _ } = run;
        grow(by, [gravity, max_fall, speed, accel, reduce]);
        let Jump { speed, along, apex_speed, air_speed, .. } = jump;
        grow(by, [speed, along, apex_speed, air_speed]);
        let Assist { corner_correct_up, corner_correct_side, gap_bridge, step_up, .. } = assist;
        grow(by, [corner_correct_up, corner_correct_side, gap_bridge, step_up]);
        grow(by, [&mut assist.one_way_assist, &mut assist.one_way_nudge]);
        fast_fall.iter_mut().for_each(|of| grow(by, [&mut of.speed, &mut of.accel]));
        self.scale_abilities(by);
        self
    }

    /// Multiplies the lengths, speeds and accelerations of the optional abilities.
    fn scale_abilities(&mut self, by: f32) {
        if let Some(WallSlide { start_speed, end_speed, ticks: _ }) = &mut self.wall_slide {
            // Here too, ticks and factors stay.
            grow(by, [start_speed, end_speed]);
        }
        if let Some(WallJump { reach, speed, .. }) = &mut self.wall_jump {
            grow(by, [reach, speed]);
        }
        if let Some(Dash { speed, end_speed, floor_snap, .. }) = &mut self.dash {
            grow(by, [speed, end_speed, floor_snap]);
        }
        if let Some(climb) = &mut self.climb {
            let Climb { up_speed, down_speed, along_speed, hop_up, hop_along, walls: _, .. } = climb;
            grow(by, [up_speed, down_speed, along_speed, hop_up, hop_along]);
            grow(by, [&mut climb.center_speed, &mut climb.bar_speed]);
            climb.ledge.iter_mut().for_each(|of| grow(by, [&mut of.hands, &mut of.window]));
        }
        if let Some(Swim { speed, accel, buoyancy, stroke, drag: _ }) = &mut self.swim {
            grow(by, [speed, accel, buoyancy, stroke]);
        }
        if let Some(Crouch { width, height, standing_height, speed: _ }) = &mut self.crouch {
            grow(by, [width, height, standing_height]);
        }
        self.surfaces.iter_mut().for_each(|of| grow(by, [&mut of.spring]));
    }

    /// The settings with gravity and [`jump.speed`](Jump::speed) such that a full, held jump rises by `height_px` in
    /// `seconds_to_apex`, at 60 ticks a second.
    ///
    /// The apex is reached within a tick of that time, if the time is longer than [`var_jump_ticks`](Jump::var_jump_ticks). Takes
    /// about a millisecond for a jump of half a second: it plays jumps by the controller itself until one fits. For arguments that are not positive, or longer
    /// than a minute, [`fault`](Self::fault) names `gravity`.
    ///
    /// ```
    /// use tilephys_feel::Feel;
    ///
    /// // Four tiles of 16 px, in a third of a second.
    /// let feel = Feel::mega_man().jumping(64.0, 1.0 / 3.0);
    /// assert!((feel.jump.speed - 376.0).abs() < 20.0);
    /// ```
    #[doc(alias = "jump height")]
    #[doc(alias = "time to apex")]
    #[must_use]
    pub fn jumping(mut self, height_px: f32, seconds_to_apex: f32) -> Feel {
        let ticks = seconds_to_apex * RATE;
        if !(height_px > 0.0 && height_px.is_finite() && ticks > 0.0 && ticks <= LONGEST_RISE.into()) {
            self.gravity = f32::NAN;
            self.jump.speed = f32::NAN;
            return self;
        }
        // Under constant gravity a jump rises by half its speed times its time.
        let plain = 2.0 * height_px * RATE * RATE / (ticks * ticks);
        let mut low = plain / GRAVITY_RANGE;
        let mut high = plain * GRAVITY_RANGE;
        for _ in 0..HALVINGS {
            // The geometric middle takes as many halvings at either end.
            self.gravity = (low * high).sqrt();
            // In the middle between two whole ticks the apex is least sensitive.
            if self.jump_to(height_px).ticks > ticks + 0.5 { low = self.gravity } else { high = self.gravity }
        }
        self.jump_to(height_px);
        self
    }

    /// Finds the jump speed for a height in px under the present gravity.
    fn jump_to(&mut self, height: f32) -> Rise {
        // Without gravity the ticks at full speed alone rise so high.
        let mut low = 0.0;
        let mut high = height * RATE / f32::from(self.jump.var_jump_ticks.max(1));
        let mut found = Rise { height: 0.0, ticks: 0.0 };
        for _ in 0..HALVINGS {
            self.jump.speed = (low + high) / 2.0;
            found = self.rise();
            if found.height < height { low = self.jump.speed } else { high = self.jump.speed }
        }
        found
    }

    /// Plays a full, held jump.
    fn rise(&self) -> Rise {
        let mut state = FeelState::default();
        let mut velocity = Vec2::ZERO;
        let gravity = Vec2::new(0.0, self.gravity);
        let mut input = Input { jump: Button::PRESSED, ..Input::default() };
        let mut around = Surroundings { on_floor: true, ..Surroundings::default() };
        let mut height = 0.0;
        let mut before = 0.0;
        for ticks in 0..LONGEST_RISE {
            let dt = 1.0 / RATE;
            velocity.y += gravity.y * dt;
            let tick = FeelTick { velocity, gravity, dt, ..FeelTick::default() };
            // Played by the controller itself, so that all settings that shape a jump count.
            velocity = self.control(&mut state, &mut input, &around, &tick).velocity;
            around.on_floor = false;
            // Subtracted from zero, because a negated zero is -0.
            let rise = 0.0 - velocity.y;
            if rise <= 0.0 {
                // The top lies between two ticks: the speed is interpolated to zero.
                return Rise { height, ticks: f32::from(ticks) + before / (before - rise) };
            }
            height += rise * dt;
            before = rise;
        }
        Rise { height, ticks: LONGEST_RISE.into() }
    }
}

/// Multiplies numbers.
fn grow<const N: usize>(by: f32, numbers: [&mut f32; N]) {
    numbers.into_iter().for_each(|number| *number *= by);
}
