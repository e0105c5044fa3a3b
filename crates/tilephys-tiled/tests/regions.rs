//! Regions: hazards, ladders, water and triggers, of tiles and objects.

use crate::support;

use glam::{IVec2, Vec2};
use support::{error, layer, level, map, property, rock, tile};
use tilephys_core::{
    Aabb, UNITS_PER_PX,
    shape::{Polygon, TileShape},
};
use tilephys_tiled::{Level, LevelRegion, RegionKind, RegionOrigin};

fn px(x: i32, y: i32, w: i32, h: i32) -> Aabb {
    Aabb::from_min_size(IVec2::new(x, y) * UNITS_PER_PX, IVec2::new(w, h) * UNITS_PER_PX)
}

fn areas(level: &Level) -> Vec<(RegionKind, Aabb)> {
    level.regions.iter().map(|region| (region.kind, region.aabb)).collect()
}

/// A map of 6 columns, with the tiles in `tiles`.
fn pool(tiles: &str, csv: &str) -> Level {
    let rows = csv.split(',').count() / 6;
    let size = format!("6x{rows}");
    level(&map(&size, &(rock(tiles) + &layer("pool", &size, "", csv))))
}

#[test]
fn each_region_kind_blocks_no_body() {
    let words = [
        ("hazard", RegionKind::Hazard),
        ("ladder", RegionKind::Ladder),
        ("bar", RegionKind::Bar),
        ("water", RegionKind::Water),
        ("trigger", RegionKind::Trigger),
    ];
    let half = |word: &str| {
        let shape = format!(
            "<object id=\"7\" y=\"8\" width=\"16\" height=\"8\">{}</object>",
            property("collision", word)
        );
        format!("<tile id=\"2\"><objectgroup>{shape}</objectgroup></tile>")
    };
    for (word, kind) in words {
        let said = property("collision", word);
        let cell = |content: String, of_layer: &str| {
            let cells = r#"<data encoding="csv">0,3</data></layer>"#;
            level(&map(
                "2x1",
                &format!("{content}<layer name=\"l\" width=\"2\" height=\"1\">{of_layer}{cells}"),
            ))
        };
        let object = format!("<object id=\"5\" x=\"3\" y=\"4\" width=\"5\" height=\"6\">{said}</object>");
        let objects =
            |inner: &str| level(&map("2x1", &format!("<objectgroup name=\"l\">{inner}</objectgroup>")));
        let tiles = RegionOrigin::Tiles { layer: 0, gid: 3 };
        let rows = [
            (
                cell(rock(&tile(2, "collision", word)), ""),
                tiles,
                px(16, 0, 16, 16),
                "property \"collision\" of tile 2 of tileset \"rock\" (a.tmx:3:26)",
            ),
            (
                cell(rock(&said), ""),
                tiles,
                px(16, 0, 16, 16),
                "property \"collision\" of tileset \"rock\" (a.tmx:3:13)",
            ),
            (
                cell(rock(""), &said),
                tiles,
                px(16, 0, 16, 16),
                "property \"collision\" of layer \"l\" (a.tmx:3:60)",
            ),
            (
                cell(rock(&half(word)), ""),
                tiles,
                px(16, 8, 16, 8),
                "property \"collision\" of tile 2 of tileset \"rock\", object 7 (a.tmx:3:82)",
            ),
            (
                objects(&object),
                RegionOrigin::Object(5),
                px(3, 4, 5, 6),
                "property \"collision\" of object 5 (a.tmx:2:83)",
            ),
            (
                objects(&(said.clone() + "<object id=\"5\" width=\"5\" height=\"6\"/>")),
                RegionOrigin::Object(5),
                px(0, 0, 5, 6),
                "property \"collision\" of layer \"l\" (a.tmx:2:35)",
            ),
        ];
        for (level, origin, aabb, why) in rows {
            let [region] = &level.regions[..] else { panic!("{word}: {:?}", level.regions) };
            let LevelRegion { kind: found, shape, category, .. } = *region;
            assert_eq!(
                (region.origin, found, region.aabb, shape, category),
                (origin, kind, aabb, None, 1),
                "{why}"
            );
            assert_eq!(region.reason.to_string(), why);
            assert_eq!((level.grid.tiles().count(), level.grid.off_grid_shapes().count()), (0, 0));
        }
    }
}

