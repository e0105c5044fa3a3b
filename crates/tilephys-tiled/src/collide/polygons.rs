//! Polygons and lines as convex parts: concave polygons, polygons with many corners or that touch themselves, thin walls.
//!
//! Ears are cut off until nothing is left (Meisters 1975, "Polygons have ears"). Then triangles are merged over the
//! cuts between them while convex (Hertel and Mehlhorn 1983, "Fast triangulation of simple polygons"). All corners stay
//! on the lattice and every sign is exact, so the parts neither overlap nor leave gaps. The edges of the polygon stay
//! whole: cuts are between corners.

use glam::{I64Vec2, IVec2};
use tilephys_core::limits::{MAX_CORNERS, MAX_PARTS};
use tilephys_core::shape::{Part, Polygon, PolygonFault};

/// Maximum number of corners of a split polygon, which gives about the maximum number of parts of a tile. The time is
/// quadratic in it.
pub(crate) const MAX_SPLIT: usize = 2 * MAX_PARTS;

/// The convex parts of a polygon that may touch itself: itself if it is convex and has few corners.
///
/// # Errors
/// If it crosses itself, has no area, or more corners than [`MAX_SPLIT`].
pub(crate) fn convex_polygons(corners: &[IVec2]) -> Result<Vec<Polygon>, PolygonFault> {
    let corners = without_straight(corners);
    if corners.len() < 3 {
        return Err(PolygonFault::NoArea);
    }
    if corners.len() > MAX_SPLIT {
        return Err(PolygonFault::TooMany { corners: corners.len() });
    }
    match Polygon::try_new(&corners) {
        Ok(polygon) => return Ok(vec![polygon]),
        Err(PolygonFault::Concave { .. } | PolygonFault::TooMany { .. } | PolygonFault::SelfCrossing) => {}
        Err(fault) => return Err(fault),
    }
    let corners = clockwise(corners);
    let split = if first_crossing(&corners).is_none() { triangles(&corners) } else { None };
    let Some((mut pieces, cuts)) = split else {
        let polygons = simple_polygons(&corners).ok_or(PolygonFault::SelfCrossing)?;
        let parts = polygons.iter().map(|polygon| convex_polygons(polygon));
        return Ok(parts.collect::<Result<Vec<_>, _>>()?.concat());
    };
    for cut in cuts {
        put_together(&mut pieces, cut, &corners);
    }
    pieces.iter().map(|piece| Polygon::try_new(&points(piece, &corners))).collect()
}

/// A convex part, by the indices of its corners, clockwise.
type Piece = Vec<usize>;

fn points(piece: &[usize], corners: &[IVec2]) -> Vec<IVec2> {
    piece.iter().map(|&i| corners[i]).collect()
}

/// The triangles of a simple polygon, and the cuts between corners; `None` if it is not simple.
fn triangles(corners: &[IVec2]) -> Option<(Vec<Piece>, Vec<[usize; 2]>)> {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let (mut pieces, mut cuts, mut at) = (Vec::new(), Vec::new(), 0);
    while left.len() > 3 {
        let n = left.len();
        let ear = (at..at + n).map(|i| i % n).find_map(|i| {
            let [a, b, c] = [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
            match turn(corners[a], corners[b], corners[c]) {
                // After cuts, a corner may lie between its neighbours.
                0 => Some((i, None)),
                t if t > 0 && is_ear([a, b, c], &left, corners) => Some((i, Some([a, b, c]))),
                _ => None,
            }
        });
        let (i, ear) = ear?;
        if let Some([a, b, c]) = ear {
            pieces.push(vec![a, b, c]);
            cuts.push([a, c]);
        }
        left.remove(i);
        at = i;
    }
    if turn(corners[left[0]], corners[left[1]], corners[left[2]]) > 0 {
        pieces.push(left);
    }
    Some((pieces, cuts))
}

/// True if no other corner is in the triangle or on its sides.
fn is_ear(ear: [usize; 3], left: &[usize], corners: &[IVec2]) -> bool {
    let [a, b, c] = ear.map(|i| corners[i]);
    let is_in = |p: IVec2| turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
    left.iter().filter(|i| !ear.contains(i)).all(|&i| !is_in(corners[i]))
}

/// Merges the two parts at a cut, if the union is convex and has few corners.
fn put_together(pieces: &mut Vec<Piece>, [a, c]: [usize; 2], corners: &[IVec2]) {
    let begins_at = |piece: &Piece, from: usize, to: usize| {
        (0..piece.len()).find(|&i| piece[i] == from && piece[(i + 1) % piece.len()] == to)
    };
    let side = |from, to| pieces.iter().enumerate().find_map(|(k, p)| Some((k, begins_at(p, from, to)?)));
    let (Some((k, i)), Some((l, j))) = (side(c, a), side(a, c)) else { return };
    // Joins the corners of one part from a to c, and of the other from c to a.
    let mut around = pieces[k].clone();
    around.rotate_left((i + 1) % pieces[k].len());
    let mut other = pieces[l].clone();
    other.rotate_left((j + 1) % pieces[l].len());
    around.pop();
    other.pop();
    around.append(&mut other);
    let n = around.len();
    let turns = |i: usize| {
        let [before, here, after] = [around[(i + n - 1) % n], around[i], around[(i + 1) % n]];
        turn(corners[before], corners[here], corners[after])
    };
    let few = (0..n).filter(|&i| turns(i) != 0).count() <= MAX_CORNERS;
    if few && (0..n).all(|i| turns(i) >= 0) {
        pieces[k] = around;
        pieces.swap_remove(l);
    }
}

/// Above zero if `c` is to the right of the line from `a` to `b`, with y down.
pub(crate) fn turn(a: IVec2, b: IVec2, c: IVec2) -> i64 {
    let way: I64Vec2 = (b - a).as_i64vec2();
    let to: I64Vec2 = (c - a).as_i64vec2();
    way.x * to.y - way.y * to.x
}

/// The corners without repeated ones and ones on a straight edge; a polygon without area has fewer than three left.
pub(crate) fn without_straight(corners: &[IVec2]) -> Vec<IVec2> {
    let mut kept: Vec<IVec2> = Vec::with_capacity(corners.len());
    for &corner in corners {
        while let [.., a, b] = kept[..]
            && turn(a, b, corner) == 0
        {
            kept.pop();
        }
        if kept.last() != Some(&corner) {
            kept.push(corner);
        }
    }
    // Removes straight corners around the first corner too.
    let mut from = 0;
    while let [first, second, .., before, last] = kept[from..] {
        if first == last || turn(before, last, first) == 0 {
            kept.pop();
        } else if turn(last, first, second) == 0 {
            from += 1;
        } else {
            break;
        }
    }
    kept.split_off(from)
}

/// The edges of a polygon, each from a corner to the next.
pub(crate) fn edges(corners: &[IVec2]) -> impl Iterator<Item = [IVec2; 2]> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| [*a, *b])
}

