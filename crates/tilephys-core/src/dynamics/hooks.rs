//! Collision hooks: callbacks by which the game filters collisions and changes hit responses.

use crate::controller::{Hit, HitResponse};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::BodyContact;
use crate::grid::Obstacle;
use glam::Vec2;

/// Collision hooks of the game, for bodies whose profile [uses them](crate::Profile::use_hooks).
///
/// [`StepHooks::rules`](crate::StepHooks::rules) passes them to a step. Calls come from several threads and in any order of bodies;
/// hits of one body come in order of time. Equal arguments must give equal results. Hooks have no access to the world.
#[doc(alias("contact filter", "pre-solve"))]
pub trait CollisionHooks: Sync {
    /// True if the body collides with an obstacle. Default true.
    ///
    /// An obstacle that is filtered out neither stops nor supports the body, and does not push it out.
    fn should_collide(&self, _body: BodyId, _met: &Obstacle) -> bool {
        true
    }

    /// Returns the response to a hit; `velocity` is in px/s. Default [`HitResponse::Default`], the response of the profile.
    ///
    /// `left` of the hit is the translation before any response.
    fn responds(&self, _body: BodyId, _hit: &Hit, _velocity: Vec2) -> HitResponse {
        HitResponse::Default
    }

    /// True if two bodies collide, the smaller id first. Default true.
    ///
    /// Called for pairs whose settings let them collide, if either profile [uses hooks](crate::Profile::use_hooks).
    fn should_collide_with_body(&self, _body: BodyId, _other: BodyId) -> bool {
        true
    }

    /// Returns the velocities of two bodies after a contact, in px/s, or `None` for the result of their settings. Default `None`.
    ///
    /// An approach speed that remains is removed, split by the masses. A non-finite velocity is
    /// [rejected](crate::EventKind::Rejected), and the settings apply. Called if either profile uses hooks.
    fn responds_to_body(&self, _meeting: &BodyContact) -> Option<[Vec2; 2]> {
        None
    }
}
