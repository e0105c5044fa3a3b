//! Edits of a map, for recordings: which were made, and making them again.

use super::first_map::{Edit, HeldEdits};
use super::tile_grid::TileGrid;
use crate::tile::{LayerId, TileId};

impl TileGrid {
    /// Returns the edits since the last call, and switches their recording on or off.
    pub(crate) fn take_edits(&mut self, goes_on: bool) -> Vec<Edit> {
        self.set_first_map_if_none();
        let next = goes_on.then(Vec::new);
        let old = self.first_map.as_mut().map(|first| std::mem::replace(&mut first.log, next));
        old.flatten().unwrap_or_default()
    }

    /// Stops the recording of edits for changes that a driver makes by itself. Returns the edits so far, for
    /// [`resume_edits`](Self::resume_edits).
    pub fn hold_edits(&mut self) -> HeldEdits {
        HeldEdits(self.first_map.as_mut().and_then(|first| first.log.take()))
    }

    /// Records edits again, if they were recorded before [`hold_edits`](Self::hold_edits).
    pub fn resume_edits(&mut self, held: HeldEdits) {
        if let Some(first) = &mut self.first_map {
            first.log = held.0;
        }
    }

    /// Records an edit of an off-grid shape, if edits are recorded.
    #[inline]
    pub(super) fn note_edit(&mut self, edit: impl FnOnce() -> Edit) {
        if let Some(log) = self.first_map.as_mut().and_then(|first| first.log.as_mut()) {
            log.push(edit());
        }
    }

    /// Applies a recorded edit. Returns true if this map allows it.
    pub(crate) fn make_edit(&mut self, edit: Edit) -> bool {
        let is_own = |layer: LayerId, tile: Option<TileId>| self.knows(layer, tile);
        // Each guard states what the edit itself asserts: a forged recording must not panic.
        match edit {
            Edit::Tile { layer, at, tile } if is_own(layer, tile) && self.takes_tile(layer, at, tile) => {
                self.set_tile(layer, at, tile);
            }
            Edit::AddBox { layer, aabb, tile } if is_own(layer, Some(tile)) && self.takes_box(aabb) => {
                self.add_box(layer, aabb, tile);
            }
            Edit::AddShape { layer, at, tile }
                if is_own(layer, Some(tile)) && self.shape_in_world(layer, at, tile).is_some() =>
            {
                self.add_shape(layer, at, tile);
            }
            Edit::Remove { id } if self.off_grid_shape(id).is_some() => self.remove_box(id),
            Edit::Move { id, min } => return self.move_box(id, min),
            Edit::AddRegion { region } if region.is_sound() && self.takes_box(region.aabb) => {
                self.add_region(region);
            }
            Edit::RemoveRegion { id } => return self.remove_region(id).is_some(),
            Edit::MoveRegion { id, aabb } if self.may_move_region(id, aabb) => {
                return self.move_region(id, aabb);
            }
            _ => return false,
        }
        true
    }
}
