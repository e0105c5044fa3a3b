//! Recorder of the last paths of bodies, for the picture.

use super::bodies::{CHARACTER, PROJECTILE, SPEEDS};
use super::driver::{Driver, Kind};
use super::rate::RATE;
use crate::geometry::pixels;
use glam::{I64Vec2, IVec2, Vec2};
use std::ops::Range;
use tilephys::core::{BodyId, EventKind};

/// Maximum number of bodies of a kind in a picture. More cover the level, at half a kilobyte of memory each.
pub(crate) const MAX_DRAWN: usize = 100_000;

/// Steps of a character's path: two seconds, enough for a walk and a jump.
const CHARACTER_STEPS: u64 = 120;

/// Maximum number of characters with paths: all start at one place, and their paths overlap.
const MAX_WALKING: usize = 1000;

/// Maximum steps of a projectile's path: half a second, in which the fastest bounces a dozen times.
const PROJECTILE_STEPS: u64 = 30;

/// Maximum pixels of projectiles' paths per pixel of the picture. Lines are up to two wide, so they cover one pixel
/// in twenty; with more, paths can no longer be told apart.
const DENSITY: f64 = 0.025;

/// Paths of bodies of one kind.
struct Track {
    kind: Kind,
    ids: Range<u32>,
    /// Offset from a body's min corner to its middle, in lattice units.
    middle: I64Vec2,
    /// Number of steps that it shows.
    steps: u64,
    /// Points by id from the first on, oldest first; empty until those steps begin.
    points: Vec<Vec<Vec2>>,
}

/// Paths of all bodies.
pub(crate) struct Paths {
    /// Shift of the level, in lattice units.
    by: I64Vec2,
    tracks: [Track; 2],
}

/// Limits of what is drawn, which decide how long paths may be.
pub(crate) struct Room {
    /// Width and height of the level, in pixels.
    pub(crate) level: Vec2,
    /// Pixels of the picture to a pixel of the level.
    pub(crate) scale: f32,
}

impl Paths {
    /// Empty recorder. Projectiles have the first ids, characters the next.
    pub(crate) fn new(room: &Room, by: I64Vec2, [projectiles, characters]: [usize; 2]) -> Self {
        let track = |kind, ids: Range<usize>, size: IVec2, steps| {
            let ids = ids.start as u32..ids.end as u32;
            let middle = size.as_i64vec2() / 2;
            Track { kind, ids, middle, steps, points: Vec::new() }
        };
        let steps = projectile_steps(room, projectiles);
        let flying = track(Kind::Projectile, 0..projectiles, PROJECTILE, steps);
        let ids = projectiles..projectiles + characters;
        let steps = if characters <= MAX_WALKING { CHARACTER_STEPS } else { 0 };
        let walking = track(Kind::Character, ids, CHARACTER, steps);
        Paths { by, tracks: [flying, walking] }
    }

    /// Adds the present positions of bodies, with `left` steps to come, and the points of their hits.
    pub(crate) fn follow(&mut self, left: u64, driver: &mut dyn Driver) {
        let by = self.by;
        for track in self.tracks.iter_mut().filter(|t| !t.ids.is_empty() && left <= t.steps && t.steps > 0) {
            let Track { ids, middle, points, .. } = track;
            let point = |corner: IVec2| pixels(corner.as_i64vec2() - by + *middle);
            let place = |id: BodyId| (id.0 - ids.start) as usize;
            if points.is_empty() {
                points.resize(ids.len(), Vec::new());
                driver.report_hits(track.kind, true);
            } else {
                driver.each_event(&mut |id, kind| {
                    if let (EventKind::Hit(hit), true) = (kind, ids.contains(&id.0)) {
                        points[place(id)].push(point(hit.shape.position));
                    }
                });
            }
            driver.each_body(ids.clone(), &mut |id, body, _| points[place(id)].push(point(body.position)));
        }
    }

    /// True if paths of projectiles need the hits in events.
    pub(crate) fn needs_hits(&self) -> bool {
        self.tracks.iter().any(|track| track.kind == Kind::Projectile && !track.points.is_empty())
    }

    /// Restarts the path of a body after a teleport.
    pub(crate) fn restart(&mut self, id: BodyId) {
        self.take(id);
    }

