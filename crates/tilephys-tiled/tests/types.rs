//! Class defaults and enums of the project: resolution of properties, and faults of projects.

use crate::support;

use std::path::Path;
use support::{Folder, layer, map};
use tilephys_tiled::{Level, LoadError, Properties, Property, PropertyOrigin, PropertyValue, load_from};

/// Loads the first file.
fn try_load(files: &[(&str, &str)]) -> Result<Level, LoadError> {
    load_from(&Folder(files.to_vec()), files[0].0)
}

fn load(files: &[(&str, &str)]) -> Level {
    try_load(files).unwrap_or_else(|e| panic!("{e}"))
}

fn said(files: &[(&str, &str)]) -> String {
    try_load(files).map(|_| "it loads".to_owned()).unwrap_or_else(|e| e.to_string())
}

fn warnings(level: &Level) -> Vec<String> {
    let nothing = |w: &&String| !w.contains("nothing in this map collides");
    level
        .warnings
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .iter()
        .filter(nothing)
        .cloned()
        .collect()
}

/// A project of these types; the first is on line 3.
fn project(types: &[&str]) -> String {
    format!("{{\n\"propertyTypes\": [\n{}\n]}}", types.join(",\n"))
}

/// A class for everything, with these members.
fn class(name: &str, members: &str) -> String {
    format!(
        r##"{{"id":1,"name":"{name}","type":"class","color":"#ff000000","drawFill":true,"members":[{members}],"useAs":["property","map","layer","object","tile","tileset"]}}"##
    )
}

const MOOD: &str = r#"{"id":8,"name":"Mood","type":"enum","storageType":"string","values":["calm","angry"],"valuesAsFlags":false}"#;
const LEVEL: &str = r#"{"id":9,"name":"Danger","type":"enum","storageType":"int","values":["low","high"],"valuesAsFlags":false}"#;
const TEAM: &str = r#"{"id":7,"name":"Team","type":"enum","storageType":"string","values":["red","blue","green"],"valuesAsFlags":true}"#;

/// A map of one object layer, whose objects begin on line 3.
fn objects(list: &str) -> String {
    map("4x4", &format!("<objectgroup id=\"1\" name=\"o\">\n{list}</objectgroup>"))
}

/// Values as text: `name=value` with their origin.
fn told(properties: &Properties) -> Vec<String> {
    properties.iter().map(one).collect()
}

fn one(p: &Property) -> String {
    let by = match p.origin {
        PropertyOrigin::Own => "own",
        PropertyOrigin::Template => "template",
        PropertyOrigin::Tile => "tile",
        PropertyOrigin::Class => "class",
    };
    let value = match &p.value {
        PropertyValue::Bool(v) => v.to_string(),
        PropertyValue::Int(v) => v.to_string(),
        PropertyValue::Float(v) => v.to_string(),
        PropertyValue::String(v) | PropertyValue::File(v) => format!("{v:?}"),
        PropertyValue::Color(v) => format!("{v:?}"),
        PropertyValue::Object(v) => format!("{v:?}"),
        PropertyValue::Class(members) => format!("{{{}}}", told(members).join(", ")),
        other => format!("{other:?}"),
    };
    format!("{}={value} {by}", p.name)
}

#[test]
fn every_type_of_a_member_has_its_default() {
    let members = r##"{"name":"b","type":"bool","value":true},{"name":"c","type":"color","value":"#80112233"},
{"name":"e","type":"color","value":""},{"name":"f","type":"float","value":3},{"name":"i","type":"int","value":-2},
{"name":"o","type":"object","value":0},{"name":"p","type":"file","value":"a.png"},{"name":"s","type":"string","value":"a \"b\""},
{"name":"none","type":"float"}"##;
    let level = load(&[
        ("a.tmx", &objects("<object id=\"1\" type=\"All\"/>")),
        ("a.tiled-project", &project(&[&class("All", members)])),
    ]);
    let expected = [
        "b=true class",
        "c=Some([128, 17, 34, 51]) class",
        "e=None class",
        "f=3 class",
        "i=-2 class",
        "o=None class",
        "p=\"a.png\" class",
        "s=\"a \\\"b\\\"\" class",
        "none=0 class",
    ];
    assert_eq!(told(&level.objects[0].properties), expected);
    assert_eq!(level.project, Some("a.tiled-project".into()));
    let first = level.objects[0].properties.property("e").unwrap();
    assert_eq!(
        (&*first.file, first.position.line, first.position.column),
        (Path::new("a.tiled-project"), 4, 1)
    );
    assert_eq!(warnings(&level), [""; 0]);
}

