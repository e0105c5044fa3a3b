//! `tilephys run`: a level, bodies, steps, figures.

mod audit;
mod bodies;
mod digits;
mod drive;
mod extent;
mod numbers;
mod places;
mod random;
mod report;
mod summary;
mod walker;

use bodies::{PROJECTILE, Start};
use extent::{Extent, Shift, filled_cells, place_cells, shifted};
use glam::Vec2;
use report::{Asked, Report};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use summary::Summary;
use tilephys::core::World;
use tilephys::tiled::Level;

/// In px/s².
const GRAVITY: f32 = 900.0;

/// Run a level with projectiles and characters, and print what it took
///
/// Projectiles of 4 × 4 px start at random free places, fly at 60 to 2,400 px/s in random directions and bounce off
/// everything. Characters of 8 × 11 px start at the level's object of class "TpSpawn", and walk and jump at random.
/// At the end all bodies are checked: none may be inside something solid or outside of a closed map.
///
/// The same level, numbers and seed give the same state hash on every machine.
///
/// Status: 0 if all is well, 1 if a check failed, 2 for wrong usage and for levels that cannot be read.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The level: a .tmx file, as Tiled saves it
    #[arg(value_name = "MAP")]
    map: PathBuf,

    /// How many projectiles fly
    #[arg(long, value_name = "N", default_value = "1000", value_parser = numbers::bodies, allow_negative_numbers = true)]
    projectiles: usize,

    /// How many characters walk and jump [default: 1, or 0 if the level has no "TpSpawn"]
    #[arg(long, value_name = "N", value_parser = numbers::bodies, allow_negative_numbers = true)]
    characters: Option<usize>,

    /// How many steps to run, of 1/60 s each
    #[arg(long, value_name = "N", default_value = "600", value_parser = numbers::steps, allow_negative_numbers = true)]
    steps: u64,

    /// What all random choices follow from
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,

    /// Move the level by whole tiles first: the motion must be the same anywhere in the world
    #[arg(long, value_name = "COLS,ROWS", default_value = "0,0", hide_default_value = true)]
    #[arg(value_parser = numbers::shift, allow_hyphen_values = true)]
    shift: Shift,

    /// Print one JSON object instead of the summary
    #[arg(long)]
    json: bool,
}

/// Runs it. Errors go to stderr.
pub(crate) fn main(args: &Args) -> ExitCode {
    let report = match run(args) {
        Ok(report) => report,
        Err(message) => return fail(&message),
    };
    let text = if args.json { json(&report) } else { Ok(Summary(&report).to_string()) };
    match text.and_then(|text| print(&text)) {
        Err(message) => fail(&message),
        Ok(()) if report.is_broken() => ExitCode::from(1),
        Ok(()) => ExitCode::SUCCESS,
    }
}

fn run(args: &Args) -> Result<Report, String> {
    let begun = Instant::now();
    let level = tilephys::tiled::load(&args.map).map_err(|e| e.to_string())?;
    let load_seconds = begun.elapsed().as_secs_f64();
    let characters = args.characters.unwrap_or(usize::from(level.spawn().is_some()));
    let asked = Asked {
        projectiles: args.projectiles,
        characters,
        steps: args.steps,
        seed: args.seed,
        shift: args.shift,
    };
    let (mut world, mut start) = prepare(&level, &asked)?;
    let warning = start.warning.take();
    let mut walkers = start.spawn(&mut world, asked.shift.in_units(level.grid.tile_size()), asked.seed);
    let taken = drive::run(&mut world, &mut walkers, asked.steps, !args.json);
    let mut report = Report::new(&level, &world, &asked, &taken);
    report.load_seconds = load_seconds;
    let told = level.warnings.iter().map(ToString::to_string);
    report.warnings = told.chain(warning).chain(warn_of_nothing_solid(&level)).collect();
    Ok(report)
}

/// The first level of many a beginner.
fn warn_of_nothing_solid(level: &Level) -> Option<String> {
    filled_cells(&level.grid).is_none().then(|| {
        format!(
            "{}: nothing collides; in Tiled, give tiles, a tileset or a layer the property \"collision\" with the \
             value \"solid\"",
            level.path.display()
        )
    })
}

/// The world of the shifted level, and where the bodies go before the shift.
fn prepare(level: &Level, asked: &Asked) -> Result<(World, Start), String> {
    let tile = level.grid.tile_size();
    let start = Start::new(level, asked.projectiles, asked.characters, asked.seed)?;
    let grid = if asked.shift == Shift::default() {
        level.grid.clone()
    } else {
        let parts = [filled_cells(&level.grid), start.character_cells(tile)];
        let all = parts.into_iter().flatten().fold(place_cells(level, PROJECTILE), Extent::union);
        asked.shift.check(all, tile)?;
        shifted(level, asked.shift)
    };
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, GRAVITY);
    Ok((world, start))
}

fn json(report: &Report) -> Result<String, String> {
    let text = serde_json::to_string(report).map_err(|e| format!("the report does not fit JSON: {e}"))?;
    Ok(text + "\n")
}

/// Prints to stdout. Whoever closes it early (`| head`) has read enough: that is no error.
fn print(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("standard output: {e}")),
        _ => Ok(()),
    }
}

/// Says what is wrong, if anyone listens.
fn fail(message: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "error: {message}");
    ExitCode::from(2)
}
