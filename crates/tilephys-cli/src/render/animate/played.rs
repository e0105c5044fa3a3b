//! A level in play, up to the time that a frame shows.

use super::film::Moment;
use super::options::Player;
use crate::messages::Failure;
use glam::Vec2;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tilephys::ecs::Input;
use tilephys::tiled::Level;
use tilephys_game::{Action, Crowd, Game, Replayed, Script, Start, TickInput};

/// A game with what moves its hero.
pub(super) struct Played {
    pub(super) game: Game,
    source: Source,
    /// Ticks before the level was edited, where the game begins anew.
    before: u32,
    /// Bodies to add in the next tick.
    added: Option<Crowd>,
    /// Durations of the steps with added bodies.
    durations: Vec<Duration>,
    /// Input of the last tick, for the buttons that are held.
    input: Input,
    /// Part of the last tick that has passed, from 0 to 1.
    pub(super) alpha: f32,
    /// Objects that are no entities, such as paths, and stay in their places.
    fixed: HashSet<u32>,
}

enum Source {
    Keys(Script),
    Replay(Box<Replayed>),
}

impl Played {
    /// Begins to play a level.
    ///
    /// # Errors
    /// If the level cannot be played, has no hero for its keys, or is not the recorded one.
    pub(super) fn new(level: Level, start: Start, player: &Player) -> Result<Self, Failure> {
        let start = match player {
            Player::Replay(recording) => recording.start.clone(),
            _ => start,
        };
        let mut game = Game::begin(level, start).map_err(|error| error.to_string())?;
        let source = match player {
            Player::Absent => Source::Keys(Script::default()),
            Player::Keys(_) if game.hero.is_none() => {
                let message = "--keys move a hero, and the level has no place for one; put an object of class TpSpawn on its \
                               ground";
                return Err(message.to_owned().into());
            }
            Player::Keys(script) => Source::Keys(script.clone()),
            Player::Replay(recording) => {
                let replayed = Replayed::new(recording, &mut game).map_err(|error| error.to_string())?;
                Source::Replay(Box::new(replayed))
            }
        };
        let fixed = fixed(&game);
        let input = Input::default();
        Ok(Played { game, source, before: 0, added: None, durations: Vec::new(), input, alpha: 1.0, fixed })
    }

    /// Number of ticks of the animation.
    fn tick(&self) -> u32 {
        self.before + self.game.tick()
    }

    /// Loads an edited level in place. The keys go on.
    ///
    /// # Errors
    /// If the running game cannot take the level.
    pub(super) fn edit(&mut self, level: Level) -> Result<(), Failure> {
        self.before = self.tick();
        self.game.reload(level).map_err(|error| error.to_string())?;
        self.fixed = fixed(&self.game);
        Ok(())
    }

    /// Adds bodies in the next tick.
    pub(super) fn add(&mut self, crowd: Crowd) {
        self.added = Some(crowd);
    }

    /// Median duration of the steps with added bodies; `None` before the first.
    pub(super) fn step_duration(&self) -> Option<Duration> {
        let mut durations = self.durations.clone();
        durations.sort_unstable();
        durations.get(durations.len() / 2).copied()
    }

    /// Number of recorded ticks; `None` without a recording.
    pub(super) fn recorded(&self) -> Option<u32> {
        match &self.source {
            Source::Keys(_) => None,
            Source::Replay(replay) => Some(replay.ticks()),
        }
    }

    /// Plays a tick.
    ///
    /// # Errors
    /// If the game differs from its recording.
    fn step(&mut self) -> Result<(), Failure> {
        match &mut self.source {
            Source::Keys(script) => {
                self.input = script.at(self.before + self.game.tick()).unwrap_or_default().input(self.input);
                let is_crowded = self.added.is_some() || !self.durations.is_empty();
                let actions = self.added.take().map(Action::Add).into_iter().collect();
                self.game.step(TickInput { actions, input: self.input });
                self.input.clear_presses();
                if is_crowded {
                    self.durations.push(self.game.times.total());
                }
            }
            Source::Replay(replay) => {
                let played = replay.step(&mut self.game).map_err(|error| error.to_string())?;
                // The end of the recording is the end of the animation.
                if played.is_none() {
                    self.game.step(TickInput::default());
                }
            }
        }
        Ok(())
    }

    /// Plays up to a time, or goes back to it.
    ///
    /// # Errors
    /// If the game differs from its recording.
    pub(super) fn go_to(&mut self, moment: Moment) -> Result<(), Failure> {
        let tick = moment.tick.ceil();
        while f64::from(self.tick()) < tick {
            self.step()?;
        }
        while f64::from(self.tick()) > tick {
            if !self.game.rewind().map_err(|error| error.to_string())? {
                break;
            }
        }
        self.alpha = (1.0 - (tick - moment.tick)) as f32;
        Ok(())
    }

    /// Plays on to the tick in which the hero begins to touch something of the map, from a tick on; `None` without one.
    ///
    /// # Errors
    /// If the game differs from its recording.
    pub(super) fn find_hit(&mut self, from: u32, last: u32) -> Result<Option<u32>, Failure> {
        let mut was_hit = true;
        while self.game.tick() < last {
            self.step()?;
            let is_hit = self.reason().is_some();
            if is_hit && !was_hit && self.game.tick() >= from {
                return Ok(Some(self.game.tick()));
            }
            was_hit = is_hit;
        }
        Ok(None)
    }

    /// The face of the map that the hero hit in the last tick, in words; `None` without a hit.
    pub(super) fn reason(&self) -> Option<String> {
        let explanation = self.game.physics.explain_hit(&self.game.world, self.game.hero?)?;
        let text = explanation.to_string();
        let face = text.lines().find_map(|line| line.trim_start().strip_prefix("- "))?;
        // The rest of a line is about the rest of the motion.
        let hit = face.split(';').next()?;
        Some(hit.split(" (reached").next()?.to_owned())
    }

    /// Offsets of all objects with an entity from their places, in pixels of the level; `None` for each that is gone.
    pub(super) fn offsets(&self, level: &Level) -> HashMap<u32, Option<Vec2>> {
        let Game { spawned, world, .. } = &self.game;
        let offset = |id: u32| match self.fixed.contains(&id) {
            true => Some(Vec2::ZERO),
            false => spawned.displacement(world, id, self.alpha),
        };
        level.objects.iter().map(|object| (object.id, offset(object.id))).collect()
    }
}

/// Objects without an entity.
fn fixed(game: &Game) -> HashSet<u32> {
    let ids = game.level.objects.iter().map(|object| object.id);
    ids.filter(|id| game.spawned.displacement(&game.world, *id, 1.0).is_none()).collect()
}
