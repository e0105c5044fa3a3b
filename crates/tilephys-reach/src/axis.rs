//! Classes of positions on one axis: positions of the body that cover the same tiles.

use std::ops::RangeInclusive;

/// Positions of a body on one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    /// Size of a tile and of the body, in units.
    pub(crate) tile: i32,
    pub(crate) body: i32,
    /// First tile, and the number of tiles.
    pub(crate) first: i32,
    pub(crate) tiles: i32,
    /// Whole tiles in the body, and what it has besides.
    whole: i32,
    part: i32,
}

impl Axis {
    /// Positions of a body of a size over so many tiles from the first one on.
    pub(crate) fn new(tile: i32, body: i32, first: i32, tiles: i32) -> Axis {
        let whole = (body - 1) / tile;
        Axis { tile, body, first, tiles, whole, part: body - whole * tile }
    }

    pub(crate) fn classes(&self) -> i32 {
        2 * self.tiles
    }

    /// First and last position of a class.
    pub(crate) fn range(&self, class: i32) -> [i32; 2] {
        let start = (self.first + class / 2) * self.tile;
        let last = start + self.tile - self.part;
        if class % 2 == 0 { [start, last] } else { [last + 1, start + self.tile - 1] }
    }

    /// Class of a position; the first or last class beyond the map.
    pub(crate) fn class(&self, position: i32) -> i32 {
        let tile = position.div_euclid(self.tile) - self.first;
        if tile < 0 {
            return 0;
        }
        if tile >= self.tiles {
            return self.classes() - 1;
        }
        let even = 2 * tile;
        even + i32::from(position > self.range(even)[1])
    }

    /// Tiles that a body covers at the positions of a class.
    pub(crate) fn covered(&self, class: i32) -> RangeInclusive<i32> {
        let start = self.first + class / 2;
        start..=start + self.whole + class % 2
    }

    /// Mean distance of two neighboring classes, in units.
    pub(crate) fn spacing(&self) -> u32 {
        self.tile.unsigned_abs() / 2
    }

    /// First and last position of all.
    pub(crate) fn bounds(&self) -> [i32; 2] {
        [self.range(0)[0], self.range(self.classes() - 1)[1]]
    }
}