    /// Path of a body, oldest point first; empty if it has none.
    pub(crate) fn take(&mut self, id: BodyId) -> Vec<Vec2> {
        let track = self.tracks.iter_mut().find(|track| track.ids.contains(&id.0));
        let points = track.and_then(|track| track.points.get_mut((id.0 - track.ids.start) as usize));
        points.map(std::mem::take).unwrap_or_default()
    }
}

/// Number of last steps whose paths leave the level visible; 0 for fewer than two, or if not all projectiles are
/// drawn.
fn projectile_steps(room: &Room, projectiles: usize) -> u64 {
    let mean_speed = (SPEEDS.0 + SPEEDS.1) as f64 / 2.0;
    let a_step = projectiles as f64 * mean_speed / f64::from(RATE);
    let [width, height] = room.level.to_array().map(f64::from);
    // In pixels of the picture: lengths grow with the scale, and areas with its square.
    let steps = DENSITY * width * height * f64::from(room.scale) / a_step;
    if steps < 2.0 || projectiles > MAX_DRAWN { 0 } else { (steps as u64).min(PROJECTILE_STEPS) }
}

#[cfg(test)]
mod tests {
    use super::super::bodies::{Start, room};
    use super::super::clock::Clock;
    use super::super::crowd::{Crowd, Meet};
    use super::super::ecs::Ecs;
    use super::super::plain::Plain;
    use super::*;
    use tilephys::core::TileGrid;
    use tilephys::tiled::Level;

    /// The paths of nine projectiles in the last of forty steps.
    fn paths(driver: impl FnOnce(TileGrid, &Level, Start) -> Box<dyn Driver>) -> Vec<Vec<Vec2>> {
        let mut level = room(2);
        let crowd = Crowd { projectiles: 9, characters: 0, seed: 3, meet: Meet::Never, shuffled: false };
        let start = Start::new(&level, crowd).expect("there are free places");
        let mut driver = driver(level.take_grid(), &level, start);
        let mut clock = Clock::new(driver.phases());
        let room = Room { level: Vec2::splat(1000.0), scale: 1.0 };
        let mut paths = Paths::new(&room, I64Vec2::ZERO, [9, 0]);
        for left in (0..40).rev() {
            driver.step(1.0 / 60.0, &mut clock);
            paths.follow(left, &mut *driver);
        }
        (0..9).map(|id| paths.take(BodyId(id))).collect()
    }

    /// A projectile keeps both of its speeds, so all parts of its path are equally steep, if none cuts a corner.
    #[test]
    fn paths_bend_at_hits_with_either_driver() {
        let ecs = paths(|grid, level, start| {
            Box::new(Ecs::new(grid, level, start, I64Vec2::ZERO).expect("no mover is refused"))
        });
        let plain = paths(|grid, level, start| {
            Box::new(Plain::new(grid, level, start, I64Vec2::ZERO).expect("no mover is refused"))
        });
        assert_eq!(ecs, plain);
        let mut bends = 0;
        for path in ecs {
            assert!(path.len() > PROJECTILE_STEPS as usize, "{path:?}");
            let parts: Vec<Vec2> = path.windows(2).map(|ends| (ends[1] - ends[0]).abs()).collect();
            let way = parts.iter().copied().fold(Vec2::ZERO, |sum, part| sum + part).normalize();
            // Each end is rounded to the lattice of 1/256 px.
            assert!(parts.iter().all(|part| part.perp_dot(way).abs() < 0.02), "{path:?}");
            bends += path.len() - 1 - PROJECTILE_STEPS as usize;
        }
        assert!(bends > 50, "{bends}");
    }

    #[test]
    fn paths_are_shorter_in_a_crowd() {
        let cavern = |projectiles, scale| {
            projectile_steps(&Room { level: Vec2::new(3200.0, 960.0), scale }, projectiles)
        };
        for (projectiles, steps) in
            [(0, 30), (1, 30), (124, 30), (1000, 3), (1800, 2), (1900, 0), (usize::MAX, 0)]
        {
            assert_eq!(cavern(projectiles, 1.0), steps, "{projectiles}");
        }
        assert_eq!((cavern(1000, 2.0), cavern(1000, 0.5)), (7, 0));
        let plane = Room { level: Vec2::splat(1e6), scale: 1.0 };
        assert_eq!([MAX_DRAWN, MAX_DRAWN + 1].map(|n| projectile_steps(&plane, n)), [30, 0]);
    }
}
