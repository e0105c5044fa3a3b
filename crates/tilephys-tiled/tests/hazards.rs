//! Input that makes the `tiled` crate panic, lose tiles, or fail without a position, and other damaged files.

use crate::support;

use std::io;
use std::path::Path;
use support::{cells, error, layer, level, load, map, property, rock, strict, tile};
use tilephys_tiled::{LoadError, Problem, WarningKind, load_from};

fn solid() -> String {
    rock(&tile(0, "collision", "solid"))
}

/// Rows whose layer data is short, long or absent, and whose gids are unknown, are in `encodings.rs`.
#[test]
fn a_layer_without_data_is_named() {
    let layer = r#"<layer name="ground" width="2" height="2"/>"#;
    let text = map("2x2", &format!("{}\n{layer}", solid()));
    assert_eq!(cells(&level(&text)), []);
    assert_eq!(
        strict(&text),
        "a.tmx:4:1: layer \"ground\": the layer has no <data>, so it is empty; save the map again in Tiled"
    );
    let twice = layer.replace("/>", "><data encoding=\"csv\">1,1,1,1</data>\n<data/></layer>");
    assert_eq!(
        error(&map("2x2", &format!("{}\n{twice}", solid()))),
        "a.tmx:5:1: layer \"ground\": the layer has a second <data>; remove one"
    );
}

#[test]
fn bit_28_of_a_gid_means_nothing_in_an_orthogonal_map() {
    let row = format!("{},{},{},1", 1_u32 << 28 | 1, 1_u32 << 28, 0xF000_0001_u32);
    let level = level(&map("4x1", &(solid() + &layer("ground", "4x1", "", &row))));
    assert_eq!(cells(&level), [(0, 0, 0, 1), (0, 2, 0, 1), (0, 3, 0, 1)]);
}

