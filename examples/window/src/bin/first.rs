//! A character that runs and jumps on a level of one's own, in one file.

use macroquad::prelude as mq;
use macroquad::prelude::{KeyCode, is_key_down};
use std::time::Duration;
use tilephys::draw::Camera;
use tilephys::ecs::Input;
use tilephys::prelude::*;
use tilephys_macroquad::{LevelView, set_view, view_size};

/// Pixels of the screen to a pixel of the level.
const ZOOM: f32 = 3.0;

#[macroquad::main("My game")]
async fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "maps/yard.tmx".to_owned());
    let mut level = tilephys::tiled::load(&path).unwrap_or_else(|error| panic!("{error}"));
    level.notes().for_each(|note| eprintln!("{note}"));
    let mut view = LevelView::new(&level);
    view.warnings().iter().for_each(|warning| eprintln!("{warning}"));

    let (mut world, mut clock) = (World::new(), FixedStep::new(60));
    let begun = SpawnedLevel::begin(&mut level, &mut world, clock.dt());
    let (mut physics, mut spawned) = begun.unwrap_or_else(|error| panic!("{error}"));
    let start = level.spawn().expect("the map has an object of class TpSpawn").feet();
    let (position, velocity, collider) = body_at(start, [8.0, 11.0]);
    let feel = Feel::celeste().scaled(level.tile_size.x as f32);
    let parts = (position, velocity, collider, feel, Input::default(), PreviousPosition::default());
    let hero = physics.spawn(&mut world, parts);

    let mut camera = Camera::new(view_size(ZOOM));
    camera.bounds = Some(view.list.bounds());
    let mut seconds = 0.0;
    while !is_key_down(KeyCode::Escape) {
        steer(&world, hero, [KeyCode::Left, KeyCode::Right, KeyCode::Space]);
        for _ in 0..clock.advance(Duration::from_secs_f32(mq::get_frame_time())) {
            physics.step(&mut world, clock.dt());
            for event in spawned.events(&physics, &world) {
                match event.kind {
                    LevelEventKind::Enter { region, kind: RegionKind::Collectible } => {
                        // It fails for a second hero in the coin, which the first has taken.
                        _ = world.despawn(region);
                    }
                    LevelEventKind::Killed { .. } => {
                        let fresh = (position, velocity, PreviousPosition::default());
                        world.insert(event.body, fresh).expect("the hero stays");
                    }
                    _ => {}
                }
            }
        }
        seconds += f64::from(mq::get_frame_time());

        let at = drawn_at(&world, hero, clock.alpha());
        camera.size = view_size(ZOOM);
        camera.jump_to(at);
        let shown = set_view(camera.view());
        view.list.place_objects(|object| spawned.displacement(&world, object, clock.alpha()));
        view.clear();
        view.draw(shown, seconds, ..);
        mq::draw_rectangle(at.x, at.y, 8.0, 11.0, mq::SKYBLUE);
        mq::next_frame().await;
    }
}

/// Sets what a hero does by the keys for left, right and jump.
fn steer(world: &World, hero: Entity, [left, right, jump]: [KeyCode; 3]) {
    let mut input = world.get::<&mut Input>(hero).expect("the hero stays");
    input.along = f32::from(i8::from(is_key_down(right)) - i8::from(is_key_down(left)));
    input.jump = input.jump.next(is_key_down(jump));
}

/// The place of a hero between its last two steps.
fn drawn_at(world: &World, hero: Entity, alpha: f32) -> Vec2 {
    let now = world.get::<&Position>(hero).expect("a body has one");
    let before = world.get::<&PreviousPosition>(hero).expect("it was spawned with one");
    before.between(*now, alpha)
}
