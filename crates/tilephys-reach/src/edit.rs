//! Edits: changes of the tiles of a map.

use tilephys_core::{Tile, TileCoord, TileGrid};

/// Changes of tiles after which a character may get where it does not get now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Changes on the way, at least one.
    pub edits: Vec<Edit>,
}

/// Change of the tiles in a rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Kind of the change.
    pub kind: EditKind,
    /// Upper left cell.
    pub first: TileCoord,
    /// Lower right cell.
    pub last: TileCoord,
}

/// Kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKind {
    /// Whole tiles beside a floor, at its height.
    Extend,
    /// Whole tiles on a floor, one above the other.
    Raise,
    /// Whole tiles in the air, side by side.
    Platform,
    /// No tiles, so that there is a hole in a wall or a floor.
    Open,
}

impl Edit {
    /// Cells of the rectangle.
    fn cells(&self) -> impl Iterator<Item = TileCoord> + '_ {
        let row = |row: i32| (self.first.col..=self.last.col).map(move |col| TileCoord::new(col, row));
        (self.first.row..=self.last.row).flat_map(row)
    }
}

impl Hint {
    /// The grid with the changes. Added tiles are solid to the categories in `mask`.
    #[must_use]
    pub fn applied(&self, grid: &TileGrid, mask: u32) -> TileGrid {
        let mut changed = grid.clone();
        let layer = grid.tiles().next().map(|(layer, _, _)| layer);
        let layer = layer.unwrap_or_else(|| changed.add_layer("hint"));
        let tile = changed.add_tile(Tile { category: mask, ..Tile::default() });
        for edit in &self.edits {
            for at in edit.cells() {
                if edit.kind != EditKind::Open {
                    changed.set_tile(layer, at, Some(tile));
                    continue;
                }
                for (layer, _) in grid.tiles_in(at) {
                    changed.set_tile(layer, at, None);
                }
            }
        }
        changed
    }

    /// The hint with platforms of a single tile, if it has wider ones.
    pub(crate) fn narrowed(&self) -> Option<Hint> {
        let narrow = |edit: &Edit| {
            let middle = edit.first.col + (edit.last.col - edit.first.col) / 2;
            match edit.kind {
                EditKind::Platform => Edit {
                    first: TileCoord::new(middle, edit.first.row),
                    last: TileCoord::new(middle, edit.last.row),
                    ..*edit
                },
                _ => *edit,
            }
        };
        let hint = Hint { edits: self.edits.iter().map(narrow).collect() };
        (hint != *self).then_some(hint)
    }
}
