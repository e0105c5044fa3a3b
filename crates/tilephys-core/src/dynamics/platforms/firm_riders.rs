//! Firm riders: bodies that stand on a mover with both feet, with no other solid near them.
//!
//! In a step only their mover can move such bodies. One look at them, before any mover moves, is therefore all that their mover
//! and the sweep phase need.

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::dynamics::state::bodies::{Axis, Bodies};
use glam::IVec2;

/// Box of a mover under bodies that may stand firmly, and the category of its tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirmFloor {
    pub(crate) aabb: Aabb,
    pub(crate) category: u32,
}

/// Settings of a profile whose bodies may stand firmly on a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirmSettings {
    pub(crate) up: Direction,
    pub(crate) mask: u32,
}

/// Firm riders of a mover: all bodies near it, if no second solid is near them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirmGroup {
    /// True if it is one.
    is_whole: bool,
    /// Axis of up of the riders, which all have one profile.
    axis: usize,
    /// Extents of the riders along up and across.
    extents: [Extent; 2],
    /// Number of riders, and the first one's index in the list of rooms.
    len: usize,
    from: usize,
}

/// Extent of bodies on an axis.
#[derive(Clone, Copy, Debug)]
struct Extent {
    low: i32,
    high: i32,
    /// Greatest speed, in px/s.
    fastest: f32,
    /// True if a velocity is -0, which a carrier makes +0.
    has_negative_zero: bool,
}

impl Default for Extent {
    fn default() -> Self {
        Extent { low: i32::MAX, high: i32::MIN, fastest: 0.0, has_negative_zero: false }
    }
}

impl Extent {
    #[inline(always)]
    fn add(&mut self, [low, high]: [i32; 2], speed: f32) {
        self.has_negative_zero |= speed.to_bits() == 1 << 31;
        (self.low, self.high) = (self.low.min(low), self.high.max(high));
        self.fastest = if speed.abs() > self.fastest { speed.abs() } else { self.fastest };
    }
}

impl FirmGroup {
    /// Returns the bounds of the riders, if there are any.
    pub(crate) fn hull(&self) -> Option<Aabb> {
        let [along, across] = self.extents;
        let (x, y) = if self.axis == 1 { (across, along) } else { (along, across) };
        let aabb = Aabb { min: IVec2::new(x.low, y.low), max: IVec2::new(x.high, y.high) };
        (self.len > 0).then_some(aabb)
    }

    /// True if a velocity of a rider is -0, which its carrier makes +0.
    pub(crate) fn has_negative_zero(&self) -> bool {
        self.extents.iter().any(|extent| extent.has_negative_zero)
    }

    /// Returns the greatest speeds of the riders on x and y, in px/s.
    pub(crate) fn fastest(&self) -> [f32; 2] {
        let [along, across] = self.extents.map(|extent| extent.fastest);
        if self.axis == 1 { [across, along] } else { [along, across] }
    }
}

/// Zone on a box in which bodies of a profile stand firmly.
pub(crate) struct FirmZone<'a> {
    along: &'a Axis,
    across: &'a Axis,
    /// Axis of up, and its sign.
    axis: usize,
    sign: f32,
    /// All ones if the feet are at the high end of a body.
    under: i32,
    /// Coordinate of the floor, and its ends across.
    floor: i32,
    sides: [i32; 2],
}

impl<'a> FirmZone<'a> {
    /// Returns the zone of a profile on a box, if it collides with the box.
    pub(crate) fn of(bodies: &'a Bodies, floor: FirmFloor, settings: FirmSettings) -> Option<Self> {
        let (Aabb { min, max }, up) = (floor.aabb, settings.up);
        let (axis, is_low) = (up.axis(), up.sign() < 0.0);
        let (along, across) = if axis == 1 { (&bodies.y, &bodies.x) } else { (&bodies.x, &bodies.y) };
        let zone = FirmZone {
            along,
            across,
            axis,
            sign: up.sign(),
            under: -i32::from(is_low),
            floor: if is_low { min[axis] } else { max[axis] },
            sides: [min[1 - axis], max[1 - axis]],
        };
        (floor.category & settings.mask != 0).then_some(zone)
    }

    /// True if a body stands with both feet in the zone and stays there: its hold is [`Hold::FIRM`] until it moves. Decides most
    /// riders by the fewest tests.
    ///
    /// [`Hold::FIRM`]: super::push_query::Hold::FIRM
    pub(crate) fn holds(&self, place: u32) -> bool {
        self.hold_along(&[place]).is_some() && self.hold_across(&[place], |_| ()).is_some()
    }

