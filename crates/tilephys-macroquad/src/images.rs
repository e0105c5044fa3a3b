//! Images of levels, decoded.

use macroquad::color::MAGENTA;
use macroquad::texture::Image;
use tilephys_draw::ImageSource;
use tilephys_tiled::Files;

/// The image in place of a missing one, stretched to any size.
pub(crate) fn missing() -> Image {
    Image::gen_image_color(1, 1, MAGENTA)
}

/// The pixels of an image, or why it cannot be drawn.
pub(crate) fn read(source: &ImageSource, files: &dyn Files) -> Result<Image, String> {
    let mut image = match (&source.data, &source.path) {
        (Some(data), _) => decode(data)?,
        (None, Some(path)) => {
            let unread = |error| format!("the image cannot be read: {error}; select it again in Tiled");
            decode(&files.read(path).map_err(unread)?)?
        }
        (None, None) => missing(),
    };
    let Some(key) = source.transparent else { return Ok(image) };
    for pixel in image.bytes.chunks_exact_mut(4) {
        if pixel[..3] == [key.red, key.green, key.blue] {
            pixel.fill(0);
        }
    }
    Ok(image)
}

fn decode(bytes: &[u8]) -> Result<Image, String> {
    let image = Image::from_file_with_format(bytes, None).map_err(|error| {
        let reason = match error {
            macroquad::Error::ImageError(error) => error.to_string(),
            other => other.to_string(),
        };
        format!("the image cannot be decoded: {reason}; save it as a PNG")
    })?;
    // macroquad keeps the sides in 16 bits, and a texture of other sides than its pixels is a panic.
    if image.bytes.len() != usize::from(image.width) * usize::from(image.height) * 4 {
        return Err("the image has a side of more than 65,535 px; divide it".to_owned());
    }
    Ok(image)
}
