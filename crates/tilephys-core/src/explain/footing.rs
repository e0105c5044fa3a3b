//! Floor of a body at the end of its move, or the reason why there is none.

use super::data::{Footing, Outcome, Piece, Reason};
use crate::controller::slope_contact::dot;
use crate::controller::walking::Walking;
use crate::controller::{Actor, Motion, MoveResult, Snap};
use crate::grid::touches;
use crate::response::Response;
use glam::IVec2;

/// Footing of a body. `begun` is the motion after depenetration, `ended` the final motion.
pub(super) fn footing(
    actor: Actor,
    begun: &Motion,
    ended: &Motion,
    moved: &MoveResult,
    stood: bool,
    pieces: &[Piece],
) -> Footing {
    if let Some(floor) = moved.floor {
        return Footing::Stands(floor);
    }
    if let Some(normal) = steep_under(actor, ended.position) {
        return Footing::TooSteep { normal };
    }
    let slides = actor.config.response == Response::Slide;
    let Some(walk) = actor.config.walk_if_grounded().filter(|walk| slides && walk.snap != Snap::Off) else {
        return Footing::NoSnap;
    };
    let up = actor.config.up.vector().as_vec2();
    if Walking::new(actor, walk, begun).rises() || ended.velocity.dot(up) > 0.0 {
        return Footing::Rises;
    }
    if !stood {
        return Footing::DidNotStand;
    }
    let snap = pieces.last().filter(|piece| piece.reason == Reason::Snap);
    match snap.map(|piece| (piece, piece.hit)) {
        Some((piece, None)) => {
            // The search reaches a unit farther than the snap distance.
            let within = piece.translation.abs().max_element() - 1;
            Footing::NothingBelow { within }
        }
        Some((_, Some(hit))) if hit.outcome == Outcome::Refused => {
            Footing::NoFloorBelow { normal: hit.normal }
        }
        _ => Footing::Hangs,
    }
}

/// A face under the body at `at` that is too steep to stand on.
fn steep_under(actor: Actor, at: IVec2) -> Option<IVec2> {
    let view = actor.view;
    let size = actor.size;
    let stance = actor.config.stance();
    let grown = view.cells().covered(at - IVec2::ONE, at + size + IVec2::ONE);
    let mut steep = None;
    if view.has_shapes() {
        view.any_piece(grown, |piece| {
            touches(piece, stance.against(piece.part, at, size), |normal| {
                if dot(normal, stance.up.vector()) > 0 && !stance.is_floor(normal) {
                    steep = Some(normal);
                }
            });
            steep.is_some()
        });
    }
    steep
}
