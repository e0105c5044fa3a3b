//! Animations as APNG: the first frame whole, then the rectangle that each frame changes.

use crate::pixels::Pixels;
use crate::raster::failed;
use crate::view::DrawError;
use glam::UVec2;
use std::io::Write;

/// Level of compression. Animations are looked at more often than they are drawn, and a view that moves has all of its pixels in
/// each frame: a tenth less than at the level of pictures, in twice the time.
const COMPRESSION: u8 = 6;

/// Maximum number of pixels of a frame: 64 MiB for a frame and 64 for the frame before it.
const MAX_PIXELS: u64 = 1 << 24;

/// Size, length and rate of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Width and height of every frame, in pixels.
    pub size: UVec2,
    /// Number of frames, at least 1.
    pub frames: u32,
    /// Frames per second, at least 1.
    pub rate: u16,
}

/// Writer of an animation as APNG, which plays again and again. Viewers without animations show its first frame.
///
/// # Examples
///
/// ```
/// use tilephys_draw::{Animation, Pixels, Timing, glam::UVec2};
///
/// let mut out = Vec::new();
/// let mut animation = Animation::new(&mut out, Timing { size: UVec2::new(2, 1), frames: 2, rate: 20 })?;
/// let (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255]);
/// animation.push(Pixels { width: 2, height: 1, data: vec![red, red] })?;
/// animation.push(Pixels { width: 2, height: 1, data: vec![red, blue] })?;
/// animation.finish()?;
/// assert!(out.starts_with(b"\x89PNG"));
/// # Ok::<(), tilephys_draw::DrawError>(())
/// ```
pub struct Animation<W: Write> {
    writer: png::Writer<W>,
    timing: Timing,
    /// The frame before; `None` before the first.
    last: Option<Pixels>,
    written: u32,
}

impl<W: Write> Animation<W> {
    /// Begins an animation.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] for no pixels, frames or rate, and for frames of more than 16,777,216 pixels; [`DrawError::Write`] if `out` fails.
    pub fn new(out: W, timing: Timing) -> Result<Self, DrawError> {
        let Timing { size: UVec2 { x: width, y: height }, frames, rate } = timing;
        let pixels = u64::from(width) * u64::from(height);
        if pixels == 0 || frames == 0 || rate == 0 {
            return Err(DrawError::Limit(format!(
                "an animation of {frames} frames of {width} × {height} px, {rate} per second, is empty"
            )));
        }
        if pixels > MAX_PIXELS {
            return Err(DrawError::Limit(format!(
                "each frame would be {width} × {height} px, and the limit is {MAX_PIXELS} in total; choose \
                 a smaller size, region or scale"
            )));
        }
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_deflate_compression(png::DeflateCompression::Level(COMPRESSION));
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_animated(frames, 0).map_err(failed)?;
        encoder.set_frame_delay(1, rate).map_err(failed)?;
        Ok(Animation { writer: encoder.write_header().map_err(failed)?, timing, last: None, written: 0 })
    }

    /// Writes the next frame.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] for a frame of another size, and for more frames than announced; [`DrawError::Write`] if the
    /// output fails.
    pub fn push(&mut self, frame: Pixels) -> Result<(), DrawError> {
        let Timing { size, frames, .. } = self.timing;
        if UVec2::new(frame.width, frame.height) != size {
            return Err(DrawError::Limit(format!(
                "a frame has {} × {} px, and the animation {} × {}",
                frame.width, frame.height, size.x, size.y
            )));
        }
        if self.written == frames {
            return Err(DrawError::Limit(format!("the animation has all of its {frames} frames")));
        }
        match &self.last {
            None => self.writer.write_image_data(frame.data.as_flattened()).map_err(failed)?,
            Some(last) => {
                let change = Change::between(last, &frame);
                // A size is checked with the position before it.
                self.writer.reset_frame_position().map_err(failed)?;
                self.writer.set_frame_dimension(change.size.x, change.size.y).map_err(failed)?;
                self.writer.set_frame_position(change.min.x, change.min.y).map_err(failed)?;
                self.writer.set_blend_op(change.blend).map_err(failed)?;
                self.writer.write_image_data(change.data.as_flattened()).map_err(failed)?;
            }
        }
        self.last = Some(frame);
        self.written += 1;
        Ok(())
    }

