//! The game's part in a move: what a body meets, and what it does at a hit.

use super::hit::Hit;
use crate::grid::Met;
use crate::response::Response;
use glam::{IVec2, Vec2};

/// What the game decides for one body's move.
///
/// Both are pure questions: asked in no particular order and any number of times about what is met, and once for each hit,
/// in order of fraction. The same questions must get the same answers, or a move is not the same again.
#[derive(Clone, Copy)]
pub struct Choices<'a> {
    /// Does the body meet this? What it does not meet is not there for it: it neither stops nor holds nor pushes it out.
    pub meets: &'a dyn Fn(&Met) -> bool,
    /// What becomes of this hit? The body is at it; `left` of the hit is what is left of the translation before any response,
    /// the vector is the velocity, in px/s.
    pub responds: &'a dyn Fn(&Hit, Vec2) -> Answer,
}

impl Choices<'_> {
    /// Meets everything, responds as its settings say.
    pub const NONE: Choices<'static> = Choices { meets: &|_| true, responds: &|_, _| Answer::Own };
}

/// What becomes of a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Answer {
    /// What the body's settings say.
    #[default]
    Own,
    /// What this response says, without walking. [`Response::Pass`] is no answer to one hit and counts as [`Own`](Self::Own).
    Use(Response),
    /// It goes on with this velocity, in px/s, by this translation, in lattice units. What leads into the surface hits it
    /// again.
    Go {
        /// In px/s. One that is not finite is reported by the next step of a world, which then skips the body.
        velocity: Vec2,
        /// What is left of the translation, in lattice units.
        left: IVec2,
    },
    /// The move ends here; the velocity stays.
    End,
}
