//! Slope collision: time, plane and position of a hit off the lattice, and response along slanted faces.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED, SlopeContact, dot, follow, into, without};
use super::config::MoveConfig;
use super::hit::{Hit, HitResponse, MoveHooks};
use super::motion::{Motion, comes_to_rest};
use super::trace::{ResponseKind, TraceEvent};
use crate::fraction::{Fraction, quotient};
use crate::lattice::WIDE_ROUNDER;
use crate::response::Response;
use glam::{IVec2, Vec2};
use std::cmp::Ordering;

impl Actor<'_> {
    /// Fraction at which a hit occurs after `units` of `run` of a segment that starts at another fraction.
    #[inline]
    pub(crate) fn moment_after(start: Fraction, units: u64, run: i64) -> Fraction {
        let left = Fraction::ONE.to_bits() - start.to_bits();
        // Divisions of 128 bits are slow, and seldom needed.
        let more = if let (Ok(run), true) = (u32::try_from(run), units < 1 << 31) {
            quotient(left * units, run)
        } else {
            (u128::from(left) * u128::from(units) / u128::from(run as u64)) as u64
        };
        Fraction::from_bits(start.to_bits() + more)
    }

    pub(crate) fn plane_of(&self, found: &Candidate, at: IVec2, d: IVec2) -> SlopeContact {
        let normal = found.normal(self.view, [d.x > 0, d.y > 0]);
        // A candidate's distance is the distance of its plane from the start.
        SlopeContact { normal, offset: dot(normal, at) - found.distance }
    }

    pub(crate) fn take_shaped(&self, motion: &mut Motion, impact: Impact) {
        let d = motion.left;
        self.arrive(motion, impact);
        if !self.responds_by_hook(motion, impact.found, d, impact.plane) {
            self.respond_to(motion, impact.found, impact.plane);
        }
        self.finish_response(motion);
    }

    /// Speed along its axis of a straight face of a moving solid; 0 for all others. In px/s.
    pub(crate) fn surface_speed(&self, found: &Candidate) -> f32 {
        let solid = self.view.grid.off_grid_at(found.off_grid).filter(|_| found.axis != SLANTED);
        solid.map_or(0.0, |solid| solid.velocity()[found.axis])
    }

    /// Responds to a face. A rebound from a moving solid comes to rest by its speed relative to that solid.
    fn respond_to(&self, motion: &mut Motion, found: &Candidate, plane: SlopeContact) {
        let surface = self.surface_speed(found);
        let Response::Bounce { restitution } = self.config.response else {
            return self.respond_shaped(motion, plane);
        };
        if surface == 0.0 {
            return self.respond_shaped(motion, plane);
        }
        let back = (motion.velocity[found.axis] - surface).abs() * restitution;
        // A rebound from a moving solid comes to rest also if it returns all speed.
        let rests = comes_to_rest(back, 0.0, self.config.rest_speed);
        self.rebound_or_rest(motion, plane, !rests);
    }

    /// Responds to a face from which a body bounces, or comes to rest unless it returns all speed.
    pub(crate) fn rebound_or_rest(&self, motion: &mut Motion, plane: SlopeContact, rebounds: bool) {
        let rest_speed = if rebounds { 0.0 } else { f32::INFINITY };
        let config = MoveConfig { rest_speed, ..*self.config };
        Actor { config: &config, ..*self }.respond_shaped(motion, plane);
    }

    /// Calls the hook for a hit of a motion by `d`, if there is one; returns true if it responded.
    #[inline]
    pub(crate) fn responds_by_hook(
        &self,
        motion: &mut Motion,
        found: &Candidate,
        d: IVec2,
        plane: SlopeContact,
    ) -> bool {
        let choices = self.special.and_then(|special| special.choices);
        choices.is_some_and(|choices| self.call_hook(choices, motion, found, d, plane))
    }

    #[cold]
    fn call_hook(
        &self,
        choices: &MoveHooks,
        motion: &mut Motion,
        found: &Candidate,
        d: IVec2,
        plane: SlopeContact,
    ) -> bool {
        let hit = Hit::new(self, found, d, motion);
        match (choices.responds)(&hit, motion.velocity) {
            HitResponse::Default | HitResponse::Use(Response::PassThrough) => return false,
            HitResponse::Use(response) => {
                let config = MoveConfig { response, ..*self.config };
                Actor { config: &config, ..*self }.respond_to(motion, found, plane);
            }
            HitResponse::Go { velocity, left } => {
                // Adding zero turns -0 into +0.
                motion.velocity = velocity + Vec2::ZERO;
                // `i32::MIN` has no absolute value, which the sweep needs.
                motion.left = left.max(IVec2::splat(-i32::MAX));
                motion.leaning = Some(plane);
            }
            HitResponse::End => motion.left = IVec2::ZERO,
        }
        true
    }

    pub(crate) fn arrive(&self, motion: &mut Motion, impact: Impact) {
        self.note(|| TraceEvent::Meets(*impact.found, *motion));
        let gone = self.translation_to(motion, impact);
        motion.arrive(gone, impact.when);
        self.note(|| TraceEvent::Arrived(*motion, impact.plane));
    }

    pub(crate) fn finish_response(&self, motion: &mut Motion) {
        motion.end_response(self.size);
        self.note(|| TraceEvent::Settled(*motion));
    }

    /// Translation to a hit, in lattice units, to a place outside of all solids. The exact place is rounded toward the start if
    /// that is outside; else outward along up, else along the other axis, else along both. If none of these is free, which
    /// happens in crevices only, the last free place before it is taken.
    fn translation_to(&self, motion: &Motion, Impact { found, plane, is_clear, .. }: Impact) -> IVec2 {
        let at = motion.position;
        let d = motion.left;
        if found.distance <= 0 {
            // In contact, or on the wrong side of a one-way line by less than its tolerance.
            let is_inside = plane.side(at) < 0;
            let out = if is_inside { follow(at, self.lead(plane.normal), 0, plane) } else { IVec2::ZERO };
            return if out == IVec2::ZERO || self.is_free(at + out) { out } else { IVec2::ZERO };
        }
        let run = -dot(plane.normal, d);
        if is_clear && found.axis != SLANTED && found.distance < 1 << 31 {
            // A straight face lies on the lattice.
            let into = found.axis;
            let free = 1 - found.axis;
            let beside = quotient(u64::from(d[free].unsigned_abs()) * found.distance as u64, run as u32);
            let mut short = IVec2::ZERO;
            short[into] = found.distance as i32 * d[into].signum();
            short[free] = beside as i32 * d[free].signum();
            return short;
        }
        // Whole units toward the start, and one more unless that is exact.
        let part = |k: usize| {
            let (whole, is_exact) = if let (Ok(run), true) = (u32::try_from(run), found.distance < 1 << 31) {
                let product = u64::from(d[k].unsigned_abs()) * found.distance as u64;
                let whole = quotient(product, run);
                (whole as i64 * i64::from(d[k].signum()), whole * u64::from(run) == product)
            } else {
                let product = i128::from(d[k]) * i128::from(found.distance);
                ((product / i128::from(run)) as i64, product % i128::from(run) == 0)
            };
            (whole as i32, if is_exact { 0 } else { d[k].signum() })
        };
        let parts = [part(0), part(1)];
        let short = IVec2::new(parts[0].0, parts[1].0);
        let beyond = |k: usize| parts[k].1;
        let up = self.config.up.axis();
        let mut along_up = IVec2::ZERO;
        along_up[up] = beyond(up);
        let mut across = IVec2::ZERO;
        across[1 - up] = beyond(1 - up);
        let translations = [short, short + along_up, short + across, short + along_up + across];
        // Outside of one of its planes, a body is outside of a convex part.
        let is_good = |gone: &IVec2| plane.side(at + *gone) >= 0 && (is_clear || self.is_free(at + *gone));
        translations.into_iter().find(is_good).unwrap_or_else(|| self.last_free(at, d, short, plane))
    }

    /// The last free place before `short` on the straight line from `at` by `d`.
    #[cold]
    fn last_free(&self, at: IVec2, d: IVec2, short: IVec2, plane: SlopeContact) -> IVec2 {
        let major = usize::from(d.y.unsigned_abs() > d.x.unsigned_abs());
        let minor = 1 - major;
        let mut back = 1;
        let end = short[major].abs();
        while back <= end {
            let mut gone = IVec2::ZERO;
            gone[major] = short[major] - back * d[major].signum();
            let exact = i64::from(d[minor]) * i64::from(gone[major]);
            gone[minor] = (exact / i64::from(d[major])) as i32;
            // The exact point lies between two units across, so both are tried.
            for beside in [0, d[minor].signum()] {
                let mut translation = gone;
                translation[minor] += beside;
                if plane.side(at + translation) >= 0 && self.is_free(at + translation) {
                    return translation;
                }
            }
            // Crevices of one degree are a unit wide at 57 units from their seam.
            back += if back < 256 { 1 } else { back };
        }
        IVec2::ZERO
    }

    /// Responds to a face of any direction: changes the velocity and the translation left.
    pub(crate) fn respond_shaped(&self, motion: &mut Motion, plane: SlopeContact) {
        let n = plane.normal;
        for k in [0, 1] {
            // A remainder on an axis that the face blocks would push the body into it later.
            motion.remainder[k] = if n[k] == 0 { motion.remainder[k] } else { 0.0 };
        }
        if n.x == 0 || n.y == 0 {
            self.note(|| {
                TraceEvent::Responds(self.straight_response(motion.velocity[usize::from(n.x == 0)]))
            });
            // Identical to the response where all solids are whole tiles.
            motion.respond(n.y == 0, self.config);
            let left = motion.left;
            let velocity = motion.velocity;
            self.continue_by(motion, plane, left, velocity);
            return;
        }
        match self.config.response {
            Response::Slide => {
                self.note(|| TraceEvent::Responds(ResponseKind::Slides));
                self.slide_along(motion, plane);
            }
            Response::Bounce { restitution } => {
                let restitution = if restitution > 0.0 { restitution } else { 0.0 };
                let speed = || into(motion.velocity, n) * f64::from(restitution);
                // A rebound that returns all speed never comes to rest, however slow it is.
                if restitution < 1.0 && speed() < f64::from(self.config.rest_speed) {
                    self.note(|| TraceEvent::Responds(ResponseKind::Rests));
                    self.slide_along(motion, plane);
                } else {
                    self.note(|| TraceEvent::Responds(ResponseKind::Bounces));
                    motion.velocity = without(motion.velocity, n, 1.0 + f64::from(restitution));
                    motion.left = self.reflected(motion, plane, restitution);
                }
            }
            // These responses do not depend on the direction of the face.
            Response::Stop | Response::Invert | Response::PassThrough => {
                self.note(|| TraceEvent::Responds(self.straight_response(0.0)));
                motion.respond(true, self.config);
            }
        }
    }

    fn straight_response(&self, velocity: f32) -> ResponseKind {
        match self.config.response {
            Response::Bounce { restitution } => {
                // As in `Motion::respond`: NaN or a negative number counts as zero.
                let restitution = if restitution > 0.0 { restitution } else { 0.0 };
                let rests = comes_to_rest(velocity * restitution, restitution, self.config.rest_speed);
                if rests { ResponseKind::Rests } else { ResponseKind::Bounces }
            }
            Response::Invert => ResponseKind::Turns,
            Response::Stop => ResponseKind::Stops,
            Response::Slide | Response::PassThrough => ResponseKind::Slides,
        }
    }

    /// Removes motion and speed into a face, and continues along it. If that leads into a face touched before, the two faces form a
    /// crevice, and the motion ends.
    pub(crate) fn slide_along(&self, motion: &mut Motion, plane: SlopeContact) {
        let left = self.along(motion.position, motion.left, plane);
        let velocity = without(motion.velocity, plane.normal, 1.0);
        self.continue_by(motion, plane, left, velocity);
    }

    /// Continues by `left` with `velocity` from a face, unless a face touched before blocks it.
    pub(crate) fn continue_by(&self, motion: &mut Motion, plane: SlopeContact, left: IVec2, velocity: Vec2) {
        motion.left = left;
        motion.velocity = velocity;
        let slides = self.config.response == Response::Slide;
        let old = motion.leaning.filter(|old| slides && old.touches(motion.position));
        if old.is_some_and(|old| dot(old.normal, left) < 0) {
            self.note(|| TraceEvent::Crevice);
            motion.left = IVec2::ZERO;
            motion.velocity = Vec2::ZERO;
            motion.remainder = Vec2::ZERO;
        }
        motion.leaning = Some(plane);
    }

    /// The axis along which a surface extends farther; of equals the level one.
    fn lead(&self, n: IVec2) -> usize {
        match n.x.abs().cmp(&n.y.abs()) {
            Ordering::Less => 0,
            Ordering::Greater => 1,
            Ordering::Equal => 1 - self.config.up.axis(),
        }
    }

    /// The translation left along a plane, from a place outside of it to the nearest lattice point outside.
    pub(crate) fn along(&self, at: IVec2, left: IVec2, plane: SlopeContact) -> IVec2 {
        let n = plane.normal;
        if dot(n, left) >= 0 {
            return left;
        }
        if n.x == 0 || n.y == 0 {
            return IVec2::new(if n.x == 0 { left.x } else { 0 }, if n.y == 0 { left.y } else { 0 });
        }
        // The axis on which the surface extends farther decides; the other follows.
        let lead = self.lead(n);
        let tangent = IVec2::new(-n.y, n.x);
        let square = i128::from(n.as_i64vec2().length_squared());
        let run = i128::from(dot(tangent, left)) * i128::from(tangent[lead]) / square;
        follow(at, lead, run as i32, plane)
    }

    /// The translation left after a bounce, each axis half to even, but never into the face.
    fn reflected(&self, motion: &Motion, plane: SlopeContact, restitution: f32) -> IVec2 {
        let n = plane.normal.as_dvec2();
        let left = motion.left.as_dvec2();
        let part = (1.0 + f64::from(restitution)) * (left.x * n.x + left.y * n.y) / (n.x * n.x + n.y * n.y);
        let whole = |v: f64| round_half_even(v) as i32;
        let back = IVec2::new(whole(left.x - part * n.x), whole(left.y - part * n.y));
        let back = back.max(IVec2::splat(-i32::MAX));
        if plane.side(motion.position) + dot(plane.normal, back) >= 0 {
            return back;
        }
        let lead = self.lead(plane.normal);
        follow(motion.position, lead, back[lead], plane)
    }
}

