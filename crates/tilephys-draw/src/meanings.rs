//! Meanings of the parts of a level, and their colours.

use std::collections::BTreeMap;
use tilephys_inspect::debug_draw::{Meaning, Rgba};
use tilephys_tiled::{Color, Level, RegionKind, Role};

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