/// As `Object::resolvedProperties` of Tiled: own, template, tile, class.
#[test]
fn own_wins_over_template_over_tile_over_class() {
    let number = |name: &str, value: u32| format!(r#"<property name="{name}" type="int" value="{value}"/>"#);
    let all = |names: &[&str], value| names.iter().map(|n| number(n, value)).collect::<String>();
    let member = |name: &str| format!(r#"{{"name":"{name}","type":"int","value":4}}"#);
    let members = ["a", "b", "c", "d"].map(member).join(",");
    let project =
        project(&[&class("Coin", &members), &class("Gem", r#"{"name":"g","type":"int","value":5}"#)]);
    let tileset = format!(
        r#"<tileset name="s" tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="s.png" width="32" height="16"/>
<tile id="1" type="Gem"><properties>{}</properties></tile></tileset>"#,
        all(&["a", "b", "c"], 3)
    );
    let template = format!(
        r#"<template><tileset firstgid="1" source="s.tsx"/><object type="Coin" gid="2" width="16" height="16"><properties>{}</properties></object></template>"#,
        all(&["a", "b"], 2)
    );
    let map = map(
        "4x4",
        &format!(
            r#"<tileset firstgid="1" source="s.tsx"/><objectgroup id="1" name="o">
<object id="1" template="t.tx" x="0" y="16"><properties>{}</properties></object>
<object id="2" gid="2" x="0" y="16" width="16" height="16"/>
<object id="3" gid="2" class="Coin" x="0" y="16" width="16" height="16"/>
<object id="4" template="t.tx" type="Gem" x="0" y="16"/>
</objectgroup>"#,
            number("a", 1)
        ),
    );
    let level =
        load(&[("a.tmx", &map), ("p.tiled-project", &project), ("s.tsx", &tileset), ("t.tx", &template)]);
    let expected: [(&str, &[&str]); 4] = [
        ("Coin", &["a=1 own", "b=2 template", "c=3 tile", "d=4 class"]),
        // Without a class it has the class of its tile.
        ("Gem", &["a=3 tile", "b=3 tile", "c=3 tile", "g=5 class"]),
        ("Coin", &["a=3 tile", "b=3 tile", "c=3 tile", "d=4 class"]),
        ("Gem", &["a=2 template", "b=2 template", "c=3 tile", "g=5 class"]),
    ];
    for (object, (class, properties)) in level.objects.iter().zip(expected) {
        assert_eq!(object.class, class, "object {}", object.id);
        assert_eq!(told(&object.properties), properties, "object {}", object.id);
    }
    assert_eq!(told(&level.tilesets[0].tiles[&1].properties), ["a=3 own", "b=3 own", "c=3 own", "g=5 class"]);
    let files: Vec<_> = level.objects[0].properties.iter().map(|p| p.file.display().to_string()).collect();
    assert_eq!(files, ["a.tmx", "t.tx", "s.tsx", "p.tiled-project"]);
}

#[test]
fn maps_layers_and_tilesets_have_classes_too() {
    let member = r#"{"name":"n","type":"int","value":1}"#;
    let only = |name: &str, uses: &str| {
        format!(r#"{{"name":"{name}","type":"class","members":[{member}],"useAs":["{uses}"]}}"#)
    };
    let text = |class: &str| {
        format!(
            r#"<map version="1.10" class="{class}" orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="s" class="{class}" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="s.png" width="16" height="16"/><tile id="0" class="{class}"/></tileset>
<group id="1" name="g" class="{class}"><objectgroup id="2" name="o" class="{class}"><object id="1" class="{class}"/></objectgroup></group></map>"#
        )
    };
    let uses = ["map", "tileset", "tile", "layer", "object"];
    for (place, name) in uses.iter().enumerate() {
        let types: Vec<String> = uses.iter().map(|u| only(u, u)).collect();
        let types: Vec<&str> = types.iter().map(String::as_str).collect();
        let level = load(&[("a.tmx", &text(name)), ("p.tiled-project", &project(&types))]);
        let n = |p: &Properties| p.int("n").unwrap_or(0);
        let found = [
            n(&level.properties),
            n(&level.tilesets[0].properties),
            n(&level.tilesets[0].tiles[&0].properties),
            n(&level.layers[0].properties) * n(&level.layers[1].properties),
            n(&level.objects[0].properties),
        ];
        let mut expected = [0; 5];
        expected[place] = 1;
        assert_eq!(found, expected, "{name}");
        assert_eq!(warnings(&level), [""; 0], "{name}");
    }
}

#[test]
fn nested_members_of_class_properties_have_their_defaults() {
    let inner = class("Inner", r#"{"name":"x","type":"int","value":1},{"name":"y","type":"int","value":2}"#);
    // Before the class that it needs.
    let outer = class(
        "Outer",
        r#"{"name":"in","type":"class","propertyType":"Inner","value":{"y":7}},{"name":"z","type":"int","value":3}"#,
    );
    let thing =
        class("Thing", r#"{"name":"out","type":"class","propertyType":"Outer","value":{"in":{"x":5}}}"#);
    let map = objects(
        r#"<object id="1" type="Thing"/>
<object id="2"><properties><property name="p" type="class" propertytype="Outer"/></properties></object>
<object id="3"><properties><property name="p" type="class" propertytype="Outer"><properties><property name="in" type="class" propertytype="Inner"><properties><property name="x" type="int" value="9"/></properties></property></properties></property></properties></object>
"#,
    );
    let level = load(&[("a.tmx", &map), ("p.tiled-project", &project(&[&thing, &outer, &inner]))]);
    let expected = [
        "out={in={x=5 class, y=2 class} class, z=3 class} class",
        "p={in={y=7 class, x=1 class} class, z=3 class} own",
        // A set class value replaces the value in the outer class: its other members have their own defaults.
        "p={in={x=9 own, y=2 class} own, z=3 class} own",
    ];
    for (object, properties) in level.objects.iter().zip(expected) {
        assert_eq!(told(&object.properties), [properties], "object {}", object.id);
    }
}

#[test]
fn enums_give_names_and_numbers_however_they_are_stored() {
    let row = |kind: &str, of: &str, value: &str| {
        format!(
            r#"<object id="1"><properties><property name="p" type="{kind}" propertytype="{of}" value="{value}"/></properties></object>"#
        )
    };
    let rows = [
        ("string", "Mood", "angry", "p=\"angry\" own", Some(("angry", 1))),
        ("int", "Mood", "1", "p=\"angry\" own", Some(("angry", 1))),
        ("int", "Danger", "1", "p=1 own", Some(("high", 1))),
        ("string", "Danger", "high", "p=1 own", Some(("high", 1))),
        ("string", "Team", "green,red", "p=\"red,green\" own", Some(("red,green", 5))),
        ("int", "Team", "3", "p=\"red,blue\" own", Some(("red,blue", 3))),
        ("string", "Team", "", "p=\"\" own", Some(("", 0))),
        ("string", "Mood", "happy", "p=\"happy\" own", None),
        ("int", "Danger", "2", "p=2 own", None),
        ("int", "Team", "8", "p=8 own", None),
    ];
    for (kind, of, value, expected, choice) in rows {
        let map = objects(&row(kind, of, value));
        let level = load(&[("a.tmx", &map), ("p.tiled-project", &project(&[MOOD, LEVEL, TEAM]))]);
        let property = level.objects[0].properties.property("p").unwrap();
        assert_eq!(one(property), expected);
        let found = property.choice.as_ref().map(|c| (c.name.as_str(), c.number));
        assert_eq!(found, choice, "{of} {value}");
        assert_eq!(warnings(&level).len(), usize::from(choice.is_none()), "{of} {value}");
    }
}

#[test]
fn a_class_of_the_game_may_set_collision() {
    let of_class = |value: &str| {
        class(
            "Plank",
            &format!(
                r#"{{"name":"collision","type":"string","propertyType":"TpCollision","value":"{value}"}}"#
            ),
        )
    };
    let content = r#"<tileset firstgid="1" name="s" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="s.png" width="64" height="16"/>
<tile id="0" type="Plank"/><tile id="1" type="Plank"><properties><property name="collision" propertytype="TpCollision" value="none"/></properties></tile><tile id="2"/>
<tile id="3"><objectgroup><object id="1" type="Plank" width="8" height="16"/></objectgroup></tile></tileset>"#;
    let map = map(
        "4x1",
        &(content.to_owned()
            + &layer("ground", "4x1", "", "1,2,3,4")
            + r#"<objectgroup id="2" name="o"><object id="1" class="Plank" x="0" y="64" width="32" height="8"/></objectgroup>"#),
    );
    let level = |value: &str| load(&[("a.tmx", &map), ("p.tiled-project", &project(&[&of_class(value)]))]);
    let solid = level("solid");
    assert_eq!(solid.grid.tiles().map(|(_, at, _)| at.col).collect::<Vec<_>>(), [0, 3]);
    assert_eq!(solid.grid.off_grid_shapes().count(), 1);
    let none = level("none");
    assert_eq!((none.grid.tiles().count(), none.grid.off_grid_shapes().count()), (0, 0));
    assert_eq!(
        level("sloid").warnings[0].to_string(),
        "p.tiled-project:3:86: tile 0 of tileset \"s\": property \"collision\" is \"sloid\" and has no \
         effect on collision: expected none, solid, one_way, hazard, ladder, water, trigger or bar; did you mean \
         \"solid\"?"
    );
}

#[test]
fn categories_are_words_of_the_projects_list() {
    let list = |storage: &str| {
        format!(
            r#"{{"name":"TpCategory","type":"enum","storageType":"{storage}","values":["rock","ghost","boss"],"valuesAsFlags":true}}"#
        )
    };
    let map = |property: &str| {
        let tiles = format!(
            r#"<tileset firstgid="1" name="s" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="s.png" width="16" height="16"/><tile id="0"><properties><property name="collision" value="solid"/>{property}</properties></tile></tileset>"#
        );
        map("1x1", &(tiles + &layer("ground", "1x1", "", "1")))
    };
    let category = |map: &str, types: &[&str]| {
        let level = load(&[("a.tmx", map), ("p.tiled-project", &project(types))]);
        let (_, _, kind) = level.grid.tiles().next().unwrap();
        level.grid.tile_kind(kind).category
    };
    let typed = |kind: &str, value: &str| {
        map(&format!(
            r#"<property name="category" type="{kind}" propertytype="TpCategory" value="{value}"/>"#
        ))
    };
    for storage in ["int", "string"] {
        let of_project = [list(storage)];
        let of_project = [of_project[0].as_str()];
        assert_eq!(category(&typed("string", "boss,ghost"), &of_project), 6, "{storage}");
        assert_eq!(category(&typed("int", "5"), &of_project), 5, "{storage}");
        // The type is lost, the words are not.
        assert_eq!(
            category(&map(r#"<property name="category" value="boss"/>"#), &of_project),
            4,
            "{storage}"
        );
        assert_eq!(category(&map(r#"<property name="category" type="int" value="64"/>"#), &of_project), 64);
    }
    // Without a project it has the built-in words, and bits beyond them.
    assert_eq!(category(&typed("string", "player,enemy"), &[]), 6);
    assert_eq!(category(&typed("int", "1024"), &[]), 1024);
    assert_eq!(
        said(&[("a.tmx", &typed("string", "gohst")), ("p.tiled-project", &project(&[&list("int")]))]),
        "a.tmx:2:202: tile 0 of tileset \"s\": property \"category\" of the type \"TpCategory\" has the \
         value \"gohst\": expected any of rock, ghost and boss, separated by \",\"; did you mean \"ghost\"?"
    );
}

/// A crate is solid as its tile is. A coin may show a tile of the ground without being solid; a lift has the collision
/// of its tile.
#[test]
fn tile_objects_have_the_class_of_their_tile_except_marks() {
    let tiles = r#"<tileset firstgid="1" name="s" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="s.png" width="64" height="16"/>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
<tile id="1"><properties><property name="one_way" type="bool" value="true"/></properties></tile>
<tile id="2" type="TpMover"/></tileset>"#;
    let object = |class: &str, gid: u32, own: &str| {
        let content = format!(
            r#"{tiles}<objectgroup id="1" name="o"><object id="1" type="{class}" gid="{gid}" x="16" y="32" width="16" height="16">{own}</object></objectgroup>"#
        );
        let level = load(&[("a.tmx", &map("4x4", &content))]);
        let shape = |kind| match level.grid.tile_kind(kind).shape {
            tilephys_core::shape::TileShape::Full => "solid",
            _ => "lines",
        };
        let off_grid = level.grid.off_grid_shapes().map(|(_, b)| shape(b.tile));
        let movers = level.movers.iter().map(|m| shape(m.mover.tile));
        off_grid.chain(movers).collect::<Vec<_>>().join(" ")
    };
    let solid = support::property("collision", "solid");
    let rows = [
        ("", 1, "", "solid"),
        ("Crate", 1, "", "solid"),
        ("Crate", 2, "", "lines"),
        ("TpCollectible", 1, "", ""),
        ("TpSpawn", 2, "", ""),
        ("TpCollectible", 1, solid.as_str(), "solid"),
        ("TpMover", 2, "", "lines"),
        ("TpMover", 4, "", "solid"),
        ("TpCollider", 4, "", "solid"),
        ("TpCollider", 2, "", "lines"),
        // The class of its tile.
        ("", 3, "", "solid"),
        ("", 4, "", ""),
    ];
    for (class, gid, own, expected) in rows {
        assert_eq!(object(class, gid, own), expected, "{class:?} that shows gid {gid}");
    }
}

#[test]
fn the_last_of_a_repeated_key_counts() {
    let coin = class("Coin", r#"{"name":"worth","type":"int","value":1}"#);
    let project = project(&[&coin.replacen("\"name\"", "\"name\":\"Gem\",\n\"name\"", 1)]);
    let level =
        load(&[("a.tmx", &objects("<object id=\"1\" type=\"Coin\"/>")), ("p.tiled-project", &project)]);
    assert_eq!(level.objects[0].properties.int("worth"), Some(1));
    assert_eq!(
        level.warnings[0].to_string(),
        "p.tiled-project:4:1: the key \"name\" appears twice in one object, and the last one is used; remove one"
    );
}
