//! The bodies as structure of arrays: one place a body, in no particular order.

use super::ids::BodyId;
use super::profile::ProfileId;
use super::state::BodyState;
use crate::movement::Body;
use glam::{IVec2, Vec2};

/// All bodies of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    pub(crate) id: Vec<BodyId>,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) profile: Vec<ProfileId>,
    pub(crate) state: Vec<BodyState>,
}

/// The numbers of all bodies on one axis.
#[derive(Clone, Debug, Default)]
pub(crate) struct Axis {
    /// Min corners, in lattice units.
    pub(crate) at: Vec<i32>,
    /// Sizes, in lattice units.
    pub(crate) size: Vec<i32>,
    /// Velocities, in px/s.
    pub(crate) velocity: Vec<f32>,
    /// What rounding left of the last translation, in lattice units.
    pub(crate) rest: Vec<f32>,
}

impl Bodies {
    /// Bytes that one body takes.
    pub(crate) const BYTES_EACH: usize = size_of::<BodyId>()
        + 4 * size_of::<i32>()
        + 4 * size_of::<f32>()
        + size_of::<ProfileId>()
        + size_of::<BodyState>();

    pub(crate) fn len(&self) -> usize {
        self.id.len()
    }

    pub(crate) fn push(&mut self, id: BodyId, profile: ProfileId, body: &Body) {
        self.id.push(id);
        self.profile.push(profile);
        self.state.push(BodyState::default());
        for (axis, k) in [(&mut self.x, 0), (&mut self.y, 1)] {
            axis.at.push(body.position[k]);
            axis.size.push(body.size[k]);
            // Adding zero turns -0 into +0.
            axis.velocity.push(body.velocity[k] + 0.0);
            axis.rest.push(body.rest[k] + 0.0);
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, place: usize) -> Body {
        let (x, y) = (&self.x, &self.y);
        Body {
            position: IVec2::new(x.at[place], y.at[place]),
            size: IVec2::new(x.size[place], y.size[place]),
            velocity: Vec2::new(x.velocity[place], y.velocity[place]),
            rest: Vec2::new(x.rest[place], y.rest[place]),
        }
    }

    pub(crate) fn set(&mut self, place: usize, body: &Body) {
        for (axis, k) in [(&mut self.x, 0), (&mut self.y, 1)] {
            axis.at[place] = body.position[k];
            axis.size[place] = body.size[k];
            axis.velocity[place] = body.velocity[k] + 0.0;
            axis.rest[place] = body.rest[k] + 0.0;
        }
    }

    /// Takes over where a move ended.
    #[inline(always)]
    pub(crate) fn moved(&mut self, place: usize, position: IVec2, velocity: Vec2, rest: Vec2) {
        (self.x.at[place], self.y.at[place]) = (position.x, position.y);
        (self.x.velocity[place], self.y.velocity[place]) = (velocity.x, velocity.y);
        (self.x.rest[place], self.y.rest[place]) = (rest.x, rest.y);
    }

    pub(crate) fn swap_remove(&mut self, place: usize) {
        self.id.swap_remove(place);
        self.profile.swap_remove(place);
        self.state.swap_remove(place);
        for axis in [&mut self.x, &mut self.y] {
            axis.at.swap_remove(place);
            axis.size.swap_remove(place);
            axis.velocity.swap_remove(place);
            axis.rest.swap_remove(place);
        }
    }
}
