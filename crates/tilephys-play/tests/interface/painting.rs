//! Cells that are painted with the pointer: solid at once, cleared, taken back, and never in the file.

use super::{Window, levels, on_screen, open, says, session, session_mut, with_objects};
use eframe::egui::{Event, Key, Modifiers, PointerButton, vec2};
use tilephys::core::TileCoord;
use tilephys::glam::Vec2;
use tilephys_play::game::{Replayed, is_solid};

fn shown() -> Window {
    with_objects("")
}

/// Drags with a button between two places of the level while the key is held.
fn paint(window: &mut Window, button: PointerButton, from: Vec2, to: Vec2) {
    let [from, to] = [from, to].map(|at| on_screen(window, at));
    let press = |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    window.key_down(Key::E);
    window.event(Event::PointerMoved(from));
    window.step();
    window.event(press(from, true));
    window.step();
    window.event(Event::PointerMoved(to));
    window.run_steps(2);
    window.event(press(to, false));
    window.key_up(Key::E);
    window.run_steps(3);
}

fn is_cell_solid(window: &Window, column: i32, row: i32) -> bool {
    is_solid(session(window).game.physics.grid(), TileCoord::new(column, row))
}

#[test]
fn a_drag_makes_cells_solid_and_rewind_takes_them_back() {
    let mut window = shown();
    let file = std::fs::read(&session(&window).map).expect("the map");
    window.run_steps(5);
    let before = (session(&window).game.tick(), session(&window).camera.center);
    paint(&mut window, PointerButton::Primary, Vec2::new(88.0, 56.0), Vec2::new(140.0, 56.0));
    for column in 5..=8 {
        assert!(is_cell_solid(&window, column, 3), "column {column}");
    }
    assert!(!is_cell_solid(&window, 4, 3) && !is_cell_solid(&window, 9, 3));
    assert_eq!(session(&window).camera.center, before.1, "the level is not dragged");
    // A body stands on it.
    session_mut(&mut window).put_hero(Vec2::new(100.0, 40.0));
    window.run_steps(40);
    let hero = session(&window).hero(1.0).expect("a hero");
    assert_eq!(hero.min.y + hero.size.y, 48.0);
    assert_eq!(std::fs::read(&session(&window).map).expect("the map"), file);
    let game = &mut session_mut(&mut window).game;
    while game.tick() > before.0 && game.rewind().expect("a past") {}
    assert!((5..=8).all(|column| !is_cell_solid(&window, column, 3)));
}

#[test]
fn the_right_button_clears_cells_and_a_restart_brings_them_back() {
    let mut window = shown();
    window.run_steps(5);
    paint(&mut window, PointerButton::Secondary, Vec2::new(104.0, 104.0), Vec2::new(104.0, 120.0));
    assert!(!is_cell_solid(&window, 6, 6) && !is_cell_solid(&window, 6, 7));
    assert!(is_cell_solid(&window, 5, 6));
    window.key_press(Key::Backspace);
    window.run_steps(3);
    assert!(is_cell_solid(&window, 6, 6) && is_cell_solid(&window, 6, 7));
}

#[test]
fn cells_of_the_hero_and_maps_without_solids_stay_as_they_are() {
    let mut window = shown();
    window.run_steps(20);
    paint(&mut window, PointerButton::Primary, Vec2::new(40.0, 90.0), Vec2::new(40.0, 90.0));
    assert!(!is_cell_solid(&window, 2, 5));
    let mut window = open(levels::write(&levels::without_ground()), vec2(1280.0, 800.0));
    paint(&mut window, PointerButton::Primary, Vec2::new(40.0, 40.0), Vec2::new(40.0, 40.0));
    assert!(says(&window, "nothing is solid here to paint with"));
}

#[test]
fn a_recording_has_painted_cells() {
    let mut window = shown();
    paint(&mut window, PointerButton::Primary, Vec2::new(88.0, 56.0), Vec2::new(140.0, 56.0));
    session_mut(&mut window).put_hero(Vec2::new(100.0, 40.0));
    window.run_steps(30);
    let map = session(&window).map.clone();
    let game = &mut session_mut(&mut window).game;
    let hash = game.hash();
    let ticks = game.tick();
    let recording = game.record(&map).expect("a recording");
    game.restart().expect("a beginning");
    let mut replay = Replayed::new(&recording, game).expect("the recording fits");
    while replay.step(game).expect("no difference").is_some() {}
    assert_eq!((game.tick(), game.hash()), (ticks, hash));
}

#[test]
fn a_saved_map_is_loaded_in_place_after_painting() {
    let mut window = shown();
    paint(&mut window, PointerButton::Primary, Vec2::new(88.0, 56.0), Vec2::new(140.0, 56.0));
    let coin = r#"  <object id="3" class="TpCollectible" x="160" y="80" width="16" height="16"/>"#;
    let text = levels::text(levels::SOLID, &format!("{}\n{coin}", levels::SPAWN));
    std::fs::write(&session(&window).map, text).expect("a file");
    super::wait(&mut window, |window| says(window, "reloaded"));
    assert!(is_cell_solid(&window, 6, 3), "painted cells stay");
}
