//! `tilephys check --reach`: verdicts on small maps, their reports, and the ways that it writes.

use crate::check::titles;
use crate::pictures::{Pixels, rock};
use crate::process::{Ran, scratch};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Classes of the letters of a map.
const LETTERS: [(char, &str); 5] =
    [('G', "TpGoal"), ('o', "TpCollectible"), ('R', "TpCollectible"), ('C', "TpCheckpoint"), ('D', "TpDoor")];

/// A closed map from rows of letters: `#` solid, `S` start, `R` a required item, and [`LETTERS`]. Ids of objects count from 1
/// in reading order.
pub(crate) fn map(rows: &[&str]) -> String {
    let columns = rows[0].len();
    let mut cells = Vec::new();
    let mut objects = String::new();
    let mut id = 0;
    for (row, letters) in rows.iter().enumerate() {
        assert_eq!(letters.len(), columns, "row {row}");
        let line: Vec<&str> = letters.chars().map(|letter| if letter == '#' { "1" } else { "0" }).collect();
        cells.push(line.join(","));
        for (col, letter) in letters.char_indices() {
            let x = col * 16;
            let y = row * 16;
            if letter == 'S' {
                id += 1;
                let feet = y + 16;
                _ = writeln!(
                    objects,
                    "  <object id=\"{id}\" type=\"TpSpawn\" x=\"{}\" y=\"{feet}\"><point/></object>",
                    x + 8
                );
            }
            if let Some((_, class)) = LETTERS.iter().find(|(known, _)| *known == letter) {
                id += 1;
                let property = match letter {
                    'R' => {
                        "<properties><property name=\"required\" type=\"bool\" value=\"true\"/></properties>"
                    }
                    _ => "",
                };
                _ = writeln!(
                    objects,
                    "  <object id=\"{id}\" type=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\">{property}</object>"
                );
            }
        }
    }
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" class=\"TpLevel\" width=\"{columns}\" height=\"{}\" tilewidth=\"16\" \
         tileheight=\"16\">\n \
         <properties><property name=\"bounds\" value=\"closed\"/></properties>\n \
         <tileset firstgid=\"1\" name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\">\n  \
         <image source=\"rock.png\" width=\"16\" height=\"16\"/>\n  \
         <tile id=\"0\"><properties><property name=\"collision\" value=\"solid\"/></properties></tile>\n \
         </tileset>\n \
         <layer id=\"1\" name=\"ground\" width=\"{columns}\" height=\"{}\">\n  <data encoding=\"csv\">\n{}\n</data>\n </layer>\n \
         <objectgroup id=\"2\" name=\"marks\">\n{objects} </objectgroup>\n</map>\n",
        rows.len(),
        rows.len(),
        cells.join(",\n"),
    )
}

/// A wall of three tiles, which `mario` jumps over, and an item beyond.
const OPEN: [&str; 9] = [
    "....................",
    "....................",
    "....................",
    "....................",
    "..............o.....",
    "........##..........",
    "........##..........",
    ".S......##....C...G.",
    "####################",
];

/// A wall of six tiles, which it does not, and an item at its foot.
pub(crate) const WALL: [&str; 9] = [
    "....................",
    "........##..........",
    "........##..........",
    "........##..........",
    "........##..........",
    "........##..........",
    "........##..........",
    ".S...o..##..R.C...G.",
    "####################",
];

const ONLY: &str = "--only TP050,TP052,TP053,TP054";

pub(crate) fn check(dir: &Path, rest: &str) -> Ran {
    Ran::of(dir, &format!("check {ONLY} {rest}"))
}

pub(crate) fn json(dir: &Path, rest: &str) -> Value {
    let ran = check(dir, &format!("{rest} --format json"));
    assert_eq!(ran.stderr, "", "{rest}");
    ran.json()
}

/// Verdict, kind and object of each target.
fn verdicts(report: &Value) -> Vec<String> {
    let entries = report["reach"].as_array().expect("a list");
    let words = |entry: &Value| {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        format!(
            "{} {} {}",
            text(&entry["verdict"]),
            text(&entry["target"]["kind"]),
            entry["target"]["object"]
        )
    };
    entries.iter().map(words).collect()
}

