//! Oracle for queries, by brute force over all solids in exact fractions.
//!
//! The solid region is closed, the union of all solids. A point is inside if something is solid in each of the four
//! quadrants around it. To find where a path enters the region, it is cut at the lines through edges of solids, and
//! each piece is tested in its middle.

use crate::exact::Exact;
use crate::shapes::solid::Rect;
use crate::shapes::world::World;
use std::cmp::Ordering;
use tilephys_core::Direction;

/// A whole tile or a loose box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    pub(crate) rect: Rect,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    pub(crate) cell: [i64; 2],
    pub(crate) off_grid: Option<usize>,
}

impl From<&crate::shapes::solid::Solid> for Solid {
    fn from(solid: &crate::shapes::solid::Solid) -> Self {
        let name = solid.name;
        Solid {
            rect: solid.bounds,
            layer: name.layer,
            kind: name.kind,
            cell: name.cell,
            off_grid: name.off_grid,
        }
    }
}

/// All that is solid to `mask`; of tiles in one cell the lowest layer's.
pub(crate) fn solids(world: &World, mask: u32) -> Vec<Solid> {
    world.solids(mask).iter().map(Solid::from).collect()
}

/// A point of whole parts of `den`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    num: [i128; 2],
    den: i128,
}

/// A direction between the axes.
type Quarter = [i128; 2];

const QUARTERS: [Quarter; 4] = [[1, 1], [-1, 1], [1, -1], [-1, -1]];

impl Place {
    pub(crate) fn of(at: [i64; 2]) -> Self {
        Place { num: at.map(i128::from), den: 1 }
    }

    /// True if the solid holds everything near in a direction.
    fn is_covered_by(&self, rect: &Rect, quarter: Quarter) -> bool {
        (0..2).all(|k| {
            let (lo, hi) = (i128::from(rect.lo[k]) * self.den, i128::from(rect.hi[k]) * self.den);
            if quarter[k] > 0 {
                lo <= self.num[k] && self.num[k] < hi
            } else {
                lo < self.num[k] && self.num[k] <= hi
            }
        })
    }

    fn covers<'a>(&self, solids: &'a [Solid], quarter: Quarter) -> impl Iterator<Item = &'a Solid> {
        solids.iter().filter(move |s| self.is_covered_by(&s.rect, quarter))
    }

    fn is_covered(&self, solids: &[Solid], quarter: Quarter) -> bool {
        self.covers(solids, quarter).next().is_some()
    }

    pub(crate) fn is_inside(&self, solids: &[Solid]) -> bool {
        QUARTERS.into_iter().all(|quarter| self.is_covered(solids, quarter))
    }

    /// True if it is near something, though not inside.
    pub(crate) fn is_on_outside(&self, solids: &[Solid]) -> bool {
        !self.is_inside(solids) && QUARTERS.into_iter().any(|quarter| self.is_covered(solids, quarter))
    }

    /// The solids near it in any direction.
    pub(crate) fn around(&self, solids: &[Solid]) -> Vec<Solid> {
        let near = |s: &&Solid| QUARTERS.into_iter().any(|quarter| self.is_covered_by(&s.rect, quarter));
        solids.iter().filter(near).copied().collect()
    }
}

/// Row, column, a loose box before a tile, the lowest layer, the older box.
pub(crate) fn name(s: &Solid) -> (i64, i64, bool, Option<(usize, usize)>) {
    (s.cell[1], s.cell[0], s.off_grid.is_none(), s.off_grid.map(|age| (s.layer, age)))
}

/// A face, by the direction in which it looks: against a motion along an axis.
pub(crate) fn face_against(axis: usize, d: i64) -> Direction {
    match (axis, d > 0) {
        (0, true) => Direction::Left,
        (0, false) => Direction::Right,
        (_, true) => Direction::Up,
        (_, false) => Direction::Down,
    }
}

/// What a way meets; without a face it starts in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    pub(crate) when: Exact,
    pub(crate) face: Option<Direction>,
    pub(crate) solid: Solid,
}

/// A segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) from: [i64; 2],
    pub(crate) to: [i64; 2],
}

impl Segment {
    pub(crate) fn d(&self) -> [i64; 2] {
        [self.to[0] - self.from[0], self.to[1] - self.from[1]]
    }

    fn at(&self, when: Exact) -> Place {
        let num = [0, 1].map(|k| i128::from(self.from[k]) * when.den + i128::from(self.d()[k]) * when.num);
        Place { num, den: when.den }
    }

