//! Rendering data: colours, opacity, images and cells.

use crate::support;

use glam::{IVec2, UVec2, Vec2};
use std::path::Path;
use support::{layer, level, load, map, property, rock};
use tilephys_tiled::{
    Cell, Color, Flip, Frame, ImagePart, LayerContent, Level, RenderOrder, TileInfo, WarningKind,
};

fn content<'a>(level: &'a Level, path: &str) -> &'a LayerContent {
    &level.layers.iter().find(|l| l.path == path).expect("the layer is there").content
}

#[test]
fn a_map_has_a_background_an_order_and_a_centre() {
    let text =
        map("1x1", "").replace("<map ", r##"<map backgroundcolor="#80102030" renderorder="left-up" parallaxoriginx="4.5" parallaxoriginy="-2" "##);
    let level = level(&text);
    assert_eq!(level.background, Some(Color { red: 0x10, green: 0x20, blue: 0x30, alpha: 0x80 }));
    assert_eq!(level.render_order, RenderOrder { leftward: true, upward: true });
    assert_eq!(level.parallax_origin, Vec2::new(4.5, -2.0));
}

#[test]
fn opacity_tint_and_visibility_multiply_down_the_groups() {
    let inner = layer("a", "1x1", r##"opacity="0.5" tintcolor="#80ff8000""##, "0");
    let level = level(&map(
        "1x1",
        &format!(r##"<group name="g" opacity="0.5" tintcolor="#800000" visible="0">{inner}</group>"##),
    ));
    let layer = &level.layers[1];
    assert_eq!((layer.opacity, layer.visible), (0.25, false));
    assert_eq!(layer.tint, Color { red: 0x80, green: 0, blue: 0, alpha: 0x80 });
    assert_eq!((level.layers[0].opacity, level.layers[0].tint), (0.5, Color::rgb(0x80, 0, 0)));
}

#[test]
fn cells_keep_their_flags_and_chunks_their_position() {
    let finite = level(&map("3x1", &(rock("") + &layer("a", "3x1", "", "3221225473,0,536870914"))));
    let LayerContent::Tiles(blocks) = content(&finite, "a") else { panic!("tiles") };
    assert_eq!((blocks.len(), blocks[0].width, blocks[0].height()), (1, 3, 1));
    let cells: Vec<_> = blocks[0].gids.iter().map(|bits| Cell::of(*bits)).collect();
    let both = Flip { horizontal: true, vertical: true, diagonal: false };
    let diagonal = Flip { diagonal: true, ..Flip::default() };
    assert_eq!(cells, [Some(Cell { gid: 1, flip: both }), None, Some(Cell { gid: 2, flip: diagonal })]);

    let chunks = r#"<layer name="a" width="2" height="2"><data encoding="csv"><chunk x="-16" y="-32" width="2" height="2">0,1,2,1</chunk><chunk x="3" y="-1" width="3" height="1">1,0,1</chunk></data></layer>"#;
    let infinite = level(&map("2x2", &(rock("") + chunks)).replace(r#"infinite="0""#, r#"infinite="1""#));
    let LayerContent::Tiles(blocks) = content(&infinite, "a") else { panic!("tiles") };
    let places: Vec<_> = blocks.iter().map(|b| (b.min.col, b.min.row, b.width, b.height())).collect();
    assert_eq!(places, [(-16, -32, 2, 2), (3, -1, 3, 1)]);
}

#[test]
fn image_layers_have_an_image_and_repeat_flags() {
    let sky = r#"<imagelayer name="sky" offsetx="4" repeatx="1"><image source="../art/sky.png" width="32" height="8" trans="ff00ff"/></imagelayer><imagelayer name="none"/>"#;
    let level = load(&[("maps/a.tmx", &map("1x1", sky))]).expect("loads");
    let LayerContent::Image { image: Some(image), repeat } = content(&level, "sky") else {
        panic!("an image")
    };
    assert_eq!(image.path.as_deref(), Some(Path::new("art/sky.png")));
    assert_eq!((image.size, image.transparent), (Some(UVec2::new(32, 8)), Some(Color::rgb(255, 0, 255))));
    assert_eq!((*repeat, level.layers[0].offset), ([true, false], Vec2::new(4.0, 0.0)));
    assert_eq!(content(&level, "none"), &LayerContent::Image { image: None, repeat: [false; 2] });
}

#[test]
fn a_tileset_has_its_image_grid() {
    let cut = rock(r#"<tileoffset x="3" y="-4"/>"#).replace(
        "columns=\"4\"",
        r#"columns="4" margin="1" spacing="2" tilerendersize="grid" fillmode="preserve-aspect-fit" objectalignment="right""#,
    );
    let level = level(&map("1x1", &cut));
    let rock = &level.tilesets[0];
    assert_eq!((rock.margin, rock.spacing, rock.columns), (1, 2, 4));
    assert_eq!((rock.fits_grid, rock.keeps_aspect, rock.tile_offset), (true, true, IVec2::new(3, -4)));
    assert_eq!(rock.object_corner, Vec2::new(-1.0, -0.5));
    assert_eq!(rock.image.as_ref().and_then(|i| i.path.as_deref()), Some(Path::new("rock.png")));
}

#[test]
fn a_collection_has_images_parts_and_frames_by_tile() {
    let set = r#"<tileset name="things" tilewidth="9" tileheight="9" tilecount="2" columns="0">
<tile id="3" x="1" y="2" width="3" height="4"><image source="art/a.png" width="20" height="30"/></tile>
<tile id="7"><image source="b.png" width="9" height="9"/><animation><frame tileid="3" duration="80"/><frame tileid="7" duration="90"/></animation></tile>
</tileset>"#;
    let files = [
        ("a.tmx", map("1x1", r#"<tileset firstgid="1" source="sets/things.tsx"/>"#)),
        ("sets/things.tsx", set.to_owned()),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let level = load(&files).expect("loads");
    let tile = |id: u32| -> &TileInfo { &level.tilesets[0].tiles[&id] };
    let path = |id: u32| tile(id).image.as_ref().and_then(|i| i.path.as_deref());
    assert!(level.tilesets[0].image.is_none());
    assert_eq!(path(3), Some(Path::new("sets/art/a.png")));
    assert_eq!(tile(3).part, Some(ImagePart { min: UVec2::new(1, 2), size: UVec2::new(3, 4) }));
    assert_eq!((path(7), tile(7).part), (Some(Path::new("sets/b.png")), None));
    assert_eq!(tile(7).frames, [Frame { tile: 3, duration: 80 }, Frame { tile: 7, duration: 90 }]);
}

#[test]
fn object_layers_have_an_order_and_templates_pass_on_opacity() {
    let content = r#"<tileset firstgid="1" source="rock.tsx"/><objectgroup name="a"><object id="1" template="coin.tx" x="8" y="8"/><object id="2" template="coin.tx" opacity="1"/></objectgroup><objectgroup name="b" draworder="index"/>"#;
    let template = r#"<template><tileset firstgid="1" source="other.tsx"/><object gid="1" width="4" height="2" opacity="0.5"/></template>"#;
    let set = rock("").replace(r#"firstgid="1" "#, "");
    let other = set.replace("<tileset ", r#"<tileset objectalignment="center" "#);
    let map = map("1x1", content);
    let level = load(&[("a.tmx", &map), ("coin.tx", template), ("rock.tsx", &set), ("other.tsx", &other)])
        .expect("loads");
    assert_eq!(level.layers[0].content, LayerContent::Objects { by_y: true });
    assert_eq!(level.layers[1].content, LayerContent::Objects { by_y: false });
    assert_eq!((level.objects[0].opacity, level.objects[1].opacity), (0.5, 1.0));
    assert_eq!(level.objects[0].position, Vec2::new(6.0, 7.0), "of a tileset that only a template uses");
}

#[test]
fn wrong_rendering_data_is_a_warning_with_a_position() {
    let set = rock(r#"<tile id="0" x="-1"><animation><frame tileid="?"/></animation></tile>"#)
        .replace("columns=\"4\"", r#"columns="four" tilerendersize="large""#)
        .replace("height=\"32\"", r#"height="32" trans="pink""#);
    let content = format!(
        r##"{set}
{}
<objectgroup name="o"><object id="5" opacity="many"/></objectgroup>"##,
        layer("a", "1x1", r##"opacity="1.5" tintcolor="#12345""##, "0")
    );
    let level = level(&map("1x1", &(content + &property("collision", "none"))));
    let found: Vec<_> = level.warnings.iter().map(ToString::to_string).collect();
    let ends = ", so the value is ignored when drawing";
    let expected = [
        r#"a.tmx:2:80: tileset "rock": <tileset columns="four">: expected a whole number from 0 to 4294967295"#,
        r#"a.tmx:2:95: tileset "rock": <tileset tilerendersize="large">: expected one of tile, grid"#,
        r#"a.tmx:2:166: tileset "rock": <image trans="pink">: expected #AARRGGBB or #RRGGBB"#,
        r#"a.tmx:3:14: tile 0 of tileset "rock": <tile x="-1">: expected a whole number from 0 to 4294967295"#,
        r#"a.tmx:3:39: tile 0 of tileset "rock": <frame tileid="?">: expected a whole number from 0 to 4294967295"#,
        r#"a.tmx:4:38: layer "a": <layer opacity="1.5">: expected a number from 0 to 1"#,
        r##"a.tmx:4:52: layer "a": <layer tintcolor="#12345">: expected #AARRGGBB or #RRGGBB"##,
        r#"a.tmx:5:38: layer "o", object 5: <object opacity="many">: expected a number from 0 to 1"#,
    ];
    assert_eq!(found, expected.map(|e| e.to_owned() + ends));
    assert!(level.warnings.iter().all(|w| w.kind == WarningKind::Look && w.help.is_none()));
    assert_eq!((level.tilesets[0].columns, level.layers[0].opacity), (4, 1.0));
}
