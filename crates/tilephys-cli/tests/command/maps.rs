//! Worlds and folders with several maps, and maps in JSON.

use crate::process::{Ran, level, scratch};
use serde_json::{Value, json};

/// The room of [`level`] in JSON.
fn room_in_json() -> String {
    let cells = [1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1];
    let solid = json!([{ "name": "collision", "type": "string", "value": "solid" }]);
    let map = json!({
        "type": "map", "version": "1.10", "orientation": "orthogonal",
        "width": 4, "height": 4, "tilewidth": 16, "tileheight": 16,
        "tilesets": [{
            "firstgid": 1, "name": "rock", "tilewidth": 16, "tileheight": 16, "tilecount": 1, "columns": 1,
            "image": "rock.png", "imagewidth": 16, "imageheight": 16,
            "tiles": [{ "id": 0, "properties": solid }]
        }],
        "layers": [{ "id": 1, "type": "tilelayer", "name": "ground", "width": 4, "height": 4, "data": cells }]
    });
    serde_json::to_string_pretty(&map).expect("it is JSON")
}

#[test]
fn a_map_in_json_runs_as_in_xml_and_its_faults_have_a_caret() {
    let damaged = room_in_json().replace("\"tilewidth\": 16,\n  \"type\"", "\"tilewidth\": 0,\n  \"type\"");
    let dir = scratch(
        "json",
        &[("a.tmx", &level()), ("b.tmj", &room_in_json()), ("c.json", &room_in_json()), ("d.tmj", &damaged)],
    );
    let hash = |map: &str| {
        let ran = Ran::of(&dir, &format!("run {map} --projectiles 1 --steps 90 --json"));
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{map}");
        let report: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
        report["state_hash"].clone()
    };
    assert_eq!(hash("b.tmj"), hash("a.tmx"));
    assert_eq!(hash("c.json"), hash("a.tmx"));
    let ran = Ran::of(&dir, "run d.tmj");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(
        lines[0], "error: \"tilewidth\": 0: a tile must be at least 1 pixel wide and high",
        "{}",
        ran.stderr
    );
    assert!(lines.iter().any(|line| line.trim().ends_with("^^^^^^^^^^^^^^")), "{}", ran.stderr);
}

#[test]
fn folders_and_worlds_name_their_maps_or_run_them_all() {
    let isometric = level().replace("orthogonal", "isometric");
    let world = r#"{ "maps": [{ "fileName": "b.tmj", "x": 0, "y": 0 }, { "fileName": "a b.tmx", "x": 64, "y": 0 }] }"#;
    let dir = scratch(
        "several",
        &[
            ("a b.tmx", &level()),
            ("b.tmj", &room_in_json()),
            ("i.tmx", &isometric),
            ("w.world", world),
            ("p.json", "{}"),
        ],
    );
    let ran = Ran::of(&dir, "run .");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    let expected = "error: . has several maps: run one of them, or all with --all\n  tilephys run 'a \
                    b.tmx'\n  tilephys run b.tmj\nThese cannot be loaded:\n  i.tmx:1:21: <map \
                    orientation=\"isometric\">: only orthogonal maps are supported; draw the level as an \
                    orthogonal map\n";
    assert_eq!(ran.stderr, expected);
    let ran = Ran::of(&dir, "run w.world");
    let expected = "error: w.world has several maps: run one of them, or all with --all\n  tilephys run b.tmj\n  tilephys run 'a b.tmx'\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (2, expected));

    let ran = Ran::of(&dir, "render w.world -o out.png");
    let expected = "error: w.world has several maps: draw one of them\n  tilephys render b.tmj -o out.png\n  tilephys render 'a b.tmx' -o out.png\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (2, expected));

    let all = "--all --projectiles 1 --steps 30 --json";
    let ran = Ran::of(&dir, &format!("run w.world {all}"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let reports: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let maps: Vec<_> = reports.iter().map(|report| report["map"].as_str()).collect();
    assert_eq!(maps, [Some("b.tmj"), Some("a b.tmx")]);
    // A map that does not load does not stop the others.
    let ran = Ran::of(&dir, &format!("run . {all}"));
    assert_eq!((ran.status, ran.stdout.lines().count()), (2, 2));
    assert!(ran.stderr.starts_with("error: <map orientation=\"isometric\">"), "{}", ran.stderr);

    // A single one is meant.
    let dir = scratch("one_map", &[("a.tmx", &level())]);
    assert_eq!(Ran::of(&dir, "run . --projectiles 1 --steps 1").status, 0);
    let ran = Ran::of(&dir, "render . -o out.svg");
    assert_eq!(ran.status, 0, "{}", ran.stderr);

    let ran = Ran::of(&scratch("no_maps", &[("a.txt", "")]), "run .");
    let expected =
        "error: .: there is no map in this folder, nor in those within it; maps end in .tmx, .tmj or .json\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (2, expected));
}
