//! Nearest point on a path: the tick at which a mover continues on a changed path.

use glam::IVec2;
use tilephys_core::platform::{Path, PathMode};

/// Ticks of a path that are tried in the first pass, five hours at 60 a second; longer paths are sampled.
const TRIED: u64 = 1 << 20;

/// The tick at which `path` is nearest to `place`, in lattice units. `before` is the old path and its tick. Among
/// equally near ticks, the nearest fraction of the round wins: a mover on its way back stays on its way back.
///
/// A [reload](crate::LevelEntities::reload) uses it for movers under way. A call evaluates the path up to a million times.
#[must_use]
pub fn nearest_tick(path: &Path, place: IVec2, before: Option<(&Path, u64)>) -> u64 {
    let period = u64::from(path.period());
    let now = before.map_or(0, |(old, tick)| {
        let round = u64::from(old.period());
        // A finished path stays at its end.
        let tick = if old.mode() == PathMode::Once { tick.min(round) } else { tick % round };
        tick * period / round
    });
    let rank = |tick: &u64| {
        let way = path.at(*tick).as_i64vec2() - place.as_i64vec2();
        (way.length_squared(), tick.abs_diff(now))
    };
    let stride = period / TRIED + 1;
    let rough = (0..=period).step_by(stride as usize).chain([now]).min_by_key(rank).unwrap_or_default();
    (rough.saturating_sub(stride)..=(rough + stride).min(period)).min_by_key(rank).unwrap_or(rough)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::ivec2;
    use tilephys_core::platform::{Easing, PathMode, Waypoint};

    fn path(mode: PathMode, ticks: u32, end: i32) -> Path {
        let stops = [
            Waypoint { at: ivec2(0, 0), wait: 5, ticks },
            Waypoint { at: ivec2(end, 0), wait: 0, ticks: if mode == PathMode::Loop { ticks } else { 0 } },
        ];
        Path::new(&stops, mode, Easing::Linear).unwrap()
    }

    #[test]
    fn a_mover_continues_at_the_nearest_tick_in_its_direction() {
        let short = path(PathMode::PingPong, 100, 1000);
        let long = path(PathMode::PingPong, 400, 4000);
        let rows = [
            (&short, ivec2(300, 40), 20, 35),
            (&short, ivec2(300, 40), 190, 175),
            (&short, ivec2(5000, 0), 20, 105),
            (&short, ivec2(-700, 0), 3, 3),
            // On the way back of the short path: also on the long path's way back.
            (&long, ivec2(300, 0), 175, 775),
            (&long, ivec2(300, 0), 35, 35),
        ];
        for (path, place, tick, expected) in rows {
            assert_eq!(nearest_tick(path, place, Some((&short, tick))), expected, "{place} at {tick}");
        }
        let once = path(PathMode::Once, 100, 1000);
        assert_eq!(nearest_tick(&once, ivec2(1000, 0), Some((&once, 4_000))), 105);
        assert_eq!(nearest_tick(&once, ivec2(400, 0), None), 45);
    }

    #[test]
    fn long_paths_are_found_to_the_tick() {
        let long = path(PathMode::Once, 50_000_000, 100_000_000);
        assert_eq!(nearest_tick(&long, ivec2(66_666_666, 0), None), 33_333_333 + 5);
    }
}