#[test]
fn a_level_that_can_be_finished_has_no_findings() {
    let dir = scratch("reach-open", &[("open.tmx", &map(&OPEN))]);
    let ran = check(&dir, "open.tmx --reach --preset mario");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(
        ran.stdout,
        "1 map checked: no findings\n3 of 3 targets reachable, 0 unreachable, 0 not known; this assumes the \
         feel \"mario\", without enemies and without code of the game\n"
    );
    let report = json(&dir, "open.tmx --preset mario --reach");
    assert_eq!(verdicts(&report), ["reachable goal 4", "reachable item 1", "reachable checkpoint 3"]);
    let ticks = report["reach"][0]["ticks"].as_u64().expect("a number");
    assert!((100..400).contains(&ticks), "{ticks}");
}

#[test]
fn a_wall_that_is_too_high_makes_the_goal_an_error() {
    let dir = scratch("reach-wall", &[("wall.tmx", &map(&WALL))]);
    let ran = check(&dir, "wall.tmx --reach --preset mario");
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let found = titles(&ran.stdout);
    let start = "error[TP050]: goal 5, item 3 and checkpoint 4 cannot be reached: the nearest is at least ";
    assert!(found.len() == 1 && found[0].starts_with(start), "{}", ran.stdout);
    for part in [
        "to the right of everything that the character can reach",
        "without enemies and without code of the game",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let report = json(&dir, "wall.tmx --reach --preset mario");
    let expected = ["impossible goal 5", "impossible item 3", "reachable item 2", "impossible checkpoint 4"];
    assert_eq!(verdicts(&report), expected);
    assert_eq!(report["reach"][0]["frontier"]["side"], "right");
    assert_eq!(report["character"], "mario");
    let assumption = report["assumption"].as_str().expect("a text");
    assert!(assumption.contains("without enemies"), "{assumption}");
}

#[test]
fn an_item_too_high_and_a_gap_too_wide_are_found() {
    let high = [
        "....................",
        ".....o..............",
        "....................",
        "....................",
        "....................",
        "....................",
        "....................",
        ".S...............G..",
        "####################",
    ];
    let gap = [
        "...............................",
        "...............................",
        "...............................",
        "...............................",
        ".S...........................G.",
        "#######..................######",
        "#######..................######",
    ];
    let open = map(&gap).replace("closed", "kill_below");
    let dir = scratch("reach-far", &[("high.tmx", &map(&high)), ("gap.tmx", &open)]);
    let ran = check(&dir, "high.tmx --reach --preset mega_man");
    assert_eq!(ran.status, 0);
    let found = titles(&ran.stdout);
    assert_eq!(found.len(), 1, "{}", ran.stdout);
    assert!(
        found[0].starts_with("warning[TP052]: item 1 cannot be reached: it is at least "),
        "{}",
        found[0]
    );
    assert!(found[0].ends_with(" tiles above everything that the character can reach"), "{}", found[0]);
    let ran = check(&dir, "gap.tmx --reach --preset mega_man");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(ran.stdout.starts_with("error[TP050]: goal 2 cannot be reached"), "{}", ran.stdout);
}

#[test]
fn a_wall_holds_a_character_whose_speed_has_no_bound() {
    let dir = scratch("reach-celeste", &[("wall.tmx", &map(&WALL))]);
    let mut high = WALL.map(str::to_owned);
    high[0].replace_range(8..10, "##");
    let rows: Vec<&str> = high.iter().map(String::as_str).collect();
    fs::write(dir.join("shut.tmx"), map(&rows)).expect("the folder can be written to");
    let report = json(&dir, "shut.tmx --reach --preset celeste");
    let verdicts = verdicts(&report);
    let impossible = ["impossible goal 5", "impossible item 3", "impossible checkpoint 4"];
    assert!(impossible.iter().all(|verdict| verdicts.iter().any(|own| own == verdict)), "{verdicts:?}");
    let ran = check(&dir, "shut.tmx --reach --preset celeste");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
}

#[test]
fn a_setting_without_a_rule_leaves_it_unknown() {
    let feel = "gravity = 0\n";
    let dir = scratch("reach-no-rule", &[("wall.tmx", &map(&WALL)), ("floating.toml", feel)]);
    let ran = check(&dir, "wall.tmx --reach --feel floating.toml");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let message = "it is not known which of 4 targets can be reached: there is no rule for gravity yet";
    assert_eq!(titles(&ran.stdout), [format!("info[TP054]: {message}")], "{}", ran.stdout);
}

#[test]
fn settings_name_the_character() {
    let settings = "[player]\nfeel = \"mario\"\n";
    let dir = scratch("reach-settings", &[("wall.tmx", &map(&WALL)), ("tilephys.toml", settings)]);
    let ran = check(&dir, "wall.tmx");
    assert_eq!((ran.status, titles(&ran.stdout).len()), (1, 1), "{}", ran.stdout);
    // A feel of its own for tiles of 16 px, with a jump over the wall.
    fs::write(dir.join("tilephys.toml"), "[player]\nfeel = \"hero.toml\"\n").expect("written");
    fs::write(dir.join("hero.toml"), "[jump]\nspeed = 500\n").expect("written");
    let ran = check(&dir, "wall.tmx");
    assert_eq!((ran.status, titles(&ran.stdout).len()), (0, 0), "{}", ran.stdout);
    assert!(ran.stdout.contains("this assumes the feel \"hero.toml\""), "{}", ran.stdout);
    // Options win.
    assert_eq!(check(&dir, "wall.tmx --preset mario").status, 1);
    // Without a feel the check is off.
    fs::write(dir.join("tilephys.toml"), "").expect("written");
    let ran = check(&dir, "wall.tmx");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "1 map checked: no findings\n"));
    assert!(!json(&dir, "wall.tmx").as_object().expect("a report").contains_key("reach"));
}

