//! Colliders: converts points to full tiles, boxes, slopes, polygons and one-way lines of the grid.

use crate::collide::polygons::{
    MAX_SPLIT, clockwise, convex_polygons, first_crossing, walls, without_straight,
};
use crate::error::{LoadError, Message, Problem, WithHelp};
use glam::{I64Vec2, IVec2};
use std::path::Path;
use tilephys_core::limits::SHAPE_REACH;
use tilephys_core::shape::{OneWay, Part, Polygon, PolygonFault, Slope, TileShape};
use tilephys_core::{Aabb, Direction, UNITS_PER_PX};

/// A collision shape at its place, in lattice units.
pub(crate) struct Collider {
    pub(crate) points: Vec<I64Vec2>,
    /// True for a polygon, false for a line of several pieces.
    pub(crate) closed: bool,
    /// Open side of a one-way shape; `None` if it blocks from all sides.
    pub(crate) one_way: Option<Direction>,
}

/// The reason why a shape is not a collider.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// The shape has no area: all its points are equal, or the corners of a polygon lie on one line.
    Empty,
    /// Another fault: message with the remedy.
    Wrong(Message),
}

impl Collider {
    /// The parts of the shape for the grid.
    ///
    /// # Errors
    /// If the grid cannot take the shape.
    pub(crate) fn parts(&self) -> Result<Vec<Part>, Unfit> {
        let what = if self.closed { "corner" } else { "point" };
        if self.points.len() < if self.closed { 3 } else { 2 } {
            return Err(Unfit::Empty);
        }
        let corners = self.points.iter().enumerate().map(|(i, p)| near(*p).ok_or(i));
        let corners = corners.collect::<Result<Vec<IVec2>, usize>>().map_err(|i| {
            let reach = SHAPE_REACH / UNITS_PER_PX;
            Unfit::Wrong(
                format!("{what} {} of the shape is more than {reach} px from its cell", i + 1)
                    .help("move it closer"),
            )
        })?;
        if corners.iter().all(|corner| *corner == corners[0]) {
            return Err(Unfit::Empty);
        }
        match (self.closed, self.one_way) {
            (true, None) => Ok(polygons(&corners)?.into_iter().map(Part::Solid).collect()),
            (true, Some(open)) => {
                // A one-way shape has no inside, but must be a valid polygon.
                let _ = polygons(&corners)?;
                let mut corners = clockwise(without_straight(&corners));
                let first = (0..corners.len()).min_by_key(|&i| (corners[i].y, corners[i].x)).unwrap_or(0);
                corners.rotate_left(first);
                let next = corners.iter().cycle().skip(1);
                Ok(one_way_lines(corners.iter().copied().zip(next.copied()), open, true))
            }
            (false, Some(open)) => {
                let pairs = corners.windows(2).map(|pair| (pair[0], pair[1]));
                let parts = one_way_lines(pairs, open, false);
                if parts.is_empty() {
                    return Err(Unfit::Wrong(
                        format!("no segment of the line faces {}", format!("{open:?}").to_lowercase())
                            .help("rotate the line, or set \"one_way_dir\" to another side"),
                    ));
                }
                Ok(parts)
            }
            (false, None) => {
                walls(&corners).map_err(|fault| Unfit::Wrong(fault.to_string().help("redraw it")))
            }
        }
    }
}

/// The convex polygons of a shape with these corners.
fn polygons(corners: &[IVec2]) -> Result<Vec<Polygon>, Unfit> {
    convex_polygons(corners).map_err(|fault| match fault {
        PolygonFault::NoArea => Unfit::Empty,
        PolygonFault::SelfCrossing => Unfit::Wrong(crossing(corners)),
        PolygonFault::TooMany { corners } => Unfit::Wrong(
            format!("the polygon has {corners} corners, and the limit is {MAX_SPLIT}")
                .help("split it into several polygons"),
        ),
        other => Unfit::Wrong(other.to_string().help("redraw it")),
    })
}

/// The message about a polygon that crosses itself.
fn crossing(corners: &[IVec2]) -> Message {
    match first_crossing(corners) {
        Some([first, second]) => format!(
            "the edge after corner {first} of the polygon crosses the edge after corner {second}, or \
             touches it from inside"
        )
        .help("redraw it without crossings"),
        None => "the polygon winds around twice".help("redraw it without crossings"),
    }
}

