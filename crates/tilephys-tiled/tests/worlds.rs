//! Worlds: their files, and the neighbours of their maps.

use crate::support;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::exercise::Packed;
use support::{layer, map, rock, tile};
use tilephys_tiled::{Files, LevelWorld, LoadError, Loader, WarningKind};

fn packed(files: &[(&str, &str)]) -> Packed {
    Packed(files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect())
}

fn world(files: &[(&str, &str)]) -> Result<LevelWorld, LoadError> {
    Loader::with_files(packed(files)).load_world(files[0].0)
}

/// A map of some tiles of 16 px, with a solid one in its first cell.
fn room(size: &str) -> String {
    let (columns, rows) = size.split_once('x').unwrap();
    let cells = columns.parse::<usize>().unwrap() * rows.parse::<usize>().unwrap();
    let csv = format!("1{}", ",0".repeat(cells - 1));
    map(size, &(rock(&tile(0, "collision", "solid")) + &layer("ground", size, "", &csv)))
}

/// Path, position and size of a map.
type Spot<'a> = (&'a str, [i32; 2], Option<[u32; 2]>);

fn places(world: &LevelWorld) -> Vec<Spot<'_>> {
    let maps = world.maps.iter();
    maps.map(|m| (m.path.to_str().unwrap(), m.position.to_array(), m.size.map(|s| s.to_array()))).collect()
}

#[test]
fn maps_have_the_position_of_the_world_and_their_own_size() {
    let infinite = room("2x2").replace(r#"infinite="0""#, r#"infinite="1""#);
    let text = r#"{ "maps": [
        { "fileName": "a.tmx", "height": 9, "width": 9, "x": -32, "y": 16 }, { "fileName": "sub/b.tmx" },
        { "fileName": "endless.tmx", "x": 5, "y": 6, "width": 160, "height": 80 },
        { "fileName": "endless2.tmx" }
    ], "onlyShowAdjacentMaps": true, "type": "world" }"#;
    let (a, b) = (room("3x2"), room("1x1"));
    let files = [
        ("w/all.world", text),
        ("w/a.tmx", a.as_str()),
        ("w/sub/b.tmx", &b),
        ("w/endless.tmx", &infinite),
        ("w/endless2.tmx", &infinite),
    ];
    let world = world(&files).unwrap();
    assert!(world.only_adjacent);
    assert_eq!(
        places(&world),
        [
            ("w/a.tmx", [-32, 16], Some([48, 32])),
            ("w/sub/b.tmx", [0, 0], Some([16, 16])),
            ("w/endless.tmx", [5, 6], Some([160, 80])),
            ("w/endless2.tmx", [0, 0], None),
        ]
    );
}

#[test]
fn patterns_find_maps_by_name_as_tiled_does() {
    let text = r#"{ "maps": [{ "fileName": "cell_0_0.tmx", "x": 7, "y": 7 }], "patterns": [
        { "regexp": "^cell_(\\d+)_(-?\\d+)\\.tmx$", "multiplierX": 32, "multiplierY": 16, "offsetX": -100, "offsetY": 5 },
        { "regexp": "row(\\d+)", "multiplierX": 48 }
    ] }"#;
    let room = room("2x1");
    let names = [
        "cell_0_0.tmx",
        "cell_2_-1.tmx",
        "cell_10_0.tmx",
        "cell_1_1.png",
        "row3.tmx",
        "other.tmx",
        "sub/row4.tmx",
    ];
    let mut files = vec![("all.world", text)];
    files.extend(names.map(|name| (name, room.as_str())));
    let world = world(&files).unwrap();
    let size = Some([32, 16]);
    assert_eq!(
        places(&world),
        [
            ("cell_0_0.tmx", [7, 7], size),
            ("cell_10_0.tmx", [220, 5], size),
            ("cell_2_-1.tmx", [-36, -11], size),
            ("row3.tmx", [144, 0], size),
        ]
    );
}

