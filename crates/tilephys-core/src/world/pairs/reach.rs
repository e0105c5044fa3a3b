//! Who may collide, and where each of them was in the step when it played the grid alone.

use super::advance::Pairs;
use super::track::Piece;
use crate::aabb::Aabb;
use crate::constants::{SMALLEST_PART, UNITS_PER_PX};
use crate::grid::TileGrid;
use crate::lattice::displacement;
use crate::movement::Walk;
use crate::response::Response;
use crate::world::bodies::{Bodies, BodySlices};
use crate::world::ids::BodyId;
use crate::world::parts::Executor;
use crate::world::profile::{Profile, ProfileId};
use crate::world::sweep_alone::Setting;
use crate::world::sweep_one::translation_of;
use glam::IVec2;

/// A body that collides with others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collider {
    pub(super) place: u32,
    pub(super) id: BodyId,
    pub(super) category: u32,
    pub(super) mask: u32,
    pub(super) size: IVec2,
    /// What is known of its way.
    pub(super) way: Way,
    /// Its hits on the grid in it, if they are known.
    pub(super) hits_alone: Option<u32>,
    /// Was it played in an island before?
    pub(super) was_played: bool,
}

impl Collider {
    const NONE: Collider = Collider {
        place: 0,
        id: BodyId(0),
        category: 0,
        mask: 0,
        size: IVec2::ZERO,
        way: Way::Unknown,
        hits_alone: None,
        was_played: false,
    };
}

/// What is known of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is straight, in one piece from the beginning of the step to its end.
    Straight,
    /// So many pieces from this one on.
    Pieces { from: u32, len: u32 },
    /// It is not made of pieces: only its reach is known.
    Unknown,
}

/// Units that roundings at hits may add to a way. Each of at most eight adds less than two.
const ROUNDINGS: i32 = 16;

impl Pairs {
    /// Finds out which profiles there are bodies of that may collide with others, by categories and masks. Looks at no body if
    /// the settings let nobody collide.
    pub(super) fn find_partners(&mut self, profiles: &[Profile], bodies: &Bodies) {
        let Pairs { may_collide, are_there, .. } = self;
        may_collide.clear();
        may_collide.extend(profiles.iter().map(Profile::is_collider));
        if !keep_partners(profiles, may_collide) {
            return;
        }
        are_there.clear();
        are_there.resize(profiles.len(), false);
        for profile in &bodies.profile {
            if let Some(is_there) = are_there.get_mut(profile.place()) {
                *is_there = true;
            }
        }
        may_collide.iter_mut().zip(are_there).for_each(|(may_collide, is_there)| *may_collide &= *is_there);
        keep_partners(profiles, may_collide);
    }

    /// Lists the bodies that collide, with their reaches: boxes that hold their ways. Of those that did not go straight the
    /// reach is only a bound yet, and the way unknown.
    pub(super) fn list(&mut self, executor: &impl Executor, setting: &Setting, now: &Bodies, dt: f32) {
        let Pairs { starts, colliders, reaches, straight, may_collide, terms, listed, .. } = self;
        let is_carried = !setting.movers.is_quiet() || setting.grid.has_conveyors();
        terms.clear();
        terms.extend(setting.profiles.iter().map(|profile| Terms::of(profile, is_carried)));
        listed.clear();
        let collides = |profile: &ProfileId| may_collide.get(profile.place()).is_some_and(|may| *may);
        let places = (0..).zip(&starts.profile);
        listed.extend(places.filter(|(_, profile)| collides(profile)).map(|(place, _)| place));
        colliders.resize(listed.len(), Collider::NONE);
        reaches.resize(listed.len(), Aabb { min: IVec2::ZERO, max: IVec2::ZERO });
        straight.resize(listed.len(), Piece::NONE);
        let has_shapes = setting.grid.view(u32::MAX).has_shapes();
        let starts = &starts.as_slices();
        Listing { places: listed, colliders, reaches, straight }
            .fill(executor, &Known { setting, starts, now, terms, has_shapes, dt });
    }
}

