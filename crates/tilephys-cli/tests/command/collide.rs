//! Projectiles that collide with each other.

use crate::process::{Ran, json, level, run, scratch};
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

/// 32 x 32 px are free: 64 projectiles in rows.
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
        "error: room.tmx: room for only {there} projectiles of 4 × 4 px in columns 0 to 3, rows 0 to 3: \
         projectiles that hit each other start side by side; run with --projectiles {there}, or without \
         --collide\n"
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
    // Both runs have equal velocities; the mean mass is 4.5.
    let ratio = energy("--collide --masses") / energy("--collide");
    assert!((3.5..5.5).contains(&ratio), "{ratio}");
}

/// Figures that must not depend on the driver or the order of spawning.
const FIGURES: [&str; 10] = [
    "tile_hits",
    "pairs",
    "pair_hits",
    "islands",
    "largest_island",
    "waits",
    "energy",
    "pair_checks",
    "state_hash",
    "motion_hash",
];

#[test]
fn projectiles_hit_each_other_the_same_way_whatever_moves_them() {
    for arguments in [
        "run maps/arena.tmx --projectiles 1500 --steps 30 --collide --masses",
        "run maps/cavern.tmx --projectiles 500 --characters 20 --steps 40 --collide",
    ] {
        let on = |what: &str| json(&format!("{arguments} --seed 7 --json {what}"));
        let plain = on("--plain");
        for what in ["--threads 1", "--threads 3", "--plain --shuffle", "--shuffle"] {
            let report = on(what);
            for key in FIGURES {
                assert_eq!(report[key], plain[key], "{key} of {arguments} {what}");
            }
        }
        assert!(plain["pair_hits"].as_u64() > Some(200), "{plain}");
        assert!(plain["largest_island"].as_u64() > Some(2), "{plain}");
        for key in ["overlapping", "escaped", "overlapping_pairs", "passed_through"] {
            assert_eq!(plain[key], 0, "{key} of {arguments}");
        }
        assert_eq!(plain["pair_checks"]["state_hash"], plain["state_hash"]);
        assert!(plain["pair_checks"]["paths"].as_u64() > plain["pair_hits"].as_u64(), "{plain}");
    }
}

#[test]
fn elastic_collisions_keep_energy_anywhere_in_the_world() {
    // Only the projectiles move in the arena.
    let run = "run maps/arena.tmx --projectiles 900 --characters 0 --steps 60 --collide --masses --json";
    let here = json(run);
    let [first, last] = ["first", "last"].map(|when| here["energy"][when].as_f64().expect("a number"));
    assert!((last / first - 1.0).abs() < 1e-5, "{first} {last}");
    let there = json(&format!("{run} --shift 400000,-400000"));
    for key in ["motion_hash", "pair_hits", "waits"] {
        assert_eq!(there[key], here[key], "{key}");
    }
    assert_ne!(there["state_hash"], here["state_hash"]);
}

#[test]
fn masses_and_collisions_change_the_motion() {
    let hash = |rest: &str| {
        let report = json(&format!("run maps/cavern.tmx --projectiles 300 --steps 30 --json {rest}"));
        report["motion_hash"].as_str().map(str::to_owned)
    };
    let hashes = [hash(""), hash("--collide"), hash("--collide --masses")];
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2], "{hashes:?}");
}

/// With over 20,000 projectiles every second step is checked, and the last.
#[test]
fn of_great_crowds_some_steps_are_checked() {
    let report = json("run maps/arena.tmx --projectiles 20001 --steps 3 --collide --json");
    assert_eq!((&report["pair_checks"]["steps"], &report["passed_through"]), (&2.into(), &0.into()));
}

#[test]
fn the_summary_tells_of_collisions() {
    let ran = run("run maps/cavern.tmx --projectiles 300 --steps 30 --collide --masses");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let line = |start: &str| *lines.iter().find(|line| line.starts_with(start)).unwrap_or(&"");
    assert!(line("Pair hits   ").ends_with(" that came near each other; masses 1 to 8"), "{}", ran.stdout);
    assert!(line("Energy      ").contains(" px²/s² at the start, "), "{}", ran.stdout);
    assert!(line("Compared    ").ends_with(" pairs of paths, in 30 steps"), "{}", ran.stdout);
    for check in ["  overlap                0  ok: no pair", "  passed                 0  ok: no pair"] {
        assert!(lines.contains(&check), "{}", ran.stdout);
    }
    let without = run("run maps/cavern.tmx --projectiles 300 --steps 30").stdout;
    assert!(!without.contains("Pair hits") && !without.contains("no pair"), "{without}");
}