    /// The axis that it runs along, if it does.
    pub(crate) fn along(&self) -> Option<usize> {
        match self.d() {
            [_, 0] => Some(0),
            [0, _] => Some(1),
            _ => None,
        }
    }

    /// The solids that it may have to do with.
    fn near(&self, solids: &[Solid]) -> Vec<Solid> {
        let touches = |s: &&Solid| {
            (0..2).all(|k| {
                let (lo, hi) = (self.from[k].min(self.to[k]), self.from[k].max(self.to[k]));
                s.rect.lo[k] <= hi && lo <= s.rect.hi[k]
            })
        };
        solids.iter().filter(touches).copied().collect()
    }

    /// When it is on the line of an edge, in order.
    fn crossings(&self, solids: &[Solid]) -> Vec<Exact> {
        let mut all = vec![Exact::ZERO, Exact::ONE];
        for (k, d) in self.d().into_iter().enumerate().filter(|(_, d)| *d != 0) {
            for edge in solids.iter().flat_map(|s| [s.rect.lo[k], s.rect.hi[k]]) {
                let units = i128::from(edge - self.from[k]) * i128::from(d.signum());
                if units > 0 && units < i128::from(d.abs()) {
                    all.push(Exact::new(units, d.abs().into()));
                }
            }
        }
        all.sort_unstable();
        all
    }

    /// The first hit. Also whether the segment meets a corner there.
    pub(crate) fn first(&self, solids: &[Solid], tile: [i64; 2]) -> Option<(Judged, bool)> {
        let solids = &self.near(solids);
        let start = Place::of(self.from);
        if start.is_inside(solids) {
            let solid = *self.started_in(solids, tile).first()?;
            return Some((Judged { when: Exact::ZERO, face: None, solid }, false));
        }
        let mut crossings = self.crossings(solids);
        crossings.dedup();
        let stops = |pair: &&[Exact]| {
            let [a, b] = pair else { return false };
            self.middle(*a, *b).is_inside(solids) || self.is_pinched(solids, *a)
        };
        let when = crossings.windows(2).find(stops)?[0];
        Some(self.surface(solids, when))
    }

    fn middle(&self, a: Exact, b: Exact) -> Place {
        self.at(a.middle(b))
    }

    /// True if something solid is near the path on both sides, at an inner point of the path that passes it on the
    /// outside. Of the quadrants around the point, those ahead and behind a slanting path are on neither side.
    fn is_pinched(&self, solids: &[Solid], when: Exact) -> bool {
        let (at, d) = (self.at(when), self.d().map(|d| i128::from(d.signum())));
        let is_covered = |quarter: &Quarter| at.is_covered(solids, *quarter);
        let on_side = |sign: i128| {
            let is_there = |q: &Quarter| (d[0] * q[1] - d[1] * q[0]).signum() == sign;
            QUARTERS.into_iter().filter(is_there).any(|quarter| is_covered(&quarter))
        };
        let goes_through = |sign: i128| {
            let is_there = |q: &Quarter| (0..2).all(|k| d[k] == 0 || q[k] == sign * d[k]);
            QUARTERS.into_iter().filter(is_there).all(|quarter| is_covered(&quarter))
        };
        let is_between = when.num > 0 && when < Exact::ONE;
        is_between && on_side(1) && on_side(-1) && !goes_through(1) && !goes_through(-1)
    }

    /// Solids that hold the start, which is inside, in order.
    fn started_in(&self, solids: &[Solid], tile: [i64; 2]) -> Vec<Solid> {
        let area = Rect { lo: self.from.map(|c| c - 1), hi: self.from.map(|c| c + 1) };
        let mut around = Place::of(self.from).around(solids);
        around.sort_by_key(|s| area_order(s, &area, tile));
        around
    }

