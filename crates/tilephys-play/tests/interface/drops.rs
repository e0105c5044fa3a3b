//! Sets of files that grow by drops: parts of maps, saved maps, archives, presets and recordings.

use super::*;
use eframe::egui::DroppedFile;
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::Arc;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MAP: &str = r#"<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="../tiles/rock.tsx"/>
 <layer id="1" name="ground" width="3" height="2"><data encoding="csv">0,0,0,1,1,1</data></layer>
 <objectgroup id="2" name="things"><object id="1" type="TpSpawn" x="24" y="16"><point/></object></objectgroup></map>"#;

const ROCK: &str = r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
 <image source="rock.png" width="16" height="16"/>
 <tile id="0"><properties><property name="collision" value="solid"/></properties></tile></tileset>"#;

#[derive(Debug)]
struct Dropped(PathBuf, Result<Vec<u8>, String>);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        self.1.clone()
    }
}

/// Drops files, and lets the frames pass in which they are read, loaded and checked.
fn drop_files(window: &mut Window, files: &[(&str, &[u8])]) {
    for (path, content) in files {
        let file = Dropped(path.into(), Ok(content.to_vec()));
        window.input_mut().dropped_files.push(Arc::new(file));
    }
    window.run_steps(3);
}

fn notices(window: &Window) -> Vec<String> {
    window.state().notices.shown().map(|notice| notice.text.clone()).collect()
}

fn name_of_map(window: &Window) -> String {
    session(window).map.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn a_dropped_map_names_its_missing_parts_until_they_are_dropped() {
    let mut window = window("playground.tmx");
    drop_files(&mut window, &[("cave.tmx", MAP.as_bytes())]);
    assert_eq!(name_of_map(&window), "playground.tmx", "the open level stays until then");
    assert!(notices(&window).contains(&"cave.tmx needs rock.tsx: drop it too".to_owned()));
    drop_files(&mut window, &[("rock.tsx", ROCK.as_bytes())]);
    assert_eq!(name_of_map(&window), "cave.tmx");
    assert!(session(&window).game.hero.is_some());
    assert!(session(&window).report.is_some());
    assert!(!notices(&window).iter().any(|line| line.contains("rock.tsx")), "{:?}", notices(&window));
    // The image is missing, and comes later. The level goes on meanwhile.
    assert!(notices(&window).iter().any(|line| line.contains("rock.png")), "{:?}", notices(&window));
    let tick = session(&window).game.tick();
    let image = fs::read(map("wood.png")).unwrap();
    drop_files(&mut window, &[("rock.png", &image)]);
    assert!(!notices(&window).iter().any(|line| line.contains("rock.png")), "{:?}", notices(&window));
    assert!(session(&window).game.hero.is_some() && tick > 0);
}

#[test]
fn a_saved_map_that_is_dropped_again_changes_in_place() {
    let mut window = window("playground.tmx");
    drop_files(&mut window, &[("cave.tmx", MAP.as_bytes()), ("rock.tsx", ROCK.as_bytes())]);
    let changed = MAP.replace("0,0,0,1,1,1", "0,0,1,1,1,1");
    drop_files(&mut window, &[("cave.tmx", changed.as_bytes())]);
    assert!(notices(&window).contains(&"reloaded".to_owned()), "{:?}", notices(&window));
    drop_files(&mut window, &[("cave.tmx", b"<map")]);
    assert_eq!(name_of_map(&window), "cave.tmx", "a faulty file changes nothing");
    assert!(window.state().notices.shown().any(|notice| notice.is_error));
}

#[test]
fn an_archive_and_a_recording_have_their_handlers() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in [("game/maps/cave.tmx", MAP), ("game/tiles/rock.tsx", ROCK)] {
        archive.start_file(path, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    let archive = archive.finish().unwrap().into_inner();
    let mut window = window("playground.tmx");
    drop_files(&mut window, &[("game.zip", &archive)]);
    assert_eq!(session(&window).map, Path::new("game/maps/cave.tmx"));

    let recording = window.state_mut().recording().unwrap();
    drop_files(&mut window, &[("run.tprec", &recording)]);
    assert!(session(&window).replay.is_some());
    drop_files(&mut window, &[("bad.tprec", b"nothing"), ("notes.txt", b"")]);
    assert!(notices(&window).iter().any(|line| line.starts_with("bad.tprec: ")));
    assert!(notices(&window).iter().any(|line| line.starts_with("notes.txt: no map")));
}

#[test]
fn a_file_that_cannot_be_read_is_said() {
    let mut window = window("playground.tmx");
    let file = Dropped("cave.zip".into(), Err("permission denied".to_owned()));
    window.input_mut().dropped_files.push(Arc::new(file));
    window.run_steps(2);
    assert!(notices(&window).contains(&"cave.zip: permission denied".to_owned()));
    assert_eq!(name_of_map(&window), "playground.tmx");
}

#[test]
fn a_dropped_map_on_the_disk_is_opened_there() {
    let mut window = window("playground.tmx");
    let path = fs::canonicalize(map("yard.tmx")).unwrap();
    drop_files(&mut window, &[(path.to_str().unwrap(), b"not read")]);
    assert_eq!(session(&window).map, path);
}

#[test]
fn a_preset_acts_and_a_wrong_key_is_named() {
    let mut window = window("yard.tmx");
    drop_files(&mut window, &[("soft.toml", b"gravity = 321.0\n[run]\nspeed = 50.0\n")]);
    let feel = session(&window).game.feel().expect("a hero");
    assert_eq!((feel.gravity, feel.run.speed), (321.0, 50.0));
    drop_files(&mut window, &[("hard.toml", b"gravity = 900.0\n[run]\nsped = 50.0\n")]);
    assert_eq!(session(&window).game.feel().expect("a hero"), feel);
    for part in ["hard.toml", "line 3", "sped", "expected one of", "`speed`"] {
        assert!(says(&window, part), "{part}");
    }
}

#[test]
fn parts_without_a_map_and_other_archives_have_an_answer() {
    let mut window = window("yard.tmx");
    drop_files(&mut window, &[("rock.png", b"x")]);
    assert!(says(&window, "rock.png is a part of a map and is kept: drop the map too, a .tmx file"));
    drop_files(&mut window, &[("a.tsx", b"<tileset/>"), ("b.png", b"x"), ("c.png", b"x")]);
    assert!(says(&window, "a.tsx and 2 more files are parts of a map and are kept"));
    drop_files(&mut window, &[("maps.7z", b"7z"), ("cave.ldtk", b"{}")]);
    assert!(says(&window, "maps.7z: the only supported archives are .zip"));
    assert!(says(&window, "cave.ldtk: a level of another editor"));
    let wrong = MAP.replace("csv", "what");
    drop_files(&mut window, &[("wrong.tmx", wrong.as_bytes())]);
    assert!(says(&window, "wrong.tmx") && !says(&window, "dropped/files"), "{:?}", window.state().notices);
}
