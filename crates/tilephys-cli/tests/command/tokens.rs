//! `tilephys check --reach` with tokens: keys, switches, gates, locked doors and abilities.

use crate::doors::{led, verdicts, with};
use crate::process::{Ran, scratch};
use crate::reach::map;
use serde_json::Value;
use std::fs;

const ONLY: &str = "--only TP050,TP052,TP053,TP054 --reach --preset mario";

/// A token that an object gives or requires.
fn token(map: &str, object: u32, property: &str, name: &str) -> String {
    with(map, object, &[[property, "string", name]])
}

/// A map with a gate of full height in a column, as object 90.
fn gated(map: &str, column: u32, name: &str) -> String {
    let gate = format!(
        "<object id=\"90\" type=\"TpCollider\" x=\"{}\" y=\"-160\" width=\"16\" height=\"256\"><properties>\
         <property name=\"requires\" value=\"{name}\"/></properties></object></objectgroup>",
        16 * column
    );
    map.replace("</objectgroup>", &gate)
}

/// A coin on each side of a gate, and the goal behind it.
const ROOM: [&str; 6] = [
    "....................",
    "....................",
    "....................",
    "....................",
    "..S...o.......o..G..",
    "####################",
];

#[test]
fn a_key_opens_a_gate() {
    let room = gated(&token(&map(&ROOM), 2, "gives", "red key"), 10, "red key");
    let dir = scratch("tokens-gate", &[("room.tmx", &room)]);
    let ran = Ran::of(&dir, &format!("check {ONLY} room.tmx --witness out --format json"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let report = ran.json();
    let legs = &report["reach"][0]["legs"];
    // The way goes on from the key, so it is one leg.
    assert_eq!(legs.as_array().map(Vec::len), Some(1), "{legs}");
    assert_eq!((&legs[0]["to"], &legs[0]["takes"]), (&4.into(), &vec!["red key"].into()), "{legs}");
    assert_eq!(legs[0]["witness"], "out/room-goal-4.tprec");
    let all = [
        "room.tmx 4 reachable room.tmx:1-4",
        "room.tmx 2 reachable room.tmx:1-2",
        "room.tmx 3 reachable room.tmx:1-3",
    ];
    assert_eq!(verdicts(&dir, "room.tmx"), all);
    // Another key does not.
    fs::write(
        dir.join("room.tmx"),
        room.replace(
            "value=\"red key\"/></properties></object></objectgroup>",
            "value=\"blue key\"/></properties></object></objectgroup>",
        ),
    )
    .expect("written");
    let ran = Ran::of(&dir, &format!("check {ONLY} room.tmx"));
    let message = "error[TP050]: goal 4 cannot be reached: it needs \"blue key\", which nothing gives\n";
    assert!(ran.stdout.contains(message), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("set the property gives of an object that the character gets to without it"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_floor_that_opens_drops_the_character() {
    let rows = [
        "..............",
        "..............",
        "..S...o.......",
        "####....######",
        "####....######",
        "####..G.######",
        "##############",
    ];
    let floor = "<object id=\"90\" type=\"TpCollider\" x=\"64\" y=\"48\" width=\"64\" height=\"16\"><properties><property \
                 name=\"requires\" value=\"lever\"/></properties></object></objectgroup>";
    let pit = map(&rows).replace("</objectgroup>", floor);
    let dir = scratch("tokens-floor", &[("shut.tmx", &pit), ("open.tmx", &token(&pit, 2, "gives", "lever"))]);
    assert_eq!(verdicts(&dir, "shut.tmx")[0], "shut.tmx 3 impossible");
    // The way stands on the floor while it opens.
    assert_eq!(verdicts(&dir, "open.tmx")[0], "open.tmx 3 reachable open.tmx:1-3");
}

#[test]
fn a_key_behind_its_own_gate_is_found() {
    let room = gated(&token(&map(&ROOM), 3, "gives", "red key"), 10, "red key");
    let dir = scratch("tokens-behind", &[("room.tmx", &room)]);
    let ran = Ran::of(&dir, &format!("check {ONLY} room.tmx"));
    let message =
        "goal 4 cannot be reached: it needs \"red key\", and item 3, which gives it, is behind it\n";
    assert!(ran.stdout.contains(message), "{}", ran.stdout);
    let message = "item 3 cannot be reached: it needs \"red key\", which only item 3 gives\n";
    assert!(ran.stdout.contains(message), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
    let ran = Ran::of(&dir, &format!("check {ONLY} room.tmx --format json"));
    let report = ran.json();
    let expected = serde_json::json!([{"token": "red key", "giver": "item 3", "reason": "behind"}]);
    assert_eq!(report["reach"][0]["lacks"], expected);
    // The report is read again as it was written.
    fs::write(dir.join("one.json"), &ran.stdout).expect("written");
    let ran = Ran::of(&dir, "check --merge one.json --format json");
    let merged = ran.json();
    assert_eq!(merged["reach"], report["reach"]);
}

#[test]
fn a_key_of_another_map_opens_the_way_to_the_goal() {
    let hall = [
        "....................",
        "....................",
        "....................",
        "....................",
        "..S..D...........G..",
        "####################",
    ];
    let cave = ["............", "............", ".D..S...o...", "############"];
    let hall = gated(&led(&map(&hall), 2, "cave.tmx", 1), 10, "red key");
    let cave = token(&led(&map(&cave), 1, "hall.tmx", 2), 3, "gives", "red key");
    let dir = scratch("tokens-maps", &[("hall.tmx", &hall), ("cave.tmx", &cave)]);
    let goal = "hall.tmx 3 reachable hall.tmx:1-2 cave.tmx:1-1 hall.tmx:2-3";
    assert_eq!(verdicts(&dir, "hall.tmx")[0], goal);
    let ran = Ran::of(&dir, &format!("check {ONLY} . --format json"));
    let report = ran.json();
    let entries = report["reach"].as_array().expect("a list");
    let goal = entries.iter().find(|entry| entry["target"]["kind"] == "goal").expect("a goal");
    let tokens = |leg: usize, key: &str| goal["legs"][leg][key].clone();
    assert_eq!(tokens(1, "takes"), serde_json::json!(["red key"]), "{goal}");
    assert_eq!([tokens(2, "holds"), tokens(0, "holds")], [serde_json::json!(["red key"]), Value::Null]);
}

#[test]
fn a_key_that_a_one_way_door_parts_from_its_gate_opens_nothing() {
    let hall = led(&map(&ROOM), 3, "", 1);
    let hall = hall.replace("type=\"TpCollectible\"", "type=\"TpDoor\"").replace("target_object", "other");
    let hall = gated(&led(&hall, 2, "cave.tmx", 1), 10, "red key");
    let cave = ["............", "............", ".D......o...", "############"];
    let cave = token(&map(&cave), 2, "gives", "red key");
    let dir = scratch("tokens-lost", &[("hall.tmx", &hall), ("cave.tmx", &cave)]);
    let ran = Ran::of(&dir, &format!("check {ONLY} hall.tmx"));
    let message = "goal 4 cannot be reached: it needs \"red key\", and no way leads here from item 2 of cave.tmx, which gives it\n";
    assert!(ran.stdout.contains(message), "{}", ran.stdout);
    // With a way back the goal is within reach.
    fs::write(dir.join("cave.tmx"), led(&cave, 1, "hall.tmx", 1)).expect("written");
    assert_eq!(verdicts(&dir, "hall.tmx")[0], "hall.tmx 4 reachable hall.tmx:1-2 cave.tmx:1-1 hall.tmx:1-4");
}

#[test]
fn doors_goals_and_layers_require_tokens_and_switches_give_them() {
    let door = [
        ".......##...........",
        ".......##...........",
        ".......##...........",
        ".......##...........",
        ".S.C.D.##..D.....G..",
        "####################",
    ];
    let door = led(&map(&door), 3, "", 4);
    let locked = door.replacen(
        "<property name=\"target_object\"",
        "<property name=\"requires\" value=\"a, b\"/><property name=\"target_object\"",
        1,
    );
    let one = token(&locked, 2, "gives", "a");
    let switch = "<object id=\"91\" type=\"TpTrigger\" x=\"80\" y=\"32\" width=\"16\" height=\"16\"><properties><property name=\"gives\" \
                  value=\"b\"/></properties></object></objectgroup>";
    let both = one.replace("</objectgroup>", switch);
    let goal = token(&map(&ROOM), 4, "requires", "a");
    let goal = token(&goal, 3, "gives", "a");
    let dir = scratch("tokens-kinds", &[("one.tmx", &one), ("both.tmx", &both), ("goal.tmx", &goal)]);
    assert_eq!(verdicts(&dir, "one.tmx")[..1], ["one.tmx 5 impossible"]);
    let ran = Ran::of(&dir, &format!("check {ONLY} one.tmx"));
    for target in ["goal 5", "door 3", "door 4"] {
        let message = format!("{target} cannot be reached: it needs \"b\", which nothing gives\n");
        assert!(ran.stdout.contains(&message), "{}", ran.stdout);
    }
    let expected = ["both.tmx 5 reachable both.tmx:1-3 both.tmx:4-5", "both.tmx 2 reachable both.tmx:1-2"];
    assert_eq!(verdicts(&dir, "both.tmx")[..2], expected);
    assert_eq!(verdicts(&dir, "goal.tmx")[0], "goal.tmx 4 reachable goal.tmx:1-4");
    // A layer opens as a whole.
    let wall = map(&["....................", "..S...o...##.....G..", "####################"]);
    let cells = "0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0";
    let layer = format!(
        "<layer id=\"5\" name=\"gate\" width=\"20\" height=\"3\"><properties><property name=\"requires\" value=\"k\"/></properties>\
         <data encoding=\"csv\">{cells},{cells},{}</data></layer>\n <objectgroup",
        cells.replace('1', "0")
    );
    let wall = wall.replacen(cells, &cells.replace('1', "0"), 1).replacen("<objectgroup", &layer, 1);
    fs::write(dir.join("wall.tmx"), &wall).expect("written");
    assert_eq!(verdicts(&dir, "wall.tmx")[0], "wall.tmx 3 impossible");
    fs::write(dir.join("wall.tmx"), token(&wall, 2, "gives", "k")).expect("written");
    assert_eq!(verdicts(&dir, "wall.tmx")[0], "wall.tmx 3 reachable wall.tmx:1-3");
}

#[test]
fn an_ability_is_earned_by_a_token() {
    let rows = [
        "....................",
        "........##..........",
        "........##..........",
        "........##..........",
        "........##..........",
        "........##..........",
        "........##..........",
        ".S...o..##........G.",
        "####################",
    ];
    let wings = token(&map(&rows), 2, "gives", "wings");
    let feel = "[jump]\nspeed = 330\nair_jumps = 1\nair_speed = 300\n";
    let settings = "[player]\nfeel = \"hero.toml\"\n[reach.abilities]\nair_jumps = \"wings\"\n";
    let files =
        [("a.tmx", &*wings), ("b.tmx", &*map(&rows)), ("hero.toml", feel), ("tilephys.toml", settings)];
    let dir = scratch("tokens-ability", &files);
    let only = "--only TP050,TP052,TP053,TP054";
    let json = |rest: &str| -> Value {
        let ran = Ran::of(&dir, &format!("check {only} {rest} --format json"));
        ran.json()
    };
    let with = json("a.tmx");
    assert_eq!(with["reach"][0]["verdict"], "reachable", "{with}");
    assert_eq!(with["reach"][0]["legs"][0]["takes"], serde_json::json!(["wings"]));
    let without = json("b.tmx");
    assert_eq!(without["reach"][0]["verdict"], "impossible", "{without}");
    assert_eq!(without["reach"][0]["lacks"][0]["token"], "wings");
    let rows = [
        (
            "dahs = \"boots\"",
            "there is no ability \"dahs\"; did you mean \"dash\"? abilities are air_jumps, climb, dash, wall_jump",
        ),
        ("dash = \"\"", "expected the name of a token, such as \"boots\""),
    ];
    for (line, message) in rows {
        fs::write(dir.join("tilephys.toml"), format!("[reach.abilities]\n{line}\n")).expect("written");
        let ran = Ran::of(&dir, "check a.tmx");
        assert_eq!(ran.status, 2, "{}", ran.stdout);
        assert!(ran.stderr.contains("tilephys.toml:2:") && ran.stderr.contains(message), "{}", ran.stderr);
    }
}

#[test]
fn wrong_tokens_are_refused_and_too_many_are_not_followed() {
    let room = map(&ROOM);
    let number = with(&room, 2, &[["gives", "int", "3"]]);
    let list = token(&room, 4, "requires", "a,,b");
    let gate = gated(&room, 10, "a, ");
    let mut many = gated(&room, 10, "a, b, c, d, e, f, g, h, i");
    many = token(&many, 2, "gives", "j, k, l, m, n, o, p, q");
    let dir = scratch(
        "tokens-wrong",
        &[("number.tmx", &*number), ("list.tmx", &list), ("gate.tmx", &gate), ("many.tmx", &many)],
    );
    let rows = [
        ("number.tmx", "property \"gives\" is not a string: expected names of tokens, separated by commas"),
        ("list.tmx", "property \"requires\" is \"a,,b\", with an empty name: expected names of tokens"),
        ("gate.tmx", "property \"requires\" is \"a, \", with an empty name: expected names of tokens"),
    ];
    for (name, message) in rows {
        let ran = Ran::of(&dir, &format!("check {name}"));
        assert_eq!(ran.status, 1, "{name}: {}", ran.stdout);
        assert!(ran.stdout.contains(message), "{name}: {}", ran.stdout);
    }
    let found = verdicts(&dir, "many.tmx");
    assert!(found[0].ends_with("unknown: the maps name 17 tokens, and at most 16 are followed"), "{found:?}");
}
