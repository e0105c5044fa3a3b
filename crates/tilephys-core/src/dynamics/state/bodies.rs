//! Body storage: a structure of arrays, in no particular order.

use crate::controller::{Body, TransientState};
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::ProfileId;
use crate::dynamics::state::BodyState;
use glam::{IVec2, Vec2};

#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    pub(crate) id: Vec<BodyId>,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) profile: Vec<ProfileId>,
    pub(crate) state: Vec<BodyState>,
}

/// Components of all bodies on one axis.
#[derive(Clone, Debug, Default)]
pub(crate) struct Axis {
    pub(crate) at: Vec<i32>,
    pub(crate) size: Vec<i32>,
    pub(crate) velocity: Vec<f32>,
    /// Rounding remainders of the last translation, in lattice units.
    pub(crate) remainder: Vec<f32>,
}

/// Bodies as slices, one element a body.
///
/// The phases of a step work on these. Drivers with their own body storage read and write them; see
/// [`World::remap_bodies`](crate::World::remap_bodies).
#[derive(Debug)]
pub struct BodySlices<'a> {
    /// Body ids.
    pub id: &'a [BodyId],
    /// Horizontal components.
    pub x: AxisSlices<'a>,
    /// Vertical components.
    pub y: AxisSlices<'a>,
    /// Profile ids.
    pub profile: &'a mut [ProfileId],
    /// Contacts at the end of the last step.
    pub state: &'a mut [BodyState],
}

/// Components of bodies on one axis.
#[derive(Debug)]
pub struct AxisSlices<'a> {
    /// Min corners, in lattice units.
    pub at: &'a mut [i32],
    /// Sizes, in lattice units.
    pub size: &'a mut [i32],
    /// Velocities, in px/s. No component is -0.
    pub velocity: &'a mut [f32],
    /// Rounding remainders of the last translation, in lattice units, within ±0.5. No component is -0.
    pub remainder: &'a mut [f32],
}

impl BodySlices<'_> {
    /// Returns the number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// True if there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// Splits into the first `len` bodies and the rest.
    ///
    /// # Panics
    /// If there are fewer than `len` bodies.
    #[must_use]
    #[inline]
    pub fn split_at(self, len: usize) -> (Self, Self) {
        let (id, ids) = self.id.split_at(len);
        let (x, xs) = self.x.split_at(len);
        let (y, ys) = self.y.split_at(len);
        let (profile, profiles) = self.profile.split_at_mut(len);
        let (state, states) = self.state.split_at_mut(len);
        (
            BodySlices { id, x, y, profile, state },
            BodySlices { id: ids, x: xs, y: ys, profile: profiles, state: states },
        )
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Body {
        let BodySlices { x, y, .. } = self;
        Body {
            position: IVec2::new(x.at[index], y.at[index]),
            size: IVec2::new(x.size[index], y.size[index]),
            velocity: Vec2::new(x.velocity[index], y.velocity[index]),
            remainder: Vec2::new(x.remainder[index], y.remainder[index]),
            // Few bodies have transient state. A caller that needs it looks it up by id.
            memory: TransientState::NONE,
        }
    }

    #[inline(always)]
    pub(crate) fn place_and_size(&self, index: usize) -> (IVec2, IVec2) {
        let x = &self.x;
        let y = &self.y;
        (IVec2::new(x.at[index], y.at[index]), IVec2::new(x.size[index], y.size[index]))
    }

    #[inline(always)]
    pub(crate) fn moved(&mut self, index: usize, position: IVec2, velocity: Vec2, remainder: Vec2) {
        self.x.at[index] = position.x;
        self.y.at[index] = position.y;
        self.x.velocity[index] = velocity.x;
        self.y.velocity[index] = velocity.y;
        self.x.remainder[index] = remainder.x;
        self.y.remainder[index] = remainder.y;
    }
}

impl AxisSlices<'_> {
    #[inline]
    fn split_at(self, len: usize) -> (Self, Self) {
        let (at, ats) = self.at.split_at_mut(len);
        let (size, sizes) = self.size.split_at_mut(len);
        let (velocity, velocities) = self.velocity.split_at_mut(len);
        let (remainder, remainders) = self.remainder.split_at_mut(len);
        (
            AxisSlices { at, size, velocity, remainder },
            AxisSlices { at: ats, size: sizes, velocity: velocities, remainder: remainders },
        )
    }
}

