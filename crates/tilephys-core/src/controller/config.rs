//! Collision settings of a body.

use super::walk::{Foot, MotionMode, Walk};
use crate::direction::Direction;
use crate::fault::{Fault, Field};
use crate::floor_classifier::Stance;
use crate::response::Response;

/// Collision settings of a body, for every kind of move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct MoveConfig {
    /// Mask bits: tiles whose category shares a bit are solid to the body; all bits by default.
    pub mask: u32,
    /// Up direction, [`Direction::Up`] by default: decides which faces are floors, and the face at an exact corner hit.
    pub up: Direction,
    /// Response to a hit; [`Response::Slide`] by default.
    pub response: Response,
    /// Speed below which a rebound comes to rest, for a restitution below 1; 20 by default. Not negative; infinite for all rebounds.
    /// A rebound from a moving solid counts relative to that solid. In px/s.
    #[doc(alias = "sleep")]
    #[doc(alias = "sleep threshold")]
    #[doc(alias = "restitution threshold")]
    pub rest_speed: f32,
    /// Motion mode of a body that slides; [`MotionMode::Grounded`] by default.
    pub motion_mode: MotionMode,
    /// Floor and slope settings of a grounded body that slides; the default [`Walk`] by default.
    pub walk: Walk,
}

impl MoveConfig {
    /// The first field that is NaN or out of range, with its fault; `None` if all fields are valid.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        Fault::of_limit(Field::RestSpeed, self.rest_speed)
            .or_else(|| self.walk_if_grounded().and_then(Walk::fault))
            .or_else(|| match self.response {
                Response::Bounce { restitution } => Fault::of_amount(Field::Restitution, restitution),
                _ => None,
            })
    }

    /// Walk settings of a grounded body, `None` for a floating one.
    #[inline(always)]
    #[must_use]
    pub fn walk_if_grounded(&self) -> Option<&Walk> {
        match self.motion_mode {
            MotionMode::Grounded => Some(&self.walk),
            MotionMode::Floating => None,
        }
    }

    /// The walk settings, if the body walks: only a sliding body tells floors from walls.
    #[inline(always)]
    pub(crate) fn walking(&self) -> Option<&Walk> {
        if self.response == Response::Slide { self.walk_if_grounded() } else { None }
    }

    /// True if a hit on a whole tile only clears the motion on its axis.
    #[inline]
    pub(crate) fn clears_axes_only(&self) -> bool {
        self.response == Response::Slide && self.walk_if_grounded().is_none_or(Walk::takes_hits_simply)
    }

    /// # Panics
    /// If a number of `walk` is invalid. (An invalid restitution counts as 0.)
    pub(crate) fn validate(&self) {
        if let Some((field, fault)) = self.walk_if_grounded().and_then(Walk::fault) {
            panic!("{field} {fault}: {self:?}");
        }
    }

    /// Floor classification of the body.
    pub(crate) fn stance(&self) -> Stance {
        match self.walk_if_grounded() {
            Some(walk) => Stance::new(self.up, walk.floor_max_angle, walk.foot == Foot::Center),
            None => Stance::usual(self.up),
        }
    }
}

impl Default for MoveConfig {
    /// Collides with everything, up is up, slides, rests below 20 px/s, walks.
    fn default() -> Self {
        MoveConfig {
            mask: u32::MAX,
            up: Direction::Up,
            response: Response::Slide,
            rest_speed: 20.0,
            motion_mode: MotionMode::Grounded,
            walk: Walk::default(),
        }
    }
}
