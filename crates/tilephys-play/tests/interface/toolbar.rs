//! The line at the top, keys, notices, and windows of all sizes.

use super::{Window, click, first, labels, levels, open, says, session, wait, window};
use eframe::egui::{Key, vec2};
use egui_kittest::kittest::Queryable;

#[test]
fn time_stops_steps_and_goes_on() {
    let mut window = window("yard.tmx");
    let tick = |window: &Window| session(window).game.tick();
    assert!(tick(&window) > 0);
    click(&mut window, "pause");
    let stopped = tick(&window);
    window.run_steps(5);
    assert_eq!(tick(&window), stopped);
    click(&mut window, "play");
    window.run_steps(5);
    assert!(tick(&window) > stopped);
    click(&mut window, "restart");
    assert!(tick(&window) < stopped);
    window.key_press(Key::P);
    window.run_steps(2);
    assert!(session(&window).clock.is_paused);
}

#[test]
fn keys_switch_overlays_panels_and_help() {
    let mut window = window("yard.tmx");
    window.key_press(Key::Num3);
    window.run_steps(2);
    assert!(session(&window).overlays.objects);
    assert!(window.query_by_label("layers").is_some());
    window.key_press(Key::B);
    window.run_steps(2);
    assert!(window.query_by_label("layers").is_none());
    window.key_press(Key::H);
    window.run_steps(2);
    assert!(says(&window, "rewind while held"));
    window.key_press(Key::M);
    window.run_steps(2);
    assert!(!session(&window).follows);
    let zoom = session(&window).camera.zoom;
    window.key_press(Key::Plus);
    window.run_steps(2);
    assert!(session(&window).camera.zoom > zoom);
}

#[test]
fn maps_of_the_folder_are_in_the_menu() {
    let mut window = window("yard.tmx");
    click(&mut window, "yard.tmx");
    window.run_steps(3);
    click(&mut window, "cavern.tmx");
    window.run_steps(3);
    assert!(session(&window).map.ends_with("cavern.tmx"));
}

#[test]
fn a_long_name_of_a_map_leaves_room_for_the_line() {
    let path = levels::folder().join(format!("{}.tmx", "long_".repeat(12)));
    std::fs::write(&path, levels::text(levels::SOLID, levels::SPAWN)).expect("a file");
    let window = open(path, vec2(1280.0, 800.0));
    let [line, end] = ["whole map", "panels"].map(|label| first(&window, label).rect());
    assert!(line.right() < end.left(), "{line:?} {end:?}");
}

#[test]
fn an_error_of_a_saved_file_shows_with_its_line_and_goes_when_mended() {
    let path = levels::write(&levels::text(levels::SOLID, levels::SPAWN));
    let mut window = open(path.clone(), vec2(1280.0, 800.0));
    let tick = session(&window).game.tick();
    let save = |text: &str| std::fs::write(&path, text).expect("a file");
    let good = levels::text(levels::SOLID, levels::SPAWN);
    save(&good.replace("width=\"12\" height=\"8\"><data", "width=\"12\" height=\"9\"><data"));
    wait(&mut window, |window| says(window, "mini.tmx:"));
    assert!(session(&window).game.tick() > tick, "the level goes on");
    save(&good);
    wait(&mut window, |window| !says(window, "mini.tmx:"));
}

#[test]
fn a_long_error_is_whole_and_leaves_room_for_the_level() {
    let mut window = window("yard.tmx");
    let lines: Vec<String> = (0..200).map(|line| format!("line {line} of the error")).collect();
    window.state_mut().notices.fail(lines.join("\n"));
    window.run_steps(3);
    assert!(says(&window, "line 199 of the error"));
    let close = first(&window, "×").rect();
    assert!(close.bottom() < 100.0);
    click(&mut window, "×");
    assert!(!says(&window, "line 199 of the error"));
}

#[test]
fn the_line_has_room_for_its_switches_at_any_width() {
    let mut has_switches = Vec::new();
    let mut window = window("playground.tmx");
    for width in (700..1300).step_by(20) {
        window.set_size(vec2(width as f32, 800.0));
        window.run_steps(2);
        let last = if labels(&window).iter().any(|label| label == "more") {
            ["rewind", "more"]
        } else {
            ["whole map", "?"]
        };
        let [end, begin] = last.map(|label| first(&window, label).rect());
        assert!(end.right() < begin.left(), "{width}: {end:?} {begin:?}");
        has_switches.push(labels(&window).iter().any(|label| label == "cells"));
    }
    assert!(has_switches.is_sorted() && !has_switches[0] && has_switches[29], "{has_switches:?}");
}

