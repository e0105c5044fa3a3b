//! Squishing: bodies crushed between a mover and an obstacle.

use crate::direction::Direction;
use crate::dynamics::ids::{BodyId, PushSource};
use crate::dynamics::state::IdMap;
use crate::grid::ShapeId;
use crate::hash::StateHasher;

/// Squish: a body and the solid that crushes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squish {
    /// Body that is crushed.
    pub body: BodyId,
    /// Mover or solid body that crushes it.
    pub pusher: PushSource,
    /// Direction of the push.
    pub direction: Direction,
    pub(crate) shape: ShapeId,
    pub(crate) silent: bool,
}

/// All present squishes, by body and shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Squishes {
    pub(crate) list: Vec<Squish>,
    /// Bodies with a squish that ended in this step, ascending.
    pub(crate) ended: Vec<BodyId>,
}

impl Squishes {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn all<'a>(&'a self, indices: &'a IdMap) -> impl Iterator<Item = &'a Squish> {
        self.list.iter().filter(|squish| indices.get(squish.body).is_some())
    }

    pub(crate) fn of(&self, id: BodyId) -> &[Squish] {
        let from = self.list.partition_point(|squish| squish.body < id);
        let len = self.list[from..].partition_point(|squish| squish.body == id);
        &self.list[from..from + len]
    }

    #[inline(always)]
    pub(crate) fn has(&self, id: BodyId) -> bool {
        !self.list.is_empty() && !self.of(id).is_empty()
    }

    /// True if a squish of a body ended in this step after the body moved. Then its contacts must be found again.
    #[inline(always)]
    pub(crate) fn has_ended(&self, id: BodyId) -> bool {
        !self.ended.is_empty() && self.ended.binary_search(&id).is_ok()
    }

    pub(crate) fn holds(&self, id: BodyId, shape: ShapeId) -> bool {
        self.of(id).iter().any(|squish| squish.shape == shape)
    }

    pub(crate) fn begin(&mut self, squish: Squish) -> bool {
        let key = |squish: &Squish| (squish.body, squish.shape);
        let index = self.list.binary_search_by_key(&key(&squish), key);
        index.map_err(|index| self.list.insert(index, squish)).is_err()
    }

    /// Keeps the squishes by a solid whose shape in the grid was replaced.
    pub(crate) fn follow(&mut self, old: ShapeId, new: ShapeId) {
        let is_by_it = |squish: &&mut Squish| squish.shape == old;
        let changed = self.list.iter_mut().filter(is_by_it).map(|squish| squish.shape = new).count();
        if changed > 0 {
            self.list.sort_unstable_by_key(|squish| (squish.body, squish.shape));
        }
    }

    pub(crate) fn hash(&self, hasher: &mut StateHasher, indices: &IdMap) {
        for squish in self.all(indices) {
            let (kind, id) = match squish.pusher {
                PushSource::Mover(id) => (0, id.0),
                PushSource::Body(id) => (1, id.0),
            };
            hasher.pair(squish.body.0, id);
            hasher.pair(kind, u32::from(squish.silent) << 2 | squish.direction as u32);
        }
    }
}
