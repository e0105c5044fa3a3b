//! Vectorized broad phase against the grid: branch-free passes over a block of bodies.

use crate::dynamics::context::StepContext;
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::BodyPath;
use crate::dynamics::settings::{Profile, ProfileId};
use crate::dynamics::state::{AxisSlices, BodySlices};
use crate::grid::{CellRect, Divisor, Ends, TileGrid, View, Windows};
use crate::lane_mask::mask;
use crate::lattice::{Displacement, ROUNDER_DOMAIN, short_displacement};
use crate::limits::BLOCK;
use glam::IVec2;
use std::ops::Range;

pub(crate) struct AxisPlan {
    /// Translation, in lattice units, and its rounding remainder.
    pub(crate) units: [i32; BLOCK],
    pub(crate) remainder: [f32; BLOCK],
    /// First and last cell within a unit of the motion.
    pub(crate) first: [i32; BLOCK],
    pub(crate) last: [i32; BLOCK],
}

/// Planned motion of a block. Aligned so that no vector lies in two cache lines.
#[repr(align(64))]
pub(crate) struct Plan {
    pub(crate) x: AxisPlan,
    pub(crate) y: AxisPlan,
    pub(crate) windows: Windows<BLOCK>,
    /// Planks in the windows of the bodies with something near: one-way lines below their feet.
    pub(crate) planks: [u32; BLOCK],
    /// Negative if the motion is too long or too near the end of the world for these passes, or NaN.
    pub(crate) excluded: [i32; BLOCK],
    /// All ones if nothing is near the motion, or the body has ended its step near a shape or as a rider. Otherwise zero.
    pub(crate) free: [i32; BLOCK],
    /// Indices in the block of the bodies with something near.
    pub(crate) near: [u32; BLOCK],
    /// True for a body with a recorded trajectory, unless it is `excluded`. Beyond the end of the block all are false.
    pub(crate) watched: [bool; BLOCK],
}

impl AxisPlan {
    fn ends(&self) -> Ends<'_> {
        Ends { first: &self.first, last: &self.last }
    }
}

impl Plan {
    pub(crate) fn new() -> Self {
        let axis =
            || AxisPlan { units: [0; BLOCK], remainder: [0.0; BLOCK], first: [0; BLOCK], last: [0; BLOCK] };
        Plan {
            x: axis(),
            y: axis(),
            windows: Windows::default(),
            planks: [0; BLOCK],
            excluded: [0; BLOCK],
            free: [0; BLOCK],
            near: [0; BLOCK],
            watched: [false; BLOCK],
        }
    }

    /// Returns the cells within a unit of a body's motion, if it is not `excluded`.
    #[inline(always)]
    pub(crate) fn cells(&self, k: usize) -> CellRect {
        let x = &self.x;
        let y = &self.y;
        CellRect { col0: x.first[k], row0: y.first[k], col1: x.last[k], row1: y.last[k] }
    }

    /// Finds the bodies of a block with recorded trajectories. Adds to `stay` the bodies that stay in their regions.
    #[inline(never)]
    pub(crate) fn find_watched(
        &mut self,
        context: &StepContext,
        bodies: &BodySlices,
        block: Range<usize>,
        stay: &mut Vec<BodyId>,
    ) {
        let profiles = context.profiles;
        self.watched = [false; BLOCK];
        let n = block.len().min(BLOCK);
        let ids = &bodies.id[block.clone()][..n];
        let of_bodies = &bodies.profile[block.clone()][..n];
        let [x, y] =
            [&bodies.x, &bodies.y].map(|axis| (&axis.at[block.clone()][..n], &axis.size[block.clone()][..n]));
        for k in 0..n {
            let profile = profiles.get(of_bodies[k].index());
            // The scalar path decides by itself whether it records an excluded body.
            let Some(profile) = profile.filter(|_| self.excluded[k] >= 0) else { continue };
            let from = IVec2::new(x.0[k], y.0[k]);
            let to = from + IVec2::new(self.x.units[k], self.y.units[k]);
            let path = BodyPath::straight(ids[k], IVec2::new(x.1[k], y.1[k]), [from, to]);
            self.watched[k] = self.must_watch(context, profile, &path, k, stay);
        }
    }

