//! Time of impact of two boxes on straight path segments, computed exactly: continuous collision detection.
//!
//! On each axis two boxes overlap from some time on, or never. A contact begins when they overlap on both.
//! The search skips times without a change by means of the exact lines. Quantized motion is less than a unit
//! behind its line. So the search continues unit by unit from where the lines touch, for a few units at most.

use crate::dynamics::islands::{END, QuantizedMotion, StepTime, both};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meet {
    /// Last time without overlap.
    pub(crate) moment: StepTime,
    /// Time at which the exact lines touch, rounded down; not after `moment`.
    pub(crate) touch: StepTime,
    pub(crate) what: MeetKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeetKind {
    /// Faces across this axis touch; `is_low` is true if the first body is on the lower side.
    Faces { axis: usize, is_low: bool },
    /// Corners touch, on either axis; `is_low` is true by axis if the first body is on the lower side.
    Corners { is_low: [bool; 2] },
    /// Not a contact: side by side at equal speeds, one body would get ahead by one unit of rounding.
    ///
    /// New path segments for both from this time on prevent it.
    Phase,
}

/// State of two boxes on one axis at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnAxis {
    Over,
    /// Apart, but the lines overlap by less than a unit and stay so: rounding may make an overlap at any time.
    Phase,
    /// Apart until this time; true if the first box is on the lower side.
    Until(StepTime, bool),
    Apart,
}

/// Returns the first contact of two boxes that are apart at `from`, given by segments and sizes on both axes.
pub(crate) fn first_meeting(
    a: [QuantizedMotion; 2],
    b: [QuantizedMotion; 2],
    sizes: [[i64; 2]; 2],
    from: StepTime,
) -> Option<Meet> {
    let mut now = from;
    // A box past the other on one axis does not return, so few iterations suffice.
    for _ in 0..MOST_TURNS {
        let phase = |moment: StepTime| Meet { moment, touch: moment, what: MeetKind::Phase };
        let on_axis = |k: usize| on_axis(a[k], b[k], [sizes[0][k], sizes[1][k]], now);
        let on_x = on_axis(0);
        // Most pairs that do not meet are apart on one axis.
        if on_x == OnAxis::Apart {
            return None;
        }
        let on = [on_x, on_axis(1)];
        // Time of overlap, its start on the other axis, and the kind.
        let (meets, since, what) = match on {
            [OnAxis::Apart, _] | [_, OnAxis::Apart] => return None,
            [OnAxis::Until(x, x_low), OnAxis::Until(y, y_low)] => {
                if x == y {
                    let is_low = [x_low, y_low];
                    let [x, y] =
                        both([0, 1], |k| touching(a[k], b[k], [sizes[0][k], sizes[1][k]], is_low[k]));
                    let moment = meets_of(on[0]) - 1;
                    let last = if x < y { y } else { x };
                    let touch = if last < from {
                        from
                    } else if last > moment {
                        moment
                    } else {
                        last
                    };
                    return Some(Meet { moment, touch, what: MeetKind::Corners { is_low } });
                }
                // The later axis decides, if the other axis still overlaps then.
                if x < y {
                    (y, x, MeetKind::Faces { axis: 1, is_low: y_low })
                } else {
                    (x, y, MeetKind::Faces { axis: 0, is_low: x_low })
                }
            }
            [OnAxis::Until(at, is_low), OnAxis::Over] => (at, now, MeetKind::Faces { axis: 0, is_low }),
            [OnAxis::Over, OnAxis::Until(at, is_low)] => (at, now, MeetKind::Faces { axis: 1, is_low }),
            [OnAxis::Until(at, _), OnAxis::Phase] | [OnAxis::Phase, OnAxis::Until(at, _)] => {
                return Some(phase(at - 1));
            }
            // Initial overlap: handled by the caller.
            [OnAxis::Over, OnAxis::Over] if now == from => return None,
            _ => return Some(phase(now)),
        };
        let on = both([0, 1], |k| is_over(a[k], b[k], [sizes[0][k], sizes[1][k]], meets));
        if let (true, MeetKind::Faces { axis: k, is_low }) = (on == [true, true], what) {
            let lines = touching(a[k], b[k], [sizes[0][k], sizes[1][k]], is_low);
            let moment = meets - 1;
            let touch = if lines < since { since } else { lines };
            return Some(Meet { moment, touch: if touch > moment { moment } else { touch }, what });
        }
        now = meets;
    }
    Some(Meet { moment: now, touch: now, what: MeetKind::Phase })
}

/// Maximum iterations before new segments are requested, which simplify the search.
const MOST_TURNS: usize = 8;

/// Maximum unit steps of quantized motion in a search.
const MOST_STEPS: usize = 16;

fn is_over(a: QuantizedMotion, b: QuantizedMotion, [size_a, size_b]: [i64; 2], moment: StepTime) -> bool {
    let a = a.coordinate_at(moment);
    let b = b.coordinate_at(moment);
    a < b + size_b && b < a + size_a
}

