//! Nodes and edges of the push graph.

use super::push_context::{Carrier, Cast, Stop};
use super::push_query::Way;
use super::squish::SquishPolicy;

/// Number of the first solid of the moving group in place of a node; its other solids follow.
pub(super) const ROOT: u32 = 1 << 31;

/// Node: a body that is moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushNode {
    pub(super) place: u32,
    /// Carrier, if it carries and pushes bodies in turn.
    pub(super) carrier: Option<Carrier>,
    /// Position of its front along the motion, in lattice units; less for a pusher than for the body that it
    /// pushes.
    pub(super) front: i64,
    /// Wanted distance, in lattice units.
    pub(super) need: i32,
    /// Clearance, in lattice units.
    pub(super) room: i32,
    /// Distance limit apart from the clearance, in lattice units.
    pub(super) cap: i32,
    /// Distance moved, in lattice units.
    pub(super) moved: i32,
    /// Distance by which it would be carried, in lattice units; less than `moved` if it is pushed farther.
    pub(super) carried: i32,
    /// Distance by which it would be pushed, in lattice units.
    pub(super) pushed: i32,
    /// Distance that the pusher moves beyond `moved`, in lattice units, and the pusher: a node, or from
    /// [`ROOT`] on.
    pub(super) short: i32,
    pub(super) squeezed_by: u32,
    /// True if it stops its pusher.
    pub(super) blocks: bool,
    pub(super) is_waiting: bool,
    pub(super) has_room: bool,
}

impl PushNode {
    /// Returns a node for a body that a solid may move by `way`, with no distance yet.
    pub(super) fn new(cast: Cast, place: u32, way: Way) -> Self {
        let policy = cast.scene.profile(place).map(|profile| profile.riding.squish);
        let (k, [min, max]) = (way.direction.axis(), cast.scene.bounds(place));
        PushNode {
            place,
            carrier: cast.carrier(place),
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
    pub(super) fn solid(&self) -> Option<u32> {
        match self.carrier {
            Some(Carrier::Solid(solid)) => Some(solid),
            _ => None,
        }
    }
}

/// Edge: `from` moves `to` after a distance of `gap`, in lattice units.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushEdge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) gap: i32,
    pub(super) carries: bool,
    /// True between colliding bodies: neither may enter the other.
    pub(super) is_firm: bool,
}
