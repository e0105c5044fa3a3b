//! The phase in which every body plays the grid alone.
//!
//! Bodies are taken in blocks. Three passes without a jump that depends on a body plan the block: translations and the
//! cells under each motion; one look at those cells; the move of all whose cells are empty. What is left is a short
//! list of bodies with something near, each swept on its own. (In one loop over bodies the processor guesses wrong for
//! every third of them whether its cells are empty.)

use super::bodies::{Axis, Bodies};
use super::events::{EventKind, EventLog, Field};
use super::profile::Profile;
use super::side_by_side::SideBySide;
use crate::constants::BLOCK;
use crate::fraction::Fraction;
use crate::grid::{Divisor, Ends, TileGrid, Windows};
use crate::lattice::{Displacement, ROUNDER, ROUNDER_DOMAIN, displacement};
use crate::movement::{Actor, Hit, Motion, Start};
use crate::response::Response;
use glam::{IVec2, Vec2};
use pulp::{Arch, NullaryFnOnce};
use std::ops::Range;

/// What the passes find out about a block, on one axis.
struct AxisPlan {
    /// The translation, in lattice units, and the rest that it leaves.
    units: [i32; BLOCK],
    rest: [f32; BLOCK],
    /// First and last cell within a unit of the motion.
    first: [i32; BLOCK],
    last: [i32; BLOCK],
}

/// What the passes find out about a block.
struct Plan {
    x: AxisPlan,
    y: AxisPlan,
    windows: Windows<BLOCK>,
    /// Negative if the motion is too long or too near the end of the world for the passes, or not a number.
    odd: [i32; BLOCK],
    /// All ones if nothing is near the motion, else zero.
    free: [i32; BLOCK],
    /// Places in the block of the bodies that are not free.
    near: [u32; BLOCK],
}

impl Plan {
    fn new() -> Self {
        let axis = || AxisPlan { units: [0; BLOCK], rest: [0.0; BLOCK], first: [0; BLOCK], last: [0; BLOCK] };
        Plan { x: axis(), y: axis(), windows: Windows::new(), odd: [0; BLOCK], free: [0; BLOCK], near: [0; BLOCK] }
    }

    /// The translation of a body on both axes, if it is not odd.
    fn translation(&self, k: usize) -> Option<[Displacement; 2]> {
        let planned = |axis: &AxisPlan| Displacement { units: axis.units[k], rest: axis.rest[k] };
        (self.odd[k] >= 0).then(|| [planned(&self.x), planned(&self.y)])
    }
}

/// The translation of a body on both axes, however long; `None` if its velocity is not finite.
#[cold]
fn whole_translation(bodies: &Bodies, place: usize, dt: f32) -> Option<[Displacement; 2]> {
    let on_axis = |axis: &Axis| displacement(axis.velocity[place] * dt, axis.rest[place]);
    Some([on_axis(&bodies.x)?, on_axis(&bodies.y)?])
}

/// What a step takes for given.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profiles: &'a [Profile],
    /// In seconds.
    pub(crate) dt: f32,
}

/// Moves every body by its velocity through the grid. Adds events to `log`, and to `touching` the places of bodies that
/// may touch something now or did before; returns the number of hits.
pub(crate) fn sweep_alone(
    setting: Setting,
    bodies: &mut Bodies,
    log: &mut EventLog,
    touching: &mut Vec<u32>,
) -> u64 {
    Arch::new().dispatch(Phase { setting, bodies, log, touching })
}

/// The phase as a function that is compiled for each instruction set.
struct Phase<'a> {
    setting: Setting<'a>,
    bodies: &'a mut Bodies,
    log: &'a mut EventLog,
    touching: &'a mut Vec<u32>,
}

impl NullaryFnOnce for Phase<'_> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        sweep_blocks(self.setting, self.bodies, self.log, self.touching)
    }
}

