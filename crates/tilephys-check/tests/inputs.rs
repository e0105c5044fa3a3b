//! Inputs: which maps are found behind files, folders, worlds and projects.

use std::fs;
use std::path::{Path, PathBuf};
use tilephys_check::{Checker, Inputs, Settings};

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    /// A folder with files, all maps unless they have a text.
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let dir = std::env::temp_dir().join(format!("tilephys-check-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        for (path, text) in files {
            let path = dir.join(path);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("it can be made");
            fs::write(path, if text.is_empty() { MAP } else { text }).expect("it can be written");
        }
        Folder(dir)
    }

    /// The maps behind a path in the folder, relative to it.
    fn find(&self, path: &str) -> (Vec<String>, Inputs) {
        let inputs = Inputs::find(&[self.0.join(path)]);
        let relative = |map: &PathBuf| map.strip_prefix(&self.0).expect("inside").display().to_string();
        (inputs.maps.iter().map(relative).collect(), inputs)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const MAP: &str =
    r#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"/>"#;

#[test]
fn folders_are_searched_for_levels_only() {
    let folder = Folder::new(
        "folders",
        &[
            ("b.tmx", ""),
            ("a/c.tmj", ""),
            ("a/map.json", r#"{"layers": [], "tilewidth": 16}"#),
            ("a/package.json", r#"{"name": "game"}"#),
            ("a/tiles.tsx", "<tileset/>"),
            ("a/coin.tx", "<template/>"),
            (".git/d.tmx", ""),
            ("node_modules/x/d.tmx", ""),
            ("target/d.tmx", ""),
            ("rules/rules.txt", "# comment\n// comment\n[cave*]\n./grass.tmx\nmore/list.txt\n"),
            ("rules/grass.tmx", ""),
            ("rules/more/list.txt", "water.tmx\nlist.txt\n../rules.txt\n"),
            ("rules/more/water.tmx", ""),
            ("rules/more/rule_sand.tmx", ""),
            ("rules/level.tmx", ""),
        ],
    );
    let (maps, inputs) = folder.find("");
    assert_eq!(maps, ["a/c.tmj", "a/map.json", "b.tmx", "rules/level.tmx"]);
    assert_eq!(inputs.refused, []);
    // A rule that is given itself is kept, and so is a map in a folder that is left out.
    assert_eq!(folder.find("rules/grass.tmx").0, ["rules/grass.tmx"]);
    assert_eq!(folder.find("target").0, ["target/d.tmx"]);
}

#[test]
fn a_project_is_the_maps_in_its_folders() {
    let folder = Folder::new(
        "project",
        &[
            (
                "game/game.tiled-project",
                r#"{"folders": ["maps", "../more", "gone"], "automappingRulesFile": "auto.txt"}"#,
            ),
            ("game/auto.txt", "maps/auto.tmx"),
            ("game/maps/auto.tmx", ""),
            ("game/maps/a.tmx", ""),
            ("game/b.tmx", ""),
            ("more/c.tmx", ""),
        ],
    );
    let (maps, inputs) = folder.find("game/game.tiled-project");
    assert_eq!(maps, ["game/maps/a.tmx", "more/c.tmx"]);
    let [refused] = &inputs.refused[..] else { panic!("{:?}", inputs.refused) };
    assert!(refused.reason.contains("gone"), "{}", refused.reason);
    // The folder of the project has the rules too.
    assert_eq!(folder.find("game").0, ["game/b.tmx", "game/maps/a.tmx"]);
}

#[test]
fn a_world_is_its_maps() {
    let world =
        r#"{"maps": [{"fileName": "a.tmx", "x": 0, "y": 0}, {"fileName": "b.tmx", "x": 16, "y": 0}]}"#;
    let folder = Folder::new(
        "world",
        &[("w/game.world", world), ("w/a.tmx", ""), ("w/b.tmx", ""), ("w/bad.world", "{"), ("w/c.tmx", "")],
    );
    let (maps, inputs) = folder.find("w/game.world");
    assert_eq!(
        (maps, inputs.worlds.len(), inputs.faults.len()),
        (vec!["w/a.tmx".into(), "w/b.tmx".into()], 1, 0)
    );
    // The maps overlap by half, which the loader finds.
    let report = Checker::new(Settings::default()).check_inputs(&inputs, &|| ());
    let overlaps: Vec<_> = report.findings.iter().filter(|f| f.check.to_string() == "TP036").collect();
    assert_eq!(overlaps.len(), 1);
    let (maps, inputs) = folder.find("w");
    assert_eq!((maps.len(), inputs.worlds.len(), inputs.faults.len()), (3, 1, 1));
    let report = Checker::new(Settings::default()).check_inputs(&inputs, &|| ());
    assert!(report.findings.iter().any(|f| f.file.ends_with("bad.world") && f.check.to_string() == "TP002"));
}

#[test]
fn other_files_are_refused_with_what_to_give_instead() {
    let folder = Folder::new(
        "refused",
        &[
            ("a.tsx", "<tileset/>"),
            ("a.tsj", "{}"),
            ("a.tx", "<template/>"),
            ("notes.txt", "x"),
            ("bad.tiled-project", "x"),
        ],
    );
    let rows = [
        ("a.tsx", "tilesets are checked through the maps that use them"),
        ("a.tsj", "tilesets are checked through the maps that use them"),
        ("a.tx", "templates are checked through the maps that use them"),
        ("notes.txt", "not a level; pass a map"),
        ("gone", "there is no such file or folder"),
        ("bad.tiled-project", "not a project that Tiled saved"),
    ];
    for (path, expected) in rows {
        let (maps, inputs) = folder.find(path);
        assert!(maps.is_empty());
        let [refused] = &inputs.refused[..] else { panic!("{path}: {:?}", inputs.refused) };
        assert_eq!(refused.path, folder.0.join(path));
        assert!(refused.reason.starts_with(expected), "{path}: {}", refused.reason);
    }
}

#[test]
fn a_map_that_is_not_there_is_a_finding() {
    let folder = Folder::new("gone", &[("a.tmx", "")]);
    let (maps, inputs) = folder.find("gone.tmx");
    assert_eq!(maps, ["gone.tmx"]);
    let report = Checker::new(Settings::default()).check_inputs(&inputs, &|| ());
    let ids: Vec<String> = report.findings.iter().map(|finding| finding.check.to_string()).collect();
    assert_eq!((ids, report.unread), (vec!["TP001".to_owned()], 1));
}

#[test]
fn a_map_that_is_found_twice_is_checked_once() {
    let folder = Folder::new("twice", &[("a.tmx", "")]);
    let paths = [folder.0.clone(), folder.0.join("./a.tmx"), folder.0.join("x/../a.tmx")];
    let inputs = Inputs::find(&paths);
    assert_eq!(inputs.maps, [folder.0.join("a.tmx")]);
    assert!(inputs.maps.iter().all(|map| Path::new(map).is_absolute()));
}
