//! Tunneling oracle: checks the projectiles against each other after each step. No two may overlap, and no two may have passed
//! through each other. The broad phase of the engine finds the pairs that are near.

use super::driver::{Driver, Kind};
use super::passing::{END, Knot, Way, pass_through};
use glam::IVec2;
use serde::Serialize;
use std::collections::BTreeSet;
use tilephys::core::{Aabb, BodyId, EventKind, MoverId, broad_phase::SweepAndPrune};

/// Number of projectiles up to which each step is checked; with n times as many, each n-th step.
const MAX_EACH_STEP: usize = 20_000;

/// Results and coverage of the check.
#[derive(Debug, Default, Serialize)]
pub(crate) struct PairChecks {
    /// Number of checked steps: all unless there are too many projectiles.
    pub(crate) steps: u64,
    /// Number of pairs whose paths came near each other and were compared.
    pub(crate) paths: u64,
    /// Number of near pairs with an unknown path, because something else moved one of them, such as a mover.
    pub(crate) unknown: u64,
    /// State hash at the end of a separate run for the checks; `None` if the timed run itself was checked.
    pub(crate) state_hash: Option<String>,
    /// Number of pairs that overlapped at the end of a step.
    #[serde(skip)]
    pub(crate) overlapping: u64,
    /// Number of pairs that passed through each other.
    #[serde(skip)]
    pub(crate) passed_through: u64,
}

/// Checker of the projectiles, whose ids are the first.
#[derive(Default)]
pub(crate) struct PairAudit {
    count: usize,
    /// Interval between checked steps.
    interval: u64,
    is_on: bool,
    /// True if hits are reported now.
    reports: bool,
    /// Boxes at the end and at the start of the last step, by id.
    ends: Vec<Aabb>,
    starts: Vec<Aabb>,
    /// Paths of the last step, concatenated.
    knots: Vec<Knot>,
    /// Start of each path, by id, and the end of the last.
    begins: Vec<usize>,
    /// Bounds of the paths.
    reaches: Vec<Aabb>,
    /// Bodies that began the step inside something solid, and not at the end of the step before.
    pushed_out: BTreeSet<BodyId>,
    sorted: SweepAndPrune,
    pub(crate) checks: PairChecks,
}

impl PairAudit {
    pub(crate) fn new(count: usize) -> Self {
        let interval = count.div_ceil(MAX_EACH_STEP).max(1) as u64;
        PairAudit { count, interval, ..PairAudit::default() }
    }

    /// Prepares step number `step`, from 1 on, or the last one: turns hit reports on if the step is checked or the
    /// caller `needs` them, else off.
    pub(crate) fn prepare(&mut self, (step, is_last): (u64, bool), needs: bool, driver: &mut dyn Driver) {
        self.is_on = is_last || step.is_multiple_of(self.interval);
        if self.is_on {
            self.ends = places(driver, self.count);
        }
        let wanted = self.is_on || needs;
        if wanted != self.reports {
            driver.report_hits(Kind::Projectile, wanted);
            self.reports = wanted;
        }
    }

    /// Checks the result of a step. Crushed bodies may be anywhere.
    pub(crate) fn look(&mut self, driver: &dyn Driver, crushed: &BTreeSet<(BodyId, MoverId)>) {
        if !self.is_on {
            return;
        }
        self.checks.steps += 1;
        self.starts = std::mem::replace(&mut self.ends, places(driver, self.count));
        self.gather(driver);
        let PairAudit { starts, ends, knots, begins, reaches, pushed_out, sorted, checks, .. } = self;
        let is_crushed = |id: u32| {
            let first = (BodyId(id), MoverId(0));
            crushed.range(first..).next().is_some_and(|(body, _)| *body == first.0)
        };
        sorted.pairs(ends, |a, b| {
            checks.overlapping += u64::from(!is_crushed(a) && !is_crushed(b));
        });
        let is_moved = |id: u32| {
            let id = BodyId(id);
            pushed_out.contains(&id) || driver.is_driven(id)
        };
        let way = |id: u32| {
            let id = id as usize;
            Way { size: ends[id].size(), knots: &knots[begins[id]..begins[id + 1]] }
        };
        sorted.pairs(reaches, |a, b| {
            // Pairs that overlapped before are counted already.
            if starts[a as usize].overlaps(starts[b as usize]) {
                return;
            }
            if is_moved(a) || is_moved(b) {
                checks.unknown += 1;
                return;
            }
            checks.paths += 1;
            checks.passed_through += u64::from(pass_through(way(a), way(b)));
        });
    }

