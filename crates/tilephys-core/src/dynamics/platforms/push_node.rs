//! Nodes and edges of the push graph.

use crate::dynamics::platforms::{AxisTranslation, Carrier, Cast, Stop};
use crate::dynamics::settings::SquishPolicy;

/// Number of the first solid of the moving group in place of a node; its other solids follow.
pub(crate) const ROOT: u32 = 1 << 31;

/// Node: a body that is moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushNode {
    pub(crate) index: u32,
    /// Carrier, if it carries and pushes bodies in turn.
    pub(crate) carrier: Option<Carrier>,
    /// Position of its front along the motion, in lattice units; less for a pusher than for the body that it
    /// pushes.
    pub(crate) front: i64,
    /// Wanted distance, in lattice units.
    pub(crate) need: i32,
    /// Clearance, in lattice units.
    pub(crate) room: i32,
    /// Distance limit apart from the clearance, in lattice units.
    pub(crate) cap: i32,
    /// Distance moved, in lattice units.
    pub(crate) moved: i32,
    /// Distance by which it would be carried, in lattice units; less than `moved` if it is pushed farther.
    pub(crate) carried: i32,
    /// Distance by which it would be pushed, in lattice units.
    pub(crate) pushed: i32,
    /// Distance that the pusher moves beyond `moved`, in lattice units, and the pusher: a node, or from
    /// [`ROOT`] on.
    pub(crate) short: i32,
    pub(crate) squeezed_by: u32,
    /// True if it stops its pusher.
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
            blocks: match cast.stop {
                Stop::All => true,
                Stop::Blockers => policy == Some(SquishPolicy::BlockMover),
                Stop::None => false,
            },
            is_waiting: false,
            has_room: false,
        }
    }

    /// Returns the number of the solid that it is, if any.
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
