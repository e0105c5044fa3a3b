//! The beginning of a game.

use super::crowd::Added;
use super::hero::{self, Hero};
use super::past::Past;
use super::slime::Slime;
use super::step::PhaseTimes;
use super::{DT, Game};
use glam::{UVec2, Vec2};
use hecs::World;
use std::collections::VecDeque;
use std::fmt;
use tilephys_ecs::{Feel, Physics};
use tilephys_feel::Swim;
use tilephys_level::{LevelError, LikelyStart, SpawnedLevel, likely_start};
use tilephys_scenes::Stage;
use tilephys_tiled::{Level, Object};

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// Settings of the hero's character controller; by default [`hero`](Self::hero), for the level's tiles.
    pub feel: Option<Feel>,
    /// Place of the hero's feet, in px. By default the level's start, else a place that looks like one.
    pub feet: Option<Vec2>,
    /// Width and height of the hero, in px. By default as the level's own hero, else by the tiles.
    pub size: Option<Vec2>,
}

/// Upward speed of a swim stroke for tiles of 8 px, in px/s: enough to leave the water for its bank.
const STROKE: f32 = 90.0;

impl Start {
    /// Settings of the hero, for tiles of 8 px: Celeste's movement, which has no water, and swimming.
    #[must_use]
    pub fn hero() -> Feel {
        let swim = Some(Swim { stroke: STROKE, ..Swim::default() });
        Feel { swim, ..Feel::celeste() }
    }

    /// Settings of the hero in a level with tiles of a size, in px.
    #[must_use]
    pub fn feel_for(&self, tile: UVec2) -> Feel {
        self.feel.clone().unwrap_or_else(|| Start::hero().scaled(tile.y as f32))
    }
}

/// The hero at the beginning of a game.
struct Beginning {
    start: Start,
    /// Width and height of the hero, in px.
    size: Vec2,
    /// Place of its feet, in px; without it there is no hero.
    feet: Option<Vec2>,
}

/// The reason why a level cannot be played.
#[derive(Debug)]
pub struct BeginError(LevelError);

impl fmt::Display for BeginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for BeginError {}

impl Game {
    /// Begins a game in a level. Without a start in the map the hero begins at its [`likely_start`](Self::likely_start), if
    /// there is one.
    ///
    /// # Errors
    /// If the level cannot be spawned, as by an invalid path of a mover.
    pub fn begin(mut level: Level, start: Start) -> Result<Game, BeginError> {
        let mut world = World::new();
        let (physics, spawned) = Game::handlers().begin(&mut level, &mut world, DT).map_err(BeginError)?;
        let given = start.feet.or_else(|| level.spawn().map(Object::feet));
        let size = start.size.unwrap_or_else(|| hero::size(&level, physics.grid(), given));
        let likely = if given.is_none() { likely_start(&level, physics.grid(), size) } else { None };
        let feet = given.or(likely.map(|likely| likely.feet));
        let mut game = Game::of_world(level, (physics, world), spawned, Beginning { start, size, feet });
        game.likely_start = likely;
        Ok(game)
    }

    /// Begins a game in a scene.
    #[must_use]
    pub fn of_stage(stage: Stage) -> Game {
        let Stage { level, world, physics, spawned, hero, state } = stage;
        let size = hero::size(&level, physics.grid(), hero);
        let beginning = Beginning { start: Start::default(), size, feet: hero };
        let mut game = Game::of_world(level, (physics, world), spawned, beginning);
        game.scene = Some(Box::new(state));
        game
    }

    /// Begins a game in a world that exists already.
    fn of_world(
        level: Level,
        (mut physics, mut world): (Physics, World),
        spawned: SpawnedLevel,
        Beginning { start, size, feet }: Beginning,
    ) -> Game {
        physics.save_serde::<Hero>("Hero");
        physics.save_serde::<Slime>("Slime");
        physics.save_serde::<Added>("Added");
        let feel = start.feel_for(level.tile_size);
        let hero = feet.map(|feet| hero::spawn(&mut physics, &mut world, (feet, size), &feel));
        let beginning = physics.snapshot(&mut world);
        Game {
            level,
            world,
            physics,
            spawned,
            hero,
            hero_size: size,
            likely_start: None,
            times: PhaseTimes::default(),
            scene: None,
            start,
            beginning,
            is_changed: false,
            inputs: Vec::new(),
            past: Past::default(),
            events: VecDeque::new(),
        }
    }

    /// How the game began.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Settings with which the hero began, or would begin.
    #[must_use]
    pub fn first_feel(&self) -> Feel {
        self.start.feel_for(self.level.tile_size)
    }

    /// The place at which the hero began because the map has no start; `None` if it has one, or no ground.
    #[must_use]
    pub fn likely_start(&self) -> Option<LikelyStart> {
        self.likely_start
    }
}
