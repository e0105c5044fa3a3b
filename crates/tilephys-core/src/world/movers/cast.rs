//! What does not change while a solid goes straight along an axis: the scene, and who may carry and push whom.

use super::crowd::Crowd;
use super::near::Near;
use super::reach::Scene;
use crate::aabb::Aabb;
use crate::grid::BoxId;
use glam::IVec2;

/// A solid as the phase knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) shape: BoxId,
    /// The place of the body, if it is one.
    pub(super) place: Option<u32>,
}

/// What carries and pushes bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Carrier {
    /// Which of the solids it is.
    Solid(u32),
    /// The place of a body that collides with others.
    Body(u32),
}

/// Which bodies stop a solid that cannot push them on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// All.
    All,
    /// Bodies that [block movers](super::SquishPolicy::BlockMover).
    Blockers,
    /// None.
    None,
}

/// What does not change while a solid moves.
#[derive(Clone, Copy)]
pub(super) struct Cast<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) near: &'a Near,
    pub(super) crowd: &'a Crowd,
    pub(super) solids: &'a [Solid],
    /// Which of the solids a body is.
    pub(super) solid_of: &'a dyn Fn(u32) -> Option<u32>,
    /// Which of the solids moves: the first of its group.
    pub(super) mover: u32,
    /// The solids that move as one, with that one first.
    pub(super) members: &'a [u32],
    /// What they are in the grid, ascending.
    pub(super) shapes: &'a [BoxId],
    pub(super) stop: Stop,
}

impl Cast<'_> {
    pub(super) fn shape(&self) -> BoxId {
        self.solids[self.mover as usize].shape
    }

    /// Is this a solid of the group that moves?
    pub(super) fn is_member(&self, shape: BoxId) -> bool {
        self.shapes.binary_search(&shape).is_ok()
    }

    /// The bodies near a solid, without itself and the one that moves.
    pub(super) fn others(&self, solid: u32) -> impl Iterator<Item = u32> + '_ {
        let [own, mover] = [solid, self.mover].map(|solid| self.solids[solid as usize].place);
        let near = self.near.of(solid).iter().copied();
        near.filter(move |&place| Some(place) != own && Some(place) != mover)
    }

    /// What a body is to those that it carries and pushes, if it does.
    pub(super) fn carrier(&self, place: u32) -> Option<Carrier> {
        let is_of_crowd = || self.crowd.is_there() && self.scene.is_of_crowd(place);
        let solid = (self.solid_of)(place).map(Carrier::Solid);
        solid.or_else(|| is_of_crowd().then_some(Carrier::Body(place)))
    }

    /// Lists the bodies of the crowd that one of them may touch on a straight way, without itself and the one that moves.
    pub(super) fn find_beside(&self, body: u32, way: IVec2, found: &mut Vec<u32>) {
        let [min, max] = self.scene.bounds(body);
        let hull = Aabb {
            min: min.saturating_add(way.min(IVec2::ZERO)),
            max: max.saturating_add(way.max(IVec2::ZERO)),
        };
        self.crowd.find(self.scene.bodies, hull, self.near.drifted(), found);
        let mover = self.solids[self.mover as usize].place;
        found.retain(|place| *place != body && Some(*place) != mover);
    }
}
