//! Collision rules: settings of tiles, layers and maps, and faults of colliding shapes.

use crate::support;

use glam::Vec2;
use support::{cells, error, layer, level, load, map, property, rock, strict, tile};
use tilephys_core::{Aabb, shape::TileShape};
use tilephys_tiled::WarningKind;

/// A full rectangle as collision shape.
fn full() -> &'static str {
    r#"<objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup>"#
}

/// The solid columns of a row of tiles 0 to 3 of `tileset`; `of_layer` and `of_map` are inserted in layer and map.
fn solid_columns(tiles: &str, of_layer: &str, of_map: &str) -> Vec<i32> {
    let layer = format!(
        r#"<layer name="ground" width="4" height="1">{of_layer}<data encoding="csv">1,2,3,4</data></layer>"#
    );
    let level = level(&map("4x1", &format!("{of_map}{}{layer}", rock(tiles))));
    cells(&level).iter().map(|c| c.1).collect()
}

#[test]
fn solid_cells_are_exactly_where_a_solid_tile_is() {
    let content = format!(
        "{}{}",
        rock(&tile(3, "collision", "solid")),
        layer("ground", "4x3", "", "0,4,1,2, 4,4,3,5, 0,8,4,7")
    );
    let found = cells(&level(&map("4x3", &content)));
    assert_eq!(found, [(0, 1, 0, 4), (0, 0, 1, 4), (0, 1, 1, 4), (0, 2, 2, 4)]);
}

