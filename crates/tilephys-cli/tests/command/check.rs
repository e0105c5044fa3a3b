//! `tilephys check`: output, options, settings and exit status.

use crate::process::{Ran, run, scratch};
use crate::root::root;
use std::fs;
use std::path::Path;

/// A ledge with slopes beside a spawn that is in it, and an accepted finding that does not exist.
pub(crate) const BROKEN: &str = "\
<map version=\"1.10\" orientation=\"orthogonal\" width=\"12\" height=\"6\" tilewidth=\"16\" tileheight=\"16\">
 <tileset firstgid=\"1\" name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"2\" columns=\"2\">
  <image source=\"rock.png\" width=\"32\" height=\"16\"/>
  <tile id=\"0\"><properties><property name=\"collision\" value=\"solid\"/></properties></tile>
  <tile id=\"1\"><objectgroup><object id=\"1\" x=\"0\" y=\"16\"><polygon points=\"0,0 16,0 16,-16\"/></object></objectgroup></tile>
 </tileset>
 <layer id=\"1\" name=\"ground\" width=\"12\" height=\"6\">
  <data encoding=\"csv\">
0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,2,1,2147483650,0,0,0,0,0,
1,1,1,1,1,1,1,1,1,1,1,1,
1,1,1,1,1,1,1,1,1,1,1,1
</data>
 </layer>
 <objectgroup id=\"2\" name=\"marks\">
  <object id=\"3\" name=\"start\" type=\"TpSpawn\" x=\"88\" y=\"63\"><point/></object>
  <object id=\"4\" x=\"32\" y=\"48\"><properties><property name=\"tp_allow\" value=\"TP010\"/></properties><point/></object>
 </objectgroup>
</map>
";

/// The checks of these tests, so that no other check changes their output.
const ONLY: &str = "--only TP010,TP012,TP099";

pub(crate) fn check(dir: &Path, rest: &str) -> Ran {
    Ran::of(dir, &format!("check {ONLY} {rest}"))
}

/// First line of each finding.
pub(crate) fn titles(text: &str) -> Vec<&str> {
    text.lines().filter(|line| ["error[", "warning[", "info["].iter().any(|w| line.starts_with(w))).collect()
}

const SPAWN: &str = "error[TP012]: ";

