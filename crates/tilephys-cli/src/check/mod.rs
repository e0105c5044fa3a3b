//! `tilephys check`: finds mistakes in maps.

pub(crate) mod args;
mod baseline;
pub(crate) mod catalogue;
pub(crate) mod feel;
mod fix;
mod format;
mod format_github;
mod format_json;
mod format_sarif;
mod human;
mod json_reach;
mod merge;
mod parts;
mod record;
pub(crate) mod settings;
mod shard;
mod watch;
mod witness;

use crate::messages::{self, Failure, print};
use crate::progress::Progress;
use args::{Args, FailOn};
use baseline::Baseline;
use fix::Plan;
use format::Format;
use json_reach::ReachOf;
use record::Recording;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tilephys::check::{Checker, Inputs, Report, Settings};

/// Runs the command. Errors go to stderr.
pub(crate) fn main(args: &Args) -> ExitCode {
    // A panic is a fault of the command, and has printed its message.
    let status = std::panic::catch_unwind(|| run(args)).unwrap_or(Ok(3));
    ExitCode::from(status.unwrap_or_else(|failure| {
        messages::fail(&failure);
        2
    }))
}

/// Prints the findings, and returns the status.
fn run(args: &Args) -> Result<u8, Failure> {
    if args.list {
        return print(|out| catalogue::list(out)).map(|()| 0);
    }
    if let Some(id) = args.explain {
        return print(|out| catalogue::explain(id, out)).map(|()| 0);
    }
    if !args.merge.is_empty() {
        let (report, reach) = merge::read(&args.merge)?;
        show(args, &report, reach, (0, None))?;
        return Ok(status(&report, args.fail_on));
    }
    if args.watch {
        return watch::run(|| round(args).map(|round| round.files));
    }
    let Round { report, .. } = round(args)?;
    Ok(status(&report, args.fail_on))
}

/// Result of checking all maps once.
struct Round {
    report: Report,
    /// Paths of the files that were read, and of the file of settings.
    files: Vec<PathBuf>,
}

/// Checks all maps once and prints the findings.
fn round(args: &Args) -> Result<Round, Failure> {
    let begun = Instant::now();
    let settings = settings::read(args)?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let mut inputs = inputs(&args.paths, &|path| !settings.is_excluded(path))?;
    if let Some(shard) = args.shard {
        inputs.maps = shard.of(inputs.maps);
    }
    let mut disk = Recording::default();
    let mut report = checked(settings.file.settings.clone(), &disk, &inputs);
    if args.fix && mend(args, &report, &disk)? {
        disk = Recording::default();
        report = checked(settings.file.settings.clone(), &disk, &inputs);
    }
    if let Some(dir) = &args.reach.witness {
        witness::write(dir, &settings.file.settings, &mut report)?;
    }
    let gone = baseline.map_or(0, |baseline| baseline.remove_known(&mut report, &inputs.maps));
    if let Some(path) = &args.write_baseline {
        let text = baseline::write(path, &report)?;
        print(|out| out.write_all(text.as_bytes()))?;
        report.known += std::mem::take(&mut report.findings).len();
    } else {
        let time = Some(begun.elapsed()).filter(|_| io::stdout().is_terminal());
        let reach = report.reach.as_ref().map(json_reach::of);
        show(args, &report, reach, (gone, time))?;
    }
    let files = inputs
        .maps
        .into_iter()
        .chain(disk.paths())
        .chain(settings.path)
        .chain(settings.file.character)
        .collect();
    Ok(Round { report, files })
}

/// Prints a report, with the number of known findings that are not found and the time that it took.
fn show(
    args: &Args,
    report: &Report,
    reach: Option<ReachOf>,
    (gone, time): (usize, Option<Duration>),
) -> Result<(), Failure> {
    let line = reach.as_ref().map(ReachOf::line);
    print(|out| {
        args.format.write(report, reach, out)?;
        match args.format {
            Format::Human => human::summary(report, line.as_deref(), gone, time, out),
            _ => Ok(()),
        }
    })
}

/// Makes the fixes, or shows them. Returns true if files were written.
fn mend(args: &Args, report: &Report, disk: &Recording) -> Result<bool, Failure> {
    let mut plan = Plan::new(report, disk);
    // Other programs read the standard output of the other formats.
    let write = |fill: &dyn Fn(&mut dyn io::Write) -> io::Result<()>| match args.format {
        Format::Human => print(fill),
        _ => fill(&mut io::stderr()).map_err(|e| format!("standard error: {e}").into()),
    };
    write(&|out| plan.show(out))?;
    if !args.dry_run {
        plan.make(disk);
    }
    let summary = plan.summary(args.dry_run);
    write(&|out| out.write_all(summary.as_bytes()))?;
    Ok(plan.has_files() && !args.dry_run)
}

/// Checks maps, with a progress bar.
fn checked(settings: Settings, disk: &Recording, inputs: &Inputs) -> Report {
    let progress = Mutex::new((0, Progress::new(inputs.maps.len() as u64, Some("maps"))));
    let report = Checker::with_files(settings, disk).check_inputs(inputs, &|| {
        if let Ok((done, bar)) = progress.lock().as_deref_mut() {
            *done += 1;
            bar.done(*done);
        }
    });
    if let Ok((_, bar)) = progress.lock().as_deref() {
        bar.clear();
    }
    report
}

/// Status of a report.
fn status(report: &Report, fail_on: FailOn) -> u8 {
    let fails = fail_on.severity().is_some_and(|least| report.worst() >= Some(least));
    u8::from(fails || report.unread > 0)
}

/// Maps and worlds to check, without the unwanted ones.
fn inputs(paths: &[PathBuf], is_wanted: &dyn Fn(&Path) -> bool) -> Result<Inputs, Failure> {
    let mut inputs = Inputs::find(paths);
    if let Some(refused) = inputs.refused.first() {
        return Err(format!("{}: {}", refused.path.display(), refused.reason).into());
    }
    inputs.maps.retain(|map| is_wanted(map));
    inputs.worlds.retain(|world| is_wanted(&world.path));
    inputs.faults.retain(|(world, _)| is_wanted(world));
    if inputs.maps.is_empty() && inputs.faults.is_empty() {
        return Err("there is no map to check; maps end in .tmx, .tmj or .json".to_owned().into());
    }
    Ok(inputs)
}
