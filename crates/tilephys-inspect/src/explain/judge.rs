//! Verdicts on the faces near a straight segment, by the predicates of the move itself.

use super::data::{Face, Piece, Refusal, Verdict};
use std::cmp::Ordering;
use tilephys_core::geometry::{Ratio, swept_bounds};
use tilephys_core::trace::{Candidate, Segment, Side, Thing, TieRule, is_in_area, one_way_tolerance};
use tilephys_core::{Aabb, Body, MoveConfig, TileGrid, UNITS_PER_PX};

/// Faces that an explanation lists for each straight segment, at most. A reader needs no more.
const EXPLAINED_FACES: usize = 2048;

/// A straight segment whose faces are judged.
pub(super) struct Judge<'a> {
    pub(super) grid: &'a TileGrid,
    pub(super) body: &'a Body,
    pub(super) config: &'a MoveConfig,
    pub(super) segment: Segment<'a>,
    pub(super) piece: &'a Piece,
    /// Candidate that the move hit.
    pub(super) first: Option<Candidate>,
    /// True if the move hits all candidates, because it passes through them.
    pub(super) passes: bool,
}

impl Judge<'_> {
    /// Faces near the segment, the hit face first, and true if there are more than the limit.
    pub(super) fn faces(&self) -> (Vec<Face>, bool) {
        let mut faces = Vec::new();
        if let Some(first) = &self.first {
            let thing = self.segment.thing_of(first);
            let side = self.segment.side_of(&thing, first);
            faces.push(face(&thing, &side, Some(self.segment.reached(first)), Verdict::Taken));
        }
        let before = faces.len();
        let more = self.segment.any_near(self.first.as_ref(), |thing| {
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

    /// Judges the faces of a thing, except the face that was hit.
    fn judge(&self, thing: &Thing, faces: &mut Vec<Face>) {
        let segment = &self.segment;
        let entry = segment.entry(thing);
        if !segment.sees(thing) {
            if let (Some(refusal), Some(entry)) = (self.unseen(thing), &entry) {
                let side = segment.side_of(thing, entry);
                let refused = Verdict::Refused(refusal);
                faces.push(face(thing, &side, Some(segment.reached(entry)), refused));
            }
            return;
        }
        let is_inside = segment.starts_in(thing);
        let near = self.area();
        let mut entered = entry.is_none();
        for side in thing.sides() {
            let found = entry.filter(|entry| segment.is_of(&side, entry));
            entered |= found.is_some();
            if !is_in_area(&side, near) {
                continue;
            }
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
            let hidden = if is_open { None } else { segment.covered_by(thing, &side, near) };
            let verdict = hidden.map_or(verdict, |by| Verdict::Refused(Refusal::Hidden { by }));
            faces.push(face(thing, &side, found.map(|found| segment.reached(&found)), verdict));
        }
        if let Some(entry) = entry.filter(|entry| !entered && !self.is_first(entry)) {
            let side = segment.side_of(thing, &entry);
            faces.push(face(thing, &side, Some(segment.reached(&entry)), self.reached(&entry)));
        }
    }

    /// The area that the body covers along the segment.
    fn swept(&self) -> Aabb {
        let at = self.piece.from;
        swept_bounds(Aabb { min: at, max: at + self.body.size }, self.piece.translation)
    }

    /// The area of the segment, and a tile around it.
    fn area(&self) -> Aabb {
        self.swept().grown(self.grid.tile_size())
    }

    /// Reason why the body cannot collide with a thing; `None` if a tile of a lower layer precedes it in its cell.
    fn unseen(&self, thing: &Thing) -> Option<Refusal> {
        let category = self.grid.tile_kind(thing.met.tile).category;
        if category & self.config.mask == 0 {
            Some(Refusal::Masked { category })
        } else {
            self.body.memory.ignores(&thing.met).then_some(Refusal::Ignored)
        }
    }

    fn is_first(&self, found: &Candidate) -> bool {
        self.first.as_ref().is_some_and(|first| first.is_same_face(found))
    }

    /// Verdict on a face that would be reached.
    fn reached(&self, found: &Candidate) -> Verdict {
        if self.passes {
            return Verdict::Taken;
        }
        let Some(first) = &self.first else { return Verdict::Refused(Refusal::Overlooked) };
        Verdict::Refused(match self.segment.compare_fractions(found, first) {
            Ordering::Less => Refusal::Overlooked,
            Ordering::Greater => Refusal::Later,
            Ordering::Equal => match self.segment.break_tie(found, first) {
                (Ordering::Greater, _) => Refusal::Overlooked,
                (_, rule) => Refusal::Tie(rule),
            },
        })
    }

    /// Reason why the motion does not enter its thing by this face.
    fn refusal(&self, thing: &Thing, side: &Side, entry: Option<&Candidate>) -> Refusal {
        let approach = self.segment.approach(thing, side);
        let ahead = approach.distance;
        let open = thing.one_way();
        let crosses = || {
            let swept = self.swept();
            let bounds = thing.bounds();
            swept.min.cmple(bounds.max).all() && bounds.min.cmple(swept.max).all()
        };
        match approach.speed.cmp(&0) {
            Ordering::Equal => return Refusal::Along,
            Ordering::Greater if open.is_some() && ahead < 0 && crosses() => return Refusal::FromBehind,
            Ordering::Greater => return Refusal::Away,
            Ordering::Less => {}
        }
        if self.segment.drops(thing) {
            return Refusal::DroppedThrough;
        }
        if let Some(open) = open {
            let per_unit = i64::from(side.normal[open.axis()].abs());
            if ahead < -one_way_tolerance(side.normal) && crosses() {
                return Refusal::StartedInside { by: (-ahead + per_unit - 1) / per_unit };
            }
        }
        if ahead < 0 {
            return Refusal::Past;
        }
        let run = -approach.speed;
        if ahead >= run {
            let by = px(ahead - run) / side.normal.as_vec2().length();
            return Refusal::Short { by };
        }
        let when = Ratio::new(ahead, run);
        if entry.is_some_and(|entry| self.segment.reached(entry) == when) {
            return Refusal::Tie(TieRule::Corner);
        }
        Refusal::Beside
    }
}

fn face(thing: &Thing, side: &Side, reached: Option<Ratio>, verdict: Verdict) -> Face {
    let met = thing.met;
    let part = thing.part();
    let open = thing.one_way();
    Face { met, part, normal: side.normal, open, ends: side.ends, reached, verdict }
}

/// Lattice units as pixels, for descriptions.
fn px(units: i64) -> f32 {
    units as f32 / UNITS_PER_PX as f32
}
