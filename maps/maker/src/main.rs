//! Draws the tilesets and writes the levels of `maps/`: `cargo run -p tilephys-maps [-- FOLDER]`.
//!
//! The same bytes come out on every run and every machine, so that a change of a level can be read as a difference.

mod arena;
mod blob;
mod brick;
mod canvas;
mod cavern;
mod course;
mod decor;
mod dress;
mod form;
mod layers;
mod light;
mod palette;
mod plan;
mod playground;
mod project;
mod rock;
mod shaped;
mod sheet;
mod sign;
mod stones;
mod text;
mod things;
mod tiled;
mod vista;
mod wall;
mod wood;
mod works;
mod yard;

#[cfg(test)]
mod tests;

use shaped::Shaped;
use std::path::{Path, PathBuf};

/// The files and their contents.
fn files() -> Vec<(String, Vec<u8>)> {
    // Maps first: they decide the content of the tileset of slopes.
    let mut shaped = Shaped::default();
    let maps = [
        ("cavern.tmx", cavern::map(&mut shaped)),
        ("arena.tmx", arena::map()),
        ("playground.tmx", playground::map(&mut shaped)),
        ("yard.tmx", yard::map(&mut shaped)),
    ];
    let sheets = [
        sheet::cave(),
        sheet::temple(),
        sheet::decor(),
        sheet::light(),
        sheet::vista(),
        wood::sheet(),
        course::sheet(),
        course::large(),
        things::sheet(),
        things::lift(),
        things::crusher(),
        playground::signs().0,
        shaped.sheet(),
    ];
    let mut files = Vec::new();
    for sheet in &sheets {
        files.push((format!("{}.png", sheet.name), sheet.canvas.to_png()));
        files.push((format!("{}.tsx", sheet.name), tiled::tileset(sheet)));
    }
    files.push((project::NAME.to_owned(), project::file()));
    files.extend(maps.iter().map(|(name, map)| (name.to_string(), map.to_tmx())));
    files
}

/// The folder `maps/`, in which this program's own folder is.
fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(home, PathBuf::from);
    for (name, bytes) in files() {
        std::fs::write(folder.join(&name), &bytes)?;
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}
