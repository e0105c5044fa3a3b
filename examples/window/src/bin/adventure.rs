//! A whole game on one level: lifts, coins, spikes, checkpoints, crates, slimes, bullets, hot reload, rewind and a ghost.
//!
//! ```sh
//! cargo run -p tilephys-window-examples --bin adventure [-- MAP.tmx]
//! ```
//!
//! Arrow keys run, Space jumps, X dashes, C shoots, R goes back in time, F1 shows what the engine knows. Save the map in Tiled
//! while the game runs: it changes in place.

use macroquad::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::error::Error;
use tilephys::ecs::*;
use tilephys::glam::Vec2 as Point;
use tilephys::hecs::{Entity, EntityBuilder, World};
use tilephys::level::{ClassHandlers, LevelEventKind, LevelObject, SpawnedLevel, body_at};
use tilephys::tiled::{Level, RegionKind};
use tilephys_macroquad::{DebugLines, LevelView};
use tilephys_window_examples::*;

const SCRIPT: Script = &[
    (10..95, KeyCode::Right),
    (28..32, KeyCode::C),
    (62..85, KeyCode::Space),
    (120..145, KeyCode::R),
    (150..290, KeyCode::Right),
    (165..190, KeyCode::Space),
    (205..209, KeyCode::C),
    (222..247, KeyCode::Space),
];

/// Width and height of the hero, in px.
const SIZE: [f32; 2] = [8.0, 11.0];

/// Ticks that can be taken back: ten seconds.
const MEMORY: usize = 600;

/// State of the hero that time takes back with the hero's body.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Hero {
    coins: u32,
    /// Place of the feet after a death.
    checkpoint: [f32; 2],
    /// Ticks until the next shot.
    reload: u8,
}

/// Marks an enemy.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Slime;

/// Marks a bullet, and its ticks to live.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Bullet(u8);

fn add_crate(object: LevelObject<'_>, entity: &mut EntityBuilder) {
    let collision = BodyCollision { friction: 0.4, ..BodyCollision::default() };
    entity.add_bundle(object.body()).add_bundle((collision, PreviousPosition::default()));
}

/// A slime is a character, as the hero is, that turns at walls and edges by itself.
fn add_slime(object: LevelObject<'_>, entity: &mut EntityBuilder) {
    let mut feel = Feel::default();
    feel.run.speed = object.number("speed", 20.0);
    entity.add_bundle(body_at(object.feet(), [14.0, 8.0])).add_bundle((feel, Input::default(), Slime));
    entity.add_bundle((BodyCollision::default(), Patrol::default(), PreviousPosition::default()));
}

struct Game {
    level: Level,
    world: World,
    physics: Physics,
    spawned: SpawnedLevel,
    hero: Entity,
    past: VecDeque<Vec<u8>>,
    /// Places of the hero in this run, and in the last one: the ghost.
    run: Vec<Point>,
    ghost: Vec<Point>,
    message: String,
}

impl Game {
    fn new(map: &str) -> Result<Game, Box<dyn Error>> {
        let mut level = tilephys::tiled::load(map)?;
        level.notes().for_each(|note| eprintln!("{note}"));
        let mut world = World::new();
        let handlers = ClassHandlers::new().on_class("Crate", add_crate).on_class("Slime", add_slime);
        let (mut physics, spawned) = handlers.begin(&mut level, &mut world, DT)?;
        physics.save_serde::<Hero>("Hero");
        physics.save_serde::<Slime>("Slime");
        physics.save_serde::<Bullet>("Bullet");
        let start = level.spawn().ok_or("the map has no TpSpawn")?.feet();
        let mut hero = EntityBuilder::new();
        hero.add_bundle(body_at(start, SIZE)).add_bundle((Feel::celeste().scaled(16.0), Input::default()));
        hero.add_bundle((BodyCollision::default(), PreviousPosition::default()));
        hero.add(Hero { coins: 0, checkpoint: start.into(), reload: 0 });
        let hero = physics.spawn(&mut world, hero.build());
        let past = VecDeque::new();
        let message = String::new();
        Ok(Game { level, world, physics, spawned, hero, past, run: Vec::new(), ghost: Vec::new(), message })
    }

    fn tick(&mut self, shoots: bool) -> Result<(), Box<dyn Error>> {
        self.past.push_back(self.physics.snapshot(&mut self.world));
        self.past.drain(..self.past.len().saturating_sub(MEMORY));
        self.physics.step(&mut self.world, DT);
        self.shoot(shoots)?;
        self.fly();
        let hero = self.hero;
        for event in self.spawned.events(&self.physics, &self.world) {
            match event.kind {
                LevelEventKind::Killed { .. } if event.body == hero => self.die()?,
                // It fails for a second death in one step.
                LevelEventKind::Killed { .. } => _ = self.world.despawn(event.body),
                LevelEventKind::Enter { region, kind } if event.body == hero => self.reach(region, kind)?,
                _ => {}
            }
        }
        self.run.push(self.world.get::<&Position>(self.hero)?.px());
        Ok(())
    }

    /// The hero comes into a region of the level.
    fn reach(&mut self, region: Entity, kind: RegionKind) -> Result<(), Box<dyn Error>> {
        let place = self.world.get::<&Position>(region)?.px() + self.world.get::<&Collider>(region)?.px();
        match kind {
            RegionKind::Collectible => {
                let is_taken = self.world.despawn(region).is_ok();
                self.world.get::<&mut Hero>(self.hero)?.coins += u32::from(is_taken);
            }
            RegionKind::Checkpoint => self.world.get::<&mut Hero>(self.hero)?.checkpoint = place.into(),
            RegionKind::Goal => {
                self.message = format!("home after {} ticks", self.run.len());
                self.ghost = std::mem::take(&mut self.run);
            }
            _ => {}
        }
        Ok(())
    }

