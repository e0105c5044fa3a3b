//! Panels about the running game: bodies, times, events, inspection; and what is drawn over the level.

use super::{Window, click, click_at, labels, on_screen, panel, says, session, session_mut, window};
use eframe::egui::Shape;
use egui_kittest::kittest::Queryable;
use tilephys::core::TileCoord;
use tilephys::draw::Rect;
use tilephys_play::panels::Tab;
use tilephys_play::session::{Overlays, Selection};

/// Sets the number of bodies to add.
fn set_count(window: &mut Window, count: f64) {
    let slider = |node: &egui_kittest::Node<'_>| node.value().is_some();
    window.query_all_by_label("bodies").find(slider).expect("a slider").set_value_accesskit(count);
    window.run_steps(2);
}

#[test]
fn bodies_are_added_and_removed() {
    let mut window = panel("cavern.tmx", Tab::Bodies);
    let before = session(&window).game.physics.len();
    click(&mut window, "crates");
    set_count(&mut window, 50.0);
    click(&mut window, "add");
    window.run_steps(2);
    let more = session(&window).game.physics.len();
    assert!(more > before + 10 && more <= before + 50, "{before} {more}");
    assert!(says(&window, &format!("{more} bodies")));
    click(&mut window, "remove all");
    window.run_steps(2);
    assert_eq!(session(&window).game.physics.len(), before);
}

#[test]
fn times_name_each_phase() {
    let mut window = panel("cavern.tmx", Tab::Times);
    window.run_steps(20);
    for text in ["step: median", "frame: median", "solve_islands", "sweep"] {
        assert!(says(&window, text), "{text}: {:?}", labels(&window));
    }
}

#[test]
fn events_are_words_and_repeated_contacts_one_row() {
    let mut window = panel("yard.tmx", Tab::Events);
    window.run_steps(60);
    let rows = |window: &Window| {
        labels(window).into_iter().filter(|label| label.contains("hero: ")).collect::<Vec<_>>()
    };
    let listed = rows(&window);
    let hits: Vec<_> =
        listed.iter().filter(|row| row.contains("hit ") && row.contains(" from above")).collect();
    assert!(!hits.is_empty() && hits.len() <= 3, "{listed:?}");
    let hit = hits[0].clone();
    click(&mut window, &hit);
    let hero = session(&window).game.hero;
    assert_eq!(session(&window).selection, hero.map(Selection::Entity));
}

#[test]
fn a_click_says_what_is_there_and_why_it_collides() {
    let mut window = window("yard.tmx");
    window.run_steps(60);
    let hero = session(&window).hero(1.0).expect("a hero");
    let at = on_screen(&window, hero.min + hero.size / 2.0);
    click_at(&mut window, at);
    assert_eq!(session(&window).selection, session(&window).game.hero.map(Selection::Entity));
    assert_eq!(window.state().panels.tab, Tab::Inspect);
    for text in ["on floor", "the last contact", "stands on a floor", "coyote time"] {
        assert!(says(&window, text), "{text}: {:?}", labels(&window));
    }
    let below = hero.min + hero.size + tilephys::glam::Vec2::new(-4.0, 6.0);
    let at = on_screen(&window, below);
    click_at(&mut window, at);
    let cell = (below / 16.0).floor();
    let cell = TileCoord::new(cell.x as i32, cell.y as i32);
    assert_eq!(session(&window).selection, Some(Selection::Cell(cell)));
    for text in ["The hero collides with it", "collides by", "category"] {
        assert!(says(&window, text), "{text}: {:?}", labels(&window));
    }
    window.key_press(eframe::egui::Key::Escape);
    window.run_steps(2);
    assert_eq!(session(&window).selection, None);
}

#[test]
fn an_object_tells_its_properties() {
    let mut window = panel("cavern.tmx", Tab::Inspect);
    let with = |object: &&tilephys::tiled::Object| !object.properties.is_empty();
    let object =
        session(&window).game.level.objects.iter().find(with).expect("an object with properties").clone();
    session_mut(&mut window).selection = Some(Selection::Object(object.id));
    window.step();
    let property = object.properties.iter().next().expect("a property");
    assert!(says(&window, &property.name), "{:?}", labels(&window));
}