    /// Ends the animation.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if frames are missing; [`DrawError::Write`] if the output fails.
    pub fn finish(self) -> Result<(), DrawError> {
        let written = self.written;
        let frames = self.timing.frames;
        if written < frames {
            return Err(DrawError::Limit(format!("the animation has {written} of {frames} frames")));
        }
        self.writer.finish().map_err(failed)
    }
}

/// The smallest rectangle that holds all changed pixels, or one pixel if there are none.
struct Change {
    min: UVec2,
    size: UVec2,
    blend: png::BlendOp,
    data: Vec<[u8; 4]>,
}

impl Change {
    fn between(last: &Pixels, frame: &Pixels) -> Self {
        let width = frame.width as usize;
        let mut min = UVec2::new(frame.width, frame.height);
        let mut max = UVec2::ZERO;
        // A transparent pixel leaves the last frame as it is, and runs of it take no room. It cannot clear a pixel.
        let mut blend = png::BlendOp::Over;
        let rows = last.data.chunks_exact(width).zip(frame.data.chunks_exact(width));
        for (y, (before, after)) in (0..).zip(rows) {
            for (x, (before, after)) in (0..).zip(before.iter().zip(after)) {
                if before != after {
                    min = min.min(UVec2::new(x, y));
                    max = max.max(UVec2::new(x + 1, y + 1));
                    if after[3] != 255 {
                        blend = png::BlendOp::Source;
                    }
                }
            }
        }
        if max == UVec2::ZERO {
            min = UVec2::ZERO;
            max = UVec2::ONE;
        }
        let mut data = Vec::new();
        for y in min.y..max.y {
            for i in (min.x..max.x).map(|x| y as usize * width + x as usize) {
                let is_kept = blend == png::BlendOp::Over && last.data[i] == frame.data[i];
                data.push(if is_kept { [0; 4] } else { frame.data[i] });
            }
        }
        Change { min, size: max - min, blend, data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];
    const CLEAR: [u8; 4] = [0; 4];

    fn frame(data: &[[u8; 4]]) -> Pixels {
        Pixels { width: 3, height: 2, data: data.to_vec() }
    }

    #[test]
    fn a_change_is_the_box_around_changed_pixels() {
        let before = frame(&[RED; 6]);
        let after = frame(&[RED, RED, RED, RED, BLUE, RED]);
        let change = Change::between(&before, &after);
        assert_eq!((change.min, change.size), (UVec2::new(1, 1), UVec2::ONE));
        assert_eq!(change.data, [BLUE]);
        let none = Change::between(&before, &before);
        assert_eq!((none.size, none.data), (UVec2::ONE, vec![CLEAR]));
    }

    #[test]
    fn kept_pixels_are_clear_unless_a_pixel_becomes_clear() {
        let before = frame(&[RED; 6]);
        let opaque = Change::between(&before, &frame(&[BLUE, RED, BLUE, RED, RED, RED]));
        assert_eq!((opaque.blend, opaque.data), (png::BlendOp::Over, vec![BLUE, CLEAR, BLUE]));
        let cleared = Change::between(&before, &frame(&[BLUE, RED, CLEAR, RED, RED, RED]));
        assert_eq!((cleared.blend, cleared.data), (png::BlendOp::Source, vec![BLUE, RED, CLEAR]));
    }

    #[test]
    fn frames_are_as_many_and_as_large_as_announced() {
        let timing = |size, frames| Timing { size, frames, rate: 20 };
        for empty in [timing(UVec2::ZERO, 1), timing(UVec2::ONE, 0), timing(UVec2::splat(1 << 13), 1)] {
            assert!(matches!(Animation::new(Vec::new(), empty), Err(DrawError::Limit(_))), "{empty:?}");
        }
        let size = UVec2::new(3, 2);
        let mut animation = Animation::new(Vec::new(), timing(size, 2)).expect("it begins");
        let wrong = Pixels { width: 2, height: 3, data: vec![RED; 6] };
        assert!(matches!(animation.push(wrong), Err(DrawError::Limit(_))));
        animation.push(frame(&[RED; 6])).expect("the first");
        let unfinished = Animation::new(Vec::new(), timing(size, 1)).expect("it begins").finish();
        assert!(matches!(unfinished, Err(DrawError::Limit(_))));
        animation.push(frame(&[RED; 6])).expect("the last");
        assert!(matches!(animation.push(frame(&[RED; 6])), Err(DrawError::Limit(_))));
        animation.finish().expect("all frames are there");
    }
}
