//! The corners of shapes: for pictures, and for what they cover.

use glam::IVec2;
use tilephys::core::{
    Aabb, Direction,
    shape::{OneWay, Part, Slope, TileShape},
};

/// One part of a shape, in lattice units from the low corner of its cell.
pub(crate) enum Outline {
    /// The corners of a convex polygon, one after the other.
    Solid(Vec<IVec2>),
    Line(OneWay),
}

impl Outline {
    /// True if the point is inside or on its edge; false for a line.
    pub(crate) fn holds(&self, p: IVec2) -> bool {
        let Outline::Solid(corners) = self else { return false };
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).map(|(&a, &b)| {
            let (edge, way) = ((b - a).as_i64vec2(), (p - a).as_i64vec2());
            edge.x * way.y - edge.y * way.x
        });
        sides.clone().all(|side| side >= 0) || sides.clone().all(|side| side <= 0)
    }

    pub(crate) fn corners(&self) -> Vec<IVec2> {
        match self {
            Outline::Solid(corners) => corners.clone(),
            Outline::Line(line) => line.ends().to_vec(),
        }
    }
}

/// The parts of a shape in a cell of `tile` units.
pub(crate) fn outlines(shape: &TileShape, tile: IVec2) -> Vec<Outline> {
    match shape {
        TileShape::Box(area) => vec![of_box(*area)],
        TileShape::Slope(slope) => vec![of_slope(*slope, tile)],
        TileShape::OneWay(line) => vec![Outline::Line(*line)],
        TileShape::Parts(parts) => parts
            .iter()
            .map(|part| match part {
                Part::OneWay(line) => Outline::Line(*line),
                Part::Solid(polygon) => Outline::Solid(polygon.corners().to_vec()),
            })
            .collect(),
        _ => vec![of_box(Aabb { min: IVec2::ZERO, max: tile })],
    }
}

/// The low and the high corner of all that a shape in a cell of `tile` units covers.
pub(crate) fn bounds(shape: &TileShape, tile: IVec2) -> (IVec2, IVec2) {
    let corners = outlines(shape, tile).into_iter().flat_map(|part| part.corners());
    let all = corners.fold(None, |all: Option<(IVec2, IVec2)>, corner| {
        let (low, high) = all.unwrap_or((corner, corner));
        Some((low.min(corner), high.max(corner)))
    });
    all.unwrap_or((IVec2::ZERO, tile))
}

fn of_box(Aabb { min, max }: Aabb) -> Outline {
    Outline::Solid(vec![min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)])
}

fn of_slope(slope: Slope, tile: IVec2) -> Outline {
    let [low, high] = slope.heights;
    let (w, h) = (tile.x, tile.y);
    let corners = match slope.side {
        Direction::Down => [[0, h], [0, h - low], [w, h - high], [w, h]],
        Direction::Up => [[0, 0], [0, low], [w, high], [w, 0]],
        Direction::Left => [[0, 0], [low, 0], [high, h], [0, h]],
        Direction::Right => [[w, 0], [w - low, 0], [w - high, h], [w, h]],
    };
    Outline::Solid(corners.map(IVec2::from).to_vec())
}
