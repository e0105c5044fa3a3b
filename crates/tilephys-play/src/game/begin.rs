//! The beginning of a game.

use super::crowd::Added;
use super::hero::{self, Hero};
use super::past::Past;
use super::slime::Slime;
use super::step::PhaseTimes;
use super::{DT, Game};
use std::collections::VecDeque;
use std::fmt;
use tilephys::ecs::{Feel, Physics};
use tilephys::feel::Swim;
use tilephys::glam::Vec2;
use tilephys::hecs::World;
use tilephys::level::{LevelError, SpawnedLevel};
use tilephys::tiled::{Level, Object};
use tilephys_scenes::Stage;

/// How a game begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Settings of the hero's character controller.
    pub feel: Feel,
    /// Place of the hero's feet, in px; the level's start by default.
    pub feet: Option<Vec2>,
}

/// Upward speed of a swim stroke for tiles of 8 px, in px/s: enough to leave the water for its bank.
const STROKE: f32 = 90.0;

impl Default for Start {
    fn default() -> Self {
        Start { feel: Start::hero().scaled(16.0), feet: None }
    }
}

impl Start {
    /// Settings of the hero, for tiles of 8 px: Celeste's movement, which has no water, and swimming.
    #[must_use]
    pub fn hero() -> Feel {
        let swim = Some(Swim { stroke: STROKE, ..Swim::default() });
        Feel { swim, ..Feel::celeste() }
    }
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
    /// Begins a game in a level.
    ///
    /// # Errors
    /// If the level cannot be spawned, as by an invalid path of a mover.
    pub fn begin(mut level: Level, start: Start) -> Result<Game, BeginError> {
        let mut world = World::new();
        let (physics, spawned) = Game::handlers().begin(&mut level, &mut world, DT).map_err(BeginError)?;
        let feet = start.feet.or_else(|| level.spawn().map(Object::feet));
        Ok(Game::of_world(level, (physics, world), spawned, (start, feet)))
    }

    /// Begins a game in a scene.
    #[must_use]
    pub fn of_stage(stage: Stage) -> Game {
        let Stage { level, world, physics, spawned, hero, state } = stage;
        let mut game = Game::of_world(level, (physics, world), spawned, (Start::default(), hero));
        game.scene = Some(Box::new(state));
        game
    }

    /// Begins a game in a world that exists already. `feet` is the place of the hero, in px; without it there is no hero.
    fn of_world(
        level: Level,
        (mut physics, mut world): (Physics, World),
        spawned: SpawnedLevel,
        (start, feet): (Start, Option<Vec2>),
    ) -> Game {
        physics.save_serde::<Hero>("Hero");
        physics.save_serde::<Slime>("Slime");
        physics.save_serde::<Added>("Added");
        let hero = feet.map(|feet| hero::spawn(&mut physics, &mut world, feet, level.tile_size, &start.feel));
        let beginning = physics.snapshot(&mut world);
        Game {
            level,
            world,
            physics,
            spawned,
            hero,
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
}
