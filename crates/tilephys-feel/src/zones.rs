//! Zones that act on a character: ladders, water, springs.

use crate::surroundings::{BarGap, Surroundings};
use glam::Vec2;
use std::cmp::Ordering;
use tilephys_core::{Aabb, Direction, driver::BodyRef, lattice::px_from_units, moves::BodyProbe};

/// Effect of an area on the characters that overlap it.
///
/// ```
/// use glam::Vec2;
/// use tilephys_feel::FeelZone;
///
/// let ladder = FeelZone::Ladder;
/// // A river that flows to the left at 40 px/s.
/// let river = FeelZone::Water { flow: Vec2::new(-40.0, 0.0) };
/// // A spring that lifts each character by 70 px, whatever its gravity.
/// let spring = FeelZone::SpringTo { height: 70.0 };
/// assert!([ladder, river, spring].iter().all(FeelZone::is_finite));
/// ```
#[doc(alias = "ladder")]
#[doc(alias = "water")]
#[doc(alias = "spring")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeelZone {
    /// Ladder or rope to hold on to.
    Ladder,
    /// Bar at the upper end of the zone, to move along hand over hand. Hands take hold of it anywhere in the zone, which has to be at
    /// least as high as a tick of a fall is long.
    Bar,
    /// Water to swim in.
    Water {
        /// Velocity of the water, in px/s.
        flow: Vec2,
    },
    /// Spring that throws a character once, when the character enters the zone.
    Spring {
        /// Velocity of the thrown character, in px/s.
        velocity: Vec2,
    },
    /// Spring that throws a character straight up, once, when the character enters the zone. The speed along stays.
    SpringTo {
        /// Height to which the feet rise above the upper end of the zone, in px, whatever the gravity of the character and wherever it
        /// entered. A held jump button does not change it.
        height: f32,
    },
}

impl FeelZone {
    /// True if the velocity or the height of the zone is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        match self {
            FeelZone::Ladder | FeelZone::Bar => true,
            FeelZone::SpringTo { height } => height.is_finite(),
            FeelZone::Water { flow: velocity } | FeelZone::Spring { velocity } => velocity.is_finite(),
        }
    }

    /// True if velocity `a` has priority over velocity `b` where two zones of one kind act: the faster one. A total order, so the
    /// order of zones does not matter.
    #[must_use]
    pub fn is_stronger(a: Vec2, b: Vec2) -> bool {
        let rank = |v: Vec2| (v.length_squared(), v.x, v.y);
        rank(a) > rank(b)
    }
}

/// Ladders, bars and water around a character, for its [`Surroundings`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ZonesAround {
    ladder: bool,
    ladder_rise: Option<f32>,
    ladder_fall: Option<f32>,
    ladder_middle: f32,
    bar: Option<BarGap>,
    water: Option<Vec2>,
}

impl ZonesAround {
    /// Collects the zones that a body overlaps, with their bounds. `visit_ladders_below` is called if the player may mean a ladder that
    /// begins right under the feet: with `looks_down`, outside of ladders and at the foot of one. It visits the bounds of these.
    #[must_use]
    pub fn of(
        body: &BodyRef,
        overlapped: impl Iterator<Item = (Option<Aabb>, FeelZone)>,
        looks_down: bool,
        visit_ladders_below: impl FnOnce(&mut dyn FnMut(Aabb)),
    ) -> Self {
        let mut zones = ZonesAround::default();
        let up = body.profile().movement.up;
        let own = body.aabb();
        // Lower and upper end of the ladders around the body, along its up; stacked ladders act as one.
        let mut ends: Option<[i32; 2]> = None;
        let mut middles = Middles::default();
        let mut bar: Option<Bar> = None;
        for (bounds, zone) in overlapped {
            match zone {
                FeelZone::Ladder => {
                    ends = joined(ends, bounds, up);
                    bounds.iter().for_each(|bounds| middles.add(own, *bounds, up));
                }
                FeelZone::Bar => bar = Bar::nearer(bar, bounds.and_then(|bounds| Bar::of(own, bounds, up))),
                FeelZone::Water { flow }
                    if zones.water.is_none_or(|water| FeelZone::is_stronger(flow, water)) =>
                {
                    zones.water = Some(flow);
                }
                _ => {}
            }
        }
        if ends.is_none() && bar.is_none() && !looks_down {
            return zones;
        }
        zones.ladder = ends.is_some();
        if let Some([low, top]) = ends {
            zones.ladder_rise = body.probe(|probe| rise_to(probe, top)).map(px_from_units);
            zones.ladder_fall = Some(px_from_units(fall_to(own, up, low)));
        }
        // Only at the foot of a ladder, or without one, the player can mean the next ladder below.
        let ends_here = zones.ladder_fall.is_none_or(|left| left == 0.0);
        if looks_down && ends_here {
            visit_ladders_below(&mut |bounds| {
                middles.add(own, bounds, up);
                zones.ladder = true;
                zones.ladder_fall = None;
            });
        }
        zones.ladder_middle = px_from_units(middles.distance());
        zones.bar = bar.map(Bar::gap);
        zones
    }

