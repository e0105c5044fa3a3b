//! What a character costs on the levels of this project, with all that a game has: the character controller of each preset,
//! contacts, hits, tiles under the feet, and the level's movers, regions and water. Beside it the mover of tutorials, for which
//! each tile is a whole block. Then projectiles on the same levels.
//!
//! `cargo bench --bench levels -- cavern water` measures these levels alone.

#[allow(dead_code)] // Shared with the bench of walks, which uses all of it.
mod characters;
#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use characters::tutorial::{self, Character};
use characters::{direction, hash};
use glam::{IVec2, Vec2};
use std::path::Path;
use std::time::{Duration, Instant};
use support::in_turn::Ways;
use support::workload::{Bytes, DT, Random};
use tilephys::core::{Aabb, Body};
use tilephys::ecs::{Collider, Gravity, Physics, Position, ReportTiles, Reports, Response, Velocity};
use tilephys::feel::{Feel, FeelState, Input};
use tilephys::hecs::{Entity, World};
use tilephys::level::{SpawnedLevel, body_at};
use tilephys::tiled::{self, Level};

const LEVELS: [&str; 9] = [
    "arena",
    "cavern",
    "playground",
    "yard",
    "levels/dash",
    "levels/lifts",
    "levels/one_ways",
    "levels/slopes",
    "levels/water",
];
const CHARACTERS: usize = 500;
const PROJECTILES: usize = 2_000;
/// Width and height of a character, in px.
const SIZE: Vec2 = Vec2::new(8.0, 11.0);
/// Steps of one round.
const STEPS: u32 = 60;
/// Steps before the first round.
const FALL: u32 = 60;
/// Height of a tile, to which presets are scaled, in px.
const TILE: f32 = 16.0;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for name in LEVELS {
        if !asked.is_empty() && !asked.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        characters_on(name);
        projectiles_on(name);
    }
}

fn load(name: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps").join(format!("{name}.tmx"));
    tiled::load(path).unwrap_or_else(|error| panic!("{error}"))
}

/// What a crowd of characters has.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    feel: fn() -> Feel,
    has_objects: bool,
    has_hits: bool,
    has_tiles: bool,
}

const CELESTE: Kind =
    Kind { name: "celeste", feel: Feel::celeste, has_objects: true, has_hits: false, has_tiles: false };

const KINDS: [Kind; 7] = [
    CELESTE,
    Kind { name: "celeste, without objects", has_objects: false, ..CELESTE },
    Kind { name: "celeste, with hits", has_hits: true, ..CELESTE },
    Kind { name: "celeste, with hits and tiles", has_hits: true, has_tiles: true, ..CELESTE },
    Kind { name: "mario", feel: Feel::mario, ..CELESTE },
    Kind { name: "mega_man", feel: Feel::mega_man, ..CELESTE },
    Kind { name: "floaty", feel: Feel::floaty, ..CELESTE },
];

fn characters_on(name: &str) {
    let level = load(name);
    let bytes = Bytes::of(&level);
    let feet = free_feet(&level);
    let mut movers: Vec<Character> =
        feet.iter().map(|feet| Character::at(feet.x, feet.y - SIZE.y / 2.0)).collect();
    let mut tick = 0;
    let tutorial = move || {
        let begun = Instant::now();
        for _ in 0..STEPS {
            std::hint::black_box(tutorial::step(&bytes, SIZE / 2.0, &mut movers, tick));
            tick += 1;
        }
        begun.elapsed()
    };
    let mut all: Vec<(String, Box<dyn FnMut() -> Duration>)> =
        vec![("tutorial's mover".to_owned(), Box::new(tutorial))];
    for kind in KINDS {
        let mut crowd = Crowd::new(name, &feet, kind);
        crowd.steps(FALL);
        all.push((kind.name.to_owned(), Box::new(move || crowd.steps(STEPS))));
    }
    let title = format!("{name}: {CHARACTERS} characters, ns each and step");
    let items = CHARACTERS * STEPS as usize;
    Ways { title: &title, items, all }.run();
}

/// Feet of characters on free ground.
fn free_feet(level: &Level) -> Vec<Vec2> {
    let bounds = level.bounds.expect("the level is finite");
    let tile = level.tile_size.as_vec2();
    let mut random = Random(31);
    let mut all = Vec::new();
    while all.len() < CHARACTERS {
        let column = bounds.min.col as f32 + random.below(bounds.size.x) as f32;
        let row = bounds.min.row as f32 + random.below(bounds.size.y) as f32;
        let feet = Vec2::new((column + 0.5) * tile.x, (row + 1.0) * tile.y);
        let body = Body::new(feet - Vec2::new(SIZE.x / 2.0, SIZE.y), SIZE);
        let here = Aabb::from_min_size(body.position, body.size);
        let below = Aabb::from_min_size(body.position + IVec2::new(0, 256), body.size);
        if !level.grid.overlaps(here, u32::MAX) && level.grid.overlaps(below, u32::MAX) {
            all.push(feet);
        }
    }
    all
}

