//! A moving box with its settings, and the optional data of its move.

use super::candidate::Candidate;
use super::config::{Foot, MoveConfig};
use super::hit::MoveHooks;
use super::motion::{Motion, Trajectory};
use super::trace::{Aside, MoveTrace, TraceEvent};
use crate::floor_classifier::{Outline, Stance};
use crate::grid::{Piece, View, overlaps};
use glam::IVec2;
use std::cell::RefCell;

/// A moving box: size, view of the grid, and settings.
#[derive(Clone, Copy)]
pub(crate) struct Actor<'a> {
    pub(crate) view: View<'a>,
    pub(crate) size: IVec2,
    pub(crate) config: &'a MoveConfig,
    pub(crate) special: Option<&'a MoveExtras<'a>>,
    /// True if a caller may read which solid was hit, and not only where.
    pub(crate) names_hits: bool,
    pub(crate) trajectory: Option<&'a RefCell<Trajectory>>,
}

impl<'a> Actor<'a> {
    #[inline(always)]
    pub(crate) fn new(view: View<'a>, size: IVec2, config: &'a MoveConfig) -> Self {
        Actor { view, size, config, special: None, names_hits: true, trajectory: None }
    }

    #[inline]
    pub(crate) fn is_free(&self, at: IVec2) -> bool {
        let max = at + self.size;
        let Some(special) = self.special else { return !self.view.overlaps(at, max) };
        let cells = self.view.cells().covered(at, max);
        self.view.any_solid(cells).is_none()
            && !self.view.any_piece(cells, |piece| overlaps(piece, special.outline(piece, at, self.size)))
    }

    #[inline(always)]
    pub(crate) fn outline(&self, piece: &Piece, min: IVec2) -> Outline {
        match self.special {
            None => Outline::of(min, self.size),
            Some(special) => special.outline(piece, min, self.size),
        }
    }

    /// Records an event, if a trace is requested. Without the feature `trace` nothing requests one.
    #[inline]
    pub(crate) fn note(&self, note: impl FnOnce() -> TraceEvent) {
        let notes = self.special.and_then(|special| special.notes);
        if let Some(notes) = notes.filter(|_| cfg!(feature = "trace")) {
            notes.borrow_mut().push(note());
        }
    }

    #[inline]
    pub(crate) fn note_aside(&self, what: Aside, from: IVec2, by: IVec2, found: Option<Candidate>) {
        self.note(|| {
            let found = found.map(|found| (found, self.plane_of(&found, from, by)));
            TraceEvent::Aside { what, from, by, found }
        });
    }

    #[inline]
    pub(super) fn extend_to(&self, motion: &Motion) {
        if let Some(trajectory) = self.trajectory {
            trajectory.borrow_mut().extend_to(motion.position, motion.fraction);
        }
    }
}

/// Optional data of a body's move.
#[derive(Clone, Copy)]
pub(crate) struct MoveExtras<'a> {
    stance: Stance,
    pub(crate) choices: Option<&'a MoveHooks<'a>>,
    pub(super) notes: Option<&'a MoveTrace>,
}

impl<'a> MoveExtras<'a> {
    #[inline]
    pub(crate) fn of(config: &MoveConfig, choices: Option<&'a MoveHooks<'a>>) -> Option<Self> {
        let on_middle = config.walk_if_grounded().is_some_and(|walk| walk.foot == Foot::Center);
        let is_special = on_middle || choices.is_some();
        is_special.then(|| MoveExtras { choices, ..MoveExtras::plain(config) })
    }

    #[cfg(feature = "trace")]
    pub(crate) fn traced(config: &MoveConfig, notes: &'a MoveTrace) -> Self {
        MoveExtras { notes: Some(notes), ..MoveExtras::plain(config) }
    }

    pub(crate) fn plain(config: &MoveConfig) -> Self {
        MoveExtras { stance: config.stance(), choices: None, notes: None }
    }

    pub(crate) fn outline(&self, piece: &Piece, min: IVec2, size: IVec2) -> Outline {
        self.stance.against(piece.part, min, size)
    }
}
