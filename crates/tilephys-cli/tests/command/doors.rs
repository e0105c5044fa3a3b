//! `tilephys check --reach` on maps with doors: ways by legs, maps that are solved together, and maps that are missing.

use crate::process::{Ran, scratch};
use crate::reach::map;
use serde_json::Value;
use std::fs;
use std::path::Path;

const ONLY: &str = "--only TP050,TP052,TP053,TP054 --reach --preset mario";

/// A map with properties of an object, each a name, a type and a value.
pub(crate) fn with(map: &str, object: u32, properties: &[[&str; 3]]) -> String {
    let tag = format!("<object id=\"{object}\" ");
    let start = map.find(&tag).unwrap_or_else(|| panic!("there is no object {object}"));
    let end = start + map[start..].find('>').expect("the tag ends") + 1;
    let lines = properties
        .iter()
        .map(|[name, kind, value]| format!("<property name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>"));
    let list: String = lines.collect();
    format!("{}<properties>{list}</properties>{}", &map[..end], &map[end..])
}

/// A map with a door that leads to an object of another map, or of its own without a path.
pub(crate) fn led(map: &str, door: u32, target: &str, object: u32) -> String {
    let object = object.to_string();
    let at = ["target_object", "object", &object];
    if target.is_empty() {
        with(map, door, &[at])
    } else {
        with(map, door, &[["target", "file", target], at])
    }
}

/// The verdicts on all targets in short: map, object, verdict and the ends of its legs, or the reason.
pub(crate) fn verdicts(dir: &Path, rest: &str) -> Vec<String> {
    let ran = Ran::of(dir, &format!("check {ONLY} {rest} --format json"));
    assert_eq!(ran.stderr, "", "{rest}");
    let report = ran.json();
    let list = report["reach"].as_array().expect("a list");
    let words = |entry: &Value| {
        let legs = entry["legs"].as_array().into_iter().flatten();
        let ends =
            legs.map(|leg| format!(" {}:{}-{}", leg["map"].as_str().unwrap_or(""), leg["from"], leg["to"]));
        let ends: String = ends.collect();
        let why = entry["why"].as_str().map_or(String::new(), |why| format!(": {why}"));
        let name = |value: &Value| value.as_str().unwrap_or("").to_owned();
        format!(
            "{} {} {}{ends}{why}",
            name(&entry["map"]),
            entry["target"]["object"],
            name(&entry["verdict"])
        )
    };
    list.iter().map(words).collect()
}

/// A door before a wall of full height, and a door and the goal beyond.
const HALL: [&str; 6] = [
    ".......##...........",
    ".......##...........",
    ".......##...........",
    ".......##...........",
    ".S...D.##..D.....G..",
    "####################",
];

/// A room with a door at each side.
const CAVE: [&str; 4] = ["..............", "..............", ".D..S.....o.D.", "##############"];

