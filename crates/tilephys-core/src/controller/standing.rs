//! Surfaces around a body: contacts with floors, ceilings and walls, lines to drop through, room for another size, ledges.
//!
//! All of them are seen with the collision filter of the body.

use super::actor::{Actor, MoveExtras};
use super::body::{Body, MemoryFilter};
use super::config::{MotionMode, MoveConfig};
use super::memory::{DroppedLine, TransientState};
use super::motion::Motion;
use crate::direction::Direction;
use crate::floor_classifier::Stance;
use crate::grid::{OffGridShape, ShapeId, Surface, TileGrid, View, is_held};
use crate::lattice::units_from_px;
use crate::limits::{DROP_TICKS, MAX_SETTING_LENGTH, UNITS_PER_PX};
use crate::response::Response;
use glam::{IVec2, Vec2};

impl TileGrid {
    /// The floor surface on which a body stands, if any: under its middle if there are several. `None` for a body without a size or
    /// outside of the world.
    #[must_use]
    pub fn floor(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        self.probe(body, config, None, |probe| probe.view.surface_under(body, config))?
    }

    /// The surface that a body touches on its up side, if any. `None` for a body without a size or outside of the world.
    #[must_use]
    pub fn ceiling(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        self.probe(body, config, None, |probe| probe.view.surface_over(body, config))?
    }

    /// The surface that a body touches on either side across up, if any. Of two, the surface toward which it moves; without motion,
    /// the surface toward greater coordinates. `None` for a body without a size or outside of the world.
    #[must_use]
    pub fn wall(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        self.probe(body, config, None, |probe| probe.view.surface_beside(body, config))?
    }

    /// Lets a body drop through all one-way lines that hold it now. Returns true if there are any.
    ///
    /// The lines, moving ones included, let the body pass until it is beside or wholly past them, at most for half a second of
    /// ticks. Other lines hold the body as before. The number of tiles is unlimited. At most
    /// [`MAX_DROPPED`](crate::limits::MAX_DROPPED) off-grid shapes are stored, movers included; any further shape only while it stays.
    #[doc(alias("one-way", "jump-through"))]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterWall {
    Blocked,
    Turned,
    Free,
}