    /// True if the path of a body must be recorded. Adds it to `stay` if it stays in its regions.
    #[inline(always)]
    pub(crate) fn must_watch(
        &self,
        context: &StepContext,
        profile: &Profile,
        path: &BodyPath,
        k: usize,
        stay: &mut Vec<BodyId>,
    ) -> bool {
        let is_near = || context.grid.has_region_in(self.cells(k));
        profile.report_tiles || context.traced.must_record(profile, path, is_near, stay)
    }

    /// Replaces the motion of a body, and the cells within a unit of it.
    pub(crate) fn replace(&mut self, k: usize, [x, y]: [Displacement; 2], cells: CellRect) {
        self.x.units[k] = x.units;
        self.x.remainder[k] = x.remainder;
        self.x.first[k] = cells.col0;
        self.x.last[k] = cells.col1;
        self.y.units[k] = y.units;
        self.y.remainder[k] = y.remainder;
        self.y.first[k] = cells.row0;
        self.y.last[k] = cells.row1;
    }

    /// Keeps a candidate after `left` others, if `is_left` is true. Else it has ended its step, and is free from now on. Returns the
    /// number of candidates so far.
    #[inline(always)]
    pub(crate) fn keep_or_end(&mut self, left: usize, k: usize, is_left: bool) -> usize {
        self.free[k & (BLOCK - 1)] |= mask(!is_left);
        // Without a branch: it is overwritten by the next one if it is not left.
        self.near[left & (BLOCK - 1)] = k as u32;
        left + usize::from(is_left)
    }

    /// True if a body near something may move on at most one axis, in a block of `len` bodies.
    #[inline(always)]
    pub(crate) fn has_still(&self, len: usize) -> bool {
        let mut any = 0;
        for i in 0..len.min(BLOCK) {
            let is_still = (self.x.units[i] == 0) | (self.y.units[i] == 0);
            any |= mask(is_still) & !self.free[i];
        }
        any != 0
    }

    pub(crate) fn translation(&self, k: usize) -> Option<[Displacement; 2]> {
        let planned = |axis: &AxisPlan| Displacement { units: axis.units[k], remainder: axis.remainder[k] };
        (self.excluded[k] >= 0).then(|| [planned(&self.x), planned(&self.y)])
    }
}

/// Returns the bounds within a unit of the motion of a body.
#[inline(always)]
pub(crate) fn bounds_of(position: IVec2, size: IVec2, [x, y]: [Displacement; 2]) -> [IVec2; 2] {
    let d = IVec2::new(x.units, y.units);
    let low = position + d.min(IVec2::ZERO) - IVec2::ONE;
    [low, position + d.max(IVec2::ZERO) + size + IVec2::ONE]
}

/// Excludes exactly the bodies without a profile.
#[inline(always)]
pub(crate) fn mark_rejected(profiles: &[ProfileId], excluded: &mut [i32; BLOCK]) {
    for (excluded, profile) in excluded.iter_mut().zip(profiles) {
        *excluded = profile.sign();
    }
}

/// Computes translations like [`displacement`](crate::lattice::displacement) on one axis of a block, and the
/// cells within a unit of the motion.
#[inline(always)]
pub(crate) fn plan_axis(
    axis: &AxisSlices,
    block: Range<usize>,
    dt: f32,
    cells: Divisor,
    plan: &mut AxisPlan,
    excluded: &mut [i32; BLOCK],
) {
    if cells.is_power_of_two() {
        plan_axis_by::<true>(axis, block, dt, cells, plan, excluded);
    } else {
        plan_axis_by::<false>(axis, block, dt, cells, plan, excluded);
    }
}

