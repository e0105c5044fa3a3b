//! Colliding objects, off the cells of the grid.

use crate::support;

use glam::{IVec2, Vec2};
use support::{error, layer, level, load, map, property, rock, tile};
use tilephys_core::{
    Aabb, Direction, UNITS_PER_PX,
    shape::{OneWay, Part, Slope, TileShape},
};
use tilephys_tiled::{Level, RegionKind, RegionOrigin};

fn px(x: f32, y: f32) -> IVec2 {
    IVec2::new((x * UNITS_PER_PX as f32) as i32, (y * UNITS_PER_PX as f32) as i32)
}

/// A map whose object layer collides, with `objects`.
fn solid(objects: &str) -> Level {
    let layer =
        format!("<objectgroup name=\"things\">{}\n{objects}</objectgroup>", property("collision", "solid"));
    level(&map("4x4", &layer))
}

/// The sorted corners of the only shape off the grid, in lattice units.
fn corners(level: &Level) -> Vec<[i32; 2]> {
    let all: Vec<_> = level.grid.off_grid_shapes().map(|(_, b)| b.clone()).collect();
    let [off_grid] = &all[..] else { panic!("{all:?}") };
    let of_box = |min: IVec2, max: IVec2| vec![min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)];
    let mut corners: Vec<IVec2> = match &level.grid.tile_kind(off_grid.tile).shape {
        TileShape::Full => of_box(IVec2::ZERO, level.grid.tile_size()),
        TileShape::Box(b) => of_box(b.min, b.max),
        TileShape::OneWay(line) => line.ends().to_vec(),
        TileShape::Parts(parts) => parts
            .iter()
            .flat_map(|part| match part {
                Part::Solid(polygon) => polygon.corners().to_vec(),
                Part::OneWay(line) => line.ends().to_vec(),
            })
            .collect(),
        other => panic!("{other:?}"),
    };
    corners.iter_mut().for_each(|c| *c += off_grid.origin());
    let mut corners: Vec<_> = corners.into_iter().map(|c| c.to_array()).collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

fn sorted(points: &[(f32, f32)]) -> Vec<[i32; 2]> {
    let mut points: Vec<_> = points.iter().map(|&(x, y)| px(x, y).to_array()).collect();
    points.sort_unstable();
    points
}

