//! Polygons that touch themselves: cut into simple ones at the points where they touch.

use crate::collide::corners::{area, edges, turn, without_straight};
use glam::IVec2;

/// The simple polygons of a clockwise polygon that touches itself in corners or on its edges, each clockwise; `None` if it
/// does not, crosses itself, or has a hole or an overlap.
pub(crate) fn simple_polygons(corners: &[IVec2]) -> Option<Vec<Vec<IVec2>>> {
    let mut open: Vec<IVec2> = Vec::new();
    let mut closed: Vec<Vec<IVec2>> = Vec::new();
    for corner in with_touched(corners) {
        // From its first visit of a point to the next, the outline goes around a polygon.
        if let Some(at) = open.iter().position(|known| *known == corner) {
            closed.push(open.split_off(at));
        }
        open.push(corner);
    }
    closed.push(open);
    let polygons: Vec<Vec<IVec2>> = closed.iter().map(|corners| without_straight(corners)).collect();
    let are_apart = |(place, one): (usize, &Vec<IVec2>)| {
        let others = polygons.iter().enumerate().filter(|(other, _)| *other != place);
        others.into_iter().all(|(_, other)| !meet(one, other))
    };
    let is_clockwise = |corners: &Vec<IVec2>| corners.len() > 2 && area(corners) > 0;
    let are_sound =
        polygons.len() > 1 && polygons.iter().all(is_clockwise) && polygons.iter().enumerate().all(are_apart);
    are_sound.then_some(polygons)
}

/// Numbers, from 1, of the corners at which two edges begin that cross, else of two that touch; `None` if none do.
pub(crate) fn first_crossing(corners: &[IVec2]) -> Option<[usize; 2]> {
    let edges: Vec<[IVec2; 2]> = edges(corners).collect();
    let n = edges.len();
    let pairs = || (0..n).flat_map(|i| (i + 2..n).map(move |j| [i, j])).filter(|[i, j]| (j + 1) % n != *i);
    let crossing = pairs().find(|[i, j]| cross(edges[*i], edges[*j]));
    let pair = crossing.or_else(|| pairs().find(|[i, j]| touch(edges[*i], edges[*j])));
    pair.map(|pair| pair.map(|place| place + 1))
}

/// The corners, with the corners on an edge between its ends.
fn with_touched(corners: &[IVec2]) -> Vec<IVec2> {
    let mut all = Vec::new();
    for [a, b] in edges(corners) {
        let mut between: Vec<IVec2> = corners.iter().copied().filter(|p| is_inside([a, b], *p)).collect();
        between.sort_unstable_by_key(|p| (*p - a).abs().max_element());
        between.dedup();
        all.push(a);
        all.extend(between);
    }
    all
}

/// True if a point is on an edge, and no end of it.
fn is_inside([a, b]: [IVec2; 2], p: IVec2) -> bool {
    p != a && p != b && turn(a, b, p) == 0 && p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all()
}

/// True if two edges cross at a point that is no end of either.
fn cross([a, b]: [IVec2; 2], [c, d]: [IVec2; 2]) -> bool {
    turn(a, b, c).signum() * turn(a, b, d).signum() < 0 && turn(c, d, a).signum() * turn(c, d, b).signum() < 0
}

fn touch(one: [IVec2; 2], other: [IVec2; 2]) -> bool {
    let is_on = |edge: [IVec2; 2], p: IVec2| edge.contains(&p) || is_inside(edge, p);
    cross(one, other) || one.iter().any(|p| is_on(other, *p)) || other.iter().any(|p| is_on(one, *p))
}

/// True if edges of two polygons cross, or an edge of the second is inside the first.
fn meet(one: &[IVec2], other: &[IVec2]) -> bool {
    edges(one).any(|a| edges(other).any(|b| cross(a, b))) || edges(other).any(|[a, b]| surrounds(one, a + b))
}

/// True if a point is inside a polygon; `twice` is the point times two.
fn surrounds(corners: &[IVec2], twice: IVec2) -> bool {
    let mut is_in = false;
    for [a, b] in edges(corners).map(|edge| edge.map(|corner| corner * 2)) {
        if twice == a || is_inside([a, b], twice) {
            return false;
        }
        let [low, high] = if a.y < b.y { [a, b] } else { [b, a] };
        is_in ^= low.y <= twice.y && twice.y < high.y && turn(low, high, twice) > 0;
    }
    is_in
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(i32, i32)]) -> Vec<IVec2> {
        list.iter().map(|&p| IVec2::from(p)).collect()
    }

    #[test]
    fn a_polygon_is_cut_where_it_touches_itself() {
        type Row = (&'static str, &'static [(i32, i32)], Option<Vec<i128>>);
        let rows: [Row; 7] = [
            (
                "a block on a corner",
                &[(0, 0), (8, 0), (8, -2), (10, -2), (10, 0), (8, 0), (8, 2), (16, 2), (16, 6), (0, 6)],
                Some(vec![8, 160]),
            ),
            ("a tip on an edge", &[(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)], Some(vec![32, 32])),
            ("a simple box", &[(0, 0), (8, 0), (8, 8), (0, 8)], None),
            (
                "two triangles at a corner",
                &[(0, 0), (8, 8), (16, 0), (16, 16), (8, 8), (0, 16)],
                Some(vec![128, 128]),
            ),
            ("a bow tie", &[(0, 0), (8, 8), (16, 16), (16, 0), (8, 8), (0, 16)], None),
            ("a hole that touches", &[(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (2, 4), (4, 2)], None),
            ("twice around", &[(0, 0), (8, 0), (8, 8), (0, 0), (6, 0), (6, 5)], None),
        ];
        for (name, corners, expected) in rows {
            let areas = simple_polygons(&points(corners))
                .map(|all| all.iter().map(|corners| area(corners)).collect::<Vec<i128>>());
            assert_eq!(areas, expected, "{name}");
        }
    }

    #[test]
    fn the_edges_that_cross_are_named() {
        assert_eq!(first_crossing(&points(&[(0, 0), (16, 16), (16, 0), (0, 16)])), Some([1, 3]));
        assert_eq!(first_crossing(&points(&[(0, 0), (16, 0), (16, 16), (0, 16)])), None);
        // A touch comes before, and is not the fault.
        let both = [(0, 0), (8, 0), (8, -2), (10, -2), (8, 0), (16, 8), (16, 0), (8, 9), (0, 9)];
        assert_eq!(first_crossing(&points(&both)), Some([5, 7]));
    }
}
