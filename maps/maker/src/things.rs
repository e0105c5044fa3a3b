//! Draws coins, spikes, slimes, ladders, springs, lifts and crushers, kept as text in `things.txt`.

use crate::decor::{Sprite, read};
use crate::sheet::Sheet;
use crate::text::{Property, TileText};

/// The tile of a coin, and of the frames in which it turns.
pub(crate) const COIN: i32 = 0;
/// Spikes on a floor, of two variants.
pub(crate) const SPIKES: i32 = 4;

/// The tile of a slime, and of the frames in which it breathes.
pub(crate) const SLIME: i32 = 6;

/// A ladder; the next tile is its upper end.
pub(crate) const LADDER: i32 = 8;
pub(crate) const SPRING: i32 = 10;

/// Milliseconds of a frame of a coin, and of a slime.
const FRAME: u32 = 120;
const BREATH: u32 = 400;

fn sprites() -> Vec<Sprite> {
    read(include_str!("things.txt"))
}

/// A tileset of one sprite alone, which is as large as its tile.
fn alone(name: &'static str, sprite: &str) -> Sheet {
    let mut sheet = Sheet::new(name, 1);
    let sprite = sprites().into_iter().find(|s| s.name == sprite).expect("the sprite of the tileset");
    sheet.tile = (sprite.canvas.width, sprite.canvas.height);
    sheet.canvas = sprite.canvas;
    sheet
}

/// The tileset of coins, spikes, slimes, ladders and springs.
pub(crate) fn sheet() -> Sheet {
    let mut sheet = Sheet::new("things", 1);
    // A layer named "spikes" has springs too, and spikes kill by an object beside them.
    sheet.properties = vec![Property::Enum("TpCollision", "collision", "none")];
    for sprite in sprites().iter().filter(|sprite| sprite.tiles == (1, 1)) {
        sheet.put(sprite.id(0, 0), &sprite.canvas);
    }
    let frames = (COIN..SPIKES).map(|frame| (frame, FRAME)).collect();
    sheet.texts.insert(COIN, TileText { frames, ..TileText::default() });
    let frames = (SLIME..SLIME + 2).map(|frame| (frame, BREATH)).collect();
    sheet.texts.insert(SLIME, TileText { frames, ..TileText::default() });
    for id in [LADDER, LADDER + 1] {
        let properties = vec![Property::Enum("TpCollision", "collision", "ladder")];
        sheet.texts.insert(id, TileText { properties, ..TileText::default() });
    }
    sheet
}

/// The tileset of the lift.
pub(crate) fn lift() -> Sheet {
    alone("lift", "lift")
}

/// The tileset of the crusher.
pub(crate) fn crusher() -> Sheet {
    alone("crusher", "crusher")
}
