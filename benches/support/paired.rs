//! Two ways to do the same, timed in turn in one run: on a shared machine only their ratio can be trusted.

use criterion::{BenchmarkId, Criterion, Throughput};
use std::time::Duration;

/// Rounds that are taken.
const ROUNDS: usize = 15;

/// One comparison. Each closure does the whole work once, from the same start, and tells how long it took.
pub(crate) struct Pair<'a, R, O> {
    /// Title of the comparison.
    pub(crate) title: &'a str,
    /// Items that the work consists of: results are given for one.
    pub(crate) items: usize,
    pub(crate) reference: R,
    pub(crate) ours: O,
}

impl<R: FnMut() -> Duration, O: FnMut() -> Duration> Pair<'_, R, O> {
    /// Measures each for itself, with its statistics, then both in turn for their ratio.
    pub(crate) fn run(mut self, criterion: &mut Criterion) {
        let mut group = criterion.benchmark_group(self.title);
        group.throughput(Throughput::Elements(self.items as u64)).sample_size(10);
        group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        let mut measure = |name: &str, work: &mut dyn FnMut() -> Duration| {
            let id = BenchmarkId::from_parameter(name);
            group.bench_function(id, |b| b.iter_custom(|times| (0..times).map(|_| work()).sum()));
        };
        measure("reference", &mut self.reference);
        measure("tilephys", &mut self.ours);
        group.finish();
        self.print_ratio();
    }

    /// Prints nanoseconds an item of both, and how many times faster the second is: of the fastest rounds, and the
    /// median of the ratios round by round.
    fn print_ratio(&mut self) {
        let items = self.items;
        let each = |took: Duration| took.as_nanos() as f64 / items as f64;
        let mut round = || (each((self.reference)()), each((self.ours)()));
        let rounds: Vec<(f64, f64)> = (0..ROUNDS).map(|_| round()).collect();
        let fastest =
            |ns: &mut dyn Iterator<Item = f64>| ns.min_by(f64::total_cmp).expect("there are rounds");
        let slow = fastest(&mut rounds.iter().map(|r| r.0));
        let fast = fastest(&mut rounds.iter().map(|r| r.1));
        let mut ratios: Vec<f64> = rounds.iter().map(|r| r.0 / r.1).collect();
        ratios.sort_by(f64::total_cmp);
        println!(
            "{}: {slow:.2} ns / {fast:.2} ns = {:.2} times as fast (median {:.2})\n",
            self.title,
            slow / fast,
            ratios[ROUNDS / 2]
        );
    }
}
