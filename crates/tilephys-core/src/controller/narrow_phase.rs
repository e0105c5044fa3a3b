//! Narrow phase: time of impact of a moving box against a convex part.
//!
//! The box moves as a point against the Minkowski sum of the part and the box. The point enters where it crosses the last of the
//! planes that face it, unless it has left through another plane before. Source: Cyrus and Beck 1978, "Generalized two- and
//! three-dimensional clipping". All fractions are exact: a distance over a run, compared by cross products.

use super::candidate::{Candidate, PieceBits, SLANTED};
use super::sweep::Sweep;
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::floor_classifier::Outline;
use crate::grid::Piece;
use crate::limits::ONE_WAY_TOLERANCE;
use crate::ratio::Ratio;
use crate::shape::{Convex, one_way_tolerance};
use glam::IVec2;
use std::cmp::Ordering;

#[derive(Clone, Copy)]
struct Entry {
    when: Ratio,
    axis: usize,
    slant: usize,
}

impl Sweep<'_> {
    /// The face through which the motion enters a part; `None` if it starts inside.
    #[inline]
    pub(crate) fn meets_piece(&self, piece: &Piece) -> Option<Candidate> {
        if self.view.drops(piece) {
            return None;
        }
        let outline = self.special.map(|special| special.outline(piece, self.min(), self.actor_size()));
        match outline.filter(|outline| outline.size != self.actor_size()) {
            None => self.meets_with(piece, IVec2::ZERO),
            Some(Outline { min, size, inset }) => {
                let narrow = Sweep { pos: min.as_i64vec2().into(), size: size.as_i64vec2().into(), ..*self };
                narrow.meets_with(piece, inset)
            }
        }
    }

    /// Like [`meets_piece`](Self::meets_piece), with the box reduced by `inset` against slanted faces.
    #[inline]
    fn meets_with(&self, piece: &Piece, inset: IVec2) -> Option<Candidate> {
        // Most parts are boxes, which need no test of slanted faces.
        let entry = match piece.part.one_way {
            None if piece.part.slants.is_empty() => self.enters_box(Self::bounds(piece))?,
            None => self.enters_solid(piece, inset)?,
            Some(open) => self.lands_on_line(piece, open, inset)?,
        };
        let name = piece.name;
        Some(Candidate {
            axis: entry.axis,
            distance: entry.when.num(),
            col: name.col,
            row: name.row,
            off_grid: name.off_grid,
            piece: PieceBits::new(name, entry.slant),
        })
    }

    /// The face through which the motion enters a whole tile, unless it starts inside.
    pub(crate) fn meets_tile(&self, b: Aabb) -> Option<Candidate> {
        let entry = self.enters_box([b.min, b.max].map(|corner| corner.as_i64vec2().into()))?;
        Some(Candidate::of_tile(entry.axis, entry.when.num(), self.view.grid.cell_at(b.min)))
    }

    /// Min corner from the part's origin, and size, both for slanted faces.
    #[inline(always)]
    fn to_slants(&self, piece: &Piece, inset: IVec2) -> ([i64; 2], [i64; 2]) {
        let at = |k: usize| self.pos[k] - i64::from(piece.origin[k]) + i64::from(inset[k]);
        let size = |k: usize| self.size[k] - 2 * i64::from(inset[k]);
        ([at(0), at(1)], [size(0), size(1)])
    }

    fn min(&self) -> IVec2 {
        IVec2::new(self.pos[0] as i32, self.pos[1] as i32)
    }

    fn actor_size(&self) -> IVec2 {
        IVec2::new(self.size[0] as i32, self.size[1] as i32)
    }

    fn bounds(piece: &Piece) -> [[i64; 2]; 2] {
        let at = [i64::from(piece.origin.x), i64::from(piece.origin.y)];
        let corner = |c: IVec2| [at[0] + i64::from(c.x), at[1] + i64::from(c.y)];
        [corner(piece.part.min), corner(piece.part.max)]
    }

    /// Distance along an axis to the near side of bounds; negative if it is behind.
    #[inline(always)]
    fn near(&self, k: usize, low: i64, high: i64) -> i64 {
        if self.forth[k] { low - self.pos[k] - self.size[k] } else { self.pos[k] - high }
    }

    /// Outward direction of the faces on axis `k` that oppose the motion.
    fn against(&self, k: usize) -> Direction {
        Direction::along(k, !self.forth[k])
    }

    #[inline(always)]
    fn side_entry(&self, k: usize, num: i64) -> Entry {
        Entry { when: Ratio::positive(num, self.run[k] as i64), axis: k, slant: 0 }
    }

    #[inline]
    fn enters_solid(&self, piece: &Piece, inset: IVec2) -> Option<Entry> {
        let [low, high] = Self::bounds(piece);
        let mut first: Option<Entry> = None;
        let mut exit: Option<Ratio> = None;
        for k in [0, 1] {
            let is_beside = low[k] >= self.pos[k] + self.size[k] || self.pos[k] >= high[k];
            if self.run[k] == 0 {
                // Without motion on this axis, the part stays beside the box, or no face of this axis is
                // crossed.
                if is_beside {
                    return None;
                }
                continue;
            }
            let far = if self.forth[k] { high[k] - self.pos[k] } else { self.pos[k] + self.size[k] - low[k] };
            let near = self.near(k, low[k], high[k]);
            // The part is behind, or is not reached before the end: an arrival at the very end is contact,
            // not a hit.
            if far <= 0 || near >= self.run[k] as i64 {
                return None;
            }
            self.keep_later(piece.part, &mut first, self.side_entry(k, near));
            keep_earlier(&mut exit, Ratio::positive(far, self.run[k] as i64));
        }
        self.slants(piece, inset, &mut first, &mut exit)?;
        let entry = first?;
        // The motion enters if its last entry is before its first exit. Both at once is the touch of a
        // corner.
        let leaves_before = exit.is_some_and(|exit| entry.when.cmp(&exit).is_ge());
        let num = entry.when.num();
        let den = entry.when.den();
        // An entry before the start belongs to a body that starts inside.
        (num >= 0 && num < den && !leaves_before).then_some(entry)
    }

    /// Like [`enters_solid`](Self::enters_solid), for a solid without slanted faces.
    #[inline]
    fn enters_box(&self, [low, high]: [[i64; 2]; 2]) -> Option<Entry> {
        let mut near = [0; 2];
        let mut far = [0; 2];
        for k in [0, 1] {
            far[k] = if self.forth[k] { high[k] - self.pos[k] } else { self.pos[k] + self.size[k] - low[k] };
            near[k] = self.near(k, low[k], high[k]);
            if far[k] <= 0 || near[k] >= self.run[k] as i64 {
                return None;
            }
        }
        // An axis without motion is entered before the start and left after the end.
        let axis = match (wide_product(near[0], self.run[1])).cmp(&wide_product(near[1], self.run[0])) {
            _ if self.run[0] == 0 => 1,
            _ if self.run[1] == 0 => 0,
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => {
                let [x, y] = [0, 1].map(|k| self.against(k).vector());
                usize::from(self.compare_toward_up(y, x).is_gt())
            }
        };
        let free = 1 - axis;
        let leaves_before = self.run[free] != 0
            && wide_product(near[axis], self.run[free]) >= wide_product(far[free], self.run[axis]);
        (near[axis] >= 0 && !leaves_before).then(|| self.side_entry(axis, near[axis]))
    }

    /// The last crossed slanted face of a part; `None` if the motion stays outside of one.
    #[inline]
    fn slants(
        &self,
        piece: &Piece,
        inset: IVec2,
        first: &mut Option<Entry>,
        exit: &mut Option<Ratio>,
    ) -> Option<()> {
        let (min, size) = self.to_slants(piece, inset);
        for (index, slant) in piece.part.slants.iter().enumerate() {
            let side = slant.side(min, size);
            // Away from the face, times the length of its normal.
            let speed = i64::from(slant.normal.x) * self.d[0] + i64::from(slant.normal.y) * self.d[1];
            if speed < 0 {
                let when = Ratio::positive(side, -speed);
                self.keep_later(piece.part, first, Entry { when, axis: SLANTED, slant: index });
            } else if side >= 0 {
                // Outside of one face and not coming nearer, the body stays outside of the part.
                return None;
            } else if speed > 0 {
                keep_earlier(exit, Ratio::positive(-side, speed));
            }
        }
        Some(())
    }

    /// Keeps the face that is crossed later. For faces crossed at once, which is a corner, an edge precedes a corner point; then the
    /// face that points more toward up. So a falling body lands and a rising body keeps rising.
    #[inline]
    fn keep_later(&self, part: &Convex, kept: &mut Option<Entry>, new: Entry) {
        let is_later = kept.is_none_or(|old| {
            new.when.cmp(&old.when).then_with(|| self.compare_at_corner(part, new, old)).is_gt()
        });
        if is_later {
            *kept = Some(new);
        }
    }

    #[cold]
    fn compare_at_corner(&self, part: &Convex, new: Entry, old: Entry) -> Ordering {
        // True if the part reaches this side of its bounds with a single corner.
        let is_pointed = |entry: Entry| {
            entry.axis != SLANTED && {
                let [from, to] = part.end(self.against(entry.axis));
                from == to
            }
        };
        let normal = |entry: Entry| match entry.axis {
            SLANTED => part.slants[entry.slant].normal,
            axis => self.against(axis).vector(),
        };
        is_pointed(old).cmp(&is_pointed(new)).then_with(|| self.compare_toward_up(normal(new), normal(old)))
    }

    pub(crate) fn compare_toward_up(&self, a: IVec2, b: IVec2) -> Ordering {
        let up = self.up.vector().as_i64vec2();
        let square = |n: IVec2| i128::from(n.as_i64vec2().length_squared());
        let toward = |n: IVec2| {
            let part = i128::from(n.as_i64vec2().dot(up));
            part.signum() * part * part
        };
        (toward(a) * square(b)).cmp(&(toward(b) * square(a)))
    }

    /// The face at which the motion lands on a one-way line: see [`OneWay`](crate::shape::OneWay).
    fn lands_on_line(&self, piece: &Piece, open: Direction, inset: IVec2) -> Option<Entry> {
        let Some(slant) = piece.part.slants.first() else { return self.lands_on_side(piece, open) };
        let on_slant = || {
            let (min, size) = self.to_slants(piece, inset);
            let side = slant.side(min, size);
            let normal = [i64::from(slant.normal.x), i64::from(slant.normal.y)];
            let speed = normal[0] * self.d[0] + normal[1] * self.d[1];
            if speed >= 0 || side < -one_way_tolerance(normal) || side >= -speed {
                return None;
            }
            // The leading corner of the box must hit the line.
            let when = Ratio::positive(side, -speed);
            let k = 1 - open.axis();
            let corner = i64::from(piece.origin[k]) + min[k] + if normal[k] > 0 { 0 } else { size[k] };
            let [low, high] = Self::bounds(piece).map(|bound| bound[k]);
            let from = self.compare_at(corner, k, when, low);
            let to = self.compare_at(corner, k, when, high);
            // Of two lines that share an end point, the lower one holds. So a line includes its lower end only for a rising
            // body, and its upper end only for a body that descends on it without grazing.
            let comes_down = self.d[1 - k] != 0 && self.forth[1 - k] == (open.vector()[1 - k] < 0);
            let is_on = if normal[k] < 0 {
                (from.is_gt() || from.is_eq() && self.d[k] > 0) && (to.is_lt() || to.is_eq() && comes_down)
            } else {
                (to.is_lt() || to.is_eq() && self.d[k] < 0) && (from.is_gt() || from.is_eq() && comes_down)
            };
            is_on.then_some(Entry { when, axis: SLANTED, slant: 0 })
        };
        let mut first = on_slant();
        if let Some(new) = self.lands_on_side(piece, open)
            && first.is_none_or(|old| new.when.clamped().cmp(&old.when.clamped()).is_lt())
        {
            first = Some(new);
        }
        first
    }

    /// The landing on the side of a line's bounds toward `open`: the line itself if it is straight, an end of a slanted line.
    fn lands_on_side(&self, piece: &Piece, open: Direction) -> Option<Entry> {
        let k = open.axis();
        let toward_high = open.vector()[k] > 0;
        if self.run[k] == 0 || self.forth[k] == toward_high {
            return None;
        }
        let [low, high] = Self::bounds(piece).map(|bound| bound[k]);
        let position = if toward_high { high } else { low };
        let near = self.near(k, position, position);
        // A body slightly behind the line is held too, see `ONE_WAY_TOLERANCE`.
        if near < -i64::from(ONE_WAY_TOLERANCE) || near >= self.run[k] as i64 {
            return None;
        }
        let entry = self.side_entry(k, near);
        // That body lands at once, not before the start of its motion.
        let when = entry.when.clamped();
        let free = 1 - k;
        let at = i64::from(piece.origin[free]);
        let [from, to] = piece.part.end(open).map(|end| at + i64::from(end));
        // A body that only touches an end of the line from beside it falls past.
        let reaches = self.compare_at(self.pos[free], free, when, to).is_lt()
            && self.compare_at(self.pos[free] + self.size[free], free, when, from).is_gt();
        reaches.then_some(entry)
    }

    fn compare_at(&self, from: i64, axis: usize, when: Ratio, position: i64) -> Ordering {
        let moved = i128::from(self.d[axis]) * i128::from(when.clamped().num());
        (i128::from(from) * i128::from(when.den()) + moved)
            .cmp(&(i128::from(position) * i128::from(when.den())))
    }
}

#[inline]
fn wide_product(distance: i64, run: u64) -> i128 {
    i128::from(distance) * i128::from(run)
}

fn keep_earlier(kept: &mut Option<Ratio>, new: Ratio) {
    if kept.is_none_or(|old| new.cmp(&old).is_lt()) {
        *kept = Some(new);
    }
}
