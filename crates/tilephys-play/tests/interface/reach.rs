//! The overlay of what the hero can reach: its line in words, its ways, and when it is worked out again.

use super::{Window, click_at, levels, on_screen, open, says, session, wait};
use eframe::egui::{Key, vec2};
use std::path::{Path, PathBuf};
use tilephys::check::{ReachMeaning, TargetVerdict};
use tilephys::ecs::Feel;
use tilephys::glam::Vec2;
use tilephys_play::presets;

/// A goal on the floor, at the right.
const GOAL: &str = r#"  <object id="2" class="TpGoal" x="160" y="80" width="16" height="16"/>"#;

/// A coin at a height.
fn coin(y: u32) -> String {
    format!(r#"  <object id="3" class="TpCollectible" x="96" y="{y}" width="16" height="16"/>"#)
}

/// A map with a start, a goal and a coin.
fn text(coin_y: u32) -> String {
    levels::text(levels::SOLID, &format!("{}\n{GOAL}\n{}", levels::SPAWN, coin(coin_y)))
}

/// A jump of 3.12 tiles, times a factor of its speed.
fn set_jump(window: &mut Window, factor: f32) {
    let mut feel = Feel::mega_man().scaled(16.0);
    feel.jump.speed *= factor;
    window.state_mut().take_preset(&presets::write(&feel)).expect("a preset");
    window.step();
}

/// A window with the overlay on a map.
fn shown(path: &Path) -> Window {
    let mut window = open(PathBuf::from(path), vec2(1280.0, 800.0));
    set_jump(&mut window, 1.0);
    window.key_press(Key::Num8);
    window.run_steps(2);
    window
}

/// True if a meaning is in the picture.
fn has(window: &Window, meaning: ReachMeaning) -> bool {
    let reach = window.state().reach.answer();
    reach.is_some_and(|reach| reach.marks.iter().any(|mark| mark.meaning == meaning))
}

#[test]
fn a_click_on_a_coin_plays_the_way_to_it() {
    let path = levels::write(&text(64));
    let mut window = shown(&path);
    assert!(session(&window).overlays.reach);
    wait(&mut window, |window| says(window, "goal reachable in") && says(window, "1 of 1 coin"));
    for meaning in [ReachMeaning::Area, ReachMeaning::Floor, ReachMeaning::Way] {
        assert!(has(&window, meaning) && says(&window, meaning.title()), "{meaning:?}");
    }
    window.run_steps(30);
    let at = on_screen(&window, Vec2::new(104.0, 72.0));
    click_at(&mut window, at);
    assert!(session(&window).shows_way() && says(&window, "a way there takes"));
    let reach = window.state().reach.answer().expect("an answer");
    let ticks = reach.verdict(3).and_then(TargetVerdict::ticks).expect("the coin is reachable");
    // The click has taken some of them.
    let left = ticks - session(&window).game.tick();
    assert_eq!(session(&window).game.score().expect("a hero").coins, 0);
    window.run_steps(left as usize);
    assert_eq!(session(&window).game.score().expect("a hero").coins, 1);
    assert!(!session(&window).shows_way());
    // In the next play a key of the hero takes over.
    let at = on_screen(&window, Vec2::new(168.0, 88.0));
    click_at(&mut window, at);
    assert!(session(&window).shows_way());
    window.key_down(Key::ArrowLeft);
    window.run_steps(2);
    assert!(!session(&window).shows_way());
}

#[test]
fn another_jump_is_another_answer() {
    let path = levels::write(&text(8));
    let mut window = shown(&path);
    wait(&mut window, |window| says(window, "0 of 1 coin · 1 unreachable"));
    assert!(has(&window, ReachMeaning::Impossible));
    let at = on_screen(&window, Vec2::new(104.0, 16.0));
    click_at(&mut window, at);
    assert!(says(&window, "item 3 cannot be reached"));
    assert!(!session(&window).shows_way());
    // Settings of a game that stands still count too.
    window.state_mut().pause();
    set_jump(&mut window, 1.5);
    wait(&mut window, |window| says(window, "1 of 1 coin"));
    assert!(!has(&window, ReachMeaning::Impossible));
}

#[test]
fn a_saved_edit_is_another_question() {
    let path = levels::write(&text(8));
    let mut window = shown(&path);
    wait(&mut window, |window| says(window, "1 unreachable"));
    std::fs::write(&path, text(64)).expect("a file");
    wait(&mut window, |window| says(window, "1 of 1 coin"));
    // The level begins anew for the way, as the map is now.
    let at = on_screen(&window, Vec2::new(104.0, 72.0));
    click_at(&mut window, at);
    wait(&mut window, |window| session(window).game.score().is_some_and(|hero| hero.coins == 1));
}

#[test]
fn a_pit_without_a_way_out_is_a_trap() {
    let floor = ["1"; 12].join(",");
    let shaft = "1,1,1,1,1,1,1,0,0,1,1,1";
    // Two rows of floor become a shaft of seven rows with a floor of its own.
    let deep = text(64)
        .replace("height=\"8\"", "height=\"14\"")
        .replace(&format!("{floor},\n{floor}\n"), &format!("{}{floor}\n", format!("{shaft},\n").repeat(7)));
    let path = levels::write(&deep);
    let mut window = shown(&path);
    wait(&mut window, |window| says(window, "1 floor without a way out"));
    assert!(has(&window, ReachMeaning::Trap));
}

#[test]
fn without_a_start_there_is_nothing_to_ask() {
    let path = levels::write(&levels::text(levels::SOLID, GOAL));
    let mut window = open(path, vec2(1280.0, 800.0));
    window.key_press(Key::Num8);
    window.run_steps(2);
    assert!(says(&window, "reach is worked out from where a level starts"));
    assert!(window.state().reach.answer().is_none());
}

#[test]
fn keys_count_and_the_app_opens_no_gates() {
    // The coin is a key, and a gate of full height stands before the goal.
    let key = r#"><properties><property name="gives" value="red key"/></properties></object>"#;
    let coin = coin(64).replacen("/>", key, 1);
    let gate = r#"  <object id="4" class="TpCollider" x="128" y="-160" width="16" height="256"><properties>
   <property name="requires" value="red key"/></properties></object>"#;
    let objects = format!("{}\n{GOAL}\n{coin}\n{gate}", levels::SPAWN);
    let path = levels::write(&levels::text(levels::SOLID, &objects));
    let mut window = shown(&path);
    wait(&mut window, |window| says(window, "goal reachable in") && says(window, "1 of 1 coin"));
    let at = on_screen(&window, Vec2::new(168.0, 88.0));
    click_at(&mut window, at);
    assert!(says(&window, "its keys open no gates in the app"));
    let at = on_screen(&window, Vec2::new(104.0, 72.0));
    click_at(&mut window, at);
    assert!(session(&window).shows_way());
}
