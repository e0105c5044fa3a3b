//! Profiler: the time of each phase of the steps.

use std::time::{Duration, Instant};

/// The time of each phase so far.
pub(crate) struct Clock {
    phases: Vec<(&'static str, Duration)>,
    /// The phase that is under way, and since when.
    open: Option<(usize, Instant)>,
}

impl Clock {
    /// A clock for phases of these names.
    pub(crate) fn new(names: Vec<&'static str>) -> Self {
        Clock { phases: names.into_iter().map(|name| (name, Duration::ZERO)).collect(), open: None }
    }

    /// A phase begins, and the one before it has ended.
    pub(crate) fn begin(&mut self, name: &str) {
        self.end();
        let phase = self.phases.iter().position(|(known, _)| *known == name);
        self.open = phase.map(|phase| (phase, Instant::now()));
    }

    /// The last phase has ended.
    pub(crate) fn end(&mut self) {
        if let Some((phase, since)) = self.open.take() {
            self.phases[phase].1 += since.elapsed();
        }
    }

    /// Names and times, in the order of the names that it was made with.
    pub(crate) fn into_phases(self) -> Vec<(&'static str, Duration)> {
        self.phases
    }
}
