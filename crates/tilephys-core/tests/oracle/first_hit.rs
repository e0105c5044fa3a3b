//! First hit of a swept box by brute force: every face of every solid is tested.
//!
//! A face is met when the box's leading side comes to its line, at the fraction distance / run, while the two share a
//! length on the other axis. Where they share but the corner point, the box goes into the solid if it closes in on it
//! along the other axis too. Nothing is skipped, nothing is sorted out beforehand.

use super::world::{Rect, Solid};
use crate::exact::Exact;
use std::cmp::Ordering;
use tilephys_core::Direction;

/// A straight motion of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) body: Rect,
    pub(crate) d: [i64; 2],
    pub(crate) up: Direction,
}

/// The rule that told the first hit from the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rule {
    Fraction,
    Extent,
    AlongUp,
    Tangent,
    Cell,
}

/// A face that is met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) axis: usize,
    /// Units along that axis.
    pub(crate) distance: i64,
    pub(crate) solid: Solid,
    /// Shared length at that moment; zero for corner to corner.
    pub(crate) extent: Exact,
    pub(crate) rule: Rule,
}

/// The axis on which `up` lies.
pub(crate) fn up_axis(up: Direction) -> usize {
    match up {
        Direction::Left | Direction::Right => 0,
        Direction::Up | Direction::Down => 1,
    }
}

impl Flight {
    /// True if the motion goes against `up`.
    fn falls(&self) -> bool {
        match self.up {
            Direction::Up => self.d[1] > 0,
            Direction::Down => self.d[1] < 0,
            Direction::Left => self.d[0] > 0,
            Direction::Right => self.d[0] < 0,
        }
    }

    /// The axis of the face that an exact corner names: falling lands, rising keeps rising.
    fn corner_axis(&self) -> usize {
        if self.falls() { up_axis(self.up) } else { 1 - up_axis(self.up) }
    }

    /// How the box meets the face of `solid` that faces its motion along `axis`.
    fn meets(&self, solid: &Solid, axis: usize) -> Option<Meeting> {
        let (free, run) = (1 - axis, self.d[axis].abs());
        let distance = match self.d[axis].signum() {
            1 => solid.rect.lo[axis] - self.body.hi[axis],
            -1 => self.body.lo[axis] - solid.rect.hi[axis],
            _ => return None,
        };
        if distance < 0 || distance >= run {
            return None;
        }
        // All lengths on the free axis, times `run`.
        let scaled = |length: i64| i128::from(length) * i128::from(run);
        let travelled = i128::from(self.d[free]) * i128::from(distance);
        let (lo, hi) = (scaled(self.body.lo[free]) + travelled, scaled(self.body.hi[free]) + travelled);
        let (face_lo, face_hi) = (scaled(solid.rect.lo[free]), scaled(solid.rect.hi[free]));
        let shared = hi.min(face_hi) - lo.max(face_lo);
        let closes_in = (hi == face_lo && self.d[free] > 0) || (lo == face_hi && self.d[free] < 0);
        let corner = shared == 0 && closes_in && axis == self.corner_axis();
        (shared > 0 || corner).then_some(Meeting {
            axis,
            distance,
            solid: *solid,
            extent: Exact::new(shared, run.into()),
            rule: Rule::Fraction,
        })
    }

    fn fraction(&self, m: &Meeting) -> Exact {
        Exact::new(m.distance.into(), self.d[m.axis].abs().into())
    }

    /// Which of two meetings is first, and the rule that says so.
    fn order(&self, a: &Meeting, b: &Meeting) -> (Ordering, Rule) {
        let along_up = |m: &Meeting| m.axis != up_axis(self.up);
        let tangent = |m: &Meeting| match self.d[1 - m.axis].signum() {
            1 => m.solid.rect.lo[1 - m.axis],
            -1 => -m.solid.rect.hi[1 - m.axis],
            _ => 0,
        };
        // Of a box and a tile that name one cell, the box; of two boxes, the lower layer's, then the older.
        let name = |m: &Meeting| {
            let Solid { cell, loose, layer, .. } = m.solid;
            (cell[1], cell[0], loose.is_none(), loose.map(|age| (layer, age)))
        };
        [
            (self.fraction(a).cmp(&self.fraction(b)), Rule::Fraction),
            (b.extent.cmp(&a.extent), Rule::Extent),
            (along_up(a).cmp(&along_up(b)), Rule::AlongUp),
            (tangent(a).cmp(&tangent(b)), Rule::Tangent),
            (name(a).cmp(&name(b)), Rule::Cell),
        ]
        .into_iter()
        .find(|(order, _)| order.is_ne())
        .unwrap_or((Ordering::Equal, Rule::Cell))
    }

    /// The first of all meetings; `rule` is the last rule that was needed to tell it from any other.
    pub(crate) fn first_hit(&self, solids: &[Solid]) -> Option<Meeting> {
        let meetings: Vec<Meeting> = solids
            .iter()
            .filter(|s| !s.rect.overlaps(&self.body))
            .flat_map(|s| [self.meets(s, 0), self.meets(s, 1)])
            .flatten()
            .collect();
        let mut first = *meetings.iter().min_by(|a, b| self.order(a, b).0)?;
        let same = |m: &Meeting| {
            m.axis == first.axis && m.solid.rect == first.solid.rect && m.solid.loose == first.solid.loose
        };
        first.rule = meetings
            .iter()
            .filter(|m| !same(m))
            .map(|m| self.order(&first, m).1)
            .max()
            .unwrap_or(Rule::Fraction);
        Some(first)
    }
}