impl Axis {
    #[inline]
    fn as_slices(&mut self) -> AxisSlices<'_> {
        let Axis { at, size, velocity, remainder } = self;
        AxisSlices { at, size, velocity, remainder }
    }
}

impl Bodies {
    pub(crate) const BYTES_EACH: usize = size_of::<BodyId>()
        + 4 * size_of::<i32>()
        + 4 * size_of::<f32>()
        + size_of::<ProfileId>()
        + size_of::<BodyState>();

    pub(crate) fn len(&self) -> usize {
        self.id.len()
    }

    pub(crate) fn push(&mut self, id: BodyId, profile: ProfileId, state: BodyState, body: &Body) {
        let index = self.len();
        self.set_len(index + 1);
        self.id[index] = id;
        self.profile[index] = profile;
        self.state[index] = state;
        self.set(index, body);
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Body {
        let Bodies { x, y, .. } = self;
        Body {
            position: IVec2::new(x.at[index], y.at[index]),
            size: IVec2::new(x.size[index], y.size[index]),
            velocity: Vec2::new(x.velocity[index], y.velocity[index]),
            remainder: Vec2::new(x.remainder[index], y.remainder[index]),
            // As in slices.
            memory: TransientState::NONE,
        }
    }

    pub(crate) fn set_box(&mut self, index: usize, position: IVec2, size: IVec2) {
        for (axis, k) in [(&mut self.x, 0), (&mut self.y, 1)] {
            axis.at[index] = position[k];
            axis.size[index] = size[k];
        }
    }

    pub(crate) fn copy_from(&mut self, other: &Bodies) {
        let Bodies { id, x, y, profile, state } = self;
        id.clone_from(&other.id);
        profile.clone_from(&other.profile);
        state.clone_from(&other.state);
        for (axis, other) in [(x, &other.x), (y, &other.y)] {
            axis.at.clone_from(&other.at);
            axis.size.clone_from(&other.size);
            axis.velocity.clone_from(&other.velocity);
            axis.remainder.clone_from(&other.remainder);
        }
    }

    #[inline]
    pub(crate) fn as_slices(&mut self) -> BodySlices<'_> {
        BodySlices {
            id: &self.id,
            x: self.x.as_slices(),
            y: self.y.as_slices(),
            profile: &mut self.profile,
            state: &mut self.state,
        }
    }

    /// Replaces velocities of -0 by +0: some ends of a step would keep the sign, and others not.
    pub(crate) fn drop_negative_zeros(&mut self) {
        for axis in [&mut self.x, &mut self.y] {
            axis.velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
        }
    }

    /// Resizes all arrays. New elements are meaningless until written.
    pub(crate) fn set_len(&mut self, len: usize) {
        self.id.resize(len, BodyId(u32::MAX));
        self.profile.resize(len, ProfileId::DEFAULT);
        self.state.resize(len, BodyState::default());
        for axis in [&mut self.x, &mut self.y] {
            axis.at.resize(len, 0);
            // One and not zero, so that a body that was never written still has an area.
            axis.size.resize(len, 1);
            axis.velocity.resize(len, 0.0);
            axis.remainder.resize(len, 0.0);
        }
    }

    pub(crate) fn set(&mut self, index: usize, body: &Body) {
        for (axis, k) in [(&mut self.x, 0), (&mut self.y, 1)] {
            axis.at[index] = body.position[k];
            axis.size[index] = body.size[k];
            axis.velocity[index] = body.velocity[k] + 0.0;
            axis.remainder[index] = body.remainder[k] + 0.0;
        }
    }

    /// True if a body is among these, which ascend by id.
    pub(crate) fn have(&self, id: BodyId) -> bool {
        self.id.binary_search(&id).is_ok()
    }

    pub(crate) fn swap_remove(&mut self, index: usize) {
        self.id.swap_remove(index);
        self.profile.swap_remove(index);
        self.state.swap_remove(index);
        for axis in [&mut self.x, &mut self.y] {
            axis.at.swap_remove(index);
            axis.size.swap_remove(index);
            axis.velocity.swap_remove(index);
            axis.remainder.swap_remove(index);
        }
    }
}
