//! Who moves, and by which settings.

use super::special::Special;
use super::walk::{Foot, Walk};
use crate::direction::Direction;
use crate::fault::{Fault, Field};
use crate::grid::{Piece, View, overlaps};
use crate::response::Response;
use crate::stance::{Outline, Stance};
use glam::IVec2;

/// How a body moves, whatever moves it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct MoveConfig {
    /// Filter bits: tiles whose category shares one are solid to the body.
    pub mask: u32,
    /// Which way is up: decides what is a floor, and what an exact corner does.
    pub up: Direction,
    /// What a hit does.
    pub response: Response,
    /// Rebounds slower than this come to rest; only for a restitution below 1. In px/s, not negative; infinite for all. A rebound
    /// from a solid that moves counts relative to that solid.
    pub rest_speed: f32,
    /// How it walks, for a body that slides; `None` for one that floats: it knows no floor, and all surfaces are alike.
    pub walk: Option<Walk>,
}

impl MoveConfig {
    /// The first number that is NaN or out of range, and which of the two it is; `None` if all are sound.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        Fault::of_limit(Field::RestSpeed, self.rest_speed)
            .or_else(|| self.walk.as_ref().and_then(Walk::fault))
            .or_else(|| match self.response {
                Response::Bounce { restitution } => Fault::of_amount(Field::Restitution, restitution),
                _ => None,
            })
    }

    /// How it walks, if it does: only who slides tells floors from walls.
    #[inline(always)]
    pub(crate) fn walking(&self) -> Option<&Walk> {
        if self.response == Response::Slide { self.walk.as_ref() } else { None }
    }

    /// Does a hit on a whole tile do nothing but clear its axis?
    #[inline]
    pub(crate) fn clears_axes_only(&self) -> bool {
        self.response == Response::Slide && self.walk.as_ref().is_none_or(Walk::takes_hits_simply)
    }

    /// # Panics
    /// If a number of `walk` is not sound. (A restitution that is none counts as 0.)
    pub(crate) fn validate(&self) {
        if let Some((field, fault)) = self.walk.as_ref().and_then(Walk::fault) {
            panic!("{field} {fault}: {self:?}");
        }
    }

    /// What is a floor to the body.
    pub(crate) fn stance(&self) -> Stance {
        match &self.walk {
            Some(walk) => Stance::new(self.up, walk.floor_max_angle, walk.foot == Foot::Center),
            None => Stance::usual(self.up),
        }
    }
}

impl Default for MoveConfig {
    /// Solid to everything, up is up, slides, rests below 20 px/s, walks.
    fn default() -> Self {
        MoveConfig {
            mask: u32::MAX,
            up: Direction::Up,
            response: Response::Slide,
            rest_speed: 20.0,
            walk: Some(Walk::default()),
        }
    }
}

/// Who moves: a box of some size, through what it sees of the grid, by its settings.
#[derive(Clone, Copy)]
pub(crate) struct Actor<'a> {
    pub(crate) view: View<'a>,
    pub(crate) size: IVec2,
    pub(crate) config: &'a MoveConfig,
    /// What few bodies have.
    pub(crate) special: Option<&'a Special<'a>>,
    /// Which of several faces that are hit at once is told does not matter: the body slides along them, and nobody asks.
    pub(crate) any_face_will_do: bool,
}

impl<'a> Actor<'a> {
    /// One without anything special.
    #[inline(always)]
    pub(crate) fn new(view: View<'a>, size: IVec2, config: &'a MoveConfig) -> Self {
        Actor { view, size, config, special: None, any_face_will_do: false }
    }

    /// Does the body overlap nothing there?
    #[inline]
    pub(crate) fn is_free(self, at: IVec2) -> bool {
        let max = at + self.size;
        let Some(special) = self.special else { return !self.view.overlaps(at, max) };
        let cells = self.view.cells().covered(at, max);
        self.view.any_solid(cells).is_none()
            && !self.view.any_piece(cells, |piece| overlaps(piece, special.outline(piece, at, self.size)))
    }

    /// What of the body at `min` meets a part.
    #[inline(always)]
    pub(crate) fn outline(self, piece: &Piece, min: IVec2) -> Outline {
        match self.special {
            None => Outline::of(min, self.size),
            Some(special) => special.outline(piece, min, self.size),
        }
    }
}
