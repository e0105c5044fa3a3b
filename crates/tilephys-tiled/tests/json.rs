//! Maps, tilesets and templates in JSON: equal levels, and faults of damaged files.

use crate::support;

use std::path::Path;
use support::json::{json_of, parts, read};
use support::{cells, layer, load, map, rock, tile};
use tilephys_tiled::{Level, Loader, Problem, PropertyValue, WarningKind};

fn failed(json: &str) -> tilephys_tiled::LoadError {
    let files = |path: &Path| match path.to_str() {
        Some("a.tmj") => Ok(json.as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let loaded = Loader::with_files(files).strict(true).load("a.tmj");
    loaded.map(|_| ()).expect_err("it does not load")
}

fn level(json: &str) -> Level {
    read(&[("a.tmj", json)]).unwrap_or_else(|e| panic!("{e}\n{json}"))
}

/// A map of 2 × 1 cells with tile 1 of the tileset "rock" solid, in lines; `layers` and `extra` members go into it.
fn small(layers: &str, extra: &str) -> String {
    format!(
        r#"{{ "height": 1, "width": 2, "tilewidth": 16, "tileheight": 16, "orientation": "orthogonal", "type": "map",
 "layers": [{layers}],
 "tilesets": [{{ "firstgid": 1, "name": "rock", "tilewidth": 16, "tileheight": 16, "tilecount": 8, "columns": 4,
   "image": "rock.png", "imagewidth": 64, "imageheight": 32,
   "tiles": [{{ "id": 0, "properties": [{{ "name": "collision", "type": "string", "value": "solid" }}] }}] }}]{extra} }}"#
    )
}

