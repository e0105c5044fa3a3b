//! Debug drawing: renders the engine's debug output onto a picture.

use crate::picture::Picture;
use crate::rect::Rect;
use crate::shape::{Label, Outline, Shape};
use glam::Vec2;
use std::collections::BTreeMap;
use tilephys_inspect::debug_draw::{DebugDraw, Meaning, Rgba};
use tilephys_tiled::{Color, Level, RegionKind, Role};

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

/// Colour of a meaning in the one table of colours.
#[must_use]
pub const fn color_of(meaning: Meaning) -> Color {
    let Rgba { red, green, blue, alpha } = meaning.color();
    Color::rgb(red, green, blue).with_alpha(alpha)
}

/// Meaning of a region of a map.
#[must_use]
pub fn meaning_of(kind: RegionKind) -> Meaning {
    match kind {
        RegionKind::Collectible => Meaning::Collectible,
        RegionKind::KillZone | RegionKind::Hazard => Meaning::Danger,
        RegionKind::Goal => Meaning::Goal,
        RegionKind::Checkpoint => Meaning::Checkpoint,
        RegionKind::Door => Meaning::Door,
        RegionKind::Ladder | RegionKind::Bar => Meaning::Ladder,
        RegionKind::Water => Meaning::Water,
        _ => Meaning::Trigger,
    }
}

/// Meanings of the objects of a level, by their ids.
#[must_use]
pub fn meanings_of_objects(level: &Level) -> BTreeMap<u32, Meaning> {
    let mut meanings: BTreeMap<u32, Meaning> =
        level.objects.iter().map(|object| (object.id, Meaning::Object)).collect();
    let of_regions =
        level.regions.iter().filter_map(|region| Some((region.object()?, meaning_of(region.kind))));
    meanings.extend(of_regions);
    meanings.extend(level.movers.iter().map(|mover| (mover.object, Meaning::Mover)));
    meanings.extend(level.marks.iter().map(|mark| {
        let meaning = match mark.role {
            Role::Spawn => Meaning::Start,
            Role::Goal => Meaning::Goal,
            Role::Checkpoint => Meaning::Checkpoint,
            Role::Collectible { .. } => Meaning::Collectible,
            Role::KillZone => Meaning::Danger,
            Role::Door(_) => Meaning::Door,
            _ => Meaning::Trigger,
        };
        (mark.object, meaning)
    }));
    meanings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::BodyKind;

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