/// Leaves those profiles that one of them may collide with, and nothing at all if there is none. Whether there is one.
fn keep_partners(profiles: &[Profile], may_collide: &mut Vec<bool>) -> bool {
    // By category: the categories of those who want it.
    let mut wanted_by = [0; 32];
    for (profile, _) in profiles.iter().zip(may_collide.iter()).filter(|(_, may_collide)| **may_collide) {
        let mask = profile.collide.map_or(0, |collide| collide.mask);
        for (bit, wanted_by) in wanted_by.iter_mut().enumerate() {
            *wanted_by |= if mask >> bit & 1 != 0 { profile.category } else { 0 };
        }
    }
    for (profile, may_collide) in profiles.iter().zip(may_collide.iter_mut()).filter(|(_, may)| **may) {
        let own = |bit: &usize| profile.category >> bit & 1 != 0;
        let partners = (0..32).filter(own).fold(0, |all, bit| all | wanted_by[bit]);
        *may_collide = profile.collide.is_some_and(|collide| collide.mask & partners != 0);
    }
    let any = may_collide.contains(&true);
    if !any {
        may_collide.clear();
    }
    any
}

/// What bodies are listed by.
struct Known<'a> {
    setting: &'a Setting<'a>,
    starts: &'a BodySlices<'a>,
    now: &'a Bodies,
    terms: &'a [Terms],
    has_shapes: bool,
    dt: f32,
}

/// Some of the bodies that collide, and what is to be found out of each.
struct Listing<'a> {
    places: &'a [u32],
    colliders: &'a mut [Collider],
    reaches: &'a mut [Aabb],
    straight: &'a mut [Piece],
}

impl Listing<'_> {
    fn fill(self, executor: &impl Executor, known: &Known) {
        if self.places.len() <= SMALLEST_PART || executor.width() < 2 {
            return self.fill_in_order(known);
        }
        let half = self.places.len() / 2;
        let (low_places, high_places) = self.places.split_at(half);
        let (low_colliders, high_colliders) = self.colliders.split_at_mut(half);
        let (low_reaches, high_reaches) = self.reaches.split_at_mut(half);
        let (low_straight, high_straight) = self.straight.split_at_mut(half);
        let low = Listing {
            places: low_places,
            colliders: low_colliders,
            reaches: low_reaches,
            straight: low_straight,
        };
        let high = Listing {
            places: high_places,
            colliders: high_colliders,
            reaches: high_reaches,
            straight: high_straight,
        };
        executor.join(|| low.fill(executor, known), || high.fill(executor, known));
    }

    fn fill_in_order(self, known: &Known) {
        let has_memories = !known.setting.memories.is_empty();
        let found = self.colliders.iter_mut().zip(self.reaches).zip(self.straight);
        for (place, ((collider, reach), straight)) in self.places.iter().zip(found) {
            (*collider, *reach, *straight) = known.find(*place as usize, has_memories);
        }
    }
}

impl Known<'_> {
    #[inline]
    fn find(&self, place: usize, has_memories: bool) -> (Collider, Aabb, Piece) {
        let Known { setting, starts, now, dt, .. } = *self;
        let number = starts.profile[place].place();
        let (terms, id) = (&self.terms[number], starts.id[place]);
        let (start, size) = (start_of(starts, place), size_of(starts, place));
        let end = IVec2::new(now.x.at[place], now.y.at[place]);
        let own_dt = if has_memories { setting.memories.own_dt(id, dt) } else { Some(dt) };
        let d = own_dt.and_then(|dt| {
            if terms.is_carried {
                let [x, y] = translation_of(&Setting { dt, ..*setting }, starts, place)?.0;
                return Some(IVec2::new(x.units, y.units));
            }
            translation(starts, place, dt)
        });
        // One that is stopped, or was rejected, is where it was.
        let gone = end.wrapping_sub(start);
        let d = d.unwrap_or(gone);
        let (reach, is_straight) = if d == gone && !terms.walks {
            (hull(start, size, end), true)
        } else {
            let profile = &setting.profiles[number];
            Alone { grid: setting.grid, profile, start, size, end, d }.reach(self.has_shapes)
        };
        let collider = Collider {
            place: place as u32,
            id,
            category: terms.category,
            mask: terms.mask,
            size,
            way: if is_straight { Way::Straight } else { Way::Unknown },
            hits_alone: if is_straight && d == gone { Some(0) } else { None },
            was_played: false,
        };
        (collider, around(reach), Piece { at: start, left: gone, begin: 0 })
    }
}

/// What the settings of a profile say of the ways of its bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// It may be moved by more than its velocity.
    is_carried: bool,
    /// Steps, corrections and floors may take it from its straight way.
    walks: bool,
    category: u32,
    mask: u32,
}