#[test]
fn a_narrow_window_leaves_most_to_the_level() {
    for (width, height) in [(800.0, 600.0), (480.0, 640.0)] {
        let mut window = open(super::map("yard.tmx"), vec2(width, height));
        window.run_steps(2);
        let stage = window.state().panels.screen.expect("a screen");
        assert!(stage.area() > 0.45 * width * height, "{stage:?}");
        click(&mut window, if width < 560.0 { "more" } else { "overlays" });
        window.run_steps(2);
        click(&mut window, "cells");
        assert!(session(&window).overlays.cells);
    }
}

#[test]
fn random_clicks_and_keys_never_panic() {
    let mut state = 0x2545_f491_u32;
    let mut random = |below: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % below
    };
    let keys = [
        Key::P,
        Key::Period,
        Key::Backspace,
        Key::F1,
        Key::F,
        Key::B,
        Key::H,
        Key::M,
        Key::Escape,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Plus,
        Key::Minus,
        Key::Space,
        Key::X,
        Key::ArrowRight,
        Key::ArrowLeft,
        Key::Tab,
        Key::Enter,
    ];
    let path = levels::write(&levels::text(levels::SOLID, levels::SPAWN));
    let mut window = open(path, vec2(900.0, 700.0));
    // A click may save.
    *window.state_mut().panels.preset_path() = levels::folder().join("feel.toml").display().to_string();
    for _ in 0..300 {
        let at = eframe::egui::pos2(random(900) as f32, random(700) as f32);
        match random(4) {
            0 => window.key_press(keys[random(keys.len() as u32) as usize]),
            1 => {
                window.drag_at(at);
                window.step();
                let to = eframe::egui::pos2(random(900) as f32, random(700) as f32);
                window.drop_at(to);
            }
            _ => {
                window.drag_at(at);
                window.drop_at(at);
            }
        }
        window.step();
    }
}

#[test]
fn a_level_that_was_reloaded_restarts_as_the_map_begins() {
    let path = levels::write(&levels::text(levels::SOLID, levels::SPAWN));
    let mut window = open(path.clone(), vec2(1280.0, 800.0));
    let layer = session(&window).layer("ground").expect("a layer");
    click(&mut window, "show ground");
    click(&mut window, "solid ground");
    window.run_steps(30);
    // The hero has fallen through the floor when the start is moved to the right.
    let fallen = session(&window).hero(1.0).expect("a hero");
    assert!(fallen.min.y > 128.0, "{fallen:?}");
    let moved = levels::SPAWN.replace("x=\"40\"", "x=\"120\"");
    std::fs::write(&path, levels::text(levels::SOLID, &moved)).expect("a file");
    wait(&mut window, |window| says(window, "reloaded"));
    assert!(session(&window).hero(1.0).expect("a hero").min.y > 128.0, "the game goes on");
    click(&mut window, "restart");
    window.run_steps(2);
    let begun = session(&window).hero(1.0).expect("a hero");
    assert!(begun.min.y < 100.0 && begun.min.x > 110.0, "{begun:?}");
    // The switches stay.
    assert!(!session(&window).view.is_shown(layer));
    assert_eq!(session(&window).solidity(layer), tilephys_play::session::Solidity::Passable);
    click(&mut window, "solid ground");
    assert_eq!(session(&window).game.physics.grid().tiles().count(), 24);
}

#[test]
fn a_map_that_does_not_load_says_so_in_an_empty_window() {
    let path = levels::write("<map");
    let window = open(path, vec2(800.0, 600.0));
    assert!(window.state().session.is_none());
    assert!(says(&window, "mini.tmx"));
    assert!(says(&window, "no level"));
    assert!(window.query_by_label("error").is_some());
}

#[test]
fn time_goes_back_while_the_button_is_held() {
    let mut window = window("yard.tmx");
    window.run_steps(20);
    let at = first(&window, "rewind").rect().center();
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.run_steps(2);
    let held = session(&window).game.tick();
    window.run_steps(5);
    assert_eq!(session(&window).game.tick(), held - 5);
    window.drop_at(at);
    window.run_steps(2);
    let free = session(&window).game.tick();
    window.run_steps(5);
    assert_eq!(session(&window).game.tick(), free + 5);
}
