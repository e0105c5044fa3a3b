//! Settings of the hero: sliders, presets, files.

use super::{Window, click, levels, panel, says, session};
use egui_kittest::kittest::Queryable;
use tilephys::ecs::Feel;
use tilephys_play::panels::Tab;
use tilephys_play::presets;

fn feel(window: &Window) -> Feel {
    session(window).game.feel().expect("a hero")
}

/// Moves the first slider with a name to a value.
fn set(window: &mut Window, name: &str, value: f64) {
    let is_slider = |node: &egui_kittest::Node<'_>| node.value().is_some();
    let slider = window.query_all_by_label(name).find(is_slider);
    slider.unwrap_or_else(|| panic!("no slider {name}")).set_value_accesskit(value);
    window.run_steps(3);
}

#[test]
fn sliders_act_in_the_next_tick() {
    let mut window = panel("yard.tmx", Tab::Feel);
    let before = feel(&window);
    set(&mut window, "gravity", 500.0);
    assert_eq!(feel(&window), Feel { gravity: 500.0, ..before.clone() });
    set(&mut window, "coyote_ticks", 9.0);
    assert_eq!(feel(&window).jump.coyote_ticks, 9);
    // Typed values may be beyond the slider, but not beyond the sense.
    set(&mut window, "max_fall", 5_000.0);
    assert_eq!(feel(&window).max_fall, 5_000.0);
    set(&mut window, "max_fall", -5.0);
    assert_eq!(feel(&window).max_fall, 5_000.0);
    assert!(says(&window, "max_fall: "));
    // Restarts keep the settings.
    click(&mut window, "restart");
    assert_eq!(feel(&window).gravity, 500.0);
    click(&mut window, "reset");
    assert_eq!(feel(&window), before);
}

#[test]
fn groups_are_switched_off_and_on() {
    let mut window = panel("yard.tmx", Tab::Feel);
    let is_dashing = |window: &Window| feel(window).dash.is_some();
    assert!(is_dashing(&window));
    for name in ["jump", "run", "fall"] {
        click(&mut window, name);
        window.run_steps(20);
    }
    click(&mut window, "dash");
    assert!(!is_dashing(&window));
    click(&mut window, "dash");
    assert_eq!(feel(&window).dash, Some(tilephys::feel::Dash::default()));
}

#[test]
fn presets_are_selected_by_name() {
    let mut window = panel("yard.tmx", Tab::Feel);
    let combo = |window: &Window| window.query_all_by_value("preset: hero").next().is_some();
    assert!(combo(&window), "{:?}", super::labels(&window));
    window.get_by_value("preset: hero").click();
    window.run_steps(3);
    click(&mut window, "mario");
    assert_eq!(feel(&window), Feel::mario().scaled(16.0));
    assert!(window.query_by_value("preset: mario").is_some());
}

#[test]
fn settings_are_saved_and_loaded_as_files() {
    let mut window = panel("yard.tmx", Tab::Feel);
    let path = levels::folder().join("own.toml");
    set(&mut window, "gravity", 700.0);
    let before = feel(&window);
    let field = |window: &Window| window.query_all_by_value("feel.toml").next().expect("a field").rect();
    let at = field(&window).center();
    window.drag_at(at);
    window.drop_at(at);
    window.run_steps(2);
    window.key_press_modifiers(eframe::egui::Modifiers::COMMAND, eframe::egui::Key::A);
    window.step();
    window.event(eframe::egui::Event::Text(path.to_string_lossy().into_owned()));
    window.run_steps(2);
    click(&mut window, "save");
    let text = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(presets::read(&text).as_ref(), Ok(&before), "{text}");

    std::fs::write(&path, text.replace("gravity = 700.0", "gravity = 650.0")).expect("a file");
    click(&mut window, "load");
    assert_eq!(feel(&window).gravity, 650.0);
    std::fs::write(&path, "gravitas = 1.0").expect("a file");
    click(&mut window, "load");
    assert_eq!(feel(&window).gravity, 650.0);
    for part in ["own.toml", "line 1", "gravitas", "expected one of", "max_fall"] {
        assert!(says(&window, part), "{part}");
    }
}

#[test]
fn a_level_without_hero_has_no_settings() {
    let path = levels::write(&levels::without_ground());
    let mut window = super::open(path, eframe::egui::vec2(1280.0, 800.0));
    window.state_mut().panels.open(Tab::Feel);
    window.step();
    assert!(says(&window, "no hero"));
    assert!(says(&window, "free flight"));
}
