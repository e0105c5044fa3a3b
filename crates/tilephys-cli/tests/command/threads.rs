//! One state for any number of threads and either driver.

use crate::process::{json, run};
use serde_json::Value;
use std::thread::available_parallelism;

/// Figures that must not depend on the driver.
const FIGURES: [&str; 9] = [
    "projectiles",
    "characters",
    "tile_hits",
    "overlapping",
    "escaped",
    "stuck",
    "rejected",
    "state_hash",
    "motion_hash",
];

/// The state hash of a run with the seed 7, in every build and on every machine.
const GOLDEN: [(&str, &str); 2] = [
    ("run maps/arena.tmx --projectiles 9000 --characters 100 --steps 40", "4eac1283fa1043bc"),
    ("run maps/cavern.tmx --projectiles 9000 --characters 100 --steps 40", "a26566318e518adb"),
];

#[test]
fn one_state_on_any_number_of_threads_and_without_the_ecs() {
    for (arguments, golden) in GOLDEN {
        let on = |what: &str| json(&format!("{arguments} --seed 7 --json {what}"));
        let plain = on("--plain");
        assert_eq!((&plain["driver"], &plain["threads"]), (&"plain".into(), &1.into()));
        assert_eq!(plain["state_hash"], golden, "{arguments}");
        for threads in [1, 4] {
            let report = on(&format!("--threads {threads}"));
            assert_eq!((&report["driver"], &report["threads"]), (&"ecs".into(), &ran_on(threads).into()));
            for key in FIGURES {
                assert_eq!(report[key], plain[key], "{key} of {arguments} on {threads} threads");
            }
        }
    }
}

/// A build without the feature runs on one thread, whatever is asked.
fn ran_on(asked: usize) -> usize {
    if cfg!(feature = "parallel") { asked } else { 1 }
}

#[test]
fn a_run_without_steps_ends_as_it_began_with_either_driver() {
    let run = "run maps/cavern.tmx --projectiles 30 --characters 3 --steps 0 --json";
    let (ecs, plain) = (json(run), json(&format!("{run} --plain")));
    for key in FIGURES {
        assert_eq!(ecs[key], plain[key], "{key}");
    }
    assert_ne!(
        ecs["state_hash"],
        json("run maps/cavern.tmx --projectiles 30 --steps 0 --json")["state_hash"]
    );
}

#[test]
fn all_cores_are_used_unless_threads_are_counted() {
    let cores = available_parallelism().map_or(1, usize::from);
    let report = json("run maps/cavern.tmx --projectiles 10 --steps 1 --json");
    assert_eq!((&report["driver"], &report["threads"]), (&"ecs".into(), &ran_on(cores).into()));
}

#[test]
fn threads_that_a_build_does_not_have_are_warned_of() {
    let warnings = json("run maps/cavern.tmx --steps 1 --threads 2 --json")["warnings"].clone();
    let missing =
        "--threads 2: this command was built without the feature \"parallel\" and ran on one thread";
    let expected = if cfg!(feature = "parallel") { vec![] } else { vec![missing] };
    assert_eq!(warnings, Value::from(expected));
}

#[test]
fn the_summary_tells_what_ran() {
    let driver = |rest: &str| {
        let text = run(&format!("run maps/cavern.tmx --steps 1 {rest}")).stdout;
        text.lines().find(|line| line.starts_with("Driver")).unwrap_or_default().to_owned()
    };
    assert_eq!(driver("--plain"), "Driver      plain loop on 1 thread");
    assert_eq!(driver("--threads 1"), "Driver      ECS on 1 thread");
    let three = if cfg!(feature = "parallel") { "3 threads" } else { "1 thread" };
    assert_eq!(driver("--threads 3"), format!("Driver      ECS on {three}"));
}
