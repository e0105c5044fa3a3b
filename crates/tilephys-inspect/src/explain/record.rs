//! Conversion of a move's trace to straight segments.

use super::data::{Class, Outcome, Piece, Reason, Taken};
use glam::IVec2;
use tilephys_core::limits::MAX_HITS;
use tilephys_core::moves::Motion;
use tilephys_core::trace::{
    Aside, Candidate, ResponseKind, SlopeContact, TraceEvent, dot, is_ceiling, is_floor,
};
use tilephys_core::{Fraction, MoveConfig};

/// A segment whose faces are not judged yet, and its hit.
pub(super) struct Sketch {
    pub(super) piece: Piece,
    pub(super) found: Option<Candidate>,
}

/// Converts the trace event by event.
pub(super) struct Recorder<'a> {
    config: &'a MoveConfig,
    pub(super) sketches: Vec<Sketch>,
    /// Shifts aside at a face, which follow the segment that led there.
    aside: Vec<Sketch>,
    /// Motion after the last event.
    now: Motion,
    /// Face that the motion has reached, before the response is complete.
    meeting: Option<Meeting>,
    is_over: bool,
}

#[derive(Clone, Copy)]
struct Meeting {
    found: Candidate,
    before: Motion,
    at: Option<(Motion, SlopeContact)>,
    response: Option<ResponseKind>,
    is_crevice: bool,
    is_passed: bool,
}

impl<'a> Recorder<'a> {
    /// A recorder for a motion with its whole translation.
    pub(super) fn new(config: &'a MoveConfig, begun: Motion) -> Self {
        let sketches = Vec::new();
        let aside = Vec::new();
        Recorder { config, sketches, aside, now: begun, meeting: None, is_over: false }
    }

    pub(super) fn take(&mut self, note: &TraceEvent) {
        match *note {
            TraceEvent::Begun(beginning) => self.now = beginning.motion,
            TraceEvent::Meets(found, before) => {
                let (is_crevice, is_passed) = (false, false);
                self.meeting =
                    Some(Meeting { found, before, at: None, response: None, is_crevice, is_passed });
            }
            TraceEvent::Arrived(motion, plane) => {
                if let Some(meeting) = &mut self.meeting {
                    meeting.at = Some((motion, plane));
                }
                if self.is_over {
                    self.look_down();
                }
            }
            TraceEvent::Responds(kind) => {
                if let Some(meeting) = &mut self.meeting {
                    meeting.response = Some(kind);
                }
            }
            TraceEvent::Crevice => {
                if let Some(meeting) = &mut self.meeting {
                    meeting.is_crevice = true;
                }
            }
            TraceEvent::Passed => {
                if let Some(meeting) = &mut self.meeting {
                    meeting.is_passed = true;
                }
            }
            TraceEvent::Settled(after) => self.finish(after),
            TraceEvent::Paced(paced) => {
                self.now.left = paced.left;
                self.now.remainder = paced.remainder;
            }
            TraceEvent::Aside { what, from, by, found } => self.go_aside(what, from, by, found),
            TraceEvent::Landed => self.land(),
        }
    }

    /// Ends the trace.
    pub(super) fn end(&mut self) {
        if !self.is_over {
            self.travel();
        }
    }

    /// Records the straight line to the end of the move.
    fn travel(&mut self) {
        self.is_over = true;
        let Motion { position, left, .. } = self.now;
        if left != IVec2::ZERO {
            let reason = self.reason();
            let piece = self.piece(reason, position, left);
            self.sketches.push(Sketch { piece: Piece { gone: true, ..piece }, found: None });
        }
    }

    fn reason(&self) -> Reason {
        let is_motion = |s: &Sketch| matches!(s.piece.reason, Reason::Motion | Reason::Rest);
        if self.sketches.iter().any(is_motion) { Reason::Rest } else { Reason::Motion }
    }

    fn piece(&self, reason: Reason, from: IVec2, translation: IVec2) -> Piece {
        let begun = self.now.fraction;
        let faces = Vec::new();
        let hit = None;
        Piece { reason, from, translation, begun, gone: false, hit, faces, more_faces: false }
    }

    /// Ends a segment at a face.
    fn finish(&mut self, after: Motion) {
        let Some(meeting) = self.meeting.take() else { return };
        let Some((at, plane)) = meeting.at else { return };
        let before = meeting.before;
        let reason = self.reason();
        let piece = self.piece(reason, before.position, before.left);
        let outcome = outcome(&meeting, &after);
        let hit = self.hit([before.position, before.left], &at, plane, outcome);
        let hit = Taken { left: after.left, velocity: after.velocity, ..hit };
        let piece = Piece { gone: true, hit: Some(hit), ..piece };
        self.sketches.push(Sketch { piece, found: Some(meeting.found) });
        self.sketches.append(&mut self.aside);
        self.now = after;
    }

