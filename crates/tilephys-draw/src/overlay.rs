//! Shapes and labels over a picture.

use crate::rect::{Edges, Rect};
use crate::shape::{Label, Shape};
use std::ops::Range;

/// Something that is drawn over the level.
pub(crate) enum Overlay<'a> {
    Shape(Shape),
    Generated(Generator<'a>),
    Label(Label),
}

/// Layers of a picture, by their indices, with what is drawn over them and under the next part.
pub(crate) struct Part<'p, 'a> {
    pub(crate) layers: Range<usize>,
    pub(crate) overlays: &'p [Overlay<'a>],
}

/// Function that passes on the shapes of a window, in pixels of the level.
pub(crate) type Generator<'a> = Box<dyn Fn(Rect, &mut dyn FnMut(Shape)) + 'a>;

/// Margin of the window of a generator, in pixels of the picture, for the thickness of outlines.
const MARGIN: f64 = 16.0;

/// Window of a generator for the drawn region at a scale.
pub(crate) fn generated_window([left, top, right, bottom]: Edges, scale: f64) -> Rect {
    let margin = MARGIN / scale;
    let min = [left, top].map(|v| (v - margin) as f32);
    let size = [right - left, bottom - top].map(|v| (v + 2.0 * margin) as f32);
    Rect::new(min.into(), size.into())
}
