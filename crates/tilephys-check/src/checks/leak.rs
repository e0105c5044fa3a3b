//! TP015: the player can walk or jump out of the map at its left or right edge.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::geometry::{in_world, range};
use crate::reach::Reach;
use crate::subject::Subject;
use glam::{IVec2, UVec2};
use tilephys_core::query::Query;
use tilephys_core::{Aabb, TileCoord, lattice::px_from_point};
use tilephys_tiled::{Bounds, TileRect};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(15),
    name: "leak",
    severity: Some(Severity::Warning),
    explanation: "The player can leave the map at its left or right edge, and then falls forever. Only \
                  openings that a jump from the start's side reaches are reported. Close the edge with \
                  solid tiles, draw a TpDoor, TpGoal or TpKillZone there, or set the map's \"bounds\" to \
                  closed. Maps of a world are not reported: their openings lead to other maps.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let bounds = map.level.rules.as_ref().map_or(Bounds::Open, |rules| rules.bounds);
    let Some(rect) = map.level.bounds.filter(|_| bounds != Bounds::Closed) else { return };
    let Some(reach) = map.reach() else { return };
    let last = rect.min.col.saturating_add_unsigned(rect.size.x.saturating_sub(1));
    for (col, side, name) in [(rect.min.col, -1, "left"), (last, 1, "right")] {
        for rows in open_rows(map, reach, rect, (col, side)) {
            if map.is_in_world() {
                return;
            }
            let (first, last) = rows;
            let range = range("row", first, last);
            let message =
                format!("the player can leave the map at its {name} edge, {range}, and then falls forever");
            let help = "close the edge with solid tiles, draw a TpDoor, TpGoal or TpKillZone there, or set \
                        \"bounds\" of the map to closed";
            let at = TileCoord::new(col, first);
            let size = UVec2::new(1, first.abs_diff(last) + 1);
            let pixel = px_from_point(IVec2::new(at.col, at.row) * map.level.grid.tile_size());
            let mut finding = map.finding(&CHECK, message).help(help).in_cell(at).at_pixel(pixel);
            finding.cells = Some(TileRect { min: at, size });
            out.add(finding);
        }
    }
}

/// The runs of rows at an edge through which the player can leave and is lost.
fn open_rows(map: &Subject<'_>, reach: &Reach, rect: TileRect, (col, side): (i32, i32)) -> Vec<(i32, i32)> {
    let mut runs: Vec<(i32, i32)> = Vec::new();
    let end = rect.min.row.saturating_add_unsigned(rect.size.y);
    for row in rect.min.row..end {
        let leaves =
            map.player_in(reach, TileCoord::new(col, row)).is_some_and(|aabb| leaves(map, aabb, side));
        match runs.last_mut() {
            Some((_, last)) if leaves && *last == row - 1 => *last = row,
            _ if leaves => runs.push((row, row)),
            _ => {}
        }
    }
    runs
}

/// True if the player at an edge can go out sideways, meets no area there and then falls forever.
fn leaves(map: &Subject<'_>, aabb: Aabb, side: i32) -> bool {
    let out = IVec2::new(side * (aabb.max.x - aabb.min.x + map.level.grid.tile_size().x), 0);
    let Some(outside) = moved(aabb, out) else { return false };
    let query = Query::new(map.settings.player.mask).without_one_ways();
    let is_blocked = map.level.grid.sweep(aabb, out, query).is_some();
    let way = aabb.union(outside);
    let meets = map.level.regions.iter().any(|region| map.overlaps_region(way, region));
    !is_blocked && !meets && falls_forever(map, outside)
}

/// True if nothing is below a box: no solid, no area, no path of a moving platform.
pub(super) fn falls_forever(map: &Subject<'_>, aabb: Aabb) -> bool {
    let level = map.level;
    let lows = level.regions.iter().map(|region| region.aabb.max.y);
    let lows = lows.chain(map.movers().iter().map(|mover| mover.bounds.max.y));
    let lows = lows.chain(level.grid.off_grid_shapes().map(|(_, shape)| shape.aabb.max.y));
    let lowest = lows.chain(map.area().map(|area| area.max.y)).max().unwrap_or(aabb.max.y);
    // Tiles of layers with an offset may be lower by as much.
    let offset =
        level.layers.iter().map(|layer| layer.offset.y).fold(0.0, |a: f32, b| if b > a { b } else { a });
    let offset = tilephys_core::lattice::units_from_px(offset).unwrap_or(0);
    let depth = lowest.saturating_add(offset).saturating_sub(aabb.min.y);
    if depth <= 0 {
        return true;
    }
    let Some(under) = moved(aabb, IVec2::new(0, depth)) else { return false };
    let column = aabb.union(under);
    let meets = level.regions.iter().any(|region| map.overlaps_region(column, region))
        || map.movers().iter().any(|mover| mover.bounds.overlaps(column));
    !meets && level.grid.sweep(aabb, IVec2::new(0, depth), map.settings.player.mask).is_none()
}

/// A box moved by a translation, unless it leaves the world.
pub(super) fn moved(aabb: Aabb, by: IVec2) -> Option<Aabb> {
    in_world(Aabb { min: aabb.min.checked_add(by)?, max: aabb.max.checked_add(by)? })
}
