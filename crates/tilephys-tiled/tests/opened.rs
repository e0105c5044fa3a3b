//! Damaged maps that Tiled opens: they load with a warning, and collide as Tiled shows them.

use crate::support;

use glam::IVec2;
use support::{cells, layer, level, map, property, rock, strict, tile};
use tilephys_core::UNITS_PER_PX;
use tilephys_tiled::{Level, Problem, WarningKind};

/// All warnings except that nothing collides.
fn warned(level: &Level) -> Vec<(WarningKind, String)> {
    let is_meant = |kind| !matches!(kind, WarningKind::NothingCollides | WarningKind::PartialCollision);
    let warnings = level.warnings.iter().filter(|warning| is_meant(warning.kind));
    warnings.map(|warning| (warning.kind, warning.to_string())).collect()
}

/// The only warning of `text`; a strict loader fails with its message.
fn only_warning(text: &str, kind: WarningKind) -> String {
    let found = warned(&level(text));
    let [(of_kind, message)] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(*of_kind, kind);
    assert_eq!(&strict(text), message);
    message.clone()
}

/// A solid tile layer.
fn solid_layer(size: &str, csv: &str) -> String {
    layer("collision", size, "", csv).replace("<data", &(property("tp_collision", "on") + "<data"))
}

/// The min corners of all shapes off the grid, in px.
fn off_grid(level: &Level) -> Vec<IVec2> {
    level.grid.off_grid_shapes().map(|(_, shape)| shape.aabb.min / UNITS_PER_PX).collect()
}

#[test]
fn a_tileset_without_tiles_may_share_its_first_gid() {
    let empty =
        r#"<tileset firstgid="1" name="empty" tilewidth="0" tileheight="0" tilecount="0" columns="0"/>"#;
    let solid = rock(&tile(0, "collision", "solid"));
    for tilesets in [empty.to_owned() + &solid, solid + empty] {
        let text = map("2x1", &(tilesets + &layer("l", "2x1", "", "1,0")));
        let level = level(&text);
        assert_eq!((cells(&level), warned(&level)), (vec![(0, 0, 0, 1)], vec![]));
        assert_eq!(strict(&text), "it loads");
    }
}

#[test]
fn the_later_of_two_tilesets_with_equal_first_gid_wins() {
    let other = rock("").replace("name=\"rock\"", "name=\"air\"");
    let solid = rock(&tile(0, "collision", "solid"));
    let with =
        |first: &str, second: &str| map("1x1", &format!("{first}\n{second}{}", layer("l", "1x1", "", "1")));
    assert_eq!(cells(&level(&with(&other, &solid))), [(0, 0, 0, 1)]);
    let text = with(&solid, &other);
    assert_eq!(cells(&level(&text)), []);
    assert_eq!(level(&text).tile(1).map(|tile| tile.tileset.name.clone()).as_deref(), Some("air"));
    assert_eq!(
        only_warning(&text, WarningKind::FirstGid),
        "a.tmx:4:10: <tileset firstgid=\"1\">: tileset \"rock\" has the same firstgid, so none of its tiles \
         appear, as in Tiled; remove one of the two, or renumber this one and its tiles from 9 on"
    );
}

#[test]
fn cells_with_missing_tiles_of_a_collection_are_empty() {
    let image = r#"<image source="a.png" width="16" height="16"/>"#;
    let tileset = format!(
        r#"<tileset firstgid="1" name="bg" tilewidth="16" tileheight="16" tilecount="1" columns="0"><tile id="5">{image}</tile></tileset>"#
    );
    let with = |csv: &str| map("4x1", &format!("{tileset}\n{}", solid_layer("4x1", csv)));
    assert_eq!(cells(&level(&with("0,4,6,0"))), [(0, 2, 0, 6)]);
    assert_eq!(
        only_warning(&with("0,4,6,0"), WarningKind::MissingTile),
        "a.tmx:3:137: layer \"collision\", column 1, row 0: the cell shows tile 3 of tileset \"bg\", which \
         has no such tile, so it is empty; redraw the cell, or put the tile back"
    );
    let many = only_warning(&with("4,2147483652,6,5"), WarningKind::MissingTile);
    assert!(
        many.contains(
            ": 3 cells show tiles 3 and 4 of tileset \"bg\", which has none of them, so they are empty; "
        ),
        "{many}"
    );
}

