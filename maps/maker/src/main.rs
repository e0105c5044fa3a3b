//! Draws the tilesets and writes the levels of `maps/`: `cargo run -p tilephys-maps [-- FOLDER]`.
//!
//! The same bytes come out on every run and every machine, so that a change of a level can be read as a difference.

mod arena;
mod blob;
mod brick;
mod canvas;
mod cavern;
mod decor;
mod dress;
mod light;
mod palette;
mod plan;
mod rock;
mod sheet;
mod stones;
mod tiled;
mod vista;
mod wall;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

/// The files and their contents.
fn files() -> Vec<(String, Vec<u8>)> {
    let sheets = [sheet::cave(), sheet::temple(), sheet::decor(), sheet::light(), sheet::vista()];
    let mut files = Vec::new();
    for sheet in &sheets {
        files.push((format!("{}.png", sheet.name), sheet.canvas.to_png()));
        files.push((format!("{}.tsx", sheet.name), tiled::tileset(sheet)));
    }
    files.push(("cavern.tmx".into(), cavern::map().to_tmx()));
    files.push(("arena.tmx".into(), arena::map().to_tmx()));
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