    /// Returns the extent of bodies along up, if all have their feet on the floor and none of them rises.
    fn hold_along(&self, places: &[u32]) -> Option<Extent> {
        let (n, mut extent, mut hold) = (self.along.at.len(), Extent::default(), true);
        let (at, size, velocity) = (&self.along.at[..n], &self.along.size[..n], &self.along.velocity[..n]);
        for place in places.iter().map(|place| *place as usize) {
            let (low, speed) = (*at.get(place)?, velocity[place]);
            let high = low.wrapping_add(size[place]);
            let feet = low ^ (low ^ high) & self.under;
            hold &= (feet == self.floor) & (speed * self.sign <= 0.0);
            extent.add([low, high], speed);
        }
        hold.then_some(extent)
    }

    /// Returns the extent of bodies across up, if all have both feet on the floor. Calls `note` with the room of each.
    #[inline]
    fn hold_across(&self, places: &[u32], mut note: impl FnMut([i32; 2])) -> Option<Extent> {
        let (n, mut extent, mut hold) = (self.across.at.len(), Extent::default(), true);
        let Axis { at, size, velocity, .. } = self.across;
        let (at, size, velocity, sides) = (&at[..n], &size[..n], &velocity[..n], self.sides);
        for place in places.iter().map(|place| *place as usize) {
            let (left, speed) = (*at.get(place)?, velocity[place]);
            let right = left.wrapping_add(size[place]);
            hold &= (sides[0] <= left) & (right <= sides[1]);
            hold &= (sides[0] < right) & (left < sides[1]);
            extent.add([left, right], speed);
            note([sides[0].wrapping_sub(right), sides[1].wrapping_sub(left)]);
        }
        hold.then_some(extent)
    }
}

/// Firm riders of all movers.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirmRiders {
    /// By solid.
    groups: Vec<FirmGroup>,
    /// Both ends of the translations across its up after which a rider still stands on its mover, excluded, in lattice units.
    rooms: Vec<[i32; 2]>,
    /// By body index: last round in which a solid was near, and the last such solid.
    seen: Vec<(u32, u32)>,
    round: u32,
}

impl FirmRiders {
    /// Begins a step of so many bodies.
    pub(crate) fn begin(&mut self, bodies: usize) {
        self.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.clear();
            self.round = 1;
        }
        self.seen.resize(bodies, (0, 0));
    }

    /// Drops all groups.
    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.rooms.clear();
    }

    /// Notes that a body is near a solid. Returns the last solid that is near it too, if any.
    #[inline(always)]
    pub(crate) fn see(&mut self, place: u32, number: u32) -> Option<u32> {
        let (round, former) = std::mem::replace(self.seen.get_mut(place as usize)?, (self.round, number));
        (round == self.round).then_some(former)
    }

    /// Adds the group of the next solid: `near` are the bodies near it, of one profile, and no former solid is near them. False, without a
    /// group, if not all of them stand firmly.
    pub(crate) fn add(&mut self, zone: &FirmZone, near: &[u32]) -> bool {
        let (from, len) = (self.rooms.len(), near.len());
        let along = zone.hold_along(near);
        self.rooms.reserve(len);
        let across = along.and_then(|_| zone.hold_across(near, |room| self.rooms.push(room)));
        let (Some(along), Some(across)) = (along, across) else {
            self.rooms.truncate(from);
            return false;
        };
        self.groups.push(FirmGroup { is_whole: true, axis: zone.axis, extents: [along, across], len, from });
        true
    }

    /// Adds a group without riders for a mover with no bodies near.
    pub(crate) fn add_empty(&mut self) {
        self.groups.push(FirmGroup { is_whole: true, ..FirmGroup::default() });
    }

    /// Returns the number of solids so far.
    pub(crate) fn solids(&self) -> u32 {
        self.groups.len() as u32
    }

    /// Adds no group for the next solid.
    pub(crate) fn add_none(&mut self) {
        self.groups.push(FirmGroup::default());
    }

    /// Returns the group of a mover, if it has one, and the rooms of its riders.
    pub(crate) fn group(&self, number: u32) -> Option<(&FirmGroup, &[[i32; 2]])> {
        let group = self.groups.get(number as usize).filter(|group| group.is_whole)?;
        Some((group, self.rooms.get(group.from..group.from + group.len)?))
    }

    /// Dissolves the group of a mover. True if it had one.
    pub(crate) fn dissolve(&mut self, number: u32) -> bool {
        let group = self.groups.get_mut(number as usize);
        group.is_some_and(|group| std::mem::take(&mut group.is_whole))
    }
}
