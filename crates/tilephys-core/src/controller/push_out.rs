//! Depenetration of bodies that start in a solid: the shortest exit, or the motion that is still allowed.

use super::actor::Actor;
use crate::direction::Direction;
use crate::grid::{View, exit_of, overlaps};
use crate::limits::WORLD_LIMIT;
use glam::IVec2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit {
    pub(crate) direction: Direction,
    pub(crate) distance: i32,
}

impl Exit {
    pub(crate) fn push(self) -> IVec2 {
        self.direction.vector() * self.distance
    }
}

/// The shortest exit from all solids for a box that overlaps one, at most `cells` tiles long. Ties are resolved in the order
/// toward `up`, the side against the motion `d`, the other side, down. Without motion across up, the lesser coordinate precedes.
pub(crate) fn shortest_exit(actor: Actor, min: IVec2, d: IVec2, cells: i32) -> Option<Exit> {
    let view = actor.view;
    let up = actor.config.up;
    let side_axis = 1 - up.axis();
    let side = Direction::along(side_axis, d[side_axis] < 0);
    let mut best: Option<Exit> = None;
    for direction in [up, side, side.opposite(), up.opposite()] {
        let limit = cells.saturating_mul(view.cells().axis(direction.axis()).edge);
        // A longer exit than the best so far need not be searched.
        let limit = best.map_or(limit, |b| limit.min(b.distance - 1));
        if let Some(distance) = exit_distance(actor, min, direction, limit) {
            best = Some(Exit { direction, distance });
        }
    }
    best
}

/// Distance that the box must move in `direction` until it overlaps nothing, if it is at most `limit` and in the world.
pub(crate) fn exit_distance(actor: Actor, min: IVec2, direction: Direction, limit: i32) -> Option<i32> {
    let size = actor.size;
    let axis = direction.axis();
    let v = direction.vector();
    let positive = v[axis] > 0;
    // The room on one side may be the whole world, which is wider than `i32`.
    let low = i64::from(min[axis]);
    let high = i64::from(min[axis]) + i64::from(size[axis]);
    let room = if positive { i64::from(WORLD_LIMIT) - high } else { low + i64::from(WORLD_LIMIT) };
    let limit = i64::from(limit).min(room);
    // Each round leaves all solids that the box overlaps now. It may then overlap the next ones.
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

/// Distance that the box must move in `direction` to leave all solids that it overlaps now.
fn farther(actor: Actor, min: IVec2, direction: Direction) -> Option<i64> {
    let view = actor.view;
    let size = actor.size;
    let axis = direction.axis();
    let positive = direction.vector()[axis] > 0;
    // The trailing side of the box must reach the far edge of the overlapped solid.
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
    let cells = view.cells();
    let max = min + size;
    let r = cells.covered(min, max);
    let rows = |from, to| view.rows_with_something(from, to, r.col0, r.col1);
    let solid_row = |from, to| rows(from, to).find(|&row| view.first_right(row, r.col0, r.col1).is_some());
    let tile = cells.tile();
    // Across rows, the first solid row from the far side decides. Across columns, any row may have the
    // farthest tile.
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
