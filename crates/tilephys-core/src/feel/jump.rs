//! Jumps.

use super::control::{JumpKind, Turn};
use super::frame::greater;
use super::state::Grip;
use super::surroundings::WallGap;
use std::hint::select_unpredictable;

impl Turn<'_> {
    pub(super) fn wants_jump(&self) -> bool {
        self.state.wants_jump(self.input)
    }

    /// Keeps the speed of a jump that is under way, or begins one: from the floor, off a wall, in the air.
    pub(super) fn jumps(&mut self) {
        self.keep_speed();
        if !self.wants_jump() || self.drops() || self.jumps_off_floor() || self.jumps_off_wall() {
            return;
        }
        if self.state.air_jumps > 0 && !self.around.on_floor && self.input.jump.pressed {
            self.state.air_jumps -= 1;
            self.jump(JumpKind::Air, self.feel.jump.air_speed);
        }
    }

    /// While it is held.
    #[inline(always)]
    pub(super) fn keep_speed(&mut self) {
        let (held, state) = (self.input.jump.held, &mut *self.state);
        state.hold = select_unpredictable(held, state.hold, 0);
        let kept = greater(self.rise, state.held_speed());
        self.rise = if state.hold > 0 { kept } else { self.rise };
    }

    /// Down and jump leave a one-way floor.
    fn drops(&mut self) -> bool {
        let can = self.feel.drop_through && self.around.on_floor && self.around.ground.one_way;
        self.dropped = can && self.upward < 0.0 && self.input.jump.pressed;
        if self.dropped {
            self.state.coyote = 0;
        }
        self.dropped
    }

    pub(super) fn jumps_off_floor(&mut self) -> bool {
        let on_floor = self.around.on_floor;
        if !on_floor && self.state.coyote == 0 {
            return false;
        }
        self.jump(if on_floor { JumpKind::Floor } else { JumpKind::Coyote }, self.feel.jump.speed);
        true
    }

    /// Off a wall within reach; of two that which it faces, then that toward greater coordinates.
    fn jumps_off_wall(&mut self) -> bool {
        let Some(wall_jump) = &self.feel.wall_jump else { return false };
        let order: [i8; 2] = if self.state.facing < 0 { [-1, 1] } else { [1, -1] };
        let is_near = |side: &i8| self.around.walls[usize::from(*side > 0)] != WallGap::Far;
        let Some(side) = order.into_iter().find(is_near) else { return false };
        self.jump(JumpKind::Wall, self.feel.jump.speed);
        let away = -side;
        self.along = f32::from(away) * wall_jump.speed;
        (self.state.forced, self.state.forced_along) = (wall_jump.force_ticks, away);
        self.state.facing = away;
        true
    }

    /// Begins a jump. With it goes what of its platform's velocity is upward: one from a platform that was left gets it here,
    /// one from the platform itself from whoever moves it, after this.
    pub(super) fn jump(&mut self, kind: JumpKind, speed: f32) {
        let lift = greater(self.frame.parts(self.around.lift).1, 0.0);
        let (now, kept) = match kind {
            JumpKind::Floor => (speed, speed + lift),
            JumpKind::Coyote => (speed + lift, speed + lift),
            _ => (speed, speed),
        };
        self.rise = now;
        self.along += self.feel.jump.along * self.toward;
        let state = &mut *self.state;
        (state.hold, state.hold_speed) = (self.feel.jump.var_jump_ticks, kept.to_bits());
        (state.coyote, state.slid, state.forced, state.dash) = (0, 0, 0, 0);
        (state.grip, state.jumping, state.sliding) = (Grip::Nothing, true, false);
        self.jumped = Some(kind);
    }
}
