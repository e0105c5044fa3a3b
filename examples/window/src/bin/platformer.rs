//! A platformer: a level drawn in Tiled, a character that runs, jumps and dashes, lifts and coins.
//!
//! ```sh
//! cargo run -p tilephys-window-examples --bin platformer [-- MAP.tmx]
//! ```
//!
//! Arrow keys run, Space jumps (longer for a higher jump), X dashes, F1 shows what the engine knows.

use macroquad::prelude::*;
use tilephys::ecs::{Aabb, Physics, Position, PreviousPosition};
use tilephys::feel::{Feel, Input};
use tilephys::glam::Vec2;
use tilephys::hecs::{Entity, World};
use tilephys::level::{LevelEventKind, SpawnedLevel, body_at};
use tilephys::tiled::{Level, RegionKind};
use tilephys_macroquad::{DebugLines, LevelView};
use tilephys_window_examples::{DT, Script, Window, draw_level, level_view, map_of_arguments, window};

/// Keys of a scripted run: up the slope, over the pit, and onto the planks.
const SCRIPT: Script = &[
    (20..300, KeyCode::Right),
    (100..125, KeyCode::Space),
    (150..160, KeyCode::X),
    (190..215, KeyCode::Space),
    (240..265, KeyCode::Space),
];

/// Width and height of the hero, in px.
const SIZE: Vec2 = Vec2::new(8.0, 11.0);

struct Game {
    world: World,
    physics: Physics,
    spawned: SpawnedLevel,
    hero: Entity,
    start: Vec2,
    coins: u32,
}

impl Game {
    fn new(level: &mut Level) -> Result<Game, Box<dyn std::error::Error>> {
        let mut world = World::new();
        // One call makes entities of all objects, and sets gravity and borders. Lifts move by themselves.
        let (mut physics, spawned) = SpawnedLevel::begin(level, &mut world, DT)?;
        let start = level.spawn().ok_or("the map has no TpSpawn")?.feet();
        let (position, velocity, collider) = body_at(start, SIZE);
        // An entity with a `Feel` is a character: the step reads its `Input`, and runs, jumps and dashes with it. The
        // preset is made for tiles of 8 px.
        let feel = Feel::celeste().scaled(16.0);
        let hero = (position, velocity, collider, feel, Input::default(), PreviousPosition::default());
        let hero = physics.spawn(&mut world, hero);
        Ok(Game { world, physics, spawned, hero, start, coins: 0 })
    }

    /// The keys of this tick.
    fn control(&mut self, window: &Window) {
        let mut input = self.world.get::<&mut Input>(self.hero).expect("the hero stays");
        input.along = window.axis(KeyCode::Left, KeyCode::Right);
        input.upward = window.axis(KeyCode::Down, KeyCode::Up);
        input.jump = input.jump.next(window.is_down(KeyCode::Space));
        input.dash = input.dash.next(window.is_down(KeyCode::X));
    }

    fn tick(&mut self) {
        self.physics.step(&mut self.world, DT);
        for event in self.spawned.events(&self.physics, &self.world) {
            match event.kind {
                LevelEventKind::Enter { region, kind: RegionKind::Collectible } => {
                    // It fails for a second body in the coin.
                    self.coins += u32::from(self.world.despawn(region).is_ok());
                }
                LevelEventKind::Killed { .. } if event.body == self.hero => self.restart(),
                _ => {}
            }
        }
    }

    fn restart(&mut self) {
        let (position, velocity, _) = body_at(self.start, SIZE);
        self.world
            .insert(self.hero, (position, velocity, PreviousPosition::default()))
            .expect("the hero stays");
    }

    fn draw(&self, window: &Window, view: &mut LevelView, time: f64) {
        let alpha = window.alpha();
        let mut hero = self.world.query_one::<(&Position, &PreviousPosition)>(self.hero);
        let at = hero.get().map_or([0.0, 0.0].into(), |(now, before)| before.between(*now, alpha));
        view.list.place_objects(|object| self.spawned.displacement(&self.world, object, alpha));
        let shown = draw_level(view, at, time);
        draw_rectangle(at.x, at.y, 8.0, 11.0, SKYBLUE);
        if window.is_down(KeyCode::F1) {
            let area = Aabb::from_px(shown.min, shown.size);
            self.physics.debug_draw(&self.world, &mut DebugLines, area);
        }
        draw_text(format!("{} coins", self.coins), shown.min.x + 8.0, shown.min.y + 16.0, 16.0, WHITE);
    }
}

#[macroquad::main(window)]
async fn main() {
    let level = tilephys::tiled::load(map_of_arguments("maps/cavern.tmx"));
    let mut level = level.unwrap_or_else(|error| panic!("{error}"));
    level.notes().for_each(|note| eprintln!("{note}"));
    let mut game = Game::new(&mut level).unwrap_or_else(|error| panic!("{error}"));
    let mut view = level_view(&level);
    let mut window = Window::open(SCRIPT);
    let mut time = 0.0;
    while let Some(ticks) = window.next().await {
        game.control(&window);
        for _ in 0..ticks {
            game.tick();
            time += f64::from(DT);
        }
        game.draw(&window, &mut view, time);
    }
}
