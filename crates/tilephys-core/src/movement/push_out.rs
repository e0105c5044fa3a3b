//! Bodies that start inside something: the shortest exit, or what may move at all.

use super::actor::Actor;
use crate::constants::{MAX_EXIT_CELLS, WORLD_LIMIT};
use crate::direction::Direction;
use crate::grid::{View, exit_of, overlaps};
use glam::IVec2;

/// A way out of everything solid, straight in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit {
    pub(crate) direction: Direction,
    /// Units to the first place that is free.
    pub(crate) distance: i32,
}

impl Exit {
    /// The way out as a translation.
    pub(crate) fn push(self) -> IVec2 {
        self.direction.vector() * self.distance
    }
}

/// The shortest way out of everything for a box that overlaps something, at most `cells` tiles long. Of equals the one
/// toward `up` comes first, then the side against the motion `d`, then the other side (without motion along it, the
/// lesser coordinate), then down.
fn shortest_exit(actor: Actor, min: IVec2, d: IVec2, cells: i32) -> Option<Exit> {
    let (view, up) = (actor.view, actor.config.up);
    let side_axis = 1 - up.axis();
    let side = Direction::along(side_axis, d[side_axis] < 0);
    let mut best: Option<Exit> = None;
    for direction in [up, side, side.opposite(), up.opposite()] {
        let limit = cells.saturating_mul(view.cells().axis(direction.axis()).edge());
        let limit = best.map_or(limit, |b| limit.min(b.distance - 1));
        if let Some(distance) = exit_distance(actor, min, direction, limit) {
            best = Some(Exit { direction, distance });
        }
    }
    best
}

/// The exit that a body which starts inside something is put to: at most one tile away.
pub(crate) fn near_exit(actor: Actor, min: IVec2, d: IVec2) -> Option<Exit> {
    shortest_exit(actor, min, d, 1)
}

/// The exit toward which a body that cannot be pushed out may still move.
pub(crate) fn far_exit(actor: Actor, min: IVec2, d: IVec2) -> Option<Exit> {
    shortest_exit(actor, min, d, MAX_EXIT_CELLS)
}

/// Units that the box must move in `direction` until it overlaps nothing, if that is at most `limit` and in the world.
pub(crate) fn exit_distance(actor: Actor, min: IVec2, direction: Direction, limit: i32) -> Option<i32> {
    let size = actor.size;
    let (axis, v) = (direction.axis(), direction.vector());
    let positive = v[axis] > 0;
    // The room on one side may be all of the world, which is wider than `i32`.
    let (low, high) = (i64::from(min[axis]), i64::from(min[axis]) + i64::from(size[axis]));
    let room = if positive { i64::from(WORLD_LIMIT) - high } else { low + i64::from(WORLD_LIMIT) };
    let limit = i64::from(limit).min(room);
    let mut distance = 0;
    while let Some(more) = farther(actor, min + v * distance, direction) {
        let next = i64::from(distance) + more;
        if next > limit {
            return None;
        }
        distance = next as i32;
    }
    Some(distance)
}

/// How far the box must move in `direction` to be out of each thing that it overlaps now.
fn farther(actor: Actor, min: IVec2, direction: Direction) -> Option<i64> {
    let (view, size) = (actor.view, actor.size);
    let axis = direction.axis();
    let positive = direction.vector()[axis] > 0;
    // The trailing side of the box must come to the far edge of what it overlaps.
    let trail = i64::from(min[axis]) + if positive { 0 } else { i64::from(size[axis]) };
    let mut most = farthest_edge(view, min, size, direction).map(|edge| (i64::from(edge) - trail).abs());
    if view.has_shapes() {
        let cells = view.cells().covered(min, min + size);
        view.any_piece(cells, |piece| {
            let outline = actor.outline(piece, min);
            if overlaps(piece, outline) {
                let own = exit_of(piece, outline, direction);
                most = Some(most.map_or(own, |most| most.max(own)));
            }
            false
        });
    }
    most
}

/// The coordinate of the edge farthest in `direction` of all whole tiles that the box overlaps.
fn farthest_edge(view: View, min: IVec2, size: IVec2, direction: Direction) -> Option<i32> {
    let (cells, max) = (view.cells(), min + size);
    let r = cells.covered(min, max);
    let rows = |from, to| view.rows_with_something(from, to, r.col0, r.col1);
    let solid_row = |from, to| rows(from, to).find(|&row| view.first_right(row, r.col0, r.col1).is_some());
    let tile = cells.tile();
    match direction {
        Direction::Up => solid_row(r.row0, r.row1).map(|row| row * tile.y),
        Direction::Down => solid_row(r.row1, r.row0).map(|row| (row + 1) * tile.y),
        Direction::Left => rows(r.row0, r.row1)
            .filter_map(|row| view.first_right(row, r.col0, r.col1))
            .min()
            .map(|c| c * tile.x),
        Direction::Right => rows(r.row0, r.row1)
            .filter_map(|row| view.first_left(row, r.col1, r.col0))
            .max()
            .map(|col| (col + 1) * tile.x),
    }
}