fn on_axis(a: QuantizedMotion, b: QuantizedMotion, [size_a, size_b]: [i64; 2], now: StepTime) -> OnAxis {
    let apart = a.coordinate_at(now) - b.coordinate_at(now);
    if apart <= -size_a {
        approach(a, b, 1 - size_a, now, true)
    } else if apart >= size_b {
        // Mirrored, the first body is on the lower side too.
        approach(a.mirrored(), b.mirrored(), 1 - size_b, now, false)
    } else {
        OnAxis::Over
    }
}

/// Returns when the position of `a` minus the position of `b` first reaches `over`; less at `now`.
fn approach(a: QuantizedMotion, b: QuantizedMotion, over: i64, now: StepTime, is_low: bool) -> OnAxis {
    let forth = a.left > 0;
    let back = b.left < 0;
    if !forth && !back {
        return OnAxis::Apart;
    }
    let lines = Lines { a, b };
    // Lines in one direction are rounded alike: no contact before the lines touch. Otherwise none before a unit of overlap.
    let same_way = (forth && b.left > 0) || (back && a.left < 0);
    if !lines.is_closing() {
        let in_phase = !same_way || !lines.is_beyond(over - 1, now);
        return if in_phase { OnAxis::Apart } else { OnAxis::Phase };
    }
    let Some(from) = lines.moment(if same_way { over - 1 } else { over }) else { return OnAxis::Apart };
    let mut at = from.max(now);
    let is_there = |moment: StepTime| a.coordinate_at(moment) - b.coordinate_at(moment) >= over;
    if at > now && is_there(at) {
        return OnAxis::Until(at, is_low);
    }
    for _ in 0..MOST_STEPS {
        let step_a = if forth { a.next_step(at) } else { None };
        let step_b = if back { b.next_step(at) } else { None };
        let next = match (step_a, step_b) {
            (None, None) => return OnAxis::Apart,
            (Some(next), None) | (None, Some(next)) => next,
            (Some(a), Some(b)) => {
                if b < a {
                    b
                } else {
                    a
                }
            }
        };
        if is_there(next) {
            return OnAxis::Until(next, is_low);
        }
        at = next;
    }
    // The gap closes so slowly that a unit takes many steps: contact now.
    if at < END { OnAxis::Until(at + 1, is_low) } else { OnAxis::Apart }
}

#[derive(Clone, Copy)]
struct Lines {
    a: QuantizedMotion,
    b: QuantizedMotion,
}

impl Lines {
    fn is_closing(self) -> bool {
        self.gain() > 0
    }

    /// Returns the gain of `a` per time unit, times both segment lengths, or times one length if both begin together.
    fn gain(self) -> i128 {
        let Lines { a, b } = self;
        if a.begin == b.begin {
            return (a.left - b.left).into();
        }
        i128::from(a.left) * i128::from(b.length()) - i128::from(b.left) * i128::from(a.length())
    }

    /// True if `a` minus `b` exceeds `distance` at a time.
    fn is_beyond(self, distance: i64, moment: StepTime) -> bool {
        let Lines { a, b } = self;
        let apart = i128::from(a.at - b.at - distance);
        let since = |stair: QuantizedMotion| i128::from(moment - stair.begin) * i128::from(stair.left);
        let length_a = i128::from(a.length());
        let length_b = i128::from(b.length());
        if length_a == 0 || length_b == 0 {
            return apart > 0;
        }
        apart * length_a * length_b + since(a) * length_b - since(b) * length_a > 0
    }

    /// Returns the last time at which `a` minus `b` is at most `distance`, for closing lines; `None` if after the step.
    ///
    /// May be before the segments begin.
    fn moment(self, distance: i64) -> Option<StepTime> {
        let Lines { a, b } = self;
        let apart = distance - (a.at - b.at);
        if a.begin == b.begin {
            let gain = (a.left - b.left) as u64;
            if apart < 0 {
                return Some(a.begin);
            }
            if apart as u64 > gain {
                return None;
            }
            // Both segments end with the step, so the gap closes at an even rate: one division.
            let moments = match (apart as u64).checked_mul(a.length()) {
                Some(product) => product / gain,
                None => (u128::from(apart as u64) * u128::from(a.length()) / u128::from(gain)) as u64,
            };
            return Some(a.begin + moments);
        }
        let length_a = i128::from(a.length());
        let length_b = i128::from(b.length());
        let begun = |stair: QuantizedMotion| i128::from(stair.begin) * i128::from(stair.left);
        let whole = i128::from(apart) * length_a * length_b + begun(a) * length_b - begun(b) * length_a;
        // Rounded down: the last time at which the distance is not exceeded yet.
        let moment = whole.div_euclid(self.gain());
        if moment > i128::from(END) {
            return None;
        }
        Some(if moment < 0 { 0 } else { moment as StepTime })
    }
}

/// Returns when the lines of two bodies touch on an axis, rounded down; may be before their segments begin.
///
/// `is_low` is true if the first body is on the lower side.
fn touching(a: QuantizedMotion, b: QuantizedMotion, [size_a, size_b]: [i64; 2], is_low: bool) -> StepTime {
    let (lines, size) =
        if is_low { (Lines { a, b }, size_a) } else { (Lines { a: a.mirrored(), b: b.mirrored() }, size_b) };
    let exact = if lines.is_closing() { lines.moment(-size) } else { None };
    exact.unwrap_or(END)
}

