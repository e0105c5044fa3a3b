//! Ground tiles: the tiles under bodies along their trajectories.

use crate::aabb::Aabb;
use crate::controller::{Body, RecordedSegment, Trajectory};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::trajectories::bounds;
use crate::dynamics::output::{
    BodyPath, EventKind, EventLog, SensorPath, Stood, Trajectories, is_near_region,
};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{BodyOrder, IdMap};
use crate::fraction::Fraction;
use crate::grid::{CellRect, Obstacle, ShapeId, View};
use crate::hash::StateHasher;
use crate::limits::WORLD_LIMIT;
use crate::response::Response;
use glam::{I64Vec2, IVec2, Vec2};

/// Cells along a path that are tested at once: without a solid near any of them, the body has no floor.
const STRIDE: i32 = 64;

/// Number of cells below which each is tested alone, as cheap as one query of the map. Results do not depend on it.
const FEW_CELLS: i32 = 8;

/// Body whose floors are found.
pub(crate) struct Walker<'a> {
    pub(crate) id: BodyId,
    /// Min corner at the start of the step, in lattice units.
    pub(crate) from: IVec2,
    pub(crate) size: IVec2,
    /// Velocity at the start of the step, in px/s.
    pub(crate) starts_with: Vec2,
    pub(crate) profile: &'a Profile,
    pub(crate) view: View<'a>,
    /// Velocity at the end of the step, in px/s.
    pub(crate) ends_with: Vec2,
}

impl<'a> Walker<'a> {
    /// `body` is the body at the start of the step.
    #[inline(always)]
    pub(crate) fn new(
        id: BodyId,
        body: &Body,
        profile: &'a Profile,
        view: View<'a>,
        ends_with: Vec2,
    ) -> Self {
        Walker {
            id,
            from: body.position,
            size: body.size,
            starts_with: body.velocity,
            profile,
            view,
            ends_with,
        }
    }
}

