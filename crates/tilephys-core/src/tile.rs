//! Tiles: cell coordinates, layer ids, tile kinds and materials.

use crate::fault::{Fault, Field};
use crate::limits::{MAX_LAYERS, MAX_SETTING, UNITS_PER_PX};
use crate::shape::TileShape;
use glam::Vec2;
use std::num::NonZeroU16;

/// Column and row of a cell, from the grid's origin; negative values are valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TileCoord {
    /// Column, increasing to the right.
    pub col: i32,
    /// Row, increasing downward.
    pub row: i32,
}

impl TileCoord {
    /// The cell in column `col` and row `row`.
    #[must_use]
    pub const fn new(col: i32, row: i32) -> Self {
        TileCoord { col, row }
    }
}

/// Id of a layer of a grid, ordered by creation. If several tiles share a cell, a hit names the tile of the lowest layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerId(pub(crate) u8);

impl LayerId {
    pub(crate) const LOWEST: LayerId = LayerId(0);

    /// Index of the layer in the order of layers.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    pub(crate) fn from_index(index: usize) -> Self {
        debug_assert!(index < MAX_LAYERS);
        LayerId(index as u8)
    }
}

/// Id of a kind of tile of one grid, returned by [`TileGrid::add_tile`](crate::TileGrid::add_tile).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TileId(pub(crate) NonZeroU16);

impl TileId {
    pub(crate) const FIRST: TileId = TileId(NonZeroU16::MIN);

    /// Index of the kind in the order of creation.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

/// A kind of tile: the properties shared by all cells that hold it.
///
/// ```
/// use glam::UVec2;
/// use tilephys_core::{Direction, Material, Tile, TileCoord, TileGrid};
/// use tilephys_core::shape::{OneWay, TileShape};
///
/// let size = UVec2::splat(16);
/// let mut grid = TileGrid::new(size);
/// let level = grid.add_layer("level");
/// let ice = Material { friction: 0.1, ..Material::default() };
/// let ice = grid.add_tile(Tile { material: ice, ..Tile::default() });
/// let plank = TileShape::OneWay(OneWay::edge(size, Direction::Up));
/// let plank = grid.add_tile(Tile { shape: plank, ..Tile::default() });
/// grid.set_tile(level, TileCoord::new(0, 5), Some(ice));
/// grid.set_tile(level, TileCoord::new(1, 5), Some(plank));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Geometry of the tile; the whole cell by default.
    pub shape: TileShape,
    /// Category bits: the tile is solid to bodies whose mask shares a bit; 1 by default. A tile with category 0 is never solid.
    pub category: u32,
    /// Material of the tile.
    pub material: Material,
    /// User data of the game, for example an index into a table of sounds; 0 by default.
    pub user: u32,
}

impl Default for Tile {
    /// A whole tile of category 1.
    fn default() -> Self {
        Tile { shape: TileShape::Full, category: 1, material: Material::default(), user: 0 }
    }
}

/// Surface properties of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Material {
    /// Friction factor for bodies that stand on the tile, from 0 to 1e9; 1 by default.
    pub friction: f32,
    /// Restitution of the tile, from 0 to 1e9; 0 by default. The engine only reports it; responses of the game may use it.
    pub restitution: f32,
    /// Velocity of the surface, which carries what stands on it, as a conveyor. From -1e9 to 1e9 on each axis, 0 by default, in px/s.
    pub conveyor: Vec2,
    /// User data of the game, for example a number for ice or mud; 0 by default.
    pub surface: u32,
}

impl Default for Material {
    /// Friction 1, no restitution, no surface velocity, surface 0.
    fn default() -> Self {
        Material { friction: 1.0, restitution: 0.0, conveyor: Vec2::ZERO, surface: 0 }
    }
}

impl Material {
    /// The first field that is NaN or outside its documented range, with its fault; `None` if all fields are valid.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let conveyor = self.conveyor.abs();
        let is_finite = self.conveyor.is_finite();
        let is_sound = conveyor.x <= MAX_SETTING && conveyor.y <= MAX_SETTING;
        Fault::of_amount(Field::Friction, self.friction)
            .or_else(|| Fault::of_amount(Field::Restitution, self.restitution))
            .or_else(|| Fault::unless(is_sound, is_finite, Field::Conveyor))
    }
}

pub(crate) fn tile_units(px: u32) -> i32 {
    let units = i64::from(px) * i64::from(UNITS_PER_PX);
    assert!(px > 0, "a tile is at least one pixel wide and high");
    i32::try_from(units).unwrap_or_else(|_| panic!("a tile of {px} px does not fit the world"))
}
