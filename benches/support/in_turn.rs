//! Several ways to do alike work, timed in turn in one run: on a shared machine only their ratios can be trusted.

use std::time::Duration;

/// Rounds that are taken.
const ROUNDS: usize = 25;

/// Ways to do alike work, each under a name. Each closure does all of it once and tells how long it took.
pub(crate) struct Ways<'a> {
    /// Title of the comparison.
    pub(crate) title: &'a str,
    /// Items that the work consists of: results are given for one.
    pub(crate) items: usize,
    pub(crate) all: Vec<(String, Box<dyn FnMut() -> Duration + 'a>)>,
}

impl Ways<'_> {
    /// Prints nanoseconds an item of each, and how many times the first that is: of the fastest rounds, and the median of
    /// the ratios round by round.
    pub(crate) fn run(mut self) {
        let items = self.items as f64;
        let mut round = || -> Vec<f64> {
            self.all.iter_mut().map(|(_, work)| work().as_nanos() as f64 / items).collect()
        };
        let rounds: Vec<Vec<f64>> = (0..ROUNDS).map(|_| round()).collect();
        let fastest =
            |way: usize| rounds.iter().map(|r| r[way]).min_by(f64::total_cmp).expect("there are rounds");
        println!("{}", self.title);
        for (way, (name, _)) in self.all.iter().enumerate() {
            let mut ratios: Vec<f64> = rounds.iter().map(|r| r[way] / r[0]).collect();
            ratios.sort_by(f64::total_cmp);
            let (each, ratio, median) = (fastest(way), fastest(way) / fastest(0), ratios[ROUNDS / 2]);
            println!("    {name:34} {each:8.2} ns = {ratio:5.2} times the first (median {median:.2})");
        }
        println!();
    }
}
