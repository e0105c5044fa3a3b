//! What a cell holds, and how cells, layers and faces are named.

use crate::constants::{MAX_LAYERS, MAX_SETTING, UNITS_PER_PX};
use crate::fault::{Fault, Field};
use crate::shape::TileShape;
use glam::Vec2;
use std::num::NonZeroU16;

/// Column and row of a cell; negative ones are as good as any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TileCoord {
    /// The column, rightwards.
    pub col: i32,
    /// The row, downwards.
    pub row: i32,
}

impl TileCoord {
    /// The cell in column `col` and row `row`.
    #[must_use]
    pub const fn new(col: i32, row: i32) -> Self {
        TileCoord { col, row }
    }
}

/// One of a grid's layers, in the order in which they were added. Of several tiles in a cell the lowest layer's is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerId(pub(crate) u8);

impl LayerId {
    pub(crate) const LOWEST: LayerId = LayerId(0);

    /// The layer's place in the order of layers.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    pub(crate) fn from_index(index: usize) -> Self {
        debug_assert!(index < MAX_LAYERS);
        LayerId(index as u8)
    }
}

/// A kind of tile of one grid, as given by [`TileGrid::add_tile`](crate::TileGrid::add_tile).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TileId(pub(crate) NonZeroU16);

impl TileId {
    pub(crate) const FIRST: TileId = TileId(NonZeroU16::MIN);

    /// The kind's place in the order in which kinds were added.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

/// A kind of tile: what all cells that hold it have in common. A hit names it, and with it all of this.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Its geometry.
    pub shape: TileShape,
    /// Filter bits: the tile is solid to bodies whose mask shares one. Zero is solid to nobody.
    pub category: u32,
    /// What it is made of.
    pub material: Material,
    /// The game's own number, for example an index into its table of sounds.
    pub user: u32,
}

impl Default for Tile {
    /// A whole tile of category 1.
    fn default() -> Self {
        Tile { shape: TileShape::Full, category: 1, material: Material::default(), user: 0 }
    }
}

/// What a tile is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Material {
    /// Factor of the friction of bodies that stand on it, from 0 to 1e9.
    pub friction: f32,
    /// The part of the speed that a bounce gives back, from 0 to 1e9. The engine hands it on; the game's responses may use it.
    pub restitution: f32,
    /// The velocity of its surface, from -1e9 to 1e9 px/s on each axis: what stands on it is carried along.
    pub conveyor: Vec2,
    /// The game's own number for it, for example ice or mud.
    pub surface: u32,
}

impl Default for Material {
    /// Friction 1, no restitution, does not move, surface 0.
    fn default() -> Self {
        Material { friction: 1.0, restitution: 0.0, conveyor: Vec2::ZERO, surface: 0 }
    }
}

impl Material {
    /// The first number that is NaN or out of range, and which of the two it is; `None` if all are sound: each in the range
    /// that its field states.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let (conveyor, is_finite) = (self.conveyor.abs(), self.conveyor.is_finite());
        let is_sound = conveyor.x <= MAX_SETTING && conveyor.y <= MAX_SETTING;
        Fault::of_amount(Field::Friction, self.friction)
            .or_else(|| Fault::of_amount(Field::Restitution, self.restitution))
            .or_else(|| Fault::unless(is_sound, is_finite, Field::Conveyor))
    }
}

/// Size in units of a tile of `px` pixels.
pub(crate) fn tile_units(px: u32) -> i32 {
    let units = i64::from(px) * i64::from(UNITS_PER_PX);
    assert!(px > 0, "a tile is at least one pixel wide and high");
    i32::try_from(units).unwrap_or_else(|_| panic!("a tile of {px} px does not fit the world"))
}
