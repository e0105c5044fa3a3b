//! A body that slides along diagonal brushes and into an acute crevice.
//!
//! After "Minkowski Sum Collision", whose nudge away from one plane pushes a body through the other. Here a crevice
//! stops the body at the last free place of the lattice.

use super::{Handle, TEXT, YELLOW, arrow, units};
use crate::slider::Quantity;
use tilephys_core::glam::Vec2;
use tilephys_core::{
    Aabb, Body, MotionMode, MoveConfig, Tile, TileGrid,
    lattice::px_from_point,
    shape::{Part, Polygon, TileShape},
};
use tilephys_inspect::debug_draw::{DebugDraw, draw_edges, draw_explanation, draw_solids};
use tilephys_inspect::{Explanation, explain};

/// The picture, in px.
const AREA: [Vec2; 2] = [Vec2::ZERO, Vec2::new(380.0, 260.0)];

/// Lower right corner of the ramp, and the point to the left of the seam of the crevice at its opening, in px.
const RAMP: Vec2 = Vec2::new(152.0, 110.0);
const CREVICE: Vec2 = Vec2::new(236.0, 130.0);

/// Length of the brushes, in px.
const LONG: f32 = 112.0;

/// Thickness of the brushes of the crevice, in px.
const THICK: f32 = 12.0;

/// One motion of a body among brushes.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideDiagram {
    /// Upper left corner of the body, in px.
    pub corner: Vec2,
    /// Velocity, in px/s; the motion is a step of a tenth of a second.
    pub velocity: Vec2,
    /// Edge of the body, in px.
    pub size: f32,
    /// Rise of the brushes in px for each 100 px.
    pub steepness: f32,
}

/// Length of the motion, in seconds.
const DT: f32 = 0.1;

impl Default for SlideDiagram {
    fn default() -> Self {
        SlideDiagram {
            corner: Vec2::new(30.0, 40.0),
            velocity: Vec2::new(3_000.0, 2_000.0),
            size: 14.0,
            steepness: 35.0,
        }
    }
}

impl SlideDiagram {
    /// The brushes: a ramp that falls to the right, and two that make a crevice which opens to the left.
    #[must_use]
    pub fn grid(&self) -> TileGrid {
        let mut grid = TileGrid::new([16, 16]);
        let layer = grid.add_layer("brushes");
        let rise = LONG * self.steepness / 100.0;
        let x = Vec2::X * LONG;
        let brushes = [
            (RAMP, vec![-x - Vec2::Y * rise, Vec2::ZERO, -x]),
            (CREVICE, vec![Vec2::new(0.0, -rise), x, x - Vec2::Y * THICK, Vec2::new(0.0, -rise - THICK)]),
            (CREVICE, vec![x, Vec2::new(0.0, rise), Vec2::new(0.0, rise + THICK), x + Vec2::Y * THICK]),
        ];
        for (at, corners) in brushes {
            // Steepness is at least 1 px in 100, so all brushes have an area.
            let Ok(polygon) = Polygon::try_from_px(&corners) else { continue };
            let shape = TileShape::Parts(vec![Part::Solid(polygon)]);
            let tile = grid.add_tile(Tile { shape, ..Tile::default() });
            grid.add_shape(layer, units(at), tile);
        }
        grid
    }

    /// The body at its start.
    #[must_use]
    pub fn body(&self) -> Body {
        let mut body = Body::on_lattice(units(self.corner), units(Vec2::splat(self.size)));
        body.velocity = self.velocity;
        body
    }

    /// The motion: its straight pieces, and the faces between them.
    #[must_use]
    pub fn motion(&self) -> Explanation {
        let config = MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() };
        explain(&self.grid(), &self.body(), self.velocity * DT, &config)
    }

    pub(super) fn number(&mut self, quantity: Quantity) -> Option<&mut f32> {
        match quantity {
            Quantity::VelocityX => Some(&mut self.velocity.x),
            Quantity::VelocityY => Some(&mut self.velocity.y),
            Quantity::Size => Some(&mut self.size),
            Quantity::Steepness => Some(&mut self.steepness),
            _ => None,
        }
    }

    pub(super) fn handles(&self) -> [Handle; 2] {
        let middle = self.middle();
        let tip = middle + self.velocity * DT;
        [Handle { name: "body", at: middle }, Handle { name: "motion", at: tip }]
    }

    fn middle(&self) -> Vec2 {
        self.corner + self.size / 2.0
    }

    pub(super) fn drag(&mut self, handle: usize, to: Vec2) {
        match handle {
            0 => self.corner += to - self.middle(),
            1 => self.velocity = (to - self.middle()) / DT,
            _ => {}
        }
    }

    pub(super) fn draw(&self, onto: &mut dyn DebugDraw) {
        let grid = self.grid();
        let area = Aabb::from_px(AREA[0], AREA[1]);
        draw_solids(onto, &grid, area, u32::MAX);
        draw_edges(onto, &grid, area, u32::MAX);
        let middle = self.middle();
        arrow(onto, middle, middle + self.velocity * DT, YELLOW.with_alpha(120));
        draw_explanation(onto, &self.motion());
        onto.text(Vec2::new(8.0, 14.0), &self.caption(), TEXT);
    }

    /// The result in words.
    #[must_use]
    pub fn caption(&self) -> String {
        let motion = self.motion();
        let hits = motion.pieces.iter().filter(|piece| piece.hit.is_some()).count();
        let Vec2 { x, y } = px_from_point(motion.after.position - motion.body.position);
        format!("straight pieces: {}, hits: {hits}, moved by ({x:.1}, {y:.1}) px", motion.pieces.len())
    }
}
