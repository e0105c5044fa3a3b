//! Climbing of ladders, ropes, walls, bars and ledges.

use crate::control::{JumpKind, Turn};
use crate::frame::greater;
use crate::moves::Climb;
use crate::state::{Grip, RiseBy};
use crate::surroundings::{BarGap, LedgeGap, WallGap};

impl Turn<'_> {
    /// Takes hold of something to climb, or continues to climb. Returns true while it climbs.
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
        match (held, self.around.bar, self.around.ledge) {
            (Grip::Bar, Some(bar), _) => self.hangs_from(bar, climb),
            (Grip::Ledge, _, Some(ledge)) => self.hangs_on(ledge, climb),
            _ => self.moves_on(held, climb),
        }
        true
    }

    /// Moves on a ladder or a wall.
    fn moves_on(&mut self, held: Grip, climb: &Climb) {
        let speed = if self.upward > 0.0 { climb.up_speed } else { climb.down_speed };
        self.rise = self.upward * speed;
        let stays = held == Grip::Ladder && self.toward == 0.0;
        if let Some(left) = self.around.ladder_rise.filter(|_| stays) {
            self.rise = self.limited(self.rise, left);
        }
        self.along = if held == Grip::Ladder { self.toward * climb.along_speed } else { 0.0 };
        // On a rope, input along leads nowhere.
        if held == Grip::Ladder && self.along == 0.0 {
            self.along = self.toward_by(self.around.ladder_middle, climb.center_speed, climb.center_speed);
        }
    }

    /// Moves along a bar, as far as its ends, with the hands at it.
    fn hangs_from(&mut self, bar: BarGap, climb: &Climb) {
        self.rise = self.toward_by(bar.rise, climb.up_speed, climb.down_speed);
        let along = self.toward * climb.bar_speed;
        let [before, behind] = bar.ends;
        self.along =
            if along > 0.0 { self.limited(along, behind) } else { 0.0 - self.limited(-along, before) };
    }

    /// Hangs with the hands at a ledge, or climbs onto it.
    fn hangs_on(&mut self, ledge: LedgeGap, climb: &Climb) {
        self.along = 0.0;
        if self.upward <= 0.0 {
            self.rise = self.toward_by(ledge.over_hands, climb.up_speed, climb.down_speed);
            return;
        }
        self.rise = self.limited(self.upward * climb.up_speed, ledge.rise);
        if ledge.rise == 0.0 {
            self.along = f32::from(self.state.facing) * climb.up_speed;
        }
    }

    /// A speed that moves at most `most` px in this tick.
    fn limited(&self, speed: f32, most: f32) -> f32 {
        let limit = most / self.dt;
        if self.dt > 0.0 && speed > limit { limit } else { speed }
    }

    /// Speed that covers a distance in this tick: at most `rise` toward greater values, and `fall` toward lesser.
    fn toward_by(&self, distance: f32, rise: f32, fall: f32) -> f32 {
        let limit = if self.dt > 0.0 { distance / self.dt } else { 0.0 };
        let least = greater(limit, -fall);
        if least > rise { rise } else { least }
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
        if self.around.ladder && wants && !stands {
            return Grip::Ladder;
        }
        let is_let_go = self.around.on_floor || self.upward < 0.0;
        let wants_bar = was == Grip::Bar || self.upward > 0.0 || self.input.grab;
        if self.around.bar.is_some() && climb.bar_speed > 0.0 && wants_bar && !is_let_go {
            return Grip::Bar;
        }
        let takes_ledge = was == Grip::Ledge || self.rise_before() <= 0.0;
        if self.around.ledge.is_some() && takes_ledge && !is_let_go { Grip::Ledge } else { Grip::Nothing }
    }
}
