//! The interface without a display: each panel, row, slider and switch does what its label says.

mod choices;
mod controls;
mod drops;
mod events;
mod hero;
mod holding;
mod legends;
mod levels;
mod lists;
mod numbers;
mod painting;
mod phones;
mod probes;
mod projects;
mod reach;
mod starts;
mod toolbar;

use eframe::egui::accesskit::Role;
use eframe::egui::{Pos2, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use std::path::PathBuf;
use tilephys_play::app::App;
use tilephys_play::game::Start;
use tilephys_play::panels::Tab;
use tilephys_play::session::Session;
use tilephys_play::source::DiskSource;

/// A window without a display.
type Window = Harness<'static, App>;

/// Path of a map of the project.
fn map(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../maps").join(name)
}

/// A window of a size whose app begins with something. It lets a tick pass in each frame.
fn begun(size: Vec2, begin: impl FnOnce(&mut App)) -> Window {
    let mut app = App::new(Box::new(DiskSource::default()));
    app.is_scripted = true;
    begin(&mut app);
    let mut window = Harness::builder().with_size(size).build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    tilephys_play::app::set_up(&window.ctx);
    window.step();
    window
}

/// A window with a map.
fn open(path: PathBuf, size: Vec2) -> Window {
    begun(size, |app| app.open(path, Start::default()))
}

/// A window with a floor, a start and more objects.
fn with_objects(objects: &str) -> Window {
    let objects = format!("{}\n{objects}", levels::SPAWN);
    open(levels::write(&levels::text(levels::SOLID, &objects)), vec2(1280.0, 800.0))
}

/// A window of the usual size with a map of the project.
fn window(name: &str) -> Window {
    open(map(name), vec2(1280.0, 800.0))
}

/// A window with a map of the project and an open panel.
fn panel(name: &str, tab: Tab) -> Window {
    panel_of(map(name), tab)
}

/// A window of the usual size with a map and an open panel.
fn panel_of(path: PathBuf, tab: Tab) -> Window {
    let mut window = open(path, vec2(1280.0, 800.0));
    window.state_mut().panels.open(tab);
    window.step();
    window
}

/// The open level.
fn session(window: &Window) -> &Session {
    window.state().session.as_ref().expect("an open level")
}

/// The open level, to change it.
fn session_mut(window: &mut Window) -> &mut Session {
    window.state_mut().session.as_mut().expect("an open level")
}

/// Clicks on the first thing with this label.
fn click(window: &mut Window, label: &str) {
    let node = first(window, label);
    node.click();
    window.step();
    window.step();
}

/// Types into the first field for text.
fn type_text(window: &mut Window, text: &str) {
    window.query_all_by_role(Role::TextInput).next().expect("a field").focus();
    window.step();
    window.query_all_by_role(Role::TextInput).next().expect("a field").type_text(text);
    window.run_steps(2);
}

/// The first thing with this label.
fn first<'w>(window: &'w Window, label: &'w str) -> Node<'w> {
    match window.query_all_by_label(label).next() {
        Some(node) => node,
        None => panic!("nothing is labelled {label:?}; there are {:?}", labels(window)),
    }
}

/// All labels, for messages of tests.
fn labels(window: &Window) -> Vec<String> {
    let nodes = window.root().children_recursive();
    nodes.filter_map(|node| node.accesskit_node().label()).collect()
}

/// Waits for something beside the frames: the watcher of files, or a thread.
fn wait(window: &mut Window, is_done: impl Fn(&Window) -> bool) {
    let begun = std::time::Instant::now();
    while !is_done(window) && begun.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.step();
    }
    assert!(is_done(window), "{:?} {:?}", window.state().notices, labels(window));
}

/// The place of a point of the level on the screen; the level is left of the side panel.
fn on_screen(window: &Window, at: tilephys::glam::Vec2) -> Pos2 {
    let shown = window.state().panels.shown.expect("a view");
    let zoom = session(window).camera.zoom;
    let by = (at - shown.min) * zoom;
    let stage = window.state().panels.screen.expect("a screen");
    Pos2::new(stage.left() + by.x, stage.top() + by.y)
}

fn click_at(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.run_steps(2);
}

/// True if a text is somewhere in the window.
fn says(window: &Window, text: &str) -> bool {
    let nodes = window.root().children_recursive();
    nodes.into_iter().any(|node| {
        let node = node.accesskit_node();
        [node.label(), node.value()].into_iter().flatten().any(|said| said.contains(text))
    })
}

/// True if a text is in the window as a whole.
fn has_text(window: &Window, text: &str) -> bool {
    let nodes = window.root().children_recursive();
    nodes.into_iter().any(|node| {
        let node = node.accesskit_node();
        [node.label(), node.value()].into_iter().flatten().any(|said| said == text)
    })
}