/// Characters with a script of inputs, in a level as a game has it.
struct Crowd {
    physics: Physics,
    world: World,
    entities: Vec<Entity>,
    feet: Vec<Vec2>,
    /// Line below which a character has fallen out of the map, in px.
    bottom: f32,
    tick: u32,
}

impl Crowd {
    fn new(name: &str, feet: &[Vec2], kind: Kind) -> Self {
        let mut level = load(name);
        let bounds = level.bounds.expect("the level is finite");
        let rows = bounds.min.row + bounds.size.y as i32 + 2;
        let bottom = rows as f32 * level.tile_size.y as f32;
        let feel = (kind.feel)().scaled(TILE);
        let mut world = World::new();
        let (mut physics, _) =
            SpawnedLevel::begin(&mut level, &mut world, DT).unwrap_or_else(|error| panic!("{error}"));
        if !kind.has_objects {
            world.clear();
        }
        let spawn = |at: &Vec2| {
            let (position, velocity, collider) = body_at(*at, SIZE);
            let reports = Reports { hits: kind.has_hits, contacts: true };
            let parts =
                (position, velocity, collider, feel.clone(), Input::default(), FeelState::default(), reports);
            let entity = physics.spawn(&mut world, parts);
            if kind.has_tiles {
                world.insert_one(entity, ReportTiles).expect("it was spawned");
            }
            entity
        };
        let entities = feet.iter().map(spawn).collect();
        Crowd { physics, world, entities, feet: feet.to_vec(), bottom, tick: 0 }
    }

    /// Plays some steps. Returns the time of the steps alone.
    fn steps(&mut self, steps: u32) -> Duration {
        let mut taken = Duration::ZERO;
        for _ in 0..steps {
            for (who, entity) in (0..).zip(&self.entities) {
                let mut input = self.world.get::<&mut Input>(*entity).expect("it was spawned");
                let jump = input.jump.next(holds_jump(who, self.tick));
                *input = Input { along: direction(who, self.tick), jump, ..Input::default() };
            }
            let begun = Instant::now();
            self.physics.step(&mut self.world, DT);
            taken += begun.elapsed();
            self.put_back();
            self.tick += 1;
        }
        taken
    }

    /// Puts back the characters that have fallen out of the map.
    fn put_back(&mut self) {
        for (entity, feet) in self.entities.iter().zip(&self.feet) {
            let body = self.world.query_one_mut::<(&mut Position, &mut Velocity)>(*entity);
            let (position, velocity) = body.expect("it was spawned");
            if position.px().y > self.bottom {
                (*position, *velocity, _) = body_at(*feet, SIZE);
            }
        }
    }
}

/// True if jump is held: in half of the windows of 32 ticks, for 2 to 15 of them.
fn holds_jump(who: u32, tick: u32) -> bool {
    let window = (tick + who) / 32;
    let within = (tick + who) % 32;
    let drawn = hash(who ^ 0x5555, window);
    drawn.is_multiple_of(2) && within < 2 + (drawn >> 8) % 14
}

fn projectiles_on(name: &str) {
    let quiet = Reports::NONE;
    let told = Reports { hits: true, contacts: true };
    let mut all: Vec<(String, Box<dyn FnMut() -> Duration>)> = Vec::new();
    for (title, reports, has_objects) in [
        ("in the map alone", quiet, false),
        ("with the level's objects", quiet, true),
        ("with hits", told, true),
    ] {
        all.push((title.to_owned(), Box::new(flight(name, reports, has_objects))));
    }
    let title = format!("{name}: {PROJECTILES} projectiles, ns each and step");
    Ways { title: &title, items: PROJECTILES * STEPS as usize, all }.run();
}

/// Projectiles of 4 x 4 px that bounce in a level; returns a call for some steps.
fn flight(name: &str, reports: Reports, has_objects: bool) -> impl FnMut() -> Duration {
    let mut level = load(name);
    let bounds = level.bounds.expect("the level is finite");
    let size = (bounds.size * level.tile_size).as_vec2();
    let mut world = World::new();
    let (mut physics, _) =
        SpawnedLevel::begin(&mut level, &mut world, DT).unwrap_or_else(|error| panic!("{error}"));
    if !has_objects {
        world.clear();
    }
    let mut random = Random(7);
    let mut between =
        |low: f32, high: f32| low + (high - low) * random.below(1 << 20) as f32 / (1 << 20) as f32;
    let collider = Collider::new(4.0, 4.0);
    let mut count = 0;
    while count < PROJECTILES {
        let position = Position::new(between(0.0, size.x), between(0.0, size.y));
        let speed = between(60.0, 2400.0);
        let velocity = Velocity(Vec2::from_angle(between(0.0, std::f32::consts::TAU)) * speed);
        let is_free = collider.aabb(position).is_some_and(|aabb| !physics.grid().overlaps(aabb, u32::MAX));
        if is_free {
            let bounce = Response::Bounce { restitution: 1.0 };
            world.spawn((position, velocity, collider, bounce, Gravity::NONE, reports));
            count += 1;
        }
    }
    physics.step(&mut world, DT);
    move || {
        let begun = Instant::now();
        for _ in 0..STEPS {
            physics.step(&mut world, DT);
        }
        begun.elapsed()
    }
}
