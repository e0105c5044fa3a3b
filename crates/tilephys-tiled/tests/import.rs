//! A designer's whole map, case by case: every drawn element arrives at its place, or is refused with file and place.

use crate::support;

use glam::{IVec2, Vec2};
use support::{cells, error, layer, level, load, map, property, rock, tile};
use tilephys_core::{
    Direction, TileCoord,
    shape::{Part, Slope, TileShape},
};
use tilephys_tiled::{Level, RegionKind, WarningKind};

/// The shape in a cell of the only layer.
fn shape(level: &Level, col: i32, row: i32) -> TileShape {
    let layer = level.layers[0].grid_layer.expect("something collides");
    let kind = level.grid.tile(layer, TileCoord::new(col, row)).expect("a tile that collides");
    level.grid.tile_kind(kind).shape.clone()
}

#[test]
fn a_solid_tile_is_solid_exactly_in_its_cells() {
    let content =
        rock(&tile(3, "collision", "solid")) + &layer("ground", "4x3", "", "4,1,2,4,3,4,0,5,0,0,4,4");
    let expected = [(0, 0, 0, 4), (0, 3, 0, 4), (0, 1, 1, 4), (0, 2, 2, 4), (0, 3, 2, 4)];
    assert_eq!(cells(&level(&map("4x3", &content))), expected);
}

#[test]
fn a_triangle_is_a_slope_in_all_its_orientations() {
    let triangle = r#"<tile id="0"><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 16,0 16,-16"/></object></objectgroup></tile>"#;
    let flags = [0b000_u32, 0b100, 0b010, 0b110, 0b001, 0b101, 0b011, 0b111].map(|bits| bits << 29 | 1);
    let csv = flags.map(|bits| bits.to_string()).join(",");
    let level = level(&map("8x1", &(rock(triangle) + &layer("ground", "8x1", "", &csv))));
    let slope =
        |side, heights: [i32; 2]| TileShape::Slope(Slope { side, heights: heights.map(|px| px * 256) });
    let (floor, ceiling) = (Direction::Down, Direction::Up);
    let expected = [
        ("as it is", slope(floor, [0, 16])),
        ("mirrored left to right", slope(floor, [16, 0])),
        ("upside down", slope(ceiling, [0, 16])),
        ("half a turn", slope(ceiling, [16, 0])),
        // The right angle is at the lower right and stays there.
        ("along its falling diagonal", slope(floor, [0, 16])),
        ("a quarter turn clockwise", slope(floor, [16, 0])),
        ("a quarter turn back", slope(ceiling, [0, 16])),
        ("along its rising diagonal", slope(ceiling, [16, 0])),
    ];
    for (col, (name, expected)) in (0..).zip(expected) {
        assert_eq!(shape(&level, col, 0), expected, "{name}");
    }
}

