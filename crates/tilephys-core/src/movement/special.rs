//! What few bodies have: kept out of the way of those without it.

use super::actor::MoveConfig;
use super::memory::Memory;
use super::notes::Notes;
use super::rules::Choices;
use super::walk::Foot;
use super::way::Way;
use crate::grid::{Piece, is_held};
use crate::stance::{Outline, Stance};
use glam::IVec2;
use std::cell::RefCell;

/// How a body differs from most in a move.
#[derive(Clone, Copy)]
pub(crate) struct Special<'a> {
    /// The min corner at which the body stood on the one-way lines that it falls through now.
    dropped_from: Option<IVec2>,
    stance: Stance,
    /// What the game decides.
    pub(crate) choices: Option<&'a Choices<'a>>,
    /// Where the move tells of itself.
    pub(crate) notes: Option<&'a Notes>,
    /// Where the move notes its way.
    pub(super) way: Option<&'a RefCell<Way>>,
}

impl<'a> Special<'a> {
    /// What is special about a body with this memory and settings, if anything.
    #[inline]
    pub(crate) fn of(
        memory: Option<&Memory>,
        config: &MoveConfig,
        choices: Option<&'a Choices<'a>>,
    ) -> Option<Self> {
        let on_middle = config.walk.is_some_and(|walk| walk.foot == Foot::Center);
        let dropped_from = memory.and_then(|memory| memory.dropped_from);
        let is_special = on_middle || dropped_from.is_some() || choices.is_some();
        is_special.then(|| Special { dropped_from, stance: config.stance(), choices, notes: None, way: None })
    }

    /// What is special about one whose move is noted.
    pub(crate) fn noting(memory: &Memory, config: &MoveConfig, notes: &'a Notes) -> Self {
        let (dropped_from, stance) = (memory.dropped_from, config.stance());
        Special { dropped_from, stance, choices: None, notes: Some(notes), way: None }
    }

    /// The same for one whose way is noted.
    pub(crate) fn tracing(special: Option<Self>, config: &MoveConfig, way: &'a RefCell<Way>) -> Self {
        let plain =
            Special { dropped_from: None, stance: config.stance(), choices: None, notes: None, way: None };
        Special { way: Some(way), ..special.unwrap_or(plain) }
    }

    /// Does the body fall through this line?
    pub(crate) fn drops_through(&self, piece: &Piece, size: IVec2) -> bool {
        self.dropped_from.is_some_and(|min| is_held(piece, min, size, self.stance))
    }

    /// What of the body at `min` meets a part.
    pub(crate) fn outline(&self, piece: &Piece, min: IVec2, size: IVec2) -> Outline {
        self.stance.against(piece.part, min, size)
    }
}