fn meets_of(on: OnAxis) -> StepTime {
    if let OnAxis::Until(moment, _) = on { moment } else { END }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Rng(u64);

    impl Rng {
        fn below(&mut self, n: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 20) % n
        }

        fn within(&mut self, n: i64) -> i64 {
            self.below(2 * n as u64 + 1) as i64 - n
        }
    }

    /// Naive oracle: tests every unit step of both motions after `from` for overlap.
    fn first_overlap(
        a: [QuantizedMotion; 2],
        b: [QuantizedMotion; 2],
        sizes: [[i64; 2]; 2],
        from: StepTime,
    ) -> Option<StepTime> {
        let mut moments = vec![END];
        for stair in a.into_iter().chain(b) {
            moments.extend((1..=stair.left.unsigned_abs()).filter_map(|units| stair.moment_of(units)));
        }
        moments.sort_unstable();
        let over = |&at: &StepTime| (0..2).all(|k| is_over(a[k], b[k], [sizes[0][k], sizes[1][k]], at));
        moments.into_iter().filter(|at| *at > from).find(over)
    }

    #[test]
    fn time_of_impact_is_the_last_time_without_overlap() {
        let mut rng = Rng(0x2545_F491_4F6C_DD1D);
        let [mut faces, mut corners, mut phases, mut nothing] = [0; 4];
        for world in 0..25_000 {
            let most = [3, 12, 60, 300][world % 4];
            let begin = |rng: &mut Rng| [0, 0, END / 3, END / 3 + 1, END - 40][rng.below(5) as usize];
            let begin_a = begin(&mut rng);
            let begin_b = begin(&mut rng);
            let from = if begin_a > begin_b { begin_a } else { begin_b };
            let mut size = || 1 + rng.below(12) as i64;
            let sizes = [[size(), size()], [size(), size()]];
            let mut stair = |begin: StepTime| QuantizedMotion {
                at: rng.within(most / 2 + 4),
                left: rng.within(most),
                begin,
            };
            let mut a = [stair(begin_a), stair(begin_a)];
            let mut b = [stair(begin_b), stair(begin_b)];
            if world % 3 == 0 {
                // Side by side, at about equal speeds.
                b[0].left = a[0].left + rng.within(1);
                b[0].at = a[0].coordinate_at(from) + sizes[0][0] - (b[0].coordinate_at(from) - b[0].at);
            }
            if world % 5 == 0 {
                a[1].left = 0;
                b[1].left = 0;
            }
            if begin_a == END - 40 {
                a.iter_mut().for_each(|stair| stair.left %= 40);
            }
            if begin_b == END - 40 {
                b.iter_mut().for_each(|stair| stair.left %= 40);
            }
            if (0..2).all(|k| is_over(a[k], b[k], [sizes[0][k], sizes[1][k]], from)) {
                continue;
            }
            let truth = first_overlap(a, b, sizes, from);
            match first_meeting(a, b, sizes, from) {
                None => {
                    nothing += 1;
                    assert_eq!(truth, None, "{a:?} {b:?} {sizes:?} {from}");
                }
                Some(Meet { moment, what: MeetKind::Phase, .. }) => {
                    phases += 1;
                    assert!(moment >= from && truth.is_none_or(|truth| truth > moment), "{a:?} {b:?}");
                }
                Some(Meet { moment, touch, what }) => {
                    assert!(from <= touch && touch <= moment, "{touch}: {a:?} {b:?} {sizes:?} {from}");
                    *if let MeetKind::Faces { .. } = what { &mut faces } else { &mut corners } += 1;
                    assert_eq!(truth, Some(moment + 1), "{what:?} {a:?} {b:?} {sizes:?} {from}");
                    if let MeetKind::Faces { axis: k, is_low } = what {
                        let at_a = a[k].coordinate_at(moment);
                        let at_b = b[k].coordinate_at(moment);
                        let gap = if is_low { at_b - at_a - sizes[0][k] } else { at_a - at_b - sizes[1][k] };
                        assert!((0..=1).contains(&gap), "{gap}: {a:?} {b:?}");
                        // At the touch time the faces meet but for rounding, at most two units apart.
                        let at_a = a[k].coordinate_at(touch);
                        let at_b = b[k].coordinate_at(touch);
                        let gap = if is_low { at_b - at_a - sizes[0][k] } else { at_a - at_b - sizes[1][k] };
                        assert!((0..=2).contains(&gap), "{gap}: {a:?} {b:?}");
                        let across = 1 - k;
                        let sizes = [sizes[0][across] + 1, sizes[1][across] + 1];
                        assert!(is_over(a[across], b[across], sizes, touch), "{a:?} {b:?}");
                    }
                }
            }
        }
        assert!(faces > 2_000 && corners > 10 && phases > 250, "{faces} {corners} {phases} {nothing}");
        assert!(phases < faces, "{faces} {phases}");
    }
}
