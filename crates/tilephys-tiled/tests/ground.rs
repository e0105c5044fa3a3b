//! Which layers are ground: names beside shapes, shares of the map, and guesses.

use crate::conventions::{BOX, applied, common, loaded, of_layers, of_objects, warnings};
use crate::support::{cells, layer, level, map, property, rock};
use tilephys_tiled::{Conventions, Meaning, Subject, WarningKind};

#[test]
fn the_share_of_a_layer_of_platforms_decides_what_it_is() {
    let said = |platforms: usize, others: &[&str]| -> Vec<String> {
        let cells = |tiles: usize| format!("{}{}", "1,".repeat(tiles), vec!["0"; 40 - tiles].join(","));
        let others: String = others.iter().map(|name| layer(name, "40x1", "", &cells(1))).collect();
        let content = rock("") + &others + &layer("Platforms", "40x1", "", &cells(platforms));
        let level = common(&map("40x1", &content));
        level.conventions.iter().map(|applied| applied.row.meaning.to_string()).collect()
    };
    assert_eq!(said(1, &[]), ["one_way"]);
    assert_eq!(said(2, &[]), ["solid"]);
    assert_eq!(said(2, &["ground"]), ["solid", "one_way"]);
    assert_eq!(said(1, &["collision"]), ["solid", "one_way"]);
    assert_eq!(said(2, &["collision"]), ["solid"], "art beside the layer for collision");
}

#[test]
fn each_layer_is_read_by_itself() {
    let deco = r#"<tile id="1"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile>"#;
    let cells_of =
        |n: usize, tile: &str| format!("{}{}", format!("{tile},").repeat(n), vec!["0"; 40 - n].join(","));
    let objects = format!("<objectgroup name=\"collision\"><object id=\"1\" {BOX}/></objectgroup>");
    let shaped = |n: usize| rock(deco) + &layer("deco", "40x1", "", &cells_of(n, "2"));
    let level = common(&map("40x1", &(shaped(1) + &objects)));
    assert_eq!((cells(&level).len(), level.grid.off_grid_shapes().count()), (1, 1), "a shape elsewhere");
    let drawn =
        |n: usize| common(&map("40x1", &(shaped(n) + &layer("ground", "40x1", "", &cells_of(9, "1")))));
    assert_eq!(cells(&drawn(1)).len(), 10, "one shape is no ground");
    assert_eq!(cells(&drawn(2)).len(), 2, "where shapes are ground, a layer is drawn");
}

#[test]
fn a_layer_that_covers_the_map_is_a_background() {
    let covered = layer("ground", "40x1", "", &vec!["1"; 40].join(","));
    let level = common(&map("40x1", &(rock("") + &covered)));
    assert_eq!((cells(&level), applied(&level)), (vec![], vec![]));
    let own = Conventions::default().with(Subject::Layer("ground".to_owned()), Meaning::Solid);
    assert_eq!(cells(&loaded(&map("40x1", &(rock("") + &covered)), own)).len(), 40, "the game names it");
}

#[test]
fn the_only_tile_layer_is_ground_if_it_lies_like_ground() {
    let of_rows = |rows: &[&str], more: &str| {
        let cells = rows.join(",");
        common(&map("4x4", &(rock("") + &layer("Tile Layer 1", "4x4", "", &cells) + more)))
    };
    let (full, empty) = ("1,1,1,1", "0,0,0,0");
    let ground = of_rows(&[empty, empty, "1,0,0,0", full], "");
    let said = "layer \"Tile Layer 1\" (5 tiles): solid, a guess, because nothing else collides and its \
                tiles are laid out like ground";
    assert_eq!((cells(&ground).len(), applied(&ground)), (5, vec![said.to_owned()]));
    assert_eq!(cells(&of_rows(&[full, "1,0,0,0", empty, "0,0,1,0"], "")), [], "a ceiling");
    assert_eq!(cells(&of_rows(&[empty, full, full, full], "")), [], "a picture");
    assert_eq!(
        cells(&of_rows(&[empty, empty, empty, full], &layer("b", "4x4", "", &["1"; 16].join(",")))),
        []
    );
    let inside = r#"<objectgroup name="o"><object id="1" x="8" y="56"><point/></object></objectgroup>"#;
    assert_eq!(cells(&of_rows(&[empty, empty, empty, full], inside)), [], "its objects are in it");
    let above = inside.replace("y=\"56\"", "y=\"40\"");
    assert_eq!(cells(&of_rows(&[empty, empty, empty, full], &above)).len(), 4);
    let wall = format!("<objectgroup name=\"walls\"><object id=\"1\" {BOX}/></objectgroup>");
    assert_eq!(cells(&of_rows(&[empty, empty, empty, full], &wall)), [], "something else collides");
}

