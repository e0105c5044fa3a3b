//! Clipping of outlines far outside of the picture: tiny-skia counts in 16.16 bits, and panics on larger numbers.

use crate::rect::{larger, smaller};

/// A rectangle around the picture: left, top, right, bottom.
pub(super) type Window = [f64; 4];

/// The part of a segment within the window (Liang and Barsky); `None` if there is none.
pub(super) fn segment([a, b]: [[f64; 2]; 2], window: Window) -> Option<[[f64; 2]; 2]> {
    let (mut enter, mut leave) = (0.0, 1.0);
    let way = [b[0] - a[0], b[1] - a[1]];
    for axis in 0..2 {
        let (low, high) = (window[axis] - a[axis], window[axis + 2] - a[axis]);
        if way[axis] == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (mut from, mut to) = (low / way[axis], high / way[axis]);
        if from > to {
            (from, to) = (to, from);
        }
        if from > enter {
            enter = from;
        }
        if to < leave {
            leave = to;
        }
    }
    let at = |part: f64| {
        // Ends within the window are kept exactly, so that segments meet.
        let point = match part {
            0.0 => a,
            1.0 => b,
            part => [a[0] + way[0] * part, a[1] + way[1] * part],
        };
        // With ends so far away that rounding exceeds the window, the result is clamped into it.
        [0, 1].map(|axis| larger(window[axis], smaller(window[axis + 2], point[axis])))
    };
    (enter <= leave).then(|| [at(enter), at(leave)])
}

/// The part of a polygon within the window, clipped side by side (Sutherland and Hodgman). Concave polygons may gain
/// edges along the window, which are invisible.
pub(super) fn polygon(mut points: Vec<[f64; 2]>, window: Window) -> Vec<[f64; 2]> {
    for (side, limit) in window.into_iter().enumerate() {
        let axis = side % 2;
        let within = |p: &[f64; 2]| if side < 2 { p[axis] >= limit } else { p[axis] <= limit };
        let Some(mut last) = points.last().copied() else { break };
        let mut kept = Vec::with_capacity(points.len() + 4);
        for point in points {
            if within(&last) != within(&point) {
                let part = (limit - last[axis]) / (point[axis] - last[axis]);
                let mut cut = [limit; 2];
                cut[1 - axis] = last[1 - axis] + (point[1 - axis] - last[1 - axis]) * part;
                kept.push(cut);
            }
            if within(&point) {
                kept.push(point);
            }
            last = point;
        }
        points = kept;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = [0.0, 0.0, 10.0, 10.0];

    #[test]
    fn segments_are_cut_where_they_leave() {
        let rows = [
            ([[2.0, 3.0], [4.0, 5.0]], Some([[2.0, 3.0], [4.0, 5.0]])),
            ([[-10.0, 5.0], [20.0, 5.0]], Some([[0.0, 5.0], [10.0, 5.0]])),
            ([[5.0, 20.0], [5.0, 4.0]], Some([[5.0, 10.0], [5.0, 4.0]])),
            ([[-5.0, 5.0], [5.0, -5.0]], Some([[0.0, 0.0], [0.0, 0.0]])),
            ([[-5.0, 4.0], [5.0, -6.0]], None),
            ([[11.0, 0.0], [11.0, 10.0]], None),
            ([[5.0, 5.0], [1e300, 5.0]], Some([[5.0, 5.0], [10.0, 5.0]])),
        ];
        for (given, expected) in rows {
            assert_eq!(segment(given, WINDOW), expected, "{given:?}");
        }
    }

    #[test]
    fn polygons_keep_the_area_within() {
        let area = |points: &[[f64; 2]]| {
            let next = points.iter().cycle().skip(1);
            points.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>().abs() / 2.0
        };
        let rows = [
            (vec![[1.0, 1.0], [3.0, 1.0], [1.0, 3.0]], 2.0),
            (vec![[-90.0, -90.0], [90.0, -90.0], [90.0, 90.0], [-90.0, 90.0]], 100.0),
            (vec![[-10.0, -10.0], [20.0, -10.0], [20.0, 20.0]], 50.0),
            (vec![[20.0, 20.0], [30.0, 20.0], [20.0, 30.0]], 0.0),
        ];
        for (points, expected) in rows {
            assert_eq!(area(&polygon(points.clone(), WINDOW)), expected, "{points:?}");
        }
    }
}
