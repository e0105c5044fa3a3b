//! Several faults at once, and their source lines.

use crate::support;

use support::{error, layer, load, map, property, rock, tile};
use tilephys_tiled::{LoadError, Problem};

fn failed(files: &[(&str, &str)]) -> LoadError {
    load(files).map(|_| ()).expect_err("it has faults")
}

fn lines(files: &[(&str, &str)]) -> Vec<String> {
    let error = failed(files);
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    let faults: Vec<String> = error.faults().map(ToString::to_string).collect();
    assert_eq!(lines, faults, "each is a line");
    assert_eq!(lines.len(), error.others().len() + 1);
    lines
}

/// A map with a fault of each kind in independent places.
#[test]
fn all_faults_are_reported_at_once() {
    let odd = property("tp_collision", "onn");
    let content = [
        // A missing tileset alone is a warning.
        r#"<tileset firstgid="1" source="gone.tsx"/>"#.to_owned(),
        r#"<tileset firstgid="20" source="rock.tsx"/>"#.to_owned(),
        layer("far", "2x1", r#"offsetx="x" opacity="9" visible="yes""#, "1,99"),
        layer("short", "2x1", "", "1"),
        layer("good", "2x1", "", "1,20"),
        format!(
            r#"<objectgroup name="o">{odd}<object id="1" template="t.tx"/><object id="2" template="t.tx"/><object id="3" x="?"/></objectgroup>"#
        ),
    ]
    .join("\n");
    let text = map("2x1", &content).replace(r#"infinite="0""#, r#"infinite="2""#);
    let tiles = format!("{}{}", tile(0, "tp_collision", "wall"), tile(1, "friction", "true"));
    let tiles = tiles + &tile(2, "tp_collision", "of") + "<tile id=\"x\"/>";
    let rock = rock(&tiles).replace(r#"firstgid="1" "#, "");
    let template = r#"<template><object><properties><property name="a" type="int" value="b"/></properties><star/></object></template>"#;
    assert_eq!(
        lines(&[("a.tmx", &text), ("rock.tsx", &rock), ("t.tx", template)]),
        [
            "a.tmx:1:98: <map infinite=\"2\">: expected 0 or 1",
            "rock.tsx:2:26: tile 0 of tileset \"rock\": property \"tp_collision\" is \"wall\": expected auto, off, on or cell; did you mean \"cell\"?",
            "rock.tsx:2:212: tile 2 of tileset \"rock\": property \"tp_collision\" is \"of\": expected auto, off, on or cell; did you mean \"off\"?",
            "rock.tsx:2:280: tileset \"rock\": <tile id=\"x\">: expected a whole number from 0 to 4294967295",
            "a.tmx:4:64: layer \"far\": <layer visible=\"yes\">: expected 0 or 1",
            "a.tmx:4:40: layer \"far\": <layer offsetx=\"x\">: expected a number of pixels within ±8388607",
            "a.tmx:5:43: layer \"short\": 1 tiles in data, expected 2×1 = 2; open the map in Tiled and save it again",
            "a.tmx:7:35: layer \"o\": property \"tp_collision\" is \"onn\": expected auto, off, on or cell; did you mean \"on\"?",
            "t.tx:1:85: layer \"o\", object 1: unknown shape <star> in an object",
            "a.tmx:7:170: layer \"o\", object 3: <object x=\"?\">: expected a number of pixels within ±8388607",
        ]
    );
}

#[test]
fn all_collision_faults_are_reported_at_once() {
    let shape =
        r#"<objectgroup><object id="1"><polygon points="0,0 16,16 16,0 0,16"/></object></objectgroup>"#;
    let far = shape.replace("0,16\"", "0,99999\"");
    let solid = tile(1, "collision", "solid");
    let tiles = format!("<tile id=\"0\">{shape}</tile>{solid}<tile id=\"2\">{far}</tile>");
    let lava = r#"<object id="7" class="TpKillZone"/>"#;
    let content = [
        rock(&tiles),
        layer("a", "4x1", "", "1,2,3,2147483649"),
        layer("b", "4x1", r#"offsetx="8388600""#, "0,2,2,2"),
        format!("<objectgroup name=\"o\">{lava}{}</objectgroup>", lava.replace('7', "8")),
    ]
    .join("\n");
    let lines = lines(&[("a.tmx", &map("4x1", &content))]);
    let starts = [
        "a.tmx:3:27: layer \"a\", column 0, row 0, tile 0 of tileset \"rock\", object 1: the edge after corner 1 of the polygon crosses",
        "a.tmx:3:224: layer \"a\", column 2, row 0, tile 2 of tileset \"rock\", object 1: corner 4 of the shape is more than",
        "a.tmx:5:1: layer \"b\", column 1, row 0: the tile is beyond the world",
    ];
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{lines:#?}");
    }
    assert_eq!(lines.len(), 3, "beyond the world nothing more is looked for: {lines:#?}");
}

#[test]
fn an_unreadable_tileset_makes_no_gid_wrong() {
    let content =
        rock("").replace(r#"firstgid="1""#, r#"firstgid="zero""#) + &layer("l", "2x1", "", "1,2000000");
    assert_eq!(
        error(&map("2x1", &content)),
        "a.tmx:2:10: <tileset> needs a \"firstgid\" from 1 to 268435455"
    );
}

#[test]
fn at_most_twenty_faults_are_reported() {
    let objects: String = (1..=10_000).map(|id| format!("<object id=\"{id}\" x=\"?\"/>\n")).collect();
    let lines = lines(&[("a.tmx", &map("1x1", &format!("<objectgroup>{objects}</objectgroup>")))]);
    assert_eq!(lines.len(), LoadError::MOST);
    assert!(lines[19].starts_with("a.tmx:21:17: layer \"\", object 20: "), "{}", lines[19]);
}

#[test]
fn a_fault_in_many_cells_is_reported_once() {
    let shape =
        r#"<objectgroup><object id="1"><polygon points="0,0 16,16 16,0 0,16"/></object></objectgroup>"#;
    let cells = "1,2147483649,1073741825,1";
    let content = rock(&format!("<tile id=\"0\">{shape}</tile>"))
        + &layer("a", "4x1", "", cells)
        + &layer("b", "4x1", "", cells);
    assert_eq!(lines(&[("a.tmx", &map("4x1", &content))]).len(), 1);
}

/// The snippet of an error with the marked part in brackets, and the column of its first character.
fn shown(error: &LoadError) -> (String, u32) {
    let snippet = error.snippet().expect("the file could be read");
    let (start, end) = (snippet.marked.start, snippet.marked.end);
    let text = &snippet.text;
    (format!("{}[{}]{}", &text[..start], &text[start..end], &text[end..]), snippet.first_column)
}

#[test]
fn faults_have_a_snippet_with_a_marked_part() {
    let map = |content: &str| map("2x1", content);
    let late = rock("").replace(r#"firstgid="1""#, r#"firstgid="200""#);
    let csv = map(&format!("{late}\n{}", layer("l", "2x1", "", "0,\r\n  99")));
    let embedded = map(&rock("").replace(r#"tilewidth="16""#, r#"tilewidth="wide""#));
    let rows = [
        (
            embedded,
            "<tileset firstgid=\"1\" name=\"rock\" [tilewidth=\"wide\"] tileheight=\"16\" tilecount=\"8\" columns=\"4\"><image source=\"rock.png\" width=\"64\" height=\"32\"/>",
        ),
        (map("<layer width=\"2\"/>"), "[<layer] width=\"2\"/>"),
        (csv, "  [99]</data></layer>"),
        ("<map>\n <layer>\n</map>".to_owned(), " [<layer]>"),
        (
            map("<group><objectgroup><object id=\"1\" x=''/></objectgroup></group>"),
            "<group><objectgroup><object id=\"1\" [x='']/></objectgroup></group>",
        ),
    ];
    for (text, expected) in rows {
        let error = failed(&[("a.tmx", &text)]);
        assert_eq!(shown(&error), (expected.to_owned(), 1), "{error}");
    }
    let line = "0,".repeat(9000);
    let error = failed(&[("a.tmx", &map(&(late + &layer("l", "9001x1", "", &format!("{line}9")))))]);
    let (text, column) = shown(&error);
    assert!(text.contains(",0,[9]</data></layer>"), "{text}");
    assert_eq!(text.len(), 61 + "[9]</data></layer>".len());
    assert_eq!(error.position().unwrap().column - column, 61);
}

#[test]
fn faults_of_other_files_and_of_collision_have_snippets() {
    let line = r#"<tile id="0"><objectgroup><object id="1"><polygon points="0,0 9,9 9,0 0,9"/></object></objectgroup></tile>"#;
    let external = rock(line).replace(r#"firstgid="1" "#, "");
    let content = r#"<tileset firstgid="1" source="rock.tsx"/>"#.to_owned() + &layer("l", "1x1", "", "1");
    let map_text = map("1x1", &content);
    let error = failed(&[("a.tmx", &map_text), ("rock.tsx", &external)]);
    assert_eq!(error.problem(), Problem::Shape);
    assert_eq!(error.file(), std::path::Path::new("rock.tsx"));
    assert!(shown(&error).0.contains("<objectgroup>[<object] id=\"1\"><polygon"), "{:?}", shown(&error));
    let gone = load(&[("a.tmx", &map_text)]).expect("a missing tileset is a warning");
    let snippet = gone.warnings[0].snippet.as_ref().expect("it has a place");
    assert_eq!(&snippet.text[snippet.marked.clone()], "source=\"rock.tsx\"");
    let damaged = failed(&[("a.tmx", &map_text), ("rock.tsx", "<tileset>\n<tile></tileset>")]);
    assert_eq!(shown(&damaged).0, "[<tile]></tileset>");
    assert_eq!(tilephys_tiled::load("no/such.tmx").unwrap_err().snippet(), None);
}

#[test]
fn warnings_have_snippets() {
    let external = rock(&tile(1, "colision", "solid")).replace(r#"firstgid="1" "#, "");
    let content =
        r#"<tileset firstgid="1" source="rock.tsx"/>"#.to_owned() + &layer("l", "1x1", r#"opacity="2""#, "1");
    let level = load(&[("a.tmx", &map("1x1", &content)), ("rock.tsx", &external)]).unwrap();
    let marked: Vec<String> = level
        .warnings
        .iter()
        .map(|warning| warning.snippet.clone().expect("all files could be read"))
        .map(|snippet| snippet.text[snippet.marked].to_owned())
        .collect();
    assert_eq!(marked, ["opacity=\"2\"", "<property", "<map"]);
    let own = support::level(&map("1x1", &property("colision", "a")));
    assert!(own.warnings.iter().all(|warning| warning.snippet.is_some()));
}