    /// The hit of a segment from a place by a translation, which has led to `at`.
    fn hit(&self, [from, by]: [IVec2; 2], at: &Motion, plane: SlopeContact, outcome: Outcome) -> Taken {
        Taken {
            fraction: at.fraction,
            normal: plane.normal,
            offset: plane.offset,
            class: self.class(plane.normal),
            position: at.position,
            rounded: at.position - from - toward_start(from, by, plane),
            outcome,
            left: at.left,
            velocity: at.velocity,
        }
    }

    fn class(&self, normal: IVec2) -> Class {
        match dot(normal, self.config.up.vector()).signum() {
            1 if is_floor(self.config, normal) => Class::Floor,
            1 => Class::Steep,
            0 => Class::Wall,
            _ if is_ceiling(self.config, normal) => Class::Ceiling,
            _ => Class::Overhang,
        }
    }

    fn go_aside(&mut self, what: Aside, from: IVec2, by: IVec2, found: Option<(Candidate, SlopeContact)>) {
        let reason = match what {
            Aside::Nudge => Reason::Nudge,
            Aside::Corner => Reason::Corner,
            Aside::Step => Reason::Step,
            Aside::Snap => Reason::Snap,
        };
        if what == Aside::Snap {
            self.travel();
        }
        let mut piece = self.piece(reason, from, by);
        if what == Aside::Snap {
            piece.begun = Fraction::ONE;
            self.sketches.push(Sketch { piece, found: found.map(|found| found.0) });
            return;
        }
        piece.gone = found.is_none();
        if let Some((_, plane)) = found {
            let mut at = self.now;
            at.position = from + toward_start(from, by, plane);
            at.left = by;
            piece.hit = Some(self.hit([from, by], &at, plane, Outcome::Obstructs));
        }
        let sketch = Sketch { piece, found: found.map(|found| found.0) };
        if what == Aside::Nudge {
            if found.is_none() {
                self.now.position += by;
            }
            self.sketches.push(sketch);
        } else {
            self.aside.push(sketch);
        }
    }

    /// Ends the snap down to a face, which may be no floor.
    fn look_down(&mut self) {
        let Some(meeting) = self.meeting.take() else { return };
        let Some((at, plane)) = meeting.at else { return };
        let before = meeting.before;
        let hit = self.hit([before.position, before.left], &at, plane, Outcome::Refused);
        if let Some(sketch) = self.sketches.last_mut() {
            sketch.piece.hit = Some(Taken { fraction: sketch.piece.begun, ..hit });
        }
    }

    fn land(&mut self) {
        let Some(piece) = self.sketches.last_mut().map(|sketch| &mut sketch.piece) else { return };
        piece.gone = true;
        if let Some(hit) = &mut piece.hit {
            hit.outcome = Outcome::Lands;
        }
    }
}

/// Outcome of a hit.
fn outcome(meeting: &Meeting, after: &Motion) -> Outcome {
    if meeting.is_passed {
        return Outcome::Passes;
    }
    if meeting.is_crevice {
        return Outcome::Crevice;
    }
    if after.hits >= MAX_HITS {
        return Outcome::LastHit;
    }
    match meeting.response {
        Some(ResponseKind::Walks) => Outcome::Walks,
        Some(ResponseKind::Blocked) => Outcome::Blocked,
        Some(ResponseKind::Bounces) => Outcome::Bounces,
        Some(ResponseKind::Rests) => Outcome::Rests,
        Some(ResponseKind::Turns) => Outcome::Turns,
        Some(ResponseKind::Slides) => Outcome::Slides,
        Some(ResponseKind::Stops) | None => Outcome::Stops,
    }
}

/// The translation from a place to a plane, each axis of the exact one rounded toward the start; zero if the plane is not
/// ahead.
pub(super) fn toward_start(at: IVec2, d: IVec2, plane: SlopeContact) -> IVec2 {
    let ahead = plane.side(at);
    let run = -dot(plane.normal, d);
    if ahead <= 0 || run <= 0 {
        return IVec2::ZERO;
    }
    let part = |k: usize| (i128::from(d[k]) * i128::from(ahead) / i128::from(run)) as i32;
    IVec2::new(part(0), part(1))
}
