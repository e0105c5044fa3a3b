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
mod level;
mod levels;
mod light;
mod marks;
mod palette;
mod plan;
mod playground;
mod project;
mod rock;
mod scenes;
mod shaped;
mod sheet;
mod sign;
mod stones;
mod text;
mod things;
mod tiled;
mod vista;
mod wall;
mod water;
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
    let mut maps = vec![
        ("cavern.tmx".to_owned(), cavern::map(&mut shaped)),
        ("arena.tmx".to_owned(), arena::map()),
        ("playground.tmx".to_owned(), playground::map(&mut shaped)),
        ("yard.tmx".to_owned(), yard::map(&mut shaped)),
    ];
    maps.extend(levels::maps(&mut shaped));
    maps.extend(scenes::maps(&mut shaped));
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
        water::sheet(),
        playground::signs().0,
        levels::boards().0,
        shaped.sheet(),
    ];
    let mut files = Vec::new();
    for sheet in &sheets {
        files.push((format!("{}.png", sheet.name), sheet.canvas.to_png()));
        files.push((format!("{}.tsx", sheet.name), tiled::tileset(sheet)));
    }
    files.push((project::NAME.to_owned(), project::file()));
    files.push((levels::WORLD.to_owned(), levels::world(&maps)));
    files.extend(maps.iter().map(|(name, map)| (name.clone(), map.to_tmx(name))));
    files
}

/// The folder `maps/`, in which this program's own folder is.
fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(home, PathBuf::from);
    for (name, bytes) in files() {
        let path = folder.join(&name);
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        std::fs::write(path, &bytes)?;
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}
