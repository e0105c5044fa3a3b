//! Overlap of convex shapes in exact integers, by separating axes, and all solids of a game as such shapes.

use crate::games::play::Play;
use hecs::Entity;
use tilephys_core::shape::{Part, TileShape};
use tilephys_ecs::{BodyId, Collider, Mover, Position, Solid, Velocity};

/// Corners of a convex shape, in lattice units.
pub(crate) type Corners = Vec<[i64; 2]>;

/// Thing that a solid shape belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Tile,
    Mover(Entity),
    Body(BodyId),
}

/// A shape that blocks bodies.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) owner: Owner,
    pub(crate) category: u32,
    pub(crate) corners: Corners,
    /// True for a line that blocks from one side only. It has no inside.
    pub(crate) is_one_way: bool,
}

/// The corners of a box from its low and its high corner.
pub(crate) fn rectangle(low: [i64; 2], high: [i64; 2]) -> Corners {
    vec![low, [high[0], low[1]], high, [low[0], high[1]]]
}

/// The corners of an entity's box; `None` without an area.
pub(crate) fn box_of(position: Position, collider: Collider) -> Option<Corners> {
    let low = [0, 1].map(|axis| i64::from(position.at[axis]) + i64::from(collider.offset[axis]));
    let high = [0, 1].map(|axis| low[axis] + i64::from(collider.size[axis]));
    (low[0] < high[0] && low[1] < high[1]).then(|| rectangle(low, high))
}

/// The low and the high corner of the box around a shape.
fn bounds(corners: &Corners) -> [[i64; 2]; 2] {
    corners.iter().fold([[i64::MAX; 2], [i64::MIN; 2]], |[low, high], at| {
        [[low[0].min(at[0]), low[1].min(at[1])], [high[0].max(at[0]), high[1].max(at[1])]]
    })
}

/// True if the interiors of two convex shapes meet: no edge of either has them on different sides.
pub(crate) fn overlap(a: &Corners, b: &Corners) -> bool {
    let [one, other] = [bounds(a), bounds(b)];
    if (0..2).any(|axis| one[0][axis] >= other[1][axis] || other[0][axis] >= one[1][axis]) {
        return false;
    }
    let is_apart = |one: &Corners, other: &Corners| {
        (0..one.len()).any(|index| {
            let from = one[index];
            let to = one[(index + 1) % one.len()];
            let normal = [i128::from(to[1] - from[1]), i128::from(from[0] - to[0])];
            let along = |at: &[i64; 2]| normal[0] * i128::from(at[0]) + normal[1] * i128::from(at[1]);
            let [low, high] = [one.iter().map(along).min(), one.iter().map(along).max()];
            other.iter().map(along).max() <= low || other.iter().map(along).min() >= high
        })
    };
    !is_apart(a, b) && !is_apart(b, a)
}

/// The shapes of a kind of tile whose cell begins at `at`.
fn shapes_of(shape: &TileShape, at: [i64; 2], cell: [i64; 2]) -> Vec<(Corners, bool)> {
    let moved = |corner: &glam::IVec2| [at[0] + i64::from(corner.x), at[1] + i64::from(corner.y)];
    let line = |one_way: &tilephys_core::shape::OneWay| (one_way.ends().iter().map(moved).collect(), true);
    match shape {
        TileShape::Full => vec![(rectangle(at, [at[0] + cell[0], at[1] + cell[1]]), false)],
        TileShape::Box(aabb) => vec![(rectangle(moved(&aabb.min), moved(&aabb.max)), false)],
        TileShape::OneWay(one_way) => vec![line(one_way)],
        TileShape::Parts(parts) => {
            let part = |part: &Part| match part {
                Part::Solid(polygon) => (polygon.corners().iter().map(moved).collect(), false),
                Part::OneWay(one_way) => line(one_way),
            };
            parts.iter().map(part).collect()
        }
        // No game has a tile of another shape.
        _ => Vec::new(),
    }
}

/// All shapes that block: tiles, movers and solid bodies.
pub(crate) fn shapes(play: &Play) -> Vec<Shape> {
    let grid = play.physics.grid();
    let cell = [0, 1].map(|axis| i64::from(grid.tile_size()[axis]));
    let mut all = Vec::new();
    let mut add = |owner: Owner, kind: tilephys_core::TileId, at: [i64; 2], corners: Option<Corners>| {
        let tile = grid.tile_kind(kind);
        let mut own = shapes_of(&tile.shape, at, cell);
        if owner != Owner::Tile {
            // The position of a mover without a collider is the low corner of its shape.
            let low = own.iter().fold([i64::MAX; 2], |low, (corners, _)| {
                let own = bounds(corners)[0];
                [low[0].min(own[0]), low[1].min(own[1])]
            });
            let corners = own.iter_mut().flat_map(|(corners, _)| corners);
            corners.for_each(|corner| *corner = [0, 1].map(|axis| corner[axis] + at[axis] - low[axis]));
        }
        let is_line = own.iter().all(|(_, is_one_way)| *is_one_way);
        let found = match corners {
            Some(corners) => vec![(corners, is_line)],
            None => own,
        };
        let shape = |(corners, is_one_way)| Shape { owner, category: tile.category, corners, is_one_way };
        all.extend(found.into_iter().map(shape));
    };
    for (_, at, kind) in grid.tiles() {
        let low = [i64::from(at.col) * cell[0], i64::from(at.row) * cell[1]];
        add(Owner::Tile, kind, low, None);
    }
    for (entity, position, mover, collider) in
        play.world.query::<(Entity, &Position, &Mover, Option<&Collider>)>().iter()
    {
        let low = [i64::from(position.at.x), i64::from(position.at.y)];
        let corners = collider.map(|collider| box_of(*position, *collider).unwrap_or_default());
        add(Owner::Mover(entity), mover.tile, low, corners);
    }
    let mut bodies = play.world.query::<(&BodyId, &Position, &Collider, &Solid)>().with::<&Velocity>();
    for (id, position, collider, solid) in bodies.iter() {
        if let Some(corners) = box_of(*position, *collider) {
            add(Owner::Body(*id), solid.0, [0, 0], Some(corners));
        }
    }
    all.retain(|shape| shape.corners.len() > 1);
    all
}
