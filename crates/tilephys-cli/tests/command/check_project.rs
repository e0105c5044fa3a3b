//! `tilephys check` in projects: baselines, parts, watch, fixes, and reports that are merged.

use crate::check::{BROKEN, check, titles};
use crate::process::{Ran, scratch};
use crate::root::root;
use std::fs;
#[cfg(unix)]
use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};

#[test]
fn a_baseline_leaves_out_known_findings_until_there_are_new_ones() {
    let dir = scratch("check-baseline", &[("a.tmx", BROKEN)]);
    let ran = check(&dir, "--write-baseline known.json");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout, "known.json: 2 findings written, which --baseline hides\n");
    let text = fs::read_to_string(dir.join("known.json")).expect("it is written");
    let spawn = "{\"map\":\"a.tmx\",\"check\":\"TP012\",\"layer\":\"marks\",\"object\":3,";
    assert!(text.contains(spawn) && !text.contains("18"), "{text}");
    // Other lines and numbers are no other finding.
    let moved = BROKEN.replace("x=\"88\"", "x=\"89\"").replace(" <layer", " <!-- more -->\n\n <layer");
    for map in [BROKEN, &moved] {
        fs::write(dir.join("a.tmx"), map).expect("it is written");
        let ran = check(&dir, "--baseline known.json --fail-on info");
        assert_eq!((ran.status, ran.stdout.as_str()), (0, "1 map checked: no findings, 2 known\n"));
    }
    // So is a run from another folder.
    fs::create_dir_all(dir.join("sub")).expect("it is made");
    let ran = check(&dir.join("sub"), "../a.tmx --baseline ../known.json");
    assert!(ran.stdout.contains("2 known"), "{}", ran.stdout);
    let other = BROKEN.replace("<object id=\"3\"", "<object id=\"9\"");
    fs::write(dir.join("a.tmx"), other).expect("it is written");
    let ran = check(&dir, "--baseline known.json");
    assert_eq!(ran.status, 1);
    let end =
        "1 map checked: 1 error, 1 known\n1 known finding is gone; --write-baseline removes its entry\n";
    assert!(ran.stdout.ends_with(end), "{}", ran.stdout);
    for (text, message) in [
        ("{}", "is not a baseline: missing field `version`"),
        ("{\"version\":9,\"known\":[]}", "has version 9"),
    ] {
        fs::write(dir.join("known.json"), text).expect("it is written");
        let ran = check(&dir, "--baseline known.json");
        assert_eq!(ran.status, 2);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
}

#[test]
fn parts_of_the_maps_add_up_to_all() {
    let maps = [("a.tmx", BROKEN), ("b.tmx", BROKEN), ("c.tmx", BROKEN)];
    let dir = scratch("check-shard", &maps);
    let counts = ["1/2", "2/2"].map(|part| {
        let ran = check(&dir, &format!("--shard {part}"));
        titles(&ran.stdout).len()
    });
    assert_eq!(counts, [4, 2]);
    let ran = check(&dir, "--shard 4/4");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "0 maps checked: no findings\n"));
    assert_eq!(check(&dir, "--shard 3/2").status, 2);
}

