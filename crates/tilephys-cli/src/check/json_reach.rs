//! Verdicts about targets in JSON, for writing and merging.

use super::parts::{Cells, slashed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilephys::check::{
    Lack, Leg, NearestApproach, ReachReport, Shortfall, TargetKind, TargetReach, TargetVerdict,
};

/// The keys of a report about what a character can reach.
#[derive(Serialize, Deserialize)]
pub(super) struct ReachOf {
    /// Name of the character.
    character: String,
    /// What the verdicts assume.
    assumption: String,
    /// Targets with their verdicts.
    reach: Vec<Value>,
    /// Floors that nothing leads out of.
    #[serde(default)]
    stuck: Vec<Value>,
}

/// A report in the form of JSON.
pub(super) fn of(report: &ReachReport) -> ReachOf {
    let stuck = report.stuck.iter().map(|floor| {
        known(json!({
            "map": slashed(&floor.map),
            "cell": Cells::of(floor.cells),
            "ticks": floor.ticks,
            "witness": floor.witness.as_deref().map(slashed),
            "hint": floor.hint,
        }))
    });
    ReachOf {
        character: report.character.clone(),
        assumption: report.assumption(),
        reach: report.targets.iter().map(entry).collect(),
        stuck: stuck.collect(),
    }
}

/// An object without what is unknown: nulls, and empty lists.
fn known(mut object: Value) -> Value {
    let is_known = |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
    if let Value::Object(keys) = &mut object {
        keys.retain(|_, value| is_known(value));
    }
    object
}

fn entry(target: &TargetReach) -> Value {
    let required = match target.kind {
        TargetKind::Collectible { required } => Some(required),
        _ => None,
    };
    let mut entry = json!({
        "map": slashed(&target.map),
        "target": known(json!({
            "object": target.object,
            "name": target.name,
            "kind": target.kind.name(),
            "required": required,
        })),
        "verdict": target.verdict.name(),
        "ticks": target.verdict.ticks(),
        "legs": target.verdict.legs().iter().map(leg).collect::<Vec<_>>(),
    });
    match &target.verdict {
        TargetVerdict::Reachable { .. } => {}
        TargetVerdict::Impossible { short, lacks, hint } => {
            let of = |short: &Shortfall| json!({ "side": short.side.name(), "short_px": short.px });
            entry["frontier"] = json!(short.as_ref().map(of));
            entry["lacks"] = lacks.iter().map(lack).collect();
            entry["hint"] = json!(hint);
        }
        TargetVerdict::Unknown { why, nearest, hint } => {
            entry["hint"] = json!(hint);
            entry["why"] = json!(why);
            entry["nearest"] = json!(nearest.as_ref().map(approach));
        }
    }
    known(entry)
}

/// A leg of a way.
fn leg(leg: &Leg) -> Value {
    known(json!({
        "map": slashed(&leg.map),
        "from": leg.from,
        "to": leg.to,
        "ticks": leg.ticks,
        "holds": leg.holds,
        "takes": leg.takes,
        "witness": leg.witness.as_deref().map(slashed),
    }))
}

/// A token that cannot be had.
fn lack(lack: &Lack) -> Value {
    known(json!({ "token": lack.token, "giver": lack.giver, "reason": lack.reason.name() }))
}

/// Feet of the character at the nearest approach of a search, and the distance left, in px.
fn approach(near: &NearestApproach) -> Value {
    // Digits of `f32`: as `f64` the number would have more.
    let number = |px: f32| px.to_string().parse::<f64>().ok();
    json!({ "x": number(near.feet.x), "y": number(near.feet.y), "apart_px": number(near.apart) })
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
        let count = |verdict: &str| self.reach.iter().filter(|entry| entry["verdict"] == verdict).count();
        let all = self.reach.len();
        let targets = if all == 1 { "target" } else { "targets" };
        let [reachable, impossible, unknown] = ["reachable", "impossible", "unknown"].map(count);
        format!(
            "{reachable} of {all} {targets} reachable, {impossible} unreachable, {unknown} not known; {}",
            self.assumption
        )
    }
}