#[test]
fn a_finding_has_its_line_its_place_and_the_tiles_around_it() {
    let dir = scratch("check-human", &[("a.tmx", BROKEN)]);
    let ran = check(&dir, "a.tmx");
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let place = "\
  --> a.tmx:18:3
   |
18 |   <object id=\"3\" name=\"start\" type=\"TpSpawn\" x=\"88\" y=\"63\"><point/></object>
   |   ^^^^^^^ layer \"marks\", column 5, row 3, object 3 \"start\"
";
    let tiles = "
   = tiles: 1  . . . . . . . . .
            2  . . . . . . . . .
            3  . . . /[#]\\ . . .
            4  # # # # # # # # #
            5  # # # # # # # # #
   = help: ";
    for part in [
        SPAWN,
        place,
        tiles,
        "warning[TP099]: \"tp_allow\" accepts TP010, but TP010 is not \
                                       reported here",
    ] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
    assert!(ran.stdout.ends_with("\n1 map checked: 1 error, 1 warning\n"), "{}", ran.stdout);
    assert!(!ran.stdout.contains('\u{1b}'), "no colours in a pipe: {}", ran.stdout);
}

#[test]
fn the_status_follows_the_severity() {
    let warned = BROKEN.replace("y=\"63\"", "y=\"48\"");
    let clean = warned.replace("TP010", "");
    let dir = scratch("check-status", &[("e.tmx", BROKEN), ("w.tmx", &warned), ("c.tmx", &clean)]);
    let rows = [
        ("e.tmx", 1),
        ("e.tmx --fail-on never", 0),
        ("w.tmx", 0),
        ("w.tmx --fail-on warning", 1),
        ("w.tmx --fail-on info", 1),
        ("w.tmx --fail-on warning --skip TP099", 0),
        ("c.tmx --fail-on info", 0),
        ("c.tmx nothing.tmx --fail-on never", 1),
        ("c.tmx nothing.tmx --skip TP010,TP012", 1),
    ];
    for (rest, status) in rows {
        let ran = check(&dir, rest);
        assert_eq!((ran.status, ran.stderr.as_str()), (status, ""), "{rest}\n{}", ran.stdout);
    }
    assert_eq!(check(&dir, "c.tmx").stdout, "1 map checked: no findings\n");
}

#[test]
fn wrong_usage_ends_with_status_2() {
    let dir = scratch("check-usage", &[("a.tmx", BROKEN)]);
    fs::create_dir_all(dir.join("empty")).expect("it is made");
    let rows = [
        ("--only spawn-in-sold", "did you mean \"spawn-in-solid\"?"),
        ("--skip TP998", "\"TP998\" is not a check; ids go up to TP"),
        ("--explain nothing", "\"nothing\" is not a check"),
        ("--fail-on fatal", "[possible values: info, warning, error, never]"),
        ("--format xml", "[possible values: human"),
        ("--config missing.toml a.tmx", "missing.toml: cannot be read"),
        ("--shard 0/3", "expected a part and the number of parts, such as 2/4"),
        ("--shard 1/2/3", "expected a part and the number of parts, such as 2/4"),
        ("--shard -1/2", "unexpected argument '-1'"),
        ("empty", "no map"),
    ];
    for (rest, message) in rows {
        let ran = Ran::of(&dir, &format!("check {rest}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{rest}");
        assert!(ran.stderr.contains(message), "{rest}\n{}", ran.stderr);
    }
}

#[test]
fn checks_are_listed_and_explained() {
    let list = run("check --list");
    assert_eq!(list.status, 0);
    assert!(list.stdout.lines().count() >= 3, "{}", list.stdout);
    assert!(list.stdout.lines().all(|line| line.starts_with("TP") && line.chars().count() < 200));
    let by_name = run("check --explain spawn-in-solid");
    assert!(by_name.stdout.starts_with("TP012 spawn-in-solid (error by default)\n\n"), "{}", by_name.stdout);
    assert_eq!(by_name.stdout, run("check --explain tp012").stdout);
}

#[test]
fn settings_change_severities_and_leave_out_maps() {
    let settings = "\
[check]
exclude = [\"old/*\"]
[check.severity]
TP012 = \"info\"
unused-allow = \"error\"
";
    let dir = scratch("check-settings", &[("a.tmx", BROKEN), ("tilephys.toml", settings)]);
    fs::create_dir_all(dir.join("old")).expect("it is made");
    fs::write(dir.join("old/b.tmx"), BROKEN).expect("it is written");
    let ran = check(&dir, "");
    assert_eq!(ran.status, 1);
    assert_eq!(titles(&ran.stdout).len(), 2, "{}", ran.stdout);
    for part in ["info[TP012]", "error[TP099]", "\n1 map checked: 1 error, 1 info\n"] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
    // The settings above a map count too.
    let inside = check(&dir.join("old"), "b.tmx ../a.tmx");
    assert!(inside.stdout.contains("\n1 map checked: 1 error, 1 info\n"), "{}", inside.stdout);
    let size = format!("{settings}[player]\nsize = [2, 1]\n").replace("info", "error");
    fs::write(dir.join("other.toml"), size).expect("it is written");
    let small = BROKEN.replace("x=\"88\" y=\"63\"", "x=\"72\" y=\"55\"");
    fs::write(dir.join("a.tmx"), small).expect("it is written");
    assert!(check(&dir, "a.tmx").stdout.contains("[TP012]"));
    assert!(!check(&dir, "a.tmx --config other.toml").stdout.contains("[TP012]"));
}

/// The library's own tests have the other messages.
#[test]
fn wrong_settings_end_with_status_2() {
    let dir = scratch("check-keys", &[("a.tmx", BROKEN)]);
    let rows = [
        ("[chekc]\n", "tilephys.toml:1:2: unknown key `chekc`; did you mean `check`?"),
        ("check = 3 3\n", "tilephys.toml:1:"),
    ];
    for (settings, message) in rows {
        fs::write(dir.join("tilephys.toml"), settings).expect("it is written");
        let ran = check(&dir, "a.tmx");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{settings}");
        assert!(ran.stderr.contains(message), "{settings}\n{}", ran.stderr);
    }
}

#[test]
fn allowed_findings_are_counted_and_unused_entries_are_findings() {
    let entry = "\
[[check.allow]]
check = \"spawn-in-solid\"
map = \"a.tmx\"
layer = \"mar*\"
object = 3
cell = [5, 3]
reason = \"the door opens first\"
";
    let at_object = entry.replace("cell = [5, 3]\n", "");
    let dir = scratch("check-allow", &[("a.tmx", BROKEN), ("tilephys.toml", &at_object)]);
    let ran = check(&dir, "");
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(ran.stdout.ends_with("1 map checked: 1 warning, 1 allowed\n"), "{}", ran.stdout);
    let rows = [
        at_object.replace("a.tmx", "b.tmx"),
        at_object.replace("object = 3", "object = 4"),
        at_object.replace("mar*", "ground"),
        entry.replace("[5, 3]", "[6, 3]"),
    ];
    for settings in rows {
        fs::write(dir.join("tilephys.toml"), &settings).expect("it is written");
        let ran = check(&dir, ".");
        let unused = "warning[TP099]: this entry accepts TP012, but no finding matches it";
        assert!(ran.stdout.contains(unused), "{settings}\n{}", ran.stdout);
        assert!(ran.stdout.contains("tilephys.toml:1:"), "{}", ran.stdout);
        assert_eq!(ran.status, 1);
    }
    // A run over another map cannot tell.
    fs::write(dir.join("tilephys.toml"), at_object.replace("a.tmx", "b.tmx")).expect("it is written");
    assert!(!check(&dir, "a.tmx").stdout.contains("this entry"));
}

#[test]
fn a_property_allows_findings_of_its_element() {
    let property =
        |value: &str| format!("<properties><property name=\"tp_allow\" value=\"{value}\"/></properties>");
    let object =
        |value: &str| BROKEN.replace("y=\"63\"><point/>", &format!("y=\"63\">{}<point/>", property(value)));
    let layer = BROKEN.replace("name=\"marks\">", &format!("name=\"marks\">{}", property("spawn-in-solid")));
    let dir = scratch(
        "check-inline",
        &[("o.tmx", &object("TP012")), ("l.tmx", &layer), ("u.tmx", &object("TP012,TP010,TP12"))],
    );
    let ran = check(&dir, "o.tmx");
    assert!(ran.stdout.ends_with("1 map checked: 1 warning, 1 allowed\n"), "{}", ran.stdout);
    assert!(check(&dir, "l.tmx").stdout.contains("1 allowed"));
    let ran = check(&dir, "u.tmx");
    for part in [
        "\"tp_allow\" accepts TP010, but TP010 is not reported here",
        "\"tp_allow\" names \"TP12\", which is not a check",
    ] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
}

#[test]
fn a_map_without_settings_of_its_own_is_read_by_names_and_has_no_errors() {
    let foreign = BROKEN
        .replace("<properties><property name=\"collision\" value=\"solid\"/></properties>", "")
        .replace(
            &BROKEN[BROKEN.find("<objectgroup><object id=\"1\"").unwrap_or(0)
                ..BROKEN.find("</objectgroup></tile>").unwrap_or(0) + 14],
            "",
        )
        .replace("name=\"ground\"", "name=\"walls\"");
    let dir = scratch("check-names", &[("f.tmx", &foreign)]);
    let ran = check(&dir, "f.tmx");
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("warning[TP012]"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("\n1 map had no other information about collision, so common names were used"),
        "{}",
        ran.stdout
    );
    let none = check(&dir, "f.tmx --solid none");
    assert!(!none.stdout.contains("TP012") && !none.stdout.contains("usual names"), "{}", none.stdout);
    let named = check(&dir, "f.tmx --solid walls");
    assert!(named.stdout.contains("error[TP012]"), "{}", named.stdout);
}

#[test]
fn the_settings_say_which_maps_are_levels_and_how_the_player_collides() {
    let plain = BROKEN.replace("TpSpawn", "Crab").replace("\"start\"", "\"crab\"");
    let dir = scratch("check-levels", &[("a.tmx", BROKEN), ("plain.tmx", &plain)]);
    let found = |settings: &str, rest: &str| {
        fs::write(dir.join("tilephys.toml"), settings).expect("it is written");
        Ran::of(&dir, &format!("check {rest}")).stdout
    };
    assert!(!found("", "plain.tmx --only TP010").contains("[TP010]"));
    assert!(found("[check]\nlevels = true\n", "plain.tmx --only TP010").contains("error[TP010]"));
    assert!(!found("[player]\nmask = 2\n", "a.tmx --only TP012").contains("[TP012]"));
    let high = plain.replace("y=\"63\"", "y=\"20\"");
    fs::write(dir.join("plain.tmx"), high).expect("it is written");
    let floats = found("[check]\ngrounded = [\"Crab\"]\n", "plain.tmx --only TP033");
    assert!(floats.contains("info[TP033]: object 3 \"crab\" is 28 px above the ground"), "{floats}");
}

#[test]
fn the_settings_of_the_guide_are_right() {
    let guide = root().join("docs/src/checking.md");
    let text = fs::read_to_string(guide).expect("readable");
    let settings =
        text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("it has some");
    let dir = scratch("check-guide", &[("a.tmx", BROKEN), ("tilephys.toml", settings)]);
    let ran = Ran::of(&dir, "check a.tmx");
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    assert!(ran.stdout.contains("[TP012]"), "{}", ran.stdout);
}

#[test]
fn a_selection_keeps_the_severity_of_a_finding() {
    let map = "tests/check/broken/TP030-object-outside-goal.tmx";
    let ran = run(&format!("check --only TP030 {map}"));
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(ran.stdout.starts_with("error[TP030]: "), "{}", ran.stdout);
}
