//! Legend below the picture: a sample of each overlay in use, and the list of findings.

use super::overlay::Scene;
use super::pens::{SHADE, WHITE, larger, smaller};
use crate::text::wrapped;
use glam::Vec2;
use tilephys::draw::{Label, Outline, Picture, Rect, Shape};
use tilephys::tiled::Color;

/// Side of a letter at size 1, in pixels of the picture.
const LETTER: f32 = 8.0;

/// Width and height of a sample, in letters.
const SAMPLE: Vec2 = Vec2::new(3.0, 1.5);

/// Height of a line, in letters.
const LINE: f32 = 2.25;

/// Margin around the legend and between its columns, in letters.
const MARGIN: f32 = 1.0;

/// Width of the picture for which letters grow by one size, in pixels.
const WIDTH_OF_SIZE: f32 = 1600.0;

/// Largest size of letters.
const MOST_SIZE: f32 = 4.0;

/// Blanks before the second line of a text and the lines after it.
pub(super) const INDENT: &str = "    ";

/// Function that draws a sample into a rectangle, in pixels of the level of a scene.
pub(crate) type Sample = Box<dyn Fn(Rect, Scene) -> Vec<Shape>>;

/// A sample with its meaning.
pub(crate) struct Entry {
    pub(crate) sample: Sample,
    pub(crate) text: String,
}

impl Entry {
    pub(crate) fn new(text: &str, sample: impl Fn(Rect, Scene) -> Vec<Shape> + 'static) -> Self {
        Entry { sample: Box::new(sample), text: text.to_owned() }
    }
}

/// A line of text with its colour.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) color: Color,
}

/// What stands below the picture.
#[derive(Default)]
pub(crate) struct Legend {
    pub(crate) entries: Vec<Entry>,
    pub(crate) lines: Vec<Line>,
}

/// A legend with places, in pixels of the picture from its upper left corner.
struct Layout {
    /// Size of letters.
    size: f32,
    /// Upper left corners of entries.
    entries: Vec<Vec2>,
    /// Upper left corners of the lines, which are wrapped.
    lines: Vec<(Vec2, String, Color)>,
    width: f32,
    height: f32,
}

impl Legend {
    /// Places all parts below a picture of this width.
    fn layout(&self, width: f32) -> Layout {
        let size = smaller(larger((width / WIDTH_OF_SIZE).floor(), 1.0), MOST_SIZE);
        let em = LETTER * size;
        let widths =
            self.entries.iter().map(|entry| (SAMPLE.x + 1.0 + entry.text.chars().count() as f32) * em);
        let widths: Vec<f32> = widths.collect();
        // Narrow pictures become as wide as the widest entry, and lines have room for some words.
        let least = if self.lines.is_empty() { 0.0 } else { 40.0 * em };
        let least = widths.iter().copied().fold(least, larger) + 2.0 * MARGIN * em;
        let width = larger(width, least);
        let inner = width - 2.0 * MARGIN * em;
        let column = widths.iter().copied().fold(1.0, larger) + 2.0 * MARGIN * em;
        let columns = larger(((inner + 2.0 * MARGIN * em) / column).floor(), 1.0) as usize;
        let place = |i: usize| {
            let col = i % columns;
            let row = i / columns;
            Vec2::new(MARGIN * em + col as f32 * column, (MARGIN + row as f32 * LINE) * em)
        };
        let entries: Vec<Vec2> = (0..self.entries.len()).map(place).collect();
        let mut top = MARGIN * em + self.entries.len().div_ceil(columns) as f32 * LINE * em;
        let mut lines = Vec::new();
        for line in &self.lines {
            for text in wrapped(&line.text, (inner / em).floor() as usize, INDENT) {
                lines.push((Vec2::new(MARGIN * em, top), text, line.color));
                top += LINE * 0.75 * em;
            }
        }
        Layout { size, entries, lines, width, height: (top + MARGIN * 0.5 * em).ceil() }
    }

    /// Draws the legend below the region of a scene, whose picture is `width` × `height` px, and returns the region of both.
    pub(crate) fn push(&self, picture: &mut Picture<'_>, scene: Scene, [width, height]: [f32; 2]) -> Rect {
        if self.entries.is_empty() && self.lines.is_empty() {
            return scene.region;
        }
        let layout = self.layout(width);
        let left = scene.region.min;
        // From pixels of the picture to pixels of the level.
        let place = |px: Vec2| left + (Vec2::new(0.0, height) + px) / scene.scale;
        let plate = |min: Vec2, size: Vec2| {
            let outline = Outline::Tile(Rect::new(min, size / scene.scale));
            Shape::filled(outline, SHADE)
        };
        // Far beyond the picture, where overlays and layers may reach.
        picture.push_shape(plate(place(Vec2::ZERO), Vec2::new(layout.width, layout.height) * 2.0));
        if layout.width > width {
            picture.push_shape(plate(
                left + Vec2::new(width, 0.0) / scene.scale,
                Vec2::new(layout.width, height + 1.0),
            ));
        }
        let em = LETTER * layout.size;
        let label = |at: Vec2, text: &str, color: Color| Label {
            at: place(at),
            text: text.to_owned(),
            color,
            plate: None,
            size: layout.size as u8,
        };
        for (entry, at) in self.entries.iter().zip(&layout.entries) {
            let sample = Rect::new(place(*at), SAMPLE * em / scene.scale);
            (entry.sample)(sample, scene).into_iter().for_each(|shape| picture.push_shape(shape));
            let beside = *at + Vec2::new(SAMPLE.x + 1.0, SAMPLE.y * 0.5 + 0.5) * em + Vec2::Y;
            picture.push_label(label(beside, &entry.text, WHITE));
        }
        for (at, text, color) in &layout.lines {
            picture.push_label(label(*at + Vec2::new(0.0, em), text, *color));
        }
        // Less than a pixel, so that rounding adds none.
        let size = Vec2::new(larger(layout.width, width), height + layout.height) - 0.25;
        Rect::new(left, size / scene.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_pictures_have_a_column_and_wide_ones_several() {
        let entries = || (0..5).map(|_| Entry::new("solid", |_, _| Vec::new())).collect();
        let legend = Legend { entries: entries(), lines: Vec::new() };
        let narrow = legend.layout(64.0);
        assert!(narrow.entries.iter().all(|at| at.x == narrow.entries[0].x), "one column");
        assert_eq!(narrow.width, 88.0);
        let wide = legend.layout(640.0);
        assert!(wide.entries.iter().all(|at| at.y == wide.entries[0].y), "one row");
        assert!(wide.width == 640.0 && wide.height < narrow.height);
        assert_eq!((wide.size, legend.layout(3200.0).size), (1.0, 2.0));
    }
}
