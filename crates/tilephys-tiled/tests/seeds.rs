//! Writes the seed corpus of the fuzzer: small maps and past failures from the tests, and the project's maps with
//! few cells.

#[allow(dead_code, unused_imports)] // Shared with tests, which use all of it.
#[path = "../crates/tilephys-tiled/tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::{fs, io};
use support::exercise::{Packed, exercise};

fn main() -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seeds = here.join("corpus/load");
    fs::create_dir_all(&seeds)?;
    for (i, files) in support::everything::maps().iter().enumerate() {
        fs::write(seeds.join(format!("everything{i}")), files.to_bytes())?;
    }
    for entry in fs::read_dir(here.join("../crates/tilephys-tiled/tests/corpus"))? {
        let entry = entry?;
        fs::copy(entry.path(), seeds.join(entry.file_name()))?;
    }
    for name in ["cavern.tmx", "playground.tmx", "arena.tmx"] {
        let map = small(&fs::read_to_string(here.join("../maps").join(name))?);
        let mut files = vec![(name.to_owned(), map.into_bytes())];
        for entry in fs::read_dir(here.join("../maps"))? {
            let entry = entry?.path();
            let file = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if file.ends_with(".tsx") {
                files.push((file, small_tileset(&fs::read_to_string(entry)?).into_bytes()));
            }
        }
        let files = Packed(files);
        exercise(&files).unwrap_or_else(|e| panic!("{name} as a seed: {e}"));
        fs::write(seeds.join(name), files.to_bytes())?;
    }
    Ok(())
}

/// A map of the project with 2 × 2 cells a layer: thousands of cells slow the fuzzer down and teach it little.
fn small(map: &str) -> String {
    let mut out = String::new();
    for (i, part) in map.split("<data").enumerate() {
        let tail = if i == 0 { part } else { part.split_once("</data>").map_or("", |(_, tail)| tail) };
        if i > 0 {
            out += r#"<data encoding="csv">1,0,6,2147483650</data>"#;
        }
        for tag in tail.split_inclusive('>') {
            let has_size = tag.contains("<map ") || tag.contains("<layer ");
            out += &if has_size {
                with_side(&with_side(tag, " width=\""), " height=\"")
            } else {
                tag.to_owned()
            };
        }
    }
    out
}

/// A tag in which an attribute is 2.
fn with_side(tag: &str, attribute: &str) -> String {
    let Some((before, after)) = tag.split_once(attribute) else { return tag.to_owned() };
    format!("{before}{attribute}2{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// A tileset of the project with few of its tiles written out.
fn small_tileset(tileset: &str) -> String {
    let tiles: Vec<&str> = tileset.split_inclusive("</tile>").collect();
    match tiles.split_last() {
        Some((tail, tiles)) if tiles.len() > 8 => {
            let kept = tiles.iter().step_by(tiles.len() / 8).copied();
            kept.chain([*tail]).collect()
        }
        _ => tileset.to_owned(),
    }
}
