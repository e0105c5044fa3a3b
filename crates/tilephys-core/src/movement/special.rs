//! What few bodies have: kept out of the way of those without it.

use super::actor::MoveConfig;
use super::notes::Notes;
use super::rules::Choices;
use super::walk::Foot;
use super::way::Way;
use crate::grid::Piece;
use crate::stance::{Outline, Stance};
use glam::IVec2;
use std::cell::RefCell;

/// How a body differs from most in a move.
#[derive(Clone, Copy)]
pub(crate) struct Special<'a> {
    stance: Stance,
    /// What the game decides.
    pub(crate) choices: Option<&'a Choices<'a>>,
    /// Where the move tells of itself.
    pub(crate) notes: Option<&'a Notes>,
    /// Where the move notes its way.
    pub(super) way: Option<&'a RefCell<Way>>,
}

impl<'a> Special<'a> {
    /// What is special about a body with these settings, if anything.
    #[inline]
    pub(crate) fn of(config: &MoveConfig, choices: Option<&'a Choices<'a>>) -> Option<Self> {
        let on_middle = config.walk.is_some_and(|walk| walk.foot == Foot::Center);
        let is_special = on_middle || choices.is_some();
        is_special.then(|| Special { choices, ..Special::plain(config) })
    }

    /// What is special about one whose move is noted.
    pub(crate) fn noting(config: &MoveConfig, notes: &'a Notes) -> Self {
        Special { notes: Some(notes), ..Special::plain(config) }
    }

    /// The same for one whose way is noted.
    pub(crate) fn tracing(special: Option<Self>, config: &MoveConfig, way: &'a RefCell<Way>) -> Self {
        Special { way: Some(way), ..special.unwrap_or_else(|| Special::plain(config)) }
    }

    fn plain(config: &MoveConfig) -> Self {
        Special { stance: config.stance(), choices: None, notes: None, way: None }
    }

    /// What of the body at `min` meets a part.
    pub(crate) fn outline(&self, piece: &Piece, min: IVec2, size: IVec2) -> Outline {
        self.stance.against(piece.part, min, size)
    }
}
