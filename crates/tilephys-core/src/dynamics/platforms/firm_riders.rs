//! Firm riders: bodies that stand on a mover with both feet, with no other solid near them.
//!
//! In a step only their mover can move such bodies. One look at them, before any mover moves, is therefore all that their mover
//! and the sweep phase need.

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::dynamics::state::bodies::{Axis, Bodies};
use crate::dynamics::state::body_list::{Block, BodyList, Copied};
use glam::IVec2;
use pulp::{Arch, NullaryFnOnce};

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
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FirmGroup {
    /// True if it is one.
    is_whole: bool,
    /// Axis of up of the riders, which all have one profile.
    axis: usize,
    /// Extents of the riders along up and across.
    extents: [Extent; 2],
    /// True without riders.
    is_empty: bool,
}

/// Extent of bodies on an axis, with all that decides whether they stand firmly. Only least and greatest integers: such loops are
/// compiled to vector instructions.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// Least and greatest low side, and high side.
    low: [i32; 2],
    high: [i32; 2],
    least_size: i32,
    /// Greatest speed, in px/s, as bits; speeds ascend like their bits. Greater than infinity if a velocity is NaN.
    fastest: i32,
    /// Greatest velocity toward up, in px/s, as bits. Positive if a body moves toward up.
    rise: i32,
    /// 0 if a velocity is -0, which a carrier makes +0.
    negative_zero: u32,
}

impl Default for Extent {
    fn default() -> Self {
        let none = [i32::MAX, i32::MIN];
        let rise = i32::MIN;
        let negative_zero = u32::MAX;
        Extent { low: none, high: none, least_size: i32::MAX, fastest: 0, rise, negative_zero }
    }
}

impl Extent {
    /// Adds bodies. `flip` is the sign bit if up is toward lesser coordinates, otherwise 0.
    #[inline(always)]
    fn add(&mut self, Block { at, size, velocity }: Block, flip: u32) {
        let n = at.len();
        let size = &size[..n];
        let velocity = &velocity[..n];
        let mut all = *self;
        for i in 0..n {
            let low = at[i];
            let bits = velocity[i].to_bits();
            let high = low.wrapping_add(size[i]);
            all.low = [Ord::min(all.low[0], low), Ord::max(all.low[1], low)];
            all.high = [Ord::min(all.high[0], high), Ord::max(all.high[1], high)];
            all.least_size = Ord::min(all.least_size, size[i]);
            all.fastest = Ord::max(all.fastest, (bits & !SIGN) as i32);
            all.rise = Ord::max(all.rise, (bits ^ flip) as i32);
            all.negative_zero = Ord::min(all.negative_zero, bits ^ SIGN);
        }
        *self = all;
    }

    /// Returns the greatest speed, in px/s.
    fn speed(&self) -> f32 {
        f32::from_bits(self.fastest as u32)
    }
}

/// Sign bit of a float.
const SIGN: u32 = 1 << 31;

impl FirmGroup {
    /// Returns the bounds of the riders, if there are any.
    pub(crate) fn hull(&self) -> Option<Aabb> {
        let [along, across] = self.extents;
        let (x, y) = if self.axis == 1 { (across, along) } else { (along, across) };
        let aabb = Aabb { min: IVec2::new(x.low[0], y.low[0]), max: IVec2::new(x.high[1], y.high[1]) };
        (!self.is_empty).then_some(aabb)
    }

    /// True if a velocity of a rider is -0, which its carrier makes +0.
    pub(crate) fn has_negative_zero(&self) -> bool {
        self.extents.iter().any(|extent| extent.negative_zero == 0)
    }

    /// Returns the greatest speeds of the riders on x and y, in px/s.
    pub(crate) fn fastest(&self) -> [f32; 2] {
        let [along, across] = self.extents.map(|extent| extent.speed());
        if self.axis == 1 { [across, along] } else { [along, across] }
    }
}

/// Zone on a box in which bodies of a profile stand firmly.
pub(crate) struct FirmZone<'a> {
    along: &'a Axis,
    across: &'a Axis,
    /// Axis of up.
    axis: usize,
    /// True if up is toward lesser coordinates: the feet are at the high end of a body.
    is_up_low: bool,
    /// Coordinate of the floor, and its ends across.
    floor: i32,
    sides: [i32; 2],
}

