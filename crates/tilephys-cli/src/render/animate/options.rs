//! Options of pictures that move.

use super::film::{Film, RATE};
use crate::messages::Failure;
use crate::picture::Format;
use clap::builder::{PathBufValueParser, TypedValueParser};
use glam::UVec2;
use std::fs;
use std::path::{Path, PathBuf};
use tilephys_game::{Recording, Script};

/// Longest animation, in seconds.
const MAX_SECONDS: f32 = 120.0;

/// Longest time that a game takes back, in seconds.
const MAX_REWIND: f32 = 10.0;

/// Most bodies that are added.
const MAX_BODIES: i64 = 200_000;

/// Largest side of a frame, in pixels.
const MAX_SIDE: u32 = 4096;

#[derive(clap::Args)]
pub(crate) struct AnimateOptions {
    /// Play the level and draw it as an animated PNG: a file that ends in .png; an existing file is replaced
    ///
    /// Without --keys and --replay the level plays without its hero: its movers and its enemies. Browsers show the
    /// animation again and again; a viewer without animations shows its first frame.
    #[arg(long, value_name = "FILE")]
    #[arg(value_parser = PathBufValueParser::new().try_map(png))]
    pub(crate) animate: Option<PathBuf>,

    /// The keys of the hero by tick, in the form that tilephys play --keys reads
    #[arg(long, value_name = "FILE", requires = "animate")]
    keys: Option<PathBuf>,

    /// A recording of this level (.tprec), as the app saves it
    #[arg(long, value_name = "FILE", requires = "animate", conflicts_with_all = ["keys", "preset", "feel"])]
    replay: Option<PathBuf>,

    /// Frames per second, from 1 to 60
    #[arg(long, value_name = "N", requires = "animate", default_value_t = RATE)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=60))]
    rate: u16,

    /// Begin after this many seconds of the game
    #[arg(long, value_name = "S", requires = "animate", default_value = "0", value_parser = seconds)]
    from: f32,

    /// Draw at most this many seconds of the game [default: all of the keys or the recording, else 8]
    #[arg(long, value_name = "S", requires = "animate", value_parser = some_seconds)]
    seconds: Option<f32>,

    /// Size of the animation in pixels: the view follows the hero. By default the view stands still
    #[arg(long, value_name = "WxH", requires = "animate", value_parser = side_by_side)]
    pub(crate) size: Option<UVec2>,

    /// From this second on show the next hit of the hero on the map in slow motion, and stop there with the reason
    #[arg(long, value_name = "S", requires = "animate", value_parser = seconds)]
    explain: Option<f32>,

    /// Take the last seconds back at the end, twice as fast: 10 at most
    #[arg(long, value_name = "S", requires = "animate", default_value = "0", value_parser = rewind)]
    rewind: f32,

    /// After --rewind load the level of an edited map in place, as the app does when a map is saved, and play on
    #[arg(long, value_name = "MAP", requires = "rewind", conflicts_with = "replay")]
    pub(super) edit: Option<PathBuf>,

    /// At the end show the whole level with N projectiles for a moment, and say how long a step takes
    #[arg(long, value_name = "N", requires = "animate", conflicts_with = "replay")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_BODIES))]
    pub(super) bodies: Option<u32>,
}

/// What moves the hero.
pub(super) enum Player {
    /// Nothing.
    Absent,
    Keys(Script),
    Replay(Box<Recording>),
}

impl AnimateOptions {
    /// Reads the file of the keys or the recording.
    ///
    /// # Errors
    /// If it cannot be read, or is neither.
    pub(super) fn player(&self) -> Result<Player, Failure> {
        if let Some(path) = &self.keys {
            let text = String::from_utf8(read(path)?).map_err(|_| {
                format!(
                    "{}: is not text; keys are lines such as `12 right jump`, and --replay plays recordings",
                    path.display()
                )
            })?;
            let script = Script::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            return Ok(Player::Keys(script));
        }
        if let Some(path) = &self.replay {
            let recording = Recording::from_bytes(&read(path)?);
            let recording = recording.map_err(|error| format!("{}: {error}", path.display()))?;
            return Ok(Player::Replay(Box::new(recording)));
        }
        Ok(Player::Absent)
    }

    /// The times to draw, of a game of at most so many ticks.
    ///
    /// # Errors
    /// If nothing of the game is left to draw.
    pub(super) fn film(&self, ticks: Option<u32>) -> Result<Film, Failure> {
        let ticks = ticks.map(|ticks| ticks as f32 / tilephys_game::TICKS as f32);
        let asked = self.seconds.unwrap_or(if ticks.is_some() { MAX_SECONDS } else { 8.0 });
        let end = self.from + asked;
        let end = ticks.filter(|ticks| *ticks < end).unwrap_or(end);
        if end <= self.from {
            let message = format!("the game ends after {end} s, before --from {}; begin earlier", self.from);
            return Err(message.into());
        }
        if let Some(slow) = self.explain.filter(|slow| *slow >= end || *slow < self.from) {
            let message =
                format!("--explain {slow} is not between {} and {end} s, which are drawn", self.from);
            return Err(message.into());
        }
        Ok(Film {
            rate: self.rate,
            from: self.from,
            end,
            explain: self.explain,
            rewind: self.rewind,
            is_edited: self.edit.is_some(),
            has_crowd: self.bodies.is_some(),
            hit: None,
        })
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: cannot be read: {error}; check the path", path.display()))
}

fn png(path: PathBuf) -> Result<PathBuf, &'static str> {
    match Format::of(&path) {
        Some(Format::Png) => Ok(path),
        _ => Err("expected a name that ends in .png: animations have this form alone"),
    }
}

fn between(text: &str, most: f32) -> Option<f32> {
    text.parse().ok().filter(|seconds: &f32| *seconds >= 0.0 && *seconds <= most)
}

fn seconds(text: &str) -> Result<f32, String> {
    between(text, 3600.0).ok_or_else(|| "expected seconds, such as 2 or 0.5".to_owned())
}

fn some_seconds(text: &str) -> Result<f32, String> {
    let some = between(text, MAX_SECONDS).filter(|seconds| *seconds > 0.0);
    some.ok_or_else(|| format!("expected more than 0 seconds and at most {MAX_SECONDS}, such as 8"))
}

fn rewind(text: &str) -> Result<f32, String> {
    between(text, MAX_REWIND).ok_or_else(|| format!("expected at most {MAX_REWIND} seconds, such as 2"))
}

fn side_by_side(text: &str) -> Result<UVec2, String> {
    let side = |text: &str| text.parse().ok().filter(|side| (16..=MAX_SIDE).contains(side));
    let sides =
        text.split_once('x').and_then(|(width, height)| Some(UVec2::new(side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("expected a width and a height from 16 to {MAX_SIDE} px, such as 640x360"))
}
