//! Statistics and checks of projectiles that collide with each other.

use super::crowd::{Crowd, Meet};
use super::driver::Driver;
use super::pair_audit::PairChecks;
use serde::Serialize;
use tilephys::core::driver::PairCounts;

/// Keys of the report.
#[derive(Serialize)]
pub(crate) struct Collisions {
    /// True if projectiles collide with each other.
    pub(crate) collide: bool,
    /// True if masses are 1 to 8.
    pub(crate) masses: bool,
    /// Pairs that the engine found near enough to each other to meet within a step; here and in the next four all steps
    /// count.
    pub(crate) pairs: u64,
    pub(crate) pair_hits: u64,
    /// Groups of bodies that might meet.
    pub(crate) islands: u64,
    /// Bodies of the largest of them.
    pub(crate) largest_island: u64,
    /// Bodies whose motion was cut short, each time.
    pub(crate) waits: u64,
    pub(crate) energy: Energy,
    /// Overlapping pairs at the end of the checked steps; `None` if projectiles do not collide.
    pub(crate) overlapping_pairs: Option<u64>,
    /// Pairs whose paths say that they went through each other in one of those steps.
    pub(crate) passed_through: Option<u64>,
    /// What these two looked at.
    pub(crate) pair_checks: Option<PairChecks>,
}

/// The kinetic energy of all projectiles, before the first and after the last step: the sum of m v² / 2, in px²/s², where all
/// masses are 1 unless they were asked for.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Energy {
    pub(crate) first: f64,
    pub(crate) last: f64,
}

impl Collisions {
    pub(crate) fn new(crowd: Crowd, counts: PairCounts, energy: Energy, checks: Option<PairChecks>) -> Self {
        Collisions {
            collide: crowd.meet != Meet::Never,
            masses: crowd.meet == Meet::ByMass,
            pairs: counts.pairs,
            pair_hits: counts.hits,
            islands: counts.islands,
            largest_island: counts.largest_island,
            waits: counts.deferred,
            energy,
            overlapping_pairs: checks.as_ref().map(|checks| checks.overlapping),
            passed_through: checks.as_ref().map(|checks| checks.passed_through),
            pair_checks: checks,
        }
    }

    /// True if a pair broke a promise of the engine, or the checked run ended in another state than this one.
    pub(crate) fn is_broken(&self, state_hash: &str) -> bool {
        let found = [self.overlapping_pairs, self.passed_through];
        found.into_iter().flatten().any(|pairs| pairs > 0) || !self.is_same_run(state_hash)
    }

    /// True if the checked run ended in this state too.
    pub(crate) fn is_same_run(&self, state_hash: &str) -> bool {
        let checked = self.pair_checks.as_ref().and_then(|checks| checks.state_hash.as_ref());
        checked.is_none_or(|checked| checked == state_hash)
    }
}

/// Kinetic energy of all projectiles, summed in the order of their ids.
pub(crate) fn kinetic_energy(driver: &dyn Driver, crowd: Crowd) -> f64 {
    let mut sum = 0.0;
    driver.each_body(0..crowd.projectiles as u32, &mut |id, body, _| {
        let mass = f64::from(crowd.mass(id).unwrap_or(1));
        sum += mass * body.velocity.as_dvec2().length_squared() / 2.0;
    });
    sum
}
