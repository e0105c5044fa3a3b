//! Jumps.

use crate::control::{JumpKind, Turn};
use crate::frame::greater;
use crate::input::sign;
use crate::state::{Grip, RiseBy};
use crate::surroundings::WallGap;
use glam::Vec2;
use std::hint::select_unpredictable;

impl Turn<'_> {
    pub(crate) fn wants_jump(&self) -> bool {
        self.state.wants_jump(self.input)
    }

    /// Keeps the speed of a jump in progress, or begins a jump: from the floor, off a wall, in the air.
    pub(crate) fn jumps(&mut self) {
        self.keep_speed();
        if !self.wants_jump() || self.drops() || self.jumps_off_floor() || self.jumps_off_wall() {
            return;
        }
        if self.state.air_jumps > 0 && !self.around.on_floor && self.input.jump.pressed {
            self.state.air_jumps -= 1;
            self.jump(JumpKind::Air, self.feel.jump.air_speed);
        }
    }

    /// Keeps the speed of a jump while the button is held.
    #[inline(always)]
    pub(crate) fn keep_speed(&mut self) {
        let held = self.input.jump.held;
        let state = &mut *self.state;
        state.hold = select_unpredictable(held, state.hold, 0);
        let kept = greater(self.rise, state.held_speed());
        self.rise = if state.hold > 0 { kept } else { self.rise };
    }

    /// Drops through a one-way floor on down and jump; returns true if it does.
    fn drops(&mut self) -> bool {
        let can = self.feel.drop_through && self.around.on_floor && self.around.ground.one_way;
        self.dropped = can && self.upward < 0.0 && self.input.jump.pressed;
        if self.dropped {
            self.state.coyote = 0;
        }
        self.dropped
    }

    pub(crate) fn jumps_off_floor(&mut self) -> bool {
        let on_floor = self.around.on_floor;
        if !on_floor && self.state.coyote == 0 {
            return false;
        }
        self.jump(if on_floor { JumpKind::Floor } else { JumpKind::Coyote }, self.feel.jump.speed);
        true
    }

    /// Jumps off a wall within reach; returns true if it does.
    fn jumps_off_wall(&mut self) -> bool {
        let Some(wall_jump) = &self.feel.wall_jump else { return false };
        let Some(away) = self.away_from_wall() else { return false };
        let wall = match away {
            1 => self.around.wall_lift[0],
            -1 => self.around.wall_lift[1],
            _ => Vec2::ZERO,
        };
        // The platform adds, or has added, its velocity by itself.
        let is_carried = self.around.lift != Vec2::ZERO;
        let (along, rise) = if is_carried { (0.0, 0.0) } else { self.frame.parts(wall) };
        self.jump(JumpKind::Wall, self.feel.jump.speed + rise);
        self.along = f32::from(away) * wall_jump.speed + along;
        if away != 0 {
            self.state.forced = wall_jump.force_ticks;
            self.state.forced_along = away;
            self.state.facing = away;
        }
        true
    }

    /// Sign of the direction away from the wall within reach, if there is one. Of two walls, the faced one has priority, then the
    /// wall toward which the character moves, then the touching one. Between two equal walls the jump goes straight up: 0.
    fn away_from_wall(&self) -> Option<i8> {
        let [low, high] = self.around.walls;
        if low == WallGap::Far || high == WallGap::Far {
            return [(low, 1), (high, -1)].into_iter().find(|wall| wall.0 != WallGap::Far).map(|wall| wall.1);
        }
        let facing = self.state.facing;
        let toward = if facing != 0 { facing } else { sign(self.along) };
        Some(if toward != 0 { -toward } else { low.cmp(&high) as i8 })
    }

    /// Begins a jump. The upward part of the platform's velocity is added here for a platform that was left. For the platform
    /// itself, the world adds it afterwards.
    pub(crate) fn jump(&mut self, kind: JumpKind, speed: f32) {
        let lift = greater(self.frame.parts(self.around.lift).1, 0.0);
        // A held button sets the kept speed again in each tick, so it must contain the lift.
        let (now, kept) = match kind {
            JumpKind::Floor => (speed, speed + lift),
            JumpKind::Coyote => (speed + lift, speed + lift),
            _ => (speed, speed),
        };
        self.rise = now;
        self.along += self.feel.jump.along * self.toward;
        let state = &mut *self.state;
        state.hold = self.feel.jump.var_jump_ticks;
        state.hold_speed = kept.to_bits();
        state.coyote = 0;
        state.slid = 0;
        state.forced = 0;
        state.dash = 0;
        state.grip = Grip::Nothing;
        state.rise_by = RiseBy::Jump;
        state.sliding = false;
        self.jumped = Some(kind);
    }
}