#[inline(always)]
fn round_half_even(v: f64) -> f64 {
    const EXACT: f64 = 2_251_799_813_685_248.0; // 2^51
    if v.abs() < EXACT { (v + WIDE_ROUNDER) - WIDE_ROUNDER } else { v.round_ties_even() }
}

/// A hit that a motion is about to reach.
#[derive(Clone, Copy)]
pub(crate) struct Impact<'a> {
    pub(crate) found: &'a Candidate,
    pub(crate) plane: SlopeContact,
    pub(crate) when: Fraction,
    /// True if no solid overlaps the body at the hit, with each axis rounded toward its start.
    pub(crate) is_clear: bool,
}

impl<'a> Impact<'a> {
    #[inline]
    pub(crate) fn new(actor: &Actor, motion: &Motion, found: &'a Candidate) -> Self {
        let impact = Impact::at(actor, motion, found, motion.fraction);
        let run = -dot(impact.plane.normal, motion.left);
        Impact { when: Actor::moment_after(motion.fraction, found.units(), run), ..impact }
    }

    #[inline]
    pub(crate) fn at(actor: &Actor, motion: &Motion, found: &'a Candidate, when: Fraction) -> Self {
        let plane = actor.plane_of(found, motion.position, motion.left);
        Impact { found, plane, when, is_clear: false }
    }
}
