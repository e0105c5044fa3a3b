//! Floor of a body at the end of its move, or the reason why there is none.

use super::data::{Explanation, Footing, Outcome, Piece, Reason};
use glam::IVec2;
use tilephys_core::Response;
use tilephys_core::moves::Snap;
use tilephys_core::trace::Beginning;

/// Footing of a body after its move. `steep` is the normal of a face under it that is too steep to stand on.
pub(super) fn footing(
    explanation: &Explanation,
    beginning: &Beginning,
    steep: Option<IVec2>,
    pieces: &[Piece],
) -> Footing {
    let Explanation { config, after, moved, .. } = explanation;
    if let Some(floor) = moved.floor {
        return Footing::Stands(floor);
    }
    if let Some(normal) = steep {
        return Footing::TooSteep { normal };
    }
    let slides = config.response == Response::Slide;
    if config.walk_if_grounded().is_none_or(|walk| !slides || walk.snap == Snap::Off) {
        return Footing::NoSnap;
    }
    if beginning.rises || after.velocity.dot(config.up.vector().as_vec2()) > 0.0 {
        return Footing::Rises;
    }
    if !beginning.stood {
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
