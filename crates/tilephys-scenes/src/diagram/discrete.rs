//! A discrete test beside a sweep: a fast box and a thin wall that approach each other.
//!
//! After Feronato, "Understanding physics continuous collision detection using swept AABB method and Minkowski sum": 4,000
//! px/s against 2,000 px/s.

use super::{BLUE, GREY, Handle, RED, TEXT, YELLOW, arrow, units};
use crate::slider::Quantity;
use tilephys_core::geometry::{penetration, sweep_aabb};
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_core::{Aabb, UNITS_PER_PX, lattice::px_from_point};
use tilephys_inspect::debug_draw::{DebugDraw, Rgba};

/// Left edge of the box and of the wall at the start, in px.
const START: f32 = 16.0;
const WALL_START: f32 = 440.0;

/// Middles of both rows, and half the height of the wall, in px.
const ROWS: [f32; 2] = [48.0, 128.0];
const HALF_WALL: f32 = 28.0;

/// Most steps of the picture.
const MAX_STEPS: usize = 40;

/// Right and left end of the picture, in px: there the boxes are out of sight.
const ENDS: [f32; 2] = [0.0, 480.0];

/// Width of the number of a step, in px.
const DIGIT: f32 = 12.0;

/// Steps of the stage for one step of the picture, which would be over in a twentieth of a second.
const SLOW: u64 = 20;

/// A box, a wall and their steps.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscreteDiagram {
    /// Velocity of the box to the right, in px/s.
    pub speed: f32,
    /// Velocity of the wall to the right, in px/s.
    pub wall_velocity: f32,
    /// Edge of the box, in px.
    pub size: f32,
    /// Thickness of the wall, in px.
    pub wall: f32,
    /// Steps a second.
    pub ticks: f32,
    /// Places of the left edges at the start, in px.
    pub starts: [f32; 2],
    /// Steps of the stage so far.
    pub passed: u64,
}

impl Default for DiscreteDiagram {
    fn default() -> Self {
        DiscreteDiagram {
            speed: 4_000.0,
            wall_velocity: -2_000.0,
            size: 16.0,
            wall: 8.0,
            ticks: 60.0,
            starts: [START, WALL_START],
            passed: 0,
        }
    }
}

/// Box and wall after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// The box.
    pub body: Aabb,
    /// The wall.
    pub wall: Aabb,
    /// True if both have met, in this step or before.
    pub has_met: bool,
}

impl DiscreteDiagram {
    /// Box and wall at the start and after each step: as the discrete test finds them, or as the sweep does.
    #[must_use]
    pub fn steps(&self, is_swept: bool) -> Vec<Ghost> {
        let row = ROWS[usize::from(is_swept)];
        let [body, wall] = [
            (self.starts[0], row - self.size / 2.0, self.size, self.size),
            (self.starts[1], row - HALF_WALL, self.wall, 2.0 * HALF_WALL),
        ]
        .map(|(x, y, w, h)| Aabb::from_min_size(units(Vec2::new(x, y)), units(Vec2::new(w, h))));
        let [by, wall_by] = [self.speed, self.wall_velocity].map(|v| units(Vec2::new(v / self.ticks, 0.0)));
        let next = |before: &Ghost| {
            let is_seen = |aabb: Aabb| {
                let [low, high] = ENDS.map(|end| units(Vec2::new(end, 0.0)).x);
                aabb.max.x > low && aabb.min.x < high
            };
            let Ghost { body, wall, has_met } = *before;
            if has_met || !is_seen(body) {
                return None;
            }
            if is_swept && let Some(hit) = sweep_aabb(body, by, wall, wall_by) {
                let fraction = hit.shape.fraction;
                let [body, wall] = [(body, by), (wall, wall_by)].map(|(b, by)| b.translated(fraction.of(by)));
                return Some(Ghost { body, wall, has_met: true });
            }
            let (body, wall) = (body.translated(by), wall.translated(wall_by));
            // The discrete test looks at the ends of steps only.
            let out = penetration(body, wall).map_or(IVec2::ZERO, |out| out.push().as_ivec2());
            Some(Ghost { body: body.translated(out), wall, has_met: out != IVec2::ZERO })
        };
        std::iter::successors(Some(Ghost { body, wall, has_met: false }), next).take(MAX_STEPS).collect()
    }