#[test]
fn objects_beside_a_drawn_layer_do_not_make_it_art() {
    let cells_of = |n: usize| format!("{}{}", "1,".repeat(n), vec!["0"; 40 - n].join(","));
    let objects = format!("<objectgroup name=\"platformFake\"><object id=\"1\" {BOX}/></objectgroup>");
    let level = common(&map("40x1", &(rock("") + &layer("platform", "40x1", "", &cells_of(9)) + &objects)));
    assert_eq!((cells(&level).len(), level.grid.off_grid_shapes().count()), (9, 1));
    assert_eq!(
        common(&of_objects("win block", &format!(r#"<object id="1" {BOX}/>"#)))
            .grid
            .off_grid_shapes()
            .count(),
        0
    );
}

#[test]
fn a_vague_name_counts_where_the_rest_is_scenery() {
    let rows = |rows: [&str; 3]| rows.join(",");
    let under = |name: &str, others: &[&str]| {
        let ground = layer(name, "4x3", "", &rows(["0,0,0,0", "1,0,0,0", "1,1,1,1"]));
        let other = rows(["1,0,0,0", "0,0,0,0", "0,0,0,0"]);
        let others: String = others.iter().map(|name| layer(name, "4x3", "", &other)).collect();
        cells(&common(&map("4x3", &(rock("") + &ground + &others)))).len()
    };
    for name in ["Midground", "wg-tiles", "Normal tiles", "tile", "World", "Foreground"] {
        assert_eq!(under(name, &["Background", "spikes", "Enemies"]), 5, "{name}");
    }
    assert_eq!(under("Midground", &["Foreground"]), 5);
    assert_eq!(under("Background tiles", &["Clouds"]), 0, "scenery by its name");
    assert_eq!(under("Midground", &["Background", "Blue things"]), 0, "another layer may be the ground");
}

#[test]
fn a_room_is_ground_though_it_is_not_low() {
    let room = "1,1,1,1,1,1,0,0,0,1,1,0,0,0,1,1,0,0,0,1,1,1,0,0,1";
    let level = common(&map("5x5", &(rock("") + &layer("Tile Layer 1", "5x5", "", room))));
    assert_eq!(cells(&level).len(), 14);
}

#[test]
fn the_warning_that_nothing_collides_names_likely_layers() {
    let said = |map: &str| warnings(&level(map), WarningKind::NothingCollides).concat();
    let objects = format!("<objectgroup name=\"stuff\"><object id=\"1\" {BOX}/></objectgroup></map>");
    let names =
        of_layers(&["Entity spawns", "sky", "Level", "Foreground", "Stones"]).replace("</map>", &objects);
    assert_eq!(
        said(&names),
        "a.tmx:1:1: nothing in this map collides; likely ground: layer \"Level\" (1 tile), layer \"Stones\" \
         (1 tile), layer \"stuff\" (1 object), layer \"Foreground\" (1 tile), layer \"sky\" (1 tile), 1 \
         more; in Tiled, set \"tp_collision\" to \"cell\" on the solid layer, or \"collision\" to \"none\" \
         on the map if this is intended"
    );
    let candidates: Vec<String> = level(&names).candidates.iter().take(1).map(ToString::to_string).collect();
    assert_eq!(candidates, ["layer \"Level\" (1 tile)"]);
}

#[test]
fn a_map_in_which_little_collides_is_warned_about() {
    let said = |map: &str| warnings(&common(map), WarningKind::LittleCollides).concat();
    assert_eq!(
        said(&of_layers(&["platforms", "stones"])),
        "a.tmx:1:1: only the one-way platforms of layer \"platforms\" collide; likely ground: layer \
         \"stones\" (1 tile); in Tiled, set \"tp_collision\" to \"cell\" on the solid layer"
    );
    assert_eq!(said(&of_layers(&["platforms"])), "", "nothing else is there");
    assert_eq!(said(&of_layers(&["platforms", "stones", "walls"])), "");
    let shape =
        r#"<tile id="0"><objectgroup><object id="1" y="8" width="16" height="8"/></objectgroup></tile>"#;
    let ground = |tiles: &str| map("6x1", &(rock(shape) + &layer("ground", "6x1", "", tiles)));
    let few = "a.tmx:1:1: only 1 of the 5 tiles of layer \"ground\" collides: the others have no collision \
               shape; in Tiled, set \"tp_collision\" to \"cell\" on the solid layer";
    assert_eq!(said(&ground("1,2,2,3,3,0")), few);
    assert_eq!(
        warnings(&common(&ground("1,2,2,3,3,0")), WarningKind::PartialCollision),
        [""; 0],
        "it is said"
    );
    assert_eq!(said(&ground("1,2,2,3,0,0")), "", "this is a matter of single tiles");
}

#[test]
fn a_collision_layer_disables_fallback_rows() {
    let level = common(&of_layers(&["ground", "collision", "platforms"]));
    let names: Vec<&str> = level.grid.layers().iter().map(String::as_str).collect();
    assert_eq!(names, ["collision", "platforms"]);
    let on =
        layer("l", "1x1", "", "1").replace("><data", &format!(">{}<data", property("tp_collision", "on")));
    let level = common(&map("1x1", &(rock("") + &layer("ground", "1x1", "", "1") + &on)));
    assert_eq!(level.grid.layers(), ["l"], "a property of ours counts like that layer");
}

#[test]
fn notes_tell_how_names_were_read_and_equal_warnings_once() {
    let notes = |map: &str| common(map).notes().collect::<Vec<_>>();
    let walls = "a.tmx: by naming conventions: layer \"Walls\" (1 tile): solid, by the row \"tile layer \
                 walls\"";
    assert_eq!(notes(&of_layers(&["Walls"])), [walls]);
    let wrong = r#"<properties><property name="collision" value="sloid"/></properties>"#;
    let object = |id: u32| format!(r#"<object id="{id}" {BOX}>{wrong}</object>"#);
    let level = common(&of_objects("walls", &(object(1) + &object(2) + &object(3))));
    let said = warnings(&level, WarningKind::SettingValue);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].ends_with(" (the same in 2 other places); did you mean \"solid\"?"), "{said:?}");
}
