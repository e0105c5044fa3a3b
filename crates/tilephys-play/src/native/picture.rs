//! The window as a PNG.

use eframe::egui::ColorImage;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Writes a picture.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write(image: &ColorImage, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let [width, height] = [u32::try_from(image.size[0])?, u32::try_from(image.size[1])?];
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), width, height);
    encoder.set_color(png::ColorType::Rgb);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(())
}
