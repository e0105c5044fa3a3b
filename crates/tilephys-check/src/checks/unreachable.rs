//! TP050 to TP054: targets that a character cannot reach, or of which it is not known, and floors that it cannot leave.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::Severity;

pub(crate) static GOAL: CheckInfo = CheckInfo {
    id: CheckId(50),
    name: "unreachable-goal",
    severity: Some(Severity::Error),
    explanation: "No input leads the character from the start to a TpGoal. This is proved: bounds of all \
                  jumps, runs and falls do not touch it. The check runs with --reach, or if tilephys.toml \
                  names a feel under [player]. Enemies and code of the game are not part of it: a lift or a \
                  door that the game opens counts as it is in the map. Move the goal, or open or shorten \
                  the way.",
    run: Run::Reach,
};

pub(crate) static STUCK: CheckInfo = CheckInfo {
    id: CheckId(51),
    name: "stuck-floor",
    severity: Some(Severity::Warning),
    explanation: "The character gets onto a floor, and no input leads on from there to a TpGoal, a TpDoor, \
                  a death or out of the map. The way onto it is found and played, and that none leads out \
                  is proved, as for TP050. The check runs with --reach, or if tilephys.toml names a feel. \
                  Enemies and code of the game are not part of it, and a TpTrigger counts as a way out. \
                  Make a step that leads out, close the way in, or let the floor kill.",
    run: Run::Reach,
};

pub(crate) static ITEM: CheckInfo = CheckInfo {
    id: CheckId(52),
    name: "unreachable-item",
    severity: Some(Severity::Warning),
    explanation: "No input leads the character from the start to a TpCollectible. This is proved, as for \
                  TP050, and an error if the item is required. The check runs with --reach, or if \
                  tilephys.toml names a feel. Enemies and code of the game are not part of it. Move the \
                  item, or add a floor near it.",
    run: Run::Reach,
};

pub(crate) static AREA: CheckInfo = CheckInfo {
    id: CheckId(53),
    name: "unreachable-place",
    severity: Some(Severity::Warning),
    explanation: "No input leads the character from the start to a TpCheckpoint or a TpDoor. This is \
                  proved, as for TP050. The check runs with --reach, or if tilephys.toml names a feel. \
                  Enemies and code of the game are not part of it. Doors of other maps that lead here count \
                  as starts.",
    run: Run::Reach,
};

pub(crate) static UNKNOWN: CheckInfo = CheckInfo {
    id: CheckId(54),
    name: "reach-unknown",
    severity: Some(Severity::Info),
    explanation: "It is not known whether a target can be reached: no way is found, and none is excluded. \
                  The message has the reason: a search that ended, or a setting or an object without a \
                  rule. Where the last bit of a jump decides, no search is long enough: play it, and make \
                  it a little shorter. --deep searches longer. Enemies and code of the game are not part of \
                  it.",
    run: Run::Reach,
};

/// The checks of reachability.
pub(crate) static CHECKS: [&CheckInfo; 5] = [&GOAL, &STUCK, &ITEM, &AREA, &UNKNOWN];
