//! A level in play, without a window: the hero, the rules of the game, time that goes back, recordings.
//!
//! All that happens follows from the level and the [`TickInput`]s, to the same bits in debug, release and WebAssembly.

mod arc;
mod begin;
mod crowd;
mod errors;
mod hero;
mod input;
mod look;
mod paint;
mod past;
mod pull;
mod recording;
mod rules;
mod script;
mod slime;
mod step;
mod ticks;
mod way;

pub use arc::{JumpArc, jump_arc};
pub use begin::{BeginError, Start};
pub use crowd::{Added, Crowd, CrowdKind};
pub use errors::{RecordingError, ReplayError};
pub use hero::Hero;
pub use input::{Action, TickInput};
pub use look::ColoredBox;
pub use paint::{brush_cell, is_solid};
pub use past::Past;
pub use recording::{Recording, Replayed};
pub use rules::GameEvent;
pub use script::{Keys, Script, ScriptError};
pub use step::PhaseTimes;
pub use ticks::{DT, TICKS};
pub use way::WayFile;

use glam::Vec2;
use hecs::{Entity, World};
use std::collections::VecDeque;
use tilephys_ecs::{Collider, Event, Feel, FeelState, Input, Physics, Position, PreviousPosition};
use tilephys_level::{ClassHandlers, LevelError, LikelyStart, SpawnedLevel};
use tilephys_scenes::{Change, SceneState};
use tilephys_tiled::Level;

/// Most events that a game keeps for a look.
const MAX_EVENTS: usize = 2_000;

/// A level in play.
pub struct Game {
    /// The level as it was loaded. Its grid is in `physics`.
    pub level: Level,
    /// The entities.
    pub world: World,
    /// The engine.
    pub physics: Physics,
    /// The level's entities, by their objects.
    pub spawned: SpawnedLevel,
    /// The entity of the hero; `None` in a level without a start and without ground, until [`Action::Put`].
    pub hero: Option<Entity>,
    /// Width and height of the hero while it stands, in px.
    hero_size: Vec2,
    likely_start: Option<LikelyStart>,
    /// Duration of the phases of the last step.
    pub times: PhaseTimes,
    /// Crowds, sliders and diagram of the scene that is played.
    pub scene: Option<Box<SceneState>>,
    /// How the game began, for restarts and recordings.
    start: Start,
    /// The state before the first tick.
    beginning: Vec<u8>,
    /// True if the beginning is not the one of the map.
    is_changed: bool,
    /// Inputs of all ticks since the beginning.
    inputs: Vec<TickInput>,
    past: Past,
    /// The last events of the engine, each with its tick, the latest last.
    events: VecDeque<(u32, Event)>,
}

