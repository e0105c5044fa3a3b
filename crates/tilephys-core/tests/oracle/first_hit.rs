//! First hit of a box swept among whole tiles and boxes, by the documented order of ties.

use crate::exact::Exact;
use crate::shapes::first::{Entry, Flight};
use crate::shapes::solid::{Point, Rect, Solid};
use std::cmp::Ordering;
use tilephys_core::Direction;

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
#[derive(Clone, Debug)]
pub(crate) struct Meeting<'a> {
    pub(crate) solid: &'a Solid,
    pub(crate) normal: Point,
    pub(crate) at: Exact,
    /// Shared length at that moment; zero for corner to corner.
    pub(crate) extent: Exact,
    pub(crate) rule: Rule,
}

impl Meeting<'_> {
    /// The axis of the face's normal.
    pub(crate) fn axis(&self) -> usize {
        usize::from(self.normal[0] == 0)
    }
}

/// The axis on which `up` lies.
pub(crate) fn up_axis(up: Direction) -> usize {
    match up {
        Direction::Left | Direction::Right => 0,
        Direction::Up | Direction::Down => 1,
    }
}

impl Flight {
    /// Which of two meetings is first, and the rule that says so.
    fn order(&self, a: &Meeting, b: &Meeting) -> (Ordering, Rule) {
        let along_up = |m: &Meeting| m.axis() != up_axis(self.up);
        let tangent = |m: &Meeting| {
            let (free, Rect { lo, hi }) = (1 - m.axis(), m.solid.bounds);
            match self.d[free].signum() {
                1 => lo[free],
                -1 => -hi[free],
                _ => 0,
            }
        };
        // Of a box and a tile in one cell, the box; of two boxes, the lower layer's, then the older.
        let name = |m: &Meeting| {
            let name = m.solid.name;
            (name.cell[1], name.cell[0], name.off_grid.is_none(), name.off_grid.map(|age| (name.layer, age)))
        };
        [
            (a.at.cmp(&b.at), Rule::Fraction),
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
    pub(crate) fn first_hit<'a>(&self, solids: &'a [Solid]) -> Option<Meeting<'a>> {
        let entries = self.entries(solids);
        let meeting = |faces: &[Entry]| {
            // Two faces of a solid are entered at once at a corner.
            let best = *self.best(solids, &faces.iter().collect::<Vec<_>>())[0];
            Meeting {
                solid: &solids[best.solid],
                normal: best.plane.n,
                at: best.at,
                extent: Exact::new(self.extent(solids, &best, best.at), best.at.den),
                rule: Rule::Fraction,
            }
        };
        let meetings: Vec<Meeting> = entries.chunk_by(|a, b| a.solid == b.solid).map(meeting).collect();
        let first = meetings.iter().min_by(|a, b| self.order(a, b).0)?;
        let others = meetings.iter().filter(|m| !std::ptr::eq(m.solid, first.solid));
        let rule = others.map(|m| self.order(first, m).1).max().unwrap_or(Rule::Fraction);
        Some(Meeting { rule, ..first.clone() })
    }
}
