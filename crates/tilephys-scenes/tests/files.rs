//! Files of scenes: all of this crate are sound, and each fault has its line and a remedy.

use crate::support::Project;
use std::path::Path;
use tilephys_scenes::{Ground, Scene, SceneError};

#[test]
fn every_scene_says_what_to_look_for_in_two_sentences() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let files = std::fs::read_dir(folder).expect("the folder of scenes").count();
    assert_eq!(Scene::all().len(), files, "each file of the folder is a scene");
    for scene in Scene::all() {
        let Scene { name, title, look, .. } = scene;
        assert!(!title.is_empty() && title.len() < 40 && !title.ends_with('.'), "{name}: {title}");
        let sentences = look.matches(". ").count() + usize::from(look.ends_with('.'));
        assert_eq!(sentences, 2, "{name}: {look}");
        assert!(look.split(". ").all(|sentence| sentence.split(' ').count() <= 30), "{name}: {look}");
        assert!(Scene::named(name).is_some_and(|found| found == scene));
        assert!(
            matches!(scene.ground, Ground::Diagram(_)) || !scene.sliders.is_empty(),
            "{name} has no slider"
        );
        for slider in &scene.sliders {
            assert!(slider.min < slider.max, "{name}: {}", slider.label);
            assert!(slider.label.len() < 30, "{name}: {}", slider.label);
        }
        let mut labels: Vec<&str> = scene.sliders.iter().map(|slider| &*slider.label).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), scene.sliders.len(), "{name} has a label twice");
    }
}

const SOUND: &str = r##"title = "A box"
look = "It falls. It lands."
plan = "#.P"
view = [0, 0, 48, 16]

[[crowds]]
kind = "crates"
number = 3
region = [0, -64, 48, 64]

[[sliders]]
label = "Gravity"
sets = "gravity"
min = 0
max = 2000
value = 900
"##;

#[test]
fn faults_have_a_line_and_say_what_is_allowed() {
    assert!(Scene::read("box.toml", SOUND).is_ok());
    for (from, to, wanted) in [
        ("hero", "hreo", ""),
        (
            "title = \"A box\"",
            "titel = \"A box\"",
            "box.toml:1: unknown key `titel`, expected one of `title`, `look`, `map`",
        ),
        (
            "plan = \"#.P\"\n",
            "",
            "box.toml:1: a scene has exactly one of the keys `map`, `plan` and `diagram`",
        ),
        (
            "#.P",
            "#.X",
            "box.toml:3: `X` is not a letter of a plan; its letters are: `#`, `.`, `/`, `\\`, \
                        `=`, `P`",
        ),
        ("0, 48, 16]", "0, 48, 0]", "box.toml:4: `view` is left, top, width and height in px"),
        (
            "\"crates\"",
            "\"boxes\"",
            "box.toml:7: unknown word `boxes`, expected one of `projectiles`, `crates`, `tower`, `characters`",
        ),
        (
            "number = 3",
            "number = 3\nmass = 1",
            "box.toml:9: unknown key `mass`, expected one of `kind`, `number`",
        ),
        ("number = 3", "number = 3000000", "box.toml:6: `number` can be at most 1000000, not 3000000"),
        ("number = 3", "number = 3\nbounce = 2", "box.toml:6: `bounce` is a number from 0 to 1, not 2"),
        ("number = 3", "number = 3\nspeed = [9, 5]", "box.toml:6: `speed` is a number from 0 to 5, not 9"),
        (
            "number = 3",
            "number = 3\nmasses = [0, 5]",
            "box.toml:6: `masses` are two whole numbers from 1 to 1000",
        ),
        ("-64, 48, 64]", "-64, 48, nan]", "box.toml:6: `region` is left, top, width and height in px"),
        (
            "\"gravity\"",
            "\"weight\"",
            "box.toml:13: unknown word `weight`, expected one of `bodies`, `speed`",
        ),
        (
            "\"gravity\"",
            "\"wall\"",
            "box.toml:11: a slider of this scene can set one of `gravity`, `ticks`, `time_scale`",
        ),
        ("value = 900", "value = 9000", "box.toml:11: `value` is a number from 0 to 2000, not 9000"),
        ("min = 0", "min = nan", "box.toml:11: `min` is a number from 0 to 100000, not NaN"),
        ("value = 900", "value = ", "box.toml:16: "),
        ("label = \"Gravity\"\n", "", "box.toml:11: missing key `label`"),
    ] {
        let text = SOUND.replace(from, to);
        let result = Scene::read("box.toml", &text);
        if wanted.is_empty() {
            assert!(result.is_ok(), "{to}");
            continue;
        }
        let error = result.expect_err(to).to_string();
        assert!(error.starts_with(wanted), "{to}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_map_counts_from_the_folder_of_its_scene() {
    let text = SOUND.replace("plan = \"#.P\"", "map = \"cave.tmx\"");
    let scene = Scene::read("levels/mine/box.toml", &text).expect("sound");
    assert_eq!(scene.name, "box");
    assert_eq!(scene.ground, Ground::Map("levels/mine/cave.tmx".into()));
    let error = scene.begin(&[], &tilephys_tiled::Disk).err().expect("there is no such map");
    assert!(matches!(error, SceneError::Map(_)));
    assert!(error.to_string().contains("cave.tmx"), "{error}");
}

#[test]
fn a_scene_of_a_user_is_loaded_by_its_path() {
    let name = "crates/tilephys-scenes/scenes/towers.toml";
    let scene = Scene::load(name, &Project).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((&*scene.name, &*scene.folder), ("towers", Path::new("crates/tilephys-scenes/scenes")));
    let missing = Scene::load("no/such.toml", &Project).expect_err("missing").to_string();
    assert!(missing.starts_with("no/such.toml: "), "{missing}");
    let binary = Scene::load("maps/cave.png", &Project).expect_err("a picture").to_string();
    assert!(binary.starts_with("maps/cave.png: invalid utf-8"), "{binary}");
}