#[test]
fn an_object_with_a_missing_tile_collides_where_it_is_drawn() {
    let object = r#"<object id="3" gid="99" x="8" y="40" width="16" height="24"/>"#;
    let group = format!("<objectgroup name=\"o\">{}\n{object}</objectgroup>", property("tp_collision", "on"));
    let text = map("4x4", &format!("{}\n{group}", rock("")));
    assert_eq!(off_grid(&level(&text)), [IVec2::new(8, 16)]);
    assert_eq!(
        only_warning(&text, WarningKind::MissingTile),
        "a.tmx:5:16: layer \"o\", object 3: the object shows tile 98 of tileset \"rock\", which has no such \
         tile, so nothing is drawn; choose its tile again"
    );
}

#[test]
fn objects_with_equal_ids_get_different_ids() {
    let objects = "<object id=\"1\" width=\"9\" height=\"9\"/>\n<object id=\"1\" x=\"20\" width=\"9\" height=\"9\"/>\n<object id=\"4\"/>";
    let group = |rest: &str| {
        map(
            "4x4",
            &format!(
                "<objectgroup name=\"o\">{}\n{objects}</objectgroup>{rest}",
                property("collision", "solid")
            ),
        )
    };
    let text =
        group("").replace("<object id=\"4\"/>", "<object id=\"4\" x=\"40\" width=\"9\" height=\"9\"/>");
    let found = level(&text);
    assert_eq!(off_grid(&found), [IVec2::new(0, 0), IVec2::new(20, 0), IVec2::new(40, 0)]);
    assert_eq!(found.objects.iter().map(|object| object.id).collect::<Vec<_>>(), [1, 5, 4]);
    assert_eq!(
        only_warning(&text, WarningKind::SameObjectId),
        "a.tmx:4:1: layer \"o\", object 1: the object at line 3 also has the id 1, so this one gets a new \
         id for now; delete one of them and draw it again, so that Tiled assigns a new id"
    );
    let refers = r#"<objectgroup name="p"><object id="7"><properties><property name="to" type="object" value="1"/></properties></object></objectgroup>"#;
    let error =
        support::load(&[("a.tmx", &group(refers))]).expect_err("which of the two is meant is unknown");
    assert_eq!(error.problem(), Problem::Format);
    assert_eq!(error.message(), "the object at line 3 also has the id 1, and a property refers to that id");
}

#[test]
fn layers_with_equal_ids_and_references_to_nothing_are_named() {
    let refers =
        r#"<object id="1"><properties><property name="to" type="object" value="7"/></properties></object>"#;
    let layers = format!(
        "<objectgroup id=\"9\" name=\"o\">{refers}</objectgroup>\n<objectgroup id=\"9\" name=\"p\"/>"
    );
    let expected = [
        (
            WarningKind::SameId,
            "a.tmx:3:1: layer \"p\": <objectgroup id=\"9\">: the layer at line 2 has the same id, so a reload may confuse \
             the two; duplicate this layer in Tiled and delete the original",
        ),
        (
            WarningKind::LostReference,
            "a.tmx:2:57: layer \"o\", object 1: property \"to\" refers to object 7, which is not in the map; choose another \
             in Tiled, or clear it",
        ),
    ];
    let expected = expected.map(|(kind, message)| (kind, message.to_owned()));
    assert_eq!(warned(&level(&map("4x4", &layers))), expected);
}

