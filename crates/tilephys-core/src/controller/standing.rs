//! Floor, ceiling and wall contacts of a body; dropping through one-way lines; resizing.

use super::actor::{Actor, MoveExtras};
use super::body::Body;
use super::config::MoveConfig;
use super::dropped_line::DroppedLine;
use super::memory::TransientState;
use super::memory_filter::MemoryFilter;
use super::motion::Motion;
use crate::direction::Direction;
use crate::floor_classifier::Stance;
use crate::grid::{OffGridShape, Surface, TileGrid, View, is_held};
use crate::limits::DROP_TICKS;
use glam::{IVec2, Vec2};

impl TileGrid {
    /// The floor surface on which a body stands, if any: under its middle if there are several. `None` for a body without a size or
    /// outside of the world.
    #[must_use]
    pub fn floor(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        let body = body.sound()?;
        MemoryFilter::of(body, config).of_view(self.view(config.mask)).surface_under(body, config)
    }

    /// The surface that a body touches on its up side, if any. `None` for a body without a size or outside of the world.
    #[must_use]
    pub fn ceiling(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        let body = body.sound()?;
        MemoryFilter::of(body, config).of_view(self.view(config.mask)).surface_over(body, config)
    }

    /// The surface that a body touches on either side across up, if any. Of two, the surface toward which it moves; without motion,
    /// the surface toward greater coordinates. `None` for a body without a size or outside of the world.
    #[must_use]
    pub fn wall(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        let body = body.sound()?;
        MemoryFilter::of(body, config).of_view(self.view(config.mask)).surface_beside(body, config)
    }

    /// Lets a body drop through all one-way lines that hold it now. Returns true if there are any.
    ///
    /// The lines, moving ones included, let the body pass until it is beside or wholly past them, at most for half a second of
    /// ticks. Other lines hold the body as before. The number of tiles is unlimited. At most
    /// [`MAX_DROPPED`](crate::limits::MAX_DROPPED) off-grid shapes are stored, movers included; any further shape only while it stays.
    #[doc(alias = "one-way")]
    #[doc(alias = "jump-through")]
    pub fn drop_through(&self, body: &mut Body, config: &MoveConfig) -> bool {
        if body.sound().is_none() {
            return false;
        }
        // A line dropped before holds the body for this test, and is then dropped anew.
        let held = TransientState { dropped_from: None, ..body.memory };
        let filter = MemoryFilter::new(&held, body.size, config, None);
        filter.of_view(self.view(config.mask)).drop_through(body, config)
    }

    /// Resizes a body, in lattice units: its feet stay in place, and its middle as near as the lattice allows. Returns false and
    /// changes nothing if there is no room, or if a size is not positive.
    pub fn resize(&self, body: &mut Body, size: IVec2, config: &MoveConfig) -> bool {
        let before = body.memory;
        let filter = MemoryFilter::new(&before, body.size, config, None);
        filter.of_view(self.view(config.mask)).resize(body, size, config)
    }

    /// Restores the speed that a wall removed from a body, if the body keeps one and the wall has ended. Returns true if it did.
    /// Call this before each [`move_and_slide`](Self::move_and_slide) of a body that moves by its velocity. A world's step does it.
    pub fn recall(&self, body: &mut Body, config: &MoveConfig) -> bool {
        if body.sound().is_none() {
            return false;
        }
        let before = body.memory;
        let filter = MemoryFilter::new(&before, body.size, config, None);
        filter.of_view(self.view(config.mask)).recall(body, config)
    }
}

/// What has become of a body since a wall removed its speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterWall {
    /// The wall still blocks it.
    Blocked,
    /// The body moves the other way.
    Turned,
    /// The wall has ended.
    Free,
}

