//! Running.

use super::control::Turn;
use super::frame::approach;

impl Turn<'_> {
    /// Toward the speed that is held; after Celeste's `Player.NormalUpdate`.
    #[inline(always)]
    pub(super) fn runs(&mut self) {
        let run = &self.feel.run;
        let (speed, factor) = self.run_factors();
        let target = run.speed * speed * self.toward;
        let along = self.along;
        let is_same_way = (along > 0.0) & (target > 0.0) | (along < 0.0) & (target < 0.0);
        let is_over = is_same_way & (along.abs() > target.abs());
        let rate = if is_over { run.reduce } else { run.accel };
        self.along = approach(along, target, rate * factor * self.dt);
    }

    /// Factors of speed and of acceleration where it is.
    #[inline(always)]
    fn run_factors(&self) -> (f32, f32) {
        if !self.around.on_floor {
            return (1.0, self.feel.run.air);
        }
        let ground = &self.around.ground;
        let (speed, accel) = match self.feel.surface(ground.surface) {
            Some(surface) => (surface.speed, surface.accel),
            None => (1.0, if self.feel.friction { ground.friction } else { 1.0 }),
        };
        match &self.feel.crouch {
            Some(crouch) if self.around.crouched => (speed * crouch.speed, accel),
            _ => (speed, accel),
        }
    }
}
