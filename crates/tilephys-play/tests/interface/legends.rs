//! The legend of overlays: words for the colours that are on the screen, and only for these.

use super::{Window, levels, open, says, session_mut, with_objects};
use eframe::egui::{Key, vec2};
use tilephys::inspect::debug_draw::Meaning;

/// A start, a deadly area, a coin and a door.
fn shown() -> Window {
    with_objects(
        r#"  <object id="2" class="TpKillZone" x="60" y="88" width="16" height="8"/>
  <object id="3" class="TpCollectible" x="96" y="64" width="16" height="16"/>
  <object id="4" class="TpDoor" x="150" y="64" width="16" height="32"/>"#,
    )
}

/// The meanings whose words are on the screen.
fn listed(window: &Window) -> Vec<Meaning> {
    Meaning::ALL
        .into_iter()
        .filter(|meaning| super::has_text(window, &format!("legend: {}", meaning.title())))
        .collect()
}

#[test]
fn an_overlay_has_its_legend_in_words() {
    let mut window = shown();
    assert_eq!(listed(&window), []);
    window.key_press(Key::Num2);
    window.run_steps(2);
    assert_eq!(listed(&window), [Meaning::Solid]);
    window.key_press(Key::Num2);
    window.key_press(Key::Num3);
    window.run_steps(2);
    assert_eq!(listed(&window), [Meaning::Danger, Meaning::Collectible, Meaning::Door, Meaning::Start]);
    window.key_press(Key::Num3);
    window.key_press(Key::F1);
    window.run_steps(2);
    let of_engine = listed(&window);
    for meaning in [Meaning::Face, Meaning::Danger, Meaning::Door, Meaning::Body, Meaning::Path] {
        assert!(of_engine.contains(&meaning), "{meaning:?} in {of_engine:?}");
    }
    // The level has no platforms, no water and no movers.
    for meaning in [Meaning::OneWay, Meaning::Water, Meaning::Mover, Meaning::Start] {
        assert!(!of_engine.contains(&meaning), "{meaning:?} in {of_engine:?}");
    }
    window.key_press(Key::F1);
    window.run_steps(2);
    assert_eq!(listed(&window), []);
}

#[test]
fn findings_have_a_legend_of_their_severities() {
    let mut window = open(levels::faulty(), vec2(1280.0, 800.0));
    window.run_steps(3);
    session_mut(&mut window).overlays.findings = true;
    window.run_steps(2);
    assert!(listed(&window).contains(&Meaning::Error), "{:?}", listed(&window));
    assert!(!says(&window, Meaning::Face.title()));
}
