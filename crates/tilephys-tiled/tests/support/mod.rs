//! Test maps as strings, and helpers to load them.
#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod damage;
pub(crate) mod everything;
pub(crate) mod exercise;
pub(crate) mod json;
#[path = "../../../tilephys-core/tests/rng.rs"]
pub(crate) mod rng;
#[path = "../../../tilephys-core/tests/volume.rs"]
pub(crate) mod volume;

use std::io;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Files, Level, LoadError};

/// Loads the first of `files`, which are names with contents, from a root that contains all. The level is compared with
/// the level of the files in JSON.
pub(crate) fn load(files: &[(&str, &str)]) -> Result<Level, LoadError> {
    json::read(files).inspect(|level| json::assert_same_in_json(files, level))
}

/// Loads one map.
pub(crate) fn level(map: &str) -> Level {
    load(&[("a.tmx", map)]).unwrap_or_else(|e| panic!("{e}\n{map}"))
}

/// The message of a map that does not load.
pub(crate) fn error(map: &str) -> String {
    load(&[("a.tmx", map)]).map(|_| "it loads".to_owned()).unwrap_or_else(|e| e.to_string())
}

/// The message of a map that a strict loader refuses.
pub(crate) fn strict(map: &str) -> String {
    let read = |path: &Path| match path.to_str() {
        Some("a.tmx") => Ok(map.as_bytes().to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let loaded = tilephys_tiled::Loader::with_files(read).strict(true).load("a.tmx");
    loaded.map(|_| "it loads".to_owned()).unwrap_or_else(|e| e.to_string())
}

/// A map of 16 px cells: `size` in tiles as `4x3`, and its content, which starts on line 2.
pub(crate) fn map(size: &str, content: &str) -> String {
    let (width, height) = size.split_once('x').unwrap();
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16" infinite="0">
{content}
</map>"#
    )
}

/// Tileset "rock" of eight tiles of 16 px with first gid 1, with `tiles` on its second line.
pub(crate) fn rock(tiles: &str) -> String {
    format!(
        r#"<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="8" columns="4"><image source="rock.png" width="64" height="32"/>
{tiles}</tileset>"#
    )
}

/// A tile of a tileset with the property `name`.
pub(crate) fn tile(id: u32, name: &str, value: &str) -> String {
    format!(r#"<tile id="{id}">{}</tile>"#, property(name, value))
}

/// A `<properties>` with one property. `true` and `false` make it a bool.
pub(crate) fn property(name: &str, value: &str) -> String {
    let kind = if matches!(value, "true" | "false") { r#" type="bool""# } else { "" };
    format!(r#"<properties><property name="{name}"{kind} value="{value}"/></properties>"#)
}

/// A tile layer as CSV, in one line.
pub(crate) fn layer(name: &str, size: &str, attributes: &str, csv: &str) -> String {
    let (width, height) = size.split_once('x').unwrap();
    format!(
        r#"<layer name="{name}" width="{width}" height="{height}" {attributes}><data encoding="csv">{csv}</data></layer>"#
    )
}

/// The solid cells of the grid as (layer, column, row, gid), sorted by row.
pub(crate) fn cells(level: &Level) -> Vec<(usize, i32, i32, u32)> {
    let kind = |id| level.grid.tile_kind(id).user;
    let mut cells: Vec<_> =
        level.grid.tiles().map(|(l, at, id)| (l.index(), at.col, at.row, kind(id))).collect();
    cells.sort_by_key(|&(layer, col, row, _)| (layer, row, col));
    cells
}

/// Files that folders list.
pub(crate) struct Folder<'a>(pub(crate) Vec<(&'a str, &'a str)>);

impl Files for Folder<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let inside = self.0.iter().map(|(name, _)| PathBuf::from(name)).filter(|p| p.parent() == Some(dir));
        Ok(inside.collect())
    }
}
