//! Friction, restitution, conveyors, surfaces and one-way sides: the nearest setting wins, and invalid ones are
//! reported.

use crate::support;

use glam::{IVec2, Vec2};
use support::{layer, level, map, property, rock, strict, tile};
use tilephys_core::{
    Aabb, Direction, Material, TileCoord,
    shape::{OneWay, TileShape},
};
use tilephys_tiled::{Cell, Flip, Level, WarningKind};

/// A `<properties>` of `name=value` words; numbers are floats, `true` and `false` bools.
fn words(list: &str) -> String {
    let property = |word: &str| {
        let (name, value) = word.split_once('=').unwrap();
        let kind = match value {
            "true" | "false" => "bool",
            _ if name == "category" => "int",
            value if value.parse::<f64>().is_ok() => "float",
            _ => "string",
        };
        format!(r#"<property name="{name}" type="{kind}" value="{value}"/>"#)
    };
    format!("<properties>{}</properties>", list.split_whitespace().map(property).collect::<String>())
}

/// A map of one tile with settings on its shape, itself, its tileset, its layer, its group and the map.
fn with(on: [&str; 6]) -> Level {
    let [shape, tile, tileset, of_layer, group, of_map] = on.map(words);
    let rock = rock(&format!(
        r#"{tileset}<tile id="2">{tile}<objectgroup><object id="1" width="16" height="16">{shape}</object></objectgroup></tile>"#
    ));
    let cells = format!(
        r#"<group name="g">{group}<layer name="l" width="2" height="1">{of_layer}<data encoding="csv">3,{}</data></layer></group>"#,
        3 + (1_u32 << 31)
    );
    level(&map("2x1", &(of_map + &rock + &cells)))
}

/// The material of the tile in column 0, and the name of its surface.
fn material(level: &Level, col: i32) -> (Material, &str) {
    let (_, _, kind) = level.grid.tiles().find(|t| t.1.col == col).unwrap();
    let material = level.grid.tile_kind(kind).material;
    (material, &level.surfaces[material.surface as usize])
}

#[test]
fn the_nearest_material_setting_wins() {
    let none = with([""; 6]);
    assert_eq!(material(&none, 0), (Material::default(), ""));
    assert_eq!(none.surfaces, [""]);
    let names = ["friction", "restitution", "surface", "conveyor"];
    for near in 0..6 {
        // From `near` on outward each element has a value of its own.
        let said: Vec<String> = (0..6)
            .map(|i| {
                if i < near {
                    String::new()
                } else {
                    format!("friction=0.{i} restitution=0.{i} surface=s{i} conveyor={i}")
                }
            })
            .collect();
        let level = with(std::array::from_fn(|i| said[i].as_str()));
        let (found, surface) = material(&level, 0);
        let part = near as f32 / 10.0;
        assert_eq!((found.friction, found.restitution), (part, part), "{names:?} {near}");
        assert_eq!(found.conveyor, Vec2::new(near as f32, 0.0));
        assert_eq!(surface, format!("s{near}"));
        assert_eq!(level.warnings, []);
        // A conveyor of a layer or the map does not rotate with the tile.
        let turned = material(&level, 1).0.conveyor.x;
        assert_eq!(turned, if near < 3 { -(near as f32) } else { near as f32 } + 0.0);
    }
}

#[test]
fn each_surface_has_a_number_and_equal_names_have_the_same() {
    let tiles: String = ["ice", "mud", "ice", ""]
        .iter()
        .enumerate()
        .map(|(id, name)| {
            format!(r#"<tile id="{id}">{}</tile>"#, words(&format!("collision=solid surface={name}")))
        })
        .collect();
    let level = level(&map("4x1", &(rock(&tiles) + &layer("l", "4x1", "", "1,2,3,4"))));
    assert_eq!(level.surfaces, ["", "ice", "mud"]);
    let numbers: Vec<_> = (0..4).map(|col| material(&level, col).0.surface).collect();
    assert_eq!(numbers, [1, 2, 1, 0]);
}

#[test]
fn the_side_of_a_one_way_tile_rotates_unless_fixed_or_set_on_the_layer() {
    use Direction::{Left, Right};
    // Right, and the same mirrored left to right.
    let rows = [
        ("one_way_dir=right", "", [Right, Left]),
        ("one_way_dir=right one_way_fixed=true", "", [Right, Right]),
        ("one_way_dir=right", "one_way_fixed=true", [Right, Right]),
        ("one_way_dir=right one_way_fixed=false", "one_way_fixed=true", [Right, Left]),
        ("", "one_way_dir=right", [Right, Right]),
        ("one_way_dir=right", "one_way_dir=left", [Right, Left]),
    ];
    for (of_tile, of_layer, expected) in rows {
        let level = with(["collision=one_way", of_tile, "", of_layer, "", ""]);
        let open = |col| {
            let (_, _, kind) = level.grid.tiles().find(|t| t.1.col == col).unwrap();
            match &level.grid.tile_kind(kind).shape {
                TileShape::OneWay(line) => *line,
                other => panic!("{other:?}"),
            }
        };
        let edges = expected.map(|dir| OneWay::edge(glam::UVec2::splat(16), dir));
        assert_eq!([open(0), open(1)], edges, "{of_tile:?} on the tile, {of_layer:?} on the layer");
    }
}

#[test]
fn unknown_material_values_are_reported_with_the_expected_ones() {
    let rows = [
        (
            "one_way_dir=upp",
            r#""upp" and has no effect on collision: expected up, right, down or left; did you mean "up"?"#,
        ),
        ("one_way_dir=north", r#""north" and has no effect on collision: expected up, right, down or left"#),
        (
            "one_way_dir=true",
            "the bool true and has no effect on collision: expected up, right, down or left; change its \
             type to string",
        ),
        (
            "slope=atuo",
            r#""atuo" and has no effect on collision: expected auto or none; did you mean "auto"?"#,
        ),
        ("slope=steep", r#""steep" and has no effect on collision: expected auto or none"#),
        ("friction=-0.5", "-0.5 and has no effect on collision: expected a number from 0 to 1e9"),
        ("restitution=-1", "-1 and has no effect on collision: expected a number from 0 to 1e9"),
        ("friction=1000000001", "1000000001 and has no effect on collision: expected a number from 0 to 1e9"),
        (
            "conveyor=-1e39",
            &format!("{} and has no effect on collision: expected a number from -1e9 to 1e9, in px/s", -1e39),
        ),
    ];
    for (word, said) in rows {
        let remedy = if said.contains("; ") { "" } else { "; ignore this if another program uses it" };
        let tile = format!(r#"<tile id="2">{}</tile>"#, words(word));
        let name = word.split_once('=').unwrap().0;
        assert_eq!(
            strict(&map("1x1", &(rock(&tile) + &layer("l", "1x1", "", "1")))),
            format!("a.tmx:3:26: tile 2 of tileset \"rock\": property {name:?} is {said}{remedy}")
        );
    }
    let nan = format!(r#"<tile id="2">{}</tile>"#, words("friction=1").replace("\"1\"", "\"nan\""));
    assert_eq!(
        strict(&map("1x1", &rock(&nan))),
        "a.tmx:3:26: tile 2 of tileset \"rock\": property \"friction\" of type float is \"nan\" and is read \
         as 0: expected a finite number"
    );
}

#[test]
fn settings_of_another_type_are_ignored_with_a_warning() {
    let rows = [
        ("friction=high", "float"),
        ("restitution=true", "float"),
        ("conveyor=left", "float"),
        ("surface=3", "string"),
        ("slope=45", "string"),
        ("one_way_fixed=yes", "bool"),
    ];
    for (word, expected) in rows {
        let level = with(["", word, "", "", "", ""]);
        let name = word.split_once('=').unwrap().0;
        assert_eq!(material(&level, 0), (Material::default(), ""));
        let [warning] = &level.warnings[..] else { panic!("{:?}", level.warnings) };
        assert_eq!(warning.kind, WarningKind::SettingType);
        assert!(
            warning.message.starts_with(&format!(
                "property {name:?} is not of type {expected}, so it has no effect on collision"
            )),
            "{warning}"
        );
    }
}

#[test]
fn different_shapes_of_a_tile_are_several_kinds_in_one_place() {
    let shapes = |first: &str, second: &str| {
        let object = |id: u32, list: &str| {
            format!(r#"<object id="{id}" y="{}" width="16" height="8">{}</object>"#, 8 * id - 8, words(list))
        };
        let tile = format!(
            "<tile id=\"2\"><objectgroup>{}\n{}</objectgroup></tile>",
            object(1, first),
            object(2, second)
        );
        level(&map("2x1", &(rock(&tile) + "\n" + &layer("l", "2x1", "", "3,2147483651"))))
    };
    for word in ["friction=0.5", "restitution=0.5", "conveyor=9", "surface=ice", "category=6"] {
        let level = shapes("", word);
        let layer = level.layer("l").unwrap().grid_layer.unwrap();
        for (col, flip) in [(0, Flip::default()), (1, Flip { horizontal: true, ..Flip::default() })] {
            let first = level.grid.tile(layer, TileCoord::new(col, 0)).unwrap();
            let at = IVec2::new(col, 0) * 4096;
            let mut off_grid = level.grid.off_grid_shapes().map(|(_, off_grid)| off_grid);
            let second =
                off_grid.find(|off_grid| off_grid.layer == layer && off_grid.origin() == at).unwrap().tile;
            assert_eq!(level.kinds_of_cell(Cell { gid: 3, flip }), [first, second]);
            let tiles = [first, second].map(|kind| level.grid.tile_kind(kind));
            assert_eq!(tiles.map(|t| (t.shape.clone(), t.user)), [(half(0.0), 3), (half(8.0), 3)]);
            let alike = tiles[0].material == tiles[1].material;
            assert_eq!((alike, tiles[0].category), (word == "category=6", 1));
        }
        let off_grid = |first: &str, second: &str| shapes(first, second).grid.off_grid_shapes().count();
        assert_eq!([off_grid("", word), off_grid(word, word)], [2, 0]);
        assert_eq!(off_grid(word, "collision=none"), 0, "what does not collide has no say");
    }
}

/// The upper or lower half of a cell.
fn half(top: f32) -> TileShape {
    TileShape::Box(Aabb::from_px(Vec2::new(0.0, top), Vec2::new(16.0, 8.0)))
}

#[test]
fn misspelt_values_are_warned_about() {
    let rows = [
        ("one_way_dirr=up", "one_way_dir"),
        ("oneWayDir=up", "one_way_dir"),
        ("one_way_fix=true", "one_way_fixed"),
        ("one_way_fixd=true", "one_way_fixed"),
        ("Friction=0.5", "friction"),
        ("restituton=0.5", "restitution"),
        ("conveyer=50", "conveyor"),
    ];
    for (word, meant) in rows {
        let level = with(["", word, "", "", "", ""]);
        let name = word.split_once('=').unwrap().0;
        let said: Vec<_> = level.warnings.iter().map(|w| (w.message.clone(), w.help.clone())).collect();
        let message = format!("property {name:?} has no effect");
        assert_eq!(said, [(message, Some(format!("did you mean {meant:?}?")))]);
    }
}

#[test]
fn a_word_in_place_of_a_number_is_the_property_of_another_program() {
    let told = |value: &str| {
        let property = format!(r#"<properties><property name="category" value="{value}"/></properties>"#);
        let object = format!(
            r#"<objectgroup name="o"><object id="1" width="4" height="4">{property}</object></objectgroup>"#
        );
        let level = level(&map("2x1", &object));
        level.warnings.iter().filter(|w| w.kind == WarningKind::SettingType).count()
    };
    assert_eq!((told("weapons"), told("2")), (0, 1));
}

#[test]
fn the_one_way_of_a_layer_does_not_turn_with_flipped_art() {
    let sides = |tile: &str, layer_property: &str| -> Vec<Direction> {
        let tileset = rock(tile);
        let cells = "1,1073741825,2147483649,536870913";
        let layer = format!(
            r#"<layer name="a" width="4" height="1">{layer_property}<data encoding="csv">{cells}</data></layer>"#
        );
        let level = level(&map("4x1", &(tileset + &layer)));
        let open = |(_, _, kind)| match &level.grid.tile_kind(kind).shape {
            TileShape::OneWay(line) => line.open(),
            other => panic!("{other:?}"),
        };
        level.grid.tiles().map(open).collect()
    };
    let of_layer = property("collision", "one_way");
    assert_eq!(sides("", &of_layer), [Direction::Up; 4]);
    let of_tile = tile(0, "collision", "one_way");
    assert_eq!(sides(&of_tile, "")[1], Direction::Down);
    assert_eq!(sides(&of_tile, &of_layer)[1], Direction::Down);
    let fixed = r#"<properties><property name="collision" value="one_way"/><property name="one_way_fixed" type="bool" value="false"/></properties>"#;
    assert_eq!(sides("", fixed)[1], Direction::Down);
}
