//! Swept bounds: the box around each colliding body's trajectory of the sweep phase.

use crate::aabb::Aabb;
use crate::controller::Walk;
use crate::dynamics::context::StepContext;
use crate::dynamics::islands::collider::{Collider, KnownPath, Terms};
use crate::dynamics::islands::path_segment::PathSegment;
use crate::dynamics::islands::solver::Pairs;
use crate::dynamics::output::executor::Executor;
use crate::dynamics::settings::profile::{Profile, ProfileId};
use crate::dynamics::state::bodies::{Bodies, BodySlices};
use crate::dynamics::sweep::scalar::translation_of;
use crate::grid::TileGrid;
use crate::lattice::displacement;
use crate::limits::{SMALLEST_PART, UNITS_PER_PX};
use crate::response::Response;
use glam::IVec2;

/// Margin for rounding at hits, in lattice units: less than two for each of at most eight hits.
const ROUNDINGS: i32 = 16;

impl Pairs {
    /// Finds the profiles with bodies that can collide, by category and mask. Scans no bodies if no two
    /// profiles can.
    pub(crate) fn find_partners(&mut self, profiles: &[Profile], bodies: &Bodies) {
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

    /// Lists the colliding bodies with their swept bounds. Unless straight, bounds are conservative and the
    /// trajectory unknown.
    pub(crate) fn list(&mut self, executor: &impl Executor, context: &StepContext, now: &Bodies) {
        let Pairs { starts, colliders, reaches, straight, may_collide, terms, all_match, listed, .. } = self;
        let is_carried = !context.platforms.is_quiet() || context.grid.has_conveyors();
        terms.clear();
        terms.extend(context.profiles.iter().map(|profile| Terms::of(profile, is_carried)));
        let colliding = || terms.iter().zip(&*may_collide).filter_map(|(terms, may)| may.then_some(terms));
        let shared = colliding().fold(u32::MAX, |shared, terms| shared & terms.mask);
        *all_match = colliding().all(|terms| terms.category & shared != 0);
        listed.clear();
        let collides = |profile: &ProfileId| may_collide.get(profile.place()).is_some_and(|may| *may);
        let places = (0..).zip(&starts.profile);
        listed.extend(places.filter(|(_, profile)| collides(profile)).map(|(place, _)| place));
        colliders.resize(listed.len(), Collider::NONE);
        reaches.resize(listed.len(), Aabb { min: IVec2::ZERO, max: IVec2::ZERO });
        straight.resize(listed.len(), PathSegment::NONE);
        let has_shapes = context.grid.view(u32::MAX).has_shapes();
        let starts = &starts.as_slices();
        Listing { places: listed, colliders, reaches, straight }
            .fill(executor, &Known { context, starts, now, terms, has_shapes });
    }
}

/// Keeps the profiles that collide with a kept one. True if any is left.
fn keep_partners(profiles: &[Profile], may_collide: &mut Vec<bool>) -> bool {
    // By category bit: categories of the profiles with that bit in their mask.
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

/// Read-only context of the listing.
struct Known<'a> {
    context: &'a StepContext<'a>,
    starts: &'a BodySlices<'a>,
    now: &'a Bodies,
    terms: &'a [Terms],
    has_shapes: bool,
}

/// Part of the colliding bodies, with its output slices.
struct Listing<'a> {
    places: &'a [u32],
    colliders: &'a mut [Collider],
    reaches: &'a mut [Aabb],
    straight: &'a mut [PathSegment],
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
        let has_memories = !known.context.transient.is_empty();
        let found = self.colliders.iter_mut().zip(self.reaches).zip(self.straight);
        for (place, ((collider, reach), straight)) in self.places.iter().zip(found) {
            known.list((*place as usize, has_memories), collider, reach, straight);
        }
    }
}

