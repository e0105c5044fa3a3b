//! The game's rules for bodies of a world.

use super::ids::BodyId;
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
}
