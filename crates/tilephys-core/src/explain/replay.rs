//! Replay of a move from its explanation alone.

use super::data::{Explanation, Outcome, Piece, Reason, Taken};
use super::record::toward_start;
use crate::controller::slope_contact::SlopeContact;
use crate::controller::walking::Walking;
use crate::controller::{Actor, Motion};
use crate::grid::TileGrid;
use crate::response::Response;
use glam::{IVec2, UVec2, Vec2};

impl Explanation {
    /// Replays the move from its hits alone: the planes of the faces, the rounding, and the settings, without a grid. Returns the
    /// final min corner in lattice units and the velocity in px/s. If they equal the result of the move, nothing else had an
    /// influence.
    #[must_use]
    pub fn replay(&self) -> (IVec2, Vec2) {
        let nothing = TileGrid::new(UVec2::ONE);
        let actor = Actor::new(nothing.view(self.config.mask), self.body.size, &self.config);
        let mut motion = self.begun;
        let slides = self.config.response == Response::Slide;
        let walk = self.config.walk_if_grounded().filter(|_| slides);
        let mut walking = walk.map(|walk| Walking::new(actor, walk, &motion));
        walking.iter_mut().for_each(|walking| walking.state.stood = Some(self.stood));
        for piece in self.pieces.iter().filter(|piece| piece.gone) {
            match (piece.reason, &piece.hit) {
                (Reason::Motion | Reason::Rest, None) => motion.finish(),
                (Reason::Motion | Reason::Rest, Some(taken)) => {
                    hit(actor, walking.as_mut(), &mut motion, taken);
                }
                (Reason::Nudge, _) => motion.position += piece.translation,
                (Reason::Corner, _) => {
                    motion.position += piece.translation;
                    actor.finish_response(&mut motion);
                }
                (Reason::Step, _) => {
                    motion.position += piece.translation;
                    self.lose_fall(&mut motion);
                    actor.finish_response(&mut motion);
                }
                (Reason::Snap, taken) => self.set_down(&mut motion, piece, taken.as_ref()),
            }
        }
        (motion.position, motion.velocity)
    }

    /// Ends the motion along up, as a step does.
    fn lose_fall(&self, motion: &mut Motion) {
        let (up, vector) = (self.config.up.axis(), self.config.up.vector());
        motion.left[up] = 0;
        motion.remainder[up] = 0.0;
        if motion.velocity[up] * (vector[up] as f32) < 0.0 {
            motion.velocity[up] = 0.0;
        }
    }

    fn set_down(&self, motion: &mut Motion, piece: &Piece, taken: Option<&Taken>) {
        let Some(taken) = taken else { return };
        motion.position = piece.from + way_to(taken, piece.from, piece.translation);
        motion.velocity[self.config.up.axis()] = 0.0;
    }
}

fn plane(taken: &Taken) -> SlopeContact {
    SlopeContact { normal: taken.normal, offset: taken.offset }
}

fn way_to(taken: &Taken, at: IVec2, d: IVec2) -> IVec2 {
    toward_start(at, d, plane(taken)) + taken.rounded
}

/// Moves to a hit and responds.
fn hit(actor: Actor, walking: Option<&mut Walking>, motion: &mut Motion, taken: &Taken) {
    let d = motion.left;
    let gone = way_to(taken, motion.position, d);
    motion.position += gone;
    motion.left -= gone;
    motion.fraction = taken.fraction;
    motion.hits += 1;
    match walking {
        // The next segment continues from its own start.
        _ if taken.outcome == Outcome::Passes => return,
        Some(walking) => walking.respond(motion, d, plane(taken)),
        // The solid may have moved: only the outcome tells the speed of the rebound relative to it.
        None if taken.outcome == Outcome::Bounces => actor.rebound_or_rest(motion, plane(taken), true),
        None if taken.outcome == Outcome::Rests => actor.rebound_or_rest(motion, plane(taken), false),
        None => actor.respond_shaped(motion, plane(taken)),
    }
    actor.finish_response(motion);
}