#[inline(always)]
fn sweep_blocks(
    setting: Setting,
    bodies: &mut Bodies,
    log: &mut EventLog,
    touching: &mut Vec<u32>,
) -> u64 {
    let Setting { grid, profiles, dt } = setting;
    let mut plan = Plan::new();
    let mut hits = 0;
    let mut lanes = SideBySide::new();
    for from in (0..bodies.len()).step_by(BLOCK) {
        let block = from..(from + BLOCK).min(bodies.len());
        plan.odd = [0; BLOCK];
        plan_axis(&bodies.x, block.clone(), dt, grid.divisor(0), &mut plan.x, &mut plan.odd);
        plan_axis(&bodies.y, block.clone(), dt, grid.divisor(1), &mut plan.y, &mut plan.odd);
        let near = look(grid, &mut plan, block.len());
        move_free(&mut bodies.x, block.clone(), &plan.x, &plan.free);
        move_free(&mut bodies.y, block.clone(), &plan.y, &plan.free);
        leave_contacts(bodies, block, &plan.free, touching);
        for &k in &plan.near[..near] {
            let place = from + k as usize;
            let profile = &profiles[usize::from(bodies.profile[place].0)];
            let planned = plan.translation(k as usize);
            if !planned.is_some_and(|d| lanes.take_over(grid, profile, bodies, place, d)) {
                hits += sweep_one(setting, bodies, place, planned, log);
            }
            if profile.track_contacts {
                touching.push(place as u32);
            }
        }
    }
    lanes.finish(grid, bodies);
    for place in lanes.refused {
        hits += sweep_one(setting, bodies, place as usize, None, log);
    }
    hits + lanes.hits
}

/// The translations of a block on one axis as [`displacement`] has them, and the cells within a unit of the motion.
#[inline(always)]
fn plan_axis(
    axis: &Axis,
    block: Range<usize>,
    dt: f32,
    cells: Divisor,
    plan: &mut AxisPlan,
    odd: &mut [i32; BLOCK],
) {
    /// Units kept from the ends of `i32`, so that no sum below overflows unnoticed.
    const MARGIN: i32 = 1 << 24;
    // Folds the sign away, then overflows into it near the ends of i32.
    let near_end = |v: i32| (v ^ v >> 31).wrapping_add(MARGIN);
    let n = block.len().min(BLOCK);
    let (at, size) = (&axis.at[block.clone()][..n], &axis.size[block.clone()][..n]);
    let (velocity, rest) = (&axis.velocity[block.clone()][..n], &axis.rest[block][..n]);
    for i in 0..n {
        let wanted = velocity[i] * dt * crate::constants::UNITS_PER_PX as f32 + rest[i];
        let shifted = wanted + ROUNDER;
        let units = shifted.to_bits().wrapping_sub(ROUNDER.to_bits()) as i32;
        plan.units[i] = units;
        plan.rest[i] = wanted - (shifted - ROUNDER) + 0.0;
        // The parts of the translation toward low and toward high.
        let back = units & units >> 31;
        let low = at[i].wrapping_add(back).wrapping_sub(1);
        let high = at[i].wrapping_add(size[i]).wrapping_add(units.wrapping_sub(back));
        plan.first[i] = cells.cell(low);
        plan.last[i] = cells.cell(high);
        // The bits of a float without its sign are ordered as their values, NaN last.
        let too_long = ((ROUNDER_DOMAIN.to_bits() - 1) as i32).wrapping_sub(wanted.abs().to_bits() as i32);
        odd[i] |= too_long | near_end(low) | near_end(high);
    }
}

/// Looks at the cells of a block's motions. Returns how many are near something.
#[inline(always)]
fn look<'a>(grid: &TileGrid, plan: &'a mut Plan, n: usize) -> usize {
    let view = grid.view(u32::MAX);
    let ends = |axis: &'a AxisPlan| Ends { first: &axis.first, last: &axis.last };
    let Plan { x, y, windows, odd, free, near } = plan;
    windows.read(view, &ends(x), &ends(y), n);
    for i in 0..n.min(BLOCK) {
        let is_free = (odd[i] >= 0) & !windows.is_missing(i) & (windows.bits[i] == 0);
        free[i] = -i32::from(is_free);
    }
    let mut count = 0;
    for i in 0..n.min(BLOCK) {
        near[count & (BLOCK - 1)] = i as u32;
        count += (free[i] + 1) as usize;
    }
    count
}

