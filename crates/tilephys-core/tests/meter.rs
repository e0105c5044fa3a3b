//! Counts of what random cases contain, so that free flight alone fails a test.

use std::collections::BTreeMap;

/// Counts by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    /// Moves or worlds that were counted.
    pub(crate) cases: u64,
    counts: BTreeMap<&'static str, u64>,
}

impl Meter {
    /// Counts of one case, still zero.
    pub(crate) fn one() -> Meter {
        Meter { cases: 1, ..Meter::default() }
    }

    pub(crate) fn count(&mut self, what: &'static str, times: u64) {
        *self.counts.entry(what).or_default() += times;
    }

    pub(crate) fn count_if(&mut self, fact: bool, what: &'static str) {
        self.count(what, u64::from(fact));
    }

    /// Adds another's counts.
    pub(crate) fn add(&mut self, more: &Meter) {
        self.cases += more.cases;
        for (what, times) in &more.counts {
            self.count(what, *times);
        }
    }

    /// How often something was met in a thousand cases.
    pub(crate) fn rate(&self, what: &str) -> f64 {
        self.get(what) as f64 * 1000.0 / self.cases as f64
    }

    pub(crate) fn get(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Prints the rates.
    pub(crate) fn report(&self, title: &str) {
        println!("{title}: {} cases; in a thousand of them", self.cases);
        for what in self.counts.keys() {
            println!("  {:10.2} {what}", self.rate(what));
        }
    }

    /// Fails for rates that are lower than `least` demands.
    pub(crate) fn demand(&self, least: &[(&str, f64)]) {
        let few: Vec<_> = least.iter().filter(|(what, rate)| self.rate(what) < *rate).collect();
        assert!(few.is_empty(), "these were met less often than asked for: {few:?}");
    }

    /// Prints the counts, and fails if any is less than `least`.
    pub(crate) fn demand_each(&self, title: &str, least: u64) {
        println!("{title}: {:#?}", self.counts);
        let few: Vec<_> = self.counts.iter().filter(|(_, count)| **count < least).collect();
        assert!(few.is_empty(), "{title}: too few to tell: {few:?}");
    }
}
