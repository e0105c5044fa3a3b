//! Hot reload by `run --watch`: levels that are edited while they run. Each wait is for a line of output, never for
//! a time.

use crate::pictures::Pixels;
use crate::process::scratch;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Colour of characters.
const BLUE: [u8; 4] = [86, 180, 233, 255];

/// Timeout for a line of output; after it the test has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// A shaft of two columns with the given middle row. The character starts above it, and below it is a coin over the
/// floor.
fn shaft(middle: &str, objects: &str) -> String {
    let rows = ["1,1,1,1", "1,0,0,1", "1,0,0,1", middle, "1,0,0,1", "1,0,0,1", "1,0,0,1", "1,1,1,1"];
    format!(
        "<map width=\"4\" height=\"8\" tilewidth=\"16\" tileheight=\"16\">\n\
         <tileset firstgid=\"1\" source=\"rock.tsx\"/>\n\
         <layer id=\"1\" name=\"ground\" width=\"4\" height=\"8\"><data encoding=\"csv\">\n{}\n</data></layer>\n\
         <objectgroup id=\"2\" name=\"things\">\n\
         <object id=\"1\" type=\"TpSpawn\" x=\"32\" y=\"46\"><point/></object>\n\
         <object id=\"2\" type=\"TpCollectible\" x=\"16\" y=\"104\" width=\"32\" height=\"8\"/>\n\
         {objects}</objectgroup></map>\n",
        rows.join(",\n")
    )
}

fn tileset(properties: &str) -> String {
    format!(
        "<tileset name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\">\n\
         <image source=\"rock.png\" width=\"16\" height=\"16\"/>\n<properties>{properties}</properties>\n</tileset>\n"
    )
}

const SOLID: &str = "<property name=\"collision\" value=\"solid\"/>";
const FLOOR: &str = "1,1,1,1";
const HOLE: &str = "1,0,0,1";

/// A run under watch, and its lines of output.
struct Watched {
    dir: PathBuf,
    child: Child,
    lines: Receiver<String>,
}

impl Watched {
    fn of(name: &str, arguments: &str) -> Watched {
        let files = [("shaft.tmx", shaft(FLOOR, "")), ("rock.tsx", tileset(SOLID))];
        let dir = scratch(name, &files.each_ref().map(|(name, text)| (*name, text.as_str())));
        let mut child = Command::new(env!("CARGO_BIN_EXE_tilephys"))
            .current_dir(&dir)
            .args(["run", "shaft.tmx", "--projectiles", "0", "--watch", "--picture", "out.png", "--json"])
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
        });
        let watched = Watched { dir, child, lines };
        assert_eq!(watched.line(), "watching 2 files; Ctrl-C ends the run");
        watched
    }

    /// Next line of output.
    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("it says something")
    }

    /// Writes a file by renaming another onto it, as editors do.
    fn save(&self, file: &str, text: &str) {
        let other = self.dir.join("saving.tmp");
        fs::write(&other, text).expect("the folder can be written to");
        fs::rename(other, self.dir.join(file)).expect("the folder can be written to");
    }

    /// Saves a file. Returns the message about it without the step, and the step.
    fn saved(&self, file: &str, text: &str) -> (String, u64) {
        self.save(file, text);
        let line = self.line();
        let (before, after) = line.split_once(" after step ").unwrap_or_else(|| panic!("{line}"));
        let digits = after.find(|c: char| !c.is_ascii_digit()).expect("something follows");
        (format!("{before}{}", &after[digits..]), after[..digits].parse().expect("a step"))
    }

    /// Lets the run go on for `steps` steps, by saving the unchanged file.
    fn go_on(&self, steps: u64) {
        let text = fs::read_to_string(self.dir.join("shaft.tmx")).expect("it is there");
        let mut begun = None;
        loop {
            let (said, now) = self.saved("shaft.tmx", &text);
            assert_eq!(said, "reloaded: nothing changed");
            if now >= *begun.get_or_insert(now) + steps {
                return;
            }
        }
    }

    /// Waits for the end, after Ctrl-C if `interrupt`.
    fn end(mut self, interrupt: bool) -> (Value, Pixels) {
        if interrupt {
            let kill = format!("kill -INT {}", self.child.id());
            assert!(Command::new("sh").args(["-c", &kill]).status().expect("there is a shell").success());
        }
        let mut out = String::new();
        self.child.stdout.take().expect("it is piped").read_to_string(&mut out).expect("it prints UTF-8");
        let status = self.child.wait().expect("it ends");
        let rest: Vec<String> = self.lines.iter().collect();
        assert!(status.success() && rest.is_empty(), "{status} {rest:?} {out}");
        (serde_json::from_str(&out).expect("JSON"), Pixels::of(&self.dir.join("out.png")))
    }
}

/// Kills the process if a test fails.
impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// First and last row of the picture that show a character.
fn character(pixels: &Pixels) -> (u32, u32) {
    let rows = (0..8 * 16).filter(|y| (16..48).any(|x| pixels.at(x, *y) == BLUE));
    rows.fold((u32::MAX, 0), |(first, last), y| (first.min(y), last.max(y)))
}

