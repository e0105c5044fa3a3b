//! The bodies that are moved by a solid that goes straight along an axis, and what makes one of them move another.

use super::cast::{Carrier, Cast, Stop};
use super::reach::Way;
use super::squish::SquishPolicy;

/// The number of the first solid of the group that moves, in place of an item; the others follow.
pub(super) const ROOT: u32 = 1 << 31;

/// A body that is moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) place: u32,
    /// What it is to others, if it moves them in turn.
    pub(super) carrier: Option<Carrier>,
    /// Where its front is along the way: of two, one of which pushes the other, that one's is less.
    pub(super) front: i64,
    /// How far it would go, in lattice units.
    pub(super) need: i32,
    /// How far it may go.
    pub(super) room: i32,
    /// How far at most, however much room there is.
    pub(super) cap: i32,
    /// How far it goes.
    pub(super) moved: i32,
    /// How far it would go because it is carried; less than `moved` if it is pushed on.
    pub(super) carried: i32,
    /// How far it would go because it is pushed.
    pub(super) pushed: i32,
    /// How much less than that the pusher goes on, and the pusher: an item, or from [`ROOT`] on.
    pub(super) short: i32,
    pub(super) squeezed_by: u32,
    /// It stops what pushes it.
    pub(super) blocks: bool,
    pub(super) is_waiting: bool,
    pub(super) has_room: bool,
}

impl Item {
    /// A body that a solid going `way` may move, and that is not moved yet.
    pub(super) fn new(cast: Cast, place: u32, way: Way) -> Self {
        let policy = cast.scene.profile(place).map(|profile| profile.riding.squish);
        let (k, [min, max]) = (way.direction.axis(), cast.scene.bounds(place));
        Item {
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

    /// Which of the solids it is, if it is one.
    pub(super) fn solid(&self) -> Option<u32> {
        match self.carrier {
            Some(Carrier::Solid(solid)) => Some(solid),
            _ => None,
        }
    }
}

/// `to` is moved by `from` when that has gone farther than `gap`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) gap: i32,
    pub(super) carries: bool,
    /// Both are bodies that collide: neither goes into the other, whatever becomes of it.
    pub(super) is_firm: bool,
}
