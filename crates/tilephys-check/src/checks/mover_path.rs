//! TP048: a moving platform goes through a solid, out of the map, or crushes its riders.

use crate::answers::MoverBox;
use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::{TOLERANCE, in_world, length};
use crate::subject::Subject;
use glam::IVec2;
use tilephys_core::platform::PathMode;
use tilephys_core::query::{Query, QueryHit, Solid};
use tilephys_core::{Aabb, Direction};
use tilephys_tiled::{MoverPath, Object};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(48),
    name: "mover-path",
    severity: Some(Severity::Warning),
    explanation: "The path of a moving platform leads through something solid or out of the map, or it rises so close \
                  to a ceiling that a rider is crushed. Move the points of its path. A platform is not reported \
                  if it hides completely inside solid tiles at a point of its path, or if it starts in a solid and \
                  comes out: doors and crushers do that.",
    run: Run::Map(run),
};

/// Steps on each axis between the points by which a box is judged to be hidden in solids; corners are among them.
const POINTS: i32 = 15;

fn run(map: &Subject<'_>, out: &mut Findings) {
    for mover in map.movers() {
        let level_mover = &map.level.movers[mover.mover];
        let Some(object) = map.level.object(level_mover.object) else { continue };
        // The path of a child is relative to its parent, which moves.
        if let (Some(path), None) = (&level_mover.path, level_mover.parent) {
            Ride { map, object, start: mover, path }.judge(out);
        }
    }
}

/// A mover on its path.
struct Ride<'a, 'l> {
    map: &'a Subject<'l>,
    object: &'a Object,
    start: &'a MoverBox,
    path: &'a MoverPath,
}

impl Ride<'_, '_> {
    /// Adds at most one finding of each kind.
    fn judge(&self, out: &mut Findings) {
        let boxes: Vec<Aabb> = self.path.points.iter().filter_map(|point| self.at(*point)).collect();
        if boxes.len() != self.path.points.len() {
            return;
        }
        let back = (self.path.mode == PathMode::Loop).then(|| (boxes.len() - 1, 0));
        let legs: Vec<(usize, usize)> = (1..boxes.len()).map(|to| (to - 1, to)).chain(back).collect();
        let solid = legs.iter().find_map(|leg| self.through_solid(&boxes, *leg));
        let blocked = solid.is_some();
        out.list.extend(solid);
        if let Some(area) = self.map.area()
            && let Some(place) = boxes.iter().position(|aabb| !aabb.overlaps(area))
            && boxes.iter().any(|aabb| aabb.overlaps(area))
        {
            let message = format!("the moving platform leaves the map at point {} of its path", place + 1);
            let help = "move that point into the map";
            out.add(self.map.about_object(&CHECK, self.object, message).help(help));
        }
        if !blocked {
            out.list.extend(legs.iter().find_map(|leg| self.crushes(&boxes, *leg)));
        }
    }

    /// The box at a point of the path.
    fn at(&self, point: IVec2) -> Option<Aabb> {
        let size = self.start.start.max - self.start.start.min;
        in_world(Aabb { min: point, max: point.checked_add(size)? })
    }

    /// The solids that the platform meets: all but itself and one-way lines.
    fn query(&self) -> Query<'static> {
        Query::new(u32::MAX).without_one_ways()
    }

    /// The finding that a leg of the path leads through a solid.
    fn through_solid(&self, boxes: &[Aabb], (from, to): (usize, usize)) -> Option<Finding> {
        let (start, end) = (shrunk(boxes[from]), shrunk(boxes[to]));
        let mut hits = Vec::new();
        self.map.level.grid.sweep_all(start, end.min - start.min, self.query(), &mut hits);
        // Where a designer places a platform, halfway in a ceiling, it is meant to come out.
        let origin = shrunk(boxes[0]);
        let is_meant = |hit: &QueryHit<Solid>| hit.target.aabb.overlaps(origin);
        let hit = hits.into_iter().find(|hit| !is_meant(hit))?;
        if [from, to].into_iter().any(|place| self.is_hidden(boxes[place])) {
            return None;
        }
        let named = self.map.solid_in_words(&hit.target);
        let message = if hit.starts_inside() {
            format!("the moving platform is inside {named} at point {} of its path", from + 1)
        } else {
            format!(
                "the moving platform goes through {named} between points {} and {} of its path",
                from + 1,
                to + 1
            )
        };
        Some(self.finding(message, "move the points of its path, or the solid tiles", &hit))
    }

    /// True if a box is covered by solids, so that nothing of the platform is seen.
    fn is_hidden(&self, aabb: Aabb) -> bool {
        let span = aabb.max - aabb.min - IVec2::ONE;
        let part = |k: i32, axis: usize| (i64::from(span[axis]) * i64::from(k) / i64::from(POINTS)) as i32;
        let is_covered = |(x, y)| {
            let min = aabb.min + IVec2::new(part(x, 0), part(y, 1));
            self.map.level.grid.overlaps(Aabb { min, max: min + IVec2::ONE }, u32::MAX)
        };
        (0..=POINTS).flat_map(|y| (0..=POINTS).map(move |x| (x, y))).all(is_covered)
    }

    /// The finding that a rider is crushed against a ceiling where the platform rises.
    fn crushes(&self, boxes: &[Aabb], (from, to): (usize, usize)) -> Option<Finding> {
        let rises = boxes[to].min.y.cmp(&boxes[from].min.y);
        // The way back of a platform that goes to and fro.
        let (from, to) = match rises {
            std::cmp::Ordering::Less => (from, to),
            std::cmp::Ordering::Greater if self.path.mode == PathMode::PingPong => (to, from),
            _ => return None,
        };
        let height = self.map.player_size()?.y;
        let rider = |aabb: Aabb| {
            let min = IVec2::new(aabb.min.x, aabb.min.y.checked_sub(height)?);
            in_world(Aabb { min, max: IVec2::new(aabb.max.x, aabb.min.y) })
        };
        let (low, high) = (rider(boxes[from])?, rider(boxes[to])?);
        // Without room at the start and where the leg begins, nothing gets on: a crusher.
        let has_room = |aabb: Aabb| self.map.is_free(shrunk(aabb));
        if !has_room(rider(boxes[0])?) || !has_room(low) {
            return None;
        }
        let mask = self.map.settings.player.mask;
        let query = Query::new(mask).without_one_ways();
        let hit = self.map.level.grid.sweep(low, high.min - low.min, query)?;
        let lacks = hit.shape.position.y.saturating_sub(high.min.y);
        if hit.face != Some(Direction::Down) || lacks <= TOLERANCE {
            return None;
        }
        let named = self.map.solid_in_words(&hit.target);
        let room = length(height.saturating_sub(lacks).max(0));
        let message = format!(
            "the moving platform rises to within {room} of {named}, and the player on it needs {}",
            length(height)
        );
        Some(self.finding(message, "end the path lower, or open the ceiling", &hit))
    }

    fn finding(&self, message: String, help: &str, hit: &QueryHit<Solid>) -> Finding {
        let finding = self.map.about_object(&CHECK, self.object, message).help(help);
        if hit.target.off_grid.is_none() { finding.in_cell(hit.target.cell) } else { finding }
    }
}

/// The box without a margin of a pixel, as far as it is larger.
fn shrunk(aabb: Aabb) -> Aabb {
    let size = aabb.size();
    let by = |length: i64| if length > 4 * i64::from(TOLERANCE) { -TOLERANCE } else { 0 };
    aabb.grown(IVec2::new(by(size.x), by(size.y)))
}
