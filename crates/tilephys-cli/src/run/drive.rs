//! The loop over the steps of a run, with its progress bar.

use super::clock::Clock;
use super::driver::Driver;
use super::live::Live;
use super::pair_audit::PairAudit;
use super::paths::Paths;
use super::rate::DT;
use super::referee::Referee;
use crate::progress::Progress;
use std::time::{Duration, Instant};
use tilephys::core::{EventKind, driver::PairCounts};

/// Statistics of all steps.
pub(crate) struct Taken {
    /// Number of steps.
    pub(crate) steps: u64,
    /// Time of each phase, by name and in order.
    pub(crate) phases: Vec<(&'static str, Duration)>,
    /// Time of all steps, from the start of the first phase of each to the end of its last.
    pub(crate) total: Duration,
    /// Number of times that a step skipped a body because of a number that is not finite.
    pub(crate) rejected: u64,
    /// Statistics of contacts between bodies, in all steps.
    pub(crate) pairs: PairCounts,
}

/// Adds a step's counts; the size of the largest island is the maximum.
fn add(sum: &mut PairCounts, step: PairCounts) {
    sum.pairs += step.pairs;
    sum.hits += step.hits;
    sum.islands += step.islands;
    sum.largest_island = sum.largest_island.max(step.largest_island);
    sum.deferred += step.deferred;
}

/// Settings of a run.
pub(crate) struct Play<'p, 'l> {
    /// Maximum number of steps.
    pub(crate) steps: u64,
    /// Unit of the progress bar, which a terminal shows; `None` for no bar.
    pub(crate) bar: Option<&'static str>,
    /// Recorder of paths.
    pub(crate) paths: Option<&'p mut Paths>,
    /// Checks of projectiles that collide with each other.
    pub(crate) pairs: Option<&'p mut PairAudit>,
    /// Real-time pace and hot reload.
    pub(crate) live: Option<&'p mut Live<'l>>,
}

/// Runs the steps with the game rules.
pub(crate) fn run(driver: &mut dyn Driver, referee: &mut Referee, play: Play<'_, '_>) -> Taken {
    let Play { steps, bar, mut paths, mut pairs, mut live } = play;
    let mut counts = PairCounts::default();
    let mut clock = Clock::new(driver.phases());
    let mut progress = Progress::new(steps, bar);
    let mut total = Duration::ZERO;
    let mut rejected = 0;
    let mut done = 0;
    if let Some(paths) = &mut paths {
        paths.follow(steps, driver);
    }
    for step in 1..=steps {
        if live.as_mut().is_some_and(|live| !live.turn(done, driver, referee)) {
            break;
        }
        if let Some(pairs) = &mut pairs {
            let needs_hits = paths.as_ref().is_some_and(|paths| paths.needs_hits());
            pairs.prepare((step, step == steps), needs_hits, driver);
        }
        let begun = Instant::now();
        driver.step(DT, &mut clock);
        total += begun.elapsed();
        driver.each_event(&mut |_, kind| {
            rejected += u64::from(matches!(kind, EventKind::Rejected { .. }));
        });
        if let Some(paths) = &mut paths {
            paths.follow(steps - step, driver);
        }
        referee.judge(driver);
        if let Some(pairs) = &mut pairs {
            pairs.look(driver, &referee.crushed);
        }
        add(&mut counts, driver.pair_counts());
        if let Some(paths) = &mut paths {
            referee.sent_back.iter().for_each(|id| paths.restart(*id));
        }
        progress.done(step);
        done = step;
    }
    progress.clear();
    Taken { steps: done, phases: clock.into_phases(), total, rejected, pairs: counts }
}
