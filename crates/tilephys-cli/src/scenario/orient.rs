//! The variants of a scenario: eight orientations, three places. One affine map does both.
//!
//! A scenario is written in its own coordinates. Each variant maps them to the world it builds, and what happens there
//! is mapped back; so every comparison is between numbers of the file's own coordinates.

use super::turn::Turn;
use glam::{IVec2, UVec2, Vec2, Vec2Swizzles};
use serde::Deserialize;
use tilephys::core::{Direction, Tile, TileCoord};

/// Turns, then shifts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Variant {
    turn: Turn,
    /// In lattice units of the world; a whole number of tiles.
    shift: IVec2,
    /// Translation in cells.
    cells: IVec2,
}

/// Group of variants, which a file can exclude.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Variants {
    /// All four reflections.
    Mirrored,
    /// All three rotations.
    Turned,
    /// Both other places.
    Shifted,
    /// Everything in which x and y change places: the diagonal reflections and the quarter turns.
    Exchanged,
}

/// Tiles by which a variant is shifted: right by the first, up by the second.
const SHIFTS: [i32; 3] = [0, 4_096, 500_000];

/// No shift is longer than this, in pixels, so that tiles over 16 px stay in the world.
const LONGEST_SHIFT: u32 = 8_000_000;

impl Variant {
    /// The scenario as it is written.
    pub(crate) const AS_WRITTEN: Variant =
        Variant { turn: Turn::NONE, shift: IVec2::ZERO, cells: IVec2::ZERO };

    /// All variants of a scenario with tiles of this size, without the excluded groups; the first is as written.
    pub(crate) fn all(tile: UVec2, excepted: &[Variants]) -> Vec<Variant> {
        let mut variants = Vec::new();
        for tiles in SHIFTS {
            for orientation in 0..8 {
                let flip = |bit: i32| if orientation & bit != 0 { -1 } else { 1 };
                let turn = Turn { swap: orientation & 4 != 0, sign: IVec2::new(flip(1), flip(2)) };
                let turned = Variant { turn, ..Variant::AS_WRITTEN };
                let variant = turned.shifted(tiles, tile);
                if !excepted.iter().any(|&group| variant.is_in(group)) {
                    variants.push(variant);
                }
            }
        }
        variants
    }

    fn shifted(self, tiles: i32, tile: UVec2) -> Variant {
        let tile = self.tile(tile);
        let within = |edge: u32| tiles.min((LONGEST_SHIFT / edge) as i32);
        let cells = IVec2::new(within(tile.x), -within(tile.y));
        Variant { shift: cells * tile.as_ivec2() * tilephys::core::UNITS_PER_PX, cells, ..self }
    }

    fn is_in(self, group: Variants) -> bool {
        match group {
            Variants::Mirrored => self.is_mirrored(),
            Variants::Turned => self.is_oriented() && !self.is_mirrored(),
            Variants::Shifted => self.is_shifted(),
            Variants::Exchanged => self.turn.swap,
        }
    }

    /// True if the variant is a reflection.
    fn is_mirrored(self) -> bool {
        (self.turn.sign.x * self.turn.sign.y < 0) != self.turn.swap
    }

    /// True if the variant is a reflection or rotation.
    pub(crate) fn is_oriented(self) -> bool {
        self.turn.swap || self.turn.sign != IVec2::ONE
    }

    pub(crate) fn is_shifted(self) -> bool {
        self.cells != IVec2::ZERO
    }