/// Tiled before 0.11 wrote no ids; it numbers the objects when it opens the map.
#[test]
fn objects_without_an_id_are_numbered() {
    let text = map("4x4", r#"<objectgroup><object x="1"/><object id="7"/><object x="2"/></objectgroup>"#);
    assert_eq!(level(&text).objects.iter().map(|object| object.id).collect::<Vec<_>>(), [8, 7, 9]);
}

#[test]
fn common_names_with_foreign_values_are_ignored() {
    let tiles = tile(0, "slope", "forward")
        + "\n"
        + &tile(1, "collision", "round")
        + "\n"
        + &tile(2, "one_way_dir", "north");
    let text = map("4x1", &(rock(&tiles) + &solid_layer("4x1", "1,2,3,4")));
    let found = level(&text);
    assert_eq!(cells(&found).len(), 4);
    assert_eq!(
        warned(&found).into_iter().map(|(_, message)| message).collect::<Vec<_>>(),
        [
            "a.tmx:3:26: tile 0 of tileset \"rock\": property \"slope\" is \"forward\" and has no effect on \
             collision: expected auto or none; ignore this if another program uses it",
            "a.tmx:4:26: tile 1 of tileset \"rock\": property \"collision\" is \"round\" and has no effect \
             on collision: expected none, solid, one_way, hazard, ladder, water, trigger or bar; ignore this if \
             another program uses it",
            "a.tmx:5:26: tile 2 of tileset \"rock\": property \"one_way_dir\" is \"north\" and has no \
             effect on collision: expected up, right, down or left; ignore this if another program uses it",
        ]
    );
    assert_eq!(strict(&text).lines().count(), 3);
}

#[test]
fn a_layer_without_cells_is_empty() {
    let text =
        map("2x1", &(rock("") + "<layer name=\"l\" width=\"2\" height=\"1\"/>" + &solid_layer("2x1", "0,1")));
    assert_eq!(cells(&level(&text)), [(0, 1, 0, 1)]);
    let said = only_warning(&text, WarningKind::NoCells);
    assert!(said.contains("layer \"l\": the layer has no <data>, so it is empty; "), "{said}");
}

#[test]
fn rendering_data_is_no_error_to_a_strict_loader() {
    let text = map("1x1", &rock("").replace(" columns", " margin=\"wide\" columns"));
    assert_eq!(strict(&text), "it loads");
    assert_eq!(warned(&level(&text))[0].0, WarningKind::Look);
}

#[test]
fn the_last_element_of_a_repeated_tile_wins() {
    let shape =
        |y: u32| format!("<objectgroup><object id=\"1\" y=\"{y}\" width=\"16\" height=\"4\"/></objectgroup>");
    let with = |first: &str, second: &str| {
        let tiles = rock(&format!("<tile id=\"0\">{first}</tile>\n<tile id=\"0\">{second}</tile>"));
        map("1x1", &(tiles + &layer("l", "1x1", "", "1")))
    };
    let low_edge = |text: &str| {
        let level = level(text);
        let kind = level.grid.tiles().next().map(|(_, _, id)| level.grid.tile_kind(id).shape.clone());
        format!("{kind:?}")
    };
    let only = |inner: &str| {
        map("1x1", &(rock(&format!("<tile id=\"0\">{inner}</tile>")) + &layer("l", "1x1", "", "1")))
    };
    assert_eq!(low_edge(&with(&shape(0), &shape(8))), low_edge(&only(&shape(8))));
    assert_ne!(low_edge(&with(&shape(0), &shape(8))), low_edge(&only(&shape(0))));
    // The earlier element fills the values that the later one lacks.
    assert_eq!(low_edge(&with(&shape(4), "")), low_edge(&only(&shape(4))));
    let (solid, none) = (property("collision", "solid"), property("collision", "none"));
    let other = property("collides", "false");
    assert_eq!(cells(&level(&with(&none, &solid))), [(0, 0, 0, 1)]);
    assert_eq!(cells(&level(&with(&solid, &none))), []);
    assert_eq!(cells(&level(&with(&solid, &other))), [(0, 0, 0, 1)]);
    assert_eq!(
        only_warning(&with(&solid, &other), WarningKind::Repeated),
        "a.tmx:4:1: tileset \"rock\": <tile id=\"0\">: the tile is defined twice, and the last definition \
         is used; remove one"
    );
}

#[test]
fn the_last_of_a_repeated_setting_wins() {
    let with = |first: &str, second: &str| {
        let written = format!(
            "<property name=\"collision\" value=\"{first}\"/><property name=\"collision\" value=\"{second}\"/>"
        );
        let tiles = rock(&format!("<tile id=\"0\"><properties>{written}</properties></tile>"));
        map("1x1", &(tiles + &layer("l", "1x1", "", "1")))
    };
    assert_eq!(cells(&level(&with("none", "solid"))), [(0, 0, 0, 1)]);
    assert_eq!(cells(&level(&with("solid", "none"))), []);
    assert!(only_warning(&with("solid", "none"), WarningKind::Repeated).starts_with("a.tmx:3:"));
}
