//! `tilephys run`: simulates bodies in a level and reports statistics.

mod audit;
mod bodies;
mod clock;
mod collisions;
mod crowd;
mod drive;
mod driver;
mod ecs;
mod live;
mod numbers;
mod pair_audit;
mod passing;
mod paths;
mod picture;
mod places;
mod plain;
mod rails;
mod random;
mod rate;
mod referee;
mod report;
mod summary;
mod things;
mod threads;
mod walker;

use crate::geometry::extent::Extent;
use crate::geometry::level::{Shift, filled_cells, place_cells, shifted};
use crate::load::maps::{self, CommandForm};
use crate::load::{Guessed, LevelOptions};
use crate::messages::{self, Failure, print};
use crate::picture::Output;
use crate::text::hash_shown;
use audit::Audit;
use bodies::{PROJECTILE, Start};
use clap::builder::{PathBufValueParser, TypedValueParser};
use collisions::{Collisions, Energy, kinetic_energy};
use crowd::{Crowd, Meet};
use drive::Play;
use driver::Driver;
use ecs::Ecs;
use glam::{I64Vec2, IVec2};
use live::Live;
use pair_audit::{PairAudit, PairChecks};
use paths::Paths;
use picture::{Drawing, End};
use plain::Plain;
use referee::Referee;
use report::{Asked, Report};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use summary::Summary;
use things::{moved as moved_level, thing_cells};
use tilephys::core::{Aabb, TileGrid, WORLD_LIMIT};
use tilephys::tiled::{Level, TileRect};

/// Number of projectiles by default.
const COUNT: usize = 1000;

/// Number of projectiles of a picture by default.
const DRAWN: usize = 40;

