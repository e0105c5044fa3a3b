//! Read-only context of a solid that moves along an axis: the scene, and which bodies can carry and push. Nodes and edges of the push
//! graph.
//!
//! Movers move one after the other, so a mover may come under a rider that was carried already. The carrier of a rider is therefore
//! chosen before any mover moves: the solid under the middle of its feet at the start of the step. A carrier beside it moves the
//! rider along up only.

use crate::aabb::Aabb;
use crate::dynamics::platforms::{AxisTranslation, ByBody, ColliderIndex, Grip, NearbyBodies, PushQuery};
use crate::dynamics::settings::SquishPolicy;
use crate::grid::ShapeId;
use glam::IVec2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    pub(crate) shape: ShapeId,
    pub(crate) index: Option<u32>,
}

/// Carrier and pusher of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Carrier {
    Solid(u32),
    Body(u32),
}

/// Bodies that stop a solid instead of being crushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    All,
    /// Bodies that [block movers](crate::platform::SquishPolicy::BlockMover).
    Blockers,
    None,
}

/// Solids of the mover phase, and the bodies near them.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingSolids {
    /// Solids of the present step, movers first.
    pub(crate) list: Vec<Solid>,
    pub(crate) near: NearbyBodies,
    pub(crate) colliders: ColliderIndex,
    /// Solids of the group that moves now, the leader first, and their shapes in the grid, ascending.
    pub(crate) members: Vec<u32>,
    pub(crate) shapes: Vec<ShapeId>,
}

#[derive(Clone, Copy)]
pub(crate) struct Root {
    pub(crate) solid: u32,
    pub(crate) stop: Stop,
    pub(crate) axes: [usize; 2],
}

#[derive(Clone, Copy)]
pub(crate) struct Cast<'a> {
    pub(crate) scene: PushQuery<'a>,
    pub(crate) solids: &'a MovingSolids,
    pub(crate) root: Root,
}

impl Cast<'_> {
    pub(crate) fn is_member(&self, shape: ShapeId) -> bool {
        self.solids.shapes.binary_search(&shape).is_ok()
    }

    pub(crate) fn others(&self, solid: u32) -> impl Iterator<Item = u32> + '_ {
        let [own, mover] = [solid, self.root.solid].map(|solid| self.solids.list[solid as usize].index);
        let near = self.solids.near.of(solid);
        near.filter(move |&index| Some(index) != own && Some(index) != mover)
    }

    /// Returns a body as carrier of bodies, if it can carry.
    pub(crate) fn carrier(&self, index: u32) -> Option<Carrier> {
        let is_collider_at = || self.solids.colliders.is_built && self.scene.is_collider_at(index);
        let solid = self.scene.solid_of(index).map(Carrier::Solid);
        solid.or_else(|| is_collider_at().then_some(Carrier::Body(index)))
    }

    /// Lists the colliding bodies that a body may touch on a straight path, except itself and the mover.
    pub(crate) fn find_beside(&self, body: u32, way: IVec2, found: &mut Vec<u32>) {
        let [min, max] = self.scene.bounds(body);
        let hull = Aabb {
            min: min.saturating_add(way.min(IVec2::ZERO)),
            max: max.saturating_add(way.max(IVec2::ZERO)),
        };
        let MovingSolids { list, near, colliders, .. } = self.solids;
        colliders.find(self.scene.bodies, hull, near.most, found);
        let mover = list[self.root.solid as usize].index;
        found.retain(|index| *index != body && Some(*index) != mover);
    }
}

/// Number of the first solid of the moving group in place of a node; its other solids follow.
pub(crate) const ROOT: u32 = 1 << 31;

/// Node: a body that is moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushNode {
    pub(crate) index: u32,
    pub(crate) carrier: Option<Carrier>,
    /// Position of its front along the motion, in lattice units; less for a pusher than for the body that it pushes.
    pub(crate) front: i64,
    pub(crate) need: i32,
    pub(crate) room: i32,
    /// Distance limit apart from the clearance, in lattice units.
    pub(crate) cap: i32,
    pub(crate) moved: i32,
    /// Distance by which it would be carried, in lattice units; less than `moved` if it is pushed farther.
    pub(crate) carried: i32,
    /// Distance by which it would be pushed, in lattice units.
    pub(crate) pushed: i32,
    /// Distance that the pusher moves beyond `moved`, in lattice units, and the pusher: a node, or from [`ROOT`] on.
    pub(crate) short: i32,
    pub(crate) squeezed_by: u32,
    pub(crate) blocks: bool,
    pub(crate) is_waiting: bool,
    pub(crate) has_room: bool,
}

impl PushNode {
    /// Returns a node for a body that a solid may move by `way`, with no distance yet.
    pub(crate) fn new(cast: Cast, index: u32, way: AxisTranslation) -> Self {
        let policy = cast.scene.profile(index).map(|profile| profile.riding.squish);
        let k = way.direction.axis();
        let [min, max] = cast.scene.bounds(index);
        PushNode {
            index,
            carrier: cast.carrier(index),
            // Nodes are compared along the push, whichever way that leads.
            front: if way.by(1)[k] > 0 { max[k].into() } else { -i64::from(min[k]) },
            need: 0,
            room: 0,
            cap: i32::MAX,
            moved: 0,
            carried: 0,
            pushed: 0,
            short: 0,
            squeezed_by: ROOT,
            blocks: match cast.root.stop {
                Stop::All => true,
                Stop::Blockers => policy == Some(SquishPolicy::BlockMover),
                Stop::None => false,
            },
            is_waiting: false,
            has_room: false,
        }
    }

    pub(crate) fn solid(&self) -> Option<u32> {
        match self.carrier {
            Some(Carrier::Solid(solid)) => Some(solid),
            _ => None,
        }
    }
}

/// Edge: `from` moves `to` after a distance of `gap`, in lattice units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushEdge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) gap: i32,
    pub(crate) carries: bool,
    /// True between colliding bodies: neither may enter the other.
    pub(crate) is_firm: bool,
}

/// Carriers of a step: the hold of each body, and on what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grips(ByBody<(Grip, Carrier)>);

impl Grips {
    /// Finds the carriers of the bodies near solids, before any solid moves.
    pub(crate) fn find(&mut self, scene: PushQuery, near: &NearbyBodies, solids: &[Solid]) {
        self.0.begin(scene.bodies.len());
        for (number, solid) in (0..).zip(solids) {
            for index in near.of(number).filter(|index| Some(*index) != solid.index) {
                if let Some(grip) = scene.grip(solid.shape, index) {
                    self.note(index, grip, Carrier::Solid(number));
                }
            }
        }
    }

    /// Makes a solid or body the carrier of a second body, unless the second body already holds a carrier as firmly.
    pub(crate) fn note(&mut self, index: u32, grip: Grip, carrier: Carrier) {
        if self.0.get(index).is_none_or(|held| held.0 < grip) {
            self.0.set(index, (grip, carrier));
        }
    }

    /// Returns the hold of a body on a carrier, if that is its carrier in this step.
    pub(crate) fn on(&self, index: u32, carrier: Carrier) -> Option<Grip> {
        self.0.get(index).filter(|held| held.1 == carrier).map(|held| held.0)
    }

    /// Makes a colliding body the carrier of a second body for the rest of the step, if it has none. True if it is the carrier.
    pub(crate) fn claim(&mut self, index: u32, carrier: Carrier) -> bool {
        if self.0.get(index).is_none() {
            self.note(index, Grip::Stands, carrier);
        }
        self.on(index, carrier).is_some()
    }
}
