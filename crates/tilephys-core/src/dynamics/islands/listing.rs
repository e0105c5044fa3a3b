//! List of the colliding bodies, with their swept bounds and straight trajectories: bounds are a box around the whole trajectory.
//!
//! Most bodies fly: the sweep phase has moved them by their whole translation. Blocks of bodies with consecutive indices are
//! tested for that side by side.

use crate::aabb::Aabb;
use crate::controller::Walk;
use crate::dynamics::context::StepContext;
use crate::dynamics::islands::{Collider, KnownPath, Pairs, PathSegment, Terms};
use crate::dynamics::output::{Executor, in_halves};
use crate::dynamics::settings::{BodyCollision, Profile, ProfileId};
use crate::dynamics::state::{AxisSlices, Bodies, BodySlices};
use crate::dynamics::sweep::{translation_of, whole_translation};
use crate::grid::TileGrid;
use crate::lattice::{ROUNDER_DOMAIN, short_displacement};
use crate::limits::{SMALLEST_PART, UNITS_PER_PX};
use crate::response::Response;
use glam::{IVec2, Vec2};
use std::ops::Range;

impl Pairs {
    /// Lists the colliding bodies with their swept bounds. Unless straight, bounds are conservative and the trajectory unknown.
    pub(crate) fn list(&mut self, executor: &impl Executor, context: &StepContext, now: &Bodies) {
        let Pairs { starts, colliders, reaches, may_collide, terms, all_match, listed, .. } = self;
        let is_carried = !context.platforms.is_quiet() || context.grid.has_conveyors;
        terms.clear();
        terms.extend(context.profiles.iter().map(|profile| Terms::of(profile, is_carried)));
        let colliding = || terms.iter().zip(&*may_collide).filter_map(|(terms, may)| may.then_some(terms));
        // If each category is in each mask, no pair needs a test of filters.
        let shared = colliding().fold(u32::MAX, |shared, terms| shared & terms.mask);
        *all_match = colliding().all(|terms| terms.category & shared != 0);
        listed.clear();
        let collides = |profile: &ProfileId| may_collide.get(profile.index()).is_some_and(|may| *may);
        // Bodies of profiles without a partner stay out of all that follows.
        let indices = (0..).zip(&starts.profile);
        listed.extend(indices.filter(|(_, profile)| collides(profile)).map(|(index, _)| index));
        colliders.resize(listed.len(), Collider::NONE);
        reaches.resize(listed.len(), Aabb { min: IVec2::ZERO, max: IVec2::ZERO });
        let has_shapes = context.grid.view(u32::MAX).has_shapes();
        let has_memories = !context.transient.is_empty();
        let starts = &starts.as_slices();
        let known = Known { context, starts, now, terms, has_shapes, has_memories };
        let len = listed.len();
        let rows = (&mut listed[..], &mut colliders[..], &mut reaches[..]);
        in_halves(executor, rows, len, SMALLEST_PART, &|(indices, colliders, reaches)| {
            known.fill(indices, colliders, reaches);
        });
    }
}

struct Known<'a> {
    context: &'a StepContext<'a>,
    starts: &'a BodySlices<'a>,
    now: &'a Bodies,
    terms: &'a [Terms],
    has_shapes: bool,
    has_memories: bool,
}

const LANES: usize = 64;

/// Motions of a block of bodies in the sweep phase.
struct Flights {
    x: AxisFlights,
    y: AxisFlights,
    /// Not 0 if the body has moved by the whole translation of its velocity.
    fly: [i32; LANES],
}

/// Motions on one axis, in lattice units.
struct AxisFlights {
    start: [i32; LANES],
    gone: [i32; LANES],
    /// Swept bounds, grown by a unit so that touching bodies are found too.
    low: [i32; LANES],
    high: [i32; LANES],
}

impl Default for Flights {
    fn default() -> Self {
        let axis = || AxisFlights { start: [0; LANES], gone: [0; LANES], low: [0; LANES], high: [0; LANES] };
        Flights { x: axis(), y: axis(), fly: [0; LANES] }
    }
}

impl Flights {
    fn find(&mut self, known: &Known, block: Range<usize>) {
        let Known { context, starts, now, .. } = *known;
        self.fly.fill(-1);
        self.x.find(&starts.x, &now.x.at[block.clone()], block.clone(), context.dt, &mut self.fly);
        self.y.find(&starts.y, &now.y.at[block.clone()], block, context.dt, &mut self.fly);
    }

