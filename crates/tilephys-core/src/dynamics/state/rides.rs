//! Riding: how movers and conveyors carry bodies, and the velocity that bodies keep when they leave.

use crate::dynamics::ids::BodyId;
use crate::dynamics::state::body_order::merge;
use crate::dynamics::state::{BodyOrder, IdMap};
use crate::hash::StateHasher;
use glam::Vec2;

/// Lift velocity of a body, kept from its carrier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lift {
    pub(crate) body: BodyId,
    pub(crate) velocity: Vec2,
    pub(crate) ticks: u8,
    /// True if the body has left and has added its part of the velocity.
    pub(crate) left: bool,
}

/// Lift velocities of all recently carried bodies, by ascending id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rides {
    pub(crate) list: Vec<Lift>,
    /// Lifts of the present step, in any order.
    pub(crate) new: Vec<Lift>,
    /// Bodies that jumped in the present step and the velocities they added, by ascending id.
    pub(crate) taken: Vec<(BodyId, Vec2)>,
    spare: Vec<Lift>,
    order: BodyOrder,
}

impl Rides {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.new.is_empty()
    }

    pub(crate) fn get(&self, id: BodyId) -> Option<&Lift> {
        let index = self.list.binary_search_by_key(&id, |lift| lift.body).ok()?;
        Some(&self.list[index])
    }

    pub(crate) fn set(&mut self, id: BodyId, lift: Option<Lift>) {
        match (self.list.binary_search_by_key(&id, |lift| lift.body), lift) {
            (Ok(index), Some(lift)) => self.list[index] = lift,
            (Ok(index), None) => drop(self.list.remove(index)),
            (Err(index), Some(lift)) => self.list.insert(index, lift),
            (Err(_), None) => {}
        }
    }

    pub(crate) fn forget(&mut self, id: BodyId) {
        self.set(id, None);
    }

    /// Merges the lifts of the present step. Older lifts get the ticks that `left` returns, and are dropped at 0.
    ///
    /// Of several lifts of one body, the first moving one counts, on each axis.
    pub(crate) fn age(&mut self, left: impl Fn(&Lift) -> u8) {
        let Rides { list, new, spare, order, .. } = self;
        // Mostly each body keeps its carrier.
        if list.len() == new.len() && list.iter().zip(&*new).all(|(old, new)| old.body == new.body) {
            std::mem::swap(list, new);
            new.clear();
            return;
        }
        // Stable, so that several lifts of a body keep their order.
        if !new.is_sorted_by_key(|lift| lift.body) {
            spare.clear();
            spare.extend(order.of(new.iter().map(|lift| lift.body)).iter().map(|index| new[*index as usize]));
            std::mem::swap(new, spare);
        }
        merge_lifts(new);
        list.retain_mut(|lift| {
            lift.ticks = left(lift);
            lift.ticks > 0
        });
        merge(list, new, spare, |lift| lift.body);
    }

    pub(crate) fn hash(&self, hasher: &mut StateHasher, indices: &IdMap) {
        for lift in self.list.iter().filter(|lift| indices.get(lift.body).is_some()) {
            hasher.pair(lift.body.0, u32::from(lift.ticks) << 1 | u32::from(lift.left));
            hasher.pair(lift.velocity.x.to_bits(), lift.velocity.y.to_bits());
        }
    }
}

/// Merges the lifts of each body: the first moving one counts, on each axis.
fn merge_lifts(lifts: &mut Vec<Lift>) {
    lifts.dedup_by(|later, first| {
        let is_same = later.body == first.body;
        if is_same {
            // Movers side by side may carry one body, one along x and the other along y.
            let either = |a: f32, b: f32| if a == 0.0 { b } else { a };
            let a = first.velocity;
            let b = later.velocity;
            first.velocity = Vec2::new(either(a.x, b.x), either(a.y, b.y));
        }
        is_same
    });
}