#[test]
fn adjacent_tiles_are_merged_into_few_regions() {
    let water = [2, 3].map(|id| tile(id, "collision", "water")).concat();
    let all = |level: &Level| areas(level).into_iter().map(|(_, aabb)| aabb).collect::<Vec<_>>();
    // Two tiles, surface and depth, some of them flipped.
    let deep = pool(&water, "0,3,3,3,3,0,0,4,4,1073741828,4,0,0,4,4,4,4,0");
    assert_eq!(areas(&deep), [(RegionKind::Water, px(16, 0, 64, 48))]);
    assert_eq!(deep.regions[0].origin, RegionOrigin::Tiles { layer: 0, gid: 3 });
    // A non-rectangle becomes a few boxes: rows first, then rows of equal width.
    let bay = pool(&water, "4,4,4,4,4,4,4,4,4,0,0,4,4,4,4,0,0,4");
    assert_eq!(all(&bay), [px(0, 0, 96, 16), px(0, 16, 48, 32), px(80, 16, 16, 32)]);
    let apart = pool(&water, "4,0,4,4,0,4,0,0,0,0,0,0,4,4,4,4,4,4");
    assert_eq!(all(&apart), [px(0, 0, 16, 16), px(32, 0, 32, 16), px(80, 0, 16, 16), px(0, 32, 96, 16)]);
    // Half tiles too, if their heights are equal.
    let low = r#"<tile id="2"><objectgroup><object id="1" y="8" width="16" height="8"><properties><property name="collision" value="hazard"/></properties></object></objectgroup></tile>"#;
    let spikes = pool(low, "3,3,3,1073741827,3,3");
    assert_eq!(all(&spikes), [px(48, 0, 16, 8), px(0, 8, 48, 8), px(64, 8, 32, 8)]);
}

