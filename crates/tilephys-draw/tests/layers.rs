//! Pictures and lists of chosen layers, and their reduced pictures, against pictures of the same layers at full size.

use crate::rasterizer::difference;
use crate::support::{Folder, color, layer, letters, map, set};
use glam::Vec2;
use tilephys_draw::{Outline, Picture, Pixels, Rect, Shape, View};
use tilephys_tiled::{Color, Disk, Level};

/// A shown layer of `a`, a hidden one of `b`, and a shown one of animated `c` and `d`.
fn three_layers() -> Folder {
    let tiles = r#"<tile id="2"><animation><frame tileid="2" duration="100"/><frame tileid="3" duration="100"/></animation></tile>"#;
    let hidden = layer("2x1", r#"visible="0""#, "0,2");
    let content =
        set("1x1", r#"columns="2""#, tiles) + &layer("2x1", "", "1,1") + &hidden + &layer("2x1", "", "3,0");
    Folder::new(&map("2x1", "1x1", &content)).image("set.png", "ab/cd")
}

#[test]
fn pictures_have_the_chosen_layers_also_hidden_ones() {
    let folder = three_layers();
    let level = folder.level();
    let with = |chosen: &[usize]| {
        let has_layer = |layer: &tilephys_tiled::LayerInfo| {
            chosen.iter().any(|index| std::ptr::eq(layer, &raw const level.layers[*index]))
        };
        let picture = Picture::of_layers(&level, &folder, &has_layer);
        letters(&picture.pixels(&View::default()).expect("small"))
    };
    assert_eq!(with(&[0]), "aa");
    assert_eq!(with(&[0, 1]), "ab");
    assert_eq!(with(&[0, 1, 2]), "cb");
    assert_eq!(with(&[]), "..");
}

#[test]
fn covered_shapes_are_behind_the_layers_in_front() {
    let folder = three_layers();
    let level = folder.level();
    let mut picture = Picture::of_layers(&level, &folder, &|_| true);
    let [red, green, blue, _] = color('d');
    let area = Outline::Tile(Rect::new(Vec2::ZERO, Vec2::new(2.0, 1.0)));
    let shape = Shape::filled(area, Color::rgb(red, green, blue));
    let shown = |picture: &Picture<'_>| letters(&picture.pixels(&View::default()).expect("small"));
    picture.push_shape(shape.clone());
    assert_eq!(shown(&picture), "dd");
    picture.cover(2);
    assert_eq!(shown(&picture), "cd");
    let mut svg = Vec::new();
    picture.write_svg(&View::default(), &mut svg).expect("small");
    let svg = String::from_utf8(svg).expect("text");
    let [shape_at, last_image] = [svg.find("<rect"), svg.rfind("<use")].map(|at| at.expect("drawn"));
    assert!(shape_at < last_image, "{svg}");
    picture.clear();
    picture.push_shape(shape);
    assert_eq!(shown(&picture), "dd");
}

#[test]
fn lists_of_pictures_have_animations_and_decoded_images() {
    let folder = three_layers();
    let level = folder.level();
    let picture = Picture::of_layers(&level, &folder, &|_| true);
    let images: Vec<&Pixels> = picture.images().iter().collect();
    assert_eq!((images[0].width, images[0].height), (2, 2));
    assert_eq!(images[0].data, ['a', 'b', 'c', 'd'].map(color));
    let view = Rect::new(Vec2::ZERO, Vec2::new(2.0, 1.0));
    let corners = |time: f64, layers: &[usize]| -> Vec<(usize, Vec2)> {
        let quads = picture.list().quads_of(view, time, |layer| layers.contains(&layer));
        quads.map(|quad| (quad.layer, quad.source.min)).collect()
    };
    assert_eq!(corners(0.0, &[2]), [(2, Vec2::new(0.0, 1.0))]);
    assert_eq!(corners(0.15, &[2]), [(2, Vec2::ONE)]);
    assert_eq!(corners(0.15, &[1, 2]), [(1, Vec2::X), (2, Vec2::ONE)]);
    assert_eq!(picture.list().quads(view, 0.0).count(), 4);
}

/// Mean difference of a channel, in 1/255.
fn mean_difference(a: &Pixels, b: &Pixels) -> f64 {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let sum: u64 = a.data.iter().zip(&b.data).map(|(a, b)| u64::from(difference(*a, *b))).sum();
    sum as f64 / a.data.len() as f64
}

#[test]
fn reduced_pictures_look_like_pictures_at_full_size() {
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../maps");
    for (map, corner) in [("arena", [1024.0, 1792.0]), ("cavern", [384.0, 288.0])] {
        let level: Level = tilephys_tiled::load(format!("{maps}/{map}.tmx")).expect("it loads");
        let picture = Picture::of_layers(&level, &Disk, &|layer| layer.visible);
        for (step, scale) in [(2, 2.0), (8, 8.0), (16, 16.0), (16, 32.0)] {
            let region = Rect::new(corner.into(), Vec2::splat(512.0));
            let view = View { region: Some(region), scale: 1.0 / scale };
            let mut reduced = picture.reduced(step, |_| true);
            reduced.set_background(picture.list().background());
            let (full, quick) =
                (picture.pixels(&view).expect("small"), reduced.pixels(&view).expect("small"));
            let off = mean_difference(&full, &quick);
            assert!(off < 8.0, "{map} at 1/{scale}, by {step}: {off}");
            let without = picture.reduced(step, |layer| layer == usize::MAX).pixels(&view).expect("small");
            assert!(without.data.iter().all(|pixel| *pixel == [0; 4] || pixel[3] == 255), "{map}: no layer");
        }
    }
}
