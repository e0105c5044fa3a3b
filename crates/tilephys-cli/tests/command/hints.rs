//! `tilephys check --reach`: what to change so that a target comes within reach, or a floor has a way out.

use crate::process::{Ran, scratch};
use crate::reach::map;
use serde_json::Value;
use std::path::Path;

/// A wall of seven tiles, where a jump of `mario` is four tiles high.
const WALL: [&str; 9] = [
    "....................",
    "........##..........",
    "........##..........",
    "........##..........",
    "........##..........",
    "........##..........",
    "........##..........",
    ".S......##..o.C...G.",
    "####################",
];

/// A pit of five tiles.
const PIT: [&str; 9] = [
    "....................",
    "....................",
    ".S................G.",
    "########...#########",
    "########...#########",
    "########...#########",
    "########...#########",
    "########...#########",
    "####################",
];

fn report(dir: &Path, rest: &str) -> Value {
    let ran = Ran::of(dir, &format!("check --reach --preset mario {rest} --format json"));
    ran.json()
}

#[test]
fn a_wall_that_is_too_high_has_one_hint_for_all_behind_it() {
    let dir = scratch("hints-wall", &[("wall.tmx", &map(&WALL))]);
    let ran = Ran::of(&dir, "check --reach --preset mario --only TP050 wall.tmx");
    let help = "help: it may be enough to raise the floor at column 7, row 8 by 3 tiles; this assumes the feel \"mario\"";
    assert!(ran.stdout.contains(help), "{}", ran.stdout);
    let report = report(&dir, "wall.tmx");
    let targets = report["reach"].as_array().expect("a list");
    assert_eq!(targets.len(), 3, "{report}");
    for target in targets {
        assert_eq!(target["hint"], "raise the floor at column 7, row 8 by 3 tiles", "{target}");
    }
    // The change is as the hint says, and the game plays the way.
    let mut mended = WALL;
    for row in &mut mended[5..8] {
        *row = if row.starts_with(".S") { ".S.....###..o.C...G." } else { ".......###.........." };
    }
    let dir = scratch("hints-mended", &[("wall.tmx", &map(&mended))]);
    let reach = self::report(&dir, "wall.tmx")["reach"].clone();
    let targets = reach.as_array().expect("a list");
    assert!(targets.iter().all(|target| target["verdict"] == "reachable"), "{reach}");
    assert!(targets.iter().all(|target| target.get("hint").is_none()), "{reach}");
}

#[test]
fn a_pit_that_is_too_deep_has_a_hint() {
    let dir = scratch("hints-pit", &[("pit.tmx", &map(&PIT))]);
    let ran = Ran::of(&dir, "check --reach --preset mario --only TP051 pit.tmx");
    assert!(ran.stdout.contains("help: it may be enough to raise the floor at column "), "{}", ran.stdout);
    let hint = report(&dir, "pit.tmx")["stuck"][0]["hint"].clone();
    assert!(hint.as_str().expect("a text").ends_with(", row 8 by 1 tile"), "{hint}");
}

#[test]
fn reports_of_parts_keep_hints() {
    let dir = scratch("hints-merge", &[("wall.tmx", &map(&WALL)), ("pit.tmx", &map(&PIT))]);
    let whole = report(&dir, "pit.tmx wall.tmx");
    std::fs::write(dir.join("part.json"), whole.to_string()).expect("the folder can be written to");
    let merged = Ran::of(&dir, "check --merge part.json --format json").stdout;
    let merged: Value = serde_json::from_str(&merged).expect("JSON");
    assert_eq!([&merged["reach"], &merged["stuck"]], [&whole["reach"], &whole["stuck"]]);
}

#[test]
fn a_goal_in_a_deadly_area_has_the_usual_remedy() {
    let zone = "<object id=\"9\" type=\"TpKillZone\" x=\"224\" y=\"-160\" width=\"96\" height=\"288\"/></objectgroup>";
    let dir = scratch("hints-none", &[("deadly.tmx", &map(&WALL).replace("</objectgroup>", zone))]);
    let ran = Ran::of(&dir, "check --reach --preset mario --only TP050 deadly.tmx");
    assert!(ran.stdout.contains("help: move it, or open or shorten the way to it; "), "{}", ran.stdout);
}
