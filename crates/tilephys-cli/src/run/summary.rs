//! Text summary of a report.

use super::audit::Gap;
use super::collisions::Collisions;
use super::live::Reloads;
use super::rate::RATE;
use super::report::{Border, LevelFacts, Misplaced, Report};
use crate::text::{bytes, count, duration, few_digits, grouped, percent, signed};
use std::fmt::{self, Display, Formatter};
use tilephys::core::driver::GridMemoryUsage;

/// Open places of a border that a summary lists at most.
const MOST_GAPS: usize = 8;

/// Displayed as some thirty lines of text.
pub(crate) struct Summary<'a>(pub(crate) &'a Report);

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let report = self.0;
        writeln!(f, "{}", report.map)?;
        write_level(f, &report.level)?;
        writeln!(f, "  loaded in {}\n", duration(report.load_seconds))?;
        write_run(f, report)?;
        write_phases(f, report)?;
        write_checks(f, report)?;
        writeln!(f, "\nState hash  {}", report.state_hash)?;
        write!(f, "Motion hash {}", report.motion_hash)?;
        match report.shift.map(signed) {
            _ if report.shift == [0, 0] => writeln!(f, "  (the same for any --shift)")?,
            [cols, rows] => writeln!(f, "  (the same without the shift by {cols} columns, {rows} rows)")?,
        }
        if !report.warnings.is_empty() {
            writeln!(f, "\nWarnings")?;
        }
        report.warnings.iter().try_for_each(|warning| writeln!(f, "  {warning}"))
    }
}

fn write_level(f: &mut Formatter<'_>, level: &LevelFacts) -> fmt::Result {
    let [columns, rows] = [level.columns, level.rows].map(|n| grouped(n as u64));
    let size = format!("{columns} × {rows} tiles of {} × {} px", level.tile_width, level.tile_height);
    let what = match level.border {
        Border::Closed => format!("{size}, closed all around"),
        Border::Open => format!("{size}, open at the border"),
        Border::None if level.columns == 0 => "infinite, nothing collides".to_owned(),
        Border::None => format!("infinite, {size} in use"),
    };
    writeln!(f, "  {what}")?;
    let collide = match (level.tile_layers, level.colliding_layers) {
        (0, _) => "no tile layers".to_owned(),
        (1, 1) => "1 tile layer, which collides".to_owned(),
        (1, _) => "1 tile layer, which does not collide".to_owned(),
        (layers, 0) => format!("{layers} tile layers, none of which collides"),
        (layers, 1) => format!("{layers} tile layers, of which 1 collides"),
        (layers, n) => format!("{layers} tile layers, of which {n} collide"),
    };
    write!(f, "  {collide}; {} solid", percent(level.solid_share))?;
    match level.off_grid_shapes {
        0 => writeln!(f),
        1 => writeln!(f, ", and 1 tile off the grid"),
        n => writeln!(f, ", and {} tiles off the grid", grouped(n as u64)),
    }
}

fn write_run(f: &mut Formatter<'_>, report: &Report) -> fmt::Result {
    let projectiles = count(report.projectiles, "projectile");
    let characters = count(report.characters, "character");
    writeln!(f, "Bodies      {projectiles} of 4 × 4 px, {characters} of 8 × 11 px")?;
    let played = report.steps as f64 / f64::from(RATE);
    let steps = grouped(report.steps);
    let seed = report.seed;
    writeln!(f, "Steps       {steps} at {RATE} Hz: {} s of play; seed {seed}", few_digits(played))?;
    let threads = count(report.threads, "thread");
    let driver = if report.driver == "plain" { "plain loop" } else { "ECS" };
    writeln!(f, "Driver      {driver} on {threads}")?;
    write!(f, "Time        {}", duration(report.seconds))?;
    if report.real_time_factor > 0.0 {
        write!(f, "; {} × real time", few_digits(report.real_time_factor))?;
    }
    if report.ns_per_body_step > 0.0 {
        write!(f, "; {} ns per body and step", few_digits(report.ns_per_body_step))?;
    }
    if cfg!(debug_assertions) {
        write!(f, "\n            a debug build; for real figures build with --release")?;
    }
    write_things(f, report)?;
    if let Some(reloads) = report.reloads {
        let Reloads { done, refused, cells, objects } = reloads;
        let [cells, objects] =
            [(cells, "cell"), (objects, "object")].map(|(n, what)| count(n as usize, what));
        write!(f, "\nReloads     {}; {cells}, {objects} changed", grouped(done))?;
        write!(f, "; {} refused", grouped(refused))?;
    }
    write!(f, "\nTile hits   {}", grouped(report.tile_hits))?;
    if report.hits_per_body_second > 0.0 {
        write!(f, "; {} per body and second of play", few_digits(report.hits_per_body_second))?;
    }
    write_collisions(f, &report.collisions)?;
    let GridMemoryUsage { hot, planes, identity, chunks, .. } = report.grid_bytes;
    write!(f, "\nMemory      {} for the grid", bytes(hot + planes + identity))?;
    write!(f, " ({} read while nothing is hit; {})", bytes(hot), count(chunks, "chunk"))?;
    write!(f, "\n            {} for the bodies", bytes(report.body_bytes))?;
    if report.component_bytes > 0 {
        write!(f, ", and {} for their components", bytes(report.component_bytes))?;
    }
    if let Some(picture) = &report.picture {
        let scale = if picture.scale == 1.0 { String::new() } else { format!(" at scale {}", picture.scale) };
        write!(f, "\nPicture     {}{scale}, drawn in {}", picture.file, duration(picture.seconds))?;
    }
    writeln!(f, "\n")
}

