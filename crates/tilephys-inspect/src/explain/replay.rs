//! Replay of a move from its explanation alone.

use super::data::{Explanation, Outcome, Piece, Reason, Taken};
use super::record::toward_start;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::TileGrid;
use tilephys_core::trace::{Replay, ResponseKind, SlopeContact};

impl Explanation {
    /// Replays the move from its hits alone: the planes of the faces, the rounding, and the settings, without a grid. Returns the
    /// final min corner in lattice units and the velocity in px/s. If they equal the result of the move, nothing else had an
    /// influence.
    #[must_use]
    pub fn replay(&self) -> (IVec2, Vec2) {
        let unread = TileGrid::new(UVec2::ONE);
        let mut replay = Replay::new(&unread, self.body.size, &self.config, self.begun, self.stood);
        for piece in self.pieces.iter().filter(|piece| piece.gone) {
            match (piece.reason, &piece.hit) {
                (Reason::Motion | Reason::Rest, None) => replay.finish(),
                (Reason::Motion | Reason::Rest, Some(taken)) => hit(&mut replay, taken),
                (Reason::Nudge, _) => replay.motion.position += piece.translation,
                (Reason::Corner, _) => replay.pass_corner(piece.translation),
                (Reason::Step, _) => replay.step_up(piece.translation),
                (Reason::Snap, Some(taken)) => replay.land(floor_of(piece, taken)),
                (Reason::Snap, None) => {}
            }
        }
        (replay.motion.position, replay.motion.velocity)
    }
}

fn plane(taken: &Taken) -> SlopeContact {
    SlopeContact { normal: taken.normal, offset: taken.offset }
}

/// Translation to a hit, from a place on the way.
fn way_to(taken: &Taken, at: IVec2, d: IVec2) -> IVec2 {
    toward_start(at, d, plane(taken)) + taken.rounded
}

/// Place at which a body that snaps stands on the floor.
fn floor_of(piece: &Piece, taken: &Taken) -> IVec2 {
    piece.from + way_to(taken, piece.from, piece.translation)
}

/// Moves to a hit and responds.
fn hit(replay: &mut Replay, taken: &Taken) {
    let d = replay.motion.left;
    replay.arrive(way_to(taken, replay.motion.position, d), taken.fraction);
    let kind = match taken.outcome {
        // The next segment continues from its own start.
        Outcome::Passes => return,
        Outcome::Bounces => Some(ResponseKind::Bounces),
        Outcome::Rests => Some(ResponseKind::Rests),
        _ => None,
    };
    replay.respond(d, plane(taken), kind);
}
