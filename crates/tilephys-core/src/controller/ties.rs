//! Tie-breaking: the first of several candidates of a sweep.

use super::candidate::{Candidate, SLANTED};
use super::sweep::Sweep;
use crate::direction::Direction;
use crate::grid::{NO_BOX, PieceName};
use crate::ratio::Ratio;
use crate::tile::TileCoord;
use std::cmp::Ordering;

/// Rule by which one of two faces precedes the other, if both are reached at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieRule {
    /// The first face has the longer contact.
    Extent,
    /// The body hits the second face with a corner; a falling body lands and a rising body keeps rising.
    Corner,
    /// The second face is the corner point of a solid, and the first is an edge.
    Point,
    /// The first face points along up, or more toward it.
    Up,
    /// The first face is met first along the tangent.
    Tangent,
    /// The second face is a one-way line, and the first is solid.
    Line,
    /// The first face precedes by row, column, layer and part.
    Order,
}

impl Sweep<'_> {
    #[inline(always)]
    pub(crate) fn consider(&self, best: &mut Option<Candidate>, new: Candidate) {
        let first = match best {
            None => true,
            Some(old) => match self.compare_fractions(&new, old) {
                Ordering::Less => true,
                Ordering::Equal => !self.will_do(old, &new) && self.wins_tie(&new, old),
                Ordering::Greater => false,
            },
        };
        if first {
            *best = Some(new);
        }
    }

    /// True if one of two faces hit at once may stand for the other. Both are of tiles and in one line, and no caller reads the hit.
    #[inline(always)]
    fn will_do(&self, one: &Candidate, other: &Candidate) -> bool {
        // Faces hit at once on one axis are at one distance.
        let are_in_line = one.axis == other.axis && one.axis != SLANTED;
        !self.names_hits && are_in_line && one.off_grid == NO_BOX && other.off_grid == NO_BOX
    }

    /// Compares distance / run by cross products. Both factors are below 2^32, except for slanted faces.
    #[inline(always)]
    pub(crate) fn compare_fractions(&self, a: &Candidate, b: &Candidate) -> Ordering {
        if (a.axis | b.axis) & SLANTED != 0 {
            return self.moment(a).cmp(&self.moment(b));
        }
        (a.units() * self.run[b.axis]).cmp(&(b.units() * self.run[a.axis]))
    }

    pub(crate) fn moment(&self, c: &Candidate) -> Ratio {
        Ratio::positive(c.units() as i64, self.run_against(c))
    }

    /// Total translation against a candidate's face, in the unit of its distance.
    pub(crate) fn run_against(&self, c: &Candidate) -> i64 {
        if c.axis != SLANTED {
            return self.run[c.axis] as i64;
        }
        let normal = c.slant_normal(self.view);
        -(i64::from(normal.x) * self.d[0] + i64::from(normal.y) * self.d[1])
    }

    /// Tie rules for equal fractions, in order:
    ///
    /// 1. The larger contact extent. (A corner on a slanted face has extent 0.)
    /// 2. Where corners meet: an edge before the corner point of another solid, then the face that points more toward up.
    /// 3. The axis along `up`.
    /// 4. The face that is met first along the tangent.
    /// 5. A solid before a one-way line.
    /// 6. Row, then column.
    #[cold]
    pub(crate) fn wins_tie(&self, new: &Candidate, old: &Candidate) -> bool {
        self.break_tie(new, old).0 == Ordering::Greater
    }

    /// `Greater` if the new candidate precedes the old one, and the rule that decides; see [`wins_tie`](Self::wins_tie).
    pub(crate) fn break_tie(&self, new: &Candidate, old: &Candidate) -> (Ordering, TieRule) {
        let a = self.extent(new);
        let b = self.extent(old);
        let extents = (a * i128::from(self.run_against(old))).cmp(&(b * i128::from(self.run_against(new))));
        if extents.is_ne() {
            let is_corner = new.axis != SLANTED && a == 0;
            return (extents, if is_corner { TieRule::Corner } else { TieRule::Extent });
        }
        let points = self.is_pointed(old).cmp(&self.is_pointed(new));
        if a == 0 && points.is_ne() {
            return (points, TieRule::Point);
        }
        let normal = |c: &Candidate| c.normal(self.view, self.forth);
        let along_up = |c: &Candidate| c.axis == self.up.axis();
        let ups = match a {
            0 => self.compare_toward_up(normal(new), normal(old)),
            _ => along_up(new).cmp(&along_up(old)),
        };
        if ups.is_ne() {
            return (ups, TieRule::Up);
        }
        let nearness = self.compare_nearness(new, old);
        if nearness.is_ne() {
            return (nearness, TieRule::Tangent);
        }
        let is_line = |n: PieceName| self.view.piece(n).part.one_way.is_some();
        let is_line = |c: &Candidate| c.name().is_some_and(is_line);
        let lines = is_line(old).cmp(&is_line(new));
        if lines.is_ne() {
            return (lines, TieRule::Line);
        }
        (self.name_of(old).cmp(&self.name_of(new)), TieRule::Order)
    }

    /// Final order: row, column, an off-grid shape before a tile, the lowest layer; id of the off-grid shape, part, face.
    fn name_of(&self, c: &Candidate) -> impl Ord + use<> {
        let name = c.name();
        let shape = name.and_then(PieceName::shape_id);
        let whole = || self.view.whole_tile(TileCoord::new(c.col, c.row));
        let layer = name.map_or_else(|| whole().map_or(0, |tile| tile.0.0), |name| name.layer);
        (c.row, c.col, shape.is_none(), layer, shape, name.map_or(0, |name| name.part), c.piece.slant())
    }

    /// True if the candidate is the corner point of a part, hit by a side of the box.
    pub(crate) fn is_pointed(&self, c: &Candidate) -> bool {
        let is_straight_part = c.axis != SLANTED && c.name().is_some();
        is_straight_part && self.side_range(c)[0] == self.side_range(c)[1]
    }

    /// Compares which of two faces with one normal is met first along the tangent; for slanted faces along the level axis.
    pub(crate) fn compare_nearness(&self, new: &Candidate, old: &Candidate) -> Ordering {
        if new.axis != old.axis {
            return Ordering::Equal;
        }
        let is_slanted = new.axis == SLANTED;
        let free = if is_slanted { 1 - self.up.axis() } else { 1 - new.axis };
        // Negated in one direction, so that the lesser number is always met first.
        let nearness = |[low, high]: [i64; 2]| match self.d[free].signum() {
            1 => -low,
            -1 => high,
            _ => 0,
        };
        let face = |c: &Candidate| if is_slanted { 0 } else { nearness(self.side_range(c)) };
        let part = |c: &Candidate| nearness(self.bounds_of(c, free));
        face(new).cmp(&face(old)).then_with(|| part(new).cmp(&part(old)))
    }

    /// Low and high end on an axis of the solid to which a face belongs.
    fn bounds_of(&self, c: &Candidate, axis: usize) -> [i64; 2] {
        let Some(name) = c.name() else { return self.cell_range(c, axis) };
        let piece = self.view.piece(name);
        let at = i64::from(piece.origin[axis]);
        [at + i64::from(piece.part.min[axis]), at + i64::from(piece.part.max[axis])]
    }

    /// Length of the contact at the hit, times the run against the face. A corner on a slanted face has none.
    pub(crate) fn extent(&self, c: &Candidate) -> i128 {
        if c.axis == SLANTED {
            return 0;
        }
        let free = 1 - c.axis;
        let run = i128::from(self.run[c.axis]);
        let [low, high] = self.side_range(c);
        let moved = i128::from(self.d[free]) * i128::from(c.units());
        let min = i128::from(self.pos[free]) * run + moved;
        let max = min + i128::from(self.size[free]) * run;
        max.min(i128::from(high) * run) - min.max(i128::from(low) * run)
    }

    /// Low and high end of a face along its axis' other.
    pub(crate) fn side_range(&self, c: &Candidate) -> [i64; 2] {
        let free = 1 - c.axis;
        let Some(name) = c.name() else {
            return self.cell_range(c, free);
        };
        let piece = self.view.piece(name);
        let face = Direction::along(c.axis, !self.forth[c.axis]);
        piece.part.end(face).map(|end| i64::from(piece.origin[free]) + i64::from(end))
    }

    fn cell_range(&self, c: &Candidate, axis: usize) -> [i64; 2] {
        let low = i64::from(if axis == 0 { c.col } else { c.row }) * self.tile[axis];
        [low, low + self.tile[axis]]
    }
}