#[test]
fn movers_and_shown_objects_are_selected_by_a_click() {
    let mut window = window("cavern.tmx");
    window.run_steps(2);
    let open = session(&window);
    let mover = open.game.level.movers.iter().map(|mover| mover.object).find_map(|id| {
        let entity = open.game.spawned.entity(id)?;
        Some((entity, open.game.level.object(id)?.clone()))
    });
    let (entity, object) = mover.expect("a mover");
    session_mut(&mut window).jump_to(Rect::new(object.position, object.size));
    window.run_steps(3);
    let at = session(&window).game.place(entity, 1.0).expect("a place") + tilephys::glam::Vec2::splat(4.0);
    let at = on_screen(&window, at);
    click_at(&mut window, at);
    assert_eq!(session(&window).selection, Some(Selection::Entity(entity)));
    assert!(says(&window, "mover: it moves bodies"), "{:?}", labels(&window));

    let start = session(&window).game.level.spawn().expect("a start").clone();
    session_mut(&mut window).jump_to(Rect::new(start.position, start.size));
    session_mut(&mut window).overlays.objects = true;
    // The hero is not in the way.
    session_mut(&mut window).put_hero(start.feet() + tilephys::glam::Vec2::new(200.0, -40.0));
    session_mut(&mut window).follows = false;
    window.run_steps(3);
    let at = on_screen(&window, start.position + start.size / 2.0);
    click_at(&mut window, at);
    assert_eq!(session(&window).selection, Some(Selection::Object(start.id)));
}

/// Number of vertices and texts that are drawn.
fn drawn(window: &Window) -> usize {
    fn count(shape: &Shape) -> usize {
        match shape {
            Shape::Vec(shapes) => shapes.iter().map(count).sum(),
            Shape::Mesh(mesh) => mesh.vertices.len(),
            Shape::Noop => 0,
            _ => 1,
        }
    }
    window.output().shapes.iter().map(|shape| count(&shape.shape)).sum()
}

#[test]
fn each_overlay_draws_something() {
    let mut window = super::open(super::levels::busy(), eframe::egui::vec2(1400.0, 800.0));
    window.run_steps(40);
    assert!(!session(&window).report.as_ref().expect("a report").findings.is_empty());
    click(&mut window, "pause");
    for (label, _) in Overlays::ALL {
        window.run_steps(2);
        let before = drawn(&window);
        click(&mut window, label);
        assert_eq!(session_mut(&mut window).overlays.switch(label), Some(&mut true), "{label}");
        window.run_steps(2);
        let after = drawn(&window);
        assert!(after > before, "{label}: {before} {after}");
        click(&mut window, label);
        assert_eq!(session(&window).overlays, Overlays::default());
    }
}

#[test]
fn bodies_are_coloured_by_island() {
    let mut window = panel("yard.tmx", Tab::Bodies);
    click(&mut window, "crates");
    set_count(&mut window, 60.0);
    click(&mut window, "add");
    window.run_steps(30);
    let session_of = |window: &Window| session(window).coloring;
    assert_eq!(session_of(&window), tilephys_scenes::Coloring::Plain);
    let colors = |window: &Window| {
        let open = session(window);
        let mut query = open.game.world.query::<(tilephys::hecs::Entity, &tilephys_play::game::Added)>();
        let colors =
            query.iter().map(|(entity, added)| tilephys_play::panels::color_of(open, entity, Some(added)));
        colors
            .map(|color| color.expect("a kind or a group").to_array())
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    assert_eq!(colors(&window), 1);
    click(&mut window, "island");
    window.run_steps(2);
    assert!(colors(&window) > 3, "{}", colors(&window));
}

#[test]
fn all_keys_fit_a_small_window() {
    let mut window = super::open(super::map("yard.tmx"), eframe::egui::vec2(800.0, 600.0));
    click(&mut window, "?");
    window.run_steps(5);
    let last = super::first(&window, "overlays: reasons, cells").rect();
    assert!(last.bottom() < 600.0 && last.right() < 800.0, "{last:?}");
}
