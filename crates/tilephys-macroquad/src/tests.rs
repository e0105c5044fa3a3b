//! Tests of what needs no window: images, meshes of quads, and views.

use crate::images;
use crate::level_view::{MAX_INDICES, draw_batches};
use crate::view::at_whole_pixels;
use glam::Vec2;
use std::io;
use std::path::Path;
use tilephys_draw::{DisplayList, Rect};
use tilephys_tiled::Level;

/// A map of 40 × 40 cells with tiles of two images: in `first` columns of the first image, in the others of the second.
fn level(first: usize) -> Level {
    let rows = ("1,".repeat(first) + &"2,".repeat(40 - first)).repeat(40);
    let map = format!(
        r#"<map width="40" height="40" tilewidth="8" tileheight="8">
        <tileset firstgid="1" name="parts" tilewidth="8" tileheight="8" tilecount="2" columns="0">
        <tile id="0"><image source="rock.png" trans="0a141e" width="8" height="8"/></tile>
        <tile id="1"><image source="wood.png" width="8" height="8"/></tile></tileset>
        <layer id="1" name="ground" width="40" height="40"><data encoding="csv">{}</data></layer></map>"#,
        rows.trim_end_matches(',')
    );
    let files = |_: &Path| Ok(map.clone().into_bytes());
    tilephys_tiled::load_from(&files, "a.tmx").expect("the map is valid")
}

/// A PNG of one row of pixels.
fn png(pixels: &[[u8; 4]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.len() as u32, 1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().and_then(|mut png| png.write_image_data(pixels.as_flattened())).expect("memory");
    bytes
}

/// The bytes and the width of the first image of a map, in a file with these bytes.
fn read(file: &[u8]) -> Result<(Vec<u8>, u16), String> {
    let level = level(40);
    let list = DisplayList::of_level(&level);
    let files = |path: &Path| {
        assert_eq!(path, Path::new("rock.png"));
        if file.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(file.to_vec()) }
    };
    images::read(&list.images()[0], &files).map(|image| (image.bytes, image.width))
}

#[test]
fn the_colour_key_of_an_image_is_transparent() {
    let file = png(&[[10, 20, 30, 255], [10, 20, 31, 200]]);
    assert_eq!(read(&file), Ok((vec![0, 0, 0, 0, 10, 20, 31, 200], 2)));
}

#[test]
fn images_that_cannot_be_drawn_say_why() {
    let wide = png(&vec![[0; 4]; 65_536]);
    for (file, reason) in [
        (&b""[..], "the image cannot be read: entity not found"),
        (b"GIF89a", "save it as a PNG"),
        (&png(&[[0; 4]; 2])[..40], "the image cannot be decoded: "),
        (&wide, "the image has a side of more than 65,535 px; divide it"),
    ] {
        let message = read(file).expect_err("it cannot be drawn");
        assert!(message.contains(reason), "{message}");
    }
}

/// The image and the number of indices of each mesh of a map with tiles of the first image in some columns. Sizes are known of some
/// of its images.
fn batches(columns: usize, known: usize) -> Vec<(usize, usize)> {
    let level = level(columns);
    let list = DisplayList::of_level(&level);
    let size = |image: usize| (image < known).then_some(Vec2::new(32.0, 16.0));
    let mut drawn = Vec::new();
    draw_batches(list.quads(list.bounds(), 0.0), size, |image, mesh| {
        let last = mesh.vertices.len() - 4;
        let from = mesh.vertices[last].position;
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        for (vertex, [x, y]) in mesh.vertices[last..].iter().zip(corners) {
            assert_eq!(vertex.position.to_array(), [from.x + 8.0 * x, from.y + 8.0 * y, 0.0]);
            assert_eq!(vertex.uv.to_array(), [0.25 * x, 0.5 * y]);
        }
        let indices = [0, 1, 2, 0, 2, 3].map(|corner| last as u16 + corner);
        assert_eq!(mesh.indices[mesh.indices.len() - 6..], indices);
        drawn.push((image, mesh.indices.len()));
    });
    drawn
}

#[test]
fn quads_of_one_image_are_one_mesh_as_far_as_macroquad_draws_it() {
    assert_eq!(batches(40, 2), [(0, MAX_INDICES), (0, MAX_INDICES)]);
    assert_eq!(batches(30, 2), [[(0, 180), (1, 60)]; 40].concat());
    // A list with an image that the view has not loaded.
    assert_eq!(batches(30, 1), [(0, MAX_INDICES), (0, 2_400)]);
}

#[test]
fn views_begin_at_whole_pixels_of_the_screen() {
    let screen = Vec2::new(1280.0, 704.0);
    for (corner, size, expected) in [
        ([3.2, 7.3], [640.0, 352.0], [3.0, 7.5]),
        ([-0.3, 0.2], [640.0, 352.0], [-0.5, 0.0]),
        // A view without area stays.
        ([3.2, 7.3], [320.0, 0.0], [3.2, 7.3]),
    ] {
        let shown = at_whole_pixels(Rect::new(corner.into(), size.into()), screen);
        assert_eq!(shown, Rect::new(expected.into(), size.into()));
    }
}