#[cfg(unix)]
#[test]
fn a_watch_checks_again_when_a_map_is_saved_or_new() {
    let dir = scratch("check-watch", &[("a.tmx", BROKEN)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilephys"))
        .current_dir(&dir)
        .args(["check", "--only", "TP012", "--watch"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
    let mut summary = || lines.find(|line| line.contains(" checked: "));
    assert_eq!(summary().as_deref(), Some("1 map checked: 1 error"));
    // As Tiled saves: a new file takes the place of the old one. It may come before the watch begins.
    let mut save = |name: &str, text: &str, wanted: &str| {
        for _ in 0..100 {
            fs::write(dir.join("new"), text).expect("it is written");
            fs::rename(dir.join("new"), dir.join(name)).expect("it is renamed");
            if summary().as_deref() == Some(wanted) {
                return;
            }
        }
        panic!("no check finds {wanted:?}");
    };
    std::thread::sleep(Duration::from_millis(500));
    save("a.tmx", &BROKEN.replace("y=\"63\"", "y=\"48\""), "1 map checked: no findings");
    save("b.tmx", BROKEN, "2 maps checked: 1 error");
    child.kill().and_then(|()| child.wait()).expect("it ends");
}

#[test]
fn fixes_are_shown_and_made_and_the_maps_are_checked_again() {
    let map = root().join("tests/check/broken/TP021-shape-outside.tmx");
    let broken = fs::read_to_string(map).expect("readable");
    let dir = scratch("check-fix", &[("a.tmx", &broken)]);
    let at = |name: &str| fs::read_to_string(dir.join(name)).expect("it is there");
    let check = |rest: &str| Ran::of(&dir, &format!("check --only TP021 --fail-on warning {rest}"));
    let dry = check("--fix --dry-run");
    assert_eq!((dry.status, at("a.tmx")), (1, broken.clone()), "{}", dry.stderr);
    let fixed = check("--fix");
    assert_eq!((fixed.status, fixed.stderr.as_str()), (0, ""), "{}", fixed.stdout);
    assert!(fixed.stdout.ends_with("1 fix made in 1 file\n1 map checked: no findings\n"), "{}", fixed.stdout);
    // Both print one difference, and it is the whole difference.
    let difference = |text: &str| text.split("\n\n").next().map(str::to_owned);
    assert_eq!(difference(&dry.stdout), difference(&fixed.stdout));
    let text = difference(&dry.stdout).unwrap_or_default();
    assert!(text.starts_with("--- a.tmx\n+++ a.tmx\n@@ -"), "{text}");
    let lines = |mark: char| {
        text.lines()
            .skip(3)
            .filter(|line| line.starts_with(mark))
            .map(|line| line[1..].to_owned())
            .collect::<Vec<_>>()
    };
    let new = at("a.tmx");
    let others = |text: &str, than: &str| {
        text.lines().filter(|line| !than.contains(line)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((lines('-'), lines('+')), (others(&broken, &new), others(&new, &broken)));
    let again = check("--fix");
    assert_eq!(again.stdout, "nothing to fix\n1 map checked: no findings\n");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_left_as_it_is_and_named() {
    use std::os::unix::fs::PermissionsExt;
    let map = root().join("tests/check/broken/TP021-shape-outside.tmx");
    let broken = fs::read_to_string(map).expect("readable");
    let dir = scratch("check-fix-locked", &[("a.tmx", &broken)]);
    fs::set_permissions(dir.join("a.tmx"), fs::Permissions::from_mode(0o444)).expect("it is ours");
    let ran = Ran::of(&dir, "check --only TP021 --fail-on warning --fix");
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.contains("\na.tmx: is write-protected"), "{}", ran.stdout);
    assert_eq!(fs::read_to_string(dir.join("a.tmx")).expect("it is there"), broken);
}

/// A report of one finding in JSON.
fn report(map: &str, severity: &str) -> String {
    format!(
        r#"{{"tool": "tilephys", "version": 1,
            "counts": {{"maps": 2, "unloaded": 0, "unread": 0, "guessed": 0, "allowed": 1, "known": 0, "errors": 1}},
            "findings": [{{"id": "TP012", "name": "spawn-in-solid", "severity": "{severity}", "map": "{map}", "file": "{map}",
                "line": 18, "column": 3, "layer": "marks", "cell": {{"x": 5, "y": 3, "w": 1, "h": 1}},
                "object": {{"id": 3, "name": "start"}}, "pixel": {{"x": 88.0, "y": 63.0}}, "count": 2, "message": "is in a wall",
                "help": "move it", "text": "", "related": [{{"file": "{map}", "line": 8, "column": 1, "message": "the wall"}}]}}]}}"#
    )
}

#[test]
fn reports_of_parts_are_merged_into_one() {
    let files = [("1.json", report("b.tmx", "warning")), ("2.json", report("a.tmx", "error"))];
    let dir = scratch("check-merge", &files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let ran = Ran::of(&dir, "check --merge 1.json 2.json");
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let first = "\
error[TP012]: is in a wall (2 times, first at (5,3))
--> a.tmx:18:3
";
    assert!(ran.stdout.starts_with(first), "{}", ran.stdout);
    for part in
        ["layer \"marks\", column 5, row 3, object 3 \"start\"", "a.tmx:8:1: the wall", "= help: move it"]
    {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
    assert!(ran.stdout.ends_with("4 maps checked: 1 error, 1 warning, 2 allowed\n"), "{}", ran.stdout);
    assert_eq!(Ran::of(&dir, "check --merge 1.json").status, 0);
    // Findings about a world are in the reports of all its parts.
    let twice = Ran::of(&dir, "check --merge 1.json 1.json");
    assert!(twice.stdout.contains(" checked: 1 warning,"), "{}", twice.stdout);
    let wrong = [
        ("{}", "wrong.json: is not a report: missing field `version`"),
        (&report("a.tmx", "bad"), "wrong.json: \"bad\" is not a severity"),
        (&report("a.tmx", "error").replace("TP012", "TP998"), "wrong.json: \"TP998\" is not a check"),
        (&report("a.tmx", "error").replace("\"version\": 1", "\"version\": 2"), "wrong.json: has version 2"),
    ];
    for (text, message) in wrong {
        fs::write(dir.join("wrong.json"), text).expect("it is written");
        let ran = Ran::of(&dir, "check --merge 1.json wrong.json");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
}
