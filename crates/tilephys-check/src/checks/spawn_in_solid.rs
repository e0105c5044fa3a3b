//! TP012: the player starts inside something solid.

use crate::catalogue::{CheckId, CheckInfo, Run};
use crate::findings::{Findings, Severity};
use crate::subject::Subject;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(12),
    name: "spawn-in-solid",
    severity: Some(Severity::Error),
    explanation: "The player's body overlaps something solid at its start, so it is pushed out, or stuck. The feet \
                  are at the point, or at the middle of the rectangle's lower edge. Move the spawn into the open, or \
                  set the player's size in the settings.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let Some(spawn) = map.level.spawn() else { return };
    if map.is_solid(map.player_at(spawn).aabb()) {
        let message = "the player is inside something solid here";
        out.add(map.about_object(&CHECK, spawn, message).help("move the spawn into the open"));
    }
}