    /// True if the box has passed through the wall.
    #[must_use]
    pub fn has_passed(&self, is_swept: bool) -> bool {
        let steps = self.steps(is_swept);
        let begins_left = steps[0].body.min.x < steps[0].wall.min.x;
        steps.last().is_some_and(|last| !last.has_met && begins_left && last.body.min.x >= last.wall.max.x)
    }

    pub(super) fn number(&mut self, quantity: Quantity) -> Option<&mut f32> {
        match quantity {
            Quantity::Speed => Some(&mut self.speed),
            Quantity::OtherX => Some(&mut self.wall_velocity),
            Quantity::Size => Some(&mut self.size),
            Quantity::Wall => Some(&mut self.wall),
            Quantity::Ticks => Some(&mut self.ticks),
            _ => None,
        }
    }

    pub(super) fn handles(&self) -> [Handle; 2] {
        let middles = [self.starts[0] + self.size / 2.0, self.starts[1] + self.wall / 2.0];
        let [body, wall] = middles.map(|x| Vec2::new(x, ROWS[1]));
        [Handle { name: "box", at: body }, Handle { name: "wall", at: wall }]
    }

    pub(super) fn drag(&mut self, handle: usize, to: Vec2) {
        let half = [self.size / 2.0, self.wall / 2.0];
        if let Some(half) = half.get(handle) {
            self.starts[handle] = to.x - half;
        }
    }

    pub(super) fn step(&mut self) {
        self.passed += 1;
    }

    pub(super) fn draw(&self, onto: &mut dyn DebugDraw) {
        let rows = [false, true].map(|is_swept| self.steps(is_swept));
        // Both rows show the same step, and the longer one decides when they begin again.
        let longest = rows[0].len().max(rows[1].len());
        let now = (self.passed / SLOW) as usize % (longest + 2);
        for ((steps, row), is_swept) in rows.iter().zip(ROWS).zip([false, true]) {
            draw_row(onto, steps, now.min(steps.len() - 1));
            let text = self.caption(is_swept);
            onto.text(Vec2::new(8.0, row - HALF_WALL - 4.0), &text, TEXT);
        }
    }

    /// The result of a row in words.
    #[must_use]
    pub fn caption(&self, is_swept: bool) -> String {
        let test = if is_swept { "swept" } else { "discrete" };
        let steps = self.steps(is_swept);
        let last = steps.len() - 1;
        match steps.last() {
            Some(ghost) if ghost.has_met => format!("{test}: stopped in step {last}"),
            _ if self.has_passed(is_swept) => format!("{test}: passed through the wall"),
            _ => format!("{test}: no hit"),
        }
    }
}

/// Draws all steps of a row as ghosts and one of them filled.
fn draw_row(onto: &mut dyn DebugDraw, steps: &[Ghost], now: usize) {
    for (number, ghost) in steps.iter().enumerate() {
        let is_now = number == now;
        let alpha = |faint: u8| if is_now { 255 } else { faint };
        rect(onto, ghost.wall, GREY.with_alpha(alpha(90)), is_now);
        rect(onto, ghost.body, BLUE.with_alpha(alpha(150)), is_now);
        if ghost.has_met {
            rect(onto, ghost.body, RED, false);
            rect(onto, ghost.wall, RED, false);
        }
        // The step of a hit may be a short one.
        let is_close =
            number > 0 && (ghost.body.min.x - steps[number - 1].body.min.x).abs() < units(Vec2::X * DIGIT).x;
        if is_close && !is_now {
            continue;
        }
        let under = px_from_point(IVec2::new(ghost.body.min.x, ghost.body.max.y));
        onto.text(under + Vec2::new(0.0, 11.0), &number.to_string(), if is_now { TEXT } else { GREY });
    }
    for pair in steps.windows(2) {
        let [from, to] = [pair[0], pair[1]]
            .map(|ghost| px_from_point(ghost.body.min + (ghost.body.max - ghost.body.min) / 2));
        arrow(onto, from, to, YELLOW.with_alpha(160));
    }
}

fn rect(onto: &mut dyn DebugDraw, aabb: Aabb, color: Rgba, filled: bool) {
    onto.rect(px_from_point(aabb.min), aabb.size().as_vec2() / UNITS_PER_PX as f32, color, filled);
}
