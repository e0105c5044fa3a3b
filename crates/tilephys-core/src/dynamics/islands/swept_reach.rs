//! Swept bounds: the box around each colliding body's trajectory of the sweep phase.

use crate::aabb::Aabb;
use crate::controller::Walk;
use crate::dynamics::islands::Pairs;
use crate::dynamics::settings::{BodyCollision, Profile};
use crate::dynamics::state::Bodies;
use crate::grid::TileGrid;
use crate::limits::UNITS_PER_PX;
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
    /// Wanted translation, in lattice units.
    pub(crate) d: IVec2,
}

impl Alone<'_> {
    /// Returns its bounds, and true if it is straight, for a body that walks or did not complete its
    /// translation.
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

/// Grows a box by a unit on each side, so that touching bodies are found too.
pub(crate) fn around(aabb: Aabb) -> Aabb {
    Aabb { min: aabb.min.saturating_sub(IVec2::ONE), max: aabb.max.saturating_add(IVec2::ONE) }
}
