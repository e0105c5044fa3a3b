//! Levels of tilephys drawn with [macroquad]: textures, quads, a camera, debug lines.
//!
//! [`LevelView`] draws a level, all of it or layer by layer. [`set_view`] lets macroquad draw in pixels of the level, sharply, and
//! shows what a `Camera` of `tilephys-draw` sees: with dead zone, look-ahead, bounds and rooms. The example is a whole game,
//! but for its keys. Its hero is drawn in the layer of its start: before the layers below, behind the others.
//!
//! ```no_run
//! use macroquad::prelude::{SKYBLUE, draw_rectangle, get_frame_time, get_time, next_frame};
//! use std::time::Duration;
//! use tilephys::draw::Camera;
//! use tilephys::prelude::*;
//! use tilephys_macroquad::{LevelView, set_view, view_size};
//!
//! #[macroquad::main("My game")]
//! async fn main() {
//!     let mut level = tilephys::tiled::load("maps/yard.tmx").expect("a level");
//!     let mut view = LevelView::new(&level);
//!     view.warnings().iter().for_each(|warning| eprintln!("{warning}"));
//!     let start = level.spawn().expect("an object of class TpSpawn");
//!     let layer = start.layer;
//!     let feet = start.feet();
//!     let (position, velocity, collider) = body_at(feet, [8.0, 11.0]);
//!
//!     let mut world = World::new();
//!     let mut clock = FixedStep::new(60);
//!     let begun = SpawnedLevel::begin(&mut level, &mut world, clock.dt());
//!     let (mut physics, spawned) = begun.expect("a level without faults");
//!     let hero = (position, velocity, collider, PreviousPosition::default());
//!     let hero = physics.spawn(&mut world, hero);
//!
//!     let mut camera = Camera::new(view_size(3.0));
//!     camera.bounds = Some(view.list.bounds());
//!     camera.dead_zone = Vec2::new(40.0, 60.0);
//!     camera.jump_to(feet);
//!     loop {
//!         for _ in 0..clock.advance(Duration::from_secs_f32(get_frame_time())) {
//!             physics.step(&mut world, clock.dt());
//!         }
//!         let now = *world.get::<&Position>(hero).expect("a body has one");
//!         let before = *world.get::<&PreviousPosition>(hero).expect("it was spawned with one");
//!         let at = before.between(now, clock.alpha());
//!         // The window may have another size now.
//!         camera.size = view_size(3.0);
//!         camera.follow(at, Vec2::ZERO, get_frame_time());
//!         let shown = set_view(camera.view());
//!         view.list.place_objects(|object| spawned.displacement(&world, object, clock.alpha()));
//!         view.clear();
//!         view.draw(shown, get_time(), ..=layer);
//!         draw_rectangle(at.x, at.y, 8.0, 11.0, SKYBLUE);
//!         view.draw(shown, get_time(), layer + 1..);
//!         next_frame().await;
//!     }
//! }
//! ```
//!
//! | feature | default | effect |
//! | --- | --- | --- |
//! | `inspect` | no | `DebugLines`: what the engine knows, over the level |

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "inspect")]
mod debug_lines;
mod images;
mod level_view;
#[cfg(test)]
mod tests;
mod view;

#[cfg(feature = "inspect")]
pub use debug_lines::DebugLines;
pub use level_view::LevelView;
pub use view::{set_view, view_size};