/// Run a level with projectiles and characters, and print statistics
///
/// Projectiles of 4 × 4 px start at random free places, fly at 60 to 2,400 px/s in random directions and bounce off
/// everything. Characters of 8 × 11 px start at the level's object of class "TpSpawn", and walk and jump at random.
/// Objects of class "TpMover" move along their paths: they carry, push and crush. A character takes each
/// "TpCollectible" that it touches, and starts again when it touches a "TpKillZone".
/// At the end all bodies are checked: none may be inside something solid or outside of a closed map, except for
/// bodies that a mover crushes at that moment.
///
/// The same level, numbers and seed give the same state hash on every machine, on any number of threads.
///
/// Status: 0 if all is well, 1 if a check failed, 2 for wrong usage, levels that cannot be read and pictures that
/// cannot be written.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// The level: a .tmx or .tmj file, as Tiled saves it; or a .world or a folder, to see which maps there are
    #[arg(value_name = "MAP")]
    map: PathBuf,

    /// Run all maps of a .world or a folder, one after the other
    ///
    /// A map that cannot be loaded is reported, and the others run. With --json each prints an object in a line of its own.
    #[arg(long, conflicts_with_all = ["picture", "watch"])]
    all: bool,

    #[command(flatten)]
    level: LevelOptions,

    /// Number of projectiles [default: 1000, or 40 with --picture, whose trails leave the level in view]
    #[arg(long, value_name = "N", value_parser = numbers::bodies, allow_negative_numbers = true)]
    projectiles: Option<usize>,

    /// Number of characters that walk and jump [default: 1, or 0 if the level has no start]
    ///
    /// They start at the object of class "TpSpawn", or one with a usual name, such as "player" or "spawn"; else on free ground near the
    /// left edge.
    #[arg(long, value_name = "N", value_parser = numbers::bodies, allow_negative_numbers = true)]
    characters: Option<usize>,

    /// Let the projectiles hit each other
    ///
    /// They start side by side, and bounce off each other as off walls, without loss. Their steps are checked: no
    /// two projectiles may overlap at the end of a step. By their paths, no two may have passed through each
    /// other. With more than 20,000 projectiles only some steps are checked. The checks
    /// are a run of their own, before the timed run, and both must end in the same state; with --watch both are the
    /// same run.
    #[arg(long)]
    collide: bool,

    /// Give the projectiles masses from 1 to 8
    #[arg(long, requires = "collide")]
    masses: bool,

    /// How many steps to run, of 1/60 s each [default: 600, or with --watch until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = numbers::steps, allow_negative_numbers = true)]
    steps: Option<u64>,

    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,

    /// Move the level by whole tiles first: the motion must be the same anywhere in the world
    #[arg(long, value_name = "COLS,ROWS", default_value = "0,0", hide_default_value = true)]
    #[arg(value_parser = numbers::shift, allow_hyphen_values = true)]
    shift: Shift,

    /// How many threads the steps run on [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// Run the engine's plain loop, on one thread and without the ECS: the state hash must be the same
    #[arg(long, conflicts_with = "threads")]
    plain: bool,

    /// Put the bodies into the world in a random order: the state hash must be the same
    #[arg(long)]
    shuffle: bool,

    /// Run in real time, and load the level again whenever its files are saved: the bodies go on
    ///
    /// Each change is reported in a line, and so is an error in a file, which leaves the level unchanged. Ctrl-C
    /// ends the run; the report and the picture show the level at that moment. Without --steps the picture has no
    /// paths. The hashes depend on when the files were saved.
    #[arg(long, conflicts_with = "shift")]
    watch: bool,

    /// Draw the level, with the bodies where they ended and their last paths, as PNG or SVG
    ///
    /// Projectiles are yellow, characters blue, and bodies inside something solid red. A character's path covers
    /// the last 120 steps. A projectile's path covers at most 30 steps, fewer with more projectiles; crowds whose
    /// paths would hide the level have none. Of more than 100,000 projectiles or characters only some are drawn.
    #[arg(long, value_name = "FILE")]
    #[arg(value_parser = PathBufValueParser::new().try_map(crate::numbers::picture))]
    picture: Option<PathBuf>,

    /// Draw a part of the level: 20,5,60x34 is 60 columns from column 20 on, and 34 rows from row 5 on
    #[arg(long, value_name = "COL,ROW,COLSxROWS", requires = "picture")]
    #[arg(value_parser = crate::numbers::region, allow_hyphen_values = true)]
    region: Option<TileRect>,

    /// Pixels of the picture for each pixel of the level [default: 1, or less for a level of over 16,384 px]
    #[arg(long, value_name = "F", value_parser = crate::numbers::scale, requires = "picture", allow_negative_numbers = true)]
    scale: Option<f32>,

    /// Print one JSON object instead of the summary
    #[arg(long)]
    json: bool,
}

/// Runs the command. Errors go to stderr.
pub(crate) fn main(args: &Args) -> ExitCode {
    let status = match maps::of(&args.map, &args.level) {
        Ok(None) => run_map(args),
        Ok(Some(maps)) if args.all || maps.len() == 1 => run_all(args, maps),
        Ok(Some(maps)) => {
            let advice = "run one of them, or all with --all";
            let form = CommandForm { verb: "run", rest: String::new(), advice };
            fail(&maps::list(&args.map, &args.level, &maps, &form).into())
        }
        Err(failure) => fail(&failure),
    };
    ExitCode::from(status)
}

/// Runs each of `maps`; the status is the highest of all.
fn run_all(args: &Args, maps: Vec<PathBuf>) -> u8 {
    let mut worst = 0;
    for (i, map) in maps.into_iter().enumerate() {
        if i > 0 && !args.json && print(|out| out.write_all(b"\n")).is_err() {
            return 2;
        }
        worst = worst.max(run_map(&Args { map, ..args.clone() }));
    }
    worst
}

/// Runs one map, and returns the status.
fn run_map(args: &Args) -> u8 {
    let (report, lost_picture) = match run(args) {
        Ok(outcome) => outcome,
        Err(failure) => return fail(&failure),
    };
    let text = if args.json { json(&report) } else { Ok(Summary(&report).to_string()) };
    let printed = text.map_err(Failure::from).and_then(|text| print(|out| out.write_all(text.as_bytes())));
    // The statistics are printed all the same.
    match printed.and(lost_picture.map_or(Ok(()), |message| Err(message.into()))) {
        Err(failure) => fail(&failure),
        Ok(()) => u8::from(report.is_broken()),
    }
}

