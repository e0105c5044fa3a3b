//! What tiles bodies stand on along their ways.

use super::super::events::{EventKind, EventLog};
use super::super::hash::StateHasher;
use super::super::ids::{BodyId, IdMap};
use super::sense::Scene;
use super::trails::Trails;
use crate::constants::WORLD_LIMIT;
use crate::fraction::Fraction;
use crate::grid::{Met, View};
use crate::movement::{Body, Leg, MoveConfig};
use crate::response::Response;
use glam::{I64Vec2, IVec2, Vec2};

/// Cells along a way that are judged at once: where nothing is near any of them, a body stands on nothing.
const STRIDE: i32 = 64;

/// Cells that are looked at one by one without that: one look at the map costs about as much. Results do not depend on it.
const FEW_CELLS: i32 = 8;

/// From a moment of the step on, what a body stands on.
pub(super) type Stood = (BodyId, Fraction, Option<Met>);

/// A body on its way, as it began the step.
pub(crate) struct Walker<'a> {
    pub(crate) id: BodyId,
    pub(crate) body: Body,
    pub(crate) config: &'a MoveConfig,
    pub(crate) view: View<'a>,
    /// Its velocity when the step was over.
    pub(crate) velocity: Vec2,
}

impl Walker<'_> {
    /// What it stands on at a place, under its middle or nearest to it: there, or up to so many units lower.
    fn floor(&self, at: IVec2, tolerance: i32) -> Option<Met> {
        let down = self.config.up.opposite().vector();
        (0..=tolerance).find_map(|units| {
            let body = Body { position: at + down * units, ..self.body };
            let floor = self.view.surface_under(&body, self.config)?;
            Some(Met { layer: floor.layer, cell: floor.cell, tile: floor.tile, loose: floor.loose })
        })
    }

    fn rises(&self, velocity: Vec2) -> bool {
        velocity.dot(self.config.up.vector().as_vec2()) > 0.0
    }

    /// Notes what it stands on along a leg. Where it goes level or up and down a slope it is looked at wherever its middle
    /// or one of its sides comes to another cell.
    fn follow(&self, leg: &Leg, places: &mut Vec<i32>, note: &mut impl FnMut(Fraction, Option<Met>)) {
        let (up, level) = (self.config.up.axis(), 1 - self.config.up.axis());
        let d = leg.to - leg.from;
        let (run, sign) = (i64::from(d[level].unsigned_abs()), d[level].signum());
        if run == 0 {
            if d[up] != 0 {
                note(leg.begin, None);
            }
            note(leg.end, self.floor(leg.to, 0));
            return;
        }
        self.places_to_look(leg, places);
        let tolerance = if d[up] == 0 { 0 } else { 2 };
        let outward = self.config.up.vector()[up];
        for &gone in &*places {
            let (gone, is_end) = (i64::from(gone), i64::from(gone) == run);
            let mut at = leg.from;
            at[level] += gone as i32 * sign;
            // Toward up, where that is not a whole number.
            let along = i64::from(d[up] * outward) * gone;
            at[up] += (along.div_euclid(run) + i64::from(along.rem_euclid(run) != 0)) as i32 * outward;
            let length = leg.end.to_bits() - leg.begin.to_bits();
            let passed = (u128::from(length) * gone as u128 / run as u128) as u64;
            let when = Fraction::from_bits(leg.begin.to_bits() + passed);
            note(when, self.floor(at, if is_end { 0 } else { tolerance }));
        }
    }

    /// The units along a leg after which the floor may be another: at once, at borders of cells, at the end.
    fn places_to_look(&self, leg: &Leg, places: &mut Vec<i32>) {
        let level = 1 - self.config.up.axis();
        let cells = self.view.grid.divisor(level);
        let (from, to) = (leg.from[level], leg.to[level]);
        let run = i64::from(to) - i64::from(from);
        places.clear();
        let mut look = |units: i64| {
            if 0 < units && units <= run.abs() {
                places.push(units as i32);
            }
        };
        look(1);
        look(run.abs());
        let size = self.body.size[level];
        for offset in [0, size / 2, size] {
            let (mut cell, last) = (cells.cell(from.min(to) + offset), cells.cell(from.max(to) + offset));
            while cell <= last {
                let end = last.min(cell.saturating_add(STRIDE - 1));
                if end - cell < FEW_CELLS || self.is_something_near(leg, [cell, end]) {
                    for cell in cell..=end {
                        let border = i64::from(cell) * i64::from(cells.edge()) - i64::from(offset);
                        let units = (border - i64::from(from)) * run.signum();
                        look(units);
                        look(units + 1);
                    }
                }
                cell = end + 1;
            }
        }
        places.sort_unstable();
        places.dedup();
    }

    /// Is there something that may hold the body while any of its sides or its middle is in these cells along a leg?
    fn is_something_near(&self, leg: &Leg, [first, last]: [i32; 2]) -> bool {
        let (up, level) = (self.config.up.axis(), 1 - self.config.up.axis());
        let edge = i64::from(self.view.grid.divisor(level).edge());
        let [from, to, size] = [leg.from, leg.to, self.body.size].map(IVec2::as_i64vec2);
        let d = to - from;
        let sides = [i64::from(first) * edge - size[level], (i64::from(last) + 1) * edge + size[level]];
        let heights = sides.map(|side| {
            let gone = ((side - from[level]) * d[level].signum()).clamp(0, d[level].abs());
            from[up] + d[up] * gone / d[level].abs().max(1)
        });
        let (mut min, mut max) = (from, from);
        (min[level], max[level]) = (sides[0] - 1, sides[1] + 1);
        // Heights are rounded, and the look for a floor goes up to two units lower.
        (min[up], max[up]) = (heights[0].min(heights[1]) - 4, heights[0].max(heights[1]) + size[up] + 4);
        let limit = I64Vec2::splat(i64::from(WORLD_LIMIT));
        let [min, max] = [min, max].map(|corner| corner.clamp(-limit, limit).as_ivec2());
        let cells = self.view.cells().covered(min, max);
        self.view.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1).next().is_some()
    }
}

