//! Images in other formats than PNG, and embedded images.

use crate::support;

use base64::Engine;
use support::{Folder, layer, map, png, set};

/// Two pixels side by side.
const PIXELS: [[u8; 4]; 2] = [[200, 50, 20, 255], [10, 20, 30, 255]];

/// A GIF of 3 × 2 pixels, whose only frame covers the last column. A palette of two colours.
fn gif() -> Vec<u8> {
    let mut out = Vec::new();
    let palette: Vec<u8> = PIXELS.iter().flat_map(|pixel| pixel[..3].to_vec()).collect();
    let mut encoder = gif::Encoder::new(&mut out, 3, 2, &palette).expect("memory");
    let frame =
        gif::Frame { left: 2, width: 1, height: 2, buffer: vec![0, 1].into(), ..gif::Frame::default() };
    encoder.write_frame(&frame).expect("memory");
    drop(encoder);
    out
}

fn jpeg(width: u16, height: u16, color: jpeg_encoder::ColorType, pixel: &[u8], progressive: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut out, 100);
    encoder.set_progressive(progressive);
    let pixels = pixel.repeat(usize::from(width) * usize::from(height));
    encoder.encode(&pixels, width, height, color).expect("memory");
    out
}

/// A map that shows the image "set.png" once, in a cell of `size`.
fn one(size: &str) -> String {
    map("1x1", size, &(set(size, "", "") + &layer("1x1", "", "1")))
}

#[test]
fn the_first_frame_of_a_gif_is_drawn_where_it_lies() {
    let drawn = Folder::new(&one("3x2")).with("set.png", gif()).pixels();
    let none = [0; 4];
    assert_eq!(drawn.data, [none, none, PIXELS[0], none, none, PIXELS[1]]);
}

#[test]
fn jpegs_are_drawn_in_colour_and_in_grey() {
    let near = |drawn: &[[u8; 4]], pixel: [u8; 3]| {
        drawn.iter().all(|shown| shown.iter().zip(pixel).all(|(a, b)| a.abs_diff(b) <= 3) && shown[3] == 255)
    };
    for progressive in [false, true] {
        let color = jpeg(9, 7, jpeg_encoder::ColorType::Rgb, &PIXELS[0][..3], progressive);
        let drawn = Folder::new(&one("9x7")).with("set.png", color).pixels().data;
        assert!(drawn.len() == 63 && near(&drawn, [200, 50, 20]), "{drawn:?}");
        let grey = jpeg(9, 7, jpeg_encoder::ColorType::Luma, &[90], progressive);
        let drawn = Folder::new(&one("9x7")).with("set.png", grey).pixels().data;
        assert!(drawn.len() == 63 && near(&drawn, [90; 3]), "{drawn:?}");
    }
}

#[test]
fn images_within_a_map_are_drawn() {
    let bytes = png(2, 1, &PIXELS);
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    let with = |data: &str| {
        let tilesets = set("2x1", "", "").replace(
            "<image source=\"set.png\"/>",
            &format!("<image format=\"png\"><data encoding=\"base64\">\n {data}\n</data></image>"),
        );
        Folder::new(&map("1x1", "2x1", &(tilesets + &layer("1x1", "", "1"))))
    };
    assert_eq!(with(&data).pixels().data, PIXELS);
    assert_eq!(with(&data).warnings(), [""; 0]);
    let none = "an image has neither a file nor data; select it again in Tiled, so its tiles are drawn as \
                magenta and black checkers";
    assert_eq!(with("?").warnings(), [none]);
}

#[test]
fn damaged_and_huge_images_are_warnings() {
    let warned = |bytes: Vec<u8>| Folder::new(&one("2x1")).with("set.png", bytes).warnings().concat();
    let sized = |side: [u8; 2]| {
        let mut bytes = gif();
        bytes[6..10].copy_from_slice(&[side, side].concat());
        warned(bytes)
    };
    let huge = sized([255; 2]);
    assert!(
        huge.contains("the image has 65535 × 65535 px, and the limit of all images together is 134217728"),
        "{huge}"
    );
    assert!(sized([0; 2]).contains("the image has no pixels"));
    for (format, whole) in
        [("GIF", gif()), ("JPEG", jpeg(9, 7, jpeg_encoder::ColorType::Rgb, &[1, 2, 3], false))]
    {
        for length in (4..whole.len()).step_by(5) {
            let said = warned(whole[..length].to_vec());
            assert!(
                said.is_empty() || said.contains(&format!("the {format} ")) || said.contains("the image"),
                "{said}"
            );
        }
        for at in 2..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            warned(bytes);
        }
    }
}