    /// Builds paths from the last step's events.
    fn gather(&mut self, driver: &dyn Driver) {
        let PairAudit { starts, ends, knots, begins, reaches, pushed_out, .. } = self;
        pushed_out.clear();
        let mut hits: Vec<(usize, Knot)> = Vec::new();
        let known = starts.len();
        driver.each_event(&mut |id, kind| {
            let (fraction, position) = match kind {
                EventKind::Hit(hit) => (hit.shape.fraction, hit.shape.position),
                EventKind::BodyHit(hit) => (hit.shape.fraction, hit.shape.position),
                EventKind::Overlapped(found) if found.pushed != IVec2::ZERO => {
                    pushed_out.insert(id);
                    return;
                }
                _ => return,
            };
            if (id.0 as usize) < known {
                hits.push((id.0 as usize, Knot { time: fraction.to_bits(), at: position.as_i64vec2() }));
            }
        });
        knots.clear();
        begins.clear();
        reaches.clear();
        let mut rest = hits.as_slice();
        for (id, (start, end)) in starts.iter().zip(&*ends).enumerate() {
            let own = rest.iter().take_while(|(of, _)| *of == id).count();
            begins.push(knots.len());
            knots.push(Knot { time: 0, at: start.min.as_i64vec2() });
            knots.extend(rest[..own].iter().map(|(_, knot)| *knot));
            knots.push(Knot { time: END, at: end.min.as_i64vec2() });
            rest = &rest[own..];
            let place = |knot: &Knot| Aabb::from_min_size(knot.at.as_ivec2(), end.size().as_ivec2());
            reaches.push(knots[begins[id]..].iter().map(place).fold(*start, Aabb::union));
        }
        begins.push(knots.len());
    }
}

/// Boxes of the projectiles.
fn places(driver: &dyn Driver, count: usize) -> Vec<Aabb> {
    let mut places = Vec::with_capacity(count);
    driver.each_body(0..count as u32, &mut |_, body, _| {
        places.push(Aabb::from_min_size(body.position, body.size));
    });
    places
}

#[cfg(test)]
mod tests {
    use super::super::bodies::{Start, room};
    use super::super::clock::Clock;
    use super::super::crowd::{Crowd, Meet};
    use super::super::plain::Plain;
    use super::*;
    use glam::I64Vec2;

    /// Results of 60 steps of 40 projectiles.
    fn checks(meet: Meet) -> PairChecks {
        let mut level = room(6);
        // Projectiles start side by side with and without masses.
        let crowd = Crowd { projectiles: 40, characters: 0, seed: 1, meet: Meet::ByMass, shuffled: false };
        let mut start = Start::new(&level, crowd).expect("there are free places");
        start.crowd.meet = meet;
        let grid = level.take_grid();
        let mut driver = Plain::new(grid, &level, start, I64Vec2::ZERO).expect("there are no movers");
        let mut clock = Clock::new(driver.phases());
        let mut audit = PairAudit::new(crowd.projectiles);
        for step in 1..=60 {
            audit.prepare((step, step == 60), false, &mut driver);
            driver.step(1.0 / 60.0, &mut clock);
            audit.look(&driver, &BTreeSet::new());
        }
        audit.checks
    }

    #[test]
    fn projectiles_that_ignore_each_other_are_found_and_those_that_do_not_are_not() {
        let found = checks(Meet::Never);
        assert!(found.overlapping > 200 && found.passed_through > 1_000, "{found:?}");
        let found = checks(Meet::ByMass);
        assert_eq!((found.overlapping, found.passed_through, found.unknown), (0, 0, 0), "{found:?}");
        assert!(found.steps == 60 && found.paths > 1_000, "{found:?}");
    }
}
