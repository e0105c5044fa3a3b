//! Continuous collision detection alone: the phase that sweeps and bounces all bodies, beside the tutorial's loop.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use criterion::Criterion;
use std::time::{Duration, Instant};
use support::paired::Pair;
use support::tutorial;
use support::workload::{Bytes, DT, bouncing, level, projectiles, world};
use tilephys::core::{StepHooks, World, driver::Phase};

/// Steps of one round.
const STEPS: usize = 100;

/// Times one phase of a step.
struct Stopwatch {
    phase: Phase,
    began: Option<Instant>,
    total: Duration,
}

impl StepHooks for Stopwatch {
    fn phase(&mut self, phase: Phase) {
        if let Some(began) = self.began.take() {
            self.total += began.elapsed();
        }
        self.began = (phase == self.phase).then(Instant::now);
    }
}

/// The time that `STEPS` steps spend in the sweep.
fn sweep(mut world: World) -> Duration {
    let mut watch = Stopwatch { phase: Phase::Sweep, began: None, total: Duration::ZERO };
    for _ in 0..STEPS {
        world.step_with(DT, &mut watch);
    }
    watch.total
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let arena = level("arena.tmx");
    let bytes = Bytes::of(&arena);
    for count in [1_000, 10_000, 100_000] {
        let start = projectiles(&bytes, count);
        let reference = || tutorial::steps(&bytes, start.clone(), STEPS);
        let ready = world(&arena, &start, bouncing());
        let title = format!("sweep and bounce, {count} projectiles");
        let ours = || sweep(ready.clone());
        Pair { title: &title, items: count * STEPS, reference, ours }.run(&mut criterion);
    }
    criterion.final_summary();
}
