//! A renderer of quads in software, as short as a game could have it, against the PNG renderer and against Tiled.

use crate::rasterizer::{self, Found, cases, difference};
use glam::{UVec2, Vec2};
use std::fs;
use std::path::PathBuf;
use tilephys_draw::{Color, DisplayList, ImageSource, Picture, Pixels, Quad, Rect, View};
use tilephys_tiled::{Disk, Level};

/// Product of two values in 1/255, rounded.
fn times(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) * 2 + 255) / 510) as u8
}

/// Blends a pixel of an image over a pixel of the picture. Each product is rounded, as in Qt.
fn blend(under: &mut [u8; 4], [red, green, blue, own]: [u8; 4], tint: Color) {
    let color = [times(red, tint.red), times(green, tint.green), times(blue, tint.blue)];
    let (alpha, old) = (times(own, tint.alpha), under[3]);
    let (shown, left) = (u32::from(alpha) * 255, u32::from(old) * u32::from(255 - alpha));
    let sum = shown + left;
    for (below, above) in under[..3].iter_mut().zip(color) {
        *below = match (alpha, old) {
            (0, _) => *below,
            (255, _) | (_, 0) => above,
            (_, 255) => times(times(above, own), tint.alpha) + times(*below, 255 - alpha),
            _ => ((u32::from(above) * shown + u32::from(*below) * left + sum / 2) / sum) as u8,
        };
    }
    under[3] = ((sum + 127) / 255) as u8;
}

/// Draws a quad: each pixel of its bounding box, brought back into the image.
fn draw(onto: &mut Pixels, corner: Vec2, image: &Pixels, quad: &Quad) {
    let [a, b, _, d] = quad.corners.map(|p| (p - corner).as_dvec2());
    let (right, down) = (b - a, d - a);
    let area = right.perp_dot(down);
    let (low, high) = (quad.bounds().min - corner, quad.bounds().min - corner + quad.bounds().size);
    for y in low.y as u32..(high.y.ceil() as u32).min(onto.height) {
        for x in low.x as u32..(high.x.ceil() as u32).min(onto.width) {
            // A sample between two pixels shows the earlier one.
            let at = glam::DVec2::new(f64::from(x), f64::from(y)) + 0.5 - 1.0 / 65_536.0 - a;
            let (u, v) = (at.perp_dot(down) / area, right.perp_dot(at) / area);
            if !((0.0..1.0).contains(&u) && (0.0..1.0).contains(&v)) {
                continue;
            }
            let (Vec2 { x: left, y: top }, size) = (quad.source.min, quad.source.size.as_dvec2());
            let (column, row) = (left as u32 + (u * size.x) as u32, top as u32 + (v * size.y) as u32);
            let pixel = image.data[(row * image.width + column) as usize];
            blend(&mut onto.data[(y * onto.width + x) as usize], pixel, quad.tint);
        }
    }
}

/// Loads an image of a list.
fn load(source: &ImageSource) -> Pixels {
    let bytes = fs::read(source.path.as_ref().expect("a file")).expect("it is there");
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("small")];
    let frame = reader.next_frame(&mut data).expect("whole");
    let data = match frame.color_type {
        png::ColorType::Rgba => data.as_chunks().0.to_vec(),
        _ => data.as_chunks().0.iter().map(|&[v, a]| [v, v, v, a]).collect(),
    };
    Pixels { width: frame.width, height: frame.height, data }
}

/// Draws a region of a level without its background.
fn drawn(level: &Level, region: Rect) -> Pixels {
    let mut list = DisplayList::of_level(level);
    assert_eq!(list.warnings(), []);
    list.set_parallax(false);
    let images: Vec<Pixels> = list.images().iter().map(load).collect();
    let [width, height] = [region.size.x as u32, region.size.y as u32];
    let mut pixels = Pixels { width, height, data: vec![[0; 4]; (width * height) as usize] };
    for quad in list.quads(region, 0.0) {
        draw(&mut pixels, region.min, &images[quad.image], &quad);
    }
    pixels
}

/// Number of pixels that differ from the picture's by more than `most` in a channel.
fn strays(level: &Level, region: Rect, ours: &Pixels, most: u32) -> usize {
    let mut picture = Picture::of_level(level, &Disk);
    picture.set_background(None);
    let theirs = picture.pixels(&View { region: Some(region), scale: 1.0 }).expect("small");
    assert_eq!((ours.width, ours.height), (theirs.width, theirs.height));
    ours.data.iter().zip(&theirs.data).filter(|(a, b)| a != b && difference(**a, **b) > most).count()
}

/// Height of the strips that levels are drawn in, in pixels.
const STRIP: u32 = 48;

/// Number of strips of a map: all of them take minutes without optimization.
const STRIPS: u32 = 3;

/// Strips of the cells of a map, from the top to the bottom, with even gaps.
fn strips(level: &Level) -> impl Iterator<Item = Rect> {
    let [width, height] = DisplayList::of_level(level).bounds().size.as_uvec2().to_array();
    let strip = move |top: u32| Rect::new(UVec2::new(0, top).as_vec2(), UVec2::new(width, STRIP).as_vec2());
    (0..STRIPS).map(move |nth| strip((height - STRIP) * nth / (STRIPS - 1)))
}

/// The paths of the maps of the project.
fn maps() -> Vec<PathBuf> {
    let folder = format!("{}/../../../maps", env!("CARGO_MANIFEST_DIR"));
    let files =
        fs::read_dir(folder).expect("the maps are there").map(|entry| entry.expect("readable").path());
    let mut maps: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "tmx")).collect();
    maps.sort();
    assert!(maps.len() >= 3, "{maps:?}");
    maps
}

#[test]
fn the_levels_of_the_project_equal_their_pictures_and_tiled() {
    let folder = rasterizer::scratch("quads");
    for map in maps() {
        let level = tilephys_tiled::load(&map).expect("it loads");
        // Tiled also draws objects without a tile, in these layers.
        let mut theirs = rasterizer::rasterized(&map, &folder, &["objects", "rails", "zones"]);
        let (mut row, mut found) = (0, Found::default());
        for strip in strips(&level) {
            let ours = drawn(&level, strip);
            assert_eq!(strays(&level, strip, &ours, 0), 0, "{}: {strip:?}", map.display());
            if let Some(theirs) = &mut theirs {
                while row < strip.min.y as u32 {
                    theirs.next_row().expect("a whole PNG");
                    row += 1;
                }
                found.add_strip(&ours, theirs);
                row += STRIP;
            }
        }
        assert!(theirs.is_none() || found.pixels > 100_000, "{}: {found}", map.display());
        assert!(found.beyond <= 16, "{}: {found}", map.display());
    }
}

#[test]
fn every_map_feature_equals_its_picture() {
    let folder = rasterizer::scratch("quads");
    cases::write_images(&folder);
    for case in cases::all() {
        let map = folder.join(format!("{}.tmx", case.name.replace(' ', "_")));
        fs::write(&map, &case.map).expect("room on the disk");
        let level = tilephys_tiled::load(&map).expect("it loads");
        // Tints with an alpha are rounded once less.
        let most = if case.map.contains("#c0ff8040") { 2 } else { 0 };
        let region = Rect::new(-Vec2::from(case.margin), Vec2::new(128.0, 96.0));
        let ours = drawn(&level, region);
        assert!(ours.data.iter().any(|pixel| pixel[3] > 0), "{}: an empty picture", case.name);
        let strays = strays(&level, region, &ours, most);
        assert!(strays <= 2, "{}: {strays}", case.name);
    }
}
