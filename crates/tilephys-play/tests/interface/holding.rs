//! Bodies that the pointer holds: they follow it, are thrown, and come again with a recording.

use super::{Window, on_screen, session, session_mut, with_objects};
use tilephys::ecs::{Collider, Position, Velocity};
use tilephys::glam::Vec2;
use tilephys::hecs::Entity;
use tilephys_play::game::{Action, Added, Crowd, CrowdKind, Replayed};

/// A room with one crate that lies on the floor.
fn room() -> (Window, Entity) {
    let mut window = with_objects("");
    let region = [[120.0, 60.0], [12.0, 12.0]];
    session_mut(&mut window).actions.push(Action::Add(Crowd { kind: CrowdKind::Crates, count: 1, region }));
    window.run_steps(90);
    let body =
        session(&window).game.world.query::<(Entity, &Added)>().iter().next().map(|(entity, _)| entity);
    (window, body.expect("a crate"))
}

fn middle(window: &Window, body: Entity) -> Vec2 {
    let world = &session(window).game.world;
    let half = world.get::<&Collider>(body).expect("a body").px() / 2.0;
    world.get::<&Position>(body).expect("a body").px() + half
}

#[test]
fn a_drag_moves_a_body_and_not_the_level() {
    let (mut window, body) = room();
    let from = middle(&window, body);
    let camera = session(&window).camera.center;
    let to = from - Vec2::new(40.0, 40.0);
    window.hover_at(on_screen(&window, from));
    window.step();
    window.drag_at(on_screen(&window, from));
    window.step();
    for part in 1..=8 {
        window.hover_at(on_screen(&window, from.lerp(to, part as f32 / 8.0)));
        window.run_steps(2);
    }
    window.run_steps(40);
    assert!(session(&window).holds());
    assert!(middle(&window, body).distance(to) < 3.0, "{} and not {to}", middle(&window, body));
    assert_eq!(session(&window).camera.center, camera);
    window.drop_at(on_screen(&window, to));
    window.run_steps(60);
    assert!(!session(&window).holds());
    let fallen = middle(&window, body);
    assert!(fallen.y > to.y + 30.0 && (fallen.x - to.x).abs() < 8.0, "{fallen}");
}

#[test]
fn a_body_that_is_let_go_in_motion_flies_on_and_a_recording_throws_it_too() {
    let (mut window, body) = room();
    let from = middle(&window, body);
    window.hover_at(on_screen(&window, from));
    window.step();
    window.drag_at(on_screen(&window, from));
    window.step();
    let to = from - Vec2::new(60.0, 50.0);
    window.hover_at(on_screen(&window, to));
    window.run_steps(3);
    window.drop_at(on_screen(&window, to));
    window.run_steps(2);
    let velocity = session(&window).game.world.get::<&Velocity>(body).expect("a body").0;
    assert!(velocity.x < -100.0, "{velocity}");
    let map = session(&window).map.clone();
    let game = &mut session_mut(&mut window).game;
    let state = (game.tick(), game.hash());
    let recording = game.record(&map).expect("a recording");
    game.restart().expect("a beginning");
    let mut replay = Replayed::new(&recording, game).expect("the recording fits");
    while replay.step(game).expect("no difference").is_some() {}
    assert_eq!((game.tick(), game.hash()), state);
}

#[test]
fn the_hero_is_not_held() {
    let (mut window, _) = room();
    let hero = session(&window).hero(1.0).expect("a hero");
    let at = hero.min + hero.size / 2.0;
    window.hover_at(on_screen(&window, at));
    window.step();
    window.drag_at(on_screen(&window, at));
    window.step();
    window.hover_at(on_screen(&window, at + 30.0));
    window.run_steps(2);
    assert!(!session(&window).holds() && !session(&window).follows, "the level is moved");
}
