//! The app on a computer: command line, window, and runs without a window.

mod args;
mod headless;
mod opened;
#[cfg(feature = "window")]
mod picture;
#[cfg(feature = "window")]
mod window;

use args::Args;
use clap::Parser;
use opened::Opened;
use std::path::Path;
use std::process::ExitCode;
use tilephys::glam::Vec2;
use tilephys_play::game::{Recording, Script, Start};
use tilephys_scenes::Scene;

/// Runs the program. Errors are one line on stderr: status 1 for a replay that differs, else 2.
pub(crate) fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let args = Args::parse();
    if args.list {
        let name_width = Scene::all().iter().map(|scene| scene.name.len()).max().unwrap_or_default();
        for Scene { name, title, .. } in Scene::all() {
            println!("{name:name_width$}  {title}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let script = args.keys.as_deref().map(script).transpose()?;
    let recording = args.replay.as_deref().map(recording).transpose()?;
    let mut start = Start::default();
    if let Some(path) = &args.preset {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let feel = tilephys_play::presets::read(&text);
        start.feel = Some(feel.map_err(|error| format!("{}: {error}", path.display()))?);
    }
    if let Some(object) = args.at {
        start.feet = Some(feet_at(&args.map(), object)?);
    }
    let opened = Opened { args, start, script, recording };
    if opened.args.no_window {
        return headless::run(opened);
    }
    #[cfg(feature = "window")]
    return window::run(opened);
    #[cfg(not(feature = "window"))]
    Err("this program was built without its window; use --no-window".to_owned())
}

/// Feet of the hero at an object of a map.
fn feet_at(map: &Path, object: u32) -> Result<Vec2, String> {
    let (level, _) = opened::load(map)?;
    let found =
        level.object(object).ok_or_else(|| format!("{}: there is no object {object}", map.display()))?;
    Ok(found.feet())
}

fn script(path: &Path) -> Result<Script, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Script::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn recording(path: &Path) -> Result<Recording, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Recording::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}
