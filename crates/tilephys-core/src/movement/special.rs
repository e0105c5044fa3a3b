//! Optional data of a move, kept apart so that ordinary bodies stay cheap.

use super::actor::MoveConfig;
use super::notes::Notes;
use super::rules::Choices;
use super::walk::Foot;
use super::way::Way;
use crate::grid::Piece;
use crate::stance::{Outline, Stance};
use glam::IVec2;
use std::cell::RefCell;

/// Optional data of a body's move.
#[derive(Clone, Copy)]
pub(crate) struct Special<'a> {
    stance: Stance,
    /// Collision hooks of the game.
    pub(crate) choices: Option<&'a Choices<'a>>,
    /// Trace that records the move.
    pub(crate) notes: Option<&'a Notes>,
    /// Trajectory that records the move.
    pub(super) way: Option<&'a RefCell<Way>>,
}

impl<'a> Special<'a> {
    /// The optional data of a body with these settings, if any.
    #[inline]
    pub(crate) fn of(config: &MoveConfig, choices: Option<&'a Choices<'a>>) -> Option<Self> {
        let on_middle = config.walk.is_some_and(|walk| walk.foot == Foot::Center);
        let is_special = on_middle || choices.is_some();
        is_special.then(|| Special { choices, ..Special::plain(config) })
    }

    /// Optional data with a trace.
    pub(crate) fn noting(config: &MoveConfig, notes: &'a Notes) -> Self {
        Special { notes: Some(notes), ..Special::plain(config) }
    }

    /// Optional data with a trajectory.
    pub(crate) fn tracing(special: Option<Self>, config: &MoveConfig, way: &'a RefCell<Way>) -> Self {
        Special { way: Some(way), ..special.unwrap_or_else(|| Special::plain(config)) }
    }

    fn plain(config: &MoveConfig) -> Self {
        Special { stance: config.stance(), choices: None, notes: None, way: None }
    }

    /// Outline of the body at `min` against a part.
    pub(crate) fn outline(&self, piece: &Piece, min: IVec2, size: IVec2) -> Outline {
        self.stance.against(piece.part, min, size)
    }
}
