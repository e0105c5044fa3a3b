//! Solids that move, and what hitting one makes of a velocity.

use super::movers::Riding;
use crate::grid::LooseBox;
use crate::movement::{Actor, Candidate, MoveConfig, SLANTED};
use crate::response::Response;
use glam::{IVec2, Vec2};

/// A face of a solid that moves, along an axis, that was hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Struck {
    axis: usize,
    /// The solid's velocity on that axis, in px/s.
    speed: f32,
    /// True if it carries the body: a floor, or a wall or ceiling to which the body clings.
    carries: bool,
}

impl Struck {
    /// What was hit by a motion by `d`, if it moves.
    #[cold]
    pub(super) fn of(actor: &Actor, found: &Candidate, d: IVec2, riding: &Riding) -> Option<Struck> {
        let name = found.name().filter(|_| found.axis != SLANTED)?;
        let velocity = actor.view.grid.loose_shape(name.loose).map_or(Vec2::ZERO, LooseBox::velocity);
        let (axis, up) = (found.axis, actor.config.up);
        let is_floor = axis == up.axis() && d[axis].signum() == -up.vector()[axis];
        let clings = if axis == up.axis() { riding.ceilings } else { riding.walls };
        let carries = is_floor || clings && actor.config.walk.is_some();
        (velocity[axis] != 0.0).then_some(Struck { axis, speed: velocity[axis], carries })
    }

    /// Turns the velocity into a solid into the velocity of the solid; a rebound is relative to it. The velocity of a body
    /// that the solid carries stays relative to the solid.
    #[cold]
    pub(super) fn give(self, velocity: &mut Vec2, config: &MoveConfig) {
        let own = velocity[self.axis];
        let gives = match config.response {
            Response::Slide if own == 0.0 && !self.carries => self.speed,
            Response::Bounce { .. } if own == 0.0 && self.carries => return,
            Response::Bounce { .. } if own == 0.0 => self.speed,
            Response::Bounce { restitution } if restitution > 0.0 => self.speed * (1.0 + restitution),
            _ => return,
        };
        velocity[self.axis] = own + gives + 0.0;
    }
}
