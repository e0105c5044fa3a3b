//! TP016: a pit is open at the bottom, and nothing below it ends the fall.

use super::leak::{falls_forever, moved};
use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::geometry::range;
use crate::subject::Subject;
use glam::{IVec2, UVec2};
use tilephys_core::{TileCoord, lattice::px_from_point};
use tilephys_tiled::{Bounds, TileRect};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(16),
    name: "endless-pit",
    severity: Some(Severity::Warning),
    explanation: "The player can fall through the lower edge of the map, and no TpKillZone or other area is below, so \
                  the fall never ends. Draw a TpKillZone along the lower edge, or set \"bounds\" of the map to \
                  kill_below or closed. Maps of a world are not reported: their pits lead to other maps.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let bounds = map.level.rules.as_ref().map_or(Bounds::Open, |rules| rules.bounds);
    let Some(rect) = map.level.bounds.filter(|_| bounds == Bounds::Open) else { return };
    let (Some(reach), Some(area)) = (map.reach(), map.area()) else { return };
    let row = rect.min.row.saturating_add_unsigned(rect.size.y.saturating_sub(1));
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for col in rect.min.col..rect.min.col.saturating_add_unsigned(rect.size.x) {
        let Some(aabb) = map.player_in(reach, TileCoord::new(col, row)) else { continue };
        let out = IVec2::new(0, area.max.y.saturating_sub(aabb.min.y));
        let blocked = map.level.grid.sweep(aabb, out, map.settings.player.mask).is_some();
        let is_lost = moved(aabb, out).is_some_and(|under| falls_forever(map, under));
        if blocked || !is_lost || !falls_forever(map, aabb) {
            continue;
        }
        match runs.last_mut() {
            Some((_, last)) if *last == col - 1 => *last = col,
            _ => runs.push((col, col)),
        }
    }
    if runs.is_empty() || map.is_in_world() {
        return;
    }
    for (first, last) in runs {
        let message = format!(
            "falling through the lower edge of the map, {}, never ends",
            range("column", first, last)
        );
        let help = "draw a TpKillZone along the lower edge, or set \"bounds\" of the map to kill_below";
        let at = TileCoord::new(first, row);
        let pixel = px_from_point(IVec2::new(at.col, at.row) * map.level.grid.tile_size());
        let mut finding = map.finding(&CHECK, message).help(help).in_cell(at).at_pixel(pixel);
        finding.cells = Some(TileRect { min: at, size: UVec2::new(first.abs_diff(last) + 1, 1) });
        out.add(finding);
    }
}