    fn die(&mut self) -> Result<(), Box<dyn Error>> {
        let (position, velocity, _) = body_at(self.world.get::<&Hero>(self.hero)?.checkpoint, SIZE);
        self.world.insert(self.hero, (position, velocity, PreviousPosition::default()))?;
        self.ghost = std::mem::take(&mut self.run);
        Ok(())
    }

    fn shoot(&mut self, shoots: bool) -> Result<(), Box<dyn Error>> {
        let (hero, state, at) = self.world.query_one_mut::<(&mut Hero, &FeelState, &Position)>(self.hero)?;
        hero.reload = hero.reload.saturating_sub(1);
        if !shoots || hero.reload > 0 {
            return Ok(());
        }
        hero.reload = 15;
        let way = if state.facing() < 0 { -1.0 } else { 1.0 };
        let at = Position::from_px(at.px() + Point::new(4.0 + 10.0 * way, 4.0));
        let mut bullet = EntityBuilder::new();
        bullet.add_bundle((at, Velocity::new(400.0 * way, 0.0), Collider::new(3.0, 2.0), Gravity::NONE));
        bullet.add(BodyCollision { mass: 0.2, ..BodyCollision::default() });
        bullet.add_bundle((Bullet(90), PreviousPosition::default()));
        self.physics.spawn_from(&mut self.world, self.hero, bullet.build());
        Ok(())
    }

    /// Bullets end at walls, at bodies and after their time, and kill slimes.
    fn fly(&mut self) {
        let is_slime = |entity: &Entity| self.world.satisfies::<&Slime>(*entity);
        let mut over: Vec<Entity> = Vec::new();
        for event in self.physics.events().filter(|event| self.world.satisfies::<&Bullet>(event.entity)) {
            if let EventKind::BodyHit(hit) = event.kind {
                over.extend(self.physics.entity(hit.target).filter(is_slime));
            }
            if matches!(event.kind, EventKind::Hit(_) | EventKind::BodyHit(_)) {
                over.push(event.entity);
            }
        }
        for (entity, bullet) in self.world.query_mut::<(Entity, &mut Bullet)>() {
            bullet.0 -= 1;
            over.extend((bullet.0 == 0).then_some(entity));
        }
        // Two bullets may hit one slime.
        over.into_iter().for_each(|entity| _ = self.world.despawn(entity));
    }

    /// Takes one tick back.
    fn rewind(&mut self) -> Result<(), Box<dyn Error>> {
        if let Some(before) = self.past.pop_back() {
            self.spawned.restore(&self.level, (&mut self.physics, &mut self.world), &before)?;
            self.run.pop();
        }
        Ok(())
    }

    /// Takes over a changed map while the game goes on. A faulty map changes nothing.
    fn reload(&mut self) -> Result<(), Box<dyn Error>> {
        let new = tilephys::tiled::load(&self.level.path)?;
        new.notes().for_each(|note| eprintln!("{note}"));
        self.spawned.reload(&mut self.level, new, (&mut self.physics, &mut self.world))?;
        self.past.clear();
        Ok(())
    }

    fn draw(&self, window: &Window, view: &mut LevelView, time: f64) {
        let alpha = window.alpha();
        let place = |now: &Position, before: &PreviousPosition| before.between(*now, alpha);
        let mut hero = self.world.query_one::<(&Position, &PreviousPosition, &Hero)>(self.hero);
        let Ok((now, before, hero)) = hero.get() else { return };
        let at = place(now, before);
        view.list.place_objects(|object| self.spawned.displacement(&self.world, object, alpha));
        let shown = draw_level(view, at, time);
        if let Some(ghost) = self.ghost.get(self.run.len()) {
            draw_rectangle(ghost.x, ghost.y, 8.0, 11.0, Color::new(1.0, 1.0, 1.0, 0.3));
        }
        for (now, before, _) in self.world.query::<(&Position, &PreviousPosition, &Bullet)>().iter() {
            let at = place(now, before);
            draw_rectangle(at.x, at.y, 3.0, 2.0, YELLOW);
        }
        draw_rectangle(at.x, at.y, 8.0, 11.0, SKYBLUE);
        if window.is_down(KeyCode::F1) {
            self.physics.debug_draw(&self.world, &mut DebugLines, Aabb::from_px(shown.min, shown.size));
        }
        let text = format!("{} coins  {}", hero.coins, self.message);
        draw_text(&text, shown.min.x + 8.0, shown.min.y + 16.0, 16.0, WHITE);
    }
}

#[macroquad::main(window)]
async fn main() {
    let mut game = Game::new(&map_of_arguments("maps/yard.tmx")).unwrap_or_else(|error| panic!("{error}"));
    let mut view = level_view(&game.level);
    let mut watch = Watch::new(&game.level);
    let mut window = Window::open(SCRIPT);
    let mut time = 0.0;
    while let Some(ticks) = window.next().await {
        if watch.changed() {
            game.message = game.reload().map_or_else(|error| error.to_string(), |()| "reloaded".to_owned());
            view = level_view(&game.level);
            watch = Watch::new(&game.level);
        }
        window.steer(&mut game.world.get::<&mut Input>(game.hero).expect("the hero stays"));
        for _ in 0..ticks {
            let is_rewound = window.is_down(KeyCode::R);
            let done = if is_rewound { game.rewind() } else { game.tick(window.is_down(KeyCode::C)) };
            done.unwrap_or_else(|error| panic!("{error}"));
            time += f64::from(DT);
        }
        game.draw(&window, &mut view, time);
    }
}