/// What came of movers, coins and spikes, where there are any.
fn write_things(f: &mut Formatter<'_>, report: &Report) -> fmt::Result {
    let level = &report.level;
    if level.movers + level.collectibles + level.kill_zones == 0 {
        return Ok(());
    }
    let of = |n: u64, all: usize| format!("{} of {}", grouped(n), grouped(all as u64));
    write!(f, "\nObjects     {} collected", of(report.triggers, level.collectibles))?;
    write!(f, "; {}", count(level.movers, "mover"))?;
    write!(f, ", bodies crushed {} times", grouped(report.squishes))?;
    write!(f, "; characters killed {} times", grouped(report.kills))
}

/// What came of projectiles that hit each other.
fn write_collisions(f: &mut Formatter<'_>, collisions: &Collisions) -> fmt::Result {
    let Some(checks) = &collisions.pair_checks else { return Ok(()) };
    let Collisions { pairs, pair_hits, islands, largest_island, waits, energy, .. } = *collisions;
    let masses = if collisions.masses { "; masses 1 to 8" } else { "" };
    let hits = grouped(pair_hits);
    let pairs = count(pairs as usize, "pair");
    write!(f, "\nPair hits   {hits}, of {pairs} that came near each other{masses}")?;
    let islands = count(islands as usize, "island");
    let largest = count(largest_island as usize, "body");
    write!(f, "\n            {islands}, of {largest} at most")?;
    write!(f, "; {} waited for the next step", grouped(waits))?;
    let change = if energy.first > 0.0 { energy.last / energy.first - 1.0 } else { 0.0 };
    write!(f, "\nEnergy      {:.4e} px²/s² at the start, {:+.4} % at the end", energy.first, change * 100.0)?;
    let paths = count(checks.paths as usize, "pair");
    let steps = count(checks.steps as usize, "step");
    write!(f, "\nCompared    {paths} of paths, in {steps}")
}

fn write_phases(f: &mut Formatter<'_>, report: &Report) -> fmt::Result {
    let longest = report.phases.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let width = longest.max(12);
    writeln!(f, "{:<width$}  {:>12}{:>10}", "Phase", "Time", "Share")?;
    for (name, seconds) in &report.phases {
        let share = if report.seconds > 0.0 { seconds / report.seconds } else { 0.0 };
        writeln!(f, "  {name:<width$}{:>12}{:>10}", duration(*seconds), percent(share))?;
    }
    writeln!(f)
}

fn write_checks(f: &mut Formatter<'_>, report: &Report) -> fmt::Result {
    let escape = match report.level.border {
        Border::Closed => "FAILED: outside of a closed map",
        _ => "outside of the map, through its open border",
    };
    let Misplaced { overlapping, escaped, stuck } = report.misplaced;
    let checks = [
        ("overlapping", overlapping, "FAILED: inside something solid"),
        ("escaped", escaped, escape),
        ("stuck", stuck, "in something solid, no exit within one tile"),
        ("rejected", report.rejected, "skipped because of a number that is not finite"),
    ];
    writeln!(f, "{:<14}{:>12}", "Check", "Bodies")?;
    for (name, bodies, bad) in checks {
        let verdict = match name {
            _ if bodies > 0 => bad,
            "escaped" if report.level.border == Border::None => "ok: an infinite map has no outside",
            _ => "ok",
        };
        writeln!(f, "  {name:<12}{:>12}  {verdict}", grouped(bodies))?;
    }
    if escaped > 0 && !report.level.gaps.is_empty() {
        writeln!(f, "  {}", open_sides(&report.level.gaps))?;
    }
    let Collisions { overlapping_pairs, passed_through, .. } = report.collisions;
    for (name, pairs, bad) in [
        ("overlap", overlapping_pairs, "FAILED: pairs inside each other"),
        ("passed", passed_through, "FAILED: pairs that went through each other"),
    ] {
        if let Some(pairs) = pairs {
            let verdict = if pairs > 0 { bad } else { "ok: no pair" };
            writeln!(f, "  {name:<12}{:>12}  {verdict}", grouped(pairs))?;
        }
    }
    if !report.collisions.is_same_run(&report.state_hash) {
        writeln!(f, "  FAILED: the checked run ended in a different state")?;
    }
    Ok(())
}

/// Where the border of a map is open, and what closes it.
fn open_sides(gaps: &[Gap]) -> String {
    let one = |Gap { side, first, last }: &Gap| {
        let what = if ["top", "bottom"].contains(side) { "column" } else { "row" };
        match first == last {
            true => format!("at the {side} in {what} {}", signed(*first)),
            false => format!("at the {side} in {what}s {} to {}", signed(*first), signed(*last)),
        }
    };
    let mut words: Vec<String> = gaps.iter().take(MOST_GAPS).map(one).collect();
    let more = gaps.len().saturating_sub(MOST_GAPS);
    if more > 0 {
        words.push(format!("in {more} more places"));
    }
    format!("the map is open {}; --close walls its border", words.join(", "))
}