    /// Adds the zones to the surroundings of their character.
    pub fn add_to(&self, around: &mut Surroundings) {
        around.ladder = self.ladder;
        around.ladder_rise = self.ladder_rise;
        around.ladder_fall = self.ladder_fall;
        around.ladder_middle = self.ladder_middle;
        around.bar = self.bar;
        around.water = self.water;
    }

    /// True if an area is a ladder's whose upper end is at the feet of a body.
    #[must_use]
    pub fn begins_under(body: &BodyRef, area: Aabb) -> bool {
        let up = body.profile().movement.up;
        let [feet, _] = along(body.aabb(), up);
        along(area, up)[1] == feet
    }
}

/// Nearest middles of ladders toward lesser and toward greater coordinates, as twice the distance in lattice units: a middle may
/// lie between two.
#[derive(Default)]
struct Middles([Option<i32>; 2]);

impl Middles {
    fn add(&mut self, own: Aabb, ladder: Aabb, up: Direction) {
        let [before, behind] = sides(own, ladder, up);
        let twice = behind.saturating_sub(before);
        for (side, nearest) in self.0.iter_mut().enumerate() {
            let is_there = if side == 0 { twice <= 0 } else { twice >= 0 };
            let is_nearer = nearest.is_none_or(|known| twice.abs() < known.abs());
            *nearest = if is_there && is_nearer { Some(twice) } else { *nearest };
        }
    }

    /// Distance to the nearest middle in lattice units, rounded toward zero. Two middles at one distance draw to neither side.
    fn distance(&self) -> i32 {
        let [low, high] = self.0;
        let nearest = match (low, high) {
            (Some(low), Some(high)) if -low == high => 0,
            (Some(low), Some(high)) => {
                if -low < high {
                    low
                } else {
                    high
                }
            }
            (low, high) => low.or(high).unwrap_or(0),
        };
        nearest / 2
    }
}

/// Distances from the ends of a body to the same ends of a zone along its floor, toward lesser and toward greater coordinates.
fn sides(own: Aabb, zone: Aabb, up: Direction) -> [i32; 2] {
    let level = 1 - up.axis();
    [own.min[level].saturating_sub(zone.min[level]), zone.max[level].saturating_sub(own.max[level])]
}

/// Bar that the hands of a body can hold, in lattice units.
#[derive(Clone, Copy)]
struct Bar {
    /// Height of the bar over the hands.
    rise: i32,
    /// Twice the distance of the body's middle from the ends of the bar.
    ends: [i32; 2],
}

impl Bar {
    /// The bar of a zone, if the upper end of the body is in the zone.
    fn of(own: Aabb, zone: Aabb, up: Direction) -> Option<Bar> {
        let [_, hands] = along(own, up);
        let [low, bar] = along(zone, up);
        let width = (own.max - own.min)[1 - up.axis()];
        let ends = sides(own, zone, up).map(|end| end.saturating_mul(2).saturating_add(width));
        (low <= hands && hands <= bar).then_some(Bar { rise: bar - hands, ends })
    }

    /// The lower of two bars, or both as one at the same height.
    fn nearer(a: Option<Bar>, b: Option<Bar>) -> Option<Bar> {
        let (Some(one), Some(other)) = (a, b) else { return a.or(b) };
        let ends = [0, 1].map(|side| one.ends[side].max(other.ends[side]));
        Some(match one.rise.cmp(&other.rise) {
            Ordering::Less => one,
            Ordering::Greater => other,
            Ordering::Equal => Bar { ends, ..one },
        })
    }

    fn gap(self) -> BarGap {
        BarGap { rise: px_from_units(self.rise), ends: self.ends.map(|end| px_from_units(end.max(0) / 2)) }
    }
}

/// Lower and upper end of a box along an up direction, in lattice units.
pub(crate) fn along(aabb: Aabb, up: Direction) -> [i32; 2] {
    let axis = up.axis();
    if up.vector()[axis] < 0 { [-aabb.max[axis], -aabb.min[axis]] } else { [aabb.min[axis], aabb.max[axis]] }
}

/// Lower and upper end of ladders together with one more ladder, along an up direction.
fn joined(ends: Option<[i32; 2]>, aabb: Option<Aabb>, up: Direction) -> Option<[i32; 2]> {
    let Some([low, high]) = aabb.map(|aabb| along(aabb, up)) else { return ends };
    let [lowest, highest] = ends.unwrap_or([low, high]);
    Some([low.min(lowest), high.max(highest)])
}

/// Distance that the feet of a body can go down to the lower end of a ladder, in lattice units.
fn fall_to(own: Aabb, up: Direction, low: i32) -> i32 {
    let [feet, _] = along(own, up);
    feet.saturating_sub(low).max(0)
}

/// Distance that a body rises until its feet are at the upper end of a ladder, in lattice units. If it would not stand there, it
/// stops 1 unit lower, where the ladder still holds it.
fn rise_to(probe: &BodyProbe, top: i32) -> Option<i32> {
    let up = probe.config().up;
    let [feet, _] = along(probe.body().aabb(), up);
    let rise = top.checked_sub(feet).filter(|rise| *rise >= 0)?;
    let stands = probe.floor_at(probe.body().position + up.vector() * rise).is_some();
    Some(if stands { rise } else { (rise - 1).max(0) })
}
