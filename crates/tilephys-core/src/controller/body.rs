//! State of one kinematic body, the result of its move, and its collision filter without a world.

use super::config::MoveConfig;
use super::hit::MoveHooks;
use super::memory::TransientState;
use crate::aabb::Aabb;
use crate::floor_classifier::Stance;
use crate::grid::{Contacts, Filter, Obstacle, Piece, Surface, View};
use crate::lattice::{in_px, point_from_px, px_from_point};
use glam::{IVec2, Vec2};
use std::fmt;

/// State of one body: a box on the lattice, its velocity, and the rounding remainder.
#[derive(Clone, Copy, PartialEq)]
#[doc(alias("kinematic", "CharacterBody2D"))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Body {
    /// Min corner, in lattice units.
    pub position: IVec2,
    /// Width and height, in lattice units.
    pub size: IVec2,
    /// Velocity, in px/s.
    pub velocity: Vec2,
    /// Rounding remainder of earlier translations, within ±0.5, in lattice units.
    pub remainder: Vec2,
    /// Transient state, kept for a few ticks.
    #[cfg_attr(feature = "serde", serde(default))]
    pub memory: TransientState,
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("position", &in_px(self.position))
            .field("size", &in_px(self.size))
            .field("velocity", &self.velocity)
            .field("remainder", &self.remainder)
            .field("memory", &self.memory)
            .finish()
    }
}

impl Body {
    /// A resting body with its min corner at `position` and with `size`, both in pixels and rounded to the lattice.
    ///
    /// # Panics
    /// If a component is NaN, the size is not positive on the lattice, or the body does not lie in the world
    /// (±8,388,607 px).
    #[must_use]
    pub fn new(position: impl Into<[f32; 2]>, size: impl Into<[f32; 2]>) -> Self {
        let position = Vec2::from(position.into());
        let size = Vec2::from(size.into());
        let on_lattice = point_from_px(position).zip(point_from_px(size));
        let (at, extent) = on_lattice.unwrap_or_else(|| {
            panic!("a body needs a place and a size in the world, not {position} px, {size} px")
        });
        Body::on_lattice(at, extent)
    }

    /// Like [`new`](Self::new), in lattice units.
    ///
    /// # Panics
    /// If the size is not positive, or the body does not lie in the world.
    #[must_use]
    pub fn on_lattice(position: IVec2, size: IVec2) -> Self {
        assert!(size.x > 0 && size.y > 0, "a body is at least one lattice unit wide and high, not {size}");
        let body = Body {
            position,
            size,
            velocity: Vec2::ZERO,
            remainder: Vec2::ZERO,
            memory: TransientState::NONE,
        };
        assert!(body.is_in_world(), "a body of {size} units at {position} does not lie in the world");
        body
    }

    /// The min corner in pixels: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn position_px(&self) -> Vec2 {
        px_from_point(self.position)
    }

    /// Width and height in pixels: exact up to 65,536 px.
    #[must_use]
    pub fn size_px(&self) -> Vec2 {
        px_from_point(self.size)
    }

    /// Box of the body, in lattice units.
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb { min: self.position, max: self.position + self.size }
    }

    /// The body, if it has a size and lies in the world.
    #[must_use]
    pub fn sound(&self) -> Option<&Body> {
        self.is_in_world().then_some(self)
    }

    pub(crate) fn is_in_world(&self) -> bool {
        let max = self.position.checked_add(self.size);
        max.is_some_and(|max| Aabb { min: self.position, max }.is_in_world())
    }
}

/// Result of a move, besides its hits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveResult {
    /// Contacts at the end of the move; none if the move was rejected.
    pub contacts: Contacts,
    /// Depenetration push at the start of the move, zero if the body started free, in lattice units.
    pub pushed: IVec2,
    /// True if the body started in solids without an exit within one tile. Only motion toward the nearest exit was allowed, until
    /// the body was out.
    pub stuck: bool,
    /// Floor surface that the body stands on, if any: the highest; of equal ones the surface under its middle.
    pub floor: Option<Surface>,
    /// Surface that the body touches on its up side, if any.
    pub ceiling: Option<Surface>,
    /// Surface that the body touches on either side across up, if any.
    pub wall: Option<Surface>,
    /// Corner correction of the move, in lattice units.
    pub corrected: IVec2,
    /// True if the translation had a NaN or infinite component; the body is unchanged.
    pub rejected: bool,
}

/// The parts of a body's state that decide its collisions.
pub(crate) struct MemoryFilter<'a> {
    memory: &'a TransientState,
    size: IVec2,
    stance: Stance,
    choices: Option<&'a MoveHooks<'a>>,
}

impl<'a> MemoryFilter<'a> {
    pub(crate) fn new(
        memory: &'a TransientState,
        size: IVec2,
        config: &MoveConfig,
        choices: Option<&'a MoveHooks<'a>>,
    ) -> Self {
        MemoryFilter { memory, size, stance: config.stance(), choices }
    }

    pub(crate) fn of(body: &'a Body, config: &MoveConfig) -> Self {
        MemoryFilter::new(&body.memory, body.size, config, None)
    }

    /// The view without the solids that the filter hides; unchanged if the filter hides nothing.
    pub(crate) fn of_view<'b>(&'b self, view: View<'b>) -> View<'b> {
        let is_filtered = self.choices.is_some() || self.memory.filters();
        view.filtered(is_filtered.then_some(self))
    }
}

impl Filter for MemoryFilter<'_> {
    fn lets(&self, met: &Obstacle) -> bool {
        !self.memory.ignores(met) && self.choices.is_none_or(|choices| (choices.meets)(met))
    }

    fn drops(&self, line: &Piece) -> bool {
        self.memory.drops(line, self.size, self.stance)
    }
}