    /// Solid whose exposed face the path enters. A face is exposed if its solid is on one side of it and nothing on
    /// the other. An entered solid precedes a solid that is only touched.
    fn surface(&self, solids: &[Solid], when: Exact) -> (Judged, bool) {
        let (at, d) = (self.at(when), self.d());
        let mut faces: Vec<(bool, bool, Solid, usize)> = Vec::new();
        for axis in 0..2 {
            for quarter in QUARTERS {
                if d[axis] == 0 || quarter[axis] != i128::from(d[axis].signum()) {
                    continue;
                }
                let mut outer = quarter;
                outer[axis] = -outer[axis];
                if at.is_covered(solids, outer) {
                    continue;
                }
                let goes_in =
                    [0, 1].into_iter().all(|k| d[k] == 0 || quarter[k] == i128::from(d[k].signum()));
                let lands = (d[1] > 0) == (axis == 1);
                faces.extend(at.covers(solids, quarter).map(|s| (goes_in, lands, *s, axis)));
            }
        }
        let best = faces.iter().max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(name(&b.2).cmp(&name(&a.2))));
        let &(_, _, solid, axis) = best.expect("it goes in by something");
        let corner = |k: usize| {
            [solid.rect.lo[k], solid.rect.hi[k]].iter().any(|e| i128::from(*e) * at.den == at.num[k])
        };
        let is_corner = self.along().is_none() && corner(0) && corner(1);
        (Judged { when, face: Some(face_against(axis, d[axis])), solid }, is_corner)
    }

    /// When it enters one solid, and by which face; not if it starts in it.
    fn entry(&self, solids: &[Solid], s: &Solid) -> Option<Judged> {
        let d = self.d();
        let judged = |units: i64, axis: usize| {
            let on_way = units >= 0 && units < d[axis].abs();
            let face = Some(face_against(axis, d[axis]));
            on_way.then(|| Judged { when: Exact::new(units.into(), d[axis].abs().into()), face, solid: *s })
        };
        let near =
            |k: usize| if d[k] > 0 { s.rect.lo[k] - self.from[k] } else { self.from[k] - s.rect.hi[k] };
        if let Some(axis) = self.along() {
            let (free, units) = (1 - axis, near(axis));
            if self.from[free] < s.rect.lo[free] || s.rect.hi[free] < self.from[free] {
                return None;
            }
            // Half a unit behind the face.
            let (mut num, sign) = (self.from.map(|c| 2 * i128::from(c)), i128::from(d[axis].signum()));
            num[axis] += sign * (2 * i128::from(units) + 1);
            let goes_in = Place { num, den: 2 }.is_inside(solids);
            return judged(units, axis).filter(|j| goes_in || self.is_pinched(solids, j.when));
        }
        let far = |k: usize| if d[k] > 0 { s.rect.hi[k] - self.from[k] } else { self.from[k] - s.rect.lo[k] };
        let part = |units: i64, k: usize| Exact::new(units.into(), d[k].abs().into());
        let order = part(near(0), 0).cmp(&part(near(1), 1));
        let axis = match order {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => usize::from(d[1] > 0),
        };
        let enter = part(near(axis), axis);
        if (0..2).all(|k| enter < part(far(k), k)) {
            return judged(near(axis), axis);
        }
        // A mere corner is on the way if it leaves there.
        let touches = (0..2).all(|k| enter <= part(far(k), k));
        judged(near(axis), axis).filter(|j| touches && self.is_pinched(solids, j.when))
    }

    /// Everything that is entered, in order.
    pub(crate) fn all(&self, solids: &[Solid], tile: [i64; 2]) -> Vec<Judged> {
        let solids = &self.near(solids);
        let (start, zero) = (Place::of(self.from), Exact::ZERO);
        let inside = start.is_inside(solids);
        let mut all: Vec<Judged> = Vec::new();
        if inside {
            let started = self.started_in(solids, tile).into_iter();
            all.extend(started.map(|solid| Judged { when: zero, face: None, solid }));
        }
        if self.from == self.to {
            return all;
        }
        let mut entered: Vec<Judged> = solids.iter().filter_map(|s| self.entry(solids, s)).collect();
        entered.retain(|j| !inside || zero < j.when);
        entered.sort_by(|a, b| a.when.cmp(&b.when).then(name(&a.solid).cmp(&name(&b.solid))));
        all.extend(entered);
        all
    }
}

/// The order of what is in an area: tiles, then boxes by the first cell that they share with it, then by age.
pub(crate) fn area_order(s: &Solid, area: &Rect, tile: [i64; 2]) -> (bool, i64, i64, usize) {
    let first = |k: usize| area.lo[k].div_euclid(tile[k]).max(s.cell[k]);
    (s.off_grid.is_some(), first(1), first(0), s.off_grid.unwrap_or(s.layer))
}

/// Every tile of every layer and every box that is solid to `mask`.
pub(crate) fn all_layers(world: &World, mask: u32) -> Vec<Solid> {
    let tiles = world.cells.iter().filter(|(_, kind)| world.kinds[**kind].category & mask != 0).map(
        |(&(row, col, layer), &kind)| Solid {
            rect: world.cell_rect([col, row]),
            layer,
            kind,
            cell: [col, row],
            off_grid: None,
        },
    );
    tiles.chain(solids(world, mask).into_iter().filter(|s| s.off_grid.is_some())).collect()
}
