//! Verdicts on the faces near a straight segment, by the predicates of the move itself.

use super::data::{Face, Refusal, TieRule, Verdict};
use super::near::{any_near, length, px};
use crate::aabb::Aabb;
use crate::controller::{Actor, Candidate, SLANTED, Sweep, TransientState};
use crate::direction::Direction;
use crate::floor_classifier::Outline;
use crate::grid::all_shapes::{Side, Thing};
use crate::grid::edges::stretch_in_area;
use crate::grid::{View, overlaps};
use crate::limits::ONE_WAY_TOLERANCE;
use crate::ratio::Ratio;
use crate::sweep::swept_bounds;
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::Ordering;

/// Faces that an explanation lists for each straight segment, at most. A reader needs no more.
const EXPLAINED_FACES: usize = 2048;

/// A straight segment whose faces are judged.
pub(super) struct Judge<'a> {
    pub(super) actor: Actor<'a>,
    pub(super) memory: &'a TransientState,
    pub(super) at: IVec2,
    pub(super) d: IVec2,
    /// Candidate that the move hit.
    pub(super) first: Option<Candidate>,
    /// True if the move hits all candidates, because it passes through them.
    pub(super) passes: bool,
}

/// Distance of the body to a face and outward motion, both times the length of the normal; positive outside.
#[derive(Clone, Copy)]
struct Way {
    side: i64,
    speed: i64,
}

