//! The loader: caching, the root folder, and limits.

use crate::support;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use support::{Folder, cells, layer, map, property, rock, tile};
use tilephys_tiled::{Disk, Files, Level, Limits, Loader, Problem};

/// Files in memory that count how often each is read.
#[derive(Default)]
struct Counting {
    texts: RefCell<BTreeMap<String, String>>,
    reads: RefCell<BTreeMap<String, usize>>,
}

impl Counting {
    fn of(files: &[(&str, &str)]) -> Self {
        let counting = Counting::default();
        files.iter().for_each(|(name, text)| counting.put(name, text));
        counting
    }

    fn put(&self, name: &str, text: &str) {
        self.texts.borrow_mut().insert(name.to_owned(), text.to_owned());
    }

    /// Number of reads of each file since the last call.
    fn reads(&self) -> Vec<(String, usize)> {
        self.reads.take().into_iter().collect()
    }
}

impl Files for Counting {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.to_str().expect("names are text");
        *self.reads.borrow_mut().entry(name.to_owned()).or_default() += 1;
        let texts = self.texts.borrow();
        let text = texts.get(name).ok_or(io::Error::new(io::ErrorKind::NotFound, "no such file"))?;
        Ok(text.as_bytes().to_vec())
    }
}

fn external(tiles: &str) -> String {
    rock(tiles).replace(r#"firstgid="1" "#, "")
}

const COIN: &str = r#"<template><tileset firstgid="1" source="coin.tsx"/><object name="coin" class="TpCoin" gid="2" width="16" height="16"/></template>"#;

/// A map that uses the tileset rock.tsx, in one cell at least, and the template coin.tx, which uses coin.tsx.
fn cave(number: usize) -> String {
    let tileset = r#"<tileset firstgid="1" source="rock.tsx"/>"#;
    let coin = r#"<objectgroup><object id="1" template="coin.tx"/></objectgroup>"#;
    map("2x1", &format!("{tileset}{}{coin}", layer(&format!("ground {number}"), "2x1", "", "1,2")))
}

fn caves() -> Counting {
    let rock = external(&tile(0, "collision", "solid"));
    let files = Counting::of(&[("rock.tsx", &rock), ("coin.tx", COIN), ("coin.tsx", &external(""))]);
    (0..20).for_each(|i| files.put(&format!("{i}.tmx"), &cave(i)));
    files
}

fn summary(level: &Level) -> String {
    format!("{:?} {:?} {:?} {:?}", cells(level), level.tilesets, level.objects, level.warnings)
}

#[test]
fn twenty_maps_read_each_tileset_and_template_once() {
    let mut loader = Loader::with_files(caves());
    let levels: Vec<Level> = (0..20).map(|i| loader.load(format!("{i}.tmx")).unwrap()).collect();
    let reads = loader.files().reads();
    assert_eq!(reads.len(), 23);
    assert!(reads.iter().all(|(_, count)| *count == 1), "{reads:?}");
    let alone = Loader::with_files(caves()).load("7.tmx").unwrap();
    assert_eq!(
        summary(&levels[7]),
        summary(&alone),
        "what comes out does not depend on what was loaded before"
    );
    assert_eq!(levels[19].warnings.len(), 1, "warnings of shared files are told of each map");
    assert_eq!(levels[19].tilesets.len(), 2);
    assert_eq!(cells(&levels[19]), [(0, 0, 0, 1)]);
}

#[test]
fn forgotten_files_and_their_dependents_are_read_again() {
    let mut loader = Loader::with_files(caves());
    loader.load("0.tmx").unwrap();
    loader.files().put("rock.tsx", &external(&tile(1, "collision", "solid")));
    assert_eq!(cells(&loader.load("0.tmx").unwrap()), [(0, 0, 0, 1)], "nobody said that it has changed");
    loader.files().reads();
    loader.forget("./rock.tsx");
    assert_eq!(cells(&loader.load("0.tmx").unwrap()), [(0, 1, 0, 2)]);
    assert_eq!(loader.files().reads(), [("0.tmx".to_owned(), 1), ("rock.tsx".to_owned(), 1)]);
    // A template depends on its tileset.
    loader.files().put("coin.tsx", &external("").replace(r#"tilewidth="16""#, r#"tilewidth="9""#));
    loader.forget("coin.tsx");
    assert_eq!(loader.load("0.tmx").unwrap().tilesets[1].tile_size.x, 9);
    let read: Vec<String> = loader.files().reads().into_iter().map(|read| read.0).collect();
    assert_eq!(read, ["0.tmx", "coin.tsx", "coin.tx"]);
    loader.forget_all();
    loader.load("0.tmx").unwrap();
    assert_eq!(loader.files().reads().len(), 4);
}

#[test]
fn a_file_with_a_fault_is_not_cached() {
    let mut loader = Loader::with_files(caves());
    loader.files().put("rock.tsx", "<tileset>");
    assert!(loader.load("0.tmx").is_err());
    loader.files().put("rock.tsx", &external(""));
    assert_eq!(loader.load("0.tmx").unwrap().tilesets.len(), 2);
}

#[test]
fn shapes_of_tiles_may_have_templates_that_are_shared() {
    let shape = r#"<tile id="0"><objectgroup><object id="1" template="box.tx" x="4"/></objectgroup></tile>"#;
    let files = Counting::of(&[
        ("rock.tsx", &external(shape)),
        ("box.tx", r#"<template><object width="8" height="16"/></template>"#),
    ]);
    let content = r#"<tileset firstgid="1" source="rock.tsx"/>"#.to_owned() + &layer("l", "1x1", "", "1");
    files.put("a.tmx", &map("1x1", &content));
    let mut loader = Loader::with_files(files);
    let shapes: Vec<_> = (0..2).map(|_| format!("{:?}", loader.load("a.tmx").unwrap().grid)).collect();
    assert_eq!(shapes[0], shapes[1]);
    loader.files().put("box.tx", r#"<template><object width="4" height="16"/></template>"#);
    loader.forget("box.tx");
    assert_ne!(format!("{:?}", loader.load("a.tmx").unwrap().grid), shapes[0]);
}

#[test]
fn files_outside_of_the_root_are_refused() {
    let rock = external("");
    let outside = map("1x1", "\n<tileset firstgid=\"1\" source=\"../tiles/rock.tsx\"/>");
    let absolute = outside.replace("../tiles", "/tiles");
    let windows = outside.replace("../tiles/", r"..\tiles\");
    let files = [
        ("maps/a.tmx", outside.as_str()),
        ("maps/b.tmx", &absolute),
        ("maps/c.tmx", &windows),
        ("tiles/rock.tsx", &rock),
        ("/tiles/rock.tsx", &rock),
    ];
    let load = |loader: Loader<Counting>, path: &str| {
        let mut loader = loader;
        let result = loader.load(path);
        let read: Vec<String> = loader.files().reads().into_iter().map(|read| read.0).collect();
        (result, read)
    };
    let with = || Loader::with_files(Counting::of(&files));
    let (refused, read) = load(with(), "maps/a.tmx");
    let refused = refused.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "maps/a.tmx:3:23: <tileset source=\"../tiles/rock.tsx\">: it is outside \"maps\", the root folder \
         of the map; set --root . (in code, Loader::root), which contains both, or put a .tiled-project \
         there"
    );
    assert_eq!((refused.problem(), read), (Problem::Outside, vec!["maps/a.tmx".to_owned()]));
    assert_eq!(load(with(), "maps/c.tmx").0.unwrap_err().problem(), Problem::Outside);
    let (refused, read) = load(with().root(""), "maps/b.tmx");
    assert_eq!(
        refused.unwrap_err().to_string(),
        "maps/b.tmx:3:23: <tileset source=\"/tiles/rock.tsx\">: absolute paths do not work on other \
         computers; put the file next to the map and select it again in Tiled, or allow files anywhere \
         (Loader::allow_outside)"
    );
    assert_eq!(read, ["maps/b.tmx"]);
    for (loader, path) in [
        (with().root(""), "maps/a.tmx"),
        (with().root("."), "maps/a.tmx"),
        (with().root("maps/.."), "./maps/a.tmx"),
        (with().allow_outside(true), "maps/a.tmx"),
        (with().allow_outside(true), "maps/b.tmx"),
        (with().root(""), "maps/c.tmx"),
    ] {
        assert!(load(loader, path).0.is_ok(), "{path}");
    }
}

#[test]
fn the_root_is_checked_for_cached_files_too() {
    let shape = r#"<tile id="0"><objectgroup><object id="1" template="../box.tx"/></objectgroup></tile>"#;
    let map = |source: &str| map("1x1", &format!("<tileset firstgid=\"1\" source=\"{source}\"/>"));
    let files = Counting::of(&[
        ("a.tmx", &map("maps/rock.tsx")),
        ("maps/b.tmx", &map("rock.tsx")),
        ("maps/rock.tsx", &external(shape)),
        ("box.tx", r#"<template><object width="8" height="16"/></template>"#),
    ]);
    let mut loader = Loader::with_files(files);
    assert!(loader.load("a.tmx").is_ok());
    let error = loader.load("maps/b.tmx").unwrap_err();
    assert_eq!((error.problem(), error.file()), (Problem::Outside, Path::new("maps/rock.tsx")), "{error}");
    assert!(loader.load("a.tmx").is_ok());
}

#[test]
fn a_loader_is_send() {
    let mut loader = Loader::with_files(Disk);
    let map = map("1x1", "");
    std::thread::spawn(move || assert!(loader.load_bytes("a.tmx", map).is_ok())).join().unwrap();
}

#[test]
fn a_map_from_bytes_reads_only_its_files() {
    let mut loader = Loader::with_files(caves());
    let level = loader.load_bytes("inside/../new.tmx", cave(3)).unwrap();
    assert_eq!(level.path, Path::new("new.tmx"));
    let read: Vec<String> = loader.files().reads().into_iter().map(|read| read.0).collect();
    assert_eq!(read, ["coin.tsx", "coin.tx", "rock.tsx"]);
    let error = loader.load_bytes("new.tmx", b"<map").unwrap_err();
    assert!(error.to_string().starts_with("new.tmx:1:1: <map> is not closed"), "{error}");
}

/// Limits, lowered until the caves exceed them.
#[test]
fn limits_can_be_set() {
    let d = Limits::DEFAULT;
    let bytes = ["rock.tsx", "coin.tsx", "coin.tx"].map(|name| caves().texts.borrow()[name].len());
    let all = bytes.iter().sum::<usize>() + cave(0).len();
    let rows = [
        (
            Limits { cells: 2, ..d },
            Limits { cells: 1, ..d },
            "with these 2×1 cells the layers have more than 1 cells",
        ),
        (
            Limits { files: 3, ..d },
            Limits { files: 2, ..d },
            "the map uses more than 2 tilesets and templates, which is the limit",
        ),
        (
            Limits { files_deep: 3, ..d },
            Limits { files_deep: 2, ..d },
            "refer to each other more than 2 levels deep",
        ),
        (Limits { all_bytes: all, ..d }, Limits { all_bytes: all - 1, ..d }, "the map is larger than"),
        (Limits { layers: 2, ..d }, Limits { layers: 1, ..d }, "more than 1 layers"),
        (
            Limits { inherited_bytes: bytes[2], ..d },
            Limits { inherited_bytes: 9, ..d },
            "exceeds 9 bytes, which is the limit",
        ),
        (Limits { chunks: 1, ..d }, Limits { chunks: 0, ..d }, "spread over more than 0 squares"),
        (
            Limits { elements: 40, ..d },
            Limits { elements: 3, ..d },
            "more than 3 elements or attributes, which is the limit",
        ),
        (
            Limits { attributes: 7, ..d },
            Limits { attributes: 6, ..d },
            "an element has more than 6 attributes",
        ),
        (Limits { file_bytes: 900, ..d }, Limits { file_bytes: 90, ..d }, "is larger than 90 bytes"),
    ];
    for (enough, short, message) in rows {
        let load = |limits| Loader::with_files(caves()).limits(limits).load("0.tmx");
        assert!(load(enough).is_ok(), "{}: {message}", load(enough).unwrap_err());
        let error = load(short).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    let nested = property("a", "b").replace(r#"value="b""#, r#"type="class""#).replace("/>", ">§</property>");
    let nested = map("1x1", &nested.replace('§', &property("c", "d")));
    for (properties_deep, loads) in [(0, false), (1, true)] {
        let result =
            Loader::new().limits(Limits { properties_deep, ..d }).load_bytes("a.tmx", nested.as_str());
        assert_eq!(result.is_ok(), loads, "{properties_deep}");
    }
    // An area of 3 x 2 cells.
    let area = r#"<object id="1" type="TpKillZone" x="4" y="4" width="40" height="20"/>"#;
    let area = map("4x4", &format!("<objectgroup name=\"l\">{area}</objectgroup>"));
    for (covered_cells, loads) in [(5, false), (6, true)] {
        let result = Loader::new().limits(Limits { covered_cells, ..d }).load_bytes("a.tmx", area.as_str());
        assert_eq!(result.is_ok(), loads, "{covered_cells}");
    }
}

#[test]
fn find_root_uses_the_folder_of_the_game() {
    let tileset = r#"<tileset name="s" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="s.png" width="16" height="16"/></tileset>"#;
    let map = |source: &str| map("1x1", &format!(r#"<tileset firstgid="1" source="{source}"/>"#));
    let (inside, outside) = (map("../tiles/s.tsx"), map("../../s.tsx"));
    let files = vec![
        ("game/package.json", "{}"),
        ("game/levels/a.tmx", inside.as_str()),
        ("game/levels/b.tmx", outside.as_str()),
        ("game/tiles/s.tsx", tileset),
        ("s.tsx", tileset),
    ];
    let load = |find, path| Loader::with_files(Folder(files.clone())).find_root(find).load(path).map(|_| ());
    assert!(load(true, "game/levels/a.tmx").is_ok());
    let said = |find, path| load(find, path).expect_err("the file is outside").to_string();
    let (narrow, wide) = (said(false, "game/levels/a.tmx"), said(true, "game/levels/b.tmx"));
    assert!(narrow.contains("outside \"game/levels\"") && narrow.contains("--root game ("), "{narrow}");
    assert!(wide.contains("outside \"game\"") && wide.contains("--root . ("), "{wide}");
}
