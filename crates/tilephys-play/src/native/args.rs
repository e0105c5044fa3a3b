//! The command line.

use clap::Parser;
use std::path::PathBuf;
use tilephys_scenes::{Ground, Scene};

/// Shows a level as its designer draws it and as the engine has it, and plays it.
///
/// Without a map it opens maps/cavern.tmx. Arrow keys or WASD run and climb, Space jumps, X dashes, Z grabs, R takes time back,
/// P pauses, F1 shows what the engine knows. The level follows its files when they are saved.
#[derive(Parser, Debug)]
#[command(name = "tilephys-play", version)]
pub(crate) struct Args {
    /// The map to open, a .tmx or .tmj file; or a folder, a .world or a .tiled-project, whose maps are listed
    pub(crate) map: Option<PathBuf>,

    /// Opens a scene of the testbed by its name; --list lists them
    #[arg(long, value_name = "NAME", conflicts_with = "map")]
    pub(crate) scene: Option<String>,

    /// Lists the scenes of the testbed
    #[arg(long)]
    pub(crate) list: bool,

    /// Settings of the character controller, a file that the panel "feel" has saved
    #[arg(long, value_name = "FILE")]
    pub(crate) preset: Option<PathBuf>,

    /// Plays a recording and compares the hash of each tick, or a way of `tilephys check --witness` and compares its end; status 1
    /// if one differs
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub(crate) replay: Option<PathBuf>,

    /// Writes the game as a recording when the window closes, or at the first door
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Plays keys from a file: lines of a number of ticks and the keys that are down, as `12 right jump`
    #[arg(long, value_name = "FILE")]
    pub(crate) keys: Option<PathBuf>,

    /// Begins at the feet of the object with this id, as behind a door, instead of the start of the map
    #[arg(long, value_name = "OBJECT", conflicts_with_all = ["scene", "replay"])]
    pub(crate) at: Option<u32>,

    /// Closes after N frames, each of one tick
    #[arg(long, value_name = "N")]
    pub(crate) frames: Option<u32>,

    /// Writes the window as a PNG after the last of --frames
    #[arg(long, value_name = "FILE", requires = "frames")]
    pub(crate) picture: Option<PathBuf>,

    /// Overlays that are shown from the start: engine, solids, objects, findings, timers, reasons, cells, reach
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) show: Vec<String>,

    /// The panel that is open from the start: layers, objects, findings, inspect, feel, bodies, events, times, scene; or none
    #[arg(long, value_name = "PANEL")]
    pub(crate) panel: Option<String>,

    /// Width and height of the window
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub(crate) size: [f32; 2],

    /// Plays --keys or --replay without a window and prints the hash of the last tick
    #[arg(long)]
    pub(crate) no_window: bool,
}

/// Sizes of windows that make sense, in points.
const SIZES: std::ops::RangeInclusive<u16> = 200..=8_000;

fn size(text: &str) -> Result<[f32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| SIZES.contains(side)).map(f32::from);
    let sides = text.split_once('x').and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| {
        format!("a size is two numbers from {} to {}, as 1280x800", SIZES.start(), SIZES.end())
    })
}

impl Args {
    /// The map to open: the named one, else a map of the project.
    pub(crate) fn map(&self) -> PathBuf {
        self.map.clone().unwrap_or_else(|| root().join("maps/cavern.tmx"))
    }
}

/// The folder with the maps of the project: the current one, else the sources that the app was built from.
pub(crate) fn root() -> PathBuf {
    let of_sources = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let is_here = PathBuf::from("maps").exists() || !of_sources.exists();
    if is_here { PathBuf::new() } else { of_sources }
}

/// A scene of the testbed, with its map in this checkout.
pub(crate) fn scene(name: &str) -> Result<Scene, String> {
    let mut scene = Scene::named(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = Scene::all().iter().map(|scene| scene.name.as_str()).collect();
        format!("unknown scene {name:?}; scenes are {}", names.join(", "))
    })?;
    if let Ground::Map(path) = &mut scene.ground {
        *path = root().join(&*path);
    }
    Ok(scene)
}