/// The line pieces that face `open`; for a clockwise polygon, the edges that face outward to it.
fn one_way_lines(pairs: impl Iterator<Item = (IVec2, IVec2)>, open: Direction, outward: bool) -> Vec<Part> {
    let faces = |(a, b): &(IVec2, IVec2)| {
        let edge = *b - *a;
        let toward = IVec2::new(edge.y, -edge.x)[open.axis()] * open.vector()[open.axis()];
        if outward { toward > 0 } else { toward != 0 }
    };
    pairs.filter(faces).map(|(a, b)| Part::OneWay(OneWay::new(a, b, open))).collect()
}

/// The point, if it is near enough to its cell.
fn near(point: I64Vec2) -> Option<IVec2> {
    let reach = i64::from(SHAPE_REACH);
    (point.abs().max_element() <= reach).then(|| point.as_ivec2())
}

/// The shape of at most [`MAX_PARTS`](tilephys_core::limits::MAX_PARTS) parts in a cell of `cell` units. With `slopes`,
/// polygons may become slopes of the cell.
pub(crate) fn shape(mut parts: Vec<Part>, cell: IVec2, slopes: bool) -> TileShape {
    let box_of = |part: &Part| match part {
        Part::Solid(polygon) => as_box(polygon),
        Part::OneWay(_) => None,
    };
    let full = Aabb { min: IVec2::ZERO, max: cell };
    let within =
        |part: &Part| points(part).iter().all(|p| p.cmpge(full.min).all() && p.cmple(full.max).all());
    // Parts inside a full tile make no difference.
    if parts.iter().any(|part| box_of(part) == Some(full)) && parts.iter().all(within) {
        return TileShape::Full;
    }
    if parts.len() > 1 {
        return TileShape::Parts(parts);
    }
    match parts.pop() {
        Some(Part::OneWay(line)) => TileShape::OneWay(line),
        Some(Part::Solid(polygon)) => match (as_box(&polygon), as_slope(&polygon, cell).filter(|_| slopes)) {
            (Some(aabb), _) => TileShape::Box(aabb),
            (None, Some(slope)) => TileShape::Slope(slope),
            (None, None) => TileShape::Parts(vec![Part::Solid(polygon)]),
        },
        None => TileShape::Parts(parts),
    }
}

/// The corners or ends of a part.
fn points(part: &Part) -> Vec<IVec2> {
    match part {
        Part::Solid(polygon) => polygon.corners().to_vec(),
        Part::OneWay(line) => line.ends().to_vec(),
    }
}

/// The box that equals a polygon, if any.
pub(crate) fn as_box(polygon: &Polygon) -> Option<Aabb> {
    // The first corner is the least by row, then by column; the rest are clockwise.
    let &[a, b, c, d] = polygon.corners() else { return None };
    (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x).then_some(Aabb { min: a, max: c })
}

/// The slope of the cell that equals a polygon, if any; of several, a slope on the floor of the cell, then at its
/// ceiling, then at its left side.
fn as_slope(polygon: &Polygon, cell: IVec2) -> Option<Slope> {
    let candidate = |side: Direction| {
        let (axis, along) = (side.axis(), 1 - side.axis());
        let ground = if side.vector()[axis] > 0 { cell[axis] } else { 0 };
        let height = |end: i32| {
            let there = polygon.corners().iter().filter(|p| p[along] == end);
            there.map(|p| (p[axis] - ground).abs()).max()
        };
        let slope = Slope { side, heights: [height(0)?, height(cell[along])?] };
        let at = |end: i32, height: i32| {
            let mut p = IVec2::ZERO;
            p[along] = end;
            p[axis] = ground - side.vector()[axis] * height;
            p
        };
        let [low, high] = slope.heights;
        let corners = [at(0, 0), at(0, low), at(cell[along], high), at(cell[along], 0)];
        let fits = slope.heights.iter().all(|h| *h <= cell[axis]);
        (fits && Polygon::try_new(&corners).as_ref() == Ok(polygon)).then_some(slope)
    };
    [Direction::Down, Direction::Up, Direction::Left, Direction::Right].into_iter().find_map(candidate)
}

/// The bounds of a shape in a cell of `cell` units.
pub(crate) fn bounds(shape: &TileShape, cell: IVec2) -> Aabb {
    let points = match shape {
        TileShape::Box(aabb) => return *aabb,
        TileShape::OneWay(line) => line.ends().to_vec(),
        TileShape::Parts(parts) => parts.iter().flat_map(points).collect(),
        // Slopes lie within their cell.
        _ => Vec::new(),
    };
    let all = points.into_iter().map(|point| Aabb { min: point, max: point });
    all.reduce(Aabb::union).unwrap_or(Aabb { min: IVec2::ZERO, max: cell })
}

/// An error about a shape.
pub(crate) fn shape_error(file: &Path, message: impl Into<Message>) -> LoadError {
    LoadError::new(Problem::Shape, file, message)
}
