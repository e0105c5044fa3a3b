//! Riding: how movers and conveyors carry bodies, and the velocity that bodies keep when they leave.

use super::squish::SquishPolicy;
use crate::direction::Direction;
use crate::dynamics::hash::StateHasher;
use crate::dynamics::ids::{BodyId, IdMap};
use crate::fault::{Fault, Field};
use glam::Vec2;

/// Riding settings: how a body reacts to moving platforms.
#[doc(alias = "moving platform")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "platform_on_leave")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct RideSettings {
    /// Ride mode: how closely the body follows its carrier. Default `Glue`.
    pub ride: RideMode,
    /// Leave velocity: the part of the carrier's velocity that the body keeps when it jumps off, walks off,
    /// or loses the carrier. Default `AddUpward`.
    pub leave: LeaveVelocity,
    /// Maximum lift velocity on each axis, in px/s. Not negative; infinite for no limit. Default infinite.
    pub lift_cap: Vec2,
    /// Lifetime of the lift velocity after the last contact with the carrier, for a late jump, in ticks.
    /// Default 6.
    pub lift_ticks: u8,
    /// True if the body is also carried by surfaces at its sides: it clings to walls. Default false.
    pub walls: bool,
    /// True if the body is also carried by surfaces at its head. Default false.
    pub ceilings: bool,
    /// Squish policy: the effect of being crushed between a mover and an obstacle. Default `Report`.
    pub squish: SquishPolicy,
}

/// Ride mode: how closely a body follows its carrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RideMode {
    /// Follows every motion of the carrier.
    #[default]
    Glue,
    /// Follows the carrier, but moves down no faster than it would fall.
    Ballistic,
}

/// Leave velocity: the part of the carrier's velocity that a body keeps when it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LeaveVelocity {
    /// Keeps no velocity of the carrier.
    None,
    /// Keeps the whole velocity of the carrier.
    Add,
    /// Keeps the carrier's velocity without a downward component.
    #[default]
    AddUpward,
}

impl Default for RideSettings {
    /// Glued to carriers. Leaves within 6 ticks with the carrier's velocity, unlimited, without a downward
    /// component. Clings to nothing; squishes are reported.
    fn default() -> Self {
        RideSettings {
            ride: RideMode::Glue,
            leave: LeaveVelocity::AddUpward,
            lift_cap: Vec2::INFINITY,
            lift_ticks: 6,
            walls: false,
            ceilings: false,
            squish: SquishPolicy::Report,
        }
    }
}

impl RideSettings {
    /// Returns the first number that is NaN or out of range with its fault, or `None` if all are valid.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let Vec2 { x, y } = self.lift_cap;
        let caps = Fault::of_limit(Field::LiftCap, x).or_else(|| Fault::of_limit(Field::LiftCap, y));
        caps.or_else(|| match self.squish {
            SquishPolicy::Wiggle(px) => Fault::of_length(Field::Wiggle, px),
            _ => None,
        })
    }

    /// Returns the velocity that a body keeps when it leaves a carrier with the velocity `lift`, in px/s.
    pub(crate) fn taken(&self, lift: Vec2, up: Direction) -> Vec2 {
        let axis = up.axis();
        let mut taken = match self.leave {
            LeaveVelocity::None => return Vec2::ZERO,
            LeaveVelocity::Add | LeaveVelocity::AddUpward => lift,
        };
        if self.leave == LeaveVelocity::AddUpward && taken[axis] * (up.vector()[axis] as f32) < 0.0 {
            taken[axis] = 0.0;
        }
        let cut = |v: f32, cap: f32| {
            let v = if v > cap { cap } else { v };
            (if v < -cap { -cap } else { v }) + 0.0
        };
        Vec2::new(cut(taken.x, self.lift_cap.x), cut(taken.y, self.lift_cap.y))
    }
}

/// Lift velocity of a body, kept from its carrier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lift {
    pub(crate) body: BodyId,
    /// Velocity of the carrier, in px/s.
    pub(crate) velocity: Vec2,
    /// Remaining lifetime, in ticks.
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

    /// Sets or clears the lift of a body.
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

    /// Merges the lifts of the present step. Older lifts get the ticks that `left` returns, and are dropped
    /// at 0.
    ///
    /// Of several lifts of one body, the first moving one counts, on each axis.
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

    /// Adds the lifts to a hash.
    pub(crate) fn hash(&self, hasher: &mut StateHasher, places: &IdMap) {
        for lift in self.list.iter().filter(|lift| places.get(lift.body).is_some()) {
            hasher.pair(lift.body.0, u32::from(lift.ticks) << 1 | u32::from(lift.left));
            hasher.pair(lift.velocity.x.to_bits(), lift.velocity.y.to_bits());
        }
    }
}