#[test]
fn rectangles_and_polygons_lie_where_they_are_drawn() {
    let rows: [(&str, &[(f32, f32)]); 6] = [
        (
            r#"<object id="5" x="3.25" y="-8.5" width="20" height="4"/>"#,
            &[(3.25, -8.5), (23.25, -8.5), (23.25, -4.5), (3.25, -4.5)],
        ),
        (
            r#"<object id="5" x="16" y="16" width="16" height="16"/>"#,
            &[(16.0, 16.0), (32.0, 16.0), (32.0, 32.0), (16.0, 32.0)],
        ),
        (
            r#"<object id="5" x="40" y="8" width="20" height="4" rotation="90"/>"#,
            &[(40.0, 8.0), (36.0, 8.0), (36.0, 28.0), (40.0, 28.0)],
        ),
        (
            r#"<object id="5" x="10" y="20"><polygon points="0,0 30,-10 30,0"/></object>"#,
            &[(10.0, 20.0), (40.0, 10.0), (40.0, 20.0)],
        ),
        (
            r#"<object id="5" x="10" y="20" rotation="180"><polygon points="0,0 30,-10 30,0"/></object>"#,
            &[(10.0, 20.0), (-20.0, 30.0), (-20.0, 20.0)],
        ),
        (
            r#"<object id="5" x="10" y="20" width="32" height="24" rotation="36.869897645844"/>"#,
            // By the triangle of 3, 4 and 5.
            &[(10.0, 20.0), (35.6, 39.2), (21.2, 58.4), (-4.4, 39.2)],
        ),
    ];
    for (object, expected) in rows {
        let found = corners(&solid(object));
        let expected = sorted(expected);
        assert_eq!(found.len(), expected.len(), "{object}");
        for (a, b) in found.iter().zip(&expected) {
            // Fifths of a pixel are not on the lattice.
            assert!((a[0] - b[0]).abs() <= 1 && (a[1] - b[1]).abs() <= 1, "{object}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn offsets_of_layer_and_group_move_them() {
    let inner = format!(
        r#"<objectgroup name="o" offsetx="4.5" offsety="1">{}<object id="5" x="8" width="4" height="4"/></objectgroup>"#,
        property("collision", "solid")
    );
    let level = level(&map("4x4", &format!(r#"<group name="g" offsetx="0.25">{inner}</group>"#)));
    assert_eq!(corners(&level)[0], px(12.75, 1.0).to_array());
    assert_eq!(level.grid.layers(), ["g/o"]);
    let layers: Vec<_> = level.layers.iter().map(|l| l.grid_layer.is_some()).collect();
    assert_eq!(layers, [false, true]);
}

#[test]
fn each_colliding_object_has_a_kind_and_a_material() {
    let with = |id: u32, name: &str, value: &str| {
        format!(
            r#"<object id="{id}" x="{}" width="8" height="8"><properties><property name="{name}" type="float" value="{value}"/><property name="category" type="int" value="{id}"/></properties></object>"#,
            20 * id
        )
    };
    let level = solid(&(with(5, "friction", "0.25") + &with(6, "conveyor", "-30")));
    let kinds: Vec<_> = level.grid.off_grid_shapes().map(|(_, b)| b.tile).collect();
    let ids: Vec<_> = kinds.iter().map(|k| level.object_of_kind(*k).unwrap().id).collect();
    assert_eq!(ids, [5, 6]);
    assert!(level.tile_of_kind(kinds[0]).is_none());
    let tiles: Vec<_> = kinds.iter().map(|k| level.grid.tile_kind(*k)).collect();
    assert_eq!((tiles[0].category, tiles[0].material.friction, tiles[0].user), (5, 0.25, 0));
    assert_eq!((tiles[1].category, tiles[1].material.conveyor.x), (6, -30.0));
}

#[test]
fn one_way_objects_are_lines() {
    let with = |dir: &str, shape: &str| {
        let words = format!(
            r#"<properties><property name="one_way" type="bool" value="true"/><property name="one_way_dir" value="{dir}"/></properties>"#
        );
        let object = format!(r#"<object id="5" x="8" y="20"{shape}{words}</object>"#);
        level(&map("4x4", &format!("<objectgroup name=\"things\">{object}</objectgroup>")))
    };
    let line = |level: &Level| match level.grid.tile_kinds()[0].shape {
        TileShape::OneWay(line) => line,
        ref other => panic!("{other:?}"),
    };
    let bar = with("up", r#" width="40" height="6">"#);
    assert_eq!(corners(&bar), sorted(&[(8.0, 20.0), (48.0, 20.0)]));
    assert_eq!(line(&bar), OneWay::new(IVec2::ZERO, px(40.0, 0.0), Direction::Up));
    let slanted = with("up", r#"><polyline points="0,0 40,-20"/>"#);
    assert_eq!(corners(&slanted), sorted(&[(8.0, 20.0), (48.0, 0.0)]));
    let under = with("down", r#" width="40" height="6">"#);
    assert_eq!(
        (corners(&under), line(&under).open()),
        (sorted(&[(8.0, 26.0), (48.0, 26.0)]), Direction::Down)
    );
}

#[test]
fn a_tile_object_is_a_rectangle_of_its_size_at_its_anchor() {
    let with = |tiles: &str, object: &str| {
        let layer = format!(
            "<objectgroup name=\"things\">{}\n{object}</objectgroup>",
            property("collision", "solid")
        );
        map("4x4", &(rock(tiles) + &layer))
    };
    let plain = r#"<object id="5" gid="3" x="8" y="40" width="24" height="10"/>"#;
    assert_eq!(
        corners(&level(&with("", plain))),
        sorted(&[(8.0, 30.0), (32.0, 30.0), (32.0, 40.0), (8.0, 40.0)])
    );
    let turned = plain.replace("/>", r#" rotation="90"/>"#);
    assert_eq!(
        corners(&level(&with("", &turned))),
        sorted(&[(8.0, 40.0), (18.0, 40.0), (18.0, 64.0), (8.0, 64.0)])
    );
    // The setting of the tile does not apply to objects; its shapes do, as they are drawn.
    let shaped = r#"<tile id="2"><objectgroup><object id="1" width="3" height="3"/></objectgroup></tile>"#;
    assert!(error(&with(&tile(2, "collision", "none"), plain)) == "it loads");
    let part = |w: f32, h: f32, x: f32, y: f32| sorted(&[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]);
    assert_eq!(corners(&level(&with(shaped, plain))), part(4.5, 1.875, 8.0, 30.0));
    assert_eq!(corners(&level(&with(shaped, &turned))), part(1.875, 4.5, 16.125, 40.0));
    let mirrored = plain.replace("gid=\"3\"", "gid=\"3221225475\"");
    assert_eq!(corners(&level(&with(shaped, &mirrored))), part(4.5, 1.875, 27.5, 38.125));
    let two = format!(
        r#"<tile id="2"><objectgroup><object id="1" width="3" height="3"/><object id="2" x="8" width="4" height="4">{}</object></objectgroup></tile>"#,
        property("collision", "hazard")
    );
    let level = level(&with(&two, plain));
    assert_eq!(corners(&level), part(4.5, 1.875, 8.0, 30.0));
    let spikes: Vec<_> = level.regions.iter().map(|r| (r.kind, r.origin, r.aabb)).collect();
    let expected = Aabb::from_px(Vec2::new(20.0, 30.0), Vec2::new(6.0, 2.5));
    assert_eq!(spikes, [(RegionKind::Hazard, RegionOrigin::Object(5), expected)]);
}

#[test]
fn objects_that_cannot_collide_are_errors() {
    let objects = |object: &str, of_layer: &str| {
        error(&map("4x4", &format!("<objectgroup name=\"things\">{of_layer}\n{object}</objectgroup>")))
    };
    let with = |shape: &str, name: &str, value: &str| {
        format!(r#"<object id="5" name="ramp" {shape}{}</object>"#, property(name, value))
    };
    let place = "a.tmx:3:1: layer \"things\", object 5 \"ramp\": ";
    let solid_layer = property("collision", "solid");
    let rows = [
        (
            with(r#"><polygon points="0,0 9,9 9,0 5,9"/>"#, "collision", "solid"),
            "the edge after corner 1 of the polygon crosses the edge after corner 3, or touches it from \
             inside; redraw it without crossings",
        ),
        (
            with(r#"x="8388600" width="16" height="16">"#, "collision", "solid"),
            "the object is beyond the world, which ends at ±8388607 px",
        ),
        (
            with(r#"width="60000" height="60000">"#, "collision", "solid"),
            "shapes that reach beyond their cells cover more than 4194304 cells in total, which is the \
             limit; build large areas from tiles",
        ),
    ];
    for (object, message) in rows {
        assert_eq!(objects(&object, ""), format!("{place}{message}"), "{object}");
    }
    let plain = r#"<object id="5" width="8" height="8"/>"#;
    assert_eq!(objects(plain, ""), "it loads");
    let none = r#"<object id="5" width="8" height="8"><properties><property name="collision" value="none"/></properties></object>"#;
    assert_eq!(objects(none, &solid_layer), "it loads");
    let unknown = solid(&none.replace("none", "soild"));
    assert_eq!(unknown.grid.off_grid_shapes().count(), 1, "the layer says that it is solid");
    assert_eq!(
        unknown.warnings[0].to_string(),
        "a.tmx:3:49: layer \"things\", object 5: property \"collision\" is \"soild\" and has no effect on \
         collision: expected none, solid, one_way, hazard, ladder, water, trigger or bar; did you mean \"solid\"?"
    );
}

#[test]
fn an_object_collides_by_its_own_setting_or_its_layers() {
    let count = |object: &str, of_layer: &str| {
        let content = format!("<objectgroup name=\"things\">{of_layer}\n{object}</objectgroup>");
        level(&map("4x4", &(property("collision", "none") + &content))).grid.off_grid_shapes().count()
    };
    let solid_layer = property("collision", "solid");
    let plain = r#"<object id="5" width="8" height="8"/>"#;
    let own = |value: &str| {
        format!(r#"<object id="5" width="8" height="8">{}</object>"#, property("collision", value))
    };
    let rows = [
        (plain.to_owned(), String::new(), 0),
        (plain.to_owned(), solid_layer.clone(), 1),
        (plain.to_owned(), property("tp_collision", "on"), 1),
        (own("solid"), String::new(), 1),
        (own("none"), solid_layer.clone(), 0),
        (own("solid"), property("tp_collision", "off"), 0),
        (r#"<object id="5" class="TpSpawn" width="8" height="8"/>"#.to_owned(), solid_layer.clone(), 0),
        (r#"<object id="5"><point/></object>"#.to_owned(), solid_layer, 0),
        (own("solid").replace("width", "class=\"one-way\" width"), String::new(), 1),
    ];
    for (object, of_layer, expected) in rows {
        assert_eq!(count(&object, &of_layer), expected, "{object} {of_layer}");
    }
}

#[test]
fn cells_and_objects_collide_in_layers_of_their_own() {
    let objects = format!(
        r#"<objectgroup name="things">{}<object id="5" x="40" width="8" height="8"/></objectgroup>"#,
        property("collision", "solid")
    );
    let content = rock(&tile(2, "collision", "solid")) + &layer("ground", "1x1", "", "3") + &objects;
    let level = level(&map("4x4", &content));
    assert_eq!(level.grid.layers(), ["ground", "things"]);
    assert_eq!((level.grid.tiles().count(), level.grid.off_grid_shapes().count()), (1, 1));
}

#[test]
fn a_tile_object_has_the_shapes_of_its_templates_tileset() {
    let layer = format!(
        r#"<objectgroup name="things">{}<object id="1" template="crate.tx" x="32" y="48"/></objectgroup>"#,
        property("collision", "solid")
    );
    let template = r#"<template><tileset firstgid="1" source="rock.tsx"/><object gid="3" width="16" height="16"/></template>"#;
    let shape = r#"<tile id="2"><objectgroup><object id="1" x="2" y="4" width="8" height="10"/></objectgroup></tile>"#;
    let tileset = rock(shape).replace(r#" firstgid="1""#, "");
    let map = map("4x4", &layer);
    let level = load(&[("a.tmx", &map), ("crate.tx", template), ("rock.tsx", &tileset)]);
    let level = level.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(corners(&level), sorted(&[(34.0, 36.0), (42.0, 36.0), (42.0, 46.0), (34.0, 46.0)]));
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
        let kind = level.grid.tiles().next().map(|(_, _, kind)| level.grid.tile_kind(kind).shape.clone());
        assert_eq!(kind, Some(slope.clone()));
        let [lava] = &level.regions[..] else { panic!("{:?}", level.regions) };
        assert_eq!((lava.kind, lava.object(), lava.shape), (RegionKind::Hazard, Some(9), None));
        assert_eq!([lava.aabb.min, lava.aabb.max], [[40, 30], [60, 37]].map(|p| IVec2::from(p) * 256));
    }
}

#[test]
fn objects_without_area_are_left_out_with_one_warning_per_layer() {
    let stray = |id: u32, inner: &str| format!("<object id=\"{id}\" x=\"20\">{inner}</object>\n");
    let says = property("collision", "solid");
    let sound = "<object id=\"1\" width=\"32\" height=\"9\"/>\n";
    let strays = [
        stray(2, ""),
        stray(3, "<ellipse/>"),
        stray(4, r#"<polygon points="0,0 8,8 16,16"/>"#),
        stray(5, r#"<polyline points="3,3 3,3"/>"#),
        stray(6, &format!("{says}<point/>")),
        stray(7, &format!("{says}<text>hm</text>")),
    ];
    let level = solid(&(sound.to_owned() + &strays.concat()));
    assert_eq!(level.grid.off_grid_shapes().count(), 1);
    assert_eq!(
        level.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["a.tmx:4:1: layer \"things\": 6 objects should collide but have no area, so they are ignored: 2, \
             3, 4, 5, 6 and 7; delete them in Tiled, or make them larger"]
    );
    let many: String = (1..=30).map(|id| stray(id, "")).collect();
    let said = solid(&many).warnings[0].to_string();
    assert!(said.contains(": 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 20 more; "), "{said}");
    let one = solid(&stray(9, "")).warnings.remove(0);
    assert_eq!(one.message, "object 9 should collide but has no area, so it is ignored");
    assert_eq!(one.help.as_deref(), Some("delete it in Tiled, or make it larger"));
}
