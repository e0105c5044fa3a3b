//! `tilephys check --reach` about floors that nothing leads out of: TP051.

use crate::process::{Ran, scratch};
use crate::reach::map;
use crate::root::root;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A pit of two columns that is deeper than the jump of `mario`, with a step in it.
const PIT: [&str; 13] = [
    "....................",
    "....................",
    "....................",
    "....................",
    "....................",
    ".S................G.",
    "########...#########",
    "########...#########",
    "########...#########",
    "########...#########",
    "########...#########",
    "########.###########",
    "####################",
];

fn check(dir: &Path, rest: &str) -> Ran {
    Ran::of(dir, &format!("check --reach --preset mario --only TP051 {rest}"))
}

#[test]
fn a_pit_that_is_too_deep_is_a_warning_at_its_floor() {
    let dir = scratch("stuck-pit", &[("pit.tmx", &map(&PIT))]);
    let ran = check(&dir, "pit.tmx");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let title = "warning[TP051]: a character that gets into columns 8 to 10, rows 10 to 11, cannot get out: a way of ";
    assert!(ran.stdout.starts_with(title), "{}", ran.stdout);
    // The line of the floor below the first column, in the layer.
    let text = map(&PIT);
    let floor = text.lines().position(|line| line == "<data encoding=\"csv\">" || line.ends_with("\"csv\">"));
    let line = floor.expect("the layer has data") + 2 + 12;
    assert!(ran.stdout.contains(&format!(" pit.tmx:{line}:")), "{line}: {}", ran.stdout);
    assert!(ran.stdout.contains("layer \"ground\", column 8, row 10"), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("[TP051]").count(), 1, "{}", ran.stdout);
    assert_eq!(check(&dir, "pit.tmx --fail-on warning").status, 1);
}

#[test]
fn pits_that_let_out_kill_or_cannot_be_entered_are_none() {
    let mut shallow = PIT;
    shallow[10] = "########.###########";
    let mut shut = PIT;
    shut[6] = "####################";
    let spike = "<object id=\"9\" type=\"TpKillZone\" x=\"128\" y=\"160\" width=\"48\" height=\"32\"/>\n </objectgroup>";
    let deadly = map(&PIT).replace("</objectgroup>", spike);
    let lever = deadly.replace("TpKillZone", "TpTrigger");
    let files = [
        ("shallow.tmx", &*map(&shallow)),
        ("shut.tmx", &map(&shut)),
        ("deadly.tmx", &deadly),
        ("lever.tmx", &lever),
    ];
    let dir = scratch("stuck-none", &files);
    for (name, _) in files {
        let ran = check(&dir, name);
        assert!(
            ran.status == 0 && ran.stdout.starts_with("1 map checked: no findings"),
            "{name}: {}",
            ran.stdout
        );
    }
}

#[test]
fn the_way_into_a_trap_is_written_and_in_the_reports() {
    let dir = scratch("stuck-witness", &[("pit.tmx", &map(&PIT))]);
    let ran = check(&dir, "pit.tmx --witness out --format json");
    let report = ran.json();
    let stuck = &report["stuck"][0];
    assert_eq!(stuck["cell"], serde_json::json!({ "x": 8, "y": 10, "w": 3, "h": 2 }));
    assert_eq!(stuck["witness"], "out/pit-stuck-8-10.tprec");
    assert_eq!(report["findings"][0]["cell"], stuck["cell"]);
    let text = fs::read_to_string(dir.join("out/pit-stuck-8-10.tprec")).expect("it was written");
    assert!(text.starts_with("# stuck 8 10 of pit.tmx, with the feel \"mario\""), "{text}");
    let way: toml::Table = text.parse().expect("the recording is a text");
    let lines = way["keys"].as_array().expect("lines of keys").iter();
    let number = |line: &str| line.split(' ').next().and_then(|n| n.parse::<u64>().ok());
    let ticks: Option<u64> = lines.map(|line| line.as_str().and_then(number)).sum();
    assert_eq!(stuck["ticks"].as_u64(), ticks);
    fs::write(dir.join("part.json"), &ran.stdout).expect("the folder can be written to");
    let merged: Value = Ran::of(&dir, "check --merge part.json --format json").json();
    assert_eq!(merged["stuck"], report["stuck"]);
    for (format, part) in [("sarif", "\"TP051\""), ("github", "::warning file=pit.tmx,line=")] {
        let ran = check(&dir, &format!("pit.tmx --format {format}"));
        assert!(ran.stdout.contains(part) && ran.stdout.contains("cannot get out"), "{}", ran.stdout);
    }
}

#[test]
fn an_opening_over_a_wall_matters_to_the_feel_that_jumps_over_it() {
    // The wall at the left edge is four tiles high: the jump of `mario` is 4.12 tiles high, and of `mega_man` 3.12.
    let near = fs::read_to_string(root().join("tests/check/near/TP015-leak.tmx")).expect("the map is there");
    let tiles = fs::read_to_string(root().join("tests/check/tiles.tsx")).expect("the tileset is there");
    let near = near.replace("../tiles.tsx", "tiles.tsx");
    let dir = scratch("stuck-leak", &[("leak.tmx", &near), ("tiles.tsx", &tiles)]);
    for (feel, count) in [("", 0), ("--reach --preset mega_man", 0), ("--reach --preset mario", 1)] {
        let ran = Ran::of(&dir, &format!("check --only TP015 leak.tmx {feel}"));
        assert_eq!(ran.stdout.matches("warning[TP015]").count(), count, "{feel}: {}", ran.stdout);
    }
}
