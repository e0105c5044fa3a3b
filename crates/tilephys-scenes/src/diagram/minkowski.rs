//! Two moving boxes with their Minkowski difference: a sweep as one ray against one box.
//!
//! After Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference".

use super::{BLUE, Handle, RED, TEXT, arrow, units};
use crate::slider::Quantity;
use tilephys_core::geometry::{BoxHit, MinkowskiBox, minkowski_difference, penetration, sweep_aabb};
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_core::{Aabb, UNITS_PER_PX, lattice::px_from_point};
use tilephys_inspect::debug_draw::{DebugDraw, draw_minkowski};

/// Width and height of box b, in px.
const OTHER: Vec2 = Vec2::new(56.0, 40.0);

/// Place of the origin of the difference, in px.
const ORIGIN: Vec2 = Vec2::new(290.0, 100.0);

/// Two boxes, their velocities, and one step.
#[derive(Clone, Debug, PartialEq)]
pub struct MinkowskiDiagram {
    /// Upper left corners of the boxes a and b, in px.
    pub corners: [Vec2; 2],
    /// Velocity of box a, in px/s.
    pub velocity: Vec2,
    /// Velocity of box b, in px/s.
    pub other_velocity: Vec2,
    /// Edge of box a, in px.
    pub size: f32,
    /// Steps a second.
    pub ticks: f32,
}

impl Default for MinkowskiDiagram {
    fn default() -> Self {
        MinkowskiDiagram {
            corners: [Vec2::new(24.0, 40.0), Vec2::new(112.0, 96.0)],
            velocity: Vec2::new(6_000.0, 3_900.0),
            other_velocity: Vec2::ZERO,
            size: 28.0,
            ticks: 60.0,
        }
    }
}

impl MinkowskiDiagram {
    /// The two boxes.
    #[must_use]
    pub fn boxes(&self) -> [Aabb; 2] {
        let sizes = [Vec2::splat(self.size), OTHER];
        [0, 1].map(|of| Aabb::from_min_size(units(self.corners[of]), units(sizes[of])))
    }

    /// Motions of both boxes in the step, in lattice units.
    #[must_use]
    pub fn motions(&self) -> [IVec2; 2] {
        [self.velocity, self.other_velocity].map(|velocity| units(velocity / self.ticks))
    }

    /// The box of all translations of a that end inside b.
    #[must_use]
    pub fn difference(&self) -> MinkowskiBox {
        let [a, b] = self.boxes();
        minkowski_difference(b, a)
    }

    /// The hit of the step; `None` if the boxes do not meet, or overlap from the start.
    #[must_use]
    pub fn hit(&self) -> Option<BoxHit> {
        let ([a, b], [by_a, by_b]) = (self.boxes(), self.motions());
        sweep_aabb(a, by_a, b, by_b)
    }

    pub(super) fn number(&mut self, quantity: Quantity) -> Option<&mut f32> {
        match quantity {
            Quantity::VelocityX => Some(&mut self.velocity.x),
            Quantity::VelocityY => Some(&mut self.velocity.y),
            Quantity::OtherX => Some(&mut self.other_velocity.x),
            Quantity::OtherY => Some(&mut self.other_velocity.y),
            Quantity::Size => Some(&mut self.size),
            Quantity::Ticks => Some(&mut self.ticks),
            _ => None,
        }
    }

    pub(super) fn handles(&self) -> [Handle; 3] {
        let [a, b] = self.middles();
        let tip = a + self.velocity / self.ticks;
        [("box a", a), ("box b", b), ("motion of a", tip)].map(|(name, at)| Handle { name, at })
    }

    fn middles(&self) -> [Vec2; 2] {
        [self.corners[0] + self.size / 2.0, self.corners[1] + OTHER / 2.0]
    }

    pub(super) fn drag(&mut self, handle: usize, to: Vec2) {
        let [a, b] = self.middles();
        match handle {
            0 => self.corners[0] += to - a,
            1 => self.corners[1] += to - b,
            2 => self.velocity = (to - a) * self.ticks,
            _ => {}
        }
    }

    pub(super) fn draw(&self, onto: &mut dyn DebugDraw) {
        let ([a, b], [by_a, by_b]) = (self.boxes(), self.motions());
        draw_minkowski(onto, a, by_a - by_b, b, ORIGIN);
        let [middle, other] = self.middles();
        arrow(onto, middle, middle + px_from_point(by_a), BLUE);
        if by_b != IVec2::ZERO {
            arrow(onto, other, other + px_from_point(by_b), TEXT);
        }
        self.draw_impact(onto, [a, b], [by_a, by_b]);
        onto.text(Vec2::new(8.0, 14.0), &self.caption(), TEXT);
        onto.text(ORIGIN + Vec2::new(3.0, 10.0), "origin", TEXT);
    }

    /// Draws both boxes at the time of impact, or the shortest way out of an overlap.
    fn draw_impact(&self, onto: &mut dyn DebugDraw, [a, b]: [Aabb; 2], [by_a, by_b]: [IVec2; 2]) {
        if let Some(out) = penetration(a, b) {
            let push = out.push().as_vec2() / UNITS_PER_PX as f32;
            let [from, _] = self.middles();
            arrow(onto, from, from + push, RED);
            arrow(onto, ORIGIN, ORIGIN + push, RED);
            onto.rect(px_from_point(a.min) + push, Vec2::splat(self.size), RED, false);
        } else if let Some(hit) = self.hit().filter(|_| by_b != IVec2::ZERO) {
            // Of a moving b the picture of the difference shows the relative motion only.
            let fraction = hit.shape.fraction;
            for (aabb, by, color) in [(a, by_a, BLUE), (b, by_b, TEXT)] {
                let there = px_from_point(aabb.min + fraction.of(by));
                onto.rect(there, aabb.size().as_vec2() / UNITS_PER_PX as f32, color, false);
            }
        }
    }

    /// The result in words.
    #[must_use]
    pub fn caption(&self) -> String {
        let [a, b] = self.boxes();
        if let Some(out) = penetration(a, b) {
            let depth = out.depth as f64 / f64::from(UNITS_PER_PX);
            return format!("the difference holds the origin: the boxes overlap by {depth:.1} px");
        }
        match self.hit() {
            Some(hit) => {
                let IVec2 { x, y } = hit.shape.normal;
                let fraction = hit.shape.fraction.as_f64();
                format!("time of impact {fraction:.3} of the step, normal ({x}, {y})")
            }
            None => "the ray misses the difference: no hit in this step".to_owned(),
        }
    }
}
