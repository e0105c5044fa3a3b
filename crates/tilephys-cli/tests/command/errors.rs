//! Error messages of the command.

use crate::process::{Ran, level, run, scratch};
use crate::root::root;
use std::path::Path;
use std::process::{Command, Stdio};

/// A level with one fault, and the complete message.
#[test]
fn levels_that_cannot_be_run_are_named_with_place_and_remedy() {
    let inner = "1,0,0,1,\n1,0,0,1";
    let cases = [
        (
            "text.tmx",
            "a map, they said\n".to_owned(),
            r#"error: not well-formed XML: unknown token
 --> text.tmx:1:1
  |
1 | a map, they said
  | ^
  |
  = help: check that Tiled saved this file
"#,
        ),
        (
            "few.tmx",
            level().replace(inner, "1,0,0,1"),
            r#"error: 12 tiles in data, expected 4×4 = 16
 --> few.tmx:7:3
  |
7 |   <data encoding="csv">
  |   ^^^^^ layer "ground"
  |
  = help: open the map in Tiled and save it again
"#,
        ),
        (
            "gid.tmx",
            level()
                .replace("firstgid=\"1\"", "firstgid=\"5\"")
                .replace(inner, "5,0,0,5,\n5,0,4,5")
                .replace("1,1,1,1", "5,5,5,5"),
            r#"error: gid 4 is below the first gid of every tileset
  --> gid.tmx:10:5
   |
10 | 5,0,4,5,
   |     ^ layer "ground", column 2, row 2
   |
   = help: redraw the tile, or put the tileset back
"#,
        ),
        (
            "full.tmx",
            level().replace(inner, "1,1,1,1,\n1,1,1,1"),
            "error: full.tmx: no room for a projectile of 4 × 4 px in columns 0 to 3, rows 0 to 3: \
             everything there is solid; erase some tiles, or run with --projectiles 0\n",
        ),
    ];
    let files: Vec<(&str, &str)> = cases.iter().map(|(name, text, _)| (*name, text.as_str())).collect();
    let dir = scratch("bad", &files);
    for (name, _, message) in &cases {
        expect_said(&dir, &format!("run {name}"), message);
    }
    expect_said(
        &dir,
        "run none.tmx",
        r#"error: cannot be read: No such file or directory (os error 2)
--> none.tmx
 = help: check the path
"#,
    );
}

