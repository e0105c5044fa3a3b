//! Swimming.

use crate::control::{JumpKind, Turn};
use crate::frame::approach;
use crate::state::RiseBy;

impl Turn<'_> {
    /// Swims in water; returns true if it does.
    pub(crate) fn swims(&mut self) -> bool {
        let (Some(swim), Some(current)) = (&self.feel.swim, self.around.water) else { return false };
        let (along, rise) = self.frame.parts(current);
        let change = swim.accel * self.dt;
        self.along = approach(self.along, along + self.toward * swim.speed, change);
        // Buoyancy acts only without input, or a character could not dive.
        if self.upward == 0.0 {
            self.rise += swim.buoyancy * self.dt;
        } else {
            self.rise = approach(self.rise_before(), rise + self.upward * swim.speed, change);
        }
        let lost = swim.drag * self.dt;
        // A strong drag ends at the speed of the current, and does not overshoot it.
        let lost = if lost < 1.0 { lost } else { 1.0 };
        self.along += (along - self.along) * lost;
        self.rise += (rise - self.rise) * lost;
        self.state.hold = 0;
        self.state.rise_by = RiseBy::Nothing;
        self.state.sliding = false;
        if swim.stroke > 0.0 && self.input.jump.pressed {
            self.jump(JumpKind::Stroke, rise + swim.stroke);
            self.state.hold = 0;
        } else if self.wants_jump() {
            self.jumps_off_floor();
        }
        true
    }
}
