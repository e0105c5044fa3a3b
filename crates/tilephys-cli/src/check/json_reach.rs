//! Verdicts about targets in JSON, for writing and reading.

use super::parts::{Cells, slashed};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tilephys::check::{
    Lack, LackReason, Leg, NearestApproach, ReachReport, Shortfall, Side, StuckFloor, TargetKind,
    TargetReach, TargetVerdict,
};
use tilephys::glam::Vec2;

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

fn lack(lacked: Lacked) -> Result<Lack, String> {
    let reason = LackReason::ALL.into_iter().find(|reason| reason.name() == lacked.reason);
    let reason = reason.ok_or_else(|| format!("{:?} is not a reason", lacked.reason))?;
    Ok(Lack { token: lacked.token, giver: lacked.giver, reason })
}

fn leg(part: Part) -> Leg {
    let Part { map, from, to, ticks, holds, takes, witness } = part;
    let witness = witness.map(PathBuf::from);
    Leg { map: map.into(), from, to, ticks, holds, takes, way: None, witness }
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
/// If a word in it is unknown, or the reports are about different characters.
pub(super) fn add(read: ReachOf, sum: &mut Option<ReachReport>) -> Result<(), String> {
    let sum = sum.get_or_insert_with(|| ReachReport::new(&*read.character));
    if sum.character != read.character {
        return Err(format!(
            "is about the character {:?}, and another report about {:?}",
            read.character, sum.character
        ));
    }
    for entry in read.reach {
        sum.targets.push(target(entry)?);
    }
    sum.stuck.extend(read.stuck.into_iter().map(|floor| StuckFloor {
        map: floor.map.into(),
        cells: floor.cell.rect(),
        ticks: floor.ticks,
        way: None,
        witness: floor.witness.map(PathBuf::from),
        hint: floor.hint,
    }));
    Ok(())
}

fn target(entry: Entry) -> Result<TargetReach, String> {
    let kind = match &*entry.target.kind {
        "goal" => TargetKind::Goal,
        "item" => TargetKind::Collectible { required: entry.target.required == Some(true) },
        "checkpoint" => TargetKind::Checkpoint,
        "door" => TargetKind::Door,
        "switch" => TargetKind::Switch,
        other => return Err(format!("{other:?} is not a kind of target")),
    };
    let verdict = match &*entry.verdict {
        "reachable" => TargetVerdict::Reachable { legs: entry.legs.into_iter().map(leg).collect() },
        "impossible" => {
            let short = entry.frontier.as_ref().map(shortfall).transpose()?;
            let lacks = entry.lacks.into_iter().map(lack).collect::<Result<_, _>>()?;
            TargetVerdict::Impossible { short, lacks, hint: entry.hint }
        }
        "unknown" => {
            let of =
                |near: Nearest| NearestApproach { feet: Vec2::new(near.x, near.y), apart: near.apart_px };
            let nearest = entry.nearest.map(of);
            TargetVerdict::Unknown { why: entry.why.unwrap_or_default(), nearest, hint: entry.hint }
        }
        other => return Err(format!("{other:?} is not a verdict")),
    };
    Ok(TargetReach {
        map: entry.map.into(),
        object: entry.target.object,
        name: entry.target.name,
        kind,
        verdict,
    })
}

fn shortfall(frontier: &Frontier) -> Result<Shortfall, String> {
    let sides = [Side::Above, Side::Right, Side::Below, Side::Left];
    let side = sides.into_iter().find(|side| side.name() == frontier.side);
    let side = side.ok_or_else(|| format!("{:?} is not a side", frontier.side))?;
    Ok(Shortfall { side, px: frontier.short_px })
}
