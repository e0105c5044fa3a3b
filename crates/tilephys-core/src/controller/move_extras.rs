//! Optional data of a move, kept apart so that ordinary bodies stay cheap.

use super::actor::MoveConfig;
use super::move_trace::MoveTrace;
use super::rules::MoveHooks;
use super::walk::Foot;
use super::way::Trajectory;
use crate::floor_classifier::{Outline, Stance};
use crate::grid::Piece;
use glam::IVec2;
use std::cell::RefCell;

/// Optional data of a body's move.
#[derive(Clone, Copy)]
pub(crate) struct MoveExtras<'a> {
    stance: Stance,
    /// Collision hooks of the game.
    pub(crate) choices: Option<&'a MoveHooks<'a>>,
    /// Trace that records the move.
    pub(crate) notes: Option<&'a MoveTrace>,
    /// Trajectory that records the move.
    pub(super) way: Option<&'a RefCell<Trajectory>>,
}

impl<'a> MoveExtras<'a> {
    /// The optional data of a body with these settings, if any.
    #[inline]
    pub(crate) fn of(config: &MoveConfig, choices: Option<&'a MoveHooks<'a>>) -> Option<Self> {
        let on_middle = config.walk_if_grounded().is_some_and(|walk| walk.foot == Foot::Center);
        let is_special = on_middle || choices.is_some();
        is_special.then(|| MoveExtras { choices, ..MoveExtras::plain(config) })
    }

    /// Optional data with a trace.
    pub(crate) fn noting(config: &MoveConfig, notes: &'a MoveTrace) -> Self {
        MoveExtras { notes: Some(notes), ..MoveExtras::plain(config) }
    }

    /// Optional data with a trajectory.
    pub(crate) fn tracing(special: Option<Self>, config: &MoveConfig, way: &'a RefCell<Trajectory>) -> Self {
        MoveExtras { way: Some(way), ..special.unwrap_or_else(|| MoveExtras::plain(config)) }
    }

    fn plain(config: &MoveConfig) -> Self {
        MoveExtras { stance: config.stance(), choices: None, notes: None, way: None }
    }

    /// Outline of the body at `min` against a part.
    pub(crate) fn outline(&self, piece: &Piece, min: IVec2, size: IVec2) -> Outline {
        self.stance.against(piece.part, min, size)
    }
}