impl<'a> Judge<'a> {
    /// Faces near the segment, the hit face first, and true if there are more than the limit.
    pub(super) fn faces(&self) -> (Vec<Face>, bool) {
        let mut faces = Vec::new();
        if let Some(first) = &self.first {
            faces.push(self.taken(first));
        }
        let before = faces.len();
        let more = any_near(self.actor, self.at, self.d, self.first.as_ref(), |thing| {
            self.judge(&thing, &mut faces);
            faces.len() > EXPLAINED_FACES
        });
        faces.truncate(EXPLAINED_FACES);
        faces[before..].sort_by(|a, b| match (a.reached, b.reached) {
            (Some(a), Some(b)) => a.cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        (faces, more)
    }

    fn sweep(&self) -> Sweep<'a> {
        Sweep::new(self.actor, self.at, self.d)
    }

    /// The face that the move hit.
    fn taken(&self, first: &Candidate) -> Face {
        let view = self.actor.view;
        let sweep = self.sweep();
        let thing = match first.name() {
            Some(name) => {
                let piece = view.piece(name);
                let bounds = Aabb { min: piece.origin + piece.part.min, max: piece.origin + piece.part.max };
                Thing { met: view.met(name), piece: Some(piece), bounds }
            }
            None => whole_thing(view, first.col, first.row),
        };
        let sides = view.grid.sides(&thing);
        let side = sides.into_iter().find(|side| self.is_of(side, first));
        let side = side.unwrap_or_else(|| self.corner(&thing, first));
        face(&thing, &side, Some(sweep.moment(first)), Verdict::Taken)
    }

    /// True if this side is the candidate.
    fn is_of(&self, side: &Side, found: &Candidate) -> bool {
        match side.slant {
            Some(slant) => found.axis == SLANTED && slant == found.piece.slant(),
            None => found.axis != SLANTED && side.normal == self.normal(found),
        }
    }

    fn normal(&self, found: &Candidate) -> IVec2 {
        found.normal(self.actor.view, [self.d.x > 0, self.d.y > 0])
    }

    /// The corner of a part that a side of the body hits: the point where the part touches the side of its bounds.
    fn corner(&self, thing: &Thing, found: &Candidate) -> Side {
        let normal = self.normal(found);
        let axis = found.axis;
        let mut end = thing.bounds.min;
        let positive = normal[axis] > 0;
        if positive {
            end[axis] = thing.bounds.max[axis];
        }
        if let Some(piece) = &thing.piece {
            let [low, _] = piece.part.end(Direction::along(axis, positive));
            end[1 - axis] = piece.origin[1 - axis] + low;
        }
        Side { ends: [end, end], normal, slant: None }
    }

    /// Judges the faces of a thing, except the face that was hit.
    fn judge(&self, thing: &Thing, faces: &mut Vec<Face>) {
        let view = self.actor.view;
        let sweep = self.sweep();
        let entry = match &thing.piece {
            None => sweep.meets_tile(thing.bounds),
            Some(piece) => sweep.meets_piece(piece),
        };
        if !view.sees_thing(thing) {
            if let (Some(refusal), Some(entry)) = (self.unseen(thing), &entry) {
                let side = self.side_of(thing, entry);
                faces.push(face(thing, &side, Some(sweep.moment(entry)), Verdict::Refused(refusal)));
            }
            return;
        }
        let is_inside = self.is_inside(thing);
        let near = self.area();
        let mut entered = entry.is_none();
        for side in view.grid.sides(thing) {
            let found = entry.filter(|entry| self.is_of(&side, entry));
            entered |= found.is_some();
            let Some(within) = stretch_in_area(&side, near) else { continue };
            let verdict = match &found {
                Some(found) if self.is_first(found) => continue,
                Some(found) => self.reached(found),
                None if is_inside => Verdict::Refused(Refusal::Overlapped),
                None => Verdict::Refused(self.refusal(thing, &side, entry.as_ref())),
            };
            let is_open = matches!(
                verdict,
                Verdict::Taken | Verdict::Refused(Refusal::Overlooked | Refusal::Overlapped)
            );
            let by = || {
                let (open, by) = view.open_stretches(thing, &side, within);
                by.filter(|_| open.is_empty())
            };
            let hidden = if is_open { None } else { by() };
            let verdict = hidden.map_or(verdict, |by| Verdict::Refused(Refusal::Hidden { by }));
            faces.push(face(thing, &side, found.map(|found| sweep.moment(&found)), verdict));
        }
        if let Some(entry) = entry.filter(|entry| !entered && !self.is_first(entry)) {
            let side = self.corner(thing, &entry);
            faces.push(face(thing, &side, Some(sweep.moment(&entry)), self.reached(&entry)));
        }
    }

    fn side_of(&self, thing: &Thing, found: &Candidate) -> Side {
        let sides = self.actor.view.grid.sides(thing);
        sides.into_iter().find(|side| self.is_of(side, found)).unwrap_or_else(|| self.corner(thing, found))
    }

    /// The area of the segment, and a tile around it.
    fn area(&self) -> Aabb {
        let body = Aabb { min: self.at, max: self.at + self.actor.size };
        swept_bounds(body, self.d).grown(self.actor.view.cells().tile())
    }

    /// Reason why the body cannot collide with a thing; `None` if a tile of a lower layer precedes it in its cell.
    fn unseen(&self, thing: &Thing) -> Option<Refusal> {
        let category = self.actor.view.grid.tile_kind(thing.met.tile).category;
        if category & self.actor.view.mask == 0 {
            Some(Refusal::Masked { category })
        } else {
            self.memory.ignores(&thing.met).then_some(Refusal::Ignored)
        }
    }

    fn is_inside(&self, thing: &Thing) -> bool {
        match &thing.piece {
            None => Aabb { min: self.at, max: self.at + self.actor.size }.overlaps(thing.bounds),
            Some(piece) => overlaps(piece, self.actor.outline(piece, self.at)),
        }
    }

    fn is_first(&self, found: &Candidate) -> bool {
        let key = |c: &Candidate| (c.row, c.col, c.off_grid, c.piece, c.axis);
        self.first.as_ref().is_some_and(|first| key(first) == key(found))
    }

    /// Verdict on a face that would be reached.
    fn reached(&self, found: &Candidate) -> Verdict {
        if self.passes {
            return Verdict::Taken;
        }
        let sweep = self.sweep();
        let Some(first) = &self.first else { return Verdict::Refused(Refusal::Overlooked) };
        Verdict::Refused(match sweep.compare_fractions(found, first) {
            Ordering::Less => Refusal::Overlooked,
            Ordering::Greater => Refusal::Later,
            Ordering::Equal if sweep.wins_tie(found, first) => Refusal::Overlooked,
            Ordering::Equal => Refusal::Tie(self.tie(found, first)),
        })
    }

    /// The tie rule by which `found` lost.
    fn tie(&self, found: &Candidate, first: &Candidate) -> TieRule {
        let sweep = self.sweep();
        let extent =
            |c: &Candidate, other: &Candidate| sweep.extent(c) * i128::from(sweep.run_against(other));
        if extent(found, first) != extent(first, found) {
            let is_corner = found.axis != SLANTED && sweep.extent(found) == 0;
            return if is_corner { TieRule::Corner } else { TieRule::Extent };
        }
        let in_corner = sweep.extent(found) == 0;
        if in_corner && sweep.is_pointed(found) != sweep.is_pointed(first) {
            return TieRule::Point;
        }
        let toward_up = if in_corner {
            sweep.compare_toward_up(self.normal(found), self.normal(first))
        } else {
            let along_up = |c: &Candidate| c.axis == self.actor.config.up.axis();
            along_up(found).cmp(&along_up(first))
        };
        if toward_up.is_ne() {
            TieRule::Up
        } else if sweep.compare_nearness(found, first).is_ne() {
            TieRule::Tangent
        } else if self.is_line(found) && !self.is_line(first) {
            TieRule::Line
        } else {
            TieRule::Order
        }
    }

    fn is_line(&self, found: &Candidate) -> bool {
        found.name().is_some_and(|name| self.actor.view.piece(name).part.one_way.is_some())
    }

    /// Reason why the motion does not enter its thing by this face.
    fn refusal(&self, thing: &Thing, side: &Side, entry: Option<&Candidate>) -> Refusal {
        let Way { side: ahead, speed } = self.way(thing, side);
        let open = thing.one_way();
        let crosses = || {
            let grown = Aabb { min: self.at, max: self.at + self.actor.size };
            let swept = swept_bounds(grown, self.d);
            let b = thing.bounds;
            swept.min.cmple(b.max).all() && b.min.cmple(swept.max).all()
        };
        match speed.cmp(&0) {
            Ordering::Equal => return Refusal::Along,
            Ordering::Greater if open.is_some() && ahead < 0 && crosses() => return Refusal::FromBehind,
            Ordering::Greater => return Refusal::Away,
            Ordering::Less => {}
        }
        if thing.piece.as_ref().is_some_and(|piece| self.actor.view.drops(piece)) {
            return Refusal::DroppedThrough;
        }
        if let Some(open) = open {
            let per_unit = i64::from(side.normal[open.axis()].abs());
            let tolerance = i64::from(ONE_WAY_TOLERANCE) * i64::from(side.normal.abs().max_element());
            if ahead < -tolerance && crosses() {
                return Refusal::StartedInside { by: (-ahead + per_unit - 1) / per_unit };
            }
        }
        if ahead < 0 {
            return Refusal::Past;
        }
        if ahead >= -speed {
            let by = px(ahead + speed) / length(side.normal);
            return Refusal::Short { by };
        }
        let when = Ratio::new(ahead, -speed);
        if entry.is_some_and(|entry| self.sweep().moment(entry) == when) {
            return Refusal::Tie(TieRule::Corner);
        }
        Refusal::Beside
    }

    /// Distance of the body to the plane of a side, and its motion relative to it.
    fn way(&self, thing: &Thing, side: &Side) -> Way {
        let at = self.at;
        let size = self.actor.size;
        let outline = match &thing.piece {
            None => Outline::of(at, size),
            Some(piece) => self.actor.outline(piece, at),
        };
        let normal = side.normal.as_i64vec2();
        let speed = normal.dot(self.d.as_i64vec2());
        // The leading corner of the body.
        let outline = if side.slant.is_some() { outline.to_slants() } else { outline };
        let corner = |k: usize| {
            let size = if side.normal[k] < 0 { outline.size[k] } else { 0 };
            i64::from(outline.min[k]) + i64::from(size) - i64::from(side.ends[0][k])
        };
        Way { side: normal.x * corner(0) + normal.y * corner(1), speed }
    }
}

fn face(thing: &Thing, side: &Side, reached: Option<Ratio>, verdict: Verdict) -> Face {
    let met = thing.met;
    let part = thing.part();
    let open = thing.one_way();
    Face { met, part, normal: side.normal, open, ends: side.ends, reached, verdict }
}

/// The whole tile in a cell that has one.
fn whole_thing(view: View, col: i32, row: i32) -> Thing<'static> {
    let met = view.met_whole(TileCoord::new(col, row)).expect("a whole tile is there");
    let min = IVec2::new(col, row) * view.cells().tile();
    Thing { met, piece: None, bounds: Aabb { min, max: min + view.cells().tile() } }
}
