//! PNG renderer: rasterizes the display list in bands of rows.

mod blend;
mod blit;
mod canvas;
mod clip;
mod coverage;
pub(crate) mod letters;
mod reduce;

use crate::overlay::{Overlay, Part, generated_window};
use crate::picture::Picture;
use crate::view::{DrawError, Frame};
use canvas::Canvas;
use reduce::Reduced;
pub(crate) use reduce::halve;
use std::io::{self, Write};
use tilephys_tiled::Color;

/// Samples of a band: 4 MiB. Larger bands gain little speed; smaller ones draw tiles at their edges twice.
const BAND: u64 = 1 << 20;

/// Maximum samples of a band of a wide picture: 64 MiB.
const WIDE_BAND: u64 = 1 << 24;

/// Rows of a band, if they fit [`WIDE_BAND`]: tiles and the masks of shapes are drawn once each.
const ROWS: u64 = 64;

/// Level of compression of PNG. Files are a tenth as large as at the fastest level, in twice the time; level 6 takes twice
/// the time again for a tenth less. Filters gain nothing, since art of tiles repeats whole runs of pixels.
const COMPRESSION: u8 = 3;

/// Renders the picture, and passes on its pixels in bands of rows.
pub(crate) fn render(
    picture: &Picture<'_>,
    frame: &Frame,
    rows: impl FnMut(&[[u8; 4]]) -> Result<(), DrawError>,
) -> Result<(), DrawError> {
    let row = u64::from(frame.width) * u64::from(frame.fine) * u64::from(frame.fine);
    render_bands(picture, frame, BAND.max((row * ROWS).min(WIDE_BAND)), rows)
}

fn render_bands(
    picture: &Picture<'_>,
    frame: &Frame,
    band: u64,
    mut rows: impl FnMut(&[[u8; 4]]) -> Result<(), DrawError>,
) -> Result<(), DrawError> {
    let reduced = reduce::reduce(picture, frame);
    let fine = reduced.as_ref().map_or(frame.fine, |reduced| reduced.fine);
    let row = u64::from(frame.width) * u64::from(fine * fine);
    let step = (band / row).clamp(1, u64::from(frame.height)) as u32;
    let mut canvas = Canvas {
        corner: frame.corner,
        above: 0,
        scale: frame.scale * f64::from(fine),
        fine,
        width: frame.width * fine,
        height: 0,
        whole: frame.height * fine,
        samples: Vec::new(),
    };
    let mut pixels = Vec::new();
    for top in (0..frame.height).step_by(step as usize) {
        canvas.above = top * fine;
        canvas.height = step.min(frame.height - top) * fine;
        canvas.samples.clear();
        let ground = picture.list.background.unwrap_or(Color::rgb(0, 0, 0).with_alpha(0));
        let Color { red, green, blue, alpha } = ground;
        canvas.samples.resize(canvas.width as usize * canvas.height as usize, [red, green, blue, alpha]);
        paint(picture, reduced.as_ref(), &mut canvas);
        if fine == 1 {
            rows(&canvas.samples)?;
        } else {
            average(&canvas, &mut pixels);
            rows(&pixels)?;
        }
    }
    Ok(())
}

fn paint(picture: &Picture<'_>, reduced: Option<&Reduced<'_>>, canvas: &mut Canvas) {
    let window = canvas.window();
    let mut brush = blit::Brush::default();
    let (list, sheets) =
        reduced.map_or((&picture.list, &picture.sheets), |reduced| (&reduced.list, &reduced.sheets));
    for Part { layers, overlays } in picture.parts() {
        list.placed(window, picture.millis, layers)
            .for_each(|placed| brush.image(canvas, &sheets[placed.sprite.image], &placed));
        for overlay in overlays {
            match overlay {
                Overlay::Shape(shape) => coverage::shape(canvas, shape),
                Overlay::Generated(shapes) => {
                    let scale = canvas.scale / f64::from(canvas.fine);
                    shapes(generated_window(window, scale), &mut |shape| coverage::shape(canvas, &shape));
                }
                Overlay::Label(label) => letters::label(canvas, label),
            }
        }
    }
}

/// The mean of each pixel's samples, weighted with alpha.
fn average(canvas: &Canvas, pixels: &mut Vec<[u8; 4]>) {
    let fine = canvas.fine as usize;
    let count = canvas.fine * canvas.fine;
    let width = canvas.width as usize;
    pixels.clear();
    for rows in canvas.samples.chunks_exact(width * fine) {
        for x in (0..width).step_by(fine) {
            let mut sum = [0; 4];
            for row in rows.chunks_exact(width) {
                for &[red, green, blue, alpha] in &row[x..x + fine] {
                    let alpha = u32::from(alpha);
                    sum[0] += u32::from(red) * alpha;
                    sum[1] += u32::from(green) * alpha;
                    sum[2] += u32::from(blue) * alpha;
                    sum[3] += alpha;
                }
            }
            let [red, green, blue, alpha] = sum;
            let color = |sum: u32| (sum + alpha / 2).checked_div(alpha).unwrap_or(0) as u8;
            pixels.push([color(red), color(green), color(blue), ((alpha + count / 2) / count) as u8]);
        }
    }
}

