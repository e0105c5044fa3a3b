//! Seed corpus of the fuzzer: small maps and past failures from the tests, and the project's maps with few cells, which must
//! load. With a folder in `TILEPHYS_SEEDS_TO` the seeds are written into it.

use crate::support::everything::maps;
use crate::support::exercise::{Packed, exercise};
use std::fs;
use std::path::Path;

#[test]
fn seeds_of_the_fuzzer_load() {
    let seeds = seeds();
    assert!(seeds.len() > 10, "{} seeds", seeds.len());
    let Some(folder) = std::env::var_os("TILEPHYS_SEEDS_TO") else { return };
    fs::create_dir_all(&folder).expect("a folder");
    for (name, bytes) in seeds {
        fs::write(Path::new(&folder).join(name), bytes).expect("a file");
    }
}

/// Names and contents of all seeds.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds: Vec<(String, Vec<u8>)> =
        maps().iter().enumerate().map(|(i, files)| (format!("everything{i}"), files.to_bytes())).collect();
    seeds.extend(files_in(&here.join("tests/corpus")));
    let maps = here.join("../../maps");
    let tilesets: Vec<(String, Vec<u8>)> = files_in(&maps)
        .into_iter()
        .filter(|(name, _)| name.ends_with(".tsx"))
        .map(|(name, text)| (name, small_tileset(&text_of(text)).into_bytes()))
        .collect();
    for name in ["cavern.tmx", "playground.tmx", "arena.tmx"] {
        let map = small(&text_of(fs::read(maps.join(name)).expect("a map of the project")));
        let mut files = vec![(name.to_owned(), map.into_bytes())];
        files.extend(tilesets.iter().cloned());
        let files = Packed(files);
        exercise(&files).unwrap_or_else(|e| panic!("{name} as a seed: {e}"));
        seeds.push((name.to_owned(), files.to_bytes()));
    }
    seeds
}

/// Names and contents of the files in a folder.
fn files_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let files = entries.filter(|path| path.is_file());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.map(|path| (name(&path), fs::read(&path).expect("readable"))).collect()
}

fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
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
