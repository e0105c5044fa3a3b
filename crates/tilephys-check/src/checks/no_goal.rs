//! TP014: the level has no end.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::subject::Subject;
use tilephys_tiled::Role;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(14),
    name: "no-goal",
    severity: Some(Severity::Warning),
    explanation: "The map has a start, and checkpoints or pick-ups on the way, but neither a TpGoal nor a TpDoor, so \
                  it cannot be finished. Draw a rectangle where the level ends, and choose TpGoal as its class. A map \
                  with only a start is not reported.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let has = |wanted: fn(&Role) -> bool| map.level.marks.iter().any(|mark| wanted(&mark.role));
    let ends = has(|role| matches!(role, Role::Goal | Role::Door(_) | Role::Trigger));
    let goes_on = has(|role| matches!(role, Role::Checkpoint | Role::Collectible { .. }));
    let Some(spawn) = map.start() else { return };
    if goes_on && !ends {
        let message = "the map has a TpSpawn and no TpGoal or TpDoor, so the level has no end";
        let help = "draw a rectangle where the level ends, and set its class to TpGoal";
        out.add(map.about_object(&CHECK, spawn, message).help(help));
    }
}
