//! What the hero looks like: a box with hair that shows whether it can dash, and eyes that look where it runs.

use super::Game;
use glam::Vec2;

/// A rectangle of one colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColoredBox {
    /// Top left corner, in px of the level.
    pub min: Vec2,
    /// Width and height, in px of the level.
    pub size: Vec2,
    /// Red, green and blue.
    pub color: [u8; 3],
}

const SHIRT: [u8; 3] = [84, 150, 230];
const FACE: [u8; 3] = [250, 214, 176];
const EYES: [u8; 3] = [40, 30, 50];
const BOOTS: [u8; 3] = [70, 60, 90];
const HAIR: [u8; 3] = [214, 72, 72];
const HAIR_WITHOUT_DASH: [u8; 3] = [90, 200, 230];

/// Width and height of the pattern of the hero, in its pixels.
const PATTERN: Vec2 = Vec2::new(8.0, 11.0);

/// Parts of the hero that looks right: left, top, width and height in pixels of the pattern.
const PARTS: [([f32; 4], Part); 7] = [
    ([0.0, 0.0, 8.0, 11.0], Part::Shirt),
    ([0.0, 0.0, 8.0, 6.0], Part::Hair),
    ([2.0, 2.0, 6.0, 4.0], Part::Face),
    ([4.0, 3.0, 1.0, 2.0], Part::Eyes),
    ([6.0, 3.0, 1.0, 2.0], Part::Eyes),
    ([0.0, 9.0, 3.0, 2.0], Part::Boots),
    ([5.0, 9.0, 3.0, 2.0], Part::Boots),
];

#[derive(Clone, Copy)]
enum Part {
    Shirt,
    Hair,
    Face,
    Eyes,
    Boots,
}

impl Game {
    /// The hero as boxes in drawing order, at a fraction of the last tick from 0 to 1; none without a hero.
    #[must_use]
    pub fn hero_boxes(&self, alpha: f32) -> Vec<ColoredBox> {
        let (Some([min, size]), Some(state)) = (self.hero_area(alpha), self.feel_state()) else {
            return Vec::new();
        };
        let has_dash = self.feel().is_some_and(|feel| feel.dash.is_none() || state.dashes() > 0);
        let pixel = size / PATTERN;
        let boxes = PARTS.into_iter().map(|([left, top, width, height], part)| {
            let left = if state.facing() < 0 { PATTERN.x - left - width } else { left };
            let color = match part {
                Part::Shirt => SHIRT,
                Part::Hair if has_dash => HAIR,
                Part::Hair => HAIR_WITHOUT_DASH,
                Part::Face => FACE,
                Part::Eyes => EYES,
                Part::Boots => BOOTS,
            };
            ColoredBox {
                min: min + Vec2::new(left, top) * pixel,
                size: Vec2::new(width, height) * pixel,
                color,
            }
        });
        boxes.collect()
    }
}
