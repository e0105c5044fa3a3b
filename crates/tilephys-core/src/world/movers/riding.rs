//! Bodies that movers and conveyors carry, and what they keep of it when they leave.

use super::squish::SquishPolicy;
use crate::direction::Direction;
use crate::fault::{Fault, Field};
use crate::world::hash::StateHasher;
use crate::world::ids::{BodyId, IdMap};
use glam::Vec2;

/// How a body takes to movers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "platform_on_leave")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Riding {
    /// How closely it follows what carries it.
    pub ride: Ride,
    /// What of the carrier's velocity it takes along when it jumps off, walks off, or loses it.
    pub leave: Leave,
    /// The most of that on each axis, in px/s. Not negative; infinite for all.
    pub lift_cap: Vec2,
    /// Ticks for which it keeps that velocity after it was last carried, for a late jump.
    pub lift_ticks: u8,
    /// It is also carried by what it touches with a side: it clings to walls.
    pub walls: bool,
    /// And by what it touches with its head.
    pub ceilings: bool,
    /// What becomes of it between a mover and something else.
    pub squish: SquishPolicy,
}

/// How closely a body follows what carries it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ride {
    /// Wherever it goes.
    #[default]
    Glue,
    /// Not down faster than it would fall.
    Ballistic,
}

/// What of its carrier's velocity a body takes along when it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Leave {
    /// Nothing.
    None,
    /// All.
    Add,
    /// All but what leads down.
    #[default]
    AddUpward,
}

impl Default for Riding {
    /// Glued, leaves with all but what leads down, without a cap, for 6 ticks; clings to nothing; squishes are reported.
    fn default() -> Self {
        Riding {
            ride: Ride::Glue,
            leave: Leave::AddUpward,
            lift_cap: Vec2::INFINITY,
            lift_ticks: 6,
            walls: false,
            ceilings: false,
            squish: SquishPolicy::Report,
        }
    }
}

impl Riding {
    /// The first number that is NaN or out of range, and which of the two it is; `None` if all are sound.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let Vec2 { x, y } = self.lift_cap;
        let caps = Fault::of_limit(Field::LiftCap, x).or_else(|| Fault::of_limit(Field::LiftCap, y));
        caps.or_else(|| match self.squish {
            SquishPolicy::Wiggle(px) => Fault::of_length(Field::Wiggle, px),
            _ => None,
        })
    }

    /// What a body that leaves a carrier of this velocity takes along.
    pub(crate) fn taken(&self, lift: Vec2, up: Direction) -> Vec2 {
        let axis = up.axis();
        let mut taken = match self.leave {
            Leave::None => return Vec2::ZERO,
            Leave::Add | Leave::AddUpward => lift,
        };
        if self.leave == Leave::AddUpward && taken[axis] * (up.vector()[axis] as f32) < 0.0 {
            taken[axis] = 0.0;
        }
        let cut = |v: f32, cap: f32| {
            let v = if v > cap { cap } else { v };
            (if v < -cap { -cap } else { v }) + 0.0
        };
        Vec2::new(cut(taken.x, self.lift_cap.x), cut(taken.y, self.lift_cap.y))
    }
}

/// What a body keeps of its carrier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lift {
    pub(crate) body: BodyId,
    /// The carrier's velocity, in px/s.
    pub(crate) velocity: Vec2,
    /// Ticks until it is forgotten.
    pub(crate) ticks: u8,
    /// The body has left and taken its part of it.
    pub(crate) left: bool,
}

/// The lifts of all bodies that were carried lately, by ascending id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rides {
    pub(crate) list: Vec<Lift>,
    /// Those of the present step, in any order.
    pub(crate) new: Vec<Lift>,
    /// Bodies that jumped in the present step, and what velocity they took along, by ascending id.
    pub(super) taken: Vec<(BodyId, Vec2)>,
    spare: Vec<Lift>,
    keys: Vec<u64>,
}

impl Rides {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.new.is_empty()
    }

    pub(crate) fn get(&self, id: BodyId) -> Option<&Lift> {
        let place = self.list.binary_search_by_key(&id, |lift| lift.body).ok()?;
        Some(&self.list[place])
    }

    /// Gives a body another one, or none.
    pub(crate) fn set(&mut self, id: BodyId, lift: Option<Lift>) {
        match (self.list.binary_search_by_key(&id, |lift| lift.body), lift) {
            (Ok(place), Some(lift)) => self.list[place] = lift,
            (Ok(place), None) => drop(self.list.remove(place)),
            (Err(place), Some(lift)) => self.list.insert(place, lift),
            (Err(_), None) => {}
        }
    }

    pub(crate) fn forget(&mut self, id: BodyId) {
        self.set(id, None);
    }

    /// Takes over those of the present step; the others have the ticks that `left` tells, gone at 0. Of several of one
    /// body the first that moves counts, on each axis.
    pub(crate) fn age(&mut self, left: impl Fn(&Lift) -> u8) {
        let Rides { list, new, spare, keys, .. } = self;
        if !new.is_sorted_by_key(|lift| lift.body) {
            keys.clear();
            keys.extend((0..).zip(&*new).map(|(place, lift): (u64, _)| u64::from(lift.body.0) << 32 | place));
            keys.sort_unstable();
            spare.clear();
            spare.extend(keys.iter().map(|key| new[*key as u32 as usize]));
            std::mem::swap(new, spare);
        }
        new.dedup_by(|later, first| {
            let is_same = later.body == first.body;
            if is_same {
                let either = |a: f32, b: f32| if a == 0.0 { b } else { a };
                let (a, b) = (first.velocity, later.velocity);
                first.velocity = Vec2::new(either(a.x, b.x), either(a.y, b.y));
            }
            is_same
        });
        spare.clear();
        let mut fresh = new.drain(..).peekable();
        for old in list.drain(..) {
            while let Some(lift) = fresh.next_if(|lift| lift.body < old.body) {
                spare.push(lift);
            }
            if fresh.peek().is_some_and(|lift| lift.body == old.body) {
                continue;
            }
            let ticks = left(&old);
            if ticks > 0 {
                spare.push(Lift { ticks, ..old });
            }
        }
        spare.extend(fresh);
        std::mem::swap(list, spare);
    }

    /// Adds them to a fingerprint.
    pub(crate) fn hash(&self, hasher: &mut StateHasher, places: &IdMap) {
        for lift in self.list.iter().filter(|lift| places.get(lift.body).is_some()) {
            hasher.pair(lift.body.0, u32::from(lift.ticks) << 1 | u32::from(lift.left));
            hasher.pair(lift.velocity.x.to_bits(), lift.velocity.y.to_bits());
        }
    }
}
