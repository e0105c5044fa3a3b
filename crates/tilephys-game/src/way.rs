//! Ways that the checker has found, as recordings: `tilephys check --witness` writes them.

use super::errors::{RecordingError, ReplayError};
use super::{Game, GameEvent, Script, Start, TickInput};
use glam::Vec2;
use serde::{Deserialize, Serialize};
use tilephys_ecs::{Feel, Input};

/// The file of a way, a text in TOML. `Recording::from_bytes` reads it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WayFile {
    /// Path of the map.
    pub map: String,
    /// Width and height of the hero, in px.
    pub size: [f32; 2],
    /// Place of the hero's feet at its beginning, in px; by default the level's start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feet: Option<[f32; 2]>,
    /// Middle of the hero's box after the last tick, in px: a replay compares it.
    pub end: [f32; 2],
    /// Lines of a [`Script`].
    pub keys: Vec<String>,
    /// Settings of the hero.
    pub feel: Feel,
}

/// A way, and how far it is played.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    script: Script,
    /// Middle of the hero's box at its end, in px.
    end: Vec2,
    /// Input of the last tick.
    input: Input,
}

impl Way {
    /// Reads the text of a way. Returns it with the path of its map and the beginning of its game.
    pub(super) fn read(bytes: &[u8]) -> Result<(String, Start, Way), RecordingError> {
        let text = std::str::from_utf8(bytes).map_err(|_| RecordingError::unknown())?;
        let file: WayFile = toml::from_str(text).map_err(|_| RecordingError::unknown())?;
        let script = Script::parse(&file.keys.join("\n")).map_err(|error| RecordingError::new(&error))?;
        let start =
            Start { feel: Some(file.feel), size: Some(file.size.into()), feet: file.feet.map(Into::into) };
        Ok((file.map, start, Way { script, end: file.end.into(), input: Input::default() }))
    }

    /// Number of ticks.
    pub(super) fn ticks(&self) -> u32 {
        self.script.keys().count() as u32
    }

    /// Plays the next tick of a game. `None` at the end.
    pub(super) fn step(&mut self, game: &mut Game) -> Result<Option<Vec<GameEvent>>, ReplayError> {
        let Some(keys) = self.script.at(game.tick()) else {
            let found = game.hero_middle();
            let is_there = found == Some(self.end);
            return if is_there {
                Ok(None)
            } else {
                Err(ReplayError::Elsewhere { expected: self.end, found })
            };
        };
        self.input = keys.input(self.input);
        let events = game.step(TickInput::of(self.input));
        self.input.clear_presses();
        Ok(Some(events))
    }
}