    /// Swept bounds and trajectory of a body that flies.
    #[inline(always)]
    fn get(&self, k: usize) -> (Aabb, PathSegment) {
        let Flights { x, y, .. } = self;
        let reach = Aabb { min: IVec2::new(x.low[k], y.low[k]), max: IVec2::new(x.high[k], y.high[k]) };
        let at = IVec2::new(x.start[k], y.start[k]);
        let left = IVec2::new(x.gone[k], y.gone[k]);
        (reach, PathSegment { at, left, begin: 0 })
    }
}

impl AxisFlights {
    /// Finds the motions on one axis, and clears `fly` of bodies that moved by another distance than
    /// [`displacement`](crate::lattice::displacement) gives, or by a long one.
    fn find(
        &mut self,
        starts: &AxisSlices,
        ends: &[i32],
        block: Range<usize>,
        dt: f32,
        fly: &mut [i32; LANES],
    ) {
        let n = block.len().min(LANES);
        let at = &starts.at[block.clone()][..n];
        let size = &starts.size[block.clone()][..n];
        let velocity = &starts.velocity[block.clone()][..n];
        let remainder = &starts.remainder[block][..n];
        let ends = &ends[..n];
        for i in 0..n {
            let wanted = velocity[i] * dt * UNITS_PER_PX as f32 + remainder[i];
            let units = short_displacement(wanted).units;
            let gone = ends[i].wrapping_sub(at[i]);
            let flies = (units == gone) & (wanted.abs() < ROUNDER_DOMAIN);
            fly[i] &= -i32::from(flies);
            // Negative and positive part of the way. Bodies lie in the world, so that nothing wraps.
            let back = gone & gone >> 31;
            self.start[i] = at[i];
            self.gone[i] = gone;
            self.low[i] = at[i].wrapping_add(back).wrapping_sub(1);
            self.high[i] = at[i].wrapping_add(size[i]).wrapping_add(gone.wrapping_sub(back)).wrapping_add(1);
        }
    }
}

impl Known<'_> {
    fn fill(&self, indices: &[u32], colliders: &mut [Collider], reaches: &mut [Aabb]) {
        let mut flights = Flights::default();
        let found = colliders.chunks_mut(LANES).zip(reaches.chunks_mut(LANES));
        for (indices, (colliders, reaches)) in indices.chunks(LANES).zip(found) {
            let first = indices[0] as usize;
            let is_dense = (indices[indices.len() - 1] - indices[0]) as usize == indices.len() - 1;
            // Lanes read whole columns, so their bodies must follow each other in the arrays.
            if is_dense && !self.has_memories {
                flights.find(self, first..first + indices.len());
            } else {
                flights.fly.fill(0);
            }
            for (k, (index, (collider, reach))) in
                indices.iter().zip(colliders.iter_mut().zip(reaches)).enumerate()
            {
                let index = *index as usize;
                let terms = &self.terms[self.starts.profile[index].index()];
                // Where the body is where its velocity leads, it met nothing, and its path is straight.
                if flights.fly[k] != 0 && !terms.walks && !terms.is_carried {
                    let (bounds, straight) = flights.get(k);
                    *reach = bounds;
                    *collider = Collider {
                        way: KnownPath::Straight,
                        flies: true,
                        ..self.collider(index, terms, straight)
                    };
                } else {
                    (*collider, *reach) = self.find(index, terms);
                }
            }
        }
    }

    fn find(&self, index: usize, terms: &Terms) -> (Collider, Aabb) {
        let Known { context, starts, now, .. } = *self;
        let dt = context.dt;
        let id = starts.id[index];
        let (start, size) = starts.place_and_size(index);
        let end = IVec2::new(now.x.at[index], now.y.at[index]);
        let own_dt = if self.has_memories { context.transient.own_dt(id, dt) } else { Some(dt) };
        let d = own_dt.and_then(|dt| {
            let [x, y] = if terms.is_carried {
                translation_of(&StepContext { dt, ..*context }, starts, index)?.0
            } else {
                whole_translation(starts, index, Vec2::ZERO, dt)?
            };
            Some(IVec2::new(x.units, y.units))
        });
        // Frozen or rejected bodies did not move.
        let gone = end.wrapping_sub(start);
        let d = d.unwrap_or(gone);
        let flies = d == gone && !terms.walks;
        let (reach, is_straight) = if flies {
            (hull(start, size, end), true)
        } else {
            let profile = &context.profiles[starts.profile[index].index()];
            Alone { grid: context.grid, profile, start, size, end, d }.reach(self.has_shapes)
        };
        let straight = PathSegment { at: start, left: gone, begin: 0 };
        let collider = Collider {
            way: if is_straight { KnownPath::Straight } else { KnownPath::Unknown },
            flies,
            ..self.collider(index, terms, straight)
        };
        // A unit more, so that touching bodies are found too.
        (collider, reach.grown(IVec2::ONE))
    }

    /// Returns a collider without a known trajectory. Later phases set the other fields.
    #[inline(always)]
    fn collider(&self, index: usize, terms: &Terms, straight: PathSegment) -> Collider {
        let id = self.starts.id[index];
        let (_, size) = self.starts.place_and_size(index);
        Collider { index: index as u32, id, terms: *terms, size, straight, ..Collider::NONE }
    }
}