#[test]
fn a_way_leads_through_a_door_to_the_same_map() {
    let hall = led(&map(&HALL), 2, "", 3);
    let dir = scratch("doors-within", &[("hall.tmx", &hall)]);
    let ran = Ran::of(&dir, &format!("check {ONLY} hall.tmx --witness out"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.starts_with("1 map checked: no findings\n3 of 3 targets reachable"), "{}", ran.stdout);
    let expected = ["hall.tmx 4 reachable hall.tmx:1-2 hall.tmx:3-4", "hall.tmx 2 reachable hall.tmx:1-2"];
    assert_eq!(verdicts(&dir, "hall.tmx")[..2], expected);
    let leg = |number: u32| {
        let path = dir.join(format!("out/hall-goal-4-leg-{number}-of-2.tprec"));
        let text = fs::read_to_string(path).expect("it was written");
        text.parse::<toml::Table>().expect("the recording is a text")
    };
    let maps = [1, 2].map(|number| leg(number)["map"].clone());
    assert_eq!(maps.map(|map| map.as_str() == Some("hall.tmx")), [true; 2]);
    // The way behind the door begins at its feet.
    assert!(!leg(1).contains_key("feet"));
    assert_eq!(leg(2)["feet"].as_array().map(Vec::len), Some(2));
    // A door without a target leads back to the start.
    let dir = scratch("doors-nowhere", &[("hall.tmx", &map(&HALL))]);
    assert_eq!(verdicts(&dir, "hall.tmx")[0], "hall.tmx 4 impossible");
}

#[test]
fn a_way_leads_through_another_map_and_back() {
    let hall = led(&map(&HALL), 2, "cave.tmx", 1);
    let cave = led(&map(&CAVE), 4, "hall.tmx", 3);
    let dir = scratch("doors-around", &[("hall.tmx", &hall), ("cave.tmx", &cave)]);
    // The other map is read also if it is not checked.
    for maps in ["hall.tmx", "hall.tmx cave.tmx", "."] {
        let found = verdicts(&dir, maps);
        let goal = found.iter().find(|verdict| verdict.starts_with("hall.tmx 4 ")).expect("a goal");
        assert_eq!(goal, "hall.tmx 4 reachable hall.tmx:1-2 cave.tmx:1-4 hall.tmx:3-4", "{maps}");
    }
    let ran = Ran::of(&dir, &format!("check {ONLY} ."));
    assert!(ran.stdout.contains("2 maps checked: no findings\n6 of 6 targets reachable"), "{}", ran.stdout);
}

#[test]
fn a_door_leads_one_way() {
    // The door of the cave leads to the hall beyond the wall, and no door leads to the cave's far side.
    let mut rows = CAVE;
    rows[0] = ".......##.....";
    rows[1] = ".......##.....";
    rows[2] = ".D..S..##.o.D.";
    let hall = led(&map(&HALL), 2, "cave.tmx", 1);
    let cave = led(&led(&map(&rows), 1, "hall.tmx", 2), 4, "hall.tmx", 3);
    let dir = scratch("doors-one-way", &[("hall.tmx", &hall), ("cave.tmx", &cave)]);
    let expected = [
        "cave.tmx 3 impossible",
        "cave.tmx 1 reachable cave.tmx:2-1",
        "cave.tmx 4 impossible",
        "hall.tmx 4 impossible",
        "hall.tmx 2 reachable hall.tmx:1-2",
        "hall.tmx 3 impossible",
    ];
    assert_eq!(verdicts(&dir, "."), expected);
    // From the other side of the hall a door leads there.
    let hall = led(&hall, 3, "cave.tmx", 4);
    fs::write(
        dir.join("hall.tmx"),
        hall.replace("id=\"1\" type=\"TpSpawn\" x=\"24\"", "id=\"1\" type=\"TpSpawn\" x=\"200\""),
    )
    .expect("written");
    assert_eq!(verdicts(&dir, ".")[0], "cave.tmx 3 reachable hall.tmx:1-3 cave.tmx:4-3");
}

#[test]
fn a_map_that_is_missing_leaves_it_unknown() {
    let hall = led(&map(&HALL), 2, "cave.tmx", 1);
    let dir = scratch("doors-missing", &[("hall.tmx", &hall)]);
    let why = "a door leads to cave.tmx, which does not load and may lead back";
    let expected = [format!("hall.tmx 4 unknown: {why}"), "hall.tmx 2 reachable hall.tmx:1-2".to_owned()];
    assert_eq!(verdicts(&dir, "hall.tmx")[..2], expected);
    // A map that is damaged is as good as none.
    fs::write(dir.join("cave.tmx"), "<map>").expect("written");
    assert_eq!(verdicts(&dir, ".")[..2], expected);
    let ran = Ran::of(&dir, &format!("check {ONLY} hall.tmx"));
    let message = format!("info[TP054]: it is not known whether goal 4 can be reached: {why}\n");
    assert!(ran.stdout.contains(&message), "{}", ran.stdout);
}

#[test]
fn a_world_with_a_missing_map_leaves_it_unknown() {
    let entry = |name: &str, x: i32| format!("{{\"fileName\": \"{name}\", \"x\": {x}, \"y\": 0}}");
    let world = |names: &[&str]| {
        let maps: Vec<String> = names.iter().zip(0..).map(|(name, at)| entry(name, at * 320)).collect();
        format!("{{\"maps\": [{}], \"onlyShowAdjacentMaps\": false, \"type\": \"world\"}}", maps.join(", "))
    };
    let files = [
        ("hall.tmx", &*map(&HALL)),
        ("cave.tmx", &*map(&CAVE)),
        ("all.world", &*world(&["hall.tmx", "cave.tmx"])),
    ];
    let dir = scratch("doors-world", &files);
    assert_eq!(verdicts(&dir, "all.world")[3], "hall.tmx 4 impossible");
    fs::write(dir.join("all.world"), world(&["hall.tmx", "cave.tmx", "gone.tmx"])).expect("written");
    let found = verdicts(&dir, ".");
    let why = "the world all.world does not load, and its other maps may lead here";
    assert_eq!(found[3], format!("hall.tmx 4 unknown: {why}"), "{found:?}");
}