impl Game {
    /// Number of ticks since the beginning.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.inputs.len() as u32
    }

    /// Length of a tick in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.scene.as_ref().map_or(DT, |scene| scene.dt())
    }

    /// Hash of the whole state of the game.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.physics.game_hash(&self.world)
    }

    /// The last events of the engine, each with its tick, the latest last.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &(u32, Event)> {
        self.events.iter()
    }

    /// Settings of the hero's character controller; `None` without a hero. [`Action::Feel`] changes them.
    #[must_use]
    pub fn feel(&self) -> Option<Feel> {
        self.world.get::<&Feel>(self.hero?).ok().map(|feel| (*feel).clone())
    }

    /// Width and height of the hero while it stands, in px.
    #[must_use]
    pub fn hero_size(&self) -> Vec2 {
        self.hero_size
    }

    /// Middle of the hero's box, in px; `None` without a hero.
    #[must_use]
    pub fn hero_middle(&self) -> Option<Vec2> {
        let place = self.world.get::<&Position>(self.hero?).ok()?.px();
        let collider = self.world.get::<&Collider>(self.hero?).ok()?;
        Some(place + collider.offset_px() + collider.px() / 2.0)
    }

    /// State of the hero's character controller, such as its timers; `None` without a hero.
    #[must_use]
    pub fn feel_state(&self) -> Option<FeelState> {
        self.world.get::<&FeelState>(self.hero?).ok().map(|state| *state)
    }

    /// Coins, deaths and checkpoint of the hero; `None` without a hero.
    #[must_use]
    pub fn score(&self) -> Option<Hero> {
        self.world.get::<&Hero>(self.hero?).ok().map(|hero| *hero)
    }

    /// Corner of an entity's position at a fraction of the last tick, from 0 to 1, in px.
    #[must_use]
    pub fn place(&self, entity: Entity, alpha: f32) -> Option<Vec2> {
        let now = *self.world.get::<&Position>(entity).ok()?;
        Some(match self.world.get::<&PreviousPosition>(entity) {
            Ok(before) => before.between(now, alpha),
            Err(_) => now.px(),
        })
    }

    /// Corner and size of the hero's box at a fraction of the last tick, in px; `None` without a hero.
    #[must_use]
    pub fn hero_area(&self, alpha: f32) -> Option<[Vec2; 2]> {
        let hero = self.hero?;
        let at = self.place(hero, alpha)?;
        let size = self.world.get::<&Collider>(hero).ok()?.px();
        Some([at, size])
    }

    /// Part of the ten seconds of rewind that is left, from 0 to 1.
    #[must_use]
    pub fn past_left(&self) -> f32 {
        let left = self.past.earliest().map_or(0, |earliest| self.tick().saturating_sub(earliest));
        left.min(past::MEMORY) as f32 / past::MEMORY as f32
    }

    /// Snapshots to go back in time.
    #[must_use]
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// Plays one tick and tells what happened to the hero.
    pub fn step(&mut self, input: TickInput) -> Vec<GameEvent> {
        self.past.keep(self.tick(), &mut self.physics, &mut self.world);
        let events = self.play(&input);
        self.inputs.push(input);
        events
    }

    /// Goes back in time by one tick, or by more if the states of the world are too large to keep each. False at the
    /// beginning of what is kept.
    ///
    /// # Errors
    /// None that is known: a snapshot of this game fits it.
    pub fn rewind(&mut self) -> Result<bool, LevelError> {
        let Some(target) = self.tick().checked_sub(1) else { return Ok(false) };
        let Some((from, snapshot)) = self.past.before(target) else { return Ok(false) };
        self.spawned.restore(&self.level, (&mut self.physics, &mut self.world), snapshot)?;
        self.hero = hero::find(&self.world);
        let target = if target - from > Past::MOST_REPLAYED { from } else { target };
        for tick in from..target {
            let input = self.inputs[tick as usize].clone();
            self.play(&input);
        }
        self.inputs.truncate(target as usize);
        self.past.forget_after(target);
        while self.events.back().is_some_and(|(tick, _)| *tick > target) {
            self.events.pop_back();
        }
        Ok(true)
    }

    /// Begins again, with all coins and without the bodies that were added.
    ///
    /// # Errors
    /// None that is known: the first snapshot of this game fits it.
    pub fn restart(&mut self) -> Result<(), LevelError> {
        self.spawned.restore(&self.level, (&mut self.physics, &mut self.world), &self.beginning)?;
        self.hero = hero::find(&self.world);
        self.forget_time();
        Ok(())
    }

    /// Takes over a changed level while the game goes on. The game cannot go back before it.
    ///
    /// # Errors
    /// If the running game cannot take the level; nothing is changed then.
    pub fn reload(&mut self, new: Level) -> Result<(), LevelError> {
        self.spawned.reload(&mut self.level, new, (&mut self.physics, &mut self.world))?;
        self.begin_here();
        Ok(())
    }

    /// Changes the world by other means than a [`TickInput`], such as a slider of a scene. The game cannot go back before it.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Physics, &mut World) -> T) -> T {
        let changed = change(&mut self.physics, &mut self.world);
        self.begin_here();
        changed
    }

    /// True if the level has changed since it was opened, so that a restart does not begin as the map does.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Sets a slider of the scene. The game cannot go back before it.
    pub fn set_slider(&mut self, slider: usize, value: f32) -> Change {
        let Some(scene) = &mut self.scene else { return Change::Done };
        let change = scene.set(slider, value, (&mut self.physics, &mut self.world));
        self.begin_here();
        change
    }

    /// The present state is the beginning of what is recorded and taken back.
    fn begin_here(&mut self) {
        self.is_changed = true;
        self.beginning = self.physics.snapshot(&mut self.world);
        self.forget_time();
    }

    fn forget_time(&mut self) {
        self.inputs.clear();
        self.events.clear();
        self.past = Past::default();
    }

    /// The input of the hero in the next tick is read from here.
    fn set_input(&mut self, input: Input) {
        let Some(hero) = self.hero else { return };
        if let Ok(mut place) = self.world.get::<&mut Input>(hero) {
            *place = input;
        }
    }

    /// Components for the classes of the maps.
    fn handlers() -> ClassHandlers {
        ClassHandlers::new().on_class("Crate", crowd::add_crate).on_class("Slime", slime::add_slime)
    }
}
