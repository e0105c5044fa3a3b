//! Whether a moving box is ever strictly inside a solid: by the open interval of time in which it would be, not by faces.

use super::world::Rect;
use crate::exact::Exact;

/// True if `body`, moving by `d` from fraction 0 to `end` (included), strictly overlaps `solid` at any time.
///
/// On each axis the insides overlap for an open interval of time; both must, at one time of the closed interval.
pub(crate) fn passes_through(body: &Rect, d: [i64; 2], end: Exact, solid: &Rect) -> bool {
    // The latest of all lower bounds and the earliest of all upper ones; both of them open.
    let (mut after, mut before): (Option<Exact>, Option<Exact>) = (None, None);
    for (k, &d) in d.iter().enumerate() {
        if d == 0 {
            if body.hi[k] <= solid.lo[k] || solid.hi[k] <= body.lo[k] {
                return false;
            }
            continue;
        }
        // body.hi + d t > solid.lo and body.lo + d t < solid.hi
        let (to_lo, to_hi) = (solid.lo[k] - body.hi[k], solid.hi[k] - body.lo[k]);
        let (enter, leave) = if d > 0 { (to_lo, to_hi) } else { (-to_hi, -to_lo) };
        let run = i128::from(d.abs());
        let (enter, leave) = (Exact::new(enter.into(), run), Exact::new(leave.into(), run));
        if after.is_none_or(|a| a < enter) {
            after = Some(enter);
        }
        if before.is_none_or(|b| leave < b) {
            before = Some(leave);
        }
    }
    let (Some(after), Some(before)) = (after, before) else { return true };
    let zero = Exact::ZERO;
    after < before && after < end && zero < before
}
