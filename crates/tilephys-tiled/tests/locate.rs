//! Sources of a level's parts, against the lines of small files written by hand in both formats.

use crate::support;

use glam::Vec2;
use std::path::Path;
use support::json::{json_of, read};
use support::{layer, level, load, map, property, rock};
use tilephys_core::TileCoord;
use tilephys_tiled::{
    IMAGE_HEAD_BYTES, LayerContent, Level, ObjectKind, Position, SourceElement, image_size,
};

const XML: [(&str, &str); 3] = [
    (
        "a.tmx",
        r#"<map version="1.10" tiledversion="1.11.2" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
 <properties><property name="depth" type="int" value="3"/></properties>
 <tileset firstgid="1" source="s.tsx"/>
 <tileset firstgid="9" name="own" tilewidth="16" tileheight="16" tilecount="4" columns="2"><image source="o.png" width="32" height="32"/>
  <tile id="2" type="a"/>
 </tileset>
 <group id="1" name="caves">
  <layer id="2" name="ground" width="3" height="2"><data encoding="csv">
1,0,10,
  0, 2,3
  </data></layer></group>
 <objectgroup id="3" name="things">
  <object id="4" name="first" type="b" x="1" y="2"/>
  <object id="4" name="second" x="1" y="2"/>
  <object name="third" x="1" y="2"/>
 </objectgroup>
</map>"#,
    ),
    (
        "s.tsx",
        r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="8" columns="4"><image source="rock.png" width="64" height="32"/>
 <tile id="0" type="block">
  <properties><property name="collision" value="solid"/></properties></tile>
 <tile id="1">
  <objectgroup>
   <object id="1" x="2" y="3" width="4" height="5"/>
   <object id="2" x="0" y="16"><polygon points="0,0 16,0 16,-16"/></object>
   <object id="3" template="t.tx" x="8" y="9"/>
  </objectgroup></tile>
</tileset>"#,
    ),
    (
        "t.tx",
        "<template>\n<object name=\"t\" width=\"6\" height=\"7\" rotation=\"90\"><ellipse/></object>\n</template>",
    ),
];

const JSON: [(&str, &str); 3] = [
    (
        "a.tmx",
        r#"{"type":"map","version":"1.10","tiledversion":"1.11.2","orientation":"orthogonal","width":3,"height":2,"tilewidth":16,"tileheight":16,
 "properties":[{"name":"depth","type":"int","value":3}], "tilesets":[
 {"firstgid":1,"source":"s.tsx"},
 {"firstgid":9,"name":"own","tilewidth":16,"tileheight":16,"tilecount":4,"columns":2,"image":"o.png","imagewidth":32,"imageheight":32,"tiles":[
  {"id":2,"type":"a"}
 ]}], "layers":[
 {"type":"group","id":1,"name":"caves","layers":[
  {"type":"tilelayer","id":2,"name":"ground","width":3,"height":2,"data":[
1,0,10,
  0, 2,3
  ]}]},
 {"type":"objectgroup","id":3,"name":"things","objects":[
  {"id":4,"name":"first","type":"b","x":1,"y":2},
  {"id":4,"name":"second","x":1,"y":2},
  {"name":"third","x":1,"y":2}]}
 ]}"#,
    ),
    (
        "s.tsx",
        r#"{"type":"tileset","name":"rock","tilewidth":16,"tileheight":16,"tilecount":8,"columns":4,"image":"rock.png","imagewidth":64,"imageheight":32,"tiles":[
 {"id":0,"type":"block",
  "properties":[{"name":"collision","type":"string","value":"solid"}]},
 {"id":1,
  "objectgroup":{"objects":[
   {"id":1,"x":2,"y":3,"width":4,"height":5},
   {"id":2,"x":0,"y":16,"polygon":[{"x":0,"y":0},{"x":16,"y":0},{"x":16,"y":-16}]},
   {"id":3,"template":"t.tx","x":8,"y":9}
  ]}}]}"#,
    ),
    (
        "t.tx",
        "{\"type\":\"template\",\n\"object\":{\"name\":\"t\",\"width\":6,\"height\":7,\"rotation\":90,\"ellipse\":true}\n}",
    ),
];

/// File and line of an element.
fn line(element: Option<SourceElement<'_>>) -> Option<(&str, u32)> {
    element.map(|e| (e.file().to_str().unwrap_or_default(), e.position().line))
}

