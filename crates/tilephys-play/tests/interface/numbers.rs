//! Numbers of a scene over the level.

use super::{Window, begun, labels, map, session};
use eframe::egui::vec2;
use egui_kittest::kittest::NodeT;
use tilephys_scenes::Scene;

/// The line with the numbers; `None` without one.
fn line(window: &Window) -> Option<String> {
    let texts = window.root().children_recursive().map(|node| node.accesskit_node().value());
    texts.flatten().find(|text| text.contains(" ms a step"))
}

fn scene(name: &str) -> Window {
    let mut window = begun(vec2(1280.0, 800.0), |app| {
        app.root = map("..");
        app.open_scene(Scene::named(name).expect("a scene"), Vec::new());
    });
    window.run_steps(3);
    window
}

#[test]
fn a_scene_shows_the_numbers_that_it_boasts_of_and_a_level_none() {
    let window = scene("towers");
    let bodies = session(&window).game.physics.len();
    let line = line(&window).unwrap_or_else(|| panic!("{:?}", labels(&window)));
    assert!(line.starts_with(&format!("{bodies} bodies · ")), "{line}");
    assert!(line.contains(" hits on the map in a tick") && line.contains(" between bodies"), "{line}");
    let line = self::line(&super::window("yard.tmx"));
    assert_eq!(line, None);
}
