//! Hints in words: what to change in a map so that a target comes within reach.

use super::extent::MapExtent;
use super::joined::Stage;
use super::question::Question;
use super::report::TargetVerdict;
use super::targets::Target;
use super::traps::Trap;
use crate::geometry::{counted, range};
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_reach::{Bounds, Edit, EditKind, Hint, Map, Player};

/// Most hints of a map for targets, and for floors without a way out. A hint may help several targets.
const MOST: usize = 3;

/// Rows above a floor in which a way out of it may begin.
const MOST_ABOVE: i32 = 4;

/// A hint, and what the character gets to with it.
struct Known {
    words: String,
    bounds: Bounds,
}

impl Question<'_, '_> {
    /// Adds hints to the verdicts of targets beyond the extent of the map.
    pub(super) fn add_hints(
        &self,
        stage: &Stage,
        extent: &MapExtent,
        targets: &[Target],
        verdicts: &mut [TargetVerdict],
    ) {
        let Some(bounds) = &extent.bounds else { return };
        let level = stage.bounded(self);
        let mut known: Vec<Known> = Vec::new();
        let mut left = MOST;
        for (target, verdict) in targets.iter().zip(verdicts) {
            let area = target.area;
            let hint = match verdict {
                TargetVerdict::Impossible { hint, lacks, .. } if lacks.is_empty() => hint,
                TargetVerdict::Unknown { hint, .. } if !bounds.meets(area) => hint,
                _ => continue,
            };
            if let Some(known) = known.iter().find(|known| known.bounds.meets(area)) {
                *hint = Some(known.words.clone());
            } else if left > 0 {
                left -= 1;
                let found = bounds.hint(&level, &stage.player, &extent.starts, &[area]);
                let found = found.and_then(|found| known_of(&found, &level, &stage.player, &extent.starts));
                *hint = found.as_ref().map(|found| found.words.clone());
                known.extend(found);
            }
        }
    }

    /// Adds hints to floors that nothing leads out of, to any of the areas `ends`.
    pub(super) fn add_ways_out(&self, traps: &mut [Trap], ends: &[Aabb]) {
        for trap in traps.iter_mut().take(MOST) {
            let Some(floor) = trap.floors.first() else { continue };
            let [first, last] = floor.along;
            let on_floor = IVec2::new(first + (last - first) / 2, floor.height);
            let Some(bounds) = self.bounds_from(on_floor) else { continue };
            // A start high in a jump is in no floor that is raised.
            let tile = self.level.grid.tile_size().y;
            let above = (1..=MOST_ABOVE).map(|rows| on_floor - IVec2::new(0, rows * tile));
            let start = above.take_while(|at| bounds.includes(*at)).last().unwrap_or(on_floor);
            let Some(bounds) = self.bounds_from(start) else { continue };
            let hint = bounds.hint(&self.level, &self.player, &[start], ends);
            trap.hint = hint.as_ref().map(in_words);
        }
    }

    fn bounds_from(&self, start: IVec2) -> Option<Bounds> {
        Bounds::new(&self.level, &self.player, &[start]).ok()
    }
}

/// A hint with the bounds of the map so changed.
fn known_of(hint: &Hint, level: &Map<'_>, player: &Player, starts: &[IVec2]) -> Option<Known> {
    let grid = hint.applied(level.grid, player.profile.movement.mask);
    let changed = Map { grid: &grid, ..level.clone() };
    let bounds = Bounds::new(&changed, player, starts).ok()?;
    Some(Known { words: in_words(hint), bounds })
}

/// A hint in words, such as `raise the floor at column 61, row 20 by 2 tiles`.
fn in_words(hint: &Hint) -> String {
    let edits: Vec<String> = hint.edits.iter().map(edit_in_words).collect();
    edits.join(", and ")
}

fn edit_in_words(edit: &Edit) -> String {
    let Edit { kind, first, last } = edit;
    let columns = range("column", first.col, last.col);
    let rows = range("row", first.row, last.row);
    let count = |first: i32, last: i32| counted((first.abs_diff(last) + 1) as usize, "tile");
    match kind {
        EditKind::Extend => {
            format!("extend the floor by {}, at {columns}, {rows}", count(first.col, last.col))
        }
        EditKind::Raise => {
            format!("raise the floor at {columns}, row {} by {}", last.row + 1, count(first.row, last.row))
        }
        EditKind::Platform => format!("add a platform at {columns}, {rows}"),
        EditKind::Open => format!("open the tiles at {columns}, {rows}"),
    }
}
