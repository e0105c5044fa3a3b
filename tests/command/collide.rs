//! Projectiles that hit each other.

use crate::process::{Ran, json, level, scratch};
use serde_json::Value;

#[test]
fn any_order_of_spawning_ends_in_one_state() {
    for rest in ["", "--plain"] {
        let run = format!("run maps/cavern.tmx --projectiles 300 --characters 20 --steps 60 --json {rest}");
        let [in_order, shuffled] = [&run, &format!("{run} --shuffle")].map(|run| json(run));
        for key in ["state_hash", "motion_hash", "tile_hits", "triggers", "squishes", "kills"] {
            assert_eq!(in_order[key], shuffled[key], "{key} {rest}");
        }
    }
}

/// 32 x 32 px are free: 64 projectiles if they stood in rows.
#[test]
fn projectiles_that_hit_each_other_start_where_there_is_room() {
    let dir = scratch("crowd", &[("room.tmx", &level())]);
    let run = |n: u64, rest: &str| {
        Ran::of(&dir, &format!("run room.tmx --projectiles {n} --steps 0 --json {rest}"))
    };
    assert_eq!(run(100, "").status, 0);
    let refused = run(100, "--collide");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let there = refused.stderr.split(' ').find_map(|word| word.parse().ok()).expect("it says how many");
    assert!((24..64).contains(&there), "{}", refused.stderr);
    let message = format!(
        "error: room.tmx: no free place for more than {there} projectiles of 4 × 4 px in columns 0 to 3, rows 0 to 3: \
         those that hit each other start side by side; run with --projectiles {there}, or without --collide\n"
    );
    assert_eq!(refused.stderr, message);
    assert_eq!(run(there, "--collide").status, 0);
}

#[test]
fn masses_count_in_the_energy() {
    let energy = |rest: &str| -> f64 {
        let report: Value = json(&format!("run maps/cavern.tmx --projectiles 200 --steps 0 --json {rest}"));
        assert_eq!(report["energy"]["first"], report["energy"]["last"]);
        report["energy"]["first"].as_f64().expect("a number")
    };
    // The velocities are the same; masses are 4.5 on an average.
    let ratio = energy("--collide --masses") / energy("--collide");
    assert!((3.5..5.5).contains(&ratio), "{ratio}");
}