#[test]
fn shapes_from_a_template_are_the_same_colliders() {
    let template = |inside: &str, attributes: &str| {
        format!(r#"<?xml version="1.0"?><template><object {attributes}>{inside}</object></template>"#)
    };
    let polygon = r#"<polygon points="0,0 16,0 16,-16"/>"#;
    let hazard = property("collision", "hazard");
    let ramp = template(polygon, "");
    let lava = template(&hazard, r#"width="20" height="7""#);
    let set = |shape: &str| rock(&format!(r#"<tile id="0"><objectgroup>{shape}</objectgroup></tile>"#));
    let objects = |inside: &str| format!("<objectgroup name=\"things\">{inside}</objectgroup>");
    let cells = layer("ground", "1x1", "", "1");
    let by_hand = set(&format!(r#"<object id="1" x="0" y="16">{polygon}</object>"#))
        + &cells
        + &objects(&format!(r#"<object id="9" x="40" y="30" width="20" height="7">{hazard}</object>"#));
    let by_template = set(r#"<object id="1" template="ramp.tx" x="0" y="16"/>"#)
        + &cells
        + &objects(r#"<object id="9" template="lava.tx" x="40" y="30"/>"#);
    let by_hand = level(&map("4x4", &by_hand));
    let by_template =
        load(&[("a.tmx", &map("4x4", &by_template)), ("ramp.tx", &ramp), ("lava.tx", &lava)]).unwrap();
    let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 4096] });
    for level in [&by_hand, &by_template] {
        assert_eq!(shape(level, 0, 0), slope);
        let [lava] = &level.regions[..] else { panic!("{:?}", level.regions) };
        assert_eq!((lava.kind, lava.object(), lava.shape), (RegionKind::Hazard, Some(9), None));
        assert_eq!([lava.aabb.min, lava.aabb.max], [[40, 30], [60, 37]].map(|p| IVec2::from(p) * 256));
    }
}

#[test]
fn one_map_in_every_encoding_is_one_grid_with_the_same_kinds_and_regions() {
    // Gids 1 2 0 3 / 1 flipped h, 2 v, 3 d, 1 all / 1 with the hexagonal bit, 0 0 2.
    let mut encoded = vec![
        ("csv", "1,2,0,3,2147483649,1073741826,536870915,3758096385,268435457,0,0,2"),
        ("base64", "AQAAAAIAAAAAAAAAAwAAAAEAAIACAABAAwAAIAEAAOABAAAQAAAAAAAAAAACAAAA"),
        (r#"base64" compression="zlib"#, "eJxjZGBgYGKAAGYgZmRgaADyHYBsBSD7ARALQKXB6gApAAHh"),
        (r#"base64" compression="gzip"#, "H4sIAAAAAAACA2NkYGBgYoAAZiBmZGBoAPIdgGwFIPsBEAtApcHqACSZyYgwAAAA"),
    ];
    if cfg!(feature = "zstd") {
        let data = "KLUv/SAwZQEANAIBAAAAAgADAAAAAQAAgAIAAEADAAAgAQAA4AEAABAAAgAAAAIAgTwGAAc=";
        encoded.push((r#"base64" compression="zstd"#, data));
    }
    let ramp = r#"<tile id="0"><objectgroup><object id="1"><polygon points="0,0 16,4 9,16"/></object></objectgroup></tile>"#;
    let tiles = ramp.to_owned() + &tile(1, "collision", "water") + &tile(2, "one_way", "true");
    let of = |(encoding, data): (&str, &str)| {
        let data = format!(r#"<data encoding="{encoding}">{data}</data>"#);
        let layer = format!(r#"<layer name="ground" width="4" height="3">{data}</layer>"#);
        level(&map("4x3", &(rock(&tiles) + &layer)))
    };
    let first = of(encoded[0]);
    assert_eq!((cells(&first).len(), first.regions.len(), first.grid.tile_kinds().len()), (6, 2, 5));
    for encoding in &encoded[1..] {
        let other = of(*encoding);
        assert!(first.grid.tiles().eq(other.grid.tiles()), "{encoding:?}");
        assert_eq!(first.grid.tile_kinds(), other.grid.tile_kinds(), "{encoding:?}");
        assert!(first.regions.iter().zip(&other.regions).all(|(a, b)| a.says_same(b)), "{encoding:?}");
    }
}

#[test]
fn offsets_move_layers_and_parallax_on_colliding_layers_is_a_warning() {
    let set = rock(&tile(0, "collision", "solid"));
    let moved =
        layer("moved", "2x1", r#"offsetx="8""#, "1,0") + &layer("far", "2x1", r#"parallaxx="0.5""#, "0,1");
    let level = level(&map("2x1", &(set.clone() + &moved)));
    let [(_, off_grid)] = &level.grid.off_grid_shapes().collect::<Vec<_>>()[..] else {
        panic!("half a cell aside")
    };
    assert_eq!([off_grid.aabb.min, off_grid.aabb.max], [[8, 0], [24, 16]].map(|p| IVec2::from(p) * 256));
    assert_eq!(cells(&level), [(1, 1, 0, 1)], "where it collides, parallax or not");
    let [warning] = &level.warnings[..] else { panic!("{:?}", level.warnings) };
    assert_eq!((warning.kind, warning.place.layer.as_deref()), (WarningKind::Parallax, Some("far")));
    let whole =
        support::level(&map("2x1", &(set + &layer("moved", "2x1", r#"offsetx="32" offsety="-16""#, "1,0"))));
    assert_eq!(cells(&whole), [(0, 2, -1, 1)]);
}

#[test]
fn every_object_arrives_as_drawn_and_its_collider_knows_its_object() {
    let what = |id: u32, attributes: &str, inside: &str| {
        format!(
            r#"<object id="{id}" name="n{id}" type="Rock" {attributes}><properties><property name="collision" value="solid"/><property name="hardness" type="int" value="{id}"/></properties>{inside}</object>"#
        )
    };
    let one_way = what(7, r#"x="80" y="8""#, r#"<polyline points="0,0 16,0"/>"#).replace("solid", "one_way");
    let all = [
        what(1, r#"x="1" y="2" width="10" height="6""#, ""),
        what(2, r#"x="20" y="20""#, r#"<polygon points="0,0 16,0 16,16 8,4 0,16"/>"#),
        what(3, r#"x="40" y="4" width="8" height="12""#, "<ellipse/>"),
        what(4, r#"x="60" y="10" width="10" height="4" rotation="90""#, ""),
        what(5, r#"gid="1" x="64" y="64" width="16" height="16""#, ""),
        one_way,
        r#"<object id="8" name="n8" type="Rock" x="5" y="6"><point/></object>"#.to_owned(),
    ];
    let text =
        map("8x8", &(rock("") + &format!("<objectgroup name=\"things\">{}</objectgroup>", all.concat())));
    let level = level(&text);
    assert_eq!(level.objects.iter().map(|o| o.id).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 7, 8]);
    assert_eq!(level.object(8).unwrap().position, Vec2::new(5.0, 6.0));
    let bounds = [
        (1, [1, 2], [11, 8], 1),
        (2, [20, 20], [36, 36], 3),
        (3, [40, 4], [48, 16], 1),
        (4, [56, 10], [60, 20], 1),
        (5, [64, 48], [80, 64], 1),
        (7, [80, 8], [96, 8], 1),
    ];
    assert_eq!(level.grid.off_grid_shapes().count(), bounds.len());
    for ((_, off_grid), (id, min, max, parts)) in level.grid.off_grid_shapes().zip(bounds) {
        let object = level.object_of_kind(off_grid.tile).unwrap();
        let told =
            (object.id, object.name.as_str(), object.class.as_str(), object.properties.int("hardness"));
        assert_eq!(told, (id, &*format!("n{id}"), "Rock", Some(id as i32)));
        assert_eq!(
            [off_grid.aabb.min, off_grid.aabb.max],
            [min, max].map(|p| IVec2::from(p) * 256),
            "object {id}"
        );
        let found = match &level.grid.tile_kind(off_grid.tile).shape {
            TileShape::Parts(list) => list.iter().filter(|part| matches!(part, Part::Solid(_))).count(),
            _ => 1,
        };
        assert_eq!(found, parts, "object {id}");
    }
}

#[test]
fn damaged_maps_are_refused_with_file_and_place() {
    let late = rock("").replace(r#"firstgid="1""#, r#"firstgid="9""#);
    let gid = map("2x1", &(late + "\n" + &layer("ground", "2x1", "", "9,1")));
    let rows = [
        (gid, "a.tmx:4:67: layer \"ground\", column 1, row 0: gid 1 is below the first gid of every tileset"),
        (map("4000000000x4000000000", ""), "a.tmx:1:46: <map width=\"4000000000\">: "),
        (
            map(
                "4x4",
                r#"<layer name="ground" width="60000" height="60000"><data encoding="csv">1</data></layer>"#,
            ),
            "a.tmx:2:51: layer \"ground\": with these 60000×60000 cells the layers have more than ",
        ),
        ("<map><layer".to_owned(), "a.tmx:1:"),
    ];
    for (text, start) in rows {
        let found = error(&text);
        assert!(found.starts_with(start), "{found}\n{start}");
    }
}