fn tiles(data: &str) -> String {
    format!(r#"{{ "type": "tilelayer", "name": "l", "width": 2, "height": 1, {data} }}"#)
}

#[test]
fn json_and_xml_give_equal_levels() {
    for files in support::everything::maps() {
        let texts = files.0.iter().filter(|(path, _)| !path.ends_with(".world"));
        let texts: Vec<_> =
            texts.map(|(path, bytes)| (path.as_str(), std::str::from_utf8(bytes).unwrap())).collect();
        load(&texts).unwrap();
    }
}

#[test]
fn files_in_json_and_xml_refer_to_each_other() {
    let tileset = rock(&tile(1, "collision", "solid")).replace(r#"firstgid="1" "#, "");
    let template = |ending: &str| {
        format!(
            r#"<template><tileset firstgid="1" source="rock.{ending}"/><object gid="2" width="16" height="16"/></template>"#
        )
    };
    let map = |tileset: &str, template: &str| {
        let objects = format!(
            r#"<objectgroup name="o"><object id="1" template="{template}" x="4" y="20"/></objectgroup>"#
        );
        let content = format!(r#"<tileset firstgid="1" source="{tileset}"/>"#);
        map("2x1", &(content + &layer("l", "2x1", "", "2,0") + &objects))
    };
    let json = |xml: &str| json_of(xml).unwrap();
    let expected =
        load(&[("a.tmx", &map("rock.tsx", "t.tx")), ("rock.tsx", &tileset), ("t.tx", &template("tsx"))])
            .unwrap();
    let rows: [[(&str, String); 3]; 4] = [
        [("a.tmx", map("r.tsj", "t.tj")), ("r.tsj", json(&tileset)), ("t.tj", json(&template("tsj")))],
        [("a.tmj", json(&map("r.xml", "t.tx"))), ("r.xml", tileset.clone()), ("t.tx", template("xml"))],
        [
            ("a.json", json(&map("r.json", "t.json"))),
            ("r.json", json(&tileset)),
            ("t.json", json(&template("json"))),
        ],
        [("a.tmx", json(&map("r.tsj", "t.tj"))), ("r.tsj", tileset.clone()), ("t.tj", template("tsj"))],
    ];
    for files in rows {
        let files: Vec<(&str, String)> =
            files.into_iter().map(|(name, text)| (name, text.replace("rock.", "r."))).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let level = read(&files).unwrap_or_else(|e| panic!("{}: {e}", files[0].0));
        assert_eq!(cells(&level), cells(&expected), "{}", files[0].0);
        // They are equal except for the names of files.
        let objects = |level: &Level| {
            parts(level)[3]
                .split("file: ")
                .map(|part| part.split_once(',').map_or(part, |(_, rest)| rest).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(objects(&level), objects(&expected), "{}", files[0].0);
    }
}

#[test]
fn cells_in_every_form_are_one_grid() {
    let solid = [(0, 0, 0, 1)];
    let base64 = r#""encoding": "base64", "data": "AQAAAAAAAAA=""#;
    let rows = [
        r#""data": [1, 0]"#,
        r#""data": [1,0], "encoding": "csv""#,
        "\"data\":[\n 1,\r\n 0]",
        r#""data": [1.0, 0e0]"#,
        base64,
        r#""encoding": "base64", "compression": "", "data": "AQAAAAAAAAA\u003d""#,
        r#""encoding": "base64", "compression": "zlib", "data": "eJxjZIAAAAAQAAI=""#,
    ];
    for data in rows {
        assert_eq!(cells(&level(&small(&tiles(data), ""))), solid, "{data}");
    }
    let infinite = r#", "infinite": true"#;
    let chunk = r#""chunks": [{ "x": 0, "y": 0, "width": 1, "height": 1, "data": [1] }]"#;
    assert_eq!(cells(&level(&small(&tiles(chunk), infinite))), solid);
    assert_eq!(cells(&level(&small(&tiles(r#""data": [1, 0]"#), infinite))), solid);
    let moved = level(&small(&tiles(r#""data": [1, 0], "startx": -3, "starty": 5"#), infinite));
    assert_eq!(cells(&moved), [(0, -3, 5, 1)]);
}

#[test]
fn tiles_and_properties_by_key_equal_lists() {
    let old = r#"{ "height": 1, "width": 3, "tilewidth": 16, "tileheight": 16, "orientation": "orthogonal", "version": 1,
 "properties": { "depth": 2, "half": 0.5, "name": "cave", "wet": true },
 "propertytypes": { "depth": "int", "half": "float", "name": "string", "wet": "bool" },
 "layers": [{ "type": "tilelayer", "name": "l", "width": 3, "height": 1, "data": [1, 3, 11], "visible": true, "opacity": 1, "x": 0, "y": 0 }],
 "tilesets": [{ "firstgid": 1, "name": "rock", "tilewidth": 16, "tileheight": 16, "tilecount": 12, "columns": 4,
   "image": "rock.png", "imagewidth": 64, "imageheight": 48,
   "tileproperties": { "0": { "collision": "solid" }, "10": { "collision": "hazard" } },
   "tilepropertytypes": { "0": { "collision": "string" }, "10": { "collision": "string" } },
   "tiles": { "2": { "objectgroup": { "type": "objectgroup", "name": "", "objects": [{ "id": 1, "x": 0, "y": 0, "width": 16, "height": 16 }] } },
     "10": { "type": "spike", "animation": [{ "tileid": 1, "duration": 9 }] } } }] }"#;
    let level = level(old);
    assert_eq!(cells(&level), [(0, 0, 0, 1), (0, 1, 0, 3)]);
    assert_eq!(level.regions.len(), 1);
    let tile = &level.tilesets[0].tiles[&10];
    assert_eq!((tile.class.as_str(), tile.frames.len()), ("spike", 1));
    let value = |name: &str| level.properties.get(name).cloned();
    assert_eq!(value("depth"), Some(PropertyValue::Int(2)));
    assert_eq!(value("half"), Some(PropertyValue::Float(0.5)));
    assert_eq!(value("name"), Some(PropertyValue::String("cave".into())));
    assert_eq!(value("wet"), Some(PropertyValue::Bool(true)));
    // Before Tiled 0.16 there were no types.
    let without = read(&[("a.tmj", &old.replace("propertytypes", "unknown"))]).unwrap();
    assert_eq!(parts(&without)[7], parts(&level)[7]);
}

#[test]
fn members_of_classes_have_the_types_of_the_project() {
    let project = r##"{ "propertyTypes": [{ "id": 1, "name": "Lamp", "type": "class", "useAs": ["property"], "members": [
        { "name": "glow", "type": "color", "value": "#ff000000" }, { "name": "image", "type": "file", "value": "" },
        { "name": "reach", "type": "float", "value": 1 }, { "name": "wire", "type": "object", "value": 0 },
        { "name": "count", "type": "int", "value": 1 }] }] }"##;
    let lamp = r##", "properties": [{ "name": "lamp", "type": "class", "propertytype": "Lamp",
        "value": { "glow": "#80102030", "image": "a.png", "reach": 3, "wire": 7, "count": 4 } }]"##;
    let read = |map: &str| {
        let files = support::Folder(vec![("a.tmj", map), ("game.tiled-project", project)]);
        Loader::with_files(files).load("a.tmj").unwrap_or_else(|e| panic!("{e}"))
    };
    let level = read(&small("", lamp));
    let Some(PropertyValue::Class(members)) = level.properties.get("lamp") else { panic!("a class") };
    let expected = [
        ("glow", PropertyValue::Color(Some([0x80, 0x10, 0x20, 0x30]))),
        ("image", PropertyValue::File("a.png".into())),
        ("reach", PropertyValue::Float(3.0)),
        ("wire", PropertyValue::Object(Some(7))),
        ("count", PropertyValue::Int(4)),
    ];
    for (name, value) in expected {
        assert_eq!(members.get(name), Some(&value), "{name}");
    }
}

#[test]
fn a_member_with_the_name_of_cells_keeps_its_items() {
    let song = r#", "properties": [{ "name": "song", "type": "class", "value": { "data": [1, "two"] } }]"#;
    let level = level(&small("", song));
    let Some(PropertyValue::Class(members)) = level.properties.get("song") else { panic!("a class") };
    let items = vec![PropertyValue::Int(1), PropertyValue::String("two".into())];
    assert_eq!(members.get("data"), Some(&PropertyValue::List(items)));
}

#[test]
fn values_are_read_as_tiled_reads_them() {
    let json = small(
        r#"{ "type": "objectgroup", "name": "a\u00e4\n<&\"", "opacity": null, "visible": false, "objects": [
             { "id": 1.0, "gid": 2, "x": 16e0, "y": 16, "width": 0, "height": 0, "rotation": -0.0, "type": "key" }] }"#,
        r#", "infinite": 0, "nextobjectid": 2, "editorsettings": { "chunksize": { "width": 16 } }"#,
    );
    let json = format!("\u{feff}{json}");
    let level = level(&json);
    assert_eq!(level.layers[0].path, "aä\n<&\"");
    assert!(!level.layers[0].visible);
    assert_eq!(level.layers[0].opacity, 1.0);
    let object = &level.objects[0];
    assert_eq!((object.id, object.anchor.x, object.class.as_str()), (1, 16.0, "key"));
}

#[test]
fn faults_in_json_have_a_position_and_a_marked_part() {
    let bad = |data: &str| small(&tiles(data), "");
    let group = |objects: &str| {
        small(&format!("\n{{ \"type\": \"objectgroup\", \"name\": \"o\", \"objects\": [{objects}] }}"), "")
    };
    let deep =
        |count: usize| small(&(r#"{"type":"group","layers":["#.repeat(count) + &"]}".repeat(count)), "");
    let property = |rest: &str| small("", &format!(",\n\"properties\": [{{ {rest} }}]"));
    // Start of the message, its position, and the marked part.
    let rows: Vec<(String, &str, (u32, u32), &str)> = vec![
        (String::new(), "", (1, 1), ""),
        ("[1, 2]".into(), "this JSON is a list, not a map saved by Tiled", (1, 1), "["),
        (
            "{ \"type\": \"tileset\" }".into(),
            "this JSON is a tileset, expected a map; choose a map, which Tiled saves as .tmj",
            (1, 3),
            "\"type\": \"tileset\"",
        ),
        ("{ \"a\": 1 }".into(), "this JSON was not saved by Tiled, expected a map", (1, 1), "{"),
        (
            "{ \"layers\": [\n  { \"data\": [1, 2".into(),
            "\"data\" is not closed before the end of the file; the file is truncated",
            (2, 5),
            "\"data\"",
        ),
        (
            "{ \"layers\": [], \"class\": \"ca".into(),
            "the string that begins here is not closed before the end of the file",
            (1, 26),
            "\"ca",
        ),
        (
            "{\n \"layers\": [1 2] }".into(),
            "not well-formed JSON: expected `,` or `]`; check that Tiled saved this file",
            (2, 15),
            "2",
        ),
        ("{ \"layers\": [], }".into(), "not well-formed JSON: key must be a string", (1, 17), "}"),
        // More values than a file may have, and cut off.
        (
            "[".repeat(2_200_000),
            "not well-formed JSON: EOF while parsing a list; check that Tiled saved this file",
            (1, 2_200_000),
            "[",
        ),
        (
            small("", ", \"width\": 3"),
            "the key \"width\" appears twice in one object, and the last one is used; remove one",
            (5, 108),
            "\"width\": 3",
        ),
        (
            small("", "").replace("\"width\": 2,", "\"width\": \"two\","),
            "\"width\": \"two\": expected a whole number from 0 to 4294967295",
            (1, 16),
            "\"width\": \"two\"",
        ),
        (
            small("", "").replace("\"width\": 2,", "\"width\": [2],"),
            "\"width\" is a list, expected a number, a string, true or false",
            (1, 16),
            "\"width\"",
        ),
        (
            small("", "").replace("\"width\": 2,", "\"width\": 1e999,"),
            "\"width\": 1e999: expected a whole number",
            (1, 16),
            "\"width\": 1e999",
        ),
        (small("", "").replace("\"width\": 2,", ""), "the map has no \"width\"", (1, 1), "{"),
        (
            small("", "").replace("\"orthogonal\"", "\"isometric\""),
            "\"orientation\": \"isometric\": only orthogonal maps are supported",
            (1, 63),
            "\"orientation\": \"isometric\"",
        ),
        (small("3", ""), "this is a number, expected an object", (2, 13), "3"),
        (
            small("{ \"type\": \"tiles\" }", ""),
            "\"type\": \"tiles\": expected tilelayer, objectgroup, imagelayer or group",
            (2, 15),
            "\"type\": \"tiles\"",
        ),
        (small("{ \"name\": \"a\" }", ""), "the layer has no \"type\"", (2, 13), "{"),
        (
            bad("\"data\": 5"),
            "\"data\" is a number, expected a list of numbers or a string",
            (2, 74),
            "\"data\": 5",
        ),
        (bad("\"data\": [1]"), "1 tiles in data, expected 2×1 = 2", (2, 74), "\"data\""),
        (
            bad("\"data\": [1,\n  99]").replace("\"firstgid\": 1", "\"firstgid\": 100"),
            "gid 1 is below the first gid of every tileset",
            (2, 83),
            "1",
        ),
        (
            bad("\"data\": [1,\n \"a\"]"),
            "\"a\" in \"data\": expected a gid, a whole number; write 0 for no tile",
            (3, 2),
            "\"a\"",
        ),
        (bad("\"data\": [1,\n -1]"), "\"-1\" in \"data\": expected a gid", (3, 2), "-1"),
        (
            bad("\"encoding\": \"base64\", \"data\": \"AQA\""),
            "the data is not valid Base64",
            (2, 96),
            "\"data\": \"AQA\"",
        ),
        (
            bad("\"encoding\": \"lzma\", \"data\": \"AQA\""),
            "unknown encoding \"lzma\" with compression \"\"",
            (2, 74),
            "\"encoding\": \"lzma\"",
        ),
        (bad("\"chunks\": [{}]"), "the chunk has no \"data\"; save the map again in Tiled", (2, 85), "{"),
        (
            bad("\"chunks\": [{ \"data\": [] }]"),
            "a chunk in a map that is not infinite; set \"infinite\" of the map to true",
            (2, 85),
            "{",
        ),
        (
            group("{ \"id\": 1, \"x\": \"?\" }"),
            "\"x\": \"?\": expected a number of pixels within ±8388607",
            (3, 62),
            "\"x\": \"?\"",
        ),
        (
            group("{ \"id\": 1, \"polygon\": [] }"),
            "\"polygon\" has no points; delete the object in Tiled",
            (3, 62),
            "\"polygon\"",
        ),
        (group("{ \"id\": 1, \"polygon\": [5] }"), "this is a number, expected an object", (3, 74), "5"),
        (
            group("{ \"id\": 1, \"template\": \"t.tj\" }"),
            "the template \"t.tj\" cannot be read",
            (3, 62),
            "\"template\": \"t.tj\"",
        ),
        (
            property("\"name\": \"a\", \"type\": \"int\", \"value\": 1.5"),
            "property \"a\" of type int is \"1.5\" and is read as 0: expected a 32-bit whole number",
            (6, 16),
            "{",
        ),
        (
            property("\"name\": \"a\", \"type\": \"string\", \"value\": [1]"),
            "a value of type string is a list, expected a string, a number, true or false",
            (6, 49),
            "\"value\"",
        ),
        (
            property("\"type\": \"int\", \"value\": 1"),
            "the property has no \"name\", so it is ignored",
            (6, 16),
            "{",
        ),
        (property("\"name\": \"\\ud800\", \"value\": 1"), "invalid string: ", (6, 26), "\"\\ud800\""),
        (deep(70), "groups are nested more than 64 levels deep, which is the limit", (2, 13 + 26 * 65), "{"),
        (
            small("", "").replace("\"firstgid\": 1, ", ""),
            "the tileset needs a \"firstgid\" from 1 to 268435455",
            (3, 15),
            "{",
        ),
        (
            small("", "").replace(
                "\"tilewidth\": 16, \"tileheight\": 16, \"tilecount\"",
                "\"tilewidth\": 0, \"tileheight\": 16, \"tilecount\"",
            ),
            "\"tilewidth\": 0: a tile must be at least 1 pixel wide and high",
            (3, 48),
            "\"tilewidth\": 0",
        ),
    ];
    let mut wrong = String::new();
    for (json, message, place, marked) in rows.into_iter().skip(1) {
        let error = failed(&json);
        let at = error.position().map(|at| (at.line, at.column));
        let snippet = error.snippet().map(|s| &s.text[s.marked.clone()]);
        let said = format!("{}; {}", error.message(), error.help().unwrap_or_default());
        if !said.starts_with(message) || at != Some(place) || snippet != Some(marked) {
            wrong += &format!(
                "{message}\n  at {place:?} {marked:?}, but it is\n  at {at:?} {snippet:?}: {said}\n"
            );
        }
        assert_eq!(error.file(), Path::new("a.tmj"));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn faults_in_json_files_name_the_file() {
    let map = small("", "")
        .replace("\"tilesets\": [{", "\"tilesets\": [{ \"firstgid\": 20, \"source\": \"r.tsj\" }, {");
    let rows = [
        ("{ \"type\": \"tileset\",\n \"tilewidth\": 16", "{ is not closed before the end of the file", 1),
        (
            "{ \"type\": \"map\" }",
            "this JSON is a map, expected a tileset; choose a tileset, which Tiled saves as .tsj",
            1,
        ),
        (
            "{ \"type\": \"tileset\",\n \"name\": \"r\", \"image\": \"r.png\",\n \"tilewidth\": 0, \"tileheight\": 1, \"tilecount\": 1 }",
            "\"tilewidth\": 0: a tile must be at least 1 pixel wide and high",
            3,
        ),
    ];
    for (tileset, message, line) in rows {
        let error = read(&[("a.tmj", &map), ("r.tsj", tileset)]).map(|_| ()).expect_err(message);
        assert!(error.to_string().contains(&format!(": {message}")), "{error}");
        assert_eq!(error.file(), Path::new("r.tsj"));
        assert_eq!(error.position().map(|at| at.line), Some(line), "{error}");
        assert!(error.snippet().is_some());
    }
    let level = read(&[("a.tmj", &map)]).expect("a missing tileset is a warning");
    let warning = level.warnings.iter().find(|w| w.kind == WarningKind::MissingTileset).expect("it is told");
    let marked = warning.snippet.as_ref().map(|s| &s.text[s.marked.clone()]);
    assert_eq!(marked, Some("\"source\": \"r.tsj\""));
}

#[test]
fn invalid_utf8_is_located() {
    for bytes in [&b"\xff\xfe{\0}\0"[..], b"{ \"type\": \"map\", \"class\": \"\xe4\" }"] {
        let error = Loader::with_files(|_: &Path| Ok(bytes.to_vec())).load("a.tmj");
        let error = error.map(|_| ()).expect_err("no UTF-8");
        assert_eq!(error.problem(), Problem::File);
        assert!(error.message().starts_with("invalid UTF-8: the file is damaged"), "{error}");
        assert!(error.position().is_some());
    }
}

#[test]
fn warnings_name_keys_of_json() {
    let json = small(&tiles("\"data\": [1, 0], \"opacity\": 2, \"tintcolor\": \"red\""), "");
    let level = level(&json);
    let told: Vec<&str> = level.warnings.iter().map(|w| w.message.as_str()).collect();
    assert!(
        told[0].starts_with("\"opacity\": 2: expected a number from 0 to 1, so the value is ignored"),
        "{told:?}"
    );
    assert!(
        told[1].starts_with("\"tintcolor\": \"red\": expected #AARRGGBB or #RRGGBB, so the value is ignored"),
        "{told:?}"
    );
    let marked = level.warnings[1].snippet.as_ref().map(|s| &s.text[s.marked.clone()]);
    assert_eq!(marked, Some("\"tintcolor\": \"red\""));
}

#[test]
fn worlds_have_maps_in_json() {
    let xml = map("4x3", "");
    let json = json_of(&xml).unwrap();
    let other = r#"{ "orientation": 1, "width": [] }"#;
    let world = r#"{ "maps": [{ "fileName": "a.tmj", "x": 0, "y": 0 }], "patterns": [{ "regexp": "c_(\\d+)_(\\d+).*", "multiplierX": 64, "multiplierY": 48 }] }"#;
    let files = support::Folder(vec![
        ("w.world", world),
        ("a.tmj", &json),
        ("c_1_0.tmj", &json),
        ("c_2_0.json", &json),
        ("c_3_0.tmx", &xml),
        ("c_4_0.json", "{ \"type\": \"tileset\" }"),
        ("c_5_0.txt", other),
    ]);
    let mut loader = Loader::with_files(files);
    let world = loader.load_world("w.world").unwrap();
    let maps: Vec<_> = world.maps.iter().map(|m| (m.path.to_str().unwrap(), m.size.unwrap())).collect();
    let size = glam::UVec2::new(64, 48);
    assert_eq!(maps, [("a.tmj", size), ("c_1_0.tmj", size), ("c_2_0.json", size), ("c_3_0.tmx", size)]);
    assert_eq!(loader.load_all(&world).unwrap().len(), 4);
}

#[test]
fn the_last_of_a_repeated_key_wins() {
    let twice = "\"width\": 7, \"width\": 2,";
    let with = |from: &str, to: &str| {
        level(&small(&tiles("\"data\": [1, 0]"), "").replacen(from, to, 1)).warnings.len()
    };
    assert_eq!((with("\"width\": 2,", twice), with("", "")), (1, 0));
    let kind = small(&tiles("\"data\": [1, 0]"), "").replacen("\"width\": 2,", twice, 1);
    assert_eq!(level(&kind).warnings[0].to_string(), failed(&kind).to_string());
    assert_eq!(level(&kind).bounds.map(|bounds| bounds.size.x), Some(2));
}
