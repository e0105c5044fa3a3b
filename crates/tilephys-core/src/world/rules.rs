//! The game's rules for bodies of a world.

use super::ids::BodyId;
use super::pairs::Meeting;
use crate::grid::Met;
use crate::movement::{Answer, Hit};
use glam::Vec2;

/// What the game decides for bodies whose profile [asks](crate::Profile::ask_rules): given to a step by its
/// [hooks](crate::StepHooks::rules).
///
/// The questions may come from several threads and in any order of bodies; for one body those about hits come in the order
/// of the hits. The same questions must get the same answers. No rule sees the world: what it needs it brings along.
pub trait Rules: Sync {
    /// Does the body meet this? What it does not meet is not there for it: it neither stops nor holds nor pushes it out.
    fn meets(&self, _body: BodyId, _met: &Met) -> bool {
        true
    }

    /// What becomes of this hit? `left` of the hit is the translation that is left before any response, `velocity` is in px/s.
    fn responds(&self, _body: BodyId, _hit: &Hit, _velocity: Vec2) -> Answer {
        Answer::Own
    }

    /// Do these two bodies collide, the smaller id first, if their settings say so? Asked if the profile of either
    /// [asks](crate::Profile::ask_rules).
    fn meets_body(&self, _body: BodyId, _other: BodyId) -> bool {
        true
    }

    /// What becomes of the velocities of two bodies that meet, in px/s; `None` for what their own settings say. Velocities that
    /// still bring them together lose that by their masses. One that is not finite is
    /// [rejected](crate::EventKind::Rejected), and the settings decide. Asked if the profile of either asks.
    fn responds_to_body(&self, _meeting: &Meeting) -> Option<[Vec2; 2]> {
        None
    }
}
