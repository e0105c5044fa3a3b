//! The whole step of a world without an ECS, beside the tutorial's loop.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use criterion::Criterion;
use support::paired::Pair;
use support::tutorial;
use support::workload::{Bytes, bouncing, level, plain_steps, projectiles, world};
use tilephys::core::Profile;

/// Steps of one round.
const STEPS: usize = 100;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let arena = level("arena.tmx");
    let bytes = Bytes::of(&arena);
    for count in [1_000, 10_000, 100_000] {
        let start = projectiles(&bytes, count);
        let contacts = Profile { track_contacts: true, ..bouncing() };
        let all = Profile { report_hits: true, ..contacts };
        for (asked, profile) in
            [("", bouncing()), (", contacts", contacts), (", contacts and every hit", all)]
        {
            let reference = || tutorial::steps(&bytes, start.clone(), STEPS);
            let ready = world(&arena, &start, profile);
            let title = format!("whole step, {count} projectiles{asked}");
            let ours = || plain_steps(ready.clone(), STEPS);
            Pair { title: &title, items: count * STEPS, reference, ours }.run(&mut criterion);
        }
    }
    criterion.final_summary();
}
