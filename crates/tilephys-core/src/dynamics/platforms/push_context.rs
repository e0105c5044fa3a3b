//! Read-only context of a solid that moves along an axis: the scene, and which bodies can carry and push.

use crate::aabb::Aabb;
use crate::dynamics::ids::PushSource;
use crate::dynamics::platforms::{ColliderIndex, NearbyBodies, PushQuery};
use crate::grid::ShapeId;
use glam::IVec2;

/// Solid in the mover phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    pub(crate) shape: ShapeId,
    /// Body index, if the solid is a body.
    pub(crate) index: Option<u32>,
}

/// Carrier and pusher of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Carrier {
    /// Number of a solid.
    Solid(u32),
    /// Index of a colliding body.
    Body(u32),
}

/// Bodies that stop a solid instead of being crushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// All bodies.
    All,
    /// Bodies that [block movers](crate::platform::SquishPolicy::BlockMover).
    Blockers,
    /// No bodies.
    None,
}

/// Read-only context of a moving solid.
#[derive(Clone, Copy)]
pub(crate) struct Cast<'a> {
    pub(crate) scene: PushQuery<'a>,
    pub(crate) near: &'a NearbyBodies,
    pub(crate) colliders: &'a ColliderIndex,
    pub(crate) solids: &'a [Solid],
    /// Number of the solid that a body is, if any.
    pub(crate) solid_of: &'a dyn Fn(u32) -> Option<u32>,
    /// Number of the moving solid, the first of its group.
    pub(crate) mover: u32,
    /// Solids of the group, with `mover` first.
    pub(crate) members: &'a [u32],
    /// Shapes of the group in the grid, ascending.
    pub(crate) shapes: &'a [ShapeId],
    pub(crate) stop: Stop,
}

impl Cast<'_> {
    pub(crate) fn shape(&self) -> ShapeId {
        self.solids[self.mover as usize].shape
    }

    /// True if `shape` belongs to the moving group.
    pub(crate) fn is_member(&self, shape: ShapeId) -> bool {
        self.shapes.binary_search(&shape).is_ok()
    }

    /// Returns the bodies near a solid, except itself and the mover.
    pub(crate) fn others(&self, solid: u32) -> impl Iterator<Item = u32> + '_ {
        let [own, mover] = [solid, self.mover].map(|solid| self.solids[solid as usize].index);
        let near = self.near.of(solid).iter().copied();
        near.filter(move |&index| Some(index) != own && Some(index) != mover)
    }

    /// Returns a body as carrier of bodies, if it can carry.
    pub(crate) fn carrier(&self, index: u32) -> Option<Carrier> {
        let is_collider_at = || self.colliders.is_built() && self.scene.is_collider_at(index);
        let solid = (self.solid_of)(index).map(Carrier::Solid);
        solid.or_else(|| is_collider_at().then_some(Carrier::Body(index)))
    }

    /// Lists the colliding bodies that a body may touch on a straight path, except itself and the mover.
    pub(crate) fn find_beside(&self, body: u32, way: IVec2, found: &mut Vec<u32>) {
        let [min, max] = self.scene.bounds(body);
        let hull = Aabb {
            min: min.saturating_add(way.min(IVec2::ZERO)),
            max: max.saturating_add(way.max(IVec2::ZERO)),
        };
        self.colliders.find(self.scene.bodies, hull, self.near.drifted(), found);
        let mover = self.solids[self.mover as usize].index;
        found.retain(|index| *index != body && Some(*index) != mover);
    }
}

/// Solid that moves.
#[derive(Clone, Copy)]
pub(crate) struct Root {
    /// Number of the solid.
    pub(crate) solid: u32,
    pub(crate) shape: ShapeId,
    pub(crate) pusher: PushSource,
    pub(crate) stop: Stop,
    /// Axes in the order of motion.
    pub(crate) axes: [usize; 2],
}
