//! Translation and velocity after a hit.

use super::first::{Entry, Flight};
use super::judge::{Case, MOST_HITS, Verdict, fail_unless};
use super::mover::{Met, kept_in_world};
use super::solid::{Plane, Point, Rect, dot};
use crate::exact::half_to_even;
use tilephys_core::Response;

/// Checks that the remaining translation is as the response says.
pub(crate) fn response_agrees(
    case: &Case,
    flight: &Flight,
    entry: &Entry,
    hit: &Met,
    index: usize,
) -> Verdict {
    if index + 1 >= MOST_HITS {
        return fail_unless(hit.left == [0, 0], || "left: after the last hit".to_owned());
    }
    let n = entry.plane.n;
    let rest = [0, 1].map(|k| flight.d[k] - (hit.position[k] - flight.body.lo[k]));
    let body = Rect::of(hit.position, case.mover.size);
    if entry.plane.side(&body) < 0 {
        // No room to be set on a one-way line.
        return Ok(());
    }
    match case.mover.response {
        Response::Stop => fail_unless(hit.left == [0, 0], || "left: it stops".to_owned()),
        Response::Invert => {
            let back = kept_in_world(&body, rest.map(|r| -r));
            fail_unless(hit.left == back, || format!("left: {:?}, inverted {back:?}", hit.left))
        }
        Response::Slide if hit.left == [0, 0] => Ok(()),
        Response::Slide => {
            slides_out(&body, hit.left, &entry.plane)?;
            near_projection(hit.left, kept_in_world(&body, rest), n, 1.0)
        }
        Response::Bounce { restitution } => {
            let slow = restitution < 1.0;
            slides_out(&body, hit.left, &entry.plane)?;
            // A slow rebound comes to rest: then the motion goes on along the surface.
            let rebound = near_projection(hit.left, rest, n, 1.0 + f64::from(restitution));
            if slow && rebound.is_err() { near_projection(hit.left, rest, n, 1.0) } else { rebound }
        }
        Response::PassThrough => Ok(()),
    }
}

/// The motion does not end on the inner side of the face.
fn slides_out(body: &Rect, left: Point, plane: &Plane) -> Verdict {
    let out = plane.side(&body.moved(left)) >= 0;
    fail_unless(out, || format!("left: {left:?} goes into the face {:?}", plane.n))
}

/// Checks that `left` is the motion less `times` its part along the normal, within a few units an axis and a share
/// of a float's precision.
fn near_projection(left: Point, rest: Point, n: Point, times: f64) -> Verdict {
    let share = dot(rest, n) as f64 / dot(n, n) as f64 * times;
    for k in 0..2 {
        let wanted = rest[k] as f64 - share * n[k] as f64;
        // A bounce that gains speed may leave what an `i32` holds; it is cut there.
        let most = f64::from(i32::MAX);
        let wanted = if wanted.abs() > most { most * wanted.signum() } else { wanted };
        let off = (left[k] as f64 - wanted).abs();
        let slack = 4.0 + (wanted.abs() + share.abs() * n[k].abs() as f64) / f64::from(1 << 22);
        let off = half_to_even(off * 16.0) / 16.0;
        fail_unless(off <= slack, || format!("left: {left:?} of {rest:?}, on axis {k} about {wanted}"))?;
    }
    Ok(())
}

/// Checks that the velocity after a slide of a floating body is not into the last face, and no faster than before.
pub(crate) fn velocity_agrees(case: &Case) -> Verdict {
    let Some(last) = case.seen.hits.last().filter(|_| case.mover.response == Response::Slide) else {
        return Ok(());
    };
    let wide = |v: [f32; 2]| v.map(f64::from);
    let (before, after) = (wide(case.mover.velocity), wide(case.seen.velocity));
    let n = last.normal.map(|c| c as f64);
    let length = |v: [f64; 2]| (v[0] * v[0] + v[1] * v[1]).sqrt();
    let into = (after[0] * n[0] + after[1] * n[1]) / length(n);
    let slack = 1e-5 * (length(before) + 1.0);
    fail_unless(into >= -slack, || format!("velocity: {after:?} goes into the last face {n:?}"))?;
    fail_unless(length(after) <= length(before) + slack, || {
        format!("velocity: {before:?} grows to {after:?}")
    })
}