impl View<'_> {
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
        if !new.is_in_world() || !self.has_room(&new, new.position, config) {
            return false;
        }
        // The dropped lines are the lines that held the feet in their old place.
        let moved = new.position - body.position;
        new.memory.shift_dropped(moved);
        *body = new;
        true
    }

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
                if let Some(shape) = line.name.shape_id() {
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

    #[inline]
    pub(crate) fn surface_under(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        self.surface_on(body, config, config.up.opposite())
    }

    #[inline]
    pub(crate) fn surface_over(&self, body: &Body, config: &MoveConfig) -> Option<Surface> {
        self.surface_on(body, config, config.up)
    }

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

/// Speed of the test body, in px/s: only its direction matters to the controller.
const WALK_SPEED: f32 = 60.0;

impl View<'_> {
    /// True if a body on a floor that walks along its floor, in the direction of `distance_px`, falls off an edge at most that far ahead
    /// of its front.
    ///
    /// Walks pixel by pixel, as a body of that speed does, because slopes and the snap distance depend on the length of a move.
    pub(crate) fn ledge_ahead(&self, body: &Body, distance_px: f32, config: &MoveConfig) -> bool {
        let config = &MoveConfig { response: Response::Slide, motion_mode: MotionMode::Grounded, ..*config };
        let level = 1 - config.up.axis();
        let stance = config.stance();
        let size = body.size;
        let has_floor = |at: IVec2| self.has_floor(at, at + size, stance);
        let Some(distance) = units_from_px(distance_px) else { return false };
        if distance == 0 || !has_floor(body.position) {
            return false;
        }
        let special = MoveExtras::of(config, None);
        let actor = Actor { special: special.as_ref(), ..Actor::new(*self, size, config) };
        let mut forward = IVec2::ZERO;
        forward[level] = distance.signum();
        let velocity = forward.as_vec2() * WALK_SPEED;
        let walk = |from: IVec2, length: i32| {
            let mut motion = Motion::new(from, forward * length, velocity + Vec2::ZERO);
            actor.move_whole(&mut motion, &mut |_, _, _| ());
            motion.position
        };
        // The floor is lost where the rear is past the edge.
        let longest = MAX_SETTING_LENGTH as i32 * UNITS_PER_PX;
        let travel = size[level].saturating_add(distance.saturating_abs()).min(longest);
        let mut at = body.position;
        let mut walked = 0;
        // A body that is slower on slopes takes more steps.
        for _ in 0..=2 * (travel / UNITS_PER_PX) + 1 {
            let next = walk(at, UNITS_PER_PX);
            if !has_floor(next) {
                let rest = travel - walked;
                return rest >= UNITS_PER_PX || !has_floor(walk(at, rest));
            }
            let by = (next[level] - at[level]).saturating_abs();
            at = next;
            walked += by;
            if by == 0 || walked >= travel {
                return false;
            }
        }
        false
    }
}

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
        let BodyProbe { view, body, config } = *self;
        let special = MoveExtras::of(config, None);
        let actor = Actor { special: special.as_ref(), ..Actor::new(view, body.size, config) };
        let mut way = Motion::new(body.position, side.vector() * reach, Vec2::ZERO);
        way.keep_in_world(body.size);
        let found = actor.sweep_whole(way.position, way.left)?;
        let normal = found.normal(view, [way.left.x > 0, way.left.y > 0]);
        let solid = found.name().and_then(|name| view.grid.off_grid_at(name.off_grid));
        // The first face may be a slope that counts as a floor or a ceiling.
        (config.stance().side(normal) == side).then(|| solid.map_or(Vec2::ZERO, OffGridShape::velocity))
    }

    /// Returns the level ledge that begins right beside the body, with its height over the feet, in lattice units: the first floor below
    /// the upper of two such `heights`, and not below the lower. `None` without a ledge, if a solid is beside the upper height, or if
    /// the body has no room on the ledge.
    #[doc(alias = "ledge grab")]
    #[must_use]
    pub fn ledge_beside(&self, side: Direction, [low, high]: [i32; 2]) -> Option<(i32, Surface)> {
        let BodyProbe { view, body, config } = *self;
        let config = &MoveConfig { response: Response::Stop, motion_mode: MotionMode::Floating, ..*config };
        let up = config.up.vector();
        let axis = config.up.axis();
        let level = side.axis();
        // A hand of one unit beyond the side. It goes down until the ledge holds it.
        let bounds = body.aabb();
        let is_upward = up[axis] > 0;
        let mut hand = IVec2::ZERO;
        hand[axis] = if is_upward {
            bounds.min[axis].checked_add(high)?
        } else {
            bounds.max[axis].checked_sub(high)?.checked_sub(1)?
        };
        hand[level] =
            if side.vector()[level] < 0 { bounds.min[level].checked_sub(1)? } else { bounds.max[level] };
        let actor = Actor::new(view, IVec2::ONE, config);
        if !(Body { position: hand, size: IVec2::ONE, ..*body }).is_in_world() || !actor.is_free(hand) {
            return None;
        }
        let mut motion = Motion::new(hand, -up * high.checked_sub(low).filter(|way| *way >= 0)?, Vec2::ZERO);
        motion.keep_in_world(IVec2::ONE);
        actor.move_whole(&mut motion, &mut |_, _, _| ());
        let held = [motion.position, motion.position + 1];
        let surface = view.surface(held, config.up.opposite(), config.stance())?;
        let height = high - (hand[axis] - motion.position[axis]).abs();
        let position = body.position.checked_add(side.vector())?.checked_add(up * height)?;
        let is_inside = Body { position, ..*body }.is_in_world();
        let has_room = is_inside && view.has_room(body, position, config);
        (surface.normal == up && has_room).then_some((height, surface))
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