impl View<'_> {
    /// See [`TileGrid::resize`].
    pub(crate) fn resize(&self, body: &mut Body, size: IVec2, config: &MoveConfig) -> bool {
        let up = config.up.axis();
        let level = 1 - up;
        // Sums with a size that is not positive may leave `i32`.
        if size.x <= 0 || size.y <= 0 || body.sound().is_none() {
            return false;
        }
        // The feet stay in place, so the upper side moves by the whole difference.
        let mut shift = body.size - size;
        // Rounded toward zero, so that crouching and rising again restores the position.
        shift[level] /= 2;
        if config.up.vector()[up] > 0 {
            shift[up] = 0;
        }
        let Some(position) = body.position.checked_add(shift) else { return false };
        let mut new = Body { position, size, ..*body };
        let is_sound = new.is_in_world();
        if !is_sound || !self.has_room(&new, new.position, config) {
            return false;
        }
        // The dropped lines are the lines that held the feet in their old place.
        let moved = new.position - body.position;
        new.memory.shift_dropped(moved);
        *body = new;
        true
    }

    /// See [`TileGrid::drop_through`].
    pub(crate) fn drop_through(&self, body: &mut Body, config: &MoveConfig) -> bool {
        let min = body.position;
        let stance = config.stance();
        let memory = &mut body.memory;
        // Grown by a unit: the feet only touch the line, and touching is no overlap.
        let grown = self.cells().covered(min - IVec2::ONE, min + body.size + IVec2::ONE);
        let mut any = false;
        self.any_held(grown, |line| {
            if is_held(line, min, body.size, stance) {
                any = true;
                // Tiles do not move, so the position finds their lines again. A shape may move before the
                // next test.
                if let Some(shape) = self.grid.shape_id_of(line.name) {
                    memory.drop_line(DroppedLine::Shape { shape, from: min.wrapping_sub(line.origin) });
                }
            }
            false
        });
        if any {
            memory.dropped_from = Some(min);
            memory.drop_ticks = DROP_TICKS;
        }
        any
    }

    /// See [`TileGrid::recall`].
    pub(crate) fn recall(&self, body: &mut Body, config: &MoveConfig) -> bool {
        if body.memory.retain_ticks == 0 {
            return false;
        }
        let retained = body.memory.retained;
        let after = self.after_wall(body, retained, config);
        if after == AfterWall::Free {
            body.velocity[1 - config.up.axis()] = retained;
        }
        // Beside the wall the speed is kept for a later step. After any other outcome it is used up.
        if after != AfterWall::Blocked {
            body.memory.retained = 0.0;
            body.memory.retain_ticks = 0;
        }
        after == AfterWall::Free
    }

    /// Finds out whether the wall that removed a speed from a body still blocks it.
    pub(crate) fn after_wall(&self, body: &Body, retained: f32, config: &MoveConfig) -> AfterWall {
        let level = 1 - config.up.axis();
        if body.velocity[level] * retained < 0.0 {
            return AfterWall::Turned;
        }
        let mut beyond = body.position;
        beyond[level] += if retained < 0.0 { -1 } else { 1 };
        if self.has_room(body, beyond, config) { AfterWall::Free } else { AfterWall::Blocked }
    }

    /// True if a body would overlap no solid at `at` that holds it. A body that stands on its middle has its corners in slopes.
    pub(crate) fn has_room(&self, body: &Body, at: IVec2, config: &MoveConfig) -> bool {
        let special = MoveExtras::of(config, None);
        let actor = Actor::new(*self, body.size, config);
        Actor { special: special.as_ref(), ..actor }.is_free(at)
    }

    /// The velocity of the wall that would stop a body within `reach` units toward a side, in px/s. `None` if there is none, or if
    /// the first obstacle is not a wall.
    pub(crate) fn wall_within(
        &self,
        body: &Body,
        side: Direction,
        reach: i32,
        config: &MoveConfig,
    ) -> Option<Vec2> {
        let special = MoveExtras::of(config, None);
        let actor = Actor { special: special.as_ref(), ..Actor::new(*self, body.size, config) };
        let mut way = Motion::new(body.position, side.vector() * reach, Vec2::ZERO);
        way.keep_in_world(body.size);
        let found = actor.sweep_whole(way.position, way.left)?;
        let normal = found.normal(*self, [way.left.x > 0, way.left.y > 0]);
        let solid = found.name().and_then(|name| self.grid.off_grid_at(name.off_grid));
        // The first face may be a slope that counts as a floor or a ceiling.
        (config.stance().side(normal) == side).then(|| solid.map_or(Vec2::ZERO, OffGridShape::velocity))
    }

    /// See [`TileGrid::floor`].
    #[inline]
    pub(crate) fn surface_under(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        self.surface_on(body, config, config.up.opposite())
    }

    /// See [`TileGrid::ceiling`].
    #[inline]
    pub(crate) fn surface_over(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        self.surface_on(body, config, config.up)
    }

    /// See [`TileGrid::wall`].
    pub(crate) fn surface_beside(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        let level = 1 - config.up.axis();
        let ahead = Direction::along(level, body.velocity[level] >= 0.0);
        self.surface_on(body, config, ahead).or_else(|| self.surface_on(body, config, ahead.opposite()))
    }

    #[inline]
    fn surface_on(&self, body: &Body, config: &MoveConfig, side: Direction) -> Option<Surface> {
        let bounds = [body.position, body.position + body.size];
        self.surface(bounds, side, config.stance())
    }
}

impl TransientState {
    /// The state with the speed that a wall removed.
    pub(crate) fn with_taken(self, took: Option<f32>, config: &MoveConfig) -> TransientState {
        match (took, config.walk_if_grounded()) {
            (Some(retained), Some(walk)) => {
                TransientState { retained, retain_ticks: walk.wall_retain_ticks, ..self }
            }
            _ => self,
        }
    }

    /// The state after a tick that ended with the body at `min`.
    pub(crate) fn aged(mut self, view: View, min: IVec2, size: IVec2, stance: Stance) -> TransientState {
        // Ignored solids are counted in ticks of the world: they concern other bodies too.
        for (_, ticks) in &mut self.ignored {
            *ticks = ticks.saturating_sub(1);
        }
        if self.stop_ticks > 0 {
            self.stop_ticks -= 1;
            return self;
        }
        self.retain_ticks = self.retain_ticks.saturating_sub(1);
        if self.retain_ticks == 0 {
            self.retained = 0.0;
        }
        self.age_dropped(view, [min, min + size], stance);
        self
    }
}
