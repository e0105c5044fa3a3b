//! Windows as small as a phone, upright and on their side: one row at the top, panels below or beside, the level in view.

use super::{Window, click, first, has_text, labels, map, open, says, session, session_mut};
use eframe::egui::vec2;
use tilephys_play::game::Keys;

fn upright() -> Window {
    let mut window = open(map("yard.tmx"), vec2(390.0, 844.0));
    window.run_steps(2);
    window
}

#[test]
fn the_line_at_the_top_is_one_row_that_fits() {
    let window = upright();
    let stage = window.state().panels.screen.expect("a screen");
    assert!(stage.top() < 40.0, "{stage:?}");
    let row: Vec<f32> = ["yard.tmx", "pause", "rewind", "more", "panels"]
        .map(|label| first(&window, label).rect())
        .map(|rect| {
            assert!(rect.left() >= 0.0 && rect.right() <= 390.0, "{rect:?}");
            rect.center().y
        })
        .into();
    assert!(row.iter().all(|y| (y - row[0]).abs() < 2.0), "{row:?}");
}

#[test]
fn panels_are_a_sheet_below_the_level() {
    let mut window = upright();
    assert!(!says(&window, "findings"), "{:?}", labels(&window));
    click(&mut window, "panels");
    window.run_steps(3);
    let stage = window.state().panels.screen.expect("a screen");
    assert!(stage.width() > 360.0 && stage.height() > 250.0, "{stage:?}");
    assert!(first(&window, "feel").rect().top() >= stage.bottom());
    click(&mut window, "feel");
    window.run_steps(2);
    assert!(says(&window, "gravity"), "{:?}", labels(&window));
}

#[test]
fn on_its_side_a_phone_has_most_of_the_window_for_the_level() {
    let mut window = open(map("yard.tmx"), vec2(844.0, 390.0));
    window.state_mut().panels.is_open = Some(false);
    window.run_steps(3);
    let stage = window.state().panels.screen.expect("a screen");
    assert!(stage.top() < 40.0, "one row: {stage:?}");
    assert!(stage.area() > 0.75 * 844.0 * 390.0, "{stage:?}");
}

#[test]
fn the_menu_of_a_phone_on_its_side_is_within_the_window() {
    let mut window = open(map("yard.tmx"), vec2(844.0, 390.0));
    window.run_steps(2);
    click(&mut window, "more");
    window.run_steps(3);
    assert!(first(&window, "restart").rect().bottom() < 390.0);
    // Rows below the window are scrolled to, and so are no more than its height away.
    let last = first(&window, "all keys").rect();
    assert!(last.bottom() < 390.0 + 200.0, "{last:?}");
}

#[test]
fn everything_else_is_in_the_menu() {
    let mut window = upright();
    click(&mut window, "more");
    window.run_steps(2);
    click(&mut window, "objects");
    assert!(session(&window).overlays.objects);
    window.run_steps(2);
    assert!(has_text(&window, "legend: collectible"));
    let tick = session(&window).game.tick();
    click(&mut window, "restart");
    assert!(session(&window).game.tick() < tick);
    session_mut(&mut window).follows = false;
    click(&mut window, "follow");
    assert!(session(&window).follows);
}

#[test]
fn hints_name_the_buttons_of_the_device_in_use() {
    let mut window = super::window("yard.tmx");
    // Hints are for players: a script needs none.
    window.state_mut().is_scripted = false;
    window.run_steps(2);
    assert!(says(&window, "space") && says(&window, "arrows, A D"), "{:?}", labels(&window));
    window.state_mut().other_keys = Keys { down: true, ..Keys::default() };
    window.run_steps(2);
    assert!(says(&window, "A, or cross") && says(&window, "left stick") && !says(&window, "space"));
    window.state_mut().other_keys = Keys { jump: true, ..Keys::default() };
    window.run_steps(2);
    assert!(!says(&window, "A, or cross") && says(&window, "left stick"));
}
