//! Settings of the hero: sliders, presets, files.

use super::{Window, click, has_text, levels, panel, panel_of, says, session};
use egui_kittest::kittest::{NodeT, Queryable};
use tilephys::ecs::{Feel, Input};
use tilephys::glam::Vec2;
use tilephys_play::game::{Game, Keys, Start, TickInput, jump_arc};
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
fn sliders_have_room_for_large_tiles() {
    let small = r#"tilewidth="16" tileheight="16" infinite"#;
    let text = levels::text(levels::SOLID, levels::SPAWN);
    assert!(text.contains(small));
    let path = levels::write(&text.replace(small, r#"tilewidth="64" tileheight="64" infinite"#));
    let window = panel_of(path, Tab::Feel);
    let mut sliders = window.query_all_by_label("gravity");
    let end = sliders.find_map(|node| node.accesskit_node().max_numeric_value()).expect("a slider");
    assert!(end > 1.5 * f64::from(feel(&window).gravity), "{end}");
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
    let window = panel_of(levels::write(&levels::without_ground()), Tab::Feel);
    assert!(says(&window, "no hero"));
    assert!(says(&window, "free flight"));
}

#[test]
fn the_panel_says_how_far_the_hero_jumps_and_a_change_draws_the_arc() {
    let mut window = panel("yard.tmx", Tab::Feel);
    window.run_steps(3);
    let arc =
        |window: &Window| jump_arc(&feel(window), session(window).game.hero_size(), Vec2::new(0.0, 900.0));
    let said = |window: &Window| {
        let arc = arc(window);
        format!("jumps {:.1} tiles high, {:.1} wide", arc.height / 16.0, arc.width / 16.0)
    };
    assert!(has_text(&window, &said(&window)), "{}", said(&window));
    let before = arc(&window);
    set(&mut window, "gravity", 500.0);
    let after = arc(&window);
    assert!(after.height > before.height * 1.05 && after.width > before.width, "{before:?} {after:?}");
    window.run_steps(2);
    assert!(has_text(&window, &said(&window)), "{}", said(&window));
}

#[test]
fn the_arc_is_the_jump_that_the_hero_makes() {
    let mut game =
        Game::begin(tilephys::tiled::load(super::map("yard.tmx")).expect("a level"), Start::default())
            .expect("a game");
    let arc = jump_arc(&game.feel().expect("a hero"), game.hero_size(), game.physics.gravity);
    let mut input = Input::default();
    let hero = game.hero.expect("a hero");
    let mut step = |game: &mut Game, keys: Keys| {
        input = keys.input(input);
        game.step(TickInput::of(input));
        input.clear_presses();
        game.place(hero, 1.0).expect("a hero").y
    };
    for _ in 0..20 {
        step(&mut game, Keys::default());
    }
    let floor = game.place(hero, 1.0).expect("a hero").y;
    let heights = (0..40).map(|_| floor - step(&mut game, Keys { jump: true, ..Keys::default() }));
    let highest = heights.fold(0.0, |most, height| if height > most { height } else { most });
    assert!(highest > 16.0 && (highest - arc.height).abs() < 0.01, "{highest} {}", arc.height);
    // A character without a jump has no arc.
    let mut feel = Feel::default();
    feel.jump.speed = 0.0;
    assert!(jump_arc(&feel, Vec2::new(8.0, 11.0), Vec2::new(0.0, 900.0)).points.is_empty());
}