impl Terms {
    fn of(profile: &Profile, is_any_carried: bool) -> Terms {
        let walk = profile.movement.walk.as_ref();
        Terms {
            is_carried: is_any_carried || walk.is_some_and(|walk| walk.one_way_assist > 0.0),
            walks: profile.movement.walking().is_some(),
            category: profile.category,
            mask: profile.collide.map_or(0, |collide| collide.mask),
        }
    }
}

fn hull(start: IVec2, size: IVec2, end: IVec2) -> Aabb {
    Aabb { min: start.min(end), max: start.max(end) + size }
}

/// What is known of the way that a body took alone.
struct Alone<'a> {
    grid: &'a TileGrid,
    profile: &'a Profile,
    start: IVec2,
    size: IVec2,
    end: IVec2,
    /// The translation that it wanted.
    d: IVec2,
}

impl Alone<'_> {
    /// A box that holds it, and whether it is straight; of one that walks, or did not go all of its translation.
    fn reach(&self, has_shapes: bool) -> (Aabb, bool) {
        let Alone { grid, profile, start, size, end, d } = *self;
        let hull = hull(start, size, end);
        let movement = &profile.movement;
        let slides = matches!(movement.response, Response::Slide | Response::Stop);
        let walk = movement.walking();
        if end == start && slides {
            return (hull, true);
        }
        // On whole tiles no axis turns round.
        if slides && !has_shapes && walk.is_none_or(Walk::takes_hits_simply) && !self.was_pushed() {
            return (hull, end == start.wrapping_add(d));
        }
        if walk.is_none() && !has_shapes && !grid.view(movement.mask).overlaps(start, start + size) {
            // What an axis went beyond both ends it went twice.
            let beyond = |k: usize| {
                let gone = end[k].wrapping_sub(start[k]);
                (d[k].unsigned_abs().saturating_sub(gone.unsigned_abs()) / 2) as i32 + 1
            };
            let by = IVec2::new(beyond(0), beyond(1));
            return (Aabb { min: hull.min.saturating_sub(by), max: hull.max.saturating_add(by) }, false);
        }
        let lift = walk.map_or(0, greatest_lift);
        let way = d.x.saturating_abs().saturating_add(d.y.saturating_abs()).saturating_add(lift + ROUNDINGS);
        let by = IVec2::splat(way);
        (Aabb { min: hull.min.saturating_sub(by), max: hull.max.saturating_add(by) }, false)
    }

    /// Was it farther than its translation, as one that was pushed out of a solid?
    fn was_pushed(&self) -> bool {
        let gone = self.end.wrapping_sub(self.start);
        let is_farther = |k: usize| gone[k].unsigned_abs() > self.d[k].unsigned_abs();
        [0, 1].into_iter().any(|k| is_farther(k) || gone[k].signum() * self.d[k].signum() < 0)
    }
}

/// How far steps, corrections and floors may take a walking body from its straight way, in units; slopes apart, which take it
/// no farther up than their steepest rises in its translation.
fn greatest_lift(walk: &Walk) -> i32 {
    let lifts =
        [walk.step_up, walk.corner_correct_up, walk.corner_correct_side, walk.gap_bridge, walk.one_way_nudge];
    let most = lifts.into_iter().fold(0.0, |most, px| if px > most { px } else { most });
    (most * UNITS_PER_PX as f32) as i32 + UNITS_PER_PX
}

fn start_of(starts: &BodySlices, place: usize) -> IVec2 {
    IVec2::new(starts.x.at[place], starts.y.at[place])
}

fn size_of(starts: &BodySlices, place: usize) -> IVec2 {
    IVec2::new(starts.x.size[place], starts.y.size[place])
}

/// The translation by a velocity alone.
#[inline]
fn translation(starts: &BodySlices, place: usize, dt: f32) -> Option<IVec2> {
    let (x, y) = (&starts.x, &starts.y);
    Some(IVec2::new(
        displacement(x.velocity[place] * dt, x.rest[place])?.units,
        displacement(y.velocity[place] * dt, y.rest[place])?.units,
    ))
}

/// A unit more on each side, so that who only touches another one is known too.
pub(super) fn around(aabb: Aabb) -> Aabb {
    Aabb { min: aabb.min.saturating_sub(IVec2::ONE), max: aabb.max.saturating_add(IVec2::ONE) }
}