#[test]
fn a_file_that_is_no_map_is_told_what_it_is() {
    let ldtk = r#"{ "__header__": { "app": "LDtk" }, "jsonVersion": "1.5.3", "defs": {}, "levels": [] }"#;
    let dir = scratch(
        "no_map",
        &[("cavern.tmx", &level()), ("a.ldtk", ldtk), ("atlas.json", r#"{ "frames": [], "meta": {} }"#)],
    );
    std::fs::write(dir.join("a.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        .expect("the folder can be written to");
    let rows = [
        (
            "cavrn.tmx",
            "error: cannot be read: No such file or directory (os error 2)",
            "did you mean \"cavern.tmx\"?",
        ),
        (
            "a.png",
            "error: this is an image (PNG)",
            "choose a file that Tiled saved: a map ends in .tmx or .tmj",
        ),
        ("a.ldtk", "error: this is an LDtk project", "turn on \"Tiled export\" in its settings"),
        (
            "atlas.json",
            "error: this JSON is a texture atlas, expected a map",
            "choose a map, which Tiled saves as .tmj",
        ),
    ];
    for (file, message, help) in rows {
        let ran = Ran::of(&dir, &format!("run {file}"));
        assert_eq!((ran.status, ran.stderr.lines().next()), (2, Some(message)), "{file}");
        assert!(ran.stderr.contains(&format!("= help: {help}")), "{}", ran.stderr);
    }
}

#[test]
fn the_most_cells_of_a_map_are_an_option() {
    let dir = scratch("max_cells", &[("a.tmx", &level())]);
    let said = "with these 4×4 cells the layers have more than 15 cells, which is the limit";
    for command in ["run a.tmx --projectiles 1 --steps 1", "check a.tmx --only TP006"] {
        let refused = Ran::of(&dir, &format!("{command} --max-cells 15"));
        assert!(refused.status > 0, "{command}");
        let all = refused.stdout + &refused.stderr;
        assert!(all.contains(said) && all.contains("raise the limit (--max-cells,"), "{all}");
        let read = Ran::of(&dir, &format!("{command} --max-cells 16"));
        assert_eq!((read.status, read.stderr.as_str()), (0, ""), "{command}");
    }
}

#[test]
fn colours_come_where_a_variable_asks_for_them() {
    let dir = scratch("colours", &[]);
    for (force, off, has_colours) in [("1", "", true), ("0", "", false), ("1", "1", false)] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tilephys"));
        command.env("FORCE_COLOR", force).env("NO_COLOR", off).current_dir(&dir);
        let output = command.args(["run", "none.tmx"]).output().expect("it starts");
        assert_eq!(output.stderr.contains(&0x1b), has_colours, "FORCE_COLOR={force} NO_COLOR={off}");
    }
}

#[test]
fn all_faults_of_a_level_are_told_of() {
    let bad = level()
        .replace("name=\"collision\" value=\"solid\"", "name=\"tp_collision\" value=\"onn\"")
        .replace("<layer id=\"1\"", "<layer id=\"x\"");
    let ran = Ran::of(&scratch("faults", &[("bad.tmx", &bad)]), "run bad.tmx");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    let places: Vec<&str> =
        ran.stderr.lines().filter_map(|line| line.trim_start().strip_prefix("--> ")).collect();
    assert_eq!(places, ["bad.tmx:4:28", "bad.tmx:6:9"], "{}", ran.stderr);
    assert!(ran.stderr.contains("= help: did you mean \"on\"?\n\nerror: <layer id=\"x\">"), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\u{1b}'), "no colours without a terminal: {}", ran.stderr);
}

#[test]
fn a_strict_run_refuses_what_is_read_otherwise_than_it_is_written() {
    let odd = level().replace("value=\"solid\"", "value=\"sloid\"");
    let dir = scratch("strict", &[("odd.tmx", &odd)]);
    let said = "property \"collision\" is \"sloid\" and has no effect on collision: expected none, solid, \
                one_way";
    let ran = Ran::of(&dir, "run odd.tmx --steps 1 --projectiles 1");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("warning: {said}")), "{}", ran.stderr);
    let refused = Ran::of(&dir, "run odd.tmx --steps 1 --projectiles 1 --strict");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.starts_with(&format!("error: {said}")), "{}", refused.stderr);
}

#[test]
fn levels_may_use_files_in_their_root_folder() {
    let level = level();
    let start = level.find("<tileset").expect("it has one");
    let end = level.find("</tileset>").expect("it has one") + "</tileset>".len();
    let rock = level[start..end].replace("firstgid=\"1\" ", "");
    let map = level.replace(&level[start..end], "<tileset firstgid=\"1\" source=\"../rock.tsx\"/>");
    let dir = scratch("root", &[("rock.tsx", &rock)]);
    std::fs::create_dir_all(dir.join("maps")).expect("the target directory can be written to");
    std::fs::write(dir.join("maps/room.tmx"), map).expect("the target directory can be written to");
    let mark = |folder: &str| std::fs::write(dir.join(folder).join("package.json"), "{}");
    mark("maps").expect("the target directory can be written to");
    let refused = Ran::of(&dir, "run maps/room.tmx");
    assert_eq!(refused.status, 2);
    let said = "it is outside \"maps\", the root folder of the map";
    assert!(refused.stderr.contains(said), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("= help: set --root . (in code, Loader::root), which contains both"),
        "{}",
        refused.stderr
    );
    assert_eq!(Ran::of(&dir, "run maps/room.tmx --root . --steps 1 --projectiles 1").status, 0);
    // The folder of the game is the root by default.
    std::fs::remove_file(dir.join("maps/package.json")).expect("it was written");
    mark("").expect("the target directory can be written to");
    assert_eq!(Ran::of(&dir, "run maps/room.tmx --steps 1 --projectiles 1").status, 0);
    assert_eq!(Ran::of(&dir.join("maps"), "run room.tmx --steps 1 --projectiles 1").status, 0);
}

#[test]
fn characters_need_a_place_but_none_are_there_by_default() {
    let full = level().replace("1,0,0,1", "1,1,1,1");
    let dir = scratch("spawn", &[("room.tmx", &level()), ("full.tmx", &full)]);
    let remedy = "add one in Tiled (a point or a rectangle), or run with --characters 0";
    for (n, starts) in [(1, "the character starts"), (2, "the characters start")] {
        let message =
            format!("full.tmx: no object of class \"TpSpawn\", where {starts}, and no free place; {remedy}");
        expect_error(&dir, &format!("run full.tmx --projectiles 0 --characters {n}"), &message);
    }
    let ran = Ran::of(&dir, "run room.tmx");
    assert_eq!(ran.status, 0);
    assert!(
        ran.stdout.contains("1,000 projectiles of 4 × 4 px, 0 characters of 8 × 11 px"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_spawn_outside_of_the_map_is_named_with_its_place() {
    let spawn = "<objectgroup id=\"2\" name=\"o\"><object id=\"5\" type=\"TpSpawn\" x=\"-400\" y=\"32\"><point/></object>\
                 </objectgroup>\n</map>";
    let dir = scratch("outside", &[("room.tmx", &level().replace("</map>", spawn))]);
    let message = "room.tmx:14:30: a character at the \"TpSpawn\" with id 5 at -400, 32 px would not be \
                   entirely inside the map; move it into the map";
    expect_error(&dir, "run room.tmx", message);
}

#[test]
fn shifts_end_where_the_world_does() {
    let map = "maps/cavern.tmx";
    let world = "the level would reach beyond the world, which ends at ±8,388,607 px; \
                 this level can be shifted by -524,286 to 524,086 columns and by -524,286 to 524,226 rows";
    for beyond in ["524087,0", "-524287,0", "0,524227", "0,-524287", "2147483647,-2147483648"] {
        let message = format!("--shift {beyond}: {world}");
        expect_error(root(), &format!("run {map} --shift {beyond}"), &message);
    }
    for within in ["524086,524226", "-524286,-524286"] {
        assert_eq!(
            run(&format!("run {map} --steps 1 --projectiles 9 --shift {within}")).status,
            0,
            "{within}"
        );
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let whole = "expected a whole number, such as 1000 or 1_000";
    let bodies = "a run can have at most 10,000,000";
    let steps = "a run can have at most 1,000,000,000 steps, half a year of play";
    let shift = "expected columns and rows, such as 500000,-500000";
    let none = "at least 1 thread is needed";
    let threads = "at most 1,024 threads are allowed";
    let picture = "expected a name that ends in .png or .svg";
    let region = "expected column, row and how many of each, such as 20,5,60x34";
    let scale = "expected a number above 0, such as 2 or 0.5";
    for (option, value, name, why) in [
        ("--projectiles", "many", "N", whole),
        ("--projectiles", "-3", "N", whole),
        ("--projectiles", "nan", "N", whole),
        ("--projectiles", "10000001", "N", bodies),
        ("--projectiles", "1000000000000", "N", bodies),
        ("--characters", "1000000000000", "N", bodies),
        ("--characters", "340282366920938463463374607431768211456000", "N", bodies),
        ("--steps", "1.5", "N", whole),
        ("--steps", "-1", "N", whole),
        ("--steps", "1000000000001", "N", steps),
        ("--seed", "0x10", "N", whole),
        ("--seed", "18446744073709551616", "N", "seeds go from 0 to 18446744073709551615"),
        ("--shift", "3", "COLS,ROWS", shift),
        ("--shift", "3,x", "COLS,ROWS", shift),
        ("--shift", "3000000000,0", "COLS,ROWS", shift),
        ("--threads", "0", "N", none),
        ("--threads", "-1", "N", whole),
        ("--threads", "x", "N", whole),
        ("--threads", "1025", "N", threads),
        ("--threads", "99999999999999999999", "N", threads),
        ("--picture", "out.jpg", "FILE", picture),
        ("--picture", "out", "FILE", picture),
        ("--picture", "maps", "FILE", picture),
        ("--picture", ".png", "FILE", picture),
        ("--region", "20,5", "COL,ROW,COLSxROWS", region),
        ("--region", "20,5,60", "COL,ROW,COLSxROWS", region),
        ("--region", "20,5,0x34", "COL,ROW,COLSxROWS", region),
        ("--region", "20,5,60x-4", "COL,ROW,COLSxROWS", region),
        ("--scale", "0", "F", scale),
        ("--scale", "-2", "F", scale),
        ("--scale", "nan", "F", scale),
        ("--scale", "inf", "F", scale),
    ] {
        let message = format!(
            "invalid value '{value}' for '{option} <{name}>': {why}\n\nFor more information, try '--help'."
        );
        expect_error(root(), &format!("run maps/cavern.tmx {option} {value}"), &message);
    }
}

#[test]
fn missing_arguments_show_the_usage() {
    let more = "\n\nFor more information, try '--help'.";
    for (arguments, message) in [
        ("run", "the following required arguments were not provided:\n  <MAP>\n\nUsage: tilephys run <MAP>"),
        ("run a b", "unexpected argument 'b' found\n\nUsage: tilephys run [OPTIONS] <MAP>"),
        (
            "run a --projectile 3",
            "unexpected argument '--projectile' found\n\n  tip: a similar argument exists: '--projectiles'\n\n\
             Usage: tilephys run --projectiles <N> <MAP>",
        ),
        (
            "run a --plain --threads 2",
            "the argument '--plain' cannot be used with '--threads <N>'\n\nUsage: tilephys run --plain <MAP>",
        ),
        (
            "run a --masses",
            "the following required arguments were not provided:\n  --collide\n\n\
             Usage: tilephys run --collide --masses <MAP>",
        ),
        (
            "run a --scale 2",
            "the following required arguments were not provided:\n  --picture <FILE>\n\n\
             Usage: tilephys run --picture <FILE> --scale <F> <MAP>",
        ),
    ] {
        expect_error(root(), arguments, &format!("{message}{more}"));
    }
    let help = run("run --help");
    assert_eq!((help.status, help.stderr.as_str()), (0, ""));
    // In order: the level, its drivers, its output.
    let words = [
        "<MAP>",
        "--projectiles",
        "--characters",
        "--collide",
        "--masses",
        "--steps",
        "--seed",
        "--shift",
        "--threads",
        "--plain",
        "--shuffle",
        "--picture",
        "--region",
        "--scale",
        "--json",
    ];
    let mut rest = help.stdout.split("\nArguments:\n").nth(1).expect("it lists them");
    for word in words {
        let (_, after) = rest.split_once(&format!("  {word}")).unwrap_or_else(|| panic!("{word} in {rest}"));
        rest = after;
    }
    assert!(help.stdout.contains("Status: 0"), "{}", help.stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [&["run", "maps/cavern.tmx"][..], &["run", "maps/cavern.tmx", "--json"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tilephys"))
            .current_dir(root())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        // Closed long before the run ends and prints.
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    }
}

#[test]
fn a_missing_tileset_is_a_warning_and_an_error_if_that_is_asked_for() {
    let embedded = level();
    let start = embedded.find("<tileset").expect("it has one");
    let end = embedded.find("</tileset>").expect("it has one") + "</tileset>".len();
    let missing = embedded.replace(&embedded[start..end], "<tileset firstgid=\"1\" source=\"rock.tsx\"/>");
    let dir = scratch("missing-tileset", &[("cave.tmx", &missing)]);
    let message = r#"the tileset "rock.tsx" cannot be read: No such file or directory (os error 2), so its tiles are unknown and collide only where their layer does
 --> cave.tmx:2:24
  |
2 |  <tileset firstgid="1" source="rock.tsx"/>
  |                        ^^^^^^^^^^^^^^^^^
  |
  = help: put the file there, or select it again in Tiled
"#;
    let ran = Ran::of(&dir, "run cave.tmx --steps 1");
    assert_eq!(ran.status, 0);
    assert!(ran.stderr.starts_with(&format!("warning: {message}")), "{}", ran.stderr);
    let strict = Ran::of(&dir, "run cave.tmx --steps 1 --strict");
    assert_eq!((strict.status, strict.stderr), (2, format!("error: {message}")));
    assert_eq!(Ran::of(&dir, "check cave.tmx").status, 1, "an error for the checker");
}

/// Asserts status 2, nothing on stdout, and only this message on stderr.
fn expect_error(dir: &Path, arguments: &str, message: &str) {
    expect_said(dir, arguments, &format!("error: {message}\n"));
}

/// Asserts status 2, nothing on stdout, and only this text on stderr.
fn expect_said(dir: &Path, arguments: &str, said: &str) {
    let ran = Ran::of(dir, arguments);
    let told = (ran.status, ran.stdout.as_str(), ran.stderr.as_str());
    assert_eq!(told, (2, "", said), "{arguments}");
}
