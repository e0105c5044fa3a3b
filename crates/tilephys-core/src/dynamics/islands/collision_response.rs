//! Collision response: a contact of two bodies, and their velocities after it, with restitution and friction.

use crate::dynamics::islands::{Member, StepTime};
use crate::dynamics::settings::{Combine, Profile};
use crate::response::Response;

/// Two bodies with touching faces across an axis, the lower one first.
pub(crate) struct Impact<'a> {
    pub(crate) axis: usize,
    pub(crate) low: (&'a Member, &'a Profile),
    pub(crate) high: (&'a Member, &'a Profile),
    pub(crate) combine: Combine,
}

impl Impact<'_> {
    pub(crate) fn approach(&self) -> f64 {
        self.low.0.velocity(self.axis) - self.high.0.velocity(self.axis)
    }

    /// Returns the inverse masses; equal ones if both masses are infinite.
    pub(crate) fn mobilities(&self) -> [f64; 2] {
        let masses = [self.low.0.mobility(), self.high.0.mobility()];
        if masses == [0.0, 0.0] { [1.0, 1.0] } else { masses }
    }

    pub(crate) fn restitution(&self) -> f64 {
        let own = |profile: &Profile| match profile.movement.response {
            Response::Bounce { restitution } if restitution > 0.0 => restitution,
            _ => 0.0,
        };
        let rule = self.combine.restitution;
        let restitution = rule.of(own(self.low.1), own(self.high.1));
        let rests = |profile: &Profile| f64::from(profile.movement.rest_speed);
        let a = rests(self.low.1);
        let b = rests(self.high.1);
        // Not `f64::max`, as in `CombineRule::of`.
        let rest = if b > a { b } else { a };
        // A pair that returns all speed never comes to rest, however slow it is.
        if restitution < 1.0 && f64::from(restitution) * self.approach() < rest {
            0.0
        } else {
            restitution.into()
        }
    }

    /// Returns the velocities along the axis after a rebound, and the impulse.
    pub(crate) fn rebound(&self, restitution: f64) -> ([f64; 2], f64) {
        let [low, high] = self.mobilities();
        let impulse = (1.0 + restitution) * self.approach() / (low + high);
        let after = [
            self.low.0.velocity(self.axis) - impulse * low,
            self.high.0.velocity(self.axis) + impulse * high,
        ];
        (after, impulse)
    }

    /// Returns the tangential velocities after the friction of an impulse; `None` without a change.
    pub(crate) fn friction_impulse(&self, impulse: f64) -> Option<[f64; 2]> {
        let own = |profile: &Profile| profile.collide.map_or(0.0, |collide| collide.friction);
        let friction = f64::from(self.combine.friction.of(own(self.low.1), own(self.high.1)));
        let across = 1 - self.axis;
        let speeds = [self.low.0.velocity(across), self.high.0.velocity(across)];
        let slip = speeds[0] - speeds[1];
        if friction == 0.0 || slip == 0.0 || impulse == 0.0 {
            return None;
        }
        let [low, high] = self.mobilities();
        let most = friction * impulse * (low + high);
        let size = if slip < 0.0 { -slip } else { slip };
        if most < size {
            let loss = slip * (most / size);
            return Some([speeds[0] - loss * (low / (low + high)), speeds[1] + loss * (high / (low + high))]);
        }
        // Exactly equal, so that no slip remains from rounding.
        let common = if high == 0.0 { speeds[1] } else { speeds[0] - slip * (low / (low + high)) };
        Some([common, common])
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceContact {
    /// Members, the one on the lower side of the axis first.
    pub(crate) members: [u32; 2],
    pub(crate) axis: usize,
    pub(crate) moment: StepTime,
    pub(crate) is_inside: bool,
}