    /// What was done to the scenario.
    pub(crate) fn name(self) -> String {
        let orientation = match (self.turn.swap, self.turn.sign.x, self.turn.sign.y) {
            (false, 1, 1) => "as written",
            (false, -1, 1) => "mirrored in x",
            (false, 1, _) => "mirrored in y",
            (false, ..) => "turned by 180 degrees",
            (true, 1, 1) => "axes exchanged",
            (true, -1, 1) => "turned by 90 degrees clockwise",
            (true, 1, _) => "turned by 90 degrees counterclockwise",
            (true, ..) => "axes exchanged and negated",
        };
        match (self.cells == IVec2::ZERO, self.is_oriented()) {
            (true, _) => orientation.to_owned(),
            (false, false) => format!("shifted by ({}, {}) tiles", self.cells.x, self.cells.y),
            (false, true) => format!("{orientation}, shifted by ({}, {}) tiles", self.cells.x, self.cells.y),
        }
    }

    /// The world's tile size for the scenario's.
    pub(crate) fn tile(self, tile: UVec2) -> UVec2 {
        if self.turn.swap { tile.yx() } else { tile }
    }

    /// A translation in lattice units.
    pub(crate) fn translation(self, v: IVec2) -> IVec2 {
        self.turn.translation(v)
    }

    /// The width and height of a box.
    pub(crate) fn size(self, size: IVec2) -> IVec2 {
        if self.turn.swap { size.yx() } else { size }
    }

    /// Lengths, one an axis.
    pub(crate) fn lengths(self, v: Vec2) -> Vec2 {
        if self.turn.swap { v.yx() } else { v }
    }

    /// A vector of numbers; -0 becomes +0.
    pub(crate) fn vector(self, v: Vec2) -> Vec2 {
        self.turn.vector(v)
    }

    pub(crate) fn direction(self, direction: Direction) -> Direction {
        self.turn.direction(direction)
    }

    /// A kind of tile, for cells of `units`.
    pub(crate) fn kind(self, tile: &Tile, units: IVec2) -> Tile {
        let mut turned = Tile { shape: self.turn.shape(&tile.shape, units), ..tile.clone() };
        turned.material.conveyor = self.vector(tile.material.conveyor);
        turned
    }

    /// The min corner of a box of `size`. `None` beyond the range of `i32`.
    pub(crate) fn corner(self, min: IVec2, size: IVec2) -> Option<IVec2> {
        let min = self.translation(min);
        let size = self.size(size);
        let low = |k: usize| {
            let near = if self.turn.sign[k] < 0 { min[k].checked_sub(size[k])? } else { min[k] };
            near.checked_add(self.shift[k])
        };
        Some(IVec2::new(low(0)?, low(1)?))
    }

    /// A cell. `None` beyond the range of `i32`.
    pub(crate) fn cell(self, at: TileCoord) -> Option<TileCoord> {
        let at = if self.turn.swap { (at.row, at.col) } else { (at.col, at.row) };
        let map = |at: i32, k: usize| {
            let near = if self.turn.sign[k] < 0 { -1 - at } else { at };
            near.checked_add(self.cells[k])
        };
        Some(TileCoord::new(map(at.0, 0)?, map(at.1, 1)?))
    }

    /// Min corner of a box like [`corner`](Self::corner). A place that no coordinate has is the least one: what the far end of a
    /// shifted world stopped has no place in the scenario.
    pub(crate) fn seen_corner(self, min: IVec2, size: IVec2) -> IVec2 {
        self.corner(min, size).unwrap_or(IVec2::splat(-i32::MAX))
    }

    /// The map from the world back to the scenario.
    pub(crate) fn back(self) -> Variant {
        let Turn { swap, sign } = self.turn;
        let turn = Turn { swap, sign: if swap { sign.yx() } else { sign } };
        Variant { turn, shift: -turn.translation(self.shift), cells: -turn.translation(self.cells) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_is_clockwise_on_a_screen() {
        let turn = Turn { swap: true, sign: IVec2::new(-1, 1) };
        let clockwise = Variant { turn, ..Variant::AS_WRITTEN };
        assert_eq!(clockwise.name(), "turned by 90 degrees clockwise");
        assert_eq!(clockwise.direction(Direction::Up), Direction::Right);
        assert_eq!(clockwise.direction(Direction::Right), Direction::Down);
    }
}
