//! Folders and worlds: a list of their maps, or the only one at once.

use super::{Window, begun, click, has_text, levels, map, says, session};
use eframe::egui::{Key, vec2};
use std::path::Path;
use tilephys_play::game::Start;

/// A window with a path on disk.
fn opened(path: &Path) -> Window {
    let mut window = begun(vec2(1280.0, 800.0), |app| app.open_path(path, Start::default()));
    window.run_steps(2);
    window
}

#[test]
fn a_folder_is_a_list_of_its_maps() {
    let folder = map("levels");
    let mut window = opened(&folder);
    assert!(window.state().session.is_none());
    for name in ["dash.tmx", "lifts.tmx", "water.tmx"] {
        assert!(has_text(&window, name), "{name}: {:?}", super::labels(&window));
    }
    click(&mut window, "lifts.tmx");
    window.run_steps(2);
    assert!(session(&window).map.ends_with("lifts.tmx") && window.state().choices.is_none());
    // The list closes without a choice.
    let mut window = opened(&folder);
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(window.state().choices.is_none() && window.state().session.is_none());
}

#[test]
fn the_only_map_of_a_folder_opens_at_once() {
    let path = levels::write(&levels::text(levels::SOLID, levels::SPAWN));
    let window = opened(path.parent().expect("a folder"));
    assert!(session(&window).map.ends_with("mini.tmx"));
}

#[test]
fn a_world_lists_its_maps_and_a_folder_without_maps_says_so() {
    let path = levels::write(&levels::text(levels::SOLID, levels::SPAWN));
    let folder = path.parent().expect("a folder");
    std::fs::copy(&path, folder.join("other.tmx")).expect("a file");
    let world = r#"{"type": "world", "maps": [{"fileName": "mini.tmx", "x": 0, "y": 0}, {"fileName": "other.tmx", "x": 192, "y": 0}]}"#;
    std::fs::write(folder.join("two.world"), world).expect("a file");
    let window = opened(&folder.join("two.world"));
    assert!(says(&window, "mini.tmx") && says(&window, "other.tmx") && window.state().choices.is_some());
    let window = opened(&levels::folder());
    assert!(says(&window, "there is no map in it"));
}
