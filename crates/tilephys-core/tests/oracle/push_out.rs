//! Depenetration by brute force: every length that could be an exit is tried.

use super::first_hit::up_axis;
use super::mover::unit;
use super::world::{Rect, Solid};
use tilephys_core::Direction;

/// Units to the nearest free place straight in `direction`, if that is at most `limit` away and in the world.
fn exit_distance(body: &Rect, solids: &[Solid], direction: Direction, limit: i64) -> Option<i64> {
    let v = unit(direction);
    let mut lengths: Vec<i64> = solids
        .iter()
        .map(|s| match direction {
            Direction::Up => body.hi[1] - s.rect.lo[1],
            Direction::Down => s.rect.hi[1] - body.lo[1],
            Direction::Left => body.hi[0] - s.rect.lo[0],
            Direction::Right => s.rect.hi[0] - body.lo[0],
        })
        .filter(|&length| length > 0 && length <= limit)
        .collect();
    lengths.sort_unstable();
    lengths.into_iter().find(|&length| {
        let there = body.moved([v[0] * length, v[1] * length]);
        there.in_world() && !solids.iter().any(|s| s.rect.overlaps(&there))
    })
}

/// The shortest exit of at most `cells` tiles: of equals the one toward `up`, then the side against the motion `d` (the
/// lesser coordinate if there is none), then the other side, then down.
pub(crate) fn shortest_exit(
    body: &Rect,
    solids: &[Solid],
    d: [i64; 2],
    up: Direction,
    limit: [i64; 2],
) -> Option<(Direction, i64)> {
    let (down, low, high) = match up {
        Direction::Up => (Direction::Down, Direction::Left, Direction::Right),
        Direction::Down => (Direction::Up, Direction::Left, Direction::Right),
        Direction::Left => (Direction::Right, Direction::Up, Direction::Down),
        Direction::Right => (Direction::Left, Direction::Up, Direction::Down),
    };
    let across = 1 - up_axis(up);
    let (side, other) = if d[across] < 0 { (high, low) } else { (low, high) };
    let mut best: Option<(Direction, i64)> = None;
    for direction in [up, side, other, down] {
        if let Some(distance) = exit_distance(body, solids, direction, limit[up_axis(direction)])
            && best.is_none_or(|b| distance < b.1)
        {
            best = Some((direction, distance));
        }
    }
    best
}
