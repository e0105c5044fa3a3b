//! Files that are dropped onto the window, through the handler of real drops.

use super::{Window, levels, says, session, window};
use eframe::egui::{DroppedFile, DroppedFileHandle};
use std::path::{Path, PathBuf};

/// A file that is dropped.
#[derive(Debug)]
struct Dropped(PathBuf, Vec<u8>);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.1.clone())
    }
}

/// Drops files by name and content.
fn drop_files(window: &mut Window, files: &[(&str, &str)]) {
    let handle = |(path, content): &(&str, &str)| -> DroppedFileHandle {
        std::sync::Arc::new(Dropped(path.into(), content.as_bytes().to_vec()))
    };
    window.input_mut().dropped_files = files.iter().map(handle).collect();
    window.run_steps(3);
}

#[test]
fn a_map_is_opened_when_all_its_parts_are_there() {
    let mut window = window("yard.tmx");
    let map = levels::text(levels::SOLID, levels::SPAWN);
    let tileset = format!(
        r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="rock.png" width="16" height="16"/>{}</tileset>"#,
        levels::SOLID
    );
    let (head, tail) = map.split_once(" <tileset").expect("a tileset");
    let (_, tail) = tail.split_once("</tileset>").expect("its end");
    let map = format!("{head} <tileset firstgid=\"1\" source=\"rock.tsx\"/>{tail}");
    drop_files(&mut window, &[("cave.tmx", &map)]);
    assert!(session(&window).map.ends_with("yard.tmx"), "the open level stays");
    assert!(says(&window, "cave.tmx needs rock.tsx: drop it too"));
    drop_files(&mut window, &[("rock.tsx", &tileset)]);
    assert!(session(&window).map.ends_with("cave.tmx"));
    assert!(session(&window).game.hero.is_some());
    assert!(!says(&window, "needs rock.tsx"), "{:?}", window.state().notices);
}

#[test]
fn a_preset_acts_and_a_wrong_key_is_named() {
    let mut window = window("yard.tmx");
    drop_files(&mut window, &[("soft.toml", "gravity = 321.0\n[run]\nspeed = 50.0\n")]);
    let feel = session(&window).game.feel().expect("a hero");
    assert_eq!((feel.gravity, feel.run.speed), (321.0, 50.0));
    drop_files(&mut window, &[("hard.toml", "gravity = 900.0\n[run]\nsped = 50.0\n")]);
    assert_eq!(session(&window).game.feel().expect("a hero"), feel);
    for part in ["hard.toml", "line 3", "sped", "expected one of", "`speed`"] {
        assert!(says(&window, part), "{part}");
    }
}

#[test]
fn a_file_of_no_use_is_refused_and_nothing_is_lost() {
    let mut window = window("yard.tmx");
    let tick = session(&window).game.tick();
    drop_files(&mut window, &[("notes.txt", "hello"), ("broken.tmx", "<map"), ("run.tprec", "hello")]);
    for part in ["notes.txt: no map", "broken.tmx", "run.tprec: the file is no recording"] {
        assert!(says(&window, part), "{part}: {:?}", window.state().notices);
    }
    assert!(session(&window).map.ends_with("yard.tmx"));
    assert!(session(&window).game.tick() > tick);
}

#[test]
fn parts_without_a_map_and_other_archives_have_an_answer() {
    let mut window = window("yard.tmx");
    drop_files(&mut window, &[("rock.png", "x")]);
    assert!(says(&window, "rock.png is a part of a map and is kept: drop the map too, a .tmx file"));
    drop_files(&mut window, &[("a.tsx", "<tileset/>"), ("b.png", "x"), ("c.png", "x")]);
    assert!(says(&window, "a.tsx and 2 more files are parts of a map and are kept"));
    drop_files(&mut window, &[("maps.7z", "7z"), ("cave.ldtk", "{}")]);
    assert!(says(&window, "maps.7z: archives are read as .zip only"));
    assert!(says(&window, "cave.ldtk: a level of another editor"));
    let wrong = levels::text(levels::SOLID, levels::SPAWN).replace("encoding=\"csv\"", "encoding=\"what\"");
    drop_files(&mut window, &[("wrong.tmx", &wrong)]);
    assert!(says(&window, "wrong.tmx") && !says(&window, "dropped/files"), "{:?}", window.state().notices);
}
