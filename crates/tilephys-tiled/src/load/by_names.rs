//! Maps of other games: a map that says nothing about collision is read by usual names of layers, tiles and objects.

use crate::conventions::{AppliedConvention, AppliedTo, Convention, Conventions, Meaning};
use crate::error::{LoadError, WarningKind};
use crate::level::Level;
use crate::level::look::LayerContent;
use crate::load::loader::Loader;
use crate::load::reader::Files;
use std::path::Path;

/// How a map was read by [`Loader::load_by_names`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamesUsed {
    /// True if the map has nothing that collides by tilephys properties or shapes, and no `tp_conventions`.
    pub is_silent: bool,
    /// True if [`Conventions::common`] makes something collide in it.
    pub is_guessed: bool,
    /// Path of a layer that covers the whole map, so that its name was not used.
    pub covering: Option<String>,
}

impl<F: Files> Loader<F> {
    /// Loads the map at `path`. A map in which nothing collides is read by [`Conventions::common`].
    ///
    /// The player's start is found by its name in any map. A row that would make a layer solid that covers the whole map
    /// is not used: such a layer is the ground of a top-down map. The loader keeps the conventions that were used, so that
    /// [`load`](Self::load) reads the map alike.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn load_by_names(&mut self, path: impl AsRef<Path>) -> Result<(Level, NamesUsed), LoadError> {
        let path = path.as_ref();
        let plain = self.load_with(path, starts())?;
        let is_empty = plain.warnings.iter().any(|w| w.kind == WarningKind::NothingCollides);
        let is_silent = is_empty && plain.properties.property("tp_conventions").is_none();
        let mut used = NamesUsed { is_silent, ..NamesUsed::default() };
        if !is_silent {
            return Ok((plain, used));
        }
        let mut guessed = self.load_with(path, Conventions::common())?;
        let covering: Vec<(AppliedConvention, String)> = guessed
            .conventions
            .iter()
            .filter_map(|applied| Some((applied.clone(), covering(&guessed, applied)?.to_owned())))
            .collect();
        if let Some((_, first)) = covering.first() {
            used.covering = Some(first.clone());
            let mut table = Conventions::common();
            table.rows.retain(|row| covering.iter().all(|(applied, _)| applied.row != *row));
            guessed = self.load_with(path, table)?;
        }
        used.is_guessed = guessed.conventions.iter().any(|applied| applied.row.meaning != Meaning::Spawn);
        if !used.is_guessed {
            self.set_conventions(starts());
            return Ok((plain, used));
        }
        Ok((guessed, used))
    }

    fn load_with(&mut self, path: &Path, conventions: Conventions) -> Result<Level, LoadError> {
        self.set_conventions(conventions);
        self.load(path)
    }
}

/// Usual names of the player's start.
fn starts() -> Conventions {
    let is_start = |row: &Convention| row.meaning == Meaning::Spawn;
    Conventions { rows: Conventions::common().rows.into_iter().filter(is_start).collect() }
}

/// Path of the tile layer that a convention makes solid, if it has a tile in each cell of the map.
fn covering<'a>(level: &Level, applied: &'a AppliedConvention) -> Option<&'a str> {
    let AppliedTo::TileLayer { path, .. } = &applied.to else { return None };
    let LayerContent::Tiles(blocks) = &level.layer(path)?.content else { return None };
    let cells = u64::from(level.bounds?.size.x) * u64::from(level.bounds?.size.y);
    let tiles = blocks.iter().flat_map(|block| &block.gids).filter(|gid| **gid != 0).count() as u64;
    (applied.row.meaning == Meaning::Solid && tiles >= cells).then_some(path)
}
