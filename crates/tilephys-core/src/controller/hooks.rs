//! Collision hooks of a single move: collision filter and hit response.

use super::hit::Hit;
use crate::grid::Obstacle;
use crate::response::Response;
use glam::{IVec2, Vec2};

/// Collision hooks of one body's move.
///
/// Both are pure functions. `meets` is called in no particular order and any number of times; `responds` is called once for each
/// hit, in order of fraction. Equal arguments must give equal results, or a move is not reproducible.
#[derive(Clone, Copy)]
#[doc(alias = "contact filter")]
pub struct MoveHooks<'a> {
    /// Collision filter: returns false for a solid that the body ignores, which then neither stops nor holds nor depenetrates it.
    pub meets: &'a dyn Fn(&Obstacle) -> bool,
    /// Hit response. The body is at the hit. [`Hit::left`] is the translation left before any response, the vector is the velocity
    /// in px/s.
    pub responds: &'a dyn Fn(&Hit, Vec2) -> HitResponse,
}

impl MoveHooks<'_> {
    /// Collides with everything, and responds by the body's settings.
    pub const NONE: MoveHooks<'static> =
        MoveHooks { meets: &|_| true, responds: &|_, _| HitResponse::Default };
}

/// Response of a collision hook to a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HitResponse {
    /// Responds by the body's settings. The default.
    #[default]
    Default,
    /// Responds in this way, without walking. [`Response::PassThrough`] is no response to one hit and counts as [`Own`](Self::Default).
    Use(Response),
    /// Continues with this velocity and translation. Motion into the surface hits it again.
    Go {
        /// Velocity, in px/s. In a world, the next step reports a velocity that is not finite and skips the body.
        velocity: Vec2,
        /// Translation left, in lattice units.
        left: IVec2,
    },
    /// Ends the move here and keeps the velocity.
    End,
}
