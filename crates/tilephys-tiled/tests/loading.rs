//! Loading without blocking, against loading from disk: the same levels, errors and worlds, in few rounds.

use std::fmt::Debug;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Level, LoadError, Loader, Loading, Progress};

/// Most rounds of a map: the map, its tilesets and templates, tilesets of templates, images.
const MOST_ROUNDS: usize = 4;

/// Runs a load to its end with files from disk; returns its result, and the files of each round.
fn run<T>(
    mut loading: Loading,
    mut poll: impl FnMut(&mut Loading) -> Result<Progress<T>, LoadError>,
) -> (Result<T, LoadError>, Vec<Vec<PathBuf>>) {
    let mut rounds = Vec::new();
    loop {
        assert!(rounds.len() < 20, "{rounds:?}");
        match poll(&mut loading) {
            Err(error) => return (Err(error), rounds),
            Ok(Progress::Done(done)) => return (Ok(done), rounds),
            Ok(Progress::Needs(files)) => {
                files.iter().for_each(|file| loading.supply(file, fs::read(file)));
                rounds.push(files);
            }
        }
    }
}

fn told<T: Debug>(result: &Result<T, LoadError>) -> String {
    match result {
        Ok(level) => format!("{level:?}"),
        Err(error) => error.to_string(),
    }
}

/// The files with this ending in a folder beside the crates, by path.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new("../..").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == ending));
    files.sort();
    files
}

#[test]
fn each_map_is_as_from_disk() {
    let project = "../../maps/maps.tiled-project";
    let (mut count, mut refused) = (0, 0);
    for map in files("maps", "tmx") {
        let (level, rounds) = run(Loading::new(&map).with(|loader| loader.project(project)), Loading::poll);
        let disk = Loader::new().project(project).load(&map);
        assert!(told(&level) == told(&disk.map(Box::new)), "{map:?}");
        assert_eq!((rounds[0].len(), rounds.len()), (2, 2), "{map:?}: {rounds:?}");
        count += 1;
    }
    for map in
        ["tests/maps", "tests/check/broken", "tests/check/near"].iter().flat_map(|dir| files(dir, "tmx"))
    {
        let (level, rounds) = run(Loading::new(&map).with(Loader::without_project), Loading::poll);
        let disk = Loader::new().without_project().load(&map);
        assert_eq!(told(&level), told(&disk.map(Box::new)), "{map:?}");
        assert!(rounds.len() <= MOST_ROUNDS, "{map:?}: {rounds:?}");
        (count, refused) = (count + 1, refused + usize::from(level.is_err()));
    }
    assert!(count > 40 && refused > 0, "{count} maps, {refused} with errors");
}

#[test]
fn a_world_and_its_maps_are_as_from_disk() {
    for world in ["tests/check/broken", "tests/check/near"].iter().flat_map(|dir| files(dir, "world")) {
        let all = |loader: &mut Loader<_>| {
            let listed = loader.load_world(&world)?;
            Ok((format!("{listed:?}"), loader.load_all(&listed)?))
        };
        let later = Loading::new(&world).with(Loader::without_project);
        let (loaded, rounds) = run(later, |later| later.poll_with(all));
        let mut disk = Loader::new().without_project();
        let listed = disk.load_world(&world).unwrap();
        let expected = disk.load_all(&listed).map(|levels| (format!("{listed:?}"), levels));
        assert_eq!(told(&loaded), told(&expected), "{world:?}");
        // The world, its maps all at once, and their tilesets.
        assert!(rounds.len() <= 3, "{rounds:?}");
    }
}

const MAP: &str = r#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="a.tsx"/><tileset firstgid="9" source="b.tsx"/>
 <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,1</data></layer>
 <objectgroup id="2" name="things"><object id="1" template="t.tx" x="0" y="0"/></objectgroup>
</map>"#;
const TEMPLATE: &str =
    r#"<template><tileset firstgid="1" source="c.tsx"/><object gid="1" width="16" height="16"/></template>"#;
const TILESET: &str = r#"<tileset name="a" tilewidth="16" tileheight="16"><image source="a.png"/></tileset>"#;

/// Content of a file of the map above.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    match path.to_str() {
        Some("maps/m.tmx") => Ok(MAP.into()),
        Some("maps/t.tx") => Ok(TEMPLATE.into()),
        Some("maps/a.tsx" | "maps/c.tsx") => Ok(TILESET.into()),
        // The head of a PNG of 64 x 32 px.
        Some("maps/a.png") => Ok(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x20\x08\x06\0\0\0".to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    }
}

#[test]
fn each_round_needs_all_that_is_known_to_be_missing() {
    let mut loading = Loading::new("maps/./m.tmx");
    let mut rounds = Vec::new();
    let level = loop {
        match loading.poll() {
            Ok(Progress::Needs(files)) => {
                // An answer may be late.
                assert!(matches!(loading.poll(), Ok(Progress::Needs(again)) if again == files));
                files.iter().for_each(|file| loading.supply(file, content(file)));
                rounds
                    .push(files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" "));
            }
            Ok(Progress::Done(level)) => break level,
            Err(error) => panic!("{error}"),
        }
    };
    let expected = ["maps/m.tmx", "maps/a.tsx maps/b.tsx maps/t.tx", "maps/a.png maps/c.tsx"];
    assert_eq!(rounds, expected);
    let direct = tilephys_tiled::load_from(&content, "maps/m.tmx").expect("a missing tileset is a warning");
    assert_eq!(level.warnings, direct.warnings);
    assert!(level.warnings[0].message.contains("b.tsx"), "{:?}", level.warnings);
    // The missing file is there later, and the image has counted.
    loading.supply("maps/b.tsx", Ok(TILESET.into()));
    let Ok(Progress::Done(level)) = loading.poll() else { panic!("all files are there") };
    let level: Level = *level;
    assert_eq!((level.tilesets[0].tile_count, level.tilesets[0].columns), (8, 4));
}

#[test]
fn a_missing_map_is_an_error_as_from_disk() {
    let disk = tilephys_tiled::load("no/such/map.tmx").unwrap_err();
    let (level, rounds) = run(Loading::new("no/such/map.tmx"), Loading::poll);
    assert_eq!((level.unwrap_err().to_string(), rounds.len()), (disk.to_string(), 1));
}
