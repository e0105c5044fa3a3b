//! Rates of what random moves hit, so that free flight alone fails the test.

use std::collections::BTreeMap;

/// Counts over many moves, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    pub(crate) moves: u64,
    pub(crate) counts: BTreeMap<&'static str, u64>,
}

impl Meter {
    pub(crate) fn count(&mut self, what: &'static str, times: u64) {
        *self.counts.entry(what).or_default() += times;
    }

    pub(crate) fn count_if(&mut self, fact: bool, what: &'static str) {
        self.count(what, u64::from(fact));
    }

    /// Adds another's counts.
    pub(crate) fn add(&mut self, more: &Meter) {
        self.moves += more.moves;
        for (what, times) in &more.counts {
            self.count(what, *times);
        }
    }

    /// How often something was met in a thousand moves.
    pub(crate) fn rate(&self, what: &str) -> f64 {
        let count = self.counts.get(what).copied().unwrap_or(0);
        count as f64 * 1000.0 / self.moves as f64
    }

    /// Prints the rates.
    pub(crate) fn report(&self, title: &str) {
        println!("{title}: {} moves; in a thousand of them", self.moves);
        for what in self.counts.keys() {
            println!("  {:10.2} {what}", self.rate(what));
        }
    }

    /// Fails for rates that are lower than `least` demands.
    pub(crate) fn demand(&self, least: &[(&str, f64)]) {
        let few: Vec<_> = least.iter().filter(|(what, rate)| self.rate(what) < *rate).collect();
        assert!(few.is_empty(), "these were met less often than asked for: {few:?}");
    }
}
