//! Image decoding: PNG, JPEG, and the first frame of GIF.

use crate::pixels::{MAX_PIXELS, Pixels};
use std::fmt::Display;
use std::io::Cursor;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Decodes an image of at most `most` pixels. The format is detected from the first bytes, as in Tiled, not from the
/// name.
pub(crate) fn decode(bytes: &[u8], most: u64) -> Result<Pixels, String> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => png(bytes, most),
        [0xFF, 0xD8, ..] => jpeg(bytes, most),
        [b'G', b'I', b'F', b'8', ..] => gif(bytes, most),
        _ => Err("the image is not a PNG, JPEG or GIF; convert it to one of these formats".to_owned()),
    }
}

fn damaged(format: &str, error: impl Display) -> String {
    format!("the {format} is damaged: {error}")
}

/// Checks the size of an image before memory for its pixels is allocated.
fn check_size([width, height]: [u32; 2], most: u64) -> Result<(), String> {
    if width == 0 || height == 0 {
        return Err("the image has no pixels".to_owned());
    }
    if u64::from(width) * u64::from(height) <= most {
        return Ok(());
    }
    Err(format!("the image has {width} × {height} px, and the limit of all images together is {MAX_PIXELS}"))
}

fn png(bytes: &[u8], most: u64) -> Result<Pixels, String> {
    let damaged = |e: png::DecodingError| damaged("PNG", e);
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    // Both are compressed, and can unpack to a thousand times their size.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let info = decoder.read_header_info().map_err(damaged)?;
    let (width, height) = (info.width, info.height);
    check_size([width, height], most)?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    let size = reader.output_buffer_size().ok_or("the PNG is too large")?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(damaged)?;
    let pixels = match frame.color_type {
        png::ColorType::GrayscaleAlpha => data.as_chunks().0.iter().map(|&[v, a]| [v, v, v, a]).collect(),
        png::ColorType::Rgba => data.as_chunks().0.to_vec(),
        other => return Err(format!("PNG images of colour type {other:?} are not supported")),
    };
    Ok(Pixels { width, height, data: pixels })
}

fn jpeg(bytes: &[u8], most: u64) -> Result<Pixels, String> {
    let side = usize::from(u16::MAX);
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(side)
        .set_max_height(side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|e| damaged("JPEG", e))?;
    let (width, height) = decoder.dimensions().ok_or("the JPEG has no size")?;
    let size = [width as u32, height as u32];
    check_size(size, most)?;
    let data = decoder.decode().map_err(|e| damaged("JPEG", e))?;
    let pixels: Vec<[u8; 4]> = match data.len().checked_div(width * height) {
        Some(3) => data.as_chunks().0.iter().map(|&[r, g, b]| [r, g, b, 255]).collect(),
        Some(1) => data.iter().map(|&v| [v, v, v, 255]).collect(),
        _ => return Err("JPEG images with these colours are not supported; convert it".to_owned()),
    };
    Ok(Pixels { width: size[0], height: size[1], data: pixels })
}

/// Decodes the first frame, as Tiled shows it. Pixels outside of the frame are transparent.
fn gif(bytes: &[u8], most: u64) -> Result<Pixels, String> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).map_err(|e| damaged("GIF", e))?;
    let [width, height] = [decoder.width(), decoder.height()].map(u32::from);
    check_size([width, height], most)?;
    let mut pixels = vec![[0; 4]; width as usize * height as usize];
    let first = decoder.next_frame_info().map_err(|e| damaged("GIF", e))?;
    let frame = first.ok_or("the GIF has no frame")?;
    let [left, top, columns, rows] = [frame.left, frame.top, frame.width, frame.height].map(u32::from);
    check_size([columns, rows], most)?;
    let [left, top, columns] = [left, top, columns].map(|n| n as usize);
    let mut data = vec![0; decoder.buffer_size()];
    decoder.read_into_buffer(&mut data).map_err(|e| damaged("GIF", e))?;
    let lines = data.as_chunks().0.chunks(columns);
    for (line, row) in lines.zip(pixels.chunks_mut(width as usize).skip(top)) {
        row.iter_mut().skip(left).zip(line).for_each(|(pixel, shown)| *pixel = *shown);
    }
    Ok(Pixels { width, height, data: pixels })
}
