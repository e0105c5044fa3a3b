//! Bodies that a mover pushes against something else.

use super::store::MoverId;
use crate::direction::Direction;
use crate::grid::BoxId;
use crate::world::hash::StateHasher;
use crate::world::ids::{BodyId, IdMap};
use std::fmt;

/// A solid that pushes bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Pusher {
    /// A mover.
    Mover(MoverId),
    /// A body that is solid to others.
    Body(BodyId),
}

impl fmt::Display for Pusher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pusher::Mover(id) => write!(f, "mover {}", id.0),
            Pusher::Body(id) => write!(f, "body {}", id.0),
        }
    }
}

/// What becomes of a body that a mover pushes and something else holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SquishPolicy {
    /// It is reported once, and the mover goes into it; the body does not meet the mover until they are apart.
    #[default]
    Report,
    /// It is shifted aside by at most so many px, from 0 to 65,536, if that frees it; else reported.
    Wiggle(f32),
    /// It blocks the mover.
    BlockMover,
    /// The mover goes through it; nothing is reported.
    PassThrough,
}

/// A body and the solid that crushes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squish {
    /// Who is crushed.
    pub body: BodyId,
    /// By whom.
    pub pusher: Pusher,
    /// The direction in which it was pushed.
    pub direction: Direction,
    /// What the pusher is in the grid.
    pub(crate) shape: BoxId,
    /// Nobody is told.
    pub(crate) silent: bool,
}

/// All that are crushed now, by body and shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Squishes {
    pub(crate) list: Vec<Squish>,
    /// The bodies that a squish of has ended in this step, ascending.
    pub(crate) ended: Vec<BodyId>,
}

impl Squishes {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Those of bodies that are there, by ascending id.
    pub(crate) fn all<'a>(&'a self, places: &'a IdMap) -> impl Iterator<Item = &'a Squish> {
        self.list.iter().filter(|squish| places.get(squish.body).is_some())
    }

    /// Those of one body.
    pub(crate) fn of(&self, id: BodyId) -> &[Squish] {
        let from = self.list.partition_point(|squish| squish.body < id);
        let len = self.list[from..].partition_point(|squish| squish.body == id);
        &self.list[from..from + len]
    }

    /// Is a body crushed by anything?
    #[inline(always)]
    pub(crate) fn has(&self, id: BodyId) -> bool {
        !self.list.is_empty() && !self.of(id).is_empty()
    }

    /// Has a squish of a body ended in this step, after it moved? What it touches is to be found out again.
    #[inline(always)]
    pub(crate) fn has_ended(&self, id: BodyId) -> bool {
        !self.ended.is_empty() && self.ended.binary_search(&id).is_ok()
    }

    /// Is a body crushed by this?
    pub(crate) fn holds(&self, id: BodyId, shape: BoxId) -> bool {
        self.of(id).iter().any(|squish| squish.shape == shape)
    }

    /// Adds one; returns false if it is there already.
    pub(crate) fn begin(&mut self, squish: Squish) -> bool {
        let key = |squish: &Squish| (squish.body, squish.shape);
        let place = self.list.binary_search_by_key(&key(&squish), key);
        place.map_err(|place| self.list.insert(place, squish)).is_err()
    }

    /// Keeps the squishes by a solid whose box in the grid was replaced by a new box.
    pub(super) fn follow(&mut self, old: BoxId, new: BoxId) {
        let is_by_it = |squish: &&mut Squish| squish.shape == old;
        let changed = self.list.iter_mut().filter(is_by_it).map(|squish| squish.shape = new).count();
        if changed > 0 {
            self.list.sort_unstable_by_key(|squish| (squish.body, squish.shape));
        }
    }

    /// Adds them to a fingerprint.
    pub(crate) fn hash(&self, hasher: &mut StateHasher, places: &IdMap) {
        for squish in self.all(places) {
            let (kind, id) = match squish.pusher {
                Pusher::Mover(id) => (0, id.0),
                Pusher::Body(id) => (1, id.0),
            };
            hasher.pair(squish.body.0, id);
            hasher.pair(kind, u32::from(squish.silent) << 2 | squish.direction as u32);
        }
    }
}
