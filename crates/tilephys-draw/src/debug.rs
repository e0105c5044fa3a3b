//! Debug drawing: renders the engine's debug output onto a picture.

use crate::picture::Picture;
use crate::rect::Rect;
use crate::shape::{Label, Outline, Shape};
use glam::Vec2;
use tilephys_inspect::debug_draw::{DebugDraw, Rgba};
use tilephys_tiled::Color;

/// Line thickness, in pixels of the picture.
const THIN: f32 = 1.5;

/// Dark casing around lines, which sets them off from any level.
const CASING: Color = Color::rgb(10, 12, 20);

/// Plate behind letters, which stay readable on anything.
const PLATE: Color = Color::rgb(10, 12, 20).with_alpha(170);

fn color(Rgba { red, green, blue, alpha }: Rgba) -> Color {
    Color::rgb(red, green, blue).with_alpha(alpha)
}

impl Picture<'_> {
    fn push_debug(&mut self, outline: Outline, at: Rgba, filled: bool) {
        if filled {
            self.push_shape(Shape::filled(outline, color(at)));
            return;
        }
        self.push_shape(Shape::outlined(outline.clone(), CASING.with_alpha(at.alpha / 2), THIN + 2.0));
        self.push_shape(Shape::outlined(outline, color(at), THIN));
    }
}

/// Draws over the whole picture, in pixels of the level. Lines are 1.5 pixels of the picture thick, with a dark
/// casing, letters 8 high.
impl DebugDraw for Picture<'_> {
    fn line(&mut self, from: Vec2, to: Vec2, color: Rgba) {
        self.push_debug(Outline::Line(vec![from, to]), color, false);
    }

    fn rect(&mut self, min: Vec2, size: Vec2, color: Rgba, filled: bool) {
        self.push_debug(Outline::Box(Rect::new(min, size)), color, filled);
    }

    fn text(&mut self, at: Vec2, text: &str, letters: Rgba) {
        self.push_label(Label {
            at,
            text: text.to_owned(),
            color: color(letters),
            plate: Some(PLATE),
            size: 1,
        });
    }

    fn polygon(&mut self, corners: &[Vec2], color: Rgba, filled: bool) {
        self.push_debug(Outline::Polygon(corners.to_vec()), color, filled);
    }
}

#[cfg(test)]
mod tests {
    use crate::meanings::color_of;
    use crate::shape::BodyKind;
    use tilephys_inspect::debug_draw::Meaning;

    #[test]
    fn bodies_have_the_colors_of_the_one_table() {
        let kinds = [
            (BodyKind::Player, Meaning::Body),
            (BodyKind::Projectile, Meaning::Path),
            (BodyKind::Platform, Meaning::Mover),
            (BodyKind::Other, Meaning::Object),
            (BodyKind::Wrong, Meaning::Error),
        ];
        for (kind, meaning) in kinds {
            assert_eq!(kind.color(), color_of(meaning), "{kind:?}");
        }
    }
}