/// Like [`plan_axis`]. `POWER` may be true only if the edge of a tile is a power of two.
#[inline(always)]
fn plan_axis_by<const POWER: bool>(
    axis: &AxisSlices,
    block: Range<usize>,
    dt: f32,
    cells: Divisor,
    plan: &mut AxisPlan,
    excluded: &mut [i32; BLOCK],
) {
    /// Margin from the ends of `i32`, in lattice units, which keeps the sums below from overflow.
    const MARGIN: i32 = 1 << 24;
    // Folds the sign away, then overflows into it near the ends of i32.
    let near_end = |v: i32| (v ^ v >> 31).wrapping_add(MARGIN);
    let n = block.len().min(BLOCK);
    let at = &axis.at[block.clone()][..n];
    let size = &axis.size[block.clone()][..n];
    let velocity = &axis.velocity[block.clone()][..n];
    let remainder = &axis.remainder[block][..n];
    for i in 0..n {
        let wanted = velocity[i] * dt * crate::limits::UNITS_PER_PX as f32 + remainder[i];
        let Displacement { units, remainder } = short_displacement(wanted);
        plan.units[i] = units;
        plan.remainder[i] = remainder;
        // Negative and positive part of the translation.
        let back = units & units >> 31;
        let low = at[i].wrapping_add(back).wrapping_sub(1);
        let high = at[i].wrapping_add(size[i]).wrapping_add(units.wrapping_sub(back));
        plan.first[i] = cells.cell_by::<POWER>(low);
        plan.last[i] = cells.cell_by::<POWER>(high);
        // Float bits without the sign are ordered by value, NaN last.
        let too_long = ((ROUNDER_DOMAIN.to_bits() - 1) as i32).wrapping_sub(wanted.abs().to_bits() as i32);
        excluded[i] |= too_long | near_end(low) | near_end(high);
    }
}

/// Reads the cells of a block's motions. Returns the number of bodies with something near.
#[inline(always)]
pub(crate) fn read_windows(grid: &TileGrid, plan: &mut Plan, n: usize) -> usize {
    let view = grid.view(u32::MAX);
    let Plan { x, y, windows, excluded, free, near, .. } = plan;
    windows.read(view, &x.ends(), &y.ends(), n);
    for i in 0..n.min(BLOCK) {
        let is_free = (excluded[i] >= 0) & !windows.is_missing(i) & (windows.bits[i] == 0);
        free[i] = mask(is_free);
    }
    let mut count = 0_u32;
    for (i, free) in (0..).zip(&free[..n.min(BLOCK)]) {
        near[count as usize & (BLOCK - 1)] = i;
        count = count.wrapping_add(1).wrapping_add(*free as u32);
    }
    read_missed_windows(view, plan, count as usize)
}

/// Reads the cells of listed bodies that the common read has missed. Returns the number of bodies with something near.
#[inline(always)]
fn read_missed_windows(view: View, plan: &mut Plan, listed: usize) -> usize {
    let mut count = 0;
    for index in 0..listed.min(BLOCK) {
        let k = plan.near[index] as usize & (BLOCK - 1);
        plan.near[count] = k as u32;
        // Windows across the border of chunks are few, so a read of their own costs less than a test in the common read.
        if plan.excluded[k] >= 0 && plan.windows.is_missing(k) {
            let cells = plan.cells(k);
            let is_free = match view.hot_window(cells) {
                Some(window) => {
                    plan.windows.fill(k, window.bits);
                    window.bits == 0
                }
                None => view.quick_free(cells),
            };
            plan.free[k] = mask(is_free);
        }
        count += (plan.free[k] + 1) as usize;
    }
    count
}

/// Ends the step of the block's unobstructed bodies on one axis.
#[inline(always)]
pub(crate) fn move_free(axis: &mut AxisSlices, block: Range<usize>, plan: &AxisPlan, free: &[i32; BLOCK]) {
    let n = block.len().min(BLOCK);
    let at = &mut axis.at[block.clone()][..n];
    let remainder = &mut axis.remainder[block][..n];
    for i in 0..n {
        at[i] = at[i].wrapping_add(plan.units[i] & free[i]);
        let kept = remainder[i].to_bits() & !free[i] as u32;
        remainder[i] = f32::from_bits(kept | plan.remainder[i].to_bits() & free[i] as u32);
    }
}
