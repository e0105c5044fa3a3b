//! TP013: the player falls to its death, or without end, from the start.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::in_world;
use crate::subject::Subject;
use glam::Vec2;
use tilephys_core::{Aabb, Body, MoveConfig, TileCoord};
use tilephys_tiled::{LevelRegion, Object, RegionKind};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(13),
    name: "spawn-no-floor",
    severity: Some(Severity::Warning),
    explanation: "Without any input, the player falls from its start into a deadly area, out of the map or \
                  forever. The engine plays the fall with the gravity of the level. Put a floor under the \
                  spawn, or move it. Water, ladders and moving platforms on the way are taken as safe.",
    run: Run::Map(run),
};

/// Length of a step of the fall, in seconds.
const DT: f32 = 1.0 / 60.0;

/// Longest fall, in steps: 30 s, about 400,000 px by the default gravity.
const MOST_STEPS: u32 = 1800;

/// The end of a fall.
enum End<'a> {
    /// On a floor, or in something that may hold the player.
    Safe,
    /// In a deadly area.
    Deadly(&'a LevelRegion),
    /// Beyond the border of the map.
    Outside,
    /// Nowhere within the longest fall.
    Never,
}

fn run(map: &Subject<'_>, out: &mut Findings) {
    let Some(spawn) = map.start() else { return };
    let Some(body) = map.player_at(spawn) else { return };
    let starts_outside = map.area().is_some_and(|area| !area.overlaps(body.aabb()));
    if map.gravity() == 0.0 || starts_outside || !map.is_free(body.aabb()) && is_stuck(map, &body) {
        return;
    }
    let mut fall = Fall { map, config: map.player_config(), body };
    let mut steps = 0;
    let end = loop {
        if steps == MOST_STEPS {
            break End::Never;
        }
        steps += 1;
        if let Some(end) = fall.step() {
            break end;
        }
    };
    out.list.extend(fall.finding(spawn, &end, steps));
}

/// True if the engine finds no way out of the solids at the start.
fn is_stuck(map: &Subject<'_>, body: &Body) -> bool {
    map.level.grid.check(body, Vec2::ZERO, &map.player_config(), &mut Vec::new()).1.stuck
}

struct Fall<'a, 'l> {
    map: &'a Subject<'l>,
    config: MoveConfig,
    body: Body,
}

impl<'a> Fall<'a, '_> {
    /// Falls for one step; the end of the fall, if it ends here.
    fn step(&mut self) -> Option<End<'a>> {
        let before = self.body.aabb();
        self.body.velocity.y += self.map.gravity() * DT;
        let translation = self.body.velocity * DT;
        let grid = &self.map.level.grid;
        let moved = grid.move_and_slide(&mut self.body, translation, &self.config, &mut Vec::new());
        let passed = before.union(self.body.aabb());
        if let Some(region) = self.regions(passed, is_deadly).next() {
            return Some(End::Deadly(region));
        }
        let is_held = self.regions(passed, |kind| !is_deadly(kind)).next().is_some();
        let is_carried = self.map.movers().iter().any(|mover| mover.bounds.overlaps(reach_of(passed)));
        let is_still = self.body.aabb() == before && steps_down(translation);
        if is_held || is_carried || is_still || moved.contacts.floor(self.config.up) || moved.rejected {
            return Some(End::Safe);
        }
        let area = self.map.area()?;
        (!area.overlaps(self.body.aabb())).then_some(End::Outside)
    }

    fn regions(&self, passed: Aabb, wanted: fn(RegionKind) -> bool) -> impl Iterator<Item = &'a LevelRegion> {
        let map = self.map;
        let regions = map.level.regions.iter().filter(move |region| wanted(region.kind));
        regions.filter(move |region| map.overlaps_region(passed, region))
    }

    fn finding(&self, spawn: &Object, end: &End<'_>, steps: u32) -> Option<Finding> {
        let map = self.map;
        let after = format!("{:.1} s after the start", f64::from(steps) * f64::from(DT));
        let cell = map.cell_of_feet(self.body.aabb());
        let (message, cell) = match end {
            End::Safe => return None,
            End::Deadly(region) => {
                let named = map.region_in_words(region);
                (format!("the player falls into {named}, a deadly area, {after} and without any input"), cell)
            }
            End::Outside => {
                let cell = nearest(map, cell);
                let TileCoord { col, row } = cell;
                let at = format!("column {col}, row {row}");
                (format!("the player falls out of the map at {at}, {after} and without any input"), cell)
            }
            End::Never => {
                let seconds = MOST_STEPS / 60;
                (format!("the player falls for {seconds} s without reaching a floor"), cell)
            }
        };
        let help = "put a floor under the spawn, or move the spawn over one";
        Some(map.about_object(&CHECK, spawn, message).help(help).in_cell(cell))
    }
}

/// True if the translation is long enough for a free body to move.
fn steps_down(translation: Vec2) -> bool {
    translation.y.abs() * 256.0 >= 1.0
}

/// The box grown by a pixel: a body that touches a platform stands on it.
fn reach_of(passed: Aabb) -> Aabb {
    in_world(passed.grown(glam::IVec2::splat(crate::geometry::TOLERANCE))).unwrap_or(passed)
}

/// The cell of the map nearest to a cell.
fn nearest(map: &Subject<'_>, cell: TileCoord) -> TileCoord {
    let Some(rect) = map.level.bounds else { return cell };
    let last = |min: i32, size: u32| min.saturating_add_unsigned(size).saturating_sub(1);
    TileCoord::new(
        cell.col.clamp(rect.min.col, last(rect.min.col, rect.size.x).max(rect.min.col)),
        cell.row.clamp(rect.min.row, last(rect.min.row, rect.size.y).max(rect.min.row)),
    )
}

fn is_deadly(kind: RegionKind) -> bool {
    matches!(kind, RegionKind::KillZone | RegionKind::Hazard)
}
