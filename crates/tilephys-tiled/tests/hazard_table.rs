//! Every known hazard of the format, a row each: the content of the file, and the complete messages.

use crate::support;

use std::fmt::Write;
use support::{layer, load, map, rock, tile};

struct Row {
    hazard: &'static str,
    files: Vec<(&'static str, String)>,
    /// Messages, one each line; with "warning: " the map loads.
    said: &'static [&'static str],
}

fn row(hazard: &'static str, map: String, said: &'static [&'static str]) -> Row {
    Row { hazard, files: vec![("a.tmx", map)], said }
}

impl Row {
    fn with(mut self, name: &'static str, text: &str) -> Self {
        self.files.push((name, text.to_owned()));
        self
    }

    fn said(&self) -> Vec<String> {
        let files: Vec<(&str, &str)> = self.files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        match load(&files) {
            Ok(level) => level.warnings.iter().map(|warning| format!("warning: {warning}")).collect(),
            Err(error) => error.to_string().lines().map(str::to_owned).collect(),
        }
    }
}

fn check(rows: &[Row]) {
    let mut wrong = String::new();
    for row in rows {
        let said = row.said();
        println!("{}: {}", row.hazard, said.join(" | "));
        if said != row.said {
            let _ = writeln!(wrong, "{}:\n  {said:#?}\n  expected {:#?}", row.hazard, row.said);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

const NOTHING: &str = r#"warning: a.tmx:1:1: nothing in this map collides; in Tiled, set "collision" to "solid" on tiles, a tileset or a layer, or to "none" on the map if this is intended"#;

/// A map of 2 × 1 cells with a solid tile, which avoids the warning that nothing collides.
fn sound(content: &str) -> String {
    map("2x1", &format!("{}\n{content}", rock(&tile(0, "collision", "solid"))))
}

fn cells(csv: &str) -> String {
    sound(&layer("l", "2x1", "", csv))
}

fn data(attributes: &str, text: &str) -> String {
    sound(&format!("<layer name=\"l\" width=\"2\" height=\"1\"><data {attributes}>{text}</data></layer>"))
}

fn object(inner: &str) -> String {
    let layer = layer("l", "2x1", "", "1,1");
    sound(&format!("{layer}\n<objectgroup id=\"9\" name=\"o\">{inner}</objectgroup>"))
}

fn infinite(chunk: &str) -> String {
    data(r#"encoding="csv""#, chunk).replace(r#"infinite="0""#, r#"infinite="1""#)
}

#[test]
fn layers_and_their_cells() {
    check(&[
        row(
            "fewer cells than the layer has",
            cells("1"),
            &[
                r#"a.tmx:4:39: layer "l": 1 tiles in data, expected 2×1 = 2; open the map in Tiled and save it again"#,
            ],
        ),
        row(
            "more cells than the layer has",
            cells("1,1,1"),
            &[
                r#"a.tmx:4:39: layer "l": 3 tiles in data, expected 2×1 = 2; open the map in Tiled and save it again"#,
            ],
        ),
        row(
            "no data",
            sound(r#"<layer name="l" width="2" height="1"/>"#),
            &[
                r#"warning: a.tmx:4:1: layer "l": the layer has no <data>, so it is empty; save the map again in Tiled"#,
                NOTHING,
            ],
        ),
        row(
            "a gid and no tileset",
            map("2x1", &layer("l", "2x1", "", "1,1")),
            &[
                r#"a.tmx:2:60: layer "l", column 0, row 0: gid 1, but the map has no tileset; redraw the tile, or put the tileset back"#,
            ],
        ),
        row(
            "a gid before every tileset",
            cells("1,1").replace(r#"firstgid="1""#, r#"firstgid="5""#),
            &[
                r#"a.tmx:4:60: layer "l", column 0, row 0: gid 1 is below the first gid of every tileset; redraw the tile, or put the tileset back"#,
            ],
        ),
        row(
            "a gid beyond the last tileset",
            cells("1,9"),
            &[
                r#"warning: a.tmx:4:62: layer "l", column 1, row 0: the cell shows tile 8 of tileset "rock", which has no such tile, so it is empty; redraw the cell, or put the tile back"#,
            ],
        ),
        row("bit 28 of a gid", cells(&format!("1,{}", 1_u32 << 28 | 1)), &[]),
        row(
            "a comma at the end",
            cells("1,1,"),
            &[r#"a.tmx:4:64: layer "l": the CSV data ends with a comma; remove it"#],
        ),
        row(
            "no text",
            cells(""),
            &[
                r#"a.tmx:4:39: layer "l": 0 tiles in data, expected 2×1 = 2; open the map in Tiled and save it again"#,
            ],
        ),
        row(
            "base64 of a length that is no multiple of four",
            data(r#"encoding="base64""#, "AQAAAAEAAA=="),
            &[
                r#"a.tmx:4:38: layer "l": the data has 7 bytes, not a multiple of the 4 bytes of a tile; open the map in Tiled and save it again"#,
            ],
        ),
        row(
            "a bomb",
            data(
                r#"encoding="base64" compression="zlib""#,
                "eJxjZGBgYGKAAGYgZmRgaADyHYBsBSD7ARALQKXB6gApAAHh",
            ),
            &[
                r#"a.tmx:4:38: layer "l": more than 2 tiles in data, expected 2×1 = 2; open the map in Tiled and save it again"#,
            ],
        ),
        row(
            "a chunk beyond the world",
            infinite(r#"<chunk x="2147483647" y="0" width="2" height="1">1,1</chunk>"#),
            &[r#"a.tmx:4:59: layer "l": the chunk at column 2147483647, row 0 reaches beyond the world"#],
        ),
        row(
            "a chunk with too few cells",
            infinite(r#"<chunk x="-2" y="0" width="2" height="1">1</chunk>"#),
            &[
                r#"a.tmx:4:59: layer "l": 1 tiles in data, expected 2×1 = 2; open the map in Tiled and save it again"#,
            ],
        ),
        row(
            "a width of four billion",
            cells("1,1").replace(
                r#"<map version="1.10" orientation="orthogonal" width="2""#,
                r#"<map version="1.10" orientation="orthogonal" width="4000000000""#,
            ),
            &[
                r#"a.tmx:1:46: <map width="4000000000">: tiles of 16 px reach beyond the world, which ends at 8388607 px; resize the map to at most 524287 tiles"#,
            ],
        ),
        row(
            "a layer of four billion cells",
            sound(&layer("l", "4000000000x4000000000", "", "1")),
            &[
                r#"a.tmx:4:57: layer "l": with these 4000000000×4000000000 cells the layers have more than 4194304 cells, which is the limit; resize or split the map, or raise the limit (--max-cells, in code Limits::cells)"#,
            ],
        ),
    ]);
}

#[test]
fn tilesets() {
    let with = |from: &str, to: &str| cells("1,1").replace(from, to);
    let gone = cells("1,9").replace("<layer", "<tileset firstgid=\"9\" source=\"gone.tsx\"/>\n<layer");
    let shape = |shape: &str| {
        sound(&layer("l", "2x1", "", "1,1")).replace(
            "</properties></tile>",
            &format!("</properties><objectgroup><object id=\"1\">{shape}</object></objectgroup></tile>"),
        )
    };
    check(&[
        row(
            "a malformed attribute of an embedded tileset",
            with(r#"tileheight="16" tilecount"#, r#"tileheight="high" tilecount"#),
            &[
                r#"a.tmx:2:50: tileset "rock": <tileset tileheight="high">: expected a whole number from 0 to 4294967295"#,
            ],
        ),
        row("points with two spaces", shape(r#"<polygon points="0,0  16,0 16,16 "/>"#), &[]),
        row(
            "a huge count of tiles",
            with(r#"tilecount="8""#, r#"tilecount="4294967295""#),
            &[
                r#"a.tmx:2:66: tileset "rock": <tileset tilecount="4294967295">: a tileset can have at most 268435455 tiles"#,
            ],
        ),
        row(
            "no columns, and a margin larger than the image",
            with(r#" columns="4""#, r#" margin="4000000000""#),
            &[],
        ),
        row("an image without a size", with(r#" width="64" height="32""#, ""), &[]),
        row(
            "a tileset that is missing",
            gone.clone(),
            &[
                r#"warning: a.tmx:4:23: the tileset "gone.tsx" cannot be read: no such file, so its tiles are unknown and collide only where their layer does; put the file there, or select it again in Tiled"#,
            ],
        ),
        row(
            "a path out of the root folder",
            gone.replace("gone.tsx", "../gone.tsx"),
            &[
                r#"a.tmx:4:23: <tileset source="../gone.tsx">: it is outside ".", the root folder of the map; set --root .. (in code, Loader::root), which contains both, or put a .tiled-project there"#,
            ],
        ),
        row(
            "an absolute path",
            gone.replace("gone.tsx", "C:/gone.tsx"),
            &[
                r#"a.tmx:4:23: <tileset source="C:/gone.tsx">: absolute paths do not work on other computers; put the file next to the map and select it again in Tiled, or allow files anywhere (Loader::allow_outside)"#,
            ],
        ),
        row(
            "two tilesets with one first gid",
            with(
                "<layer",
                "<tileset firstgid=\"1\" name=\"b\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"1\"><image source=\"b.png\"/></tileset>\n<layer",
            ),
            &[
                r#"warning: a.tmx:4:10: <tileset firstgid="1">: tileset "rock" has the same firstgid, so none of its tiles appear, as in Tiled; remove one of the two, or renumber this one and its tiles from 9 on"#,
                r#"warning: a.tmx:1:1: nothing in this map collides; in Tiled, set "collision" to "solid" on tiles, a tileset or a layer, or to "none" on the map if this is intended"#,
            ],
        ),
    ]);
}

#[test]
fn objects_groups_and_ids() {
    let template = r#"<template><object template="t.tx"/></template>"#;
    let deep = "<group name=\"g\">".repeat(10_000) + &"</group>".repeat(10_000);
    let reference =
        r#"<object id="1"><properties><property name="to" type="object" value="7"/></properties></object>"#;
    let mover = r#"<object id="1" class="TpMover" width="8" height="8"><properties><property name="path" type="object" value="7"/></properties></object>"#;
    check(&[
        row("a template that names itself", object(r#"<object id="1" template="t.tx"/>"#), &[r#"t.tx:1:19: layer "o", object 1: the object of a template uses a template itself; make it a plain object"#]).with("t.tx", template),
        row("groups nested ten thousand deep", sound(&deep).replace("name=\"g\"", ""), &[r#"a.tmx:4:521: layer "////////////////////////////////////////////////////////////////": groups are nested more than 64 levels deep, which is the limit"#]),
        row("coordinates that are no number", object(r#"<object id="1" x="NaN" y="inf"/>"#), &[r#"a.tmx:5:45: layer "o", object 1: <object x="NaN">: expected a number of pixels within ±8388607"#, r#"a.tmx:5:53: layer "o", object 1: <object y="inf">: expected a number of pixels within ±8388607"#]),
        row("two objects with one id", object("<object id=\"1\"/>\n<object id=\"1\"/>"), &[r#"warning: a.tmx:6:1: layer "o", object 1: the object at line 5 also has the id 1, so this one gets a new id for now; delete one of them and draw it again, so that Tiled assigns a new id"#]),
        row("two objects with one id, and a reference to it", object(&format!("{}\n<object id=\"1\"/>", reference.replace("\"7\"", "\"1\""))), &[r#"a.tmx:6:1: layer "o", object 1: the object at line 5 also has the id 1, and a property refers to that id; delete one of them and draw it again, so that Tiled assigns a new id"#]),
        row("two layers with one id", object("").replace("<layer ", "<layer id=\"9\" "), &[r#"warning: a.tmx:5:1: layer "o": <objectgroup id="9">: the layer at line 4 has the same id, so a reload may confuse the two; duplicate this layer in Tiled and delete the original"#]),
        row("a reference to an object that is not there", object(reference), &[r#"warning: a.tmx:5:57: layer "o", object 1: property "to" refers to object 7, which is not in the map; choose another in Tiled, or clear it"#]),
        row("a mover's path that is not there", object(mover), &[r#"a.tmx:5:94: layer "o", object 1: property "path" is object 7, which is not in the map: expected a polyline or polygon to follow"#]),
        row("a shape of the future", object("<object id=\"1\"><star/></object>"), &[r#"a.tmx:5:45: layer "o", object 1: unknown shape <star> in an object"#]),
    ]);
}

#[test]
fn properties_and_files() {
    let list = |inner: &str| object(&format!("<object id=\"1\"><properties>{inner}</properties></object>"));
    check(&[
        row("a colour that is not set", list(r#"<property name="tint" type="color" value=""/>"#), &[]),
        row("a type of the future", list(r#"<property name="new" type="future" value="?"/>"#), &[]),
        row(
            "a property twice",
            list(r#"<property name="a" value="1"/><property name="a" value="2"/>"#),
            &[
                r#"warning: a.tmx:5:87: layer "o", object 1: the property "a" is set twice, and the last one is used; remove one"#,
            ],
        ),
        row(
            "an unknown value of a setting",
            list(r#"<property name="collision" value="sloid"/>"#),
            &[
                r#"warning: a.tmx:5:57: layer "o", object 1: property "collision" is "sloid" and has no effect on collision: expected none, solid, one_way, hazard, ladder, water, trigger or bar; did you mean "solid"?"#,
            ],
        ),
        row(
            "an unknown value of a setting that is ours alone",
            list(r#"<property name="tp_collision" value="no"/>"#),
            &[
                r#"a.tmx:5:57: layer "o", object 1: property "tp_collision" is "no": expected auto, off, on or cell"#,
            ],
        ),
        row(
            "a file that is cut short",
            cells("1,1").split_at(300).0.to_owned(),
            &[
                r#"a.tmx:3:26: <property> is not closed before the end of the file at line 3, column 49; the file is truncated, so save it again in Tiled or restore a backup"#,
            ],
        ),
        row(
            "entities",
            format!("<!DOCTYPE map [<!ENTITY a \"b\">]>{}", cells("1,1")),
            &[
                r#"a.tmx:1:16: entity declarations are not supported; save the file again in Tiled, which does not write any"#,
            ],
        ),
        row(
            "JSON",
            "{\"height\": 1}".to_owned(),
            &[
                r#"a.tmx:1:1: this JSON was not saved by Tiled, expected a map; choose a map, which Tiled saves as .tmj"#,
            ],
        ),
        row(
            "another orientation",
            cells("1,1").replace("orthogonal", "isometric"),
            &[
                r#"a.tmx:1:21: <map orientation="isometric">: only orthogonal maps are supported; draw the level as an orthogonal map"#,
            ],
        ),
        row(
            "values within values",
            list(
                &(r#"<property name="a" type="class"><properties>"#.repeat(20)
                    + &"</properties></property>".repeat(20)),
            ),
            &[
                r#"a.tmx:5:805: layer "o", object 1: property "a": values are nested more than 16 levels deep, which is the limit"#,
            ],
        ),
    ]);
}
