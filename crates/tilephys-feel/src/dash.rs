//! Dashes.

use crate::control::Turn;
use crate::input::{axis, sign};
use crate::moves::Dash;
use crate::state::{Grip, RiseBy};
use std::f32::consts::FRAC_1_SQRT_2;

impl Turn<'_> {
    /// Begins or continues a dash; returns true in a dash.
    pub(crate) fn dashes(&mut self) -> bool {
        let Some(dash) = &self.feel.dash else { return false };
        if self.state.dash == 1 {
            self.end_dash(dash);
        }
        if self.starts_dash() {
            self.begin_dash(dash);
        } else if self.state.dash == 0 {
            return false;
        } else {
            // Without gravity, at the speed that walls have left.
            self.rise = if self.state.dash_up == 0 { 0.0 } else { self.rise_before() };
        }
        self.state.dash -= 1;
        let is_level = self.state.dash_up == 0;
        if is_level && !self.dashed && self.wants_jump() && self.jumps_off_floor() {
            return true;
        }
        if is_level && self.around.floor_near && self.dt > 0.0 {
            self.rise = -dash.floor_snap / self.dt;
        }
        true
    }

    fn starts_dash(&self) -> bool {
        let is_ready = self.state.dash == 0 && self.state.cooldown == 0 && self.state.dashes > 0;
        is_ready && self.input.dash.pressed
    }

    fn begin_dash(&mut self, dash: &Dash) {
        let state = &mut *self.state;
        let mut along = sign(axis(self.input.along));
        let up = sign(self.upward);
        // Without a direction the dash leads where the character faces.
        if along == 0 && up == 0 {
            along = if state.facing < 0 { -1 } else { 1 };
        }
        state.dash_along = along;
        state.dash_up = up;
        // The tick that finds 1 ends the dash, so the count begins one higher.
        state.dash = dash.ticks.saturating_add(1);
        state.cooldown = dash.cooldown_ticks;
        state.dashes -= 1;
        state.coyote = 0;
        state.hold = 0;
        state.forced = 0;
        state.grip = Grip::Nothing;
        state.rise_by = RiseBy::Nothing;
        state.sliding = false;
        let speed = self.dash_parts(dash.speed);
        // A dash does not slow down a character that is faster already, as in Celeste.
        let is_faster = self.along * speed[0] > 0.0 && self.along.abs() > speed[0].abs();
        if !is_faster {
            self.along = speed[0];
        }
        self.rise = speed[1];
        self.dashed = true;
    }

    /// Ends a dash: the tick continues as an ordinary one, from the speed after the dash.
    fn end_dash(&mut self, dash: &Dash) {
        self.state.dash = 0;
        if self.state.dash_up < 0 {
            return;
        }
        let [along, rise] = self.dash_parts(dash.end_speed);
        self.along = along;
        self.rise = rise + self.pull;
    }

    /// Components of the dash velocity along and up.
    fn dash_parts(&self, speed: f32) -> [f32; 2] {
        let along = self.state.dash_along;
        let up = self.state.dash_up;
        let each = if along != 0 && up != 0 { speed * FRAC_1_SQRT_2 } else { speed };
        [each * f32::from(along), each * f32::from(up)]
    }
}
