//! Ledge test: walks a body by the controller itself until it has no floor.

use super::actor::{Actor, MoveExtras};
use super::body::Body;
use super::config::MoveConfig;
use super::motion::Motion;
use super::walk::MotionMode;
use crate::grid::View;
use crate::lattice::units_from_px;
use crate::limits::{MAX_SETTING_LENGTH, UNITS_PER_PX};
use crate::response::Response;
use glam::{IVec2, Vec2};

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
