//! `tilephys scenario`: runs files that say how bodies must move.
//!
//! A file goes this way: [`format`](self::format) holds its keys, `read*` make a [`model::Scenario`] of them,
//! [`orient`] lists its variants, [`stage`] builds the world of one, [`play`] runs it, [`judge`] and [`variants`]
//! compare, [`picture`] and [`report`] write.
//!
//! Expectations are rows of [`fact`]: a new one is a field of [`look::Look`], which [`play`] fills, and a row there.

mod check_expect;
mod drive;
mod fact;
mod format;
mod judge;
mod kit;
mod look;
pub(crate) mod model;
mod names;
mod number;
mod orders;
pub(crate) mod orient;
mod permutations;
mod picture;
pub(crate) mod play;
mod play_bodies;
mod play_events;
mod play_movers;
mod read;
mod read_bodies;
mod read_expect;
mod read_map;
mod read_movers;
mod read_profile;
mod read_regions;
mod read_shape;
mod read_steps;
mod reader;
mod reasons;
mod report;
pub(crate) mod stage;
mod turn;
mod value;
mod variants;
mod vocabulary;
mod words;

use judge::Tolerances;
use look::Trace;
use model::{Expect, Scenario};
use orient::Variant;
use play::Setup;
use report::{Failure, Outcome};
use std::io;
use std::path::{Path, PathBuf};
use tilephys::check::located::{Problem, Source};

/// Run scenario files and print what differs from their expectations.
///
/// Each file runs as written, and again mirrored, turned and shifted: 24 variants, all of which must do the same to
/// the bit. Ends with status 1 if anything differs, and with status 2 if a file cannot be read.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenario files, and folders whose `.toml` files are run in sorted order.
    #[arg(required = true, value_name = "FILE-OR-FOLDER")]
    paths: Vec<PathBuf>,

    /// Print every step, every hit and a picture of each case, passing cases too.
    #[arg(long)]
    explain: bool,

    /// Print how many numbers were compared with which tolerance.
    #[arg(long)]
    tolerances: bool,
}

/// What the last line counts.
#[derive(Default)]
struct Totals {
    scenarios: usize,
    variants: usize,
    /// Variants that are mirrored or turned, and variants that are shifted.
    oriented: usize,
    shifted: usize,
    failed: usize,
    unreadable: usize,
}

/// Runs the scenarios and prints what differs. Returns the exit status.
///
/// # Errors
/// If `print` fails.
pub(crate) fn main<E>(args: &Args, print: &mut dyn FnMut(&str) -> Result<(), E>) -> Result<u8, E> {
    let mut totals = Totals::default();
    let mut tolerances = Tolerances::default();
    for path in &args.paths {
        let found = files(path).unwrap_or_else(|problem| {
            totals.refuse(&problem);
            Vec::new()
        });
        for file in found {
            match load(&file) {
                Ok(scenario) => print(&run(&scenario, args.explain, &mut totals, &mut tolerances))?,
                Err(problem) => totals.refuse(&problem),
            }
        }
    }
    if args.tolerances {
        print(&report::histogram(&tolerances))?;
    }
    print(&format!("{}\n", totals.line()))?;
    Ok(match totals {
        Totals { unreadable: 1.., .. } => 2,
        Totals { failed: 1.., .. } => 1,
        _ => 0,
    })
}

impl Totals {
    fn refuse(&mut self, problem: &Problem) {
        eprintln!("{problem}");
        self.unreadable += 1;
    }

    fn line(&self) -> String {
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let scenarios = count(self.scenarios, "scenario");
        let variants = count(self.variants, "variant");
        let Totals { oriented, shifted, failed, unreadable, .. } = *self;
        let failed = (failed > 0).then(|| format!("{} not as expected", count(failed, "scenario")));
        let unreadable = (unreadable > 0).then(|| format!("{} not readable", count(unreadable, "file")));
        let bad: Vec<String> = failed.into_iter().chain(unreadable).collect();
        let all = if bad.is_empty() { "all as expected".to_owned() } else { bad.join(", ") };
        format!("{scenarios}, {variants} ({oriented} mirrored or turned, {shifted} shifted): {all}")
    }
}

/// The scenario files that an argument stands for.
pub(crate) fn files(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    let name = path.display().to_string();
    let failed = |error: io::Error| Problem::of_file(&name, error.to_string());
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }
    if found.is_empty() {
        return Err(Problem::of_file(
            &name,
            "there is no .toml file in this folder; name a scenario file, or a folder of them",
        ));
    }
    found.sort();
    Ok(found)
}

pub(crate) fn load(path: &Path) -> Result<Scenario, Problem> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| Problem::of_file(&name, error.to_string()))?;
    read::read(Source::of_bytes(name, bytes)?)
}

/// Runs all variants of a scenario, and returns what there is to say about it.
fn run(scenario: &Scenario, explain: bool, totals: &mut Totals, tolerances: &mut Tolerances) -> String {
    let trace = play::play(scenario, Setup { explain, ..Setup::of(scenario, Variant::AS_WRITTEN) });
    let outcome = judge_all(scenario, &trace, tolerances);
    totals.scenarios += 1;
    for variant in &scenario.variants {
        totals.variants += 1;
        totals.oriented += usize::from(variant.is_oriented());
        totals.shifted += usize::from(variant.is_shifted());
    }
    let mut text = report::headline(scenario, &outcome) + "\n";
    if explain {
        text += &report::explanation(scenario, &trace);
    }
    if !outcome.is_good() {
        totals.failed += 1;
        text += &report::failures(scenario, &trace, &outcome);
    }
    text
}

/// Expectations of the scenario as written, then its other variants against that.
fn judge_all(scenario: &Scenario, trace: &Trace, tolerances: &mut Tolerances) -> Outcome {
    let mut failures = Vec::new();
    for (index, (step, repeats)) in scenario.steps.iter().zip(&trace.steps).enumerate() {
        let mut failure = |expect: &Expect, from: usize, repeat: usize| {
            let differences = judge::judge(scenario, expect, &repeats[from..=repeat], tolerances);
            let thing = expect.thing;
            (!differences.is_empty()).then_some(Failure {
                step: index,
                from,
                repeat,
                thing,
                differences,
                more: 0,
            })
        };
        let last = repeats.len() - 1;
        if let Some(each) = &step.each {
            let mut failed = (0..=last).filter_map(|repeat| failure(each, repeat, repeat));
            let first = failed.next();
            failures.extend(first.map(|first| Failure { more: failed.count(), ..first }));
        }
        failures.extend(step.last.iter().filter_map(|expect| failure(expect, 0, last)));
    }
    let others = scenario.variants[1..].iter();
    let departures = others.filter_map(|variant| variants::departure(scenario, trace, *variant)).collect();
    let mut disorders = if scenario.spawn_orders { orders::disorders(scenario, trace) } else { Vec::new() };
    disorders.extend(trace.unlike.iter().map(|(step, repeat)| {
        let step = step + 1;
        let repeat = repeat + 1;
        format!("step {step} differs when it is replayed from the same world: repeat {repeat}")
    }));
    Outcome { run: scenario.variants.len(), failures, departures, disorders }
}
