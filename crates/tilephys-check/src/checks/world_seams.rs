//! TP036: maps of a world do not fit together.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Related, Severity};
use crate::outline::{Maps, Outline};
use glam::{I64Vec2, Vec2};
use std::ops::Range;
use tilephys_core::TileCoord;
use tilephys_tiled::{LevelWorld, WorldMap};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(36),
    name: "world-seam",
    severity: Some(Severity::Warning),
    explanation: "Maps that a .world places beside each other do not fit: they overlap, a narrow gap lies between them, \
                  or an opening at the edge of one meets a wall of the other, so that players cannot pass. One of the \
                  maps was moved or redrawn. Openings are places where the player's body fits.",
    run: Run::Together(run),
};

/// A seam: the edge of the first map that touches the second, with the direction along it.
struct Seam<'a> {
    maps: [&'a WorldMap; 2],
    outlines: [&'a Outline; 2],
    /// True if the second map is to the right, false if it is below.
    is_right: bool,
}

/// Names of the edges, in the order of the openings of a border.
const EDGES: [&str; 4] = ["left", "right", "top", "bottom"];

fn run(check: &CheckInfo, maps: &Maps<'_>, out: &mut Findings) {
    for world in maps.worlds {
        for (i, first) in world.maps.iter().enumerate() {
            for second in world.maps.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, map)| map) {
                judge(check, maps, (world, [first, second]), out);
            }
        }
    }
}

/// Judges the second map as the one to the right of the first, or below it.
fn judge(
    check: &CheckInfo,
    maps: &Maps<'_>,
    (world, pair): (&LevelWorld, [&WorldMap; 2]),
    out: &mut Findings,
) {
    let [Some(first), Some(second)] = pair.map(corners) else { return };
    let [Some(a), Some(b)] = pair.map(|map| maps.outline(&map.path)) else { return };
    for is_right in [true, false] {
        let [along, across] = if is_right { [1, 0] } else { [0, 1] };
        let is_beside = first[0][along] < second[1][along] && second[0][along] < first[1][along];
        let gap = second[0][across] - first[1][across];
        let cell = i64::from(a.tile_size[across]);
        if !is_beside || gap < 0 || gap >= cell {
            continue;
        }
        if gap > 0 {
            let names = pair.map(|map| map.path.display().to_string());
            let side = if is_right { "right of" } else { "below" };
            let message = format!("{:?} lies {gap} px {side} {:?}, a gap in the world", names[1], names[0]);
            let help = "move one of the maps with Tiled's World Tool (View > Show World) until they touch";
            out.add(Finding::new(check.id, &world.path, message).help(help));
            continue;
        }
        let seam = Seam { maps: pair, outlines: [a, b], is_right };
        out.list.extend(seam.finding(maps));
    }
}

/// The corners of a map in its world, in pixels; `None` without a size.
fn corners(map: &WorldMap) -> Option<[I64Vec2; 2]> {
    let low = map.position.as_i64vec2();
    Some([low, low + map.size?.as_i64vec2()])
}

impl Seam<'_> {
    /// Index of the edge in a map: right or bottom of the first, left or top of the second.
    fn edge(&self, which: usize) -> usize {
        match (self.is_right, which) {
            (true, 0) => 1,
            (true, _) => 0,
            (false, 0) => 3,
            (false, _) => 2,
        }
    }

    /// The openings of one of the maps, in pixels of the world along the seam.
    fn openings(&self, which: usize) -> Option<Vec<Range<i64>>> {
        let along = usize::from(self.is_right);
        let border = self.outlines[which].border.as_ref()?;
        let pair = [corners(self.maps[0])?, corners(self.maps[1])?];
        let low = pair[0][0][along].max(pair[1][0][along]);
        let high = pair[0][1][along].min(pair[1][1][along]) - i64::from(border.body[along]) + 1;
        let start = pair[which][0][along];
        let within = |open: &Range<i32>| {
            let (from, to) = (start + i64::from(open.start), start + i64::from(open.end));
            let part = from.max(low)..to.min(high);
            (!part.is_empty()).then_some(part)
        };
        Some(border.openings[self.edge(which)].iter().filter_map(within).collect())
    }

    /// The finding about openings that meet a wall.
    fn finding(&self, maps: &Maps<'_>) -> Option<Finding> {
        let open = [self.openings(0)?, self.openings(1)?];
        let meets = |a: &Range<i64>, b: &Range<i64>| a.start < b.end && b.start < a.end;
        let blocked = |which: usize| -> Vec<&Range<i64>> {
            let other = &open[1 - which];
            open[which].iter().filter(|a| !other.iter().any(|b| meets(a, b))).collect()
        };
        let blocked = [blocked(0), blocked(1)];
        // A pit above the ground of the map below has a floor at the seam.
        if !self.is_right && blocked.iter().any(Vec::is_empty) {
            return None;
        }
        let is_judged =
            |which: &usize| !blocked[*which].is_empty() && maps.checked.contains(&self.maps[*which].path);
        let which = [0, 1].into_iter().find(is_judged)?;
        let other = self.maps[1 - which];
        let first = blocked[which][0];
        let message = format!(
            "the {} edge is open at {}, where {:?} is solid",
            EDGES[self.edge(which)],
            self.cells(which, first),
            other.path.display().to_string()
        );
        let mut finding = self.outlines[which].border.as_ref()?.finding.clone();
        finding.message = message;
        finding = finding.help("line the openings up, or move one of the maps in the world");
        finding.count = blocked[which].len() as u32;
        if let Some(opening) = blocked[1 - which].first() {
            finding.related.push(Related {
                file: other.path.clone(),
                position: None,
                message: format!(
                    "its {} edge is open at {}",
                    EDGES[self.edge(1 - which)],
                    self.cells(1 - which, opening)
                ),
            });
        }
        let (cell, pixel) = self.point(which, first)?;
        Some(finding.in_cell(cell).at_pixel(pixel))
    }

    /// First and last row or column of one of the maps that an opening covers.
    fn rows(&self, which: usize, open: &Range<i64>) -> Option<[i64; 2]> {
        let along = usize::from(self.is_right);
        let body = i64::from(self.outlines[which].border.as_ref()?.body[along]);
        let start = corners(self.maps[which])?[0][along];
        let tile = i64::from(self.outlines[which].tile_size[along]);
        Some([(open.start - start) / tile, (open.end - 1 + body - 1 - start) / tile])
    }

    fn cells(&self, which: usize, open: &Range<i64>) -> String {
        let name = if self.is_right { "row" } else { "column" };
        match self.rows(which, open) {
            Some([first, last]) if first != last => format!("{name}s {first} to {last}"),
            Some([first, _]) => format!("{name} {first}"),
            None => String::new(),
        }
    }

    /// The cell of one of the maps at the start of an opening, and its middle.
    fn point(&self, which: usize, open: &Range<i64>) -> Option<(TileCoord, Vec2)> {
        let [first, _] = self.rows(which, open)?;
        let tile = self.outlines[which].tile_size;
        let size = self.maps[which].size? / tile;
        let last = i64::from(if self.is_right { size.x } else { size.y }) - 1;
        let edge = if which == 0 { last } else { 0 };
        let (col, row) = if self.is_right { (edge, first) } else { (first, edge) };
        let middle = (Vec2::new(col as f32, row as f32) + 0.5) * tile.as_vec2();
        Some((TileCoord::new(col as i32, row as i32), middle))
    }
}
