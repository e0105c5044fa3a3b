//! Overlap intervals: the exact times at which a moving box enters and leaves a moving box or polygon.

use crate::controller::RecordedSegment;
use crate::fraction::Fraction;
use crate::shape::{Polygon, pairs};
use glam::IVec2;
use std::cmp::Ordering;

/// Box on its path through a step. After the last segment it stands at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track<'a> {
    /// Path segments in order, at least one.
    pub(crate) legs: &'a [RecordedSegment],
    pub(crate) size: IVec2,
    /// Polygon relative to the min corner, for a sensor that is not the whole box.
    pub(crate) shape: Option<&'a Polygon>,
}

/// Box on one straight segment: after `u` time units its min corner is `(from + speed * u) / scale`.
#[derive(Clone, Copy)]
struct Straight {
    from: [i128; 2],
    speed: [i128; 2],
    scale: i128,
}

impl Track<'_> {
    fn is_instant(&self, index: usize) -> bool {
        self.legs.get(index).is_some_and(|leg| leg.begin == leg.end)
    }

    /// Returns the end time of a segment, in units of 2^-32.
    fn end(&self, index: usize) -> u64 {
        self.legs.get(index).map_or(Fraction::ONE.to_bits(), |leg| leg.end.to_bits())
    }

    /// Returns a segment from `now` on, in units of 2^-32 of the step, or as an instant move.
    fn straight(&self, index: usize, now: u64, at_once: bool) -> Straight {
        let standing = |at: IVec2| Straight { from: [at.x.into(), at.y.into()], speed: [0; 2], scale: 1 };
        let Some(leg) = self.legs.get(index) else {
            return standing(self.legs.last().map_or(IVec2::ZERO, |leg| leg.to));
        };
        let way = [0, 1].map(|k| i128::from(leg.to[k]) - i128::from(leg.from[k]));
        let at = [leg.from.x.into(), leg.from.y.into()];
        // An instant move has no duration, so its time runs from 0 to 1.
        if leg.begin == leg.end {
            return Straight { from: at, speed: way, scale: 1 };
        }
        let scale = i128::from(leg.end.to_bits() - leg.begin.to_bits());
        let gone = i128::from(now.saturating_sub(leg.begin.to_bits()));
        // Multiplied by the duration instead of divided, so the position stays exact.
        let from = [0, 1].map(|k| at[k] * scale + way[k] * gone);
        Straight { from, speed: if at_once { [0; 2] } else { way }, scale }
    }
}

/// Time in units of a segment, not reduced; the denominator is positive.
#[derive(Clone, Copy)]
struct ExactTime(i128, i128);

impl ExactTime {
    fn cmp(self, other: Self) -> Ordering {
        let fits =
            |a: i128, b: i128| a.unsigned_abs().leading_zeros() + b.unsigned_abs().leading_zeros() > 128;
        // Mostly the cross products fit, which saves slow divisions.
        if fits(self.0, other.1) && fits(other.0, self.1) {
            return (self.0 * other.1).cmp(&(other.0 * self.1));
        }
        let mut a = self;
        let mut b = other;
        let mut swapped = false;
        // Else whole parts are compared, then the reciprocals of the remainders, as in Euclid's algorithm.
        loop {
            let whole = a.0.div_euclid(a.1).cmp(&b.0.div_euclid(b.1));
            let left_a = a.0.rem_euclid(a.1);
            let left_b = b.0.rem_euclid(b.1);
            let order = match whole {
                Ordering::Equal if left_a == 0 || left_b == 0 => left_a.cmp(&left_b),
                Ordering::Equal => {
                    a = ExactTime(a.1, left_a);
                    b = ExactTime(b.1, left_b);
                    swapped = !swapped;
                    continue;
                }
                order => order,
            };
            return if swapped { order.reverse() } else { order };
        }
    }

    fn floor(self) -> i128 {
        self.0.div_euclid(self.1)
    }
}

