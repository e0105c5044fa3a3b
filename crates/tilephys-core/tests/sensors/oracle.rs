//! Path of a body from its hits, and the times at which it overlaps a convex polygon.

use crate::exact::Exact;
use crate::shapes::solid::{Name, Rect, Solid};
use crate::shapes::world::pair;
use glam::IVec2;
use tilephys_core::{Aabb, Body, BodyId, EventKind, Region, Response, World};

/// Straight pieces: from where to where, and when in steps of 2^-32.
pub(super) type Pieces = Vec<(IVec2, IVec2, u64, u64)>;

const WHOLE: u64 = 1 << 32;

/// The way of a body that started the last step as `before`: straight from hit to hit.
pub(super) fn way(world: &World, id: BodyId, before: &Body, response: Response) -> Pieces {
    let (mut at, mut when, mut pieces) = (before.position, 0, Vec::new());
    for event in world.events().iter().filter(|e| e.body == id && response != Response::PassThrough) {
        if let EventKind::Hit(hit) = event.kind {
            pieces.push((at, hit.shape.position, when, hit.shape.fraction.to_bits()));
            (at, when) = (hit.shape.position, hit.shape.fraction.to_bits());
        }
    }
    let after = world.body(id).expect("it is there");
    pieces.push((at, after.position, when, WHOLE));
    pieces
}

/// A region as a convex solid.
pub(super) fn target(region: &Region) -> Solid {
    let Aabb { min, max } = region.aabb;
    let corners = match &region.shape {
        Some(shape) => shape.corners().iter().map(|corner| min + *corner).collect(),
        None => vec![min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)],
    };
    let name = Name { layer: 0, kind: 0, cell: [0; 2], off_grid: None, part: 0 };
    Solid::new(corners.into_iter().map(pair).collect(), None, name)
}

/// When a box of `size` on its path enters (true) and leaves a convex target, and whether the box is inside at the end.
pub(super) fn judge(
    pieces: &Pieces,
    size: IVec2,
    target: &Solid,
    mut is_in: bool,
) -> (Vec<(bool, u64)>, bool) {
    let mut told = Vec::new();
    for &(from, to, begin, end) in pieces {
        let (from, to) = (pair(from), pair(to));
        let body = Rect::of(from, pair(size));
        let moment = |at: Exact| begin + at.part_of((end - begin) as i64) as u64;
        let starts_in = target.overlaps(&body);
        if is_in != starts_in {
            told.push((starts_in, begin));
            is_in = starts_in;
        }
        let Some(stay) = target.stay(&body, [to[0] - from[0], to[1] - from[1]]) else { continue };
        if !is_in && (Exact::ZERO..Exact::ONE).contains(&stay.enters) {
            told.push((true, moment(stay.enters)));
            is_in = true;
        }
        if let Some(leaves) = stay.leaves.filter(|leaves| is_in && *leaves <= Exact::ONE) {
            told.push((false, moment(leaves)));
            is_in = false;
        }
    }
    (told, is_in)
}
