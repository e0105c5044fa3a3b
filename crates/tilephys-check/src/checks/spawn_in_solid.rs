//! TP012: the player starts inside something solid.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::{TOLERANCE, direction, length};
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use tilephys_core::Body;
use tilephys_tiled::Object;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(12),
    name: "spawn-in-solid",
    severity: Some(Severity::Error),
    explanation: "The player's body overlaps something solid at its start, so it is pushed out, or stuck. The feet \
                  are at the point, or at the middle of the rectangle's lower edge. Move the spawn into the open, or \
                  set the player's size in the settings. An overlap of up to one pixel is not reported.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let Some(spawn) = map.start() else { return };
    let Some(body) = map.player_at(spawn) else { return };
    if let Some(finding) = inside(map, &CHECK, spawn, &body) {
        out.add(finding);
    }
}

/// The finding that the player overlaps a solid at an object, unless the way out is short.
pub(super) fn inside(map: &Subject<'_>, check: &CheckInfo, object: &Object, body: &Body) -> Option<Finding> {
    let solid = map.solid_in(body.aabb())?;
    // The engine itself looks for the way out.
    let (_, moved) = map.level.grid.check(body, Vec2::ZERO, &map.player_config(), &mut Vec::new());
    let (way, named) = (moved.pushed, map.solid_in_words(&solid));
    let is_out = !moved.stuck && way != IVec2::ZERO;
    if is_out && way.abs().max_element() <= TOLERANCE {
        return None;
    }
    let (message, help) = if is_out {
        let by = length(way.abs().max_element());
        let help = format!("move the object {} by {by}", direction(way));
        (format!("the player overlaps {named} by {by} here"), help)
    } else {
        let message = format!("the player is inside {named} here, with no way out within one tile");
        (message, "move the object into the open".to_owned())
    };
    let finding = map.about_object(check, object, message).help(help);
    Some(if solid.off_grid.is_none() { finding.in_cell(solid.cell) } else { finding })
}
