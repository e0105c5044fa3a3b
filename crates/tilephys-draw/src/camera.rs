//! A camera that follows a body: dead zone, look-ahead, smoothing, bounds and rooms.

use crate::rect::{Rect, larger, smaller};
use glam::Vec2;

/// A camera that follows a target, for the view of [`DisplayList::quads`](crate::DisplayList::quads).
///
/// It is part of the picture and not of the game: it follows interpolated positions, frame by frame.
///
/// ```
/// use tilephys_draw::{Camera, Rect, glam::Vec2};
/// let mut camera = Camera::new(Vec2::new(320.0, 180.0));
/// camera.bounds = Some(Rect::new(Vec2::ZERO, Vec2::new(640.0, 180.0)));
/// camera.jump_to(Vec2::new(50.0, 90.0));
/// assert_eq!(camera.view().min, Vec2::ZERO);
/// camera.follow(Vec2::new(200.0, 90.0), Vec2::ZERO, 1.0 / 60.0);
/// assert_eq!(camera.view().min, Vec2::new(40.0, 0.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// Width and height of the view, in pixels of the level.
    pub size: Vec2,
    /// Width and height of the part in the middle of the view within which the target moves without the camera, in pixels; 0 by
    /// default.
    pub dead_zone: Vec2,
    /// Time by which the camera looks ahead of the target along each axis, in seconds: it aims at where the target is after this
    /// time at its velocity. 0 by default.
    pub look_ahead: Vec2,
    /// Time constant: the time in which the distance to the aim falls to some 37 %, in seconds; 0, the default, moves the camera at
    /// once.
    pub smoothing: f32,
    /// Part of the level that the view stays in, mostly [`DisplayList::bounds`](crate::DisplayList::bounds); `None`, the default, for
    /// no limit. A view that is larger is in the middle of it.
    pub bounds: Option<Rect>,
    /// Camera rooms: while the target is in one of them, the view stays in the first such room, in place of the
    /// [`bounds`](Self::bounds). None by default.
    pub rooms: Vec<Rect>,
    center: Vec2,
}

impl Camera {
    /// A camera with a view of this size, in pixels, which follows its target at once and without limits.
    #[must_use]
    pub fn new(size: Vec2) -> Self {
        Camera {
            size,
            dead_zone: Vec2::ZERO,
            look_ahead: Vec2::ZERO,
            smoothing: 0.0,
            bounds: None,
            rooms: Vec::new(),
            center: Vec2::ZERO,
        }
    }

    /// Shows a target at once, within the limits: at the start, after a death or a door.
    pub fn jump_to(&mut self, target: Vec2) {
        self.center = self.limited(target, target);
    }

    /// Follows a target with a velocity in px/s for the time of a frame, in seconds. A position or velocity that is not finite, and a
    /// time that is not positive, move nothing.
    pub fn follow(&mut self, target: Vec2, velocity: Vec2, seconds: f32) {
        let focus = target + velocity * self.look_ahead;
        if !focus.is_finite() || !seconds.is_finite() || seconds <= 0.0 {
            return;
        }
        let half = self.dead_zone / 2.0;
        let aim = between(self.center, focus - half, focus + half);
        let aim = self.limited(aim, target);
        // The implicit Euler method: stable for any length of a frame.
        let remaining = if self.smoothing > 0.0 { self.smoothing / (self.smoothing + seconds) } else { 0.0 };
        self.center = aim + (self.center - aim) * remaining;
    }

    /// The part of the level that shows, in pixels.
    #[must_use]
    pub fn view(&self) -> Rect {
        Rect::new(self.center - self.size / 2.0, self.size)
    }

    /// A centre of the view, moved into the room of the target or into the bounds.
    fn limited(&self, center: Vec2, target: Vec2) -> Vec2 {
        let has_target =
            |room: &&Rect| target.cmpge(room.min).all() && target.cmplt(room.min + room.size).all();
        let Some(area) = self.rooms.iter().find(has_target).or(self.bounds.as_ref()) else { return center };
        let middle = area.min + area.size / 2.0;
        let spare = (area.size - self.size) / 2.0;
        let spare = Vec2::new(larger(spare.x, 0.0), larger(spare.y, 0.0));
        between(center, middle - spare, middle + spare)
    }
}

/// The point of a box that is nearest to `at`.
fn between(at: Vec2, low: Vec2, high: Vec2) -> Vec2 {
    Vec2::new(larger(low.x, smaller(at.x, high.x)), larger(low.y, smaller(at.y, high.y)))
}