/// Returns the open interval in which a box overlaps a box or a polygon in it, or `None`. Unbounded without relative motion.
///
/// A box overlaps a polygon if its min corner is inside their Minkowski difference. The difference has the
/// sides of a box and the slanted edges of the polygon, and each edge is one more half-plane of time.
///
/// Scales are at most 2^32, so relative positions are below 2^98 and speeds below 2^65. An edge normal is at
/// most 2^24 on each axis, so its products with a position and both sizes stay below 2^124.
fn overlap(
    a: Straight,
    b: Straight,
    sizes: [IVec2; 2],
    shape: Option<&Polygon>,
) -> Option<[Option<ExactTime>; 2]> {
    // Brought to one scale by products instead of quotients, so nothing is rounded.
    let at = [0, 1].map(|k| a.from[k] * b.scale - b.from[k] * a.scale);
    let speed = [0, 1].map(|k| a.speed[k] * b.scale - b.speed[k] * a.scale);
    let scale = a.scale * b.scale;
    let mut low = None::<ExactTime>;
    let mut high = None::<ExactTime>;
    // The slab test: each axis bounds the times at which the boxes overlap on it.
    for k in [0, 1] {
        let near = -i128::from(sizes[0][k]) * scale - at[k];
        let far = i128::from(sizes[1][k]) * scale - at[k];
        match speed[k].cmp(&0) {
            Ordering::Equal if near < 0 && far > 0 => continue,
            Ordering::Equal => return None,
            Ordering::Greater => {
                low = later(low, ExactTime(near, speed[k]));
                high = earlier(high, ExactTime(far, speed[k]));
            }
            Ordering::Less => {
                low = later(low, ExactTime(-far, -speed[k]));
                high = earlier(high, ExactTime(-near, -speed[k]));
            }
        }
    }
    for (from, to) in shape.into_iter().flat_map(|shape| pairs(shape.corners())) {
        let normal = [i128::from(to.y) - i128::from(from.y), i128::from(from.x) - i128::from(to.x)];
        // Straight edges are sides of the bounds, which the loop above has tested.
        if normal.contains(&0) {
            continue;
        }
        // Deepest corner of the box.
        let deepest = [0, 1].map(|k| if normal[k] > 0 { 0 } else { i128::from(sizes[0][k]) });
        let side = |k: usize| normal[k] * (at[k] + (deepest[k] - i128::from(from[k])) * scale);
        let outside = side(0) + side(1);
        let rising = normal[0] * speed[0] + normal[1] * speed[1];
        match rising.cmp(&0) {
            Ordering::Equal if outside < 0 => continue,
            Ordering::Equal => return None,
            Ordering::Greater => high = earlier(high, ExactTime(-outside, rising)),
            Ordering::Less => low = later(low, ExactTime(outside, -rising)),
        }
    }
    let is_empty = low.zip(high).is_some_and(|(low, high)| low.cmp(high).is_ge());
    (!is_empty).then_some([low, high])
}

fn later(a: Option<ExactTime>, b: ExactTime) -> Option<ExactTime> {
    Some(a.filter(|a| a.cmp(b).is_gt()).unwrap_or(b))
}

fn earlier(a: Option<ExactTime>, b: ExactTime) -> Option<ExactTime> {
    Some(a.filter(|a| a.cmp(b).is_lt()).unwrap_or(b))
}

/// Calls `cross` with the times at which the visitor enters (true) and leaves the sensor, in order. True if it ends inside.
///
/// `inside` is true if it was inside before the step. If its start contradicts that, a change at fraction 0
/// is reported. Instant segments of both at one time happen together.
pub(crate) fn pass(
    visitor: Track,
    sensor: Track,
    mut inside: bool,
    mut cross: impl FnMut(bool, Fraction),
) -> bool {
    let mut i = 0;
    let mut j = 0;
    let mut now = 0;
    let sizes = [visitor.size, sensor.size];
    loop {
        let [a_at_once, b_at_once] = [visitor.is_instant(i), sensor.is_instant(j)];
        let at_once = a_at_once || b_at_once;
        if now == Fraction::ONE.to_bits() && !at_once {
            return inside;
        }
        // Both tracks are straight until the next end of a segment of either one.
        let until = if at_once { now } else { visitor.end(i).min(sensor.end(j)) };
        let a = visitor.straight(i, now, at_once);
        let b = sensor.straight(j, now, at_once);
        let length = if at_once { 1 } else { i128::from(until - now) };
        let moment = |u: i128| if at_once { now } else { now + u.clamp(0, length) as u64 };
        let fraction = |u: i128| Fraction::from_bits(moment(u));
        let times = overlap(a, b, sizes, sensor.shape);
        // Strict on both sides: a touch at this moment is no overlap.
        let is_in_now = times
            .is_some_and(|[low, high]| low.is_none_or(|low| low.0 < 0) && high.is_none_or(|high| high.0 > 0));
        // After a teleport of either one, the start of the step contradicts the end of the last step.
        if inside && !is_in_now {
            inside = false;
            cross(false, fraction(0));
        }
        if let Some([low, high]) = times {
            let end = ExactTime(length, 1);
            let begins = low.is_none_or(|low| low.cmp(end).is_lt());
            let is_ahead = high.is_none_or(|high| high.0 > 0);
            if !inside && begins && is_ahead {
                inside = true;
                cross(true, fraction(low.map_or(0, ExactTime::floor)));
            }
            // An exit at the very end is reported here, because the next segment starts outside.
            if let Some(high) = high.filter(|high| inside && high.cmp(end).is_le()) {
                inside = false;
                cross(false, fraction(high.floor()));
            }
        }
        // Time stands still during an instant move, so only the segments advance.
        if at_once {
            i += usize::from(a_at_once);
            j += usize::from(b_at_once);
            continue;
        }
        now = until;
        i += usize::from(visitor.end(i) == now);
        j += usize::from(sensor.end(j) == now);
    }
}
