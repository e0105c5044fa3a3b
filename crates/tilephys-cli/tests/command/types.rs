//! Types written into Tiled projects, and the messages about it.

use crate::process::{Ran, scratch};
use crate::root::root;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A project as Tiled writes it, with two types of a game.
const GAME: &str = r##"{
    "automappingRulesFile": "rules.txt",
    "commands": [
    ],
    "extensionsPath": "extensions",
    "folders": [
        "."
    ],
    "propertyTypes": [
        {
            "id": 7,
            "name": "Mood",
            "storageType": "string",
            "type": "enum",
            "values": [
                "calm",
                "angry"
            ],
            "valuesAsFlags": false
        },
        {
            "color": "#ff00ff00",
            "drawFill": true,
            "id": 3,
            "members": [
                {
                    "name": "hp",
                    "type": "float",
                    "value": 2.5
                }
            ],
            "name": "Enemy",
            "type": "class",
            "useAs": [
                "object"
            ]
        }
    ],
    "zoo": 1e3
}
"##;

fn types_of(dir: &Path, arguments: &str) -> (i32, String, String) {
    let Ran { status, stdout, stderr } = Ran::of(dir, &format!("types {arguments}"));
    (status, stdout, stderr)
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("it was written");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn names(types: &Value) -> Vec<&str> {
    types.as_array().expect("a list").iter().filter_map(|t| t["name"].as_str()).collect()
}

const ENUMS: [&str; 9] = [
    "TpCollision",
    "TpDirection",
    "TpSlope",
    "TpLayerCollision",
    "TpCategory",
    "TpLoop",
    "TpStart",
    "TpEasing",
    "TpBounds",
];

const CLASSES: [&str; 13] = [
    "TpSpawn",
    "TpGoal",
    "TpCheckpoint",
    "TpCollectible",
    "TpKillZone",
    "TpTrigger",
    "TpSpring",
    "TpMover",
    "TpPatrol",
    "TpDoor",
    "TpIgnore",
    "TpCollider",
    "TpLevel",
];

fn all() -> String {
    [&ENUMS[..], &CLASSES[..]].concat().join(", ")
}

#[test]
fn types_are_added_to_those_of_a_game_and_nothing_else_is_touched() {
    let dir = scratch("types", &[("game.tiled-project", GAME)]);
    let file = dir.join("game.tiled-project");
    let done = format!("game.tiled-project: added {}\n", all());
    assert_eq!(types_of(&dir, "game.tiled-project"), (0, done, String::new()));
    let text = fs::read_to_string(&file).expect("it is there");
    let (before, after) = GAME.split_at(GAME.rfind("\n    ],\n    \"zoo\"").expect("the end of the list"));
    assert!(text.starts_with(before) && text.ends_with(after), "{text}");

    let project = json(&file);
    assert_eq!(names(&project["propertyTypes"]), [&["Mood", "Enemy"], &ENUMS[..], &CLASSES[..]].concat());
    let mut ids: Vec<_> = project["propertyTypes"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|t| t["id"].as_i64())
        .collect();
    assert_eq!(ids[..3], [7, 3, 8]);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 2 + ENUMS.len() + CLASSES.len());

    // Lists and numbers as Tiled writes them.
    let spawn = r##"
        {
            "color": "#ff4fb286",
            "drawFill": true,
            "id": 17,
            "members": [
                {
                    "name": "default",
                    "type": "bool",
                    "value": false
                }
            ],
            "name": "TpSpawn",
            "type": "class",
            "useAs": [
                "object",
                "tile"
            ]
        },"##;
    assert!(text.contains(spawn), "{text}");
    assert!(text.contains(
        "\"name\": \"speed\",\n                    \"type\": \"float\",\n                    \"value\": 40\n"
    ));

    let twice = "game.tiled-project: has all types; nothing was changed\n";
    assert_eq!(types_of(&dir, "game.tiled-project"), (0, twice.to_owned(), String::new()));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

#[test]
fn what_a_designer_made_of_our_types_is_kept() {
    let category = r#"{"id":1,"name":"TpCategory","type":"enum","storageType":"string","values":["rock","ghost"],"valuesAsFlags":true}"#;
    let collision = r#"{"id":2,"name":"TpCollision","type":"enum","storageType":"string","values":["solid","lava"],"valuesAsFlags":false}"#;
    let mover = r##"{"id":3,"name":"TpMover","type":"class","color":"#ff123456","members":[{"name":"sound","type":"file","value":""},{"name":"speed","type":"float","value":96}],"useAs":["object"]}"##;
    let project = format!("{{\"propertyTypes\":[{category},{collision},{mover}],\"folders\":[\".\"]}}");
    let dir = scratch("types-kept", &[("p.tiled-project", &project)]);
    let (status, stdout, _) = types_of(&dir, "p.tiled-project");
    assert_eq!(status, 0);
    assert!(stdout.ends_with("; changed TpCollision, TpMover\n"), "{stdout}");
    let text = fs::read_to_string(dir.join("p.tiled-project")).expect("it is there");
    assert!(text.starts_with(&format!("{{\"propertyTypes\":[{category},")), "{text}");
    assert!(text.ends_with("],\"folders\":[\".\"]}"), "{text}");
    let types = &json(&dir.join("p.tiled-project"))["propertyTypes"];
    let values = ["solid", "lava", "none", "one_way", "hazard", "ladder", "water", "trigger", "bar"];
    assert_eq!(types[1]["values"], serde_json::json!(values));
    assert_eq!((&types[2]["color"], &types[2]["id"]), (&"#ff123456".into(), &3.into()));
    let members = &types[2]["members"];
    let expected =
        ["collision", "easing", "loop", "parent", "path", "sound", "speed", "speed_back", "start", "wait"];
    assert_eq!(names(members), expected);
    assert_eq!(members[6]["value"], 96);
    assert_eq!(types[2]["useAs"], serde_json::json!(["object", "tile"]));
    assert!(types_of(&dir, "p.tiled-project").1.ends_with("nothing was changed\n"));
}

#[test]
fn a_project_is_found_or_made() {
    let dir = scratch("types-found", &[("game.tiled-project", "{}")]);
    fs::create_dir_all(dir.join("maps/deep")).expect("a folder");
    let above = dir.join("game.tiled-project");
    let (status, stdout, stderr) = types_of(&dir.join("maps/deep"), "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with(&format!("{}: added TpCollision", above.display())), "{stdout}");
    assert_eq!(names(&json(&above)["propertyTypes"]).len(), ENUMS.len() + CLASSES.len());

    // A folder without a project gets a new one.
    let (status, stdout, _) = types_of(&dir, "maps");
    assert_eq!(status, 0);
    assert!(stdout.starts_with("maps/tilephys.tiled-project: added TpCollision"), "{stdout}");
    let made = json(&dir.join("maps/tilephys.tiled-project"));
    assert_eq!(names(&made["propertyTypes"]).len(), ENUMS.len() + CLASSES.len());
    assert_eq!(made["folders"], serde_json::json!(["."]));
}

#[test]
fn files_for_the_import_and_for_tiled_1_8_have_the_same() {
    let old = r#"[ {"name": "Enemy", "properties": []} ]"#;
    let dir = scratch("types-files", &[("old.json", old)]);
    let (status, stdout, stderr) = types_of(&dir, "--export new.json --for-1.8 old.json");
    assert_eq!((status, stderr.as_str()), (0, ""));
    let classes: Vec<&str> = CLASSES.iter().copied().filter(|c| *c != "TpLevel").collect();
    let told = format!("new.json: added {}\nold.json: added {}\n", all(), classes.join(", "));
    assert_eq!(stdout, told);
    assert!(!dir.join("tilephys.tiled-project").exists(), "only what is asked for is written");
    assert_eq!(names(&json(&dir.join("new.json"))), [&ENUMS[..], &CLASSES[..]].concat());
    let old = json(&dir.join("old.json"));
    assert_eq!(names(&old), [&["Enemy"], &classes[..]].concat());
    // Tiled 1.8 spells this key differently in this file than in projects.
    let mover =
        old.as_array().and_then(|all| all.iter().find(|t| t["name"] == "TpMover")).expect("it is there");
    let easing = serde_json::json!({"name": "easing", "propertytype": "TpEasing", "type": "string", "value": "linear"});
    assert_eq!(mover["properties"][1], easing);
}

#[test]
fn a_check_changes_nothing() {
    let dir = scratch("types-check", &[("game.tiled-project", GAME)]);
    let (status, stdout, _) = types_of(&dir, "--check");
    assert_eq!((status, stdout), (1, format!("game.tiled-project: lacks {}\n", all())));
    assert_eq!(fs::read_to_string(dir.join("game.tiled-project")).expect("it is there"), GAME);
    assert_eq!(types_of(&dir, "").0, 0);
    let same = "game.tiled-project: has all types\n".to_owned();
    assert_eq!(types_of(&dir, "--check"), (0, same, String::new()));
}

#[test]
fn what_cannot_be_written_is_named_and_stays_as_it_was() {
    let other_kind = "{\"propertyTypes\":[\n {\"name\":\"TpMover\",\"type\":\"enum\",\"values\":[\"a\"]}]}";
    let flags = "{\"propertyTypes\":[\n {\"name\":\"TpEasing\",\"type\":\"enum\",\"values\":[\"in\"],\"valuesAsFlags\":true}]}";
    let member = "{\"propertyTypes\":[\n {\"name\":\"TpMover\",\"type\":\"class\",\"members\":[{\"name\":\"speed\",\"type\":\"string\",\"value\":\"fast\"}]}]}";
    let files = [
        ("comma.tiled-project", "{\n    \"propertyTypes\": [\n        {\"id\": 1,, }\n    ]\n}\n"),
        ("short.tiled-project", "{\n    \"propertyTypes\": ["),
        ("list.tiled-project", "[]"),
        ("other.tiled-project", other_kind),
        ("flags.tiled-project", flags),
        ("member.tiled-project", member),
        ("map.tmx", "<map/>"),
    ];
    let dir = scratch("types-bad", &files);
    fs::create_dir(dir.join("two")).expect("a folder");
    for name in ["two/a.tiled-project", "two/b.tiled-project"] {
        fs::write(dir.join(name), "{}").expect("a file");
    }
    let json = "restore the file from a backup, or delete it if no map uses its types";
    let rename = "rename yours in Tiled's Custom Types Editor";
    let rows = [
        ("comma.tiled-project", format!("comma.tiled-project:3:18: not well-formed JSON: key must be a string; {json}")),
        (
            "short.tiled-project",
            format!("short.tiled-project:2:22: not well-formed JSON: EOF while parsing a list; {json}"),
        ),
        (
            "list.tiled-project",
            "list.tiled-project:1:1: a list, expected a Tiled project; save it again in Tiled, or restore a \
             backup"
                .to_owned(),
        ),
        (
            "other.tiled-project",
            format!("other.tiled-project:2:2: the type \"TpMover\" clashes with the tilephys type of that name, which is a class; {rename}"),
        ),
        (
            "flags.tiled-project",
            format!(
                "flags.tiled-project:2:2: the type \"TpEasing\" clashes with the tilephys type of that name, \
                 which is an enum with a single value; {rename}"
            ),
        ),
        (
            "member.tiled-project",
            format!("member.tiled-project:2:2: the type \"TpMover\" clashes with the tilephys type of that name, which is a class whose member \"speed\" is of type float; {rename}"),
        ),
        ("map.tmx", "map.tmx: is not a Tiled project, whose name ends in .tiled-project; name one, or a \
                     folder".to_owned()),
        (
            "none/p.tiled-project",
            "none/p.tiled-project: there is no folder \"none\"; create it, or check the path".to_owned(),
        ),
        (
            "--export types.txt",
            "types.txt: Tiled recognizes the format by the extension; use a name that ends in .json".to_owned(),
        ),
        (
            "two",
            "there is more than one project, \"two/a.tiled-project\" and \"two/b.tiled-project\"; name one of them"
                .to_owned(),
        ),
        // The valid file is not written either.
        (
            "two/a.tiled-project --export comma.json",
            format!("comma.json:3:18: not well-formed JSON: key must be a string; {json}"),
        ),
    ];
    fs::write(dir.join("comma.json"), "[\n\n        {\"id\": 1,, }\n    ]\n").expect("a file");
    for (arguments, message) in rows {
        let (status, stdout, stderr) = types_of(&dir, arguments);
        assert_eq!((status, stdout.as_str()), (2, ""), "{arguments}");
        // The line at fault stands between the message and the remedy.
        match message.split_once(": ").filter(|(place, _)| place.matches(':').count() == 2) {
            None => assert_eq!(stderr, format!("error: {message}\n"), "{arguments}"),
            Some((place, said)) => {
                let (wrong, remedy) = said.rsplit_once("; ").expect("a remedy");
                let (head, tail) = (format!("error: {wrong}\n"), format!("= help: {remedy}\n"));
                assert!(stderr.starts_with(&head) && stderr.ends_with(&tail), "{arguments}: {stderr}");
                assert!(stderr.contains(&format!("--> {place}\n")), "{arguments}: {stderr}");
                assert!(stderr.contains('^'), "{arguments}: {stderr}");
            }
        }
    }
    for (name, text) in files {
        assert_eq!(fs::read_to_string(dir.join(name)).expect("it is there"), text, "{name}");
    }
    assert_eq!(fs::read_to_string(dir.join("two/a.tiled-project")).expect("it is there"), "{}");
    assert_eq!(fs::read_dir(&dir).expect("a folder").count(), files.len() + 2, "no part is left");
}

#[test]
fn a_write_protected_project_stays_as_it_is() {
    let dir = scratch("types-protected", &[("game.tiled-project", GAME)]);
    let file = dir.join("game.tiled-project");
    let mut permissions = fs::metadata(&file).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions.clone()).expect("it is ours");
    let message = "error: game.tiled-project: is write-protected; name another file, or allow it\n";
    assert_eq!(types_of(&dir, ""), (2, String::new(), message.to_owned()));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), GAME);
    assert_eq!(types_of(&dir, "--check").0, 1);
}

