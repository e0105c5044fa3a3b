//! Falling: gravity factors, speed limit and wall slide.

use crate::control::Turn;
use crate::frame::greater;
use crate::moves::WallSlide;
use crate::state::RiseBy;
use crate::surroundings::WallGap;
use std::hint::select_unpredictable;

impl Turn<'_> {
    /// Applies falling in the air: scales and limits the gravity of this tick.
    #[inline(always)]
    pub(crate) fn falls(&mut self) {
        self.state.sliding = false;
        if self.around.on_floor {
            self.state.fast_fall = 0;
            return;
        }
        let jump = &self.feel.jump;
        let before = self.rise_before();
        let held = self.input.jump.held;
        // Selected by value instead of a branch, which is unpredictable across many characters.
        let factor = select_unpredictable(held & self.state.is_jumping(), &jump.rise_gravity, &1.0);
        let is_apex = held & (before.abs() < jump.apex_speed) & (self.state.rise_by != RiseBy::Height);
        let factor = *select_unpredictable(is_apex, &jump.apex_gravity, factor);
        // Gravity is already in the speed. The difference to its scaled part is taken out again.
        let changed = self.rise - self.pull * (1.0 - factor);
        self.rise = if factor == 1.0 { self.rise } else { changed };
        if self.state.is_jumping() & !held {
            self.state.rise_by = RiseBy::Nothing;
            if jump.cut != 1.0 {
                self.rise = before * jump.cut + self.pull;
            }
        }
        self.limit_fall(before);
        self.slide();
    }

    /// Brakes a fall above the speed limit, at the rate of gravity.
    #[inline(always)]
    fn limit_fall(&mut self, before: f32) {
        let mut limit = self.feel.max_fall;
        if limit <= 0.0 {
            return;
        }
        if let Some(fast) = &self.feel.fast_fall {
            let moved = &mut self.state.fast_fall;
            // Counted in ticks, because a sum of speeds would round in each tick.
            let is_full = limit + fast.accel * self.dt * f32::from(*moved) >= fast.speed;
            *moved = match self.upward < 0.0 && -before >= limit {
                true if is_full => *moved,
                true => moved.saturating_add(1),
                false => moved.saturating_sub(1),
            };
            let faster = limit + fast.accel * self.dt * f32::from(*moved);
            limit = if faster < fast.speed { faster } else { greater(fast.speed, limit) };
        }
        // Gravity is already in the speed, so its double change brakes at the rate of gravity.
        let braked = -greater(limit, -self.rise - 2.0 * self.pull.abs());
        self.rise = if -self.rise > limit { braked } else { self.rise };
    }

    /// Slows down a fall along a wall while the input points toward it.
    #[inline(always)]
    fn slide(&mut self) {
        let Some(slide) = &self.feel.wall_slide else { return };
        let [low, high] = self.around.walls.map(|wall| wall == WallGap::Touching);
        let is_held = (self.toward < 0.0) & low | (self.toward > 0.0) & high;
        if is_held & (self.rise < 0.0) {
            self.slide_down(slide);
        }
    }

    fn slide_down(&mut self, slide: &WallSlide) {
        // Without ticks this is no number, and the branch below does not use it.
        let done = f32::from(self.state.slid) / f32::from(slide.ticks);
        let limit = if self.state.slid < slide.ticks {
            slide.start_speed + (slide.end_speed - slide.start_speed) * done
        } else {
            slide.end_speed
        };
        if -self.rise > limit {
            self.rise = -limit;
        }
        self.state.slid = self.state.slid.saturating_add(1);
        self.state.sliding = true;
    }
}