fn bodies_go_on_and_the_picture_shows_the_edit(name: &str, arguments: &str) {
    let run = Watched::of(name, arguments);
    run.go_on(30);
    // The floor disappears.
    let (said, _) = run.saved("shaft.tmx", &shaft(HOLE, ""));
    assert_eq!(said, "reloaded: 2 cells changed");
    run.go_on(60);
    let (report, pixels) = run.end(true);
    // The character has fallen on from its position, and taken the coin.
    let (first, last) = character(&pixels);
    assert!(first >= 64 && last < 112, "{first} to {last}");
    assert_eq!((&report["triggers"], &report["overlapping"]), (&1.into(), &0.into()), "{report}");
    assert_eq!((&report["reloads"]["cells"], &report["reloads"]["refused"]), (&2.into(), &0.into()));
    assert!(report["steps"].as_u64() > Some(90) && report["reloads"]["done"].as_u64() >= Some(3));
    // The floor's cells are empty now.
    assert_eq!(pixels.at(24, 56)[3], 0);
    assert_eq!(pixels.at(8, 56)[3], 255);
}

#[test]
fn bodies_go_on_and_the_picture_shows_the_edit_with_the_ecs() {
    bodies_go_on_and_the_picture_shows_the_edit("watch-ecs", "--threads 2");
}

#[test]
fn bodies_go_on_and_the_picture_shows_the_edit_with_the_plain_loop() {
    bodies_go_on_and_the_picture_shows_the_edit("watch-plain", "--plain");
}

fn a_broken_file_is_told_and_survived(name: &str, arguments: &str) {
    let run = Watched::of(name, arguments);
    let two_faults = "<object id=\"8\" x=\"a\" y=\"0\"/>\n<object id=\"9\" x=\"b\" y=\"0\"/>\n";
    let (said, _) = run.saved("shaft.tmx", &shaft(HOLE, two_faults));
    assert!(said.starts_with("not reloaded") && said.ends_with(" (and 1 more error)"), "{said}");
    let broken = shaft("1,x,0,1", "");
    let (said, _) = run.saved("shaft.tmx", &broken);
    assert!(said.starts_with("not reloaded; the level continues unchanged: shaft.tmx:7:3: "), "{said}");
    let (said, _) = run.saved("shaft.tmx", &shaft(HOLE, "").replace("tilewidth=\"16\"", "tilewidth=\"8\""));
    assert!(said.contains("the cells are now 8×16 px, but 16×16 px in the running level"), "{said}");
    // The repaired map also has a lift.
    let lift = "<object id=\"3\" type=\"TpMover\" x=\"16\" y=\"100\" width=\"16\" height=\"4\"/>";
    let (said, _) = run.saved("shaft.tmx", &shaft(HOLE, lift));
    assert_eq!(said, "reloaded: 2 cells, 1 object changed");
    let (said, _) = run.saved("shaft.tmx", &shaft(HOLE, &lift.replace("\"100\"", "\"90\"")));
    assert_eq!(said, "reloaded: 1 object changed");
    // A fault of the tileset is reported with the tileset's path.
    let (said, _) = run.saved("rock.tsx", &tileset("<property name=\"tp_collision\" value=\"onn\"/>"));
    assert!(said.starts_with("not reloaded; the level continues unchanged: rock.tsx:3:"), "{said}");
    fs::remove_file(run.dir.join("rock.tsx")).expect("it is there");
    let line = run.line();
    assert!(line.starts_with("not reloaded") && line.contains("rock.tsx"), "{line}");
    let (said, _) = run.saved(
        "rock.tsx",
        &tileset(&format!("{SOLID}<property name=\"friction\" type=\"float\" value=\"0.5\"/>")),
    );
    assert_eq!(said, "reloaded: 20 cells, 1 tileset changed");
    let (report, pixels) = run.end(true);
    assert_eq!(report["reloads"], serde_json::json!({"done": 3, "refused": 5, "cells": 22, "objects": 2}));
    assert_eq!((&report["level"]["movers"], &report["overlapping"]), (&1.into(), &0.into()));
    assert_eq!(pixels.at(24, 92), [204, 121, 167, 255], "the lift is where it was put");
}

#[test]
fn a_broken_file_is_told_and_survived_with_the_ecs() {
    a_broken_file_is_told_and_survived("watch-broken-ecs", "");
}

#[test]
fn a_broken_file_is_told_and_survived_with_the_plain_loop() {
    a_broken_file_is_told_and_survived("watch-broken-plain", "--plain");
}

#[test]
fn a_run_with_an_end_of_its_own_needs_no_key() {
    let run = Watched::of("watch-steps", "--steps 40");
    let (report, _) = run.end(false);
    let nothing = serde_json::json!({"done": 0, "refused": 0, "cells": 0, "objects": 0});
    assert_eq!((&report["steps"], &report["reloads"]), (&40.into(), &nothing));
}

#[test]
fn a_level_that_is_moved_is_not_watched() {
    let ran = crate::process::Ran::of(Path::new("."), "run maps/arena.tmx --watch --shift 3,4");
    assert!(
        ran.status == 2 && ran.stderr.contains("'--watch' cannot be used with '--shift"),
        "{}",
        ran.stderr
    );
}