/// Runs the level. Returns the report, and the error that prevented the requested picture.
fn run(args: &Args) -> Result<(Report, Option<String>), Failure> {
    // A file that cannot be written is reported before a long run.
    let output = args.picture.as_deref().map(Output::new).transpose()?;
    let begun = Instant::now();
    let Guessed { mut level, loader, note, .. } = args.level.load(&args.map)?;
    let load_seconds = begun.elapsed().as_secs_f64();
    let asked = args.asked(&level);
    let (grid, mut start) = prepare(&level, &asked)?;
    let bodies = [asked.crowd.projectiles, asked.crowd.characters];
    let part = (args.region, args.scale);
    let drawing = output.map(|output| Drawing::new(&level, output, part, bodies)).transpose()?;
    if !args.json {
        messages::warn(&level, args.level.warnings);
        note.iter().for_each(|note| messages::note(note));
    }
    let mut warnings: Vec<String> = note
        .filter(|_| args.json)
        .map(|note| note.replace("\n ", ""))
        .into_iter()
        .chain(start.warning.take())
        .collect();
    warnings.extend(threads::warning(args.threads));
    warnings.extend(drawing.iter().flat_map(|drawing| drawing.warnings.clone()));

    let by = asked.shift.in_units(level.grid.tile_size());
    let mut referee = Referee::new(asked.crowd.projectiles, start.home(by), moved(level.kill_area(), by));
    let mut paths = drawing.as_ref().map(|drawing| Paths::new(&drawing.room, by, bodies));
    let meet = asked.crowd.meet != Meet::Never;
    let mut pairs = (meet && args.watch).then(|| PairAudit::new(asked.crowd.projectiles));
    let play = || {
        let checked = (meet && !args.watch).then(|| check_pairs(args, &level, &asked)).transpose()?;
        let mut driver = args.driver(&level, (grid, start), by)?;
        let mut live = args.watch.then(|| Live::new(&mut level, args.map.clone(), loader)).transpose()?;
        let steps = args.steps();
        let bar = !args.json && !args.watch;
        let first = kinetic_energy(&*driver, asked.crowd);
        let play = Play {
            steps,
            bar: bar.then_some("steps"),
            paths: paths.as_mut(),
            pairs: pairs.as_mut(),
            live: live.as_mut(),
        };
        let taken = drive::run(&mut *driver, &mut referee, play);
        let energy = Energy { first, last: kinetic_energy(&*driver, asked.crowd) };
        let reloads = live.map(|live| live.finish(&*driver));
        Ok::<_, String>((driver, taken, energy, reloads, checked))
    };
    let (driver, taken, energy, reloads, checked) =
        if args.plain { play() } else { threads::install(asked.threads, play)? }?;

    // Otherwise warnings were printed at once, except for warnings of a reloaded level.
    if args.json || args.watch {
        let told = &level.warnings[..level.warnings.len().min(args.level.warnings)];
        let more = messages::left_out(&level.warnings, args.level.warnings);
        warnings.splice(0..0, told.iter().map(ToString::to_string).chain(more));
    }
    let audit = Audit::new(driver.grid(), &driver.movers(), std::mem::take(&mut referee.crushed));
    let checks = checked.or(pairs.map(|pairs| pairs.checks));
    let collisions = Collisions::new(asked.crowd, taken.pairs, energy, checks);
    let mut report = Report::new(&level, &*driver, &asked, (&taken, &referee), &audit, collisions);
    let wrong = report.misplaced.overlapping > 0 || report.misplaced.stuck > 0;
    let drawn = drawing.zip(paths).map(|(drawing, paths)| {
        drawing
            .finish(&level, End { driver: &*driver, paths, audit: &audit, taken: &referee.taken, by, wrong })
    });
    let (picture, lost_picture) = match drawn.transpose() {
        Ok(picture) => (picture, None),
        Err(message) => (None, Some(message)),
    };
    report = Report { load_seconds, reloads, picture, warnings, ..report };
    Ok((report, lost_picture))
}

