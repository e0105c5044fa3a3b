//! Queries about the surfaces near one body, with its collision filter.

use super::body::Body;
use super::config::MoveConfig;
use super::memory_filter::MemoryFilter;
use crate::direction::Direction;
use crate::grid::{ShapeId, Surface, TileGrid, View};
use glam::{IVec2, Vec2};

/// A body in its place, for queries about the surfaces near it.
///
/// The queries see the obstacles of the body: its collision mask, ignored obstacles and dropped lines count. They do not call
/// collision hooks.
#[doc(alias = "test_move")]
#[derive(Clone, Copy)]
pub struct BodyProbe<'a> {
    pub(crate) view: View<'a>,
    pub(crate) body: &'a Body,
    pub(crate) config: &'a MoveConfig,
}

impl<'a> BodyProbe<'a> {
    /// Returns the body.
    #[must_use]
    pub fn body(&self) -> &'a Body {
        self.body
    }

    /// Returns the collision settings of the body.
    #[must_use]
    pub fn config(&self) -> &'a MoveConfig {
        self.config
    }

    /// Returns the tile map.
    #[must_use]
    pub fn grid(&self) -> &'a TileGrid {
        self.view.grid
    }

    /// Returns the floor surface under the body: under its middle if several touch.
    #[must_use]
    pub fn floor(&self) -> Option<Surface> {
        self.view.surface_under(self.body, self.config)
    }

    /// Returns the floor surface that the body would have at `position`, in lattice units. `None` for a place outside of the world.
    #[must_use]
    pub fn floor_at(&self, position: IVec2) -> Option<Surface> {
        let moved = Body { position, ..*self.body };
        self.view.surface_under(moved.sound()?, self.config)
    }

    /// Returns the velocity of the wall that would stop the body within `reach` lattice units toward a side, in px/s: zero for a
    /// wall of the map. `None` if there is none, or if the first obstacle is not a wall.
    #[must_use]
    pub fn wall_within(&self, side: Direction, reach: i32) -> Option<Vec2> {
        self.view.wall_within(self.body, side, reach, self.config)
    }

    /// True if the body would overlap a solid at `position`, in lattice units. False for a place outside of the world.
    #[must_use]
    pub fn is_blocked_at(&self, position: IVec2) -> bool {
        let moved = Body { position, ..*self.body };
        moved.is_in_world() && !self.view.has_room(self.body, position, self.config)
    }
}

impl TileGrid {
    /// Answers queries about the surfaces near a body without a world. `own` is the off-grid shape that represents the body to
    /// others, if it is solid.
    ///
    /// `None` for a body without a size or outside of the world.
    pub fn probe<T>(
        &self,
        body: &Body,
        config: &MoveConfig,
        own: Option<ShapeId>,
        ask: impl FnOnce(&BodyProbe) -> T,
    ) -> Option<T> {
        let body = body.sound()?;
        let filter = MemoryFilter::of(body, config);
        let view = filter.of_view(self.view(config.mask).without(own));
        Some(ask(&BodyProbe { view, body, config }))
    }
}
