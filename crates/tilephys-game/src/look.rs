//! What bodies without a picture look like. A character is a box with hair that shows whether it can dash, and eyes that look where it
//! runs. A crate has planks.

use super::Game;
use glam::Vec2;
use hecs::Entity;
use tilephys_ecs::{BodyCollision, FeelState, Gravity};

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
const HAIR_OF_OTHERS: [u8; 3] = [120, 90, 60];
const SHIRT_OF_OTHERS: [u8; 3] = [120, 170, 90];
const WOOD: [u8; 3] = [190, 140, 90];

/// Width and height of the pattern of the hero, in its pixels.
const PATTERN: Vec2 = Vec2::new(8.0, 11.0);

/// Width and height of the pattern of a crate, in its pixels.
const CRATE: Vec2 = Vec2::new(13.0, 13.0);

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
        let Some(area) = self.hero_area(alpha) else { return Vec::new() };
        let Some(state) = self.feel_state() else { return Vec::new() };
        let has_dash = self.feel().is_some_and(|feel| feel.dash.is_none() || state.dashes() > 0);
        let hair = if has_dash { HAIR } else { HAIR_WITHOUT_DASH };
        parts_of(area, state, hair, SHIRT).to_vec()
    }

    /// A body other than the hero as boxes in drawing order, where it fills `area`: its corner and its size, in px.
    ///
    /// A character has a shirt of the color, and a body that falls and hits others is a crate of the color, by default of wood.
    /// Other bodies have no parts, so there is no box of them.
    #[must_use]
    pub fn body_boxes(&self, entity: Entity, area: [Vec2; 2], color: Option<[u8; 3]>) -> Vec<ColoredBox> {
        if let Ok(state) = self.world.get::<&FeelState>(entity) {
            return parts_of(area, *state, HAIR_OF_OTHERS, color.unwrap_or(SHIRT_OF_OTHERS)).to_vec();
        }
        let has_gravity =
            self.world.get::<&Gravity>(entity).map_or(true, |gravity| *gravity != Gravity::NONE);
        if has_gravity && self.world.satisfies::<&BodyCollision>(entity) {
            return planks(area, color.unwrap_or(WOOD)).to_vec();
        }
        Vec::new()
    }
}

fn parts_of([min, size]: [Vec2; 2], state: FeelState, hair: [u8; 3], shirt: [u8; 3]) -> [ColoredBox; 7] {
    let pixel = size / PATTERN;
    PARTS.map(|([left, top, width, height], part)| {
        let left = if state.facing() < 0 { PATTERN.x - left - width } else { left };
        let color = match part {
            Part::Shirt => shirt,
            Part::Hair => hair,
            Part::Face => FACE,
            Part::Eyes => EYES,
            Part::Boots => BOOTS,
        };
        ColoredBox { min: min + Vec2::new(left, top) * pixel, size: Vec2::new(width, height) * pixel, color }
    })
}

/// A frame, and boards of a color with gaps between them.
fn planks([min, size]: [Vec2; 2], color: [u8; 3]) -> [ColoredBox; 4] {
    let pixel = size / CRATE;
    let dark = color.map(|part| part / 2);
    let inner = CRATE - Vec2::splat(2.0);
    let gap = Vec2::new(inner.x, 1.0);
    let parts = [
        (Vec2::ZERO, CRATE, dark),
        (Vec2::ONE, inner, color),
        (Vec2::new(1.0, 4.0), gap, dark),
        (Vec2::new(1.0, 8.0), gap, dark),
    ];
    parts.map(|(at, extent, color)| ColoredBox { min: min + at * pixel, size: extent * pixel, color })
}
