//! Which of several candidates a sweep hits first.

use super::candidate::{Candidate, NO_BOX};
use super::sweep::Sweep;
use crate::grid::BoxId;
use std::cmp::Ordering;

impl Sweep<'_> {
    /// Keeps the one of both that comes first.
    #[inline(always)]
    pub(crate) fn consider(&self, best: &mut Option<Candidate>, new: Candidate) {
        let first = match best {
            None => true,
            Some(old) => match self.compare_fractions(&new, old) {
                Ordering::Less => true,
                Ordering::Equal => self.wins_tie(&new, old),
                Ordering::Greater => false,
            },
        };
        if first {
            *best = Some(new);
        }
    }

    /// Compares distance / run by cross products. Both factors are below 2^32.
    #[inline(always)]
    fn compare_fractions(&self, a: &Candidate, b: &Candidate) -> Ordering {
        (a.distance as u64 * self.run[b.axis]).cmp(&(b.distance as u64 * self.run[a.axis]))
    }

    /// The ties of equal fractions: larger contact extent; the axis along `up`; the one met first along the tangent;
    /// row, then column. (A corner-to-corner arrival has extent 0, so it loses to any other and names its own axis.)
    #[cold]
    fn wins_tie(&self, new: &Candidate, old: &Candidate) -> bool {
        let extents = (self.extent(new) * i128::from(self.run[old.axis]))
            .cmp(&(self.extent(old) * i128::from(self.run[new.axis])));
        let along_up = |c: &Candidate| c.axis == self.up.axis();
        let order = extents
            .then(along_up(new).cmp(&along_up(old)))
            .then_with(|| {
                let free = 1 - new.axis;
                let nearness = |c: &Candidate| match (self.d[free].signum(), self.solid(c)) {
                    (1, [low, _]) => -low[free],
                    (-1, [_, high]) => high[free],
                    _ => 0,
                };
                nearness(new).cmp(&nearness(old))
            })
            .then((old.row, old.col, old.loose).cmp(&(new.row, new.col, new.loose)));
        order == Ordering::Greater
    }

    /// Length of the contact at the moment of the hit, times the run of the hit's axis.
    fn extent(&self, c: &Candidate) -> i128 {
        let free = 1 - c.axis;
        let (run, [low, high]) = (i128::from(self.run[c.axis]), self.solid(c));
        let moved = i128::from(self.d[free]) * i128::from(c.distance);
        let min = i128::from(self.pos[free]) * run + moved;
        let max = min + i128::from(self.size[free]) * run;
        max.min(i128::from(high[free]) * run) - min.max(i128::from(low[free]) * run)
    }

    /// Low and high corner of what would be hit.
    fn solid(&self, c: &Candidate) -> [[i64; 2]; 2] {
        if c.loose == NO_BOX {
            let low = [i64::from(c.col) * self.tile[0], i64::from(c.row) * self.tile[1]];
            return [low, [low[0] + self.tile[0], low[1] + self.tile[1]]];
        }
        let b = self.view.grid.loose_box(BoxId(c.loose)).expect("a candidate is in the grid").aabb;
        [[b.min.x.into(), b.min.y.into()], [b.max.x.into(), b.max.y.into()]]
    }
}
