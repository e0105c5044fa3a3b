//! Tileset of slopes and half tiles: a tile for each neighbourhood in a level, drawn on first use.
//!
//! The picture of a tile continues into its neighbours, so a slope needs one picture for each neighbour, and so do
//! the whole tiles beside a slope.

use std::collections::HashMap;

use crate::canvas::Canvas;
use crate::form::{AIR, FULL, Form, Patch};
use crate::sheet::{COLUMNS, Sheet};
use crate::text::{Collider, TileText};
use crate::{brick, light, rock};

/// Source of a tile's picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Look {
    Rock,
    Brick,
    /// Shadow on what is behind.
    Shade,
}

/// The forms of a cell and its neighbours, row by row.
pub(crate) type Around = [Form; 9];

type Key = (Look, Around, (i32, i32));

/// The tiles so far.
#[derive(Default)]
pub(crate) struct Shaped {
    tiles: Vec<(Canvas, Option<TileText>)>,
    known: HashMap<Key, i32>,
}

/// Whether a cell is drawn by this module: something in it or beside it is neither full nor air.
pub(crate) fn is_odd(around: &Around) -> bool {
    around.iter().any(|form| *form != AIR && *form != FULL)
}

impl Shaped {
    /// The id of the tile of a cell at a column and row.
    pub(crate) fn id(&mut self, look: Look, around: Around, column: i32, row: i32) -> i32 {
        let of = match look {
            Look::Rock => rock::VARIANTS,
            Look::Brick => brick::VARIANTS,
            Look::Shade => (1, 1),
        };
        let variant = (column.rem_euclid(of.0), row.rem_euclid(of.1));
        let key = (look, around, variant);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let patch = Patch::new(|dx, dy| around[((dy + 1) * 3 + dx + 1) as usize]);
        let form = around[4];
        let (canvas, text) = match look {
            Look::Rock => (rock::shaped(&patch, variant), Some(text(form))),
            Look::Brick => (brick::shaped(&patch, variant), Some(text(form))),
            Look::Shade => (light::shaped(&patch), None),
        };
        let id = self.tiles.len() as i32;
        self.tiles.push((canvas, text));
        self.known.insert(key, id);
        id
    }

    /// The tileset of all that was asked for.
    pub(crate) fn sheet(self) -> Sheet {
        let mut sheet = Sheet::new("slopes", (self.tiles.len() as i32 + COLUMNS - 1) / COLUMNS);
        for (id, (canvas, text)) in (0..).zip(self.tiles) {
            sheet.put(id, &canvas);
            sheet.texts.extend(text.map(|text| (id, text)));
        }
        sheet
    }
}

fn text(form: Form) -> TileText {
    if form == FULL {
        return TileText::solid();
    }
    TileText { colliders: vec![Collider::polygon(form)], ..TileText::default() }
}