#[test]
fn parts_of_a_level_are_at_their_lines_in_both_formats() {
    for files in [XML, JSON] {
        let level = read(&files).unwrap();
        let at = level.locator();
        assert_eq!((level.version.as_str(), level.tiled_version.as_str()), ("1.10", "1.11.2"));
        assert_eq!(line(Some(at.map())), Some(("a.tmx", 1)));
        assert_eq!(line(at.map().property("depth")), Some(("a.tmx", 2)));
        assert_eq!(
            [0, 1, 2, 3].map(|i| line(at.layer(i)).map(|at| at.1)),
            [Some(7), Some(8), Some(12), None]
        );
        assert_eq!([0, 1, 2].map(|i| line(at.tileset_use(i)).map(|at| at.1)), [Some(3), Some(4), None]);
        assert_eq!([0, 1, 2].map(|i| line(at.tileset(i))), [Some(("s.tsx", 1)), Some(("a.tmx", 4)), None]);
        assert_eq!([0, 1, 2].map(|id| line(at.tile(0, id))), [Some(("s.tsx", 2)), Some(("s.tsx", 4)), None]);
        assert_eq!([2, 3].map(|id| line(at.tile(1, id))), [Some(("a.tmx", 5)), None]);
        let block = at.tile(0, 0).unwrap();
        assert_eq!(line(block.property("collision")), Some(("s.tsx", 3)));
        assert_eq!((block.class().unwrap().value, block.class().unwrap().position.line), ("block", 2));
        let objects: Vec<_> = level.objects.iter().map(|o| (o.id, line(at.object(o.id)))).collect();
        let lines = [(4, 13), (5, 14), (6, 15)].map(|(id, line)| (id, Some(("a.tmx", line))));
        assert_eq!(objects, lines);
        for object in &level.objects {
            assert_eq!(at.object(object.id).unwrap().attribute("name").unwrap().value, object.name);
        }
        assert_eq!(line(at.object(99)), None);
    }
}

#[test]
fn cells_in_csv_are_at_their_numbers() {
    for files in [XML, JSON] {
        let level = read(&files).unwrap();
        let at = level.locator();
        let cell = |col, row| {
            let Position { line, column } = at.cell(1, TileCoord::new(col, row))?.position;
            Some((line, column))
        };
        assert_eq!([0, 1, 2].map(|col| cell(col, 0)), [Some((9, 1)), Some((9, 3)), Some((9, 5))]);
        assert_eq!([0, 1, 2].map(|col| cell(col, 1)), [Some((10, 3)), Some((10, 6)), Some((10, 8))]);
        assert_eq!([cell(3, 0), cell(0, 2), cell(-1, 0)], [None; 3]);
        assert_eq!(at.cell(0, TileCoord::new(0, 0)).map(|at| at.position), None);
        let shown = at.cell(1, TileCoord::new(2, 0)).unwrap().snippet().unwrap();
        assert_eq!(&shown.text[shown.marked], "10");
    }
}

