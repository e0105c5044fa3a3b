//! Running acceleration.

use crate::control::Turn;
use crate::frame::approach;

impl Turn<'_> {
    /// Accelerates toward the input, with factors of speed and of acceleration; after Celeste's `Player.NormalUpdate`.
    #[inline(always)]
    pub(crate) fn runs(&mut self, (speed, factor): (f32, f32)) {
        let run = &self.feel.run;
        let target = run.speed * speed * self.toward;
        let along = self.along;
        let is_same_way = (along > 0.0) & (target > 0.0) | (along < 0.0) & (target < 0.0);
        let is_over = is_same_way & (along.abs() > target.abs());
        let rate = if is_over { run.reduce } else { run.accel };
        self.along = approach(along, target, rate * factor * self.dt);
    }

    /// Factors of speed and of acceleration in the air and on floors without their own.
    #[inline(always)]
    pub(crate) fn plain_factors(&self) -> (f32, f32) {
        (1.0, if self.around.on_floor { 1.0 } else { self.feel.run.air })
    }

    /// Factors of speed and of acceleration at the character's place.
    pub(crate) fn run_factors(&self) -> (f32, f32) {
        if !self.around.on_floor {
            return self.plain_factors();
        }
        let ground = &self.around.ground;
        // A surface of the settings replaces the friction of its tile.
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