/// Twice the area, above zero if the corners are clockwise, with y down.
pub(crate) fn area(corners: &[IVec2]) -> i128 {
    edges(corners).map(|[a, b]| i128::from(turn(corners[0], a, b))).sum()
}

/// The corners in clockwise order, with y down.
pub(crate) fn clockwise(mut corners: Vec<IVec2>) -> Vec<IVec2> {
    if area(&corners) < 0 {
        corners.reverse();
    }
    corners
}

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

/// A convex polygon of one lattice unit's thickness for each piece of the line through `points`.
///
/// A flat piece is thick downward, and a steep piece to the right. So the line itself is the top of a floor, or the
/// left face of a wall. Consecutive pieces share the point between them, so that no gap is open there.
pub(crate) fn walls(points: &[IVec2]) -> Result<Vec<Part>, PolygonFault> {
    let pieces = points.windows(2).map(|pair| (pair[0], pair[1])).filter(|(a, b)| a != b);
    let wall = |(a, b): (IVec2, IVec2)| {
        let way = (b - a).abs();
        let across = if way.x >= way.y { IVec2::Y } else { IVec2::X };
        Polygon::try_new(&[a, b, b + across, a + across]).map(Part::Solid)
    };
    pieces.map(wall).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Rng(u64);

    impl Rng {
        fn below(&mut self, n: i32) -> i32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(n.unsigned_abs())) as i32
        }
    }

    /// Twice the area, by the trapezoids under the edges.
    fn size(corners: &[IVec2]) -> i64 {
        let next = corners.iter().cycle().skip(1);
        let below = |(a, b): (&IVec2, &IVec2)| (i64::from(a.x) - i64::from(b.x)) * i64::from(a.y + b.y);
        corners.iter().zip(next).map(below).sum::<i64>().abs()
    }

    /// Inside (1), at the edge (0) or outside (-1), by the edges that a ray to the right crosses.
    fn place(corners: &[IVec2], p: IVec2) -> i32 {
        let (mut inside, n) = (false, corners.len());
        for (a, b) in (0..n).map(|i| (corners[i], corners[(i + 1) % n])) {
            let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
            let [dx, dy] = [i64::from(high.x - low.x), i64::from(high.y - low.y)];
            let side = dx * i64::from(p.y - low.y) - dy * i64::from(p.x - low.x);
            let in_box = p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all();
            if side == 0 && in_box {
                return 0;
            }
            inside ^= low.y <= p.y && p.y < high.y && side > 0;
        }
        if inside { 1 } else { -1 }
    }

    /// Stars with corners at random distances around a point, of which few are convex. All are simple: each ray from
    /// the middle meets the edge once.
    fn star(rng: &mut Rng, n: usize) -> Vec<IVec2> {
        let mut ways: Vec<IVec2> = Vec::new();
        while ways.len() < n {
            let way = IVec2::new(rng.below(41) - 20, rng.below(41) - 20);
            let is_new = |other: &IVec2| turn(IVec2::ZERO, *other, way) != 0 || other.dot(way) < 0;
            if way != IVec2::ZERO && ways.iter().all(is_new) {
                ways.push(way);
            }
        }
        // Around the middle, the lower half first.
        let half = |p: &IVec2| p.y < 0 || p.y == 0 && p.x < 0;
        ways.sort_by(|a, b| half(a).cmp(&half(b)).then(turn(IVec2::ZERO, *b, *a).cmp(&0)));
        ways.iter().map(|way| *way * (1 + rng.below(3)) + 64).collect()
    }

    fn check(corners: &[IVec2]) -> usize {
        let Ok(pieces) = convex_polygons(corners) else { return 0 };
        let areas: i64 = pieces.iter().map(|piece| size(piece.corners())).sum();
        assert_eq!(areas, size(corners), "{corners:?} as {pieces:?}");
        for (x, y) in (0..129).flat_map(|x| (0..129).map(move |y| (x, y))) {
            let p = IVec2::new(x, y);
            let places = pieces.iter().map(|piece| place(piece.corners(), p));
            let inside = places.clone().filter(|place| *place == 1).count();
            match place(corners, p) {
                -1 => assert!(places.clone().all(|place| place < 0), "{p} of {corners:?} in {pieces:?}"),
                0 => assert!(inside == 0 && places.clone().any(|place| place == 0), "{p} of {corners:?}"),
                _ => assert!(
                    inside == 1 || inside == 0 && places.filter(|place| *place == 0).count() > 1,
                    "{p} of {corners:?} in {pieces:?}"
                ),
            }
        }
        pieces.len()
    }

    #[test]
    fn parts_cover_the_polygon_and_do_not_overlap() {
        let mut rng = Rng(1);
        let mut counts = [0; 8];
        for case in 0..100 {
            let n = 4 + case % 20;
            let mut corners = star(&mut rng, n);
            if case % 2 == 0 {
                corners.reverse();
            }
            counts[check(&corners).min(7)] += 1;
        }
        // A star around a middle that is outside is not simple.
        assert!(counts[0] < 20 && counts[2] > 5 && counts[5] > 5 && counts[7] > 5, "{counts:?}");
    }

    #[test]
    fn simple_shapes_have_few_parts() {
        type Row = (&'static str, &'static [(i32, i32)], usize);
        let rows: [Row; 7] = [
            ("an L", &[(0, 0), (8, 0), (8, 8), (16, 8), (16, 16), (0, 16)], 2),
            ("a U", &[(0, 0), (4, 0), (4, 8), (12, 8), (12, 0), (16, 0), (16, 16), (0, 16)], 3),
            ("an arrow", &[(0, 0), (16, 8), (0, 16), (4, 8)], 2),
            (
                "stairs",
                &[(0, 16), (0, 12), (4, 12), (4, 8), (8, 8), (8, 4), (12, 4), (12, 0), (16, 0), (16, 16)],
                4,
            ),
            ("a box with corners on its edges", &[(0, 0), (5, 0), (9, 0), (9, 9), (4, 9), (0, 9), (0, 3)], 1),
            ("a triangle", &[(0, 0), (9, 0), (0, 9)], 1),
            // The foot of one tooth is in line with the foot of the other.
            ("two teeth", &[(0, 16), (4, 0), (8, 16), (12, 16), (16, 0), (20, 16), (20, 20), (0, 20)], 3),
        ];
        for (name, corners, expected) in rows {
            assert_eq!(check(&points(corners)), expected, "{name}");
        }
    }

    #[test]
    fn a_spiral_and_a_comb_of_the_most_corners_are_split() {
        let comb: Vec<IVec2> = (0..MAX_SPLIT as i32 - 2)
            .map(|i| IVec2::new(i, if i % 2 == 0 { 0 } else { 90 + i % 7 }))
            .chain([IVec2::new(126, 120), IVec2::new(0, 120)])
            .collect();
        assert!(check(&comb) > 50);
        let too_many: Vec<IVec2> = comb.iter().map(|p| *p * 2).chain([IVec2::new(-1, 7)]).collect();
        let fault = PolygonFault::TooMany { corners: MAX_SPLIT + 1 };
        assert_eq!(convex_polygons(&too_many), Err(fault));
        let mut spiral = Vec::new();
        for (out, back) in [(0, false), (3, true)] {
            let ring = (0..7).flat_map(move |k| {
                let (low, high) = (8 * k + out, 128 - 8 * k - out);
                [(low, low), (high, low), (high, high), (low + 8, high)]
            });
            let ring: Vec<IVec2> = ring.map(IVec2::from).collect();
            spiral.extend(if back { ring.into_iter().rev().collect() } else { ring });
        }
        assert!(check(&spiral) > 10, "{:?}", convex_polygons(&spiral));
    }

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