/// Margin for rounding at hits, in lattice units: less than two for each of at most eight hits.
const ROUNDINGS: i32 = 16;

impl Pairs {
    /// Finds the profiles with bodies that can collide, by category and mask. Scans no bodies if no two profiles can.
    pub(crate) fn find_partners(&mut self, profiles: &[Profile], bodies: &Bodies) {
        let Pairs { may_collide, are_there, .. } = self;
        may_collide.clear();
        may_collide.extend(profiles.iter().map(Profile::is_collider));
        if !keep_partners(profiles, may_collide) {
            return;
        }
        // Only now are bodies scanned: a profile without bodies is no partner.
        are_there.clear();
        are_there.resize(profiles.len(), false);
        for profile in &bodies.profile {
            if let Some(is_there) = are_there.get_mut(profile.index()) {
                *is_there = true;
            }
        }
        may_collide.iter_mut().zip(are_there).for_each(|(may_collide, is_there)| *may_collide &= *is_there);
        keep_partners(profiles, may_collide);
    }
}

/// Keeps the profiles that collide with a kept one. True if any is left.
fn keep_partners(profiles: &[Profile], may_collide: &mut Vec<bool>) -> bool {
    // By category bit: categories of the profiles with that bit in their mask.
    let mut wanted_by = [0; 32];
    // Categories of bodies that stand on others.
    let mut riders = 0;
    for (profile, _) in profiles.iter().zip(may_collide.iter()).filter(|(_, may_collide)| **may_collide) {
        let mask = profile.collide.map_or(0, |collide| collide.mask);
        let carries = profile.collide.map_or(0, |collide| collide.carries);
        riders |= carries;
        for (bit, wanted_by) in wanted_by.iter_mut().enumerate() {
            *wanted_by |= if mask >> bit & 1 != 0 { profile.category } else { 0 };
        }
    }
    for (profile, may_collide) in profiles.iter().zip(may_collide.iter_mut()).filter(|(_, may)| **may) {
        let own = |bit: &usize| profile.category >> bit & 1 != 0;
        let partners = (0..32).filter(own).fold(0, |all, bit| all | wanted_by[bit]);
        let is_met = |collide: BodyCollision| collide.mask & partners != 0 || collide.carries != 0;
        *may_collide = profile.category & riders != 0 || profile.collide.is_some_and(is_met);
    }
    let any = may_collide.contains(&true);
    if !any {
        may_collide.clear();
    }
    any
}

pub(crate) fn hull(start: IVec2, size: IVec2, end: IVec2) -> Aabb {
    Aabb { min: start.min(end), max: start.max(end) + size }
}

/// Trajectory of a body in the sweep phase, as far as known.
pub(crate) struct Alone<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profile: &'a Profile,
    pub(crate) start: IVec2,
    pub(crate) size: IVec2,
    pub(crate) end: IVec2,
    pub(crate) d: IVec2,
}

impl Alone<'_> {
    /// Returns its bounds, and true if it is straight, for a body that walks or did not complete its translation.
    pub(crate) fn reach(&self, has_shapes: bool) -> (Aabb, bool) {
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
            return (hull.grown(by), false);
        }
        let lift = walk.map_or(0, greatest_lift);
        let way = d.x.saturating_abs().saturating_add(d.y.saturating_abs()).saturating_add(lift + ROUNDINGS);
        (hull.grown(IVec2::splat(way)), false)
    }

    /// True if it moved farther than its translation, such as by depenetration.
    fn was_pushed(&self) -> bool {
        let gone = self.end.wrapping_sub(self.start);
        let is_farther = |k: usize| gone[k].unsigned_abs() > self.d[k].unsigned_abs();
        [0, 1].into_iter().any(|k| is_farther(k) || gone[k].signum() * self.d[k].signum() < 0)
    }
}

/// Returns how far step-up, corner correction and floors may move a walking body off its path, in lattice units.
///
/// Slopes are not included: they raise it at most by their steepest gradient.
fn greatest_lift(walk: &Walk) -> i32 {
    let lifts =
        [walk.step_up, walk.corner_correct_up, walk.corner_correct_side, walk.gap_bridge, walk.one_way_nudge];
    let most = lifts.into_iter().fold(0.0, |most, px| if px > most { px } else { most });
    (most * UNITS_PER_PX as f32) as i32 + UNITS_PER_PX
}
