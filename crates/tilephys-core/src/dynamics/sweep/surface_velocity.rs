//! Collision response against moving solids.

use crate::controller::{Actor, Candidate, MoveConfig, SLANTED};
use crate::dynamics::settings::RideSettings;
use crate::grid::OffGridShape;
use crate::response::Response;
use glam::{IVec2, Vec2};

/// Faces of moving solids, by the axis of the hit: the first one on each axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SurfaceVelocity([Option<Face>; 2]);

/// Face of a moving solid.
#[derive(Clone, Copy, Debug)]
struct Face {
    /// Velocity of the solid on the axis, in px/s.
    speed: f32,
    /// True if the face carries the body: a floor, or a wall or ceiling to which the body clings.
    carries: bool,
}

impl SurfaceVelocity {
    /// Records the solid of a hit by a motion `d`, if it moves.
    #[cold]
    pub(crate) fn note(&mut self, actor: &Actor, found: &Candidate, d: IVec2, riding: &RideSettings) {
        let Some(name) = found.name().filter(|_| found.axis != SLANTED) else { return };
        let velocity = actor.view.grid.off_grid_at(name.off_grid).map_or(Vec2::ZERO, OffGridShape::velocity);
        let axis = found.axis;
        let up = actor.config.up;
        let is_floor = axis == up.axis() && d[axis].signum() == -up.vector()[axis];
        let clings = if axis == up.axis() { riding.ceilings } else { riding.walls };
        let carries = is_floor || clings && actor.config.walk_if_grounded().is_some();
        if velocity[axis] != 0.0 {
            self.0[axis].get_or_insert(Face { speed: velocity[axis], carries });
        }
    }

    /// True if a moving solid was hit.
    pub(crate) fn is_any(self) -> bool {
        self.0[0].is_some() || self.0[1].is_some()
    }

    /// Replaces the velocity into each solid by the velocity of the solid; a rebound is relative to it.
    ///
    /// The velocity of a carried body stays relative to its carrier.
    #[cold]
    pub(crate) fn give(self, velocity: &mut Vec2, config: &MoveConfig) {
        for (axis, face) in self.0.into_iter().enumerate() {
            let Some(Face { speed, carries }) = face else { continue };
            let own = velocity[axis];
            let gives = match config.response {
                Response::Slide if own == 0.0 && !carries => speed,
                Response::Bounce { .. } if own == 0.0 && carries => continue,
                Response::Bounce { .. } if own == 0.0 => speed,
                Response::Bounce { restitution } if restitution > 0.0 => speed * (1.0 + restitution),
                _ => continue,
            };
            velocity[axis] = own + gives + 0.0;
        }
    }
}