#[test]
fn the_help_says_what_is_done() {
    let (status, help, stderr) = types_of(Path::new("."), "--help");
    assert_eq!((status, stderr.as_str()), (0, ""));
    for word in ["[PROJECT]", "--export", "--for-1.8", "--check", "TpMover", "nothing", "Status: 0"] {
        assert!(help.contains(word), "{word} in {help}");
    }
}

/// The levels of `maps/` beside their project, and alone.
#[test]
fn a_level_without_its_project_says_what_is_missing() {
    let root = root();
    assert_eq!(types_of(root, "maps --check").0, 0, "maps/maps.tiled-project has all types");
    let dir = scratch("types-alone", &[]);
    for entry in fs::read_dir(root.join("maps")).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        if name.ends_with(".tmx") || name.ends_with(".tsx") {
            fs::copy(entry.path(), dir.join(name)).expect("it is copied");
        }
    }
    let warnings = |dir: &Path| {
        let ran = Ran::of(dir, "run cavern.tmx --projectiles 5 --steps 5 --json");
        let report = ran.json();
        report["warnings"].as_array().cloned().unwrap_or_default()
    };
    assert_eq!(warnings(&root.join("maps")), [Value::Null; 0]);
    let missing = "wood.tsx:4:15: tile 0: this map uses custom types, so it belongs to a project, but no \
                   .tiled-project is next to or above it: the defaults of the class \"Plank\" are unknown \
                   (the same in 7 other places); put the project of the map there, or tell the loader where \
                   it is";
    assert_eq!(warnings(&dir), [missing]);
}