impl Known<'_> {
    #[inline]
    fn list(
        &self,
        (place, has_memories): (usize, bool),
        collider: &mut Collider,
        reach: &mut Aabb,
        straight: &mut PathSegment,
    ) {
        let Known { context, starts, now, .. } = *self;
        let dt = context.dt;
        let number = starts.profile[place].place();
        let (terms, id) = (&self.terms[number], starts.id[place]);
        let (start, size) = (start_of(starts, place), size_of(starts, place));
        let end = IVec2::new(now.x.at[place], now.y.at[place]);
        let own_dt = if has_memories { context.transient.own_dt(id, dt) } else { Some(dt) };
        let d = own_dt.and_then(|dt| {
            if terms.is_carried {
                let [x, y] = translation_of(&StepContext { dt, ..*context }, starts, place)?.0;
                return Some(IVec2::new(x.units, y.units));
            }
            translation(starts, place, dt)
        });
        // Frozen or rejected bodies did not move.
        let gone = end.wrapping_sub(start);
        let d = d.unwrap_or(gone);
        let flies = d == gone && !terms.walks;
        let is_straight = if flies {
            // Bodies lie in the world, so that this does not wrap.
            let Aabb { min, max } = hull(start, size, end);
            *reach = Aabb { min: min.wrapping_sub(IVec2::ONE), max: max.wrapping_add(IVec2::ONE) };
            true
        } else {
            let profile = &context.profiles[number];
            let (bounds, is_straight) =
                Alone { grid: context.grid, profile, start, size, end, d }.reach(self.has_shapes);
            *reach = around(bounds);
            is_straight
        };
        *collider = Collider {
            place: place as u32,
            id,
            category: terms.category,
            mask: terms.mask,
            size,
            way: if is_straight { KnownPath::Straight } else { KnownPath::Unknown },
            hits_alone: if is_straight && d == gone { Some(0) } else { None },
            flies,
            ..Collider::NONE
        };
        *straight = PathSegment { at: start, left: gone, begin: 0 };
    }
}

fn hull(start: IVec2, size: IVec2, end: IVec2) -> Aabb {
    Aabb { min: start.min(end), max: start.max(end) + size }
}

/// Trajectory of a body in the sweep phase, as far as known.
struct Alone<'a> {
    grid: &'a TileGrid,
    profile: &'a Profile,
    start: IVec2,
    size: IVec2,
    end: IVec2,
    /// Wanted translation, in lattice units.
    d: IVec2,
}

impl Alone<'_> {
    /// Returns its bounds, and true if it is straight, for a body that walks or did not complete its
    /// translation.
    fn reach(&self, has_shapes: bool) -> (Aabb, bool) {
        let Alone { grid, profile, start, size, end, d } = *self;
        let hull = hull(start, size, end);
        let movement = &profile.movement;
        let slides = matches!(movement.response, Response::Slide | Response::Stop);
        let walk = movement.walking();
        if end == start && slides {
            return (hull, true);
        }
        // On whole tiles no axis reverses.
        if slides && !has_shapes && walk.is_none_or(Walk::takes_hits_simply) && !self.was_pushed() {
            return (hull, end == start.wrapping_add(d));
        }
        if walk.is_none() && !has_shapes && !grid.view(movement.mask).overlaps(start, start + size) {
            // Motion beyond both ends of an axis counts twice: there and back.
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

    /// True if it moved farther than its translation, such as by depenetration.
    fn was_pushed(&self) -> bool {
        let gone = self.end.wrapping_sub(self.start);
        let is_farther = |k: usize| gone[k].unsigned_abs() > self.d[k].unsigned_abs();
        [0, 1].into_iter().any(|k| is_farther(k) || gone[k].signum() * self.d[k].signum() < 0)
    }
}

/// Returns how far step-up, corner correction and floors may move a walking body off its path, in lattice
/// units.
///
/// Slopes are not included: they raise it at most by their steepest gradient.
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

/// Returns the translation by velocity alone, in lattice units.
#[inline]
fn translation(starts: &BodySlices, place: usize, dt: f32) -> Option<IVec2> {
    let (x, y) = (&starts.x, &starts.y);
    Some(IVec2::new(
        displacement(x.velocity[place] * dt, x.rest[place])?.units,
        displacement(y.velocity[place] * dt, y.rest[place])?.units,
    ))
}

/// Grows a box by a unit on each side, so that touching bodies are found too.
pub(crate) fn around(aabb: Aabb) -> Aabb {
    Aabb { min: aabb.min.saturating_sub(IVec2::ONE), max: aabb.max.saturating_add(IVec2::ONE) }
}