#[test]
fn cells_in_chunks_and_other_encodings_are_at_the_nearest_element() {
    let chunks = map(
        "2x2",
        &format!(
            "{}\n<layer width=\"2\" height=\"2\"><data encoding=\"csv\">\n<chunk x=\"-2\" y=\"0\" width=\"2\" height=\"1\">\n0,1</chunk>\n<chunk x=\"5\" y=\"-1\" width=\"1\" height=\"2\">3,\n4</chunk></data></layer>",
            rock("")
        ),
    );
    let chunks = level(&chunks.replace(r#"infinite="0""#, r#"infinite="1""#));
    let at = chunks.locator();
    let line = |col, row| at.cell(0, TileCoord::new(col, row)).map(|cell| cell.position.line);
    assert_eq!([line(-2, 0), line(-1, 0), line(5, -1), line(5, 0)], [6, 6, 7, 8].map(Some));
    assert_eq!([line(0, 0), line(5, 1), line(-3, 0)], [None; 3]);

    let packed = [
        (r#"encoding="base64""#, "AQAAAAAAAAAAAAAAAgAAAA==", [4, 4]),
        (r#"encoding="base64" compression="zlib""#, "eJxjZEAAJiAGAAAoAAQ=", [4, 4]),
        ("", "\n<tile gid=\"1\"/>\n<tile/>\n<tile/>\n<tile gid=\"2\"/>", [5, 8]),
    ];
    for (encoding, data, lines) in packed {
        let layer = format!("<layer width=\"2\" height=\"2\"><data {encoding}>{data}</data></layer>");
        let level = level(&map("2x2", &format!("{}\n{layer}", rock(""))));
        let at = level.locator();
        let line = |col, row| at.cell(0, TileCoord::new(col, row)).unwrap().position.line;
        assert_eq!([line(0, 0), line(1, 1)], lines, "{encoding}");
    }
}

#[test]
fn shapes_of_tiles_are_as_drawn_with_their_templates() {
    for files in [XML, JSON] {
        let level = read(&files).unwrap();
        let at = level.locator();
        let shapes = at.shapes(0, 1).unwrap();
        let found: Vec<_> = shapes
            .iter()
            .map(|s| (s.id, s.element.position().line, s.position, s.size, s.rotation))
            .collect();
        let [x, y] = [Vec2::X, Vec2::Y];
        let rows = [
            (Some(1), 6, 2.0 * x + 3.0 * y, 4.0 * x + 5.0 * y, 0.0),
            (Some(2), 7, 16.0 * y, Vec2::ZERO, 0.0),
            (Some(3), 8, 8.0 * x + 9.0 * y, 6.0 * x + 7.0 * y, 90.0),
        ];
        assert_eq!(found, rows);
        let triangle = ObjectKind::Polygon(vec![Vec2::ZERO, 16.0 * x, 16.0 * x - 16.0 * y]);
        let kinds: Vec<_> = shapes.into_iter().map(|shape| shape.kind).collect();
        assert_eq!(kinds, [ObjectKind::Rectangle, triangle, ObjectKind::Ellipse]);
        assert!(at.shapes(0, 0).is_none() && at.shapes(1, 2).is_none() && at.shapes(7, 0).is_none());
    }
}

#[test]
fn of_repeated_elements_of_a_tile_the_last_with_shapes_has_them() {
    let shapes = "<objectgroup><object id=\"7\" width=\"4\" height=\"4\"/></objectgroup>";
    let tiles = format!("<tile id=\"3\">{shapes}</tile>\n<tile id=\"3\">{}</tile>", property("n", "1"));
    let level = level(&map("1x1", &rock(&tiles)));
    let at = level.locator();
    assert_eq!(at.tile(0, 3).unwrap().position().line, 4);
    assert_eq!(at.shapes(0, 3).unwrap()[0].element.position().line, 3);
}

#[test]
fn tilesets_of_templates_and_repeated_tilesets_keep_their_numbers() {
    let own = "<tileset name=\"own\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"1\" columns=\"1\"><image source=\"o.png\" width=\"8\" height=\"8\"/></tileset>";
    let template = "<template><tileset firstgid=\"1\" source=\"own.tsx\"/>\n<object gid=\"1\" width=\"8\" height=\"8\"/></template>";
    // The tileset of the template comes before the embedded one whose shape refers to it.
    let rock =
        rock("<tile id=\"0\"><objectgroup>\n<object id=\"1\" template=\"t.tx\"/></objectgroup></tile>");
    let again =
        "<tileset firstgid=\"30\" source=\"o2.tsx\"/>\n<tileset firstgid=\"20\" source=\"./o2.tsx\"/>";
    let files = [
        ("a.tmx", &*map("1x1", &format!("{rock}\n{again}"))),
        ("t.tx", template),
        ("own.tsx", own),
        ("o2.tsx", own),
    ];
    let level = load(&files).unwrap();
    let at = level.locator();
    let found: Vec<_> = (0..level.tilesets.len())
        .map(|i| (level.tilesets[i].first_gid, line(at.tileset_use(i)), line(at.tileset(i)).unwrap().0))
        .collect();
    let rows = [
        (None, None, "own.tsx"),
        (Some(1), Some(("a.tmx", 2)), "a.tmx"),
        (Some(20), Some(("a.tmx", 6)), "o2.tsx"),
    ];
    assert_eq!(found, rows);
    assert_eq!(at.shapes(1, 0).unwrap()[0].size, Vec2::splat(8.0));
}

#[test]
fn attributes_have_the_bytes_of_their_values() {
    let text = map("1x1", "<objectgroup name='a &amp; \"b\"' tintcolor=\"#ff0000\"/>");
    let level = level(&text);
    let layer = level.locator();
    let layer = layer.layer(0).unwrap();
    let name = layer.attribute("name").unwrap();
    assert_eq!((name.value, &text[name.bytes.clone().unwrap()]), ("a & \"b\"", "a &amp; \"b\""));
    assert_eq!((name.position, name.snippet().is_some()), (Position { line: 2, column: 14 }, true));
    assert_eq!(&text[layer.attribute("tintcolor").unwrap().bytes.unwrap()], "#ff0000");
    assert!(layer.attribute("opacity").is_none() && layer.class().is_none());
    let level = read(&JSON).unwrap();
    assert_eq!(level.locator().map().attribute("width").unwrap().bytes, None);
}

#[test]
fn members_of_classes_are_properties_of_properties() {
    let members = format!(
        "<properties><property name=\"k\" type=\"class\" propertytype=\"K\">\n{}</property></properties>",
        property("n", "1")
    );
    let level = level(&map("1x1", &members));
    let at = level.locator();
    let inner = at.map().property("k").unwrap().property("n").unwrap();
    assert_eq!((inner.position().line, inner.attribute("value").unwrap().value), (3, "1"));
    assert!(at.map().property("n").is_none());
    assert_eq!(at.map().children("properties").count(), 1);
}

/// Fails unless each cell and object of a level is at a line of `text` that has it.
fn assert_all_are_found(level: &Level, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let at = level.locator();
    for (index, layer) in level.layers.iter().enumerate() {
        let element = at.layer(index).unwrap();
        assert_eq!(element.attribute("id").unwrap().value.parse().ok(), layer.id);
        let LayerContent::Tiles(blocks) = &layer.content else { continue };
        for block in blocks {
            for (i, gid) in block.gids.iter().enumerate() {
                let [col, row] = [i as u32 % block.width, i as u32 / block.width].map(|i| i as i32);
                let cell = TileCoord::new(block.min.col + col, block.min.row + row);
                let Position { line, column } = at.cell(index, cell).unwrap().position;
                let number = &lines[line as usize - 1][column as usize - 1..];
                let number = number.split(|c: char| !c.is_ascii_digit()).next();
                assert_eq!(number.and_then(|n| n.parse().ok()), Some(*gid), "{} {cell:?}", layer.path);
            }
        }
    }
    for object in &level.objects {
        let element = at.object(object.id).unwrap();
        assert_eq!(element.attribute("id").unwrap().value.parse(), Ok(object.id));
        let rest = lines[element.position().line as usize - 1..].join("\n");
        assert!(rest[element.position().column as usize - 1..].starts_with(['<', '{']));
        assert!(rest.contains(&object.id.to_string()));
    }
}

#[test]
fn every_cell_and_object_of_a_level_is_at_a_line_that_has_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    let path = folder.join("playground.tmx");
    let text = std::fs::read_to_string(&path).unwrap();
    let level = tilephys_tiled::load(&path).unwrap();
    assert!(!level.objects.is_empty());
    assert_all_are_found(&level, &text);
    let json = json_of(&text).unwrap();
    let files = |asked: &Path| match asked.ends_with("playground.tmx") {
        true => Ok(json.clone().into_bytes()),
        false => std::fs::read(asked),
    };
    assert_all_are_found(&tilephys_tiled::load_from(&files, &path).unwrap(), &json);
}

#[test]
fn a_level_that_has_left_its_grid_still_has_its_sources() {
    let mut level = level(&map("1x1", &format!("{}\n{}", rock(""), layer("g", "1x1", "", "1"))));
    let mut grid = level.take_grid();
    level.leave(&mut grid).unwrap();
    assert_eq!(level.version, "1.10");
    assert_eq!(line(level.locator().layer(0)), Some(("a.tmx", 4)));
}

#[test]
fn sizes_of_images_are_read_from_their_first_bytes() {
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/cave.png")).unwrap();
    let size = image_size(&bytes[..bytes.len().min(IMAGE_HEAD_BYTES)]).unwrap();
    let level =
        tilephys_tiled::load(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/cavern.tmx")).unwrap();
    let images = level.tilesets.iter().filter_map(|tileset| tileset.image.as_ref());
    let named = images.filter(|image| image.path.as_ref().is_some_and(|path| path.ends_with("cave.png")));
    assert_eq!(named.map(|image| image.size).collect::<Vec<_>>(), [Some(size)]);
    assert_eq!(image_size(b"<svg/>"), None);
}
