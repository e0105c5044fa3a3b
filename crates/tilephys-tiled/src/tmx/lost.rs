//! Cells with missing tiles: a collection of images has gaps, or an image was made smaller.

use crate::error::{LoadError, Message, Place, Warning, WarningKind};
use crate::tmx::data::{Encoding, cell_error};
use crate::tmx::pass::Pass;
use crate::xml::tree::Element;
use std::collections::BTreeMap;
use tilephys_core::TileCoord;

/// Maximum number of tile ids in a message.
const LISTED: usize = 8;

/// The missing tiles in the cells of a layer, by the index of the tileset.
#[derive(Default)]
pub(super) struct LostTiles(BTreeMap<usize, Lost>);

struct Lost {
    /// Error at the first cell.
    error: LoadError,
    cells: usize,
    /// First distinct ids.
    ids: Vec<u32>,
    /// True if there are further ids.
    more: bool,
}

impl LostTiles {
    /// Notes the missing tile `id` of a tileset in the cell `index` of `holder`, which is `at` in the map.
    pub(super) fn note(
        &mut self,
        (tileset, id): (usize, u32),
        (holder, encoding): (Element<'_>, Encoding),
        index: usize,
        at: TileCoord,
    ) {
        let lost = self.0.entry(tileset).or_insert_with(|| {
            let place = Place { cell: Some(at), ..Place::default() };
            let error = cell_error(holder, encoding, index, "").within(place);
            Lost { error, cells: 0, ids: Vec::new(), more: false }
        });
        lost.cells += 1;
        if lost.ids.len() == LISTED {
            lost.more |= !lost.ids.contains(&id);
        } else if !lost.ids.contains(&id) {
            lost.ids.push(id);
        }
    }
}

impl Pass<'_> {
    /// Warns of the missing tiles in the cells of `layer`.
    pub(super) fn warn_of_lost(&mut self, layer: Element<'_>, place: &Place, lost: LostTiles) {
        for (tileset, Lost { error, cells, mut ids, more }) in lost.0 {
            let name = &self.here.tilesets[tileset].name;
            ids.sort_unstable();
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            let which = match (ids.as_slice(), more) {
                ([id], _) => format!("tile {id} of tileset {name:?}, which has no such tile"),
                ([first @ .., last], false) => {
                    format!(
                        "tiles {} and {last} of tileset {name:?}, which has none of them",
                        first.join(", ")
                    )
                }
                (ids, _) => {
                    format!("tiles {} and others of tileset {name:?}, which has none of them", ids.join(", "))
                }
            };
            let message = match cells {
                1 => Message::new(
                    format!("the cell shows {which}, so it is empty"),
                    "redraw the cell, or put the tile back",
                ),
                _ => Message::new(
                    format!("{cells} cells show {which}, so they are empty"),
                    "redraw the cells, or put the tiles back",
                ),
            };
            let position = error.position().unwrap_or_else(|| layer.position());
            let warning = Warning::at(WarningKind::MissingTile, error.file(), position, message);
            self.warn(warning.within(error.place()).within(place));
        }
    }
}
