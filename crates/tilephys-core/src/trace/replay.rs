//! A move that is played from its hits alone, without a grid.

use crate::controller::move_trace::ResponseKind;
use crate::controller::slope_contact::SlopeContact;
use crate::controller::walking::Walking;
use crate::controller::{Actor, Motion, MoveConfig};
use crate::fraction::Fraction;
use crate::grid::TileGrid;
use glam::IVec2;

/// A move in progress, advanced from outside. The responses are the engine's.
pub struct Replay<'a> {
    /// Motion so far.
    pub motion: Motion,
    actor: Actor<'a>,
    walking: Option<Walking<'a>>,
}

impl<'a> Replay<'a> {
    /// A move that begins as `begun`. `stood` is true if the body stood on a floor. The grid is not read.
    #[must_use]
    pub fn new(
        unread: &'a TileGrid,
        size: IVec2,
        config: &'a MoveConfig,
        begun: Motion,
        stood: bool,
    ) -> Self {
        let actor = Actor::new(unread.view(config.mask), size, config);
        let mut walking = config.walking().map(|walk| Walking::new(actor, walk, &begun));
        walking.iter_mut().for_each(|walking| walking.state.stood = Some(stood));
        Replay { motion: begun, actor, walking }
    }

    /// Travels to the end of the straight line.
    pub fn finish(&mut self) {
        self.motion.finish();
    }

    /// Travels by `gone` to a hit at this fraction.
    pub fn arrive(&mut self, gone: IVec2, fraction: Fraction) {
        self.motion.position += gone;
        self.motion.left -= gone;
        self.motion.fraction = fraction;
        self.motion.hits += 1;
    }

    /// Responds to the hit of a segment with the translation `d`. A solid may have moved, so `kind` decides whether the body rebounds.
    pub fn respond(&mut self, d: IVec2, contact: SlopeContact, kind: Option<ResponseKind>) {
        let motion = &mut self.motion;
        match (&mut self.walking, kind) {
            (Some(walking), _) => walking.respond(motion, d, contact),
            (None, Some(ResponseKind::Bounces)) => self.actor.rebound_or_rest(motion, contact, true),
            (None, Some(ResponseKind::Rests)) => self.actor.rebound_or_rest(motion, contact, false),
            (None, _) => self.actor.respond_shaped(motion, contact),
        }
        self.actor.finish_response(motion);
    }

    /// Lifts the body onto a one-way line before the move.
    pub fn nudge(&mut self, by: IVec2) {
        self.motion.position += by;
    }

    /// Shifts the body past a corner.
    pub fn pass_corner(&mut self, by: IVec2) {
        self.motion.position += by;
        self.actor.finish_response(&mut self.motion);
    }

    /// Lifts a walking body onto a step.
    pub fn step_up(&mut self, by: IVec2) {
        if let Some(walking) = &self.walking {
            walking.rise_onto_step(&mut self.motion, by);
        }
        self.actor.finish_response(&mut self.motion);
    }

    /// Puts a walking body down on a floor.
    pub fn land(&mut self, at: IVec2) {
        if let Some(walking) = &self.walking {
            walking.land(&mut self.motion, at);
        }
    }
}
