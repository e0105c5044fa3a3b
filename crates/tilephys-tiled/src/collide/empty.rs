//! Warnings about colliding shapes without area, which are left out; a single click in Tiled creates one.

use crate::collide::judge::object_place;
use crate::collide::place::Placer;
use crate::error::{Place, Warning, WarningKind, WithHelp, listed};
use crate::tmx::facts::{Chain, ObjectFacts};
use std::path::Path;

/// Maximum number of object ids in a message.
const LISTED: usize = 10;

impl<'a> Placer<'a> {
    /// Notes shapes without area, of an object or of the tile that it shows.
    pub(crate) fn note_empty(&mut self, shapes: &[&'a ObjectFacts], object: &'a ObjectFacts) {
        for shape in shapes {
            if std::ptr::eq(*shape, object) {
                self.empty.objects.push((object.id_or_zero(), object.position));
            } else if let Some(tile) = object.tile {
                let tileset = &self.facts.tilesets[tile.tileset];
                let of = Some(tileset.info.name.clone());
                let place = Place { tileset: of, tile: Some(tile.id), ..Place::default() };
                self.warn_of_empty(&[shape], (&tileset.file, &place));
            }
        }
    }

    /// Warns of shapes without area of a tile, each once.
    pub(crate) fn warn_of_empty(&mut self, shapes: &[&'a ObjectFacts], (file, tile): (&Path, &Place)) {
        for shape in shapes {
            if !self.empty.told.insert((file.to_owned(), shape.position)) {
                continue;
            }
            let message = "the shape has no area, so it is ignored"
                .help("delete it in the Tile Collision Editor, or make it larger");
            let warning = Warning::at(WarningKind::EmptyShape, file, shape.position, message);
            let place = object_place(shape.id_or_zero(), &shape.name);
            self.warn(warning.within(&place).within(tile));
        }
    }

    /// Warns of the objects without area of a layer, once.
    pub(crate) fn warn_of_empty_objects(&mut self, chain: &Chain<'a>) {
        let objects = std::mem::take(&mut self.empty.objects);
        let Some((_, first)) = objects.first() else { return };
        let ids: Vec<String> = objects.iter().take(LISTED).map(|(id, _)| id.to_string()).collect();
        let message = match (ids.as_slice(), objects.len() - ids.len()) {
            ([id], 0) => format!("object {id} should collide but has no area, so it is ignored")
                .help("delete it in Tiled, or make it larger"),
            (ids, more) => {
                let ids = match more {
                    0 => listed(ids, "and"),
                    _ => format!("{} and {more} more", ids.join(", ")),
                };
                format!(
                    "{} objects should collide but have no area, so they are ignored: {ids}",
                    objects.len()
                )
                .help("delete them in Tiled, or make them larger")
            }
        };
        let warning = Warning::at(WarningKind::EmptyShape, &self.facts.file, *first, message);
        self.warn(warning.within(&chain.layer.place()));
    }

    fn warn(&mut self, warning: Warning) {
        if self.warnings.len() < self.facts.limits.warnings {
            self.warnings.push(warning);
        }
    }
}