impl Walker<'_> {
    /// Returns the floor under the middle of the body, or nearest to it, up to `tolerance` units lower.
    fn floor(&self, at: IVec2, tolerance: i32) -> Option<Obstacle> {
        let side = self.profile.movement.up.opposite();
        let down = side.vector();
        (0..=tolerance).find_map(|units| {
            let at = at + down * units;
            let floor = self.view.surface([at, at + self.size], side, self.profile.movement.stance())?;
            Some(Obstacle {
                layer: floor.layer,
                cell: floor.cell,
                tile: floor.tile,
                off_grid: floor.off_grid,
            })
        })
    }

    fn rises(&self, velocity: Vec2) -> bool {
        velocity.dot(self.profile.movement.up.vector().as_vec2()) > 0.0
    }

    /// Reports the floors along a path segment.
    ///
    /// Level or on a slope, the floor is queried wherever the middle or a side of the body enters another cell.
    fn follow(
        &self,
        leg: &RecordedSegment,
        indices: &mut Vec<i32>,
        note: &mut impl FnMut(Fraction, Option<Obstacle>),
    ) {
        let up = self.profile.movement.up.axis();
        let level = 1 - up;
        let d = leg.to - leg.from;
        let run = i64::from(d[level].unsigned_abs());
        let sign = d[level].signum();
        // Without a motion the floor is known from before.
        if d == IVec2::ZERO {
            return;
        }
        // A vertical path changes the floor at its ends only.
        if run == 0 {
            note(leg.begin, None);
            note(leg.end, self.floor(leg.to, 0));
            return;
        }
        self.places_to_look(leg, indices);
        // On a slope, the rounded place may be slightly above the floor.
        let tolerance = if d[up] == 0 { 0 } else { 2 };
        let outward = self.profile.movement.up.vector()[up];
        for &gone in &*indices {
            let gone = i64::from(gone);
            let is_end = gone == run;
            let mut at = leg.from;
            at[level] += gone as i32 * sign;
            // Rounded toward up.
            let along = i64::from(d[up] * outward) * gone;
            at[up] += (along.div_euclid(run) + i64::from(along.rem_euclid(run) != 0)) as i32 * outward;
            let length = leg.end.to_bits() - leg.begin.to_bits();
            let passed = (u128::from(length) * gone as u128 / run as u128) as u64;
            let when = Fraction::from_bits(leg.begin.to_bits() + passed);
            note(when, self.floor(at, if is_end { 0 } else { tolerance }));
        }
    }

    /// Lists the distances along a segment at which the floor may change: the start, cell borders and the end, in lattice units.
    fn places_to_look(&self, leg: &RecordedSegment, indices: &mut Vec<i32>) {
        let level = 1 - self.profile.movement.up.axis();
        let cells = self.view.grid.divisor(level);
        let from = leg.from[level];
        let to = leg.to[level];
        let run = i64::from(to) - i64::from(from);
        indices.clear();
        let mut add = |units: i64| {
            if 0 < units && units <= run.abs() {
                indices.push(units as i32);
            }
        };
        let size = self.size[level];
        // Among whole tiles, what is under a body no wider than a tile changes at cell borders only.
        if size > cells.edge || !self.is_level_among_whole_tiles(leg) {
            add(1);
            add(run.abs());
        }
        // The floor may change where either side or the middle enters another cell.
        for offset in [0, size / 2, size] {
            let mut cell = cells.cell(from.min(to) + offset);
            let last = cells.cell(from.max(to) + offset);
            while cell <= last {
                let end = last.min(cell.saturating_add(STRIDE - 1));
                // Long flights cross mostly empty cells, which are skipped in strides.
                if end - cell < FEW_CELLS || self.is_something_near(leg, [cell, end]) {
                    for cell in cell..=end {
                        let border = i64::from(cell) * i64::from(cells.edge) - i64::from(offset);
                        let units = (border - i64::from(from)) * run.signum();
                        add(units);
                        // On the border a side only touches the next cell. A unit later it is over it.
                        add(units + 1);
                    }
                }
                cell = end + 1;
            }
        }
        indices.sort_unstable();
        indices.dedup();
    }

    /// True if a segment is level, and only whole tiles are near it.
    fn is_level_among_whole_tiles(&self, leg: &RecordedSegment) -> bool {
        let up = self.profile.movement.up.axis();
        leg.from[up] == leg.to[up] && self.view.window(self.near(&[*leg], 1)).is_some()
    }

    /// The cells within some units of the bounds of a path.
    fn near(&self, legs: &[RecordedSegment], units: i32) -> CellRect {
        let here = Aabb::from_min_size(self.from, self.size);
        let all = legs.iter().map(|leg| bounds(self.size, leg));
        let Aabb { min, max } = all.reduce(Aabb::union).unwrap_or(here);
        self.view.cells().covered(min - units, max + units)
    }

    /// True if a solid may support the body while its middle or a side is in these cells.
    fn is_something_near(&self, leg: &RecordedSegment, [first, last]: [i32; 2]) -> bool {
        let up = self.profile.movement.up.axis();
        let level = 1 - up;
        let edge = i64::from(self.view.grid.divisor(level).edge);
        let [from, to, size] = [leg.from, leg.to, self.size].map(IVec2::as_i64vec2);
        let d = to - from;
        let sides = [i64::from(first) * edge - size[level], (i64::from(last) + 1) * edge + size[level]];
        let heights = sides.map(|side| {
            let gone = ((side - from[level]) * d[level].signum()).clamp(0, d[level].abs());
            from[up] + d[up] * gone / d[level].abs().max(1)
        });
        let mut min = from;
        let mut max = from;
        min[level] = sides[0] - 1;
        max[level] = sides[1] + 1;
        // Heights are rounded, and the floor query reaches two units lower.
        min[up] = heights[0].min(heights[1]) - 4;
        max[up] = heights[0].max(heights[1]) + size[up] + 4;
        let limit = I64Vec2::splat(i64::from(WORLD_LIMIT));
        let [min, max] = [min, max].map(|corner| corner.clamp(-limit, limit).as_ivec2());
        let cells = self.view.cells().covered(min, max);
        self.view.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1).next().is_some()
    }
}

impl Trajectories {
    /// Ends a path at `to`, and records it.
    #[inline(never)]
    pub(crate) fn end(&mut self, walker: &Walker, mut way: Trajectory, to: IVec2, traced: SensorPath) {
        way.extend_to(to, Fraction::ONE);
        self.record(walker, &way.legs, traced);
        // The list keeps its memory for the next body.
        self.spare = way.legs;
    }

    /// Records the floors along a path if they are reported, and the path if sensors may need it: always, or near regions.
    pub(crate) fn record(&mut self, walker: &Walker, legs: &[RecordedSegment], traced: SensorPath) {
        let profile = walker.profile;
        if profile.report_tiles {
            self.stand(walker, legs);
        }
        let path = BodyPath::of(walker.id, walker.size, legs);
        let is_near = || legs.iter().any(|leg| is_near_region(walker.view.grid, walker.size, leg));
        if traced.must_record(profile, &path, is_near, &mut self.stay) {
            self.legs.extend(legs.iter().map(|leg| (walker.id, *leg)));
        }
    }

