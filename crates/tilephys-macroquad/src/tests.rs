//! Tests of what needs no window: images, and the meshes of quads.

use crate::images;
use crate::level_view::{MAX_INDICES, draw_batches};
use glam::Vec2;
use std::io;
use std::path::Path;
use tilephys_draw::{DisplayList, Rect};
use tilephys_tiled::Level;

/// A map of 40 × 40 cells with tiles of two images, in columns from `second` on of the second one.
fn level(second: usize) -> Level {
    let row: String = (0..40).map(|col| if col < second { "1," } else { "3," }).collect();
    let rows = row.repeat(40);
    let tileset = |first: u32, name: &str| {
        format!(
            r#"<tileset firstgid="{first}" name="{name}" tilewidth="8" tileheight="8" tilecount="2" columns="2">
            <image source="{name}.png" trans="0a141e" width="16" height="8"/></tileset>"#
        )
    };
    let map = format!(
        r#"<map width="40" height="40" tilewidth="8" tileheight="8">{}{}
        <layer id="1" name="ground" width="40" height="40"><data encoding="csv">{}</data></layer></map>"#,
        tileset(1, "rock"),
        tileset(3, "wood"),
        rows.trim_end_matches(',')
    );
    let files = |path: &Path| match path.to_str() {
        Some("a.tmx") => Ok(map.clone().into_bytes()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    tilephys_tiled::load_from(&files, "a.tmx").expect("the map is valid")
}

fn png(width: u32, pixels: &[[u8; 4]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, pixels.len() as u32 / width);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("memory");
    writer.write_image_data(pixels.as_flattened()).expect("memory");
    writer.finish().expect("memory");
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
    let file = png(2, &[[10, 20, 30, 255], [10, 20, 31, 200]]);
    assert_eq!(read(&file), Ok((vec![0, 0, 0, 0, 10, 20, 31, 200], 2)));
}

#[test]
fn images_that_cannot_be_drawn_say_why() {
    let wide = png(65_536, &vec![[0; 4]; 65_536]);
    for (file, reason) in [
        (&b""[..], "the image cannot be read: entity not found"),
        (b"GIF89a", "save it as a PNG"),
        (&png(2, &[[0; 4]; 2])[..40], "the image cannot be decoded: "),
        (&wide, "the image has a side of more than 65,535 px; divide it"),
    ] {
        let message = read(file).expect_err("it cannot be drawn");
        assert!(message.contains(reason), "{message}");
    }
}

/// The image and the number of indices of each mesh that a view draws.
fn batches(level: &Level, has_second: bool) -> Vec<(usize, usize)> {
    let list = DisplayList::of_level(level);
    let view = Rect::new(Vec2::ZERO, Vec2::splat(320.0));
    let size = |image: usize| (image == 0 || has_second).then_some(Vec2::new(16.0, 8.0));
    let mut drawn = Vec::new();
    draw_batches(list.quads(view, 0.0), size, |image, mesh| {
        assert_eq!(mesh.vertices.len() * 6, mesh.indices.len() * 4);
        let corners: Vec<_> =
            mesh.vertices.iter().map(|v| (v.position.to_array(), v.uv.to_array())).collect();
        let [x, y, _] = corners[0].0;
        let expected = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
            .map(|[right, down]| ([x + 8.0 * right, y + 8.0 * down, 0.0], [0.5 * right, down]));
        assert_eq!(corners[..4], expected);
        let last = mesh.vertices.len() as u16 - 4;
        assert_eq!(mesh.indices[mesh.indices.len() - 6..], [0, 1, 2, 0, 2, 3].map(|corner| last + corner));
        drawn.push((image, mesh.indices.len()));
    });
    drawn
}

#[test]
fn quads_of_one_image_are_one_mesh_as_far_as_macroquad_draws_it() {
    assert_eq!(batches(&level(40), true), [(0, MAX_INDICES), (0, MAX_INDICES)]);
    let rows = batches(&level(30), true);
    assert_eq!(rows, [[(0, 180), (1, 60)]; 40].concat());
    // A list with images that the view has not loaded.
    assert_eq!(batches(&level(30), false), [(0, MAX_INDICES), (0, 2_400)]);
}
