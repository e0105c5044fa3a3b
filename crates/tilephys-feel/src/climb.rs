//! Climbing of ladders, ropes and walls.

use crate::control::{JumpKind, Turn};
use crate::moves::Climb;
use crate::state::{Grip, RiseBy};
use crate::surroundings::WallGap;

impl Turn<'_> {
    /// Grabs a ladder, rope or wall, or continues to climb. Returns true while it climbs.
    pub(crate) fn climbs(&mut self) -> bool {
        let Some(climb) = &self.feel.climb else { return false };
        let held = self.grip(climb);
        let was = std::mem::replace(&mut self.state.grip, held);
        if held == Grip::Nothing {
            if was == Grip::Wall && self.upward > 0.0 && self.input.grab && climb.hop_up > 0.0 {
                self.along = f32::from(self.state.facing) * climb.hop_along;
                self.rise = climb.hop_up;
                return true;
            }
            // At its end the ladder no longer lifts the character, unless it climbs over an edge beside the ladder.
            if was == Grip::Ladder && self.upward > 0.0 && self.rise > 0.0 && self.toward == 0.0 {
                self.rise = 0.0;
            }
            return false;
        }
        // Down from a platform at the top of a ladder.
        self.dropped |= held == Grip::Ladder && self.around.on_floor && self.upward < 0.0;
        let state = &mut *self.state;
        state.hold = 0;
        state.slid = 0;
        state.rise_by = RiseBy::Nothing;
        state.sliding = false;
        state.refill(self.feel);
        if self.wants_jump() {
            self.jump(JumpKind::Grip, self.feel.jump.speed);
            return true;
        }
        let speed = if self.upward > 0.0 { climb.up_speed } else { climb.down_speed };
        self.rise = self.upward * speed;
        let stays = held == Grip::Ladder && self.toward == 0.0 && self.dt > 0.0;
        if let Some(left) = self.around.ladder_rise.filter(|_| stays) {
            let most = left / self.dt;
            self.rise = if self.rise > most { most } else { self.rise };
        }
        self.along = if held == Grip::Ladder { self.toward * climb.along_speed } else { 0.0 };
        true
    }

    /// Object that the character holds on to in this tick.
    fn grip(&self, climb: &Climb) -> Grip {
        let was = self.state.grip;
        // A jump must leave the object before the character grabs again.
        if was == Grip::Nothing && self.state.is_jumping() {
            return Grip::Nothing;
        }
        let wall = self.around.walls[usize::from(self.state.facing > 0)];
        if climb.walls && self.input.grab && wall == WallGap::Touching && self.state.facing != 0 {
            return Grip::Wall;
        }
        let wants = was == Grip::Ladder || self.upward != 0.0 || self.input.grab;
        let goes_on_below = self.around.ladder_fall.is_none_or(|left| left > 0.0);
        let climbs_through = self.upward < 0.0 && self.around.ground.one_way && goes_on_below;
        let stands = self.around.on_floor && self.upward <= 0.0 && !climbs_through;
        if self.around.ladder && wants && !stands { Grip::Ladder } else { Grip::Nothing }
    }
}
