//! Recordings: the inputs of a game with the hash of each tick, as a file.

use super::errors::{RecordingError, ReplayError};
use super::way::Way;
use super::{Game, GameEvent, Start, TickInput};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tilephys_ecs::{Feel, Recorder, Replay};

/// First bytes of a recording, with the version of its format.
const MAGIC: &[u8; 8] = b"tpplay02";

/// A recorded game, or a way that the checker has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Path of the map, as it was opened.
    pub map: PathBuf,
    /// How the game began.
    pub start: Start,
    ticks: Ticks,
}

/// The ticks of a recording.
#[derive(Clone, Debug, PartialEq)]
enum Ticks {
    /// Inputs and hashes in the format of the engine.
    Hashed(Vec<u8>),
    /// The keys of a way, with the file that it was read from.
    Way { way: Way, file: Vec<u8> },
}

/// The part of a recording that is the app's own.
#[derive(Serialize, Deserialize)]
struct Head {
    map: String,
    feel: Feel,
    feet: Option<[f32; 2]>,
}

impl Recording {
    /// Reads the bytes of [`to_bytes`](Self::to_bytes), or the way of a witness of the checker.
    ///
    /// # Errors
    /// If the bytes are no recording, or one of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, RecordingError> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            let (map, start, way) = Way::read(bytes)?;
            return Ok(Recording {
                map: map.into(),
                start,
                ticks: Ticks::Way { way, file: bytes.to_owned() },
            });
        };
        let (head, ticks): (Head, &[u8]) =
            postcard::take_from_bytes(rest).map_err(|_| RecordingError::unknown())?;
        let Head { map, feel, feet } = head;
        let start = Start { feel: Some(feel), feet: feet.map(Into::into), size: None };
        Ok(Recording { map: map.into(), start, ticks: Ticks::Hashed(ticks.to_owned()) })
    }

    /// The recording as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let ticks = match &self.ticks {
            Ticks::Hashed(ticks) => ticks,
            Ticks::Way { file, .. } => return file.clone(),
        };
        let map = self.map.to_string_lossy().replace('\\', "/");
        // The settings of the hero at the beginning are always known: they are of a file, or of a game.
        let feel = self.start.feel.clone().unwrap_or_default();
        let head = Head { map, feel, feet: self.start.feet.map(Into::into) };
        let mut bytes = MAGIC.to_vec();
        // Plain numbers and texts always have such a form.
        bytes.extend(postcard::to_allocvec(&head).unwrap_or_default());
        bytes.extend(ticks);
        bytes
    }
}

/// A recording in playback.
#[derive(Clone, Debug)]
pub struct Replayed {
    played: Played,
    length: u32,
}

/// Source of the inputs.
#[derive(Clone, Debug)]
enum Played {
    Hashed(Replay),
    Way(Way),
}

impl Replayed {
    /// Begins to play a recording in a game that has just begun, with the recording's [`Start`].
    ///
    /// # Errors
    /// If the recording is of another map, or of the same map before it was changed.
    pub fn new(recording: &Recording, game: &mut Game) -> Result<Replayed, RecordingError> {
        let ticks = match &recording.ticks {
            Ticks::Hashed(ticks) => ticks,
            Ticks::Way { way, .. } => {
                return Ok(Replayed { length: way.ticks(), played: Played::Way(way.clone()) });
            }
        };
        let of = || format!("the recording of {} does not fit this level", recording.map.display());
        let replay = Replay::new(ticks, &mut game.physics, &mut game.world)
            .map_err(|error| RecordingError::new(&format!("{}: {error}", of())))?;
        let length = replay.ticks();
        game.forget_time();
        Ok(Replayed { played: Played::Hashed(replay), length })
    }

    /// Number of recorded ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.length
    }

    /// Plays the next tick and compares its hash, or after the last tick of a way its end. Returns what happened; `None` at the end.
    ///
    /// # Errors
    /// The first difference from the recording.
    pub fn step(&mut self, game: &mut Game) -> Result<Option<Vec<GameEvent>>, ReplayError> {
        let replay = match &mut self.played {
            Played::Hashed(replay) => replay,
            Played::Way(way) => return way.step(game),
        };
        let Some(bytes) = replay.begin_tick(&mut game.physics) else { return Ok(None) };
        let input =
            postcard::from_bytes::<TickInput>(bytes).map_err(|_| ReplayError::Input(game.tick() + 1))?;
        let events = game.step(input);
        replay.end_tick(&game.physics, &game.world).map_err(ReplayError::Divergence)?;
        Ok(Some(events))
    }
}

impl Game {
    /// The game since its beginning, as a recording: plays it again and takes the hash of each tick.
    ///
    /// # Errors
    /// None that is known: the first snapshot of this game fits it.
    pub fn record(&mut self, map: &Path) -> Result<Recording, RecordingError> {
        let beginning = std::mem::take(&mut self.beginning);
        let restored = self.spawned.restore(&self.level, (&mut self.physics, &mut self.world), &beginning);
        self.beginning = beginning;
        restored.map_err(|error| RecordingError::new(&error))?;
        self.hero = super::hero::find(&self.world);
        let dt = self.dt();
        let mut recorder = Recorder::new(&mut self.physics, &mut self.world, dt);
        for input in std::mem::take(&mut self.inputs) {
            // Plain numbers always have such a form.
            let bytes = postcard::to_allocvec(&input).unwrap_or_default();
            recorder.begin_tick(&mut self.physics);
            self.play(&input);
            recorder.end_tick(&mut self.physics, &self.world, &bytes);
            self.inputs.push(input);
        }
        let ticks = recorder.finish(&mut self.physics);
        let start = Start { feel: Some(self.first_feel()), ..self.start.clone() };
        Ok(Recording { map: map.to_owned(), start, ticks: Ticks::Hashed(ticks) })
    }
}
