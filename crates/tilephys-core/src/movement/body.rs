//! One body.

use super::memory::Memory;
use crate::aabb::Aabb;
use crate::constants::WORLD_LIMIT;
use crate::grid::{Contacts, Surface};
use crate::lattice::{point_from_px, px_from_point};
use glam::{IVec2, Vec2};

/// The state of one body: a box on the lattice, its velocity, and what rounding left over.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Body {
    /// The min corner, in lattice units.
    pub position: IVec2,
    /// Width and height, in lattice units.
    pub size: IVec2,
    /// In px/s.
    pub velocity: Vec2,
    /// What rounding left of earlier translations, in lattice units, within ±0.5.
    pub rest: Vec2,
    /// What it remembers for a few ticks.
    #[cfg_attr(feature = "serde", serde(default))]
    pub memory: Memory,
}

impl Body {
    /// A body at rest with its min corner at `position` and with `size`, both in pixels and rounded to the lattice.
    ///
    /// # Panics
    /// If a component is NaN, the size is not positive on the lattice, or the body does not lie in the world
    /// (8,388,607 px either way).
    #[must_use]
    pub fn new(position: Vec2, size: Vec2) -> Self {
        let on_lattice = point_from_px(position).zip(point_from_px(size));
        let (at, extent) = on_lattice.unwrap_or_else(|| {
            panic!("a body needs a place and a size in the world, not {position} px, {size} px")
        });
        Body::on_lattice(at, extent)
    }

    /// The same in lattice units.
    ///
    /// # Panics
    /// If the size is not positive, or the body does not lie in the world.
    #[must_use]
    pub fn on_lattice(position: IVec2, size: IVec2) -> Self {
        assert!(size.x > 0 && size.y > 0, "a body is at least one lattice unit wide and high, not {size}");
        let body = Body { position, size, velocity: Vec2::ZERO, rest: Vec2::ZERO, memory: Memory::NONE };
        assert!(body.is_in_world(), "a body of {size} units at {position} does not lie in the world");
        body
    }

    /// The min corner in pixels: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn position_px(&self) -> Vec2 {
        px_from_point(self.position)
    }

    /// The box.
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb { min: self.position, max: self.position + self.size }
    }

    /// The body itself, if it has a size and lies in the world.
    pub(crate) fn sound(&self) -> Option<&Body> {
        (self.size.x > 0 && self.size.y > 0 && self.is_in_world()).then_some(self)
    }

    pub(crate) fn is_in_world(&self) -> bool {
        [0, 1].into_iter().all(|k| {
            let (at, size) = (i64::from(self.position[k]), i64::from(self.size[k]));
            let limit = i64::from(WORLD_LIMIT);
            at >= -limit && at + size <= limit
        })
    }
}

/// What a move did besides its hits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moved {
    /// What the body touches at the end; nothing if the move was rejected.
    pub contacts: Contacts,
    /// The push that freed it from what it started in, in lattice units; zero if it started free.
    pub pushed: IVec2,
    /// It started in solids, with no exit within one tile: only motion toward the nearest exit was let through, until
    /// it was out.
    pub stuck: bool,
    /// The surface it stands on, if it does: the highest, of equals that under its middle.
    pub floor: Option<Surface>,
    /// A surface on the side that is up for it.
    pub ceiling: Option<Surface>,
    /// A surface on either side across up.
    pub wall: Option<Surface>,
    /// The shift that took it past a corner, in lattice units.
    pub corrected: IVec2,
    /// The translation had a NaN or an infinite component: nothing was done.
    pub rejected: bool,
}