#[test]
fn a_bad_attribute_of_an_embedded_tileset_is_named_itself() {
    let with = |from: &str, to: &str| error(&map("1x1", &rock("").replace(from, to)));
    let rows = [
        (
            r#"tilewidth="16""#,
            r#"tilewidth="wide""#,
            "a.tmx:2:35: tileset \"rock\": <tileset tilewidth=\"wide\">: expected a whole number from 0 to 4294967295",
        ),
        (r#"tileheight="16" "#, "", "a.tmx:2:1: tileset \"rock\": <tileset> has no \"tileheight\" attribute"),
        (
            r#"tilewidth="16""#,
            r#"tilewidth="0""#,
            "a.tmx:2:35: tileset \"rock\": <tileset tilewidth=\"0\">: a tile must be at least 1 pixel wide \
             and high; set its size in the tileset's properties in Tiled",
        ),
        (
            r#"firstgid="1""#,
            r#"firstgid="0""#,
            "a.tmx:2:10: <tileset> needs a \"firstgid\" from 1 to 268435455",
        ),
        (
            r#"name="rock""#,
            r#"name="rock" objectalignment="middle""#,
            "a.tmx:2:35: tileset \"rock\": <tileset objectalignment=\"middle\">: expected unspecified, topleft, top, ... or bottomright",
        ),
    ];
    for (from, to, expected) in rows {
        assert_eq!(with(from, to), expected);
    }
}

#[test]
fn a_huge_tile_count_takes_no_memory() {
    let with = |count: u32| {
        let rock = solid().replace(r#"tilecount="8""#, &format!(r#"tilecount="{count}""#));
        error(&map("1x1", &(rock + &layer("ground", "1x1", "", "1"))))
    };
    assert_eq!(with(268_435_455), "it loads");
    assert_eq!(
        with(4_294_967_295),
        "a.tmx:2:66: tileset \"rock\": <tileset tilecount=\"4294967295\">: a tileset can have at most \
         268435455 tiles"
    );
}

#[test]
fn a_tileset_without_columns_and_an_image_without_size_load() {
    let rock = solid()
        .replace(r#" columns="4""#, r#" margin="4000000000""#)
        .replace(r#" width="64" height="32""#, "");
    assert_eq!(cells(&level(&map("1x1", &(rock + &layer("ground", "1x1", "", "1"))))), [(0, 0, 0, 1)]);
}

#[test]
fn extra_spaces_between_points_are_accepted() {
    let objects = r#"<objectgroup><object id="1"><polyline points=" 0,0  1,2
 3,4 "/></object></objectgroup>"#;
    assert_eq!(level(&map("1x1", objects)).objects.len(), 1);
}

#[test]
fn groups_too_deep_are_an_error_and_not_a_stack_overflow() {
    let deep = |depth: usize| map("1x1", &("<group name=\"g\">".repeat(depth) + &"</group>".repeat(depth)));
    assert_eq!(error(&deep(65)), "it loads");
    let message = error(&deep(100_000));
    assert!(
        message.ends_with(": groups are nested more than 64 levels deep, which is the limit"),
        "{message}"
    );
    assert!(message.starts_with("a.tmx:2:1041: layer \"g/g/g/"), "{message}");
}

#[test]
fn properties_that_the_crate_refuses_load() {
    let unset = r#"<properties><property name="tint" type="color" value=""/><property name="new" type="future" value="?"/></properties>"#;
    let content = format!(
        r#"{unset}{}<layer width="1" height="1">{unset}<data encoding="csv">1</data></layer><objectgroup>{unset}<object id="1">{unset}</object></objectgroup>"#,
        rock(&format!(r#"{unset}<tile id="0">{unset}</tile>"#))
    );
    assert_eq!(level(&map("1x1", &content)).properties.len(), 2);
}

#[test]
fn data_without_effect_on_collision_is_not_checked() {
    let odd = rock(
        r#"<wangsets><wangset name="w"><wangcolor color="?"/></wangset></wangsets><tile id="0"><animation><frame/></animation></tile>"#,
    );
    let content = odd + r#"<imagelayer name="i"><image/></imagelayer><future a="1"><b/></future>"#;
    let text = map("1x1", &content).replace("<map ", r##"<map backgroundcolor="" renderorder="spiral" "##);
    assert_eq!(error(&text), "it loads");
}

#[test]
fn other_orientations_are_refused() {
    let with = |orientation: &str| error(&map("1x1", "").replace("orthogonal", orientation));
    for orientation in ["isometric", "staggered", "hexagonal", "oblique\" skewx=\"8"] {
        assert_eq!(
            with(orientation),
            format!(
                "a.tmx:1:21: <map orientation=\"{}\">: only orthogonal maps are supported; draw the level \
                 as an orthogonal map",
                orientation.split('"').next().unwrap_or_default()
            )
        );
    }
    assert_eq!(
        with("orthogonl"),
        "a.tmx:1:21: <map orientation=\"orthogonl\">: only orthogonal maps are supported; did you mean \
         \"orthogonal\"?"
    );
}

#[test]
fn sizes_out_of_range_are_named() {
    let with = |from: &str, to: &str| error(&map("2x2", "").replace(from, to));
    let rows = [
        (
            r#"tilewidth="16""#,
            r#"tilewidth="0""#,
            "a.tmx:1:67: <map tilewidth=\"0\">: a tile must be at least 1 pixel wide and high; set its size \
             in the map's properties in Tiled",
        ),
        (
            r#"tileheight="16""#,
            r#"tileheight="9000000""#,
            "a.tmx:1:82: <map tileheight=\"9000000\">: a tile can be at most 8388607 pixels wide and high; \
             set its size in the map's properties in Tiled",
        ),
        (
            r#" width="2""#,
            r#" width="-2""#,
            "a.tmx:1:46: <map width=\"-2\">: expected a whole number from 0 to 4294967295",
        ),
        (
            r#" width="2""#,
            r#" width="4000000000""#,
            "a.tmx:1:46: <map width=\"4000000000\">: tiles of 16 px reach beyond the world, which ends at \
             8388607 px; resize the map to at most 524287 tiles",
        ),
        (r#" width="2""#, "", "a.tmx:1:1: <map> has no \"width\" attribute"),
        (r#"infinite="0""#, r#"infinite="yes""#, "a.tmx:1:98: <map infinite=\"yes\">: expected 0 or 1"),
    ];
    for (from, to, expected) in rows {
        assert_eq!(with(from, to), expected);
    }
    let large =
        r#"<layer name="ground" width="500000" height="500000"><data encoding="csv">0</data></layer>"#;
    assert_eq!(
        error(&map("2x2", large)),
        "a.tmx:2:53: layer \"ground\": with these 500000×500000 cells the layers have more than 4194304 \
         cells, which is the limit; resize or split the map, or raise the limit (--max-cells, in code \
         Limits::cells)"
    );
    let moved = layer("ground", "1x1", r#"offsetx="8388600""#, "1");
    assert_eq!(
        error(&map("1x1", &format!("{}\n{moved}", solid()))),
        "a.tmx:4:1: layer \"ground\", column 0, row 0: the tile is beyond the world, which ends at ±8388607 px"
    );
    assert_eq!(
        error(&map("1x1", r#"<objectgroup name="o"><object id="4" x="inf"/></objectgroup>"#)),
        "a.tmx:2:38: layer \"o\", object 4: <object x=\"inf\">: expected a number of pixels within ±8388607"
    );
}

#[test]
fn files_that_are_not_maps_are_reported_with_line_and_column() {
    let rows = [
        (
            "",
            "a.tmx:1:1: not well-formed XML: the document does not have a root node; check that Tiled saved \
             this file",
        ),
        (
            "<map>\n<a x=>",
            "a.tmx:2:6: not well-formed XML: expected a quote not '>'; check that Tiled saved this file",
        ),
        (
            "<tileset/>",
            "a.tmx:1:1: the root element is <tileset>, expected <map>; choose a map, which Tiled saves as .tmx",
        ),
        (
            " {\"height\": 3}",
            "a.tmx:1:2: this JSON was not saved by Tiled, expected a map; choose a map, which Tiled saves \
             as .tmj",
        ),
        (
            "<!DOCTYPE map [<!ENTITY a \"b\">]><map/>",
            "a.tmx:1:16: entity declarations are not supported; save the file again in Tiled, which does not write any",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(error(text), expected, "{text}");
    }
    let doctype = r#"<?xml version="1.0"?><!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">"#;
    assert_eq!(error(&(doctype.to_owned() + &map("1x1", ""))), "it loads", "old versions of Tiled wrote it");
}

#[test]
fn unclosed_markup_is_located() {
    let cut = "the file is truncated, so save it again in Tiled or restore a backup";
    let open = |element: &str, end: &str| {
        format!("{element} is not closed before the end of the file at {end}; {cut}")
    };
    let rows = [
        ("<map>\n <layer>\n", open("a.tmx:2:2: <layer>", "line 3, column 1")),
        ("<map>\n <layer>\n 1,2", open("a.tmx:2:2: <layer>", "line 3, column 5")),
        ("<map>\n <a/><layer>\n</layer><!-- <b> -->", open("a.tmx:1:1: <map>", "line 3, column 21")),
        ("<map>\n <layer nam", open("a.tmx:2:2: <layer>", "line 2, column 12")),
        ("<map>\n <layer name=\"a > b", open("a.tmx:2:2: <layer>", "line 2, column 20")),
        ("<map>\n <layer></lay", open("a.tmx:2:2: <layer>", "line 2, column 14")),
        ("<map>\n <layer></layer", open("a.tmx:2:2: <layer>", "line 2, column 16")),
        ("<map>\n <!-- rest", open("a.tmx:2:2: <!--", "line 2, column 11")),
        ("<map>\n <![CDATA[<b>", open("a.tmx:2:2: <![CDATA[", "line 2, column 14")),
        ("<?xml version", open("a.tmx:1:1: <?xml", "line 1, column 14")),
        ("<map>\n<", open("a.tmx:2:1: <", "line 2, column 2")),
        (
            "<map>\n <layer>\n</map>",
            "a.tmx:2:2: <layer> is not closed before </map> at line 3, column 1; close it, or save the file again in Tiled".to_owned(),
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(error(text), expected, "{text}");
    }
    let whole = map("2x1", &(solid() + &layer("ground", "2x1", "", "1,1")));
    for end in 1..whole.len() {
        let message = error(&whole[..end]);
        assert!(message.contains("is not closed before the end of the file"), "{end}: {message}");
    }
}

fn load_bytes(bytes: &[u8]) -> Result<(), LoadError> {
    let read = |_: &Path| Ok::<_, io::Error>(bytes.to_vec());
    load_from(&read, "a.tmx").map(|_| ())
}

#[test]
fn invalid_utf8_is_located() {
    let error = load_bytes(b"<map>\n \xC3\xA4\xFF</map>").unwrap_err();
    assert_eq!(error.to_string(), "a.tmx:2:3: invalid UTF-8: the file is damaged, or was not saved by Tiled");
    assert_eq!(error.problem(), Problem::File);
    let large = load_bytes(&vec![b' '; (64 << 20) + 1]).unwrap_err();
    assert_eq!(large.to_string(), "a.tmx: is larger than 64 MiB, which is the limit");
}

#[test]
fn too_many_elements_and_attributes_are_errors() {
    let attributes: String = (0..300).map(|i| format!(" a{i}=\"\"")).collect();
    assert_eq!(
        error(&format!("<map{attributes}/>")),
        "a.tmx:1:1949: an element has more than 256 attributes, which is the limit"
    );
    let message = load_bytes("<a/>".repeat(3 << 20).as_bytes()).unwrap_err().to_string();
    assert!(
        message.contains("more than 524288 elements or attributes, which is the limit; choose CSV"),
        "{message}"
    );
}

#[test]
fn missing_files_are_reported_at_the_reference() {
    let map = map("1x1", "\n <tileset firstgid=\"1\" source=\"../tiles/rock.tsx\"/>");
    let loaded = load(&[("maps/a.tmx", &map)]).unwrap();
    let told = "maps/a.tmx:3:24: the tileset \"tiles/rock.tsx\" cannot be read: no such file, so its tiles \
                are unknown and collide only where their layer does; put the file there, or select it again \
                in Tiled";
    assert_eq!(loaded.warnings[0].kind, WarningKind::MissingTileset);
    assert_eq!(loaded.warnings[0].to_string(), told);
    let template = map.replace(
        "tileset firstgid=\"1\" source=\"../tiles/rock.tsx\"/>",
        "objectgroup><object id=\"1\" template=\"t.tx\"/></objectgroup>",
    );
    let missing = load(&[("maps/a.tmx", &template)]).unwrap_err();
    let causes: Vec<_> = std::iter::successors(std::error::Error::source(&missing), |e| e.source())
        .map(ToString::to_string)
        .collect();
    assert_eq!(causes, ["maps/t.tx: cannot be read: no such file", "no such file"]);
    let disk = tilephys_tiled::load("no/such/map.tmx").unwrap_err();
    assert!(disk.to_string().starts_with("no/such/map.tmx: cannot be read: "), "{disk}");
    assert_eq!((disk.problem(), disk.position()), (Problem::File, None));
    let built_in = r#"<tileset firstgid="9" source=":/automap-tiles.tsx"/>"#;
    let with = solid() + built_in + &layer("ground", "2x1", "", "1,12");
    let map = support::map("2x1", &(property("collision", "solid") + &with));
    assert_eq!(cells(&level(&map)), [(0, 0, 0, 1)], "Tiled's own tiles do not collide");
}

#[test]
fn an_unknown_shape_is_named() {
    assert_eq!(
        error(&map("1x1", "<objectgroup name=\"o\"><object id=\"4\">\n<star/></object></objectgroup>")),
        "a.tmx:3:1: layer \"o\", object 4: unknown shape <star> in an object"
    );
}

#[test]
fn files_that_would_grow_out_of_proportion_are_errors() {
    assert_eq!(
        error("<map>\n<a xmlns:b=\"\"/></map>"),
        "a.tmx:2:4: XML namespaces are not supported; save the file again in Tiled, which does not write any"
    );
    let template = format!(r#"<template><object name="{}"/></template>"#, "n".repeat(1 << 20));
    let objects = "<object template=\"t.tx\"/>\n".repeat(300);
    let many = map("1x1", &format!("<objectgroup name=\"o\">\n{objects}</objectgroup>"));
    let failed = load(&[("a.tmx", &many), ("t.tx", &template)]).unwrap_err();
    assert_eq!(
        failed.to_string(),
        "a.tmx:10:9: layer \"o\": the data inherited from templates, tiles, classes and types exceeds 8 \
         MiB, which is the limit; use simpler templates and classes, or fewer objects of them"
    );
    let layers = map("1x1", &"<imagelayer/>\n".repeat(20_000));
    let message = "more than 4096 layers, or a layer name of more than 1024 bytes with its groups, which is \
                   the limit";
    assert_eq!(error(&layers), format!("a.tmx:4098:1: {message}"));
    let long = map("1x1", &format!("<group name=\"{}\">\n<imagelayer/></group>", "n".repeat(1024)));
    assert!(error(&long).starts_with("a.tmx:3:1: layer \"nnn") && error(&long).ends_with(message));
}

#[test]
fn twenty_thousand_tilesets_are_read() {
    let one = |i: u32| {
        format!(
            "<tileset firstgid=\"{}\" name=\"\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"0\"/>",
            i + 1
        )
    };
    let text = map("1x1", &(0..20_000).map(one).collect::<String>());
    assert_eq!(level(&text).tilesets.len(), 20_000);
}