/// Ends the step of the block's free bodies on one axis.
#[inline(always)]
fn move_free(axis: &mut Axis, block: Range<usize>, plan: &AxisPlan, free: &[i32; BLOCK]) {
    let n = block.len().min(BLOCK);
    let (at, rest) = (&mut axis.at[block.clone()][..n], &mut axis.rest[block][..n]);
    for i in 0..n {
        at[i] = at[i].wrapping_add(plan.units[i] & free[i]);
        let kept = rest[i].to_bits() & !free[i] as u32;
        rest[i] = f32::from_bits(kept | plan.rest[i].to_bits() & free[i] as u32);
    }
}

/// Lists the free bodies of a block that touched something before.
#[inline(always)]
fn leave_contacts(bodies: &mut Bodies, block: Range<usize>, free: &[i32; BLOCK], touching: &mut Vec<u32>) {
    let mut any = 0;
    for (state, free) in bodies.state[block.clone()].iter_mut().zip(free) {
        *state = state.after_sweep(*free as u8);
        any |= state.bits() & *free as u8;
    }
    if any != 0 {
        let places = block.clone().zip(&bodies.state[block]).zip(free);
        touching.extend(places.filter(|((_, s), f)| s.bits() != 0 && **f != 0).map(|((p, _), _)| p as u32));
    }
}

/// The step of a body by the scalar path, `planned` being its translation if that is known. Returns its hits.
#[inline(never)]
fn sweep_one(
    setting: Setting,
    bodies: &mut Bodies,
    place: usize,
    planned: Option<[Displacement; 2]>,
    log: &mut EventLog,
) -> u64 {
    let Setting { grid, profiles, dt } = setting;
    let profile = &profiles[usize::from(bodies.profile[place].0)];
    match planned.or_else(|| whole_translation(bodies, place, dt)) {
        Some(translation) => sweep_near(grid, profile, bodies, place, translation, log),
        None => {
            log.push(bodies.id[place], EventKind::Rejected { field: Field::Velocity });
            0
        }
    }
}

/// The step of a body with something near its way. Returns its hits.
#[inline(always)]
fn sweep_near(
    grid: &TileGrid,
    profile: &Profile,
    bodies: &mut Bodies,
    place: usize,
    [x, y]: [Displacement; 2],
    log: &mut EventLog,
) -> u64 {
    let (id, body) = (bodies.id[place], bodies.get(place));
    let mut motion = Motion {
        position: body.position,
        left: IVec2::new(x.units, y.units),
        fraction: Fraction::ZERO,
        velocity: body.velocity,
        rest: Vec2::new(x.rest, y.rest),
        hits: 0,
    };
    let view = grid.view(profile.movement.mask);
    let (mut hits, before) = (0, log.events.len());
    let actor = Actor { view, size: body.size, config: &profile.movement };
    let start = actor.move_whole(&mut motion, &mut |found, d, motion| {
        hits += 1;
        if profile.report_hits {
            // A copy, for the motion itself should stay in registers.
            let hit = Hit::new(view, body.size, found, d[found.axis] > 0, &{ *motion });
            log.push(id, EventKind::Hit(hit));
        }
    });
    if profile.movement.response == Response::Pass {
        log.order_crossings(before);
    }
    let state = &mut bodies.state[place];
    let stuck = start == Start::Stuck;
    if stuck && !state.stuck() {
        log.push(id, EventKind::Overlapped);
    }
    *state = state.with_stuck(stuck);
    bodies.moved(place, motion.position, motion.velocity, motion.rest);
    hits
}
