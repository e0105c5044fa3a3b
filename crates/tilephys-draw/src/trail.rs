//! Trails: tapered lines as convex polygons, for both renderers.

/// Maximum distance of an omitted point from a straight line, in the unit of the thickness.
const STRAIGHT: f64 = 0.05;

/// Corners of the round end of a piece, as cosine and sine of angles between forward and sideways.
const ROUND: [[f64; 2]; 3] = [[0.5, 0.866_025_403_784_438_6], [1.0, 0.0], [0.5, -0.866_025_403_784_438_6]];

/// The corners of each piece, all with equal winding: their union is the trail.
///
/// A piece goes from a point to the next corner, and is round there. Empty for a line without length, or with an
/// infinite or NaN coordinate.
pub(crate) fn pieces(points: &[[f64; 2]], thickness: f64) -> Vec<[[f64; 2]; 7]> {
    let corners = corners(points);
    let lengths = || corners.windows(2).map(|ends| length(minus(ends[1], ends[0])));
    let whole: f64 = lengths().sum();
    if !whole.is_finite() {
        return Vec::new();
    }
    let mut gone = 0.0;
    let mut pieces = Vec::new();
    for (ends, long) in corners.windows(2).zip(lengths()) {
        let [a, b] = [ends[0], ends[1]];
        let way = minus(b, a).map(|v| v / long);
        let half = |gone: f64| thickness / 2.0 * gone / whole;
        let (narrow, wide) = (half(gone), half(gone + long));
        let at = |[x, y]: [f64; 2], forward: f64, side: f64| {
            [x + way[0] * forward - way[1] * side, y + way[1] * forward + way[0] * side]
        };
        let [left, front, right] = ROUND.map(|[cos, sin]| at(b, cos * wide, sin * wide));
        pieces.push([
            at(a, 0.0, narrow),
            at(b, 0.0, wide),
            left,
            front,
            right,
            at(b, 0.0, -wide),
            at(a, 0.0, -narrow),
        ]);
        gone += long;
    }
    pieces
}

/// The points without repeated ones and without points on a straight line.
fn corners(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut corners: Vec<[f64; 2]> = Vec::new();
    // Direction from the last corner, and the last point on the line.
    let mut ahead: Option<([f64; 2], [f64; 2])> = None;
    for &point in points {
        let Some(&corner) = corners.last() else {
            corners.push(point);
            continue;
        };
        if let Some((way, last)) = ahead {
            let [x, y] = minus(point, corner);
            let [dx, dy] = minus(point, last);
            let off = x * way[1] - y * way[0];
            if off.abs() < STRAIGHT && dx * way[0] + dy * way[1] >= 0.0 {
                ahead = Some((way, point));
                continue;
            }
            corners.push(last);
        }
        let from = ahead.map_or(corner, |(_, last)| last);
        let way = minus(point, from);
        let long = length(way);
        ahead = (long > 0.0).then(|| (way.map(|v| v / long), point));
    }
    corners.extend(ahead.map(|(_, last)| last));
    corners
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_corners_are_kept() {
        let at = |points: &[[i32; 2]]| points.iter().map(|p| p.map(f64::from)).collect::<Vec<_>>();
        for (points, expected) in [
            (at(&[[0, 0], [1, 1], [2, 2], [2, 2], [3, 3]]), at(&[[0, 0], [3, 3]])),
            (at(&[[0, 0], [4, 0], [2, 0]]), at(&[[0, 0], [4, 0], [2, 0]])),
            (at(&[[0, 0], [0, 0], [4, 0], [4, 3], [4, 5]]), at(&[[0, 0], [4, 0], [4, 5]])),
            (at(&[[5, 5], [5, 5]]), at(&[[5, 5]])),
            (at(&[]), at(&[])),
        ] {
            assert_eq!(corners(&points), expected, "{points:?}");
        }
    }

    #[test]
    fn no_point_is_far_from_the_corners_that_are_kept() {
        let arc: Vec<[f64; 2]> = (0..200).map(f64::from).map(|t| [t, t * t / 300.0]).collect();
        let corners = corners(&arc);
        assert!(corners.len() < 120 && corners.len() > 20, "{}", corners.len());
        for [x, y] in arc {
            let i = corners.partition_point(|c| c[0] < x).max(1);
            let ([ax, ay], [bx, by]) = (corners[i - 1], corners[i]);
            let on = ay + (by - ay) * (x - ax) / (bx - ax);
            assert!((on - y).abs() < 4.0 * STRAIGHT, "{x}: {on} {y}");
        }
    }

    #[test]
    fn pieces_widen_in_proportion_and_turn_one_way() {
        let pieces = pieces(&[[0.0, 0.0], [30.0, 0.0], [30.0, 10.0]], 8.0);
        assert_eq!(pieces.len(), 2);
        assert_eq!([pieces[0][0], pieces[0][1]], [[0.0, 0.0], [30.0, 3.0]]);
        assert_eq!([pieces[1][0], pieces[1][1], pieces[1][3]], [[27.0, 0.0], [26.0, 10.0], [30.0, 14.0]]);
        for piece in pieces {
            let area: f64 = (0..7)
                .map(|i| {
                    let ([ax, ay], [bx, by]) = (piece[i], piece[(i + 1) % 7]);
                    ax * by - ay * bx
                })
                .sum();
            assert!(area < 0.0);
        }
        assert!(super::pieces(&[[1.0, 1.0], [1.0, 1.0]], 2.0).is_empty());
        assert!(super::pieces(&[[f64::NAN, 1.0], [1.0, 1.0]], 2.0).is_empty());
    }
}