#[test]
fn neighbours_touch_at_edges_and_corners() {
    // Rooms of 32 × 16 px. Rooms 0, 1 and 2 are in a row with a gap of a pixel before 2; 3 is below 0 and 1; 4 is at a
    // corner of 3.
    let places = [[0, 0], [32, 0], [65, 0], [16, 16], [48, 32]];
    let entry = |(i, [x, y]): (usize, &[i32; 2])| format!(r#"{{"fileName": "{i}.tmx", "x": {x}, "y": {y}}}"#);
    let text =
        format!("{{\"maps\": [{}]}}", places.iter().enumerate().map(entry).collect::<Vec<_>>().join(","));
    let room = room("2x1");
    let mut files = vec![("all.world", text.as_str())];
    files.extend(["0.tmx", "1.tmx", "2.tmx", "3.tmx", "4.tmx"].map(|name| (name, room.as_str())));
    let world = world(&files).unwrap();
    let all: Vec<_> = (0..5).map(|map| world.neighbours(map)).collect();
    assert_eq!(all, [vec![1, 3], vec![0, 3], vec![], vec![0, 1, 4], vec![3]]);
    let at = [[0, 0], [31, 15], [32, 0], [64, 0], [47, 31], [48, 32], [-1, 0]];
    assert_eq!(
        at.map(|at| world.map_at(at.into())),
        [Some(0), Some(0), Some(1), None, Some(3), Some(4), None]
    );
    assert!(world.warnings.is_empty());
}

#[test]
fn faults_of_a_world_have_a_line_and_a_column() {
    let entry = r#"{"fileName": "a.tmx"}"#;
    let maps = |entries: &str| format!("{{\n \"maps\": [{entries}]\n}}");
    let patterns = |pattern: &str| format!("{{\n \"patterns\": [{pattern}]\n}}");
    let rows = [
        (
            "{\"maps\": [\n".to_owned(),
            "all.world:2:1: not well-formed JSON: EOF while parsing a list; check that Tiled saved this \
             world, or restore a backup",
        ),
        ("[]".to_owned(), "all.world:1:1: a list, expected a world; save it again in Tiled"),
        (
            maps(r#"{"fileName": 3}"#),
            "all.world:2:12: \"fileName\" is a number, expected a string; save it again in Tiled",
        ),
        (maps(r#"{"x": 3}"#), "all.world:2:11: the entry has no \"fileName\"; save it again in Tiled"),
        (
            maps(&format!("{entry},\n  {entry}")),
            "all.world:3:3: \"fileName\": \"a.tmx\": the map is listed twice; remove one",
        ),
        (
            maps(&format!("{entry},\n  {}", r#"{"fileName": "b.tmx", "x": 90}"#)),
            "all.world:3:3: \"fileName\": \"b.tmx\": the map cannot be read: entity not found; put the file there, or remove it from the world",
        ),
        (
            maps(r#"{"fileName": "text.tmx"}"#),
            "all.world:2:11: \"fileName\": \"text.tmx\": the map does not begin with <map>, so it is not a \
             map; put the file there, or remove it from the world",
        ),
        (
            patterns(r#"{"regexp": "a(.*"}"#),
            "all.world:2:15: \"regexp\": \"a(.*\": invalid or unsupported regular expression: ",
        ),
        (
            patterns(r#"{"regexp": "(a)"}"#),
            "all.world:2:15: \"regexp\": \"(a)\" gives no position for \"a.tmx\": expected whole numbers in \
             the first two groups, within ±2147483647 after multiplication",
        ),
    ];
    let room = room("2x1");
    for (text, expected) in &rows {
        let error = world(&[("all.world", text), ("a.tmx", &room), ("text.tmx", "hello")]).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}\n{expected}");
        assert!(error.snippet().is_some(), "{error}");
    }
    let outside = maps(r#"{"fileName": "../a.tmx"}"#);
    let error = world(&[("w/all.world", &outside), ("a.tmx", &room)]).unwrap_err();
    assert!(
        error.to_string().starts_with("w/all.world:2:11: \"fileName\": \"../a.tmx\": it is outside"),
        "{error}"
    );
    let missing = Loader::with_files(packed(&[])).load_world("all.world").unwrap_err();
    assert_eq!(missing.to_string(), "all.world: cannot be read: entity not found");
}

#[test]
fn overlapping_maps_are_a_warning() {
    let text = "{\"maps\": [{\"fileName\": \"a.tmx\"},\n{\"fileName\": \"b.tmx\", \"x\": 31}]}";
    let room = room("2x1");
    let world = world(&[("all.world", text), ("a.tmx", &room), ("b.tmx", &room)]).unwrap();
    let told: Vec<_> = world.warnings.iter().map(|w| (w.kind, w.to_string())).collect();
    let expected = "all.world:2:1: the map \"b.tmx\" overlaps \"a.tmx\"; move one of them in Tiled";
    assert_eq!(told, [(WarningKind::Overlap, expected.to_owned())]);
    assert_eq!(world.neighbours(0), [1]);
}

#[test]
fn the_last_of_a_repeated_key_counts() {
    let text = "{\"maps\": [{\"fileName\": \"b.tmx\",\n\"fileName\": \"a.tmx\"}]}";
    let world = world(&[("all.world", text), ("a.tmx", &room("2x1"))]).unwrap();
    assert_eq!(world.maps[0].path, Path::new("a.tmx"));
    assert_eq!(
        world.warnings[0].to_string(),
        "all.world:2:1: the key \"fileName\" appears twice in one object, and the last one is used; remove one"
    );
}

/// Files that count their reads.
struct Counted(Packed, RefCell<BTreeMap<PathBuf, usize>>);

impl Files for Counted {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        *self.1.borrow_mut().entry(path.to_owned()).or_default() += 1;
        self.0.read(path)
    }

    fn list(&self, dir: &Path) -> std::io::Result<Vec<PathBuf>> {
        self.0.list(dir)
    }
}

#[test]
fn twenty_maps_that_share_tilesets_read_each_once() {
    let tileset = rock(&tile(0, "collision", "solid")).replace(r#"firstgid="1" "#, "");
    let references =
        "<tileset firstgid=\"1\" source=\"rock.tsx\"/><tileset firstgid=\"9\" source=\"moss.tsx\"/>";
    let shared = map("1x1", &(references.to_owned() + &layer("ground", "1x1", "", "1")));
    let text = r#"{"patterns": [{"regexp": "(\\d+)", "multiplierX": 16}]}"#;
    let names: Vec<String> = (0..20).map(|i| format!("{i}.tmx")).collect();
    let mut files = vec![("all.world", text), ("rock.tsx", tileset.as_str()), ("moss.tsx", tileset.as_str())];
    files.extend(names.iter().map(|name| (name.as_str(), shared.as_str())));
    let mut loader = Loader::with_files(Counted(packed(&files), RefCell::default()));
    let world = loader.load_world("all.world").unwrap();
    let levels = loader.load_all(&world).unwrap();
    assert_eq!(levels.len(), 20);
    let reads = loader.files().1.borrow();
    let of = |name: &str| reads.get(Path::new(name)).copied();
    assert_eq!([of("rock.tsx"), of("moss.tsx")], [Some(1), Some(1)]);
    // Once for its size and once for the level.
    assert_eq!(of("7.tmx"), Some(2));
}