    fn stand(&mut self, walker: &Walker, legs: &[RecordedSegment]) {
        let Trajectories { stood, indices, .. } = self;
        let begun = stood.len();
        let mut note = |when: Fraction, floor: Option<Obstacle>| {
            if stood.len() > begun && stood.last().is_some_and(|last| last.1 == when) {
                stood.pop();
            }
            if stood.len() == begun || stood.last().is_none_or(|last| last.2 != floor) {
                stood.push((walker.id, when, floor));
            }
        };
        let passes = walker.profile.movement.response == Response::PassThrough;
        let [rose, rises] = [walker.starts_with, walker.ends_with].map(|velocity| walker.rises(velocity));
        // A body that rises or passes through everything stands on nothing.
        if passes || rose {
            note(Fraction::ZERO, None);
            if let Some(last) = legs.last().filter(|_| !passes && !rises) {
                note(Fraction::ONE, walker.floor(last.to, 0));
            }
            return;
        }
        // A body that has not moved stands where it stood.
        if legs.iter().all(|leg| leg.from == leg.to) {
            note(Fraction::ZERO, walker.floor(walker.from, 0));
            if rises {
                note(Fraction::ONE, None);
            }
            return;
        }
        // A floor is searched for two units below the path.
        if walker.view.quick_free(walker.near(legs, 3)) {
            note(Fraction::ZERO, None);
            return;
        }
        note(Fraction::ZERO, walker.floor(walker.from, 0));
        let mut rest = legs;
        // A body snapped to a falling floor followed it: its actual path is the straight one to the end.
        if let [before @ .., over, down] = legs
            && down.begin == down.end
            && down.end == Fraction::ONE
        {
            rest = before;
            rest.iter().for_each(|leg| walker.follow(leg, indices, &mut note));
            walker.follow(&RecordedSegment { to: down.to, ..*over }, indices, &mut |when,
                                                                                    floor: Option<
                Obstacle,
            >| {
                // A query in between may miss the floor, which the body did not leave.
                if floor.is_some() {
                    note(when, floor);
                }
            });
            rest = &[];
        }
        rest.iter().for_each(|leg| walker.follow(leg, indices, &mut note));
        if rises {
            note(Fraction::ONE, None);
        }
    }
}

/// Present floors of bodies that report tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroundTiles {
    /// Floors, by ascending id.
    pub(crate) list: Vec<(BodyId, Obstacle)>,
    /// Buffers, kept to reuse their allocations.
    next: Vec<(BodyId, Obstacle)>,
    pub(crate) stood: Vec<Stood>,
    order: BodyOrder,
}

impl GroundTiles {
    /// Replaces the entries of bodies that satisfy `meant`.
    pub(crate) fn restore_some(&mut self, meant: impl Fn(BodyId) -> bool, list: &[(BodyId, Obstacle)]) {
        self.list.retain(|entry| !meant(entry.0));
        self.list.extend(list.iter().filter(|entry| meant(entry.0)));
        self.list.sort_unstable_by_key(|entry| entry.0);
    }

    pub(crate) fn get(&self, body: BodyId) -> Option<Obstacle> {
        let index = self.list.binary_search_by_key(&body, |entry| entry.0).ok()?;
        Some(self.list[index].1)
    }

    pub(crate) fn hash(
        &self,
        hasher: &mut StateHasher,
        indices: &IdMap,
        in_order: impl Fn(ShapeId) -> ShapeId,
    ) {
        for (id, met) in self.list.iter().filter(|entry| indices.get(entry.0).is_some()) {
            hasher.pair(id.0, met.off_grid.map_or(u32::MAX, |id| in_order(id).0));
            hasher.pair(met.cell.col as u32, met.cell.row as u32);
            hasher.pair(met.layer.index() as u32, met.tile.index() as u32);
        }
    }

    /// Reports the tiles that bodies enter and leave. Skipped bodies keep theirs.
    pub(crate) fn walk(&mut self, indices: &IdMap, skipped: &[BodyId], log: &mut EventLog) {
        let mut feet = std::mem::take(self);
        let GroundTiles { list, next, stood, order } = &mut feet;
        next.clear();
        // Both lists ascend.
        let mut old = list.iter().peekable();
        let order = order.of(stood.iter().map(|entry| entry.0));
        for of_one in order.chunk_by(|a, b| stood[*a as usize].0 == stood[*b as usize].0) {
            let body = stood[of_one[0] as usize].0;
            while old.next_if(|entry| entry.0 < body).is_some() {}
            let mut under = old.next_if(|entry| entry.0 == body).map(|entry| entry.1);
            for index in of_one {
                let (_, fraction, now) = stood[*index as usize];
                let is_same = under.zip(now).map_or(under == now, |(old, new)| old.is_same_solid(&new));
                if is_same {
                    // The shape of a mover may be in another cell now.
                    under = now;
                    continue;
                }
                if let Some(floor) = under {
                    log.push(body, EventKind::TileLeave { floor, fraction });
                }
                if let Some(floor) = now {
                    log.push(body, EventKind::TileEnter { floor, fraction });
                }
                under = now;
            }
            next.extend(under.map(|floor| (body, floor)));
        }
        let is_kept = |body: &BodyId| skipped.binary_search(body).is_ok() && indices.get(*body).is_some();
        // Skipped bodies were not moved, so they have no entry in `stood`.
        next.extend(list.iter().filter(|entry| is_kept(&entry.0)));
        next.sort_unstable_by_key(|entry| entry.0);
        std::mem::swap(list, next);
        stood.clear();
        *self = feet;
    }
}
