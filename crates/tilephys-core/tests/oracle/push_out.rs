//! The shortest exit of a body from solids, by the documented order of ties.

use super::first_hit::up_axis;
use crate::shapes::judge::exit_length;
use crate::shapes::solid::{Point, Rect, Solid, unit};
use tilephys_core::Direction;

/// The shortest exit of at most `cells` tiles: of equals the one toward `up`, then the side against the motion `d` (the
/// lesser coordinate if there is none), then the other side, then down.
pub(crate) fn shortest_exit(
    body: &Rect,
    solids: &[Solid],
    d: Point,
    up: Direction,
    limit: Point,
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
        if let Some(distance) = exit_length(body, solids, unit(direction), limit[up_axis(direction)])
            && best.is_none_or(|b| distance < b.1)
        {
            best = Some((direction, distance));
        }
    }
    best
}