/// An area of a level that is moved by so many units, within the world.
fn moved(area: Option<Aabb>, by: I64Vec2) -> Option<Aabb> {
    let within = |corner: IVec2| {
        let most = I64Vec2::splat(i64::from(WORLD_LIMIT));
        (corner.as_i64vec2() + by).clamp(-most, most).as_ivec2()
    };
    area.map(|area| Aabb { min: within(area.min), max: within(area.max) })
}

/// Runs the level once for the checks of pairs alone, so that the timed run reports no hits and has no pauses.
fn check_pairs(args: &Args, level: &Level, asked: &Asked) -> Result<PairChecks, String> {
    let by = asked.shift.in_units(level.grid.tile_size());
    let prepared = prepare(level, asked)?;
    let home = prepared.1.home(by);
    let mut referee = Referee::new(asked.crowd.projectiles, home, moved(level.kill_area(), by));
    let mut driver = args.driver(level, prepared, by)?;
    let mut pairs = PairAudit::new(asked.crowd.projectiles);
    let bar = (!args.json).then_some("steps checked");
    let play = Play { steps: args.steps(), bar, paths: None, pairs: Some(&mut pairs), live: None };
    drive::run(&mut *driver, &mut referee, play);
    Ok(PairChecks { state_hash: Some(hash_shown(driver.state_hash())), ..pairs.checks })
}

impl Args {
    /// Driver of the bodies: the ECS or the plain loop.
    fn driver(
        &self,
        level: &Level,
        (grid, start): (TileGrid, Start),
        by: I64Vec2,
    ) -> Result<Box<dyn Driver>, String> {
        let level = moved_level(level, by.as_ivec2());
        Ok(if self.plain {
            Box::new(Plain::new(grid, &level, start, by)?)
        } else {
            Box::new(Ecs::new(grid, &level, start, by)?)
        })
    }

    /// Maximum number of steps.
    fn steps(&self) -> u64 {
        self.steps.unwrap_or(if self.watch { u64::MAX } else { 600 })
    }

    fn asked(&self, level: &Level) -> Asked {
        let crowd = Crowd {
            projectiles: self.projectiles.unwrap_or(if self.picture.is_some() { DRAWN } else { COUNT }),
            characters: self.characters.unwrap_or(usize::from(level.spawn().is_some())),
            seed: self.seed,
            meet: match (self.collide, self.masses) {
                (false, _) => Meet::Never,
                (true, false) => Meet::Alike,
                (true, true) => Meet::ByMass,
            },
            shuffled: self.shuffle,
        };
        let threads = if self.plain { 1 } else { threads::count(self.threads) };
        Asked { crowd, shift: self.shift, threads, is_plain: self.plain }
    }
}

/// Grid of the shifted level, and start positions of the bodies before the shift.
fn prepare(level: &Level, asked: &Asked) -> Result<(TileGrid, Start), String> {
    let tile = level.grid.tile_size();
    let start = Start::new(level, asked.crowd)?;
    let grid = if asked.shift == Shift::default() {
        level.grid.clone()
    } else {
        let parts = [filled_cells(&level.grid), start.character_cells(tile), thing_cells(level)];
        let all = parts.into_iter().flatten().fold(place_cells(level, PROJECTILE), Extent::union);
        asked.shift.check(all, tile)?;
        shifted(level, asked.shift)
    };
    Ok((grid, start))
}

fn json(report: &Report) -> Result<String, String> {
    let text = serde_json::to_string(report).map_err(|e| format!("the report does not fit JSON: {e}"))?;
    Ok(text + "\n")
}

/// Prints the reason of a failure, and returns the status.
fn fail(failure: &Failure) -> u8 {
    messages::fail(failure);
    2
}