#[test]
fn different_tiles_are_not_merged() {
    let tile = |id: u32, more: &str| {
        format!(
            "<tile id=\"{id}\"><properties><property name=\"collision\" value=\"water\"/>{more}</properties></tile>"
        )
    };
    let count =
        |first: &str, second: &str| pool(&(tile(2, first) + &tile(3, second)), "3,3,3,4,4,4").regions.len();
    let rows = [
        ("", 1),
        (r#"<property name="conveyor" type="float" value="40"/>"#, 2),
        (r#"<property name="surface" value="lava"/>"#, 2),
        (r#"<property name="category" type="int" value="8"/>"#, 2),
        (r#"<property name="damage" type="int" value="3"/>"#, 2),
    ];
    for (more, expected) in rows {
        assert_eq!(count("", more), expected, "{more}");
        // The damage of each tile is a property of its own.
        assert_eq!(count(more, more), if more.contains("damage") { 2 } else { 1 }, "{more}");
    }
    let kinds = tile(2, "") + &support::tile(3, "collision", "ladder");
    assert_eq!(pool(&kinds, "3,3,3,4,4,4").regions.len(), 2);
    // Layers are not merged.
    let two = layer("a", "2x1", "", "3,0") + &layer("b", "2x1", "", "0,3");
    let two = level(&map("2x1", &(rock(&tile(2, "")) + &two)));
    let layers: Vec<_> = two.regions.iter().map(|r| r.origin).collect();
    assert_eq!(layers, [0, 1].map(|layer| RegionOrigin::Tiles { layer, gid: 3 }));
}

#[test]
fn a_current_is_the_conveyor_of_water_and_turns_with_its_tile() {
    let river = r#"<tile id="2"><properties><property name="collision" value="water"/><property name="conveyor" type="float" value="40"/><property name="surface" value="river"/><property name="category" type="int" value="6"/></properties></tile>"#;
    let level = pool(river, "3,3,2147483651,0,0,0");
    let found: Vec<_> = level.regions.iter().map(|r| (r.aabb, r.material.conveyor, r.category)).collect();
    let expected =
        [(px(0, 0, 32, 16), Vec2::new(40.0, 0.0), 6), (px(32, 0, 16, 16), Vec2::new(-40.0, 0.0), 6)];
    assert_eq!(found, expected);
    assert_eq!(level.surfaces[level.regions[0].material.surface as usize], "river");
}

#[test]
fn a_tile_may_be_solid_and_deadly_at_once() {
    let hazard = property("collision", "hazard");
    let tiles = format!(
        r#"<tile id="2"><objectgroup><object id="1" y="8" width="16" height="8"/><object id="2" y="8">{hazard}<polygon points="0,0 8,-8 16,0"/></object></objectgroup></tile>"#
    );
    let level = pool(&tiles, "0,3,0,0,0,0");
    let (_, at, kind) = level.grid.tiles().next().unwrap();
    assert_eq!((at.col, &level.grid.tile_kind(kind).shape), (1, &TileShape::Box(px(0, 8, 16, 8))));
    let [spike] = &level.regions[..] else { panic!("{:?}", level.regions) };
    assert_eq!((spike.kind, spike.aabb), (RegionKind::Hazard, px(16, 0, 16, 8)));
    let points = [(0.0, 8.0), (8.0, 0.0), (16.0, 8.0)].map(Vec2::from);
    assert_eq!(spike.shape, Some(Polygon::from_px(&points)));
    assert_eq!(
        level.why(kind).unwrap().to_string(),
        "the shape of tile 2 of tileset \"rock\", object 1 (a.tmx:3:27)"
    );
    // A grid accepts the region.
    let mut grid = level.grid.clone();
    let id = grid.add_region(spike.region());
    assert_eq!(grid.region(id).unwrap().aabb, spike.aabb);
}

#[test]
fn a_concave_object_is_several_regions() {
    let water = property("collision", "water");
    let object = format!(
        r#"<object id="5" x="10" y="20">{water}<polygon points="0,0 32,0 32,16 16,16 16,32 0,32"/></object>"#
    );
    let level = level(&map("4x4", &format!("<objectgroup name=\"l\" offsetx=\"3\">{object}</objectgroup>")));
    // Twice the area, of the corners of each (the formula of shoelaces).
    let area = |region: &LevelRegion| -> i64 {
        let corners = region.shape.expect("cut from corner to corner, so slanted").corners().to_vec();
        let next = corners.iter().cycle().skip(1);
        let cross =
            |(a, b): (&IVec2, &IVec2)| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x);
        corners.iter().zip(next).map(cross).sum()
    };
    let areas: i64 = level.regions.iter().map(area).sum();
    assert_eq!((level.regions.len(), areas), (2, 2 * 256 * 256 * (32 * 16 + 16 * 16)));
    assert!(level.regions.iter().all(|r| r.object() == Some(5)));
    assert_eq!(level.regions.iter().map(|r| r.aabb.min).reduce(IVec2::min), Some(IVec2::new(13, 20) * 256));
    assert_eq!(level.why_object(5).unwrap().name, "collision");
}

#[test]
fn layers_may_be_off_hidden_moved_and_far_away() {
    let water = tile(2, "collision", "water");
    let with = |attributes: &str, inside: &str| {
        let cells = r#"<data encoding="csv">3,3</data></layer>"#;
        let layer = format!("<layer name=\"l\" width=\"2\" height=\"1\" {attributes}>{inside}{cells}");
        level(&map("2x1", &(rock(&water) + &layer)))
    };
    assert_eq!(areas(&with("visible=\"0\"", "")), [(RegionKind::Water, px(0, 0, 32, 16))]);
    assert_eq!(areas(&with("", &property("tp_collision", "off"))), []);
    assert_eq!(areas(&with("offsetx=\"5\" offsety=\"-7\"", "")), [(RegionKind::Water, px(5, -7, 32, 16))]);
    let parallax = with("parallaxx=\"0.5\"", "");
    let said: Vec<_> = parallax.warnings.iter().map(|w| w.message.as_str()).collect();
    assert!(said[0].starts_with("the layer collides, but its parallax factor of 0.5, 1"), "{said:?}");
    let edge = layer("ground", "2x1", r#"offsetx="8388600""#, "3,3");
    assert_eq!(
        error(&map("2x1", &(rock(&water) + "\n" + &edge))),
        "a.tmx:4:1: layer \"ground\", column 0, row 0: the tile's shape is beyond the world, which ends at ±8388607 px"
    );
}

#[test]
fn too_many_regions_are_an_error() {
    let checkers =
        (0..512 * 512).map(|i| if (i / 512 + i) % 2 == 0 { "3" } else { "0" }).collect::<Vec<_>>().join(",");
    let water = rock(&tile(2, "collision", "water"));
    assert_eq!(
        error(&map("512x512", &(water + "\n" + &layer("l", "512x512", "", &checkers)))),
        "a.tmx:4:1: layer \"l\": more than 65536 separate areas (\"hazard\", \"ladder\", \"water\", \
         \"trigger\" and objects), which is the limit; draw fewer and larger ones"
    );
    let large = |class: &str| {
        format!(
            "<objectgroup name=\"l\">\n<object id=\"5\" {class} width=\"60000\" height=\"60000\"/></objectgroup>"
        )
    };
    assert_eq!(
        error(&map("4x4", &large("type=\"TpKillZone\""))),
        "a.tmx:3:1: layer \"l\", object 5: areas cover more than 4194304 cells in total, which is the \
         limit; draw smaller ones"
    );
    let mover = format!(
        "<objectgroup name=\"l\">\n<object id=\"5\" type=\"TpMover\" width=\"9\" height=\"9\">{}</object></objectgroup>",
        property("collision", "hazard")
    );
    assert_eq!(
        error(&map("4x4", &mover)),
        "a.tmx:3:1: layer \"l\", object 5: a TpMover must be a single solid, and this one is not solid, or \
         has shapes with different settings; set \"collision\" to \"solid\" or \"one_way\", or give it \
         another class"
    );
}
