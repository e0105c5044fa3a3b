//! Convex decomposition of concave polygons, and of polygons with many corners.
//!
//! Ears are cut off until nothing is left (Meisters 1975, "Polygons have ears"). Then triangles are merged over the
//! cuts between them while convex (Hertel and Mehlhorn 1983, "Fast triangulation of simple polygons"). All corners stay
//! on the lattice and every sign is exact, so the parts neither overlap nor leave gaps. The edges of the polygon stay
//! whole: cuts are between corners.

use crate::collide::corners::{clockwise, turn, without_straight};
use crate::collide::pinched::{first_crossing, simple_polygons};
use glam::IVec2;
use tilephys_core::{
    limits::{MAX_CORNERS, MAX_PARTS},
    shape::{Polygon, PolygonFault},
};

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
    fn area(corners: &[IVec2]) -> i64 {
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
        let areas: i64 = pieces.iter().map(|piece| area(piece.corners())).sum();
        assert_eq!(areas, area(corners), "{corners:?} as {pieces:?}");
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
            let corners: Vec<IVec2> = corners.iter().map(|&p| IVec2::from(p)).collect();
            assert_eq!(check(&corners), expected, "{name}");
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

    #[test]
    fn polygons_that_cross_themselves_or_have_no_area_are_refused() {
        let rows: [(&[(i32, i32)], PolygonFault); 3] = [
            (&[(0, 0), (8, 8), (8, 0), (0, 9)], PolygonFault::SelfCrossing),
            (&[(0, 0), (8, 8), (4, 4), (2, 2)], PolygonFault::NoArea),
            (&[(3, 3), (3, 3), (3, 3)], PolygonFault::NoArea),
        ];
        for (corners, fault) in rows {
            let corners: Vec<IVec2> = corners.iter().map(|&p| IVec2::from(p)).collect();
            assert_eq!(convex_polygons(&corners), Err(fault), "{corners:?}");
        }
    }
}