#[test]
fn the_nearest_setting_wins() {
    let shaped = |properties: &str| format!(r#"<tile id="1">{properties}{}</tile>"#, full());
    let none = property("collision", "none");
    let solid = property("collision", "solid");
    let shape_none = r#"<tile id="1"><objectgroup><object id="1" width="16" height="16"><properties><property name="collision" value="none"/></properties></object></objectgroup></tile>"#;
    // Tiles, layer and map have the middle columns; the last lists which of the tiles 0 to 3 are solid.
    let rows: [(&str, String, &str, &str, &[i32]); 12] = [
        ("nothing is said", String::new(), "", "", &[]),
        ("a shape is solid", shaped(""), "", "", &[1]),
        ("tile over shape's default", shaped(&none), "", "", &[]),
        (
            "shape over tile",
            shape_none.replace("<objectgroup>", &format!("{solid}<objectgroup>")),
            "",
            "",
            &[],
        ),
        ("tileset", solid.clone(), "", "", &[0, 1, 2, 3]),
        ("tile over tileset", solid.clone() + &tile(2, "collision", "none"), "", "", &[0, 1, 3]),
        ("tileset over layer", none.clone(), &solid, "", &[]),
        ("layer", String::new(), &solid, "", &[0, 1, 2, 3]),
        ("layer over map", String::new(), &none, &solid, &[]),
        ("map", String::new(), "", &solid, &[0, 1, 2, 3]),
        ("layer none, shape by tile", shaped(&solid), &none, "", &[1]),
        ("layer none, shape silent", shaped(""), &none, "", &[]),
    ];
    for (what, tiles, of_layer, of_map, expected) in rows {
        assert_eq!(solid_columns(&tiles, of_layer, of_map), expected, "{what}");
    }
}

#[test]
fn the_layer_rule_excludes_or_includes() {
    let tiles = tile(0, "collision", "solid") + &tile(1, "collision", "none");
    assert_eq!(solid_columns(&tiles, &property("tp_collision", "auto"), ""), [0]);
    assert_eq!(solid_columns(&tiles, &property("tp_collision", "off"), ""), [] as [i32; 0]);
    assert_eq!(
        solid_columns(&tiles, &property("tp_collision", "on"), ""),
        [0, 2, 3],
        "what says none stays none"
    );
}

#[test]
fn a_groups_setting_applies_to_layers_without_one() {
    let inner = layer("a", "1x1", "", "1");
    let own = r#"<layer name="b" width="1" height="1"><properties><property name="tp_collision" value="auto"/></properties><data encoding="csv">1</data></layer>"#;
    let off = property("tp_collision", "off");
    let content =
        format!(r#"{}<group name="g">{off}{inner}{own}</group>"#, rock(&tile(0, "collision", "solid")));
    let level = level(&map("1x1", &content));
    assert_eq!(level.grid.layers(), ["g/b"]);
    let group = format!(r#"{}<group name="g">{}{inner}</group>"#, rock(""), property("collision", "solid"));
    assert_eq!(cells(&support::level(&map("1x1", &group))).len(), 1);
}

#[test]
fn aliases_are_read_and_collision_wins() {
    let rows: [(&str, &str, &[i32]); 7] = [
        ("collides", "true", &[1]),
        ("solid", "true", &[1]),
        ("collides", "false", &[]),
        ("solid", "false", &[]),
        ("collision", "true", &[1]),
        ("collision", "false", &[]),
        ("one_way", "false", &[]),
    ];
    for (name, value, expected) in rows {
        assert_eq!(solid_columns(&tile(1, name, value), "", ""), expected, "{name} {value}");
    }
    let both = r#"<tile id="1"><properties><property name="collision" value="none"/><property name="solid" type="bool" value="true"/></properties></tile>"#;
    assert_eq!(solid_columns(both, "", ""), [] as [i32; 0]);
}

#[test]
fn an_alias_of_another_type_is_a_warning() {
    let content = format!("{}\n{}", rock(&tile(0, "solid", "very")), layer("ground", "1x1", "", "1"));
    let level = level(&map("1x1", &(property("tp_conventions", "none") + &content)));
    assert_eq!(cells(&level), []);
    let of_type = level.warnings.iter().filter(|w| w.kind == WarningKind::SettingType);
    let warnings: Vec<_> = of_type.map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["a.tmx:3:26: tile 0 of tileset \"rock\": property \"solid\" is not of type bool, so it has no \
             effect on collision; change its type, or rename it"]
    );
}

#[test]
fn the_category_is_the_nearest_and_one_if_there_is_none() {
    let property =
        |v| format!(r#"<properties><property name="category" type="int" value="{v}"/></properties>"#);
    let tiles = format!(
        r#"<tile id="0">{}{}</tile><tile id="1">{}</tile>"#,
        property(-2_147_483_648_i64),
        full(),
        full()
    );
    for (of_layer, expected) in [("", [1 << 31, 1]), (property(6).as_str(), [1 << 31, 6])] {
        let layer =
            format!(r#"<layer width="2" height="1">{of_layer}<data encoding="csv">1,2</data></layer>"#);
        let level = level(&map("2x1", &(rock(&tiles) + &layer)));
        let categories: Vec<_> = level.grid.tile_kinds().iter().map(|t| t.category).collect();
        assert_eq!(categories, expected);
    }
}

#[test]
fn unknown_values_are_reported_with_a_proposal() {
    let of_tile = |value: &str| {
        strict(&map(
            "1x1",
            &format!("{}\n{}", rock(&tile(3, "collision", value)), layer("ground", "1x1", "", "0")),
        ))
    };
    assert_eq!(
        of_tile("sloid"),
        "a.tmx:3:26: tile 3 of tileset \"rock\": property \"collision\" is \"sloid\" and has no effect on \
         collision: expected none, solid, one_way, hazard, ladder, water, trigger or bar; did you mean \"solid\"?"
    );
    assert_eq!(
        of_tile("lava"),
        "a.tmx:3:26: tile 3 of tileset \"rock\": property \"collision\" is \"lava\" and has no effect on \
         collision: expected none, solid, one_way, hazard, ladder, water, trigger or bar; ignore this if another \
         program uses it"
    );
    let of_layer = format!(
        "<group name=\"caves\">\n<layer name=\"ground\" width=\"1\" height=\"1\">{}<data encoding=\"csv\">0</data></layer></group>",
        property("tp_collision", "of")
    );
    assert_eq!(
        error(&map("1x1", &of_layer)),
        "a.tmx:3:55: layer \"caves/ground\": property \"tp_collision\" is \"of\": expected auto, off, on or cell; did you mean \"off\"?"
    );
}

/// The message for a row `0, tile 2` of a tileset on line 2.
fn refused(tileset: &str) -> String {
    error(&map("2x1", &format!("{tileset}\n{}", layer("ground", "2x1", "", "0,3"))))
}

#[test]
fn shapes_of_unused_tiles_are_not_checked() {
    // A point is no collider; unused tiles, and tiles in a layer that is off, are not checked.
    let shape = |object: &str| rock(&format!(r#"<tile id="2"><objectgroup>{object}</objectgroup></tile>"#));
    assert_eq!(refused(&shape(r#"<object id="1"><point/></object>"#)), "it loads");
    let unused = shape(r#"<object id="1"><polyline points="0,0 9,9"/></object>"#);
    let off = format!(
        r#"<layer width="1" height="1">{}<data encoding="csv">3</data></layer>"#,
        property("tp_collision", "off")
    );
    assert_eq!(error(&map("1x1", &format!("{unused}{}{off}", layer("ground", "1x1", "", "1")))), "it loads");
}

#[test]
fn scaled_tiles_collide_as_they_are_drawn() {
    let shapes = r#"<objectgroup><object id="1" x="0" y="8" width="32" height="8"/></objectgroup>"#;
    let big = |attributes: &str, content: &str, of_layer: &str| {
        let set = format!(
            r#"<tileset firstgid="1" name="big" tilewidth="32" tileheight="16" tilecount="8" columns="4" {attributes}><tileoffset x="4" y="-2"/><image source="b.png" width="128" height="32"/>{content}</tileset>"#
        );
        let level = level(&map("1x1", &(set + &layer("l", "1x1", "", of_layer))));
        let (_, _, kind) = level.grid.tiles().next().unwrap();
        level.grid.tile_kind(kind).shape.clone()
    };
    let boxed = |low: [f32; 2], high: [f32; 2]| {
        TileShape::Box(Aabb::from_px(low, Vec2::from(high) - Vec2::from(low)))
    };
    let (solid, shaped) = (tile(2, "collision", "solid"), format!("<tile id=\"2\">{shapes}</tile>"));
    let grid = r#"tilerendersize="grid""#;
    let kept = r#"tilerendersize="grid" fillmode="preserve-aspect-fit""#;
    // Half as wide and as high as the cell, with the drawing offset halved in width; or halved both ways, in the middle.
    assert_eq!(big(grid, &solid, "3"), boxed([2.0, -2.0], [18.0, 14.0]));
    assert_eq!(big(grid, &shaped, "3"), boxed([2.0, 6.0], [18.0, 14.0]));
    assert_eq!(big(kept, &solid, "3"), boxed([2.0, 3.0], [18.0, 11.0]));
    assert_eq!(big(kept, &shaped, "3"), boxed([2.0, 7.0], [18.0, 11.0]));
    // Upside down, and along the diagonal: then it stands 16 px high on the line on which it lay.
    assert_eq!(big(kept, &shaped, "1073741827"), boxed([2.0, 3.0], [18.0, 7.0]));
    assert_eq!(big(kept, &shaped, "536870915"), boxed([6.0, -5.0], [10.0, 11.0]));
}

#[test]
fn a_collection_of_images_takes_the_size_of_each() {
    let collection = |image: &str| {
        format!(
            r#"<tileset firstgid="1" name="things" tilewidth="32" tileheight="32" tilecount="2" columns="0"><tile id="2">{}{image}</tile><tile id="7"><image source="b.png" width="32" height="32"/></tile></tileset>"#,
            property("collision", "solid")
        )
    };
    assert_eq!(refused(&collection(r#"<image source="a.png" width="16" height="16"/>"#)), "it loads");
    assert_eq!(
        refused(&collection(r#"<image source="a.png"/>"#)),
        "a.tmx:2:94: layer \"ground\", column 1, row 0, tile 2 of tileset \"things\": the tile collides \
         because of property \"collision\" of tile 2 of tileset \"things\" (a.tmx:2:119), but the size of \
         its image is unknown; put the image back and save the tileset again in Tiled"
    );
    // Ids have gaps in a collection: tile 3 is missing, tile 7 exists.
    let with = |gid: u32| {
        strict(&map(
            "1x1",
            &(collection(r#"<image source="a.png" width="16" height="16"/>"#)
                + "\n"
                + &layer("ground", "1x1", "", &gid.to_string())),
        ))
    };
    assert_eq!(with(8), "it loads");
    assert_eq!(
        with(4),
        "a.tmx:3:65: layer \"ground\", column 0, row 0: the cell shows tile 3 of tileset \"things\", which \
         has no such tile, so it is empty; redraw the cell, or put the tile back"
    );
}

#[test]
fn an_external_tileset_is_the_same_and_errors_name_its_file() {
    let tsx = |tiles: &str| rock(tiles).replace(r#"firstgid="1" "#, "");
    let tmx = map(
        "2x1",
        &format!(
            "<tileset firstgid=\"1\" source=\"../tiles/rock.tsx\"/>\n{}",
            layer("ground", "2x1", "", "0,3")
        ),
    );
    let both = |tiles: &str| load(&[("maps/a.tmx", &tmx), ("tiles/rock.tsx", &tsx(tiles))]);
    let level = both(&tile(2, "collision", "solid")).unwrap();
    assert_eq!(cells(&level), [(0, 1, 0, 3)]);
    let named = level.tile_of_kind(level.grid.tiles().next().unwrap().2).unwrap();
    assert_eq!((named.tileset.name.as_str(), named.id), ("rock", 2));
    assert_eq!(named.tileset.path.as_deref(), Some("tiles/rock.tsx".as_ref()));
    assert_eq!(named.info.unwrap().properties.string("collision"), Some("solid"));
    let crossing = r#"<tile id="2"><objectgroup><object id="1"><polygon points="0,0 9,9 9,0 5,9"/></object></objectgroup></tile>"#;
    assert_eq!(
        both(crossing).unwrap_err().to_string(),
        "tiles/rock.tsx:2:27: layer \"ground\", column 1, row 0, tile 2 of tileset \"rock\", object 1: the \
         edge after corner 1 of the polygon crosses the edge after corner 3, or touches it from inside; \
         redraw it without crossings"
    );
}