impl Trails {
    /// Notes on what a body stood along its way.
    pub(crate) fn stand(&mut self, walker: &Walker, legs: &[Leg]) {
        let Trails { stood, places, .. } = self;
        let begun = stood.len();
        let mut note = |when: Fraction, floor: Option<Met>| {
            if stood.len() > begun && stood.last().is_some_and(|last| last.1 == when) {
                stood.pop();
            }
            if stood.len() == begun || stood.last().is_none_or(|last| last.2 != floor) {
                stood.push((walker.id, when, floor));
            }
        };
        let passes = walker.config.response == Response::Pass;
        let [rose, rises] = [walker.body.velocity, walker.velocity].map(|velocity| walker.rises(velocity));
        if passes || rose {
            note(Fraction::ZERO, None);
            if let Some(last) = legs.last().filter(|_| !passes && !rises) {
                note(Fraction::ONE, walker.floor(last.to, 0));
            }
            return;
        }
        note(Fraction::ZERO, walker.floor(walker.body.position, 0));
        let mut rest = legs;
        // A body that was set down at the end followed a floor that falls away: its way was the straight one to there.
        if let [before @ .., over, down] = legs
            && down.begin == down.end
            && down.end == Fraction::ONE
        {
            rest = before;
            rest.iter().for_each(|leg| walker.follow(leg, places, &mut note));
            walker.follow(&Leg { to: down.to, ..*over }, places, &mut |when, floor: Option<Met>| {
                // It may be over the floor there, but did not leave it.
                if floor.is_some() {
                    note(when, floor);
                }
            });
            rest = &[];
        }
        rest.iter().for_each(|leg| walker.follow(leg, places, &mut note));
        if rises {
            note(Fraction::ONE, None);
        }
    }
}

/// What bodies stand on that report it.
#[derive(Clone, Debug, Default)]
pub(super) struct Feet {
    /// By ascending id.
    list: Vec<(BodyId, Met)>,
    /// The rest is kept for its memory.
    next: Vec<(BodyId, Met)>,
    stood: Vec<Stood>,
    keys: Vec<u64>,
}

impl Feet {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn forget(&mut self, body: BodyId) {
        self.list.retain(|entry| entry.0 != body);
    }

    pub(super) fn all(&self) -> &[(BodyId, Met)] {
        &self.list
    }

    /// Takes over all of them, by ascending id.
    pub(super) fn restore(&mut self, list: &[(BodyId, Met)]) {
        self.list.clear();
        self.list.extend_from_slice(list);
    }

    /// Takes over those of bodies that are `meant`.
    pub(super) fn restore_some(&mut self, meant: impl Fn(BodyId) -> bool, list: &[(BodyId, Met)]) {
        self.list.retain(|entry| !meant(entry.0));
        self.list.extend(list.iter().filter(|entry| meant(entry.0)));
        self.list.sort_unstable_by_key(|entry| entry.0);
    }

    /// Forgets all but those that are there.
    pub(super) fn retain(&mut self, is_there: impl Fn(BodyId) -> bool) {
        self.list.retain(|entry| is_there(entry.0));
    }

    pub(super) fn get(&self, body: BodyId) -> Option<Met> {
        let place = self.list.binary_search_by_key(&body, |entry| entry.0).ok()?;
        Some(self.list[place].1)
    }

    pub(super) fn hash(&self, hasher: &mut StateHasher, places: &IdMap) {
        for (id, met) in self.list.iter().filter(|entry| places.get(entry.0).is_some()) {
            hasher.pair(id.0, met.loose.map_or(u32::MAX, |id| id.0));
            hasher.pair(met.cell.col as u32, met.cell.row as u32);
            hasher.pair(met.layer.index() as u32, met.tile.index() as u32);
        }
    }

    /// Takes over what a part noted.
    pub(super) fn take(&mut self, stood: &mut Vec<Stood>) {
        self.stood.append(stood);
    }

    /// Reports the tiles that bodies came on and left. Those that were skipped keep theirs.
    pub(super) fn walk(&mut self, scene: &Scene, skipped: &[BodyId], log: &mut EventLog) {
        let mut feet = std::mem::take(self);
        let Feet { list, next, stood, keys } = &mut feet;
        keys.clear();
        keys.extend((0..).zip(&*stood).map(|(place, entry): (u64, _)| u64::from(entry.0.0) << 32 | place));
        keys.sort_unstable();
        next.clear();
        for of_one in keys.chunk_by(|a, b| a >> 32 == b >> 32) {
            let body = BodyId((of_one[0] >> 32) as u32);
            let old = list.binary_search_by_key(&body, |entry| entry.0).ok();
            let mut under = old.map(|place| list[place].1);
            for key in of_one {
                let (_, fraction, now) = stood[*key as u32 as usize];
                let is_same = under.zip(now).map_or(under == now, |(old, new)| old.is_same_solid(&new));
                if is_same {
                    // A mover's shape may be in another cell now.
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
        let is_kept =
            |body: &BodyId| skipped.binary_search(body).is_ok() && scene.places.get(*body).is_some();
        next.extend(list.iter().filter(|entry| is_kept(&entry.0)));
        next.sort_unstable_by_key(|entry| entry.0);
        std::mem::swap(list, next);
        stood.clear();
        *self = feet;
    }
}