/// Renders the picture as PNG, without alpha if the background is opaque.
pub(crate) fn write_png(
    picture: &Picture<'_>,
    frame: &Frame,
    mut out: impl Write,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<(), DrawError> {
    let opaque = picture.list.background.is_some_and(|c| c.alpha == 255);
    let mut encoder = png::Encoder::new(&mut out, frame.width, frame.height);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_deflate_compression(png::DeflateCompression::Level(COMPRESSION));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut stream = writer.stream_writer_with_size(1 << 16).map_err(failed)?;
    let mut bytes = Vec::new();
    let mut done = 0;
    render(picture, frame, |pixels| {
        if opaque {
            bytes.clear();
            bytes.extend(pixels.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]));
            stream.write_all(&bytes)?;
        } else {
            stream.write_all(pixels.as_flattened())?;
        }
        done += pixels.len() as u32 / frame.width;
        progress(done, frame.height);
        Ok(())
    })?;
    stream.finish().map_err(failed)?;
    writer.finish().map_err(failed)?;
    // A write error in the drop of a buffer would be lost.
    out.flush()?;
    Ok(())
}

/// Encodes pixels as PNG, for SVG.
pub(crate) fn encode(width: u32, height: u32, pixels: &[[u8; 4]]) -> Result<Vec<u8>, DrawError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels.as_flattened()).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}

pub(crate) fn failed(error: png::EncodingError) -> DrawError {
    DrawError::Write(match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    })
}

/// Multiplies an image by a tint.
pub(crate) fn tinted<'p>(pixels: impl Iterator<Item = &'p [u8; 4]>, tint: Color) -> Vec<[u8; 4]> {
    pixels.map(|pixel| blend::tint(*pixel, tint)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rect::Rect;
    use crate::shape::{Outline, Shape};
    use crate::view::View;
    use glam::Vec2;

    #[test]
    fn bands_of_any_height_equal_the_whole() {
        let bounds = Rect::new(Vec2::ZERO, Vec2::new(40.0, 30.0));
        let mut picture = Picture::new(bounds, None);
        let line = vec![Vec2::new(1.0, 2.0), Vec2::new(33.3, 28.7), Vec2::new(39.0, 3.0)];
        picture.push_shape(Shape::outlined(Outline::Line(line.clone()), Color::rgb(255, 0, 0), 3.0));
        picture.push_shape(Shape::outlined(Outline::Trail(line), Color::rgb(0, 255, 0).with_alpha(150), 5.0));
        let ellipse = Outline::Ellipse(Rect::new(Vec2::new(5.5, 6.0), Vec2::new(20.0, 17.25)));
        picture.push_shape(Shape::filled(ellipse, Color::rgb(0, 0, 255).with_alpha(100)));
        // Shapes in rows of 2 px, each passed on only for windows that it is in.
        picture.push_generated(|window, draw| {
            for row in (0..15).map(|row| row as f32 * 2.0) {
                if row + 2.0 > window.min.y && row < window.min.y + window.size.y {
                    let tile = Outline::Tile(Rect::new(Vec2::new(row, row), Vec2::splat(2.0)));
                    draw(Shape::filled(tile, Color::rgb(90, 90, 0).with_alpha(120)));
                    let ends = [[0.0, row, 9.0, row + 1.0], [9.0, row, 0.0, row + 1.0]];
                    let ends = ends.map(|[x, y, u, v]| [Vec2::new(x, y), Vec2::new(u, v)]);
                    draw(Shape::outlined(
                        Outline::Segments(ends.into()),
                        Color::rgb(0, 90, 0).with_alpha(90),
                        1.5,
                    ));
                }
            }
        });
        for scale in [1.0, 2.5, 0.4] {
            let frame = View::default().at_scale(scale).frame(bounds).expect("small");
            let render = |band: u64| {
                let mut data = Vec::new();
                let done = render_bands(&picture, &frame, band, |rows| {
                    data.extend_from_slice(rows);
                    Ok(())
                });
                done.map(|()| data).expect("nothing is written")
            };
            let whole = render(1 << 20);
            assert!(whole.iter().any(|p| p[0] == 255) && whole.iter().any(|p| p[2] == 255));
            for band in [1, 500, 1700] {
                let same = render(band).iter().zip(&whole).filter(|(a, b)| a == b).count();
                assert_eq!(same, whole.len(), "scale {scale}, bands of {band} samples");
            }
        }
    }
}