impl<'a> FirmZone<'a> {
    /// Returns the zone of a profile on a box, if it collides with the box.
    pub(crate) fn of(bodies: &'a Bodies, floor: FirmFloor, settings: FirmSettings) -> Option<Self> {
        let Aabb { min, max } = floor.aabb;
        let up = settings.up;
        let axis = up.axis();
        let is_low = up.sign() < 0.0;
        let (along, across) = if axis == 1 { (&bodies.y, &bodies.x) } else { (&bodies.x, &bodies.y) };
        let zone = FirmZone {
            along,
            across,
            axis,
            is_up_low: is_low,
            floor: if is_low { min[axis] } else { max[axis] },
            sides: [min[1 - axis], max[1 - axis]],
        };
        (floor.category & settings.mask != 0).then_some(zone)
    }

    /// True if a body stands with both feet in the zone and stays there: its hold is [`Hold::FIRM`] until it moves. Decides most
    /// riders by the fewest tests.
    ///
    /// [`Hold::FIRM`]: super::push_query::Hold::FIRM
    pub(crate) fn holds(&self, index: u32) -> bool {
        self.extents(BodyList::of(&[index])).is_some()
    }

    /// Returns the extents of bodies along up and across, if all stand with both feet in the zone and none of them rises.
    fn extents(&self, list: BodyList) -> Option<[Extent; 2]> {
        let extents = Arch::new().dispatch(Extents { zone: self, list });
        self.holds_all(&extents).then_some(extents)
    }

    /// True if bodies with these extents stand with both feet in the zone and none of them rises.
    fn holds_all(&self, [along, across]: &[Extent; 2]) -> bool {
        let feet = if self.is_up_low { along.high } else { along.low };
        let [left, right] = self.sides;
        let is_flush = feet == [self.floor; 2] && along.low[1] <= along.high[0];
        let are_numbers = !along.speed().is_nan() && !across.speed().is_nan();
        let is_inside = left <= across.low[0] && across.high[1] <= right && across.least_size >= 0;
        let is_over = left < across.high[0] && across.low[1] < right;
        is_flush && along.rise <= 0 && are_numbers && is_inside && is_over
    }
}

/// Extents of bodies along up and across, in the form that is compiled for each instruction set.
struct Extents<'a> {
    zone: &'a FirmZone<'a>,
    list: BodyList<'a>,
}

impl NullaryFnOnce for Extents<'_> {
    type Output = [Extent; 2];

    #[inline(always)]
    fn call(self) -> [Extent; 2] {
        let Extents { zone, list } = self;
        let mut along = Extent::default();
        let mut across = Extent::default();
        let flip = if zone.is_up_low { SIGN } else { 0 };
        if let Some((up, level)) = list.block(zone.along).zip(list.block(zone.across)) {
            along.add(up, flip);
            across.add(level, flip);
        } else {
            for indices in list.parts() {
                along.add(Copied::of(zone.along, indices).block(), flip);
                across.add(Copied::of(zone.across, indices).block(), flip);
            }
        }
        [along, across]
    }
}

/// Firm riders of all movers.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirmRiders {
    /// By solid.
    groups: Vec<FirmGroup>,
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
    }

    /// Notes that a body is near a solid. Returns the last solid that is near it too, if any.
    #[inline(always)]
    pub(crate) fn see(&mut self, index: u32, number: u32) -> Option<u32> {
        let (round, former) = std::mem::replace(self.seen.get_mut(index as usize)?, (self.round, number));
        (round == self.round).then_some(former)
    }

    /// Adds the group of the next solid: `near` are the bodies near it, of one profile, and no other solid is near them. False, without a
    /// group, if not all of them stand firmly.
    pub(crate) fn add(&mut self, zone: &FirmZone, near: BodyList) -> bool {
        let extents = zone.extents(near);
        let group = |extents| FirmGroup { is_whole: true, axis: zone.axis, extents, is_empty: false };
        self.groups.extend(extents.map(group));
        extents.is_some()
    }

    /// Adds a group without riders for a mover with no bodies near.
    pub(crate) fn add_empty(&mut self) {
        self.groups.push(FirmGroup { is_whole: true, is_empty: true, ..FirmGroup::default() });
    }

    /// Returns the number of solids so far.
    pub(crate) fn solids(&self) -> u32 {
        self.groups.len() as u32
    }

    /// Adds no group for the next solid.
    pub(crate) fn add_none(&mut self) {
        self.groups.push(FirmGroup::default());
    }

    /// Returns the group of a mover, if it has one.
    pub(crate) fn group(&self, number: u32) -> Option<FirmGroup> {
        self.groups.get(number as usize).copied().filter(|group| group.is_whole)
    }

    /// Dissolves the group of a mover. True if it had one.
    pub(crate) fn dissolve(&mut self, number: u32) -> bool {
        let group = self.groups.get_mut(number as usize);
        group.is_some_and(|group| std::mem::take(&mut group.is_whole))
    }
}
