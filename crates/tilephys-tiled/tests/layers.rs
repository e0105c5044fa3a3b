//! Layers: groups, offsets, parallax, infinite maps.

use crate::support;

use support::{cells, error, layer, level, map, property, rock, tile};
use tilephys_core::{LayerId, UNITS_PER_PX};
use tilephys_tiled::{LayerKind, WarningKind};

fn solid() -> String {
    rock(&tile(0, "collision", "solid"))
}

#[test]
fn an_offset_of_whole_tiles_moves_cells() {
    let content = solid()
        + &layer("a", "2x1", r#"offsetx="32" offsety="-16""#, "0,1")
        + &layer("b", "2x1", r#"offsetx="0.0" visible="0" opacity="0""#, "1,0");
    let level = level(&map("2x1", &content));
    assert_eq!(cells(&level), [(0, 3, -1, 1), (1, 0, 0, 1)], "hidden layers collide");
    assert_eq!(level.grid.off_grid_shapes().count(), 0);
    assert!(level.layers[0].visible && !level.layers[1].visible);
}

#[test]
fn any_other_offset_makes_shapes_off_the_grid() {
    let inner = layer("a", "2x1", r#"offsetx="4.5""#, "0,1");
    let content = format!(r#"{}<group name="g" offsetx="3.5" offsety="0.25">{inner}</group>"#, solid());
    let level = level(&map("2x1", &content));
    assert_eq!(cells(&level), []);
    let boxes: Vec<_> = level.grid.off_grid_shapes().map(|(_, b)| b.clone()).collect();
    assert_eq!(boxes.len(), 1);
    let aabb = boxes[0].aabb;
    assert_eq!(aabb.min.to_array(), [(16 + 8) * UNITS_PER_PX, UNITS_PER_PX / 4]);
    assert_eq!((aabb.max - aabb.min).to_array(), [16 * UNITS_PER_PX; 2]);
    assert_eq!(level.grid.tile_kind(boxes[0].tile).user, 1);
    assert_eq!(level.layers[1].offset.to_array(), [8.0, 0.25]);
}

#[test]
fn offsets_of_groups_add_up_to_whole_tiles() {
    let inner = layer("a", "1x1", r#"offsetx="11" offsety="16""#, "1");
    let content = format!(r#"{}<group name="g" offsetx="5">{inner}</group>"#, solid());
    assert_eq!(cells(&level(&map("1x1", &content))), [(0, 1, 1, 1)]);
}

#[test]
fn layers_of_groups_have_paths_and_keep_the_order_of_the_file() {
    let content = format!(
        r#"{}{}<group name="g"><imagelayer name="sky"/><group name="h" class="Cave">{}{}</group></group>{}"#,
        solid(),
        layer("back", "1x1", "", "2"),
        layer("a", "1x1", "", "1"),
        layer("b", "1x1", "", "0"),
        layer("front", "1x1", "", "1"),
    );
    let level = level(&map("1x1", &content));
    let found: Vec<_> =
        level.layers.iter().map(|l| (l.path.as_str(), l.kind, l.grid_layer.map(LayerId::index))).collect();
    assert_eq!(
        found,
        [
            ("back", LayerKind::Tiles, None),
            ("g", LayerKind::Group, None),
            ("g/sky", LayerKind::Image, None),
            ("g/h", LayerKind::Group, None),
            ("g/h/a", LayerKind::Tiles, Some(0)),
            ("g/h/b", LayerKind::Tiles, None),
            ("front", LayerKind::Tiles, Some(1)),
        ]
    );
    assert_eq!(level.grid.layers(), ["g/h/a", "front"]);
    assert_eq!(level.layers[3].class, "Cave");
}

#[test]
fn parallax_on_a_layer_that_collides_is_a_named_warning() {
    let inner = layer("a", "1x1", r#"parallaxx="0.5""#, "1") + &layer("b", "1x1", "", "2");
    let content = format!("{}\n<group name=\"g\" parallaxy=\"0.5\">{inner}</group>", solid());
    let level = level(&map("1x1", &content));
    let warnings: Vec<_> = level.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["a.tmx:4:33: layer \"g/a\": the layer collides, but its parallax factor of 0.5, 0.5 draws it \
             somewhere else; set parallax to 1, or \"tp_collision\" to \"off\""]
    );
    assert_eq!(level.warnings[0].kind, WarningKind::Parallax);
}

fn infinite(chunks: &str) -> String {
    let data =
        format!(r#"<layer name="ground" width="2" height="2"><data encoding="csv">{chunks}</data></layer>"#);
    map("2x2", &format!("{}\n{data}", solid())).replace(r#"infinite="0""#, r#"infinite="1""#)
}

#[test]
fn chunks_of_an_infinite_map_keep_their_position() {
    let map = infinite(
        r#"<chunk x="-16" y="-32" width="2" height="2">0,1,2,1</chunk><chunk x="3" y="-1" width="3" height="1">1,0,1</chunk>"#,
    );
    let level = level(&map);
    assert_eq!(
        cells(&level),
        [(0, -15, -32, 1), (0, -15, -31, 1), (0, 3, -1, 1), (0, 5, -1, 1)],
        "row by row from each chunk's corner"
    );
    assert_eq!(level.bounds, None);
    assert_eq!(cells(&support::level(&infinite(""))), []);
}

#[test]
fn chunks_out_of_place_are_errors() {
    let rows = [
        (
            r#"<chunk x="0" y="0" width="2" height="2">1,1,1</chunk>"#,
            "a.tmx:4:64: layer \"ground\": 3 tiles in data, expected 2×2 = 4; open the map in Tiled and save it again",
        ),
        (
            r#"<chunk x="2147483647" y="0" width="2" height="1">1,1</chunk>"#,
            "a.tmx:4:64: layer \"ground\": the chunk at column 2147483647, row 0 reaches beyond the world",
        ),
        (
            r#"<chunk x="0" y="-600000" width="1" height="1">1</chunk>"#,
            "a.tmx:4:1: layer \"ground\", column 0, row -600000: the tile is beyond the world, which ends at ±8388607 px",
        ),
        (
            r#"<chunk x="0" y="0" width="65536" height="65536">1</chunk>"#,
            "a.tmx:4:64: layer \"ground\": with these 65536×65536 cells the layers have more than 4194304 \
             cells, which is the limit; resize or split the map, or raise the limit (--max-cells, in code \
             Limits::cells)",
        ),
        (
            r#"<chunk y="0" width="1" height="1">1</chunk>"#,
            "a.tmx:4:64: layer \"ground\": <chunk> has no \"x\" attribute",
        ),
        (
            "1,1,1,1",
            "a.tmx:4:43: layer \"ground\": cells without a <chunk> in an infinite map; set infinite=\"0\" on <map>",
        ),
    ];
    for (chunks, expected) in rows {
        assert_eq!(error(&infinite(chunks)), expected);
    }
    let finite =
        infinite(r#"<chunk x="0" y="0" width="1" height="1">1</chunk>"#).replace(r#"infinite="1""#, "");
    assert_eq!(
        error(&finite),
        "a.tmx:4:64: layer \"ground\": a <chunk> in a map that is not infinite; set infinite=\"1\" on <map>"
    );
}

#[test]
fn scattered_chunks_are_bounded_in_memory() {
    use std::fmt::Write;
    let mut chunks = String::new();
    for i in 0..20_000 {
        let (x, y) = (i % 200 * 64, i / 200 * 64);
        let _ = write!(chunks, r#"<chunk x="{x}" y="{y}" width="1" height="1">1</chunk>"#);
    }
    assert_eq!(
        error(&infinite(&chunks)),
        "a.tmx:4:1: layer \"ground\", column 11776, row 5184: colliding tiles are spread over more than \
         16384 squares of 64×64 cells, which is the limit; split the map"
    );
}

#[test]
fn a_map_knows_its_size_class_and_properties() {
    let text = map("3x2", &property("mood", "strong")).replace("<map ", r#"<map class="TpLevel" "#);
    let level = level(&text);
    assert_eq!(level.class, "TpLevel");
    assert_eq!(level.properties.string("mood"), Some("strong"));
    let bounds = level.bounds.unwrap();
    assert_eq!((bounds.min.col, bounds.min.row, bounds.size.x, bounds.size.y), (0, 0, 3, 2));
    assert_eq!(level.tile_size.to_array(), [16, 16]);
    assert_eq!(level.path.to_str(), Some("a.tmx"));
}

#[test]
fn too_many_colliding_layers_are_an_error() {
    let layers: String = (0..65).map(|i| layer(&i.to_string(), "1x1", "", "1") + "\n").collect();
    assert_eq!(
        error(&map("1x1", &format!("{}\n{layers}", solid()))),
        "a.tmx:68:1: layer \"64\": the map has more than 64 colliding layers, which is the limit; merge \
         some in Tiled"
    );
}
