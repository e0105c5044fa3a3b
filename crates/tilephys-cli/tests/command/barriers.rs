//! `tilephys check --reach`: targets behind one wall or one gap are one finding.

use crate::check::titles;
use crate::process::{Ran, scratch};
use crate::reach::{WALL, check, json, map};
use std::fs;

#[test]
fn everything_behind_one_wall_is_one_finding() {
    let mut rows = WALL;
    rows[7] = ".S......##.ooooo..G.";
    let dir = scratch("reach-items", &[("wall.tmx", &map(&rows))]);
    let ran = check(&dir, "wall.tmx --reach --preset mario");
    let found = titles(&ran.stdout);
    let which = "goal 7, item 2, item 3, item 4, item 5 and item 6";
    assert_eq!(found.len(), 1, "{}", ran.stdout);
    assert!(
        found[0].starts_with(&format!("error[TP050]: {which} cannot be reached: the nearest is ")),
        "{}",
        found[0]
    );
    // The goal is left out where nothing asks for it.
    let ran = Ran::of(&dir, "check --only TP052 wall.tmx --reach --preset mario");
    let start =
        "warning[TP052]: item 2, item 3, item 4, item 5 and item 6 cannot be reached: the nearest is ";
    assert!(titles(&ran.stdout)[0].starts_with(start), "{}", ran.stdout);
    assert_eq!(json(&dir, "wall.tmx --reach --preset mario")["reach"].as_array().map(Vec::len), Some(6));
    // An item whose finding is accepted is no part of it.
    let mut text = map(&rows);
    let at = text.find("<object id=\"3\"").expect("there is an item");
    let end = at + text[at..].find("</object>").expect("it ends");
    text.insert_str(end, "<properties><property name=\"tp_allow\" value=\"TP052\"/></properties>");
    fs::write(dir.join("accepted.tmx"), text).expect("the folder can be written to");
    let ran = check(&dir, "accepted.tmx --reach --preset mario");
    let start = "error[TP050]: goal 7, item 2, item 4, item 5 and item 6 cannot be reached: ";
    assert!(titles(&ran.stdout)[0].starts_with(start), "{}", ran.stdout);
    assert!(ran.stdout.contains("1 error, 1 allowed"), "{}", ran.stdout);
}

#[test]
fn everything_behind_one_gap_is_one_finding() {
    // Dashes keep the speed that jumps add, so no gap after so long a floor is too wide for sure.
    let row = |left: char, right: &str| format!("{}{}{right}", left.to_string().repeat(60), ".".repeat(40));
    let mut rows = vec![row('.', &".".repeat(20)); 4];
    rows.push(row('.', "ooooooooooooC....G..").replacen("..", ".S", 1));
    rows.push(row('#', &"#".repeat(20)));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let dir = scratch("reach-behind-gap", &[("gap.tmx", &map(&rows).replace("closed", "kill_below"))]);
    let report = json(&dir, "gap.tmx --reach --preset celeste");
    let finding = &report["findings"][0];
    assert_eq!(finding["cell"], serde_json::json!({ "x": 59, "y": 5, "w": 1, "h": 1 }));
    assert!(report["reach"].as_array().expect("a list").iter().all(|target| target["verdict"] == "unknown"));
    // The search takes seconds, so the other formats are made of its report.
    fs::write(dir.join("part.json"), report.to_string()).expect("the folder can be written to");
    let ran = Ran::of(&dir, "check --merge part.json");
    let found = titles(&ran.stdout);
    let start = "info[TP054]: it is not known whether goal 15, item 2, item 3, item 4, item 5, item 6, item 7, item 8 and 6 more, \
                 14 in all, can be reached: the search ";
    assert!(found.len() == 1 && found[0].starts_with(start), "{}", ran.stdout);
    assert!(found[0].ends_with(", and the nearest ways left the floor at column 59, row 5"), "{}", found[0]);
    let help = "help: narrow the gap there, or add a platform beyond that floor; --deep searches longer; this assumes";
    assert!(ran.stdout.contains(help), "{}", ran.stdout);
    for format in ["sarif", "github"] {
        let ran = Ran::of(&dir, &format!("check --merge part.json --format {format}"));
        for part in ["goal 15, item 2", "and 6 more", "column 59, row 5", "narrow the gap there"] {
            assert!(ran.stdout.contains(part), "{format}, {part}: {}", ran.stdout);
        }
    }
}
