//! Verdicts about targets in JSON, for writing and reading.

use super::parts::{Cells, slashed};
use serde::{Deserialize, Serialize};
use tilephys::check::{
    Lack, Leg, NearestApproach, ReachReport, Shortfall, StuckFloor, TargetKind, TargetReach, TargetVerdict,
};

/// The keys of a report about what a character can reach.
#[derive(Serialize, Deserialize)]
pub(super) struct ReachOf {
    /// Name of the character.
    character: String,
    /// What the verdicts assume.
    assumption: String,
    reach: Vec<Entry>,
    #[serde(default)]
    stuck: Vec<Stuck>,
}

/// A target with its verdict.
#[derive(Serialize, Deserialize)]
struct Entry {
    map: String,
    target: Target,
    verdict: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ticks: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    legs: Vec<Part>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frontier: Option<Frontier>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lacks: Vec<Lacked>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
}

/// A leg of a way.
#[derive(Serialize, Deserialize)]
struct Part {
    map: String,
    from: u32,
    to: u32,
    ticks: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holds: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    takes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    witness: Option<String>,
}

/// A token that cannot be had.
#[derive(Serialize, Deserialize)]
struct Lacked {
    token: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    giver: Option<String>,
    reason: String,
}

/// A floor that nothing leads out of.
#[derive(Serialize, Deserialize)]
struct Stuck {
    map: String,
    cell: Cells,
    ticks: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    witness: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Target {
    object: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
}

/// Side of the reach on which a target lies, and its least distance.
#[derive(Serialize, Deserialize)]
struct Frontier {
    side: String,
    short_px: u32,
}

/// Feet of the character at the nearest approach of a search, and the distance left, in px.
#[derive(Serialize, Deserialize)]
struct Nearest {
    x: f32,
    y: f32,
    apart_px: f32,
}

/// A report in the form of JSON.
pub(super) fn of(report: &ReachReport) -> ReachOf {
    ReachOf {
        character: report.character.clone(),
        assumption: report.assumption(),
        reach: report.targets.iter().map(entry).collect(),
        stuck: report.stuck.iter().map(stuck).collect(),
    }
}

fn stuck(floor: &StuckFloor) -> Stuck {
    Stuck {
        map: slashed(&floor.map).into_owned(),
        cell: Cells::of(floor.cells),
        ticks: floor.ticks,
        witness: floor.witness.as_deref().map(|path| slashed(path).into_owned()),
        hint: floor.hint.clone(),
    }
}

fn part(leg: &Leg) -> Part {
    Part {
        map: slashed(&leg.map).into_owned(),
        from: leg.from,
        to: leg.to,
        ticks: leg.ticks,
        holds: leg.holds.clone(),
        takes: leg.takes.clone(),
        witness: leg.witness.as_deref().map(|path| slashed(path).into_owned()),
    }
}

fn lacked(lack: &Lack) -> Lacked {
    Lacked { token: lack.token.clone(), giver: lack.giver.clone(), reason: lack.reason.name().to_owned() }
}

fn entry(target: &TargetReach) -> Entry {
    let required = match target.kind {
        TargetKind::Collectible { required } => Some(required),
        _ => None,
    };
    let mut entry = Entry {
        map: slashed(&target.map).into_owned(),
        target: Target {
            object: target.object,
            name: target.name.clone(),
            kind: target.kind.name().to_owned(),
            required,
        },
        verdict: target.verdict.name().to_owned(),
        ticks: target.verdict.ticks(),
        legs: target.verdict.legs().iter().map(part).collect(),
        frontier: None,
        lacks: Vec::new(),
        hint: None,
        why: None,
        nearest: None,
    };
    match &target.verdict {
        TargetVerdict::Reachable { .. } => {}
        TargetVerdict::Impossible { short, lacks, hint } => {
            let of = |short: &Shortfall| Frontier { side: short.side.name().to_owned(), short_px: short.px };
            entry.frontier = short.as_ref().map(of);
            entry.lacks = lacks.iter().map(lacked).collect();
            entry.hint.clone_from(hint);
        }
        TargetVerdict::Unknown { why, nearest, hint } => {
            entry.hint.clone_from(hint);
            entry.why = Some(why.clone());
            let of =
                |near: &NearestApproach| Nearest { x: near.feet.x, y: near.feet.y, apart_px: near.apart };
            entry.nearest = nearest.as_ref().map(of);
        }
    }
    entry
}

/// Adds a report that was read to the sum of reports.
///
/// # Errors
/// If the reports are about different characters.
pub(super) fn add(read: ReachOf, sum: &mut Option<ReachOf>) -> Result<(), String> {
    let Some(sum) = sum else {
        *sum = Some(read);
        return Ok(());
    };
    if sum.character != read.character {
        return Err(format!(
            "is about the character {:?}, and another report about {:?}",
            read.character, sum.character
        ));
    }
    sum.reach.extend(read.reach);
    sum.stuck.extend(read.stuck);
    Ok(())
}

impl ReachOf {
    /// Numbers of verdicts, and what they assume.
    pub(super) fn line(&self) -> String {
        let count = |verdict: &str| self.reach.iter().filter(|entry| entry.verdict == verdict).count();
        let all = self.reach.len();
        let targets = if all == 1 { "target" } else { "targets" };
        let [reachable, impossible, unknown] = ["reachable", "impossible", "unknown"].map(count);
        format!(
            "{reachable} of {all} {targets} reachable, {impossible} unreachable, {unknown} not known; {}",
            self.assumption
        )
    }
}