#[test]
fn wrong_characters_are_refused() {
    let dir = scratch("reach-refused", &[("wall.tmx", &map(&WALL)), ("bad.toml", "[jump]\nspeeed = 5\n")]);
    let rows = [
        ("--reach", "error: reachability is checked for a character, and none is named; add --preset NAME"),
        ("--witness out", "error: reachability is checked for a character, and none is named"),
        ("--preset marop", "there is no preset \"marop\"; did you mean \"mario\"?"),
        ("--reach --feel none.toml", "error: none.toml: cannot be read: "),
        ("--feel bad.toml", "bad.toml:2:1: unknown key `speeed`; did you mean `speed`?"),
    ];
    for (rest, message) in rows {
        let ran = check(&dir, &format!("wall.tmx {rest}"));
        assert_eq!(ran.status, 2, "{rest}: {}", ran.stdout);
        assert!(ran.stderr.contains(message), "{rest}: {}", ran.stderr);
    }
    let in_file = [
        ("feel = \"zelda\"", "tilephys.toml:2:8: there is no preset \"zelda\"; presets are celeste, mario"),
        ("feel = \"none.toml\"", "tilephys.toml:2:8: none.toml: cannot be read: "),
    ];
    for (line, message) in in_file {
        fs::write(dir.join("tilephys.toml"), format!("[player]\n{line}\n")).expect("written");
        let ran = check(&dir, "wall.tmx");
        assert_eq!(ran.status, 2, "{line}: {}", ran.stdout);
        assert!(ran.stderr.contains(message), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_map_without_a_start_or_without_targets_has_no_verdicts() {
    let no_start = map(&OPEN).replace("TpSpawn", "Crate");
    let no_goal = map(&["....", ".S..", "####"]);
    let solid = map(&OPEN).replace("x=\"24\" y=\"128\"", "x=\"24\" y=\"140\"");
    let files = [("start.tmx", &*no_start), ("goal.tmx", &no_goal), ("solid.tmx", &solid)];
    let dir = scratch("reach-nothing", &files);
    let rows = [
        ("start.tmx", "it is not known which of 3 targets can be reached: the map has no TpSpawn"),
        (
            "solid.tmx",
            "it is not known which of 3 targets can be reached: the player is inside something solid",
        ),
    ];
    for (name, message) in rows {
        let ran = check(&dir, &format!("{name} --reach --preset mario"));
        assert_eq!(ran.status, 0, "{}", ran.stdout);
        assert!(ran.stdout.starts_with(&format!("info[TP054]: {message}")), "{}", ran.stdout);
        assert_eq!(titles(&ran.stdout).len(), 1, "{}", ran.stdout);
    }
    let ran = check(&dir, "goal.tmx --reach --preset mario");
    assert_eq!((ran.status, titles(&ran.stdout).len()), (0, 0), "{}", ran.stdout);
    assert!(ran.stdout.contains("0 of 0 targets reachable"), "{}", ran.stdout);
}

#[test]
fn ways_are_written_as_recordings() {
    let dir = scratch("reach-witness", &[("open.tmx", &map(&OPEN))]);
    let report = json(&dir, "open.tmx --preset mario --witness out/ways");
    let legs = &report["reach"][0]["legs"];
    assert_eq!(
        (legs.as_array().map(Vec::len), &legs[0]["from"], &legs[0]["to"]),
        (Some(1), &2.into(), &4.into())
    );
    assert_eq!(legs[0]["witness"], "out/ways/open-goal-4.tprec");
    let text = fs::read_to_string(dir.join("out/ways/open-goal-4.tprec")).expect("it was written");
    let heads = [
        "# goal 4 of open.tmx, with the feel \"mario\"",
        "# tilephys play --replay out/ways/open-goal-4.tprec",
    ];
    assert!(text.lines().zip(heads).all(|(line, head)| line == head), "{text}");
    let way: toml::Table = text.parse().expect("the recording is a text");
    assert_eq!(way["map"].as_str(), Some("open.tmx"));
    let lines: Vec<&str> =
        way["keys"].as_array().expect("keys").iter().map(|line| line.as_str().expect("a line")).collect();
    let number = |line: &&str| line.split(' ').next().and_then(|n| n.parse::<u64>().ok()).expect("a number");
    assert_eq!(lines.iter().map(number).sum::<u64>(), report["reach"][0]["ticks"].as_u64().expect("ticks"));
    assert!(lines.iter().any(|line| line.ends_with(" right jump")), "{text}");
    // The settings that it writes are read again.
    let feel = toml::to_string(&way["feel"]).expect("a table");
    fs::write(dir.join("mario.toml"), feel).expect("the folder takes files");
    let again = json(&dir, "open.tmx --feel mario.toml");
    assert_eq!(again["reach"][0]["ticks"], report["reach"][0]["ticks"]);
}

#[test]
fn reports_of_parts_are_merged_with_their_verdicts() {
    let dir = scratch("reach-merge", &[("open.tmx", &map(&OPEN)), ("wall.tmx", &map(&WALL))]);
    for name in ["open", "wall"] {
        let ran = check(&dir, &format!("{name}.tmx --preset mario --format json"));
        fs::write(dir.join(format!("{name}.json")), ran.stdout).expect("written");
    }
    let ran = Ran::of(&dir, "check --merge open.json wall.json --format json");
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let merged = ran.json();
    let whole = json(&dir, "open.tmx wall.tmx --preset mario");
    assert_eq!(merged["reach"], whole["reach"]);
    assert_eq!(merged["character"], "mario");
}

#[test]
fn sarif_and_github_say_what_is_assumed() {
    let dir = scratch("reach-formats", &[("wall.tmx", &map(&WALL))]);
    for format in ["sarif", "github"] {
        let ran = check(&dir, &format!("wall.tmx --preset mario --format {format}"));
        assert_eq!(ran.status, 1, "{}", ran.stdout);
        assert!(ran.stdout.contains("unreachable-goal"), "{}", ran.stdout);
        assert!(ran.stdout.contains("without enemies and without code of the game"), "{}", ran.stdout);
    }
}

#[test]
fn a_way_through_a_deadly_area_does_not_count() {
    let mut deadly = OPEN;
    deadly[7] = ".S......##..C.....G.";
    let zone = "<object id=\"9\" type=\"TpKillZone\" x=\"256\" y=\"-160\" width=\"16\" height=\"288\"/></objectgroup>";
    let map = map(&deadly).replace("</objectgroup>", zone);
    let dir = scratch("reach-deadly", &[("deadly.tmx", &map)]);
    let report = json(&dir, "deadly.tmx --preset mario");
    assert_eq!(verdicts(&report), ["impossible goal 4", "reachable item 1", "reachable checkpoint 3"]);
}

/// Text of the picture of a map as SVG.
fn drawn(dir: &Path, map: &str, rest: &str) -> String {
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    // Large enough for lines without breaks.
    let ran = Ran::of(dir, &format!("render {map} -o out.svg --overlay reach --scale 3 {rest}"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{rest}");
    fs::read_to_string(dir.join("out.svg")).expect("there is a picture")
}

#[test]
fn a_picture_says_in_words_what_it_shows() {
    let dir = scratch("reach-drawn", &[("open.tmx", &map(&OPEN)), ("wall.tmx", &map(&WALL))]);
    let open = drawn(&dir, "open.tmx", "--preset mario");
    assert!(open.contains("aria-label=\"goal reachable in "));
    assert!(open.contains(" s · 1 of 1 coin · 1 of 1 checkpoint\""));
    for title in ["area within reach", "floor within reach", "way to a target", "a jump begins"] {
        assert!(open.contains(&format!("aria-label=\"{title}\"")), "{title}");
    }
    assert!(!open.contains("unreachable"));
    let wall = drawn(&dir, "wall.tmx", "--preset mario");
    let result = "goal unreachable · 1 of 2 coins · 0 of 1 checkpoint · 2 unreachable";
    assert!(wall.contains(&format!("aria-label=\"{result}\"")));
    assert!(wall.contains("aria-label=\"unreachable\""));
    assert!(wall.contains("TP050 goal 5, item 3 and checkpoint 4 cannot be reached"));
    // The settings name the character too.
    fs::write(dir.join("tilephys.toml"), "[player]\nfeel = \"mario\"\n").expect("it can be written");
    assert!(drawn(&dir, "wall.tmx", "").contains(result));
}

#[test]
fn a_picture_tints_what_is_within_reach_and_crosses_out_the_rest() {
    let dir = scratch("reach-pixels", &[("wall.tmx", &map(&WALL))]);
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    let ran = Ran::of(&dir, "render wall.tmx -o out.png --overlay reach --preset mario --no-legend");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let pixels = Pixels::of(&dir.join("out.png"));
    assert_eq!((pixels.width, pixels.height), (320, 144));
    // Before the wall, and behind it.
    assert_eq!([(40, 100), (200, 100)].map(|(x, y)| pixels.at(x, y)), [[80, 240, 170, 64], [0; 4]]);
    // Lines have smooth edges.
    let is_near = |pixel: [u8; 4], color: [u8; 4]| pixel.iter().zip(color).all(|(a, b)| a.abs_diff(b) < 40);
    let in_cell = |col: u32, color: [u8; 4]| {
        let cell = (112..128).flat_map(|y| (16 * col..16 * col + 16).map(move |x| (x, y)));
        cell.filter(|(x, y)| is_near(pixels.at(*x, *y), color)).count()
    };
    let red = [255, 64, 52, 255];
    // The goal and the required coin; the other coin has a way.
    assert!(in_cell(18, red) > 40 && in_cell(12, red) > 40, "{} {}", in_cell(18, red), in_cell(12, red));
    assert_eq!(in_cell(5, red), 0);
    assert!(in_cell(5, [240, 228, 66, 255]) > 10);
}

#[test]
fn a_pit_without_a_way_out_is_in_the_picture() {
    let mut rows = vec!["....................".to_owned(); 6];
    rows.push(".S................G.".to_owned());
    rows.extend(vec!["########..##########".to_owned(); 7]);
    rows.push("#".repeat(20));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let dir = scratch("reach-pit", &[("pit.tmx", &map(&rows))]);
    let text = drawn(&dir, "pit.tmx", "--preset mario");
    assert!(
        text.contains("1 floor without a way out\"")
            && text.contains("aria-label=\"floor without a way out\"")
    );
}

#[test]
fn a_picture_without_a_character_is_refused() {
    let dir = scratch("reach-no-character", &[("wall.tmx", &map(&WALL))]);
    let ran = Ran::of(&dir, "render wall.tmx -o out.png --overlay reach");
    let message =
        "error: the overlay reach is about a character, and none is named; add --preset NAME (celeste, ";
    assert!(ran.status == 2 && ran.stderr.starts_with(message), "{}", ran.stderr);
    // The list of all overlays has this one not, so that it needs no character.
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    assert_eq!(Ran::of(&dir, "render wall.tmx -o out.png --overlay all").status, 0);
    let ran = Ran::of(&dir, "render wall.tmx -o out.png --preset mario");
    assert!(ran.status == 2 && ran.stderr.contains("--overlay <NAME,...>"), "{}", ran.stderr);
}
