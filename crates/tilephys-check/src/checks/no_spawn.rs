//! TP010: the player has no start.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::subject::Subject;
use tilephys_tiled::Role;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(10),
    name: "no-spawn",
    severity: Some(Severity::Error),
    explanation: "The map has no object of class TpSpawn, so the game does not know where the player starts. \
                  Insert a point where the player's feet belong, and choose TpSpawn as its class. A map with a TpDoor \
                  is entered by that door and needs no start. Maps without a class of tilephys are not checked.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let is_entered = map.level.marks.iter().any(|mark| matches!(mark.role, Role::Door(_)));
    if map.level.spawn().is_none() && !is_entered && map.is_ours() {
        let help = "insert a point where the player starts, and set its class to TpSpawn";
        out.add(map.finding(&CHECK, "the map has no TpSpawn, so the player has no start").help(help));
    }
}
