//! Conversion of a move's trace to straight segments.

use super::data::{Class, Outcome, Piece, Reason, Taken};
use crate::controller::move_trace::{Aside, TraceEvent};
use crate::controller::slope_contact::{SlopeContact, dot, into};
use crate::controller::{Actor, Candidate, Motion};
use crate::limits::MAX_HITS;
use crate::response::Response;
use glam::IVec2;

/// A segment whose faces are not judged yet, and its hit.
pub(super) struct Sketch {
    pub(super) piece: Piece,
    pub(super) found: Option<Candidate>,
}

/// Converts the trace event by event.
pub(super) struct Recorder<'a> {
    actor: Actor<'a>,
    /// True if the body stood when the move began.
    stood: bool,
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
    is_crevice: bool,
    is_passed: bool,
}

impl<'a> Recorder<'a> {
    /// A recorder for `begun`, the motion with its whole translation from its start.
    pub(super) fn new(actor: Actor<'a>, begun: Motion, stood: bool) -> Self {
        let sketches = Vec::new();
        let aside = Vec::new();
        Recorder { actor, stood, sketches, aside, now: begun, meeting: None, is_over: false }
    }

    pub(super) fn take(&mut self, note: &TraceEvent) {
        match *note {
            TraceEvent::Begun(motion) => self.now = motion,
            TraceEvent::Meets(found, before) => {
                self.meeting = Some(Meeting { found, before, at: None, is_crevice: false, is_passed: false });
            }
            TraceEvent::Arrived(motion, plane) => {
                if let Some(meeting) = &mut self.meeting {
                    meeting.at = Some((motion, plane));
                }
                if self.is_over {
                    self.look_down();
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
            TraceEvent::Paced(Motion { left, remainder: rest, .. }) => {
                self.now = Motion { left, remainder: rest, ..self.now }
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
        let outcome = self.outcome(&meeting, plane, &after);
        let hit = self.hit(&meeting.found, before, at, plane, outcome);
        let hit = Taken { left: after.left, velocity: after.velocity, ..hit };
        let piece = Piece { gone: true, hit: Some(hit), ..piece };
        self.sketches.push(Sketch { piece, found: Some(meeting.found) });
        self.sketches.append(&mut self.aside);
        self.now = after;
    }

    fn hit(
        &self,
        found: &Candidate,
        before: Motion,
        at: Motion,
        plane: SlopeContact,
        outcome: Outcome,
    ) -> Taken {
        let short = toward_start(before.position, before.left, plane);
        Taken {
            fraction: Actor::moment_of(found, -dot(plane.normal, before.left), &before),
            normal: plane.normal,
            offset: plane.offset,
            class: self.class(plane.normal),
            position: at.position,
            rounded: at.position - before.position - short,
            outcome,
            left: at.left,
            velocity: at.velocity,
        }
    }

    fn class(&self, normal: IVec2) -> Class {
        let stance = self.actor.config.stance();
        let along = dot(normal, stance.up.vector());
        match along.signum() {
            1 if stance.is_floor(normal) => Class::Floor,
            1 => Class::Steep,
            0 => Class::Wall,
            _ if stance.is_ceiling(normal) => Class::Ceiling,
            _ => Class::Overhang,
        }
    }

    /// Outcome of a hit.
    fn outcome(&self, meeting: &Meeting, plane: SlopeContact, after: &Motion) -> Outcome {
        let config = self.actor.config;
        if meeting.is_passed {
            return Outcome::Passes;
        }
        if meeting.is_crevice {
            return Outcome::Crevice;
        }
        if after.hits >= MAX_HITS {
            return Outcome::LastHit;
        }
        match (config.response, config.walk_if_grounded()) {
            (Response::Slide, Some(walk)) => match self.class(plane.normal) {
                Class::Floor => Outcome::Walks,
                Class::Ceiling if !walk.slide_on_ceiling => Outcome::Stops,
                Class::Steep | Class::Overhang if self.is_blocked(plane, &meeting.before) => Outcome::Blocked,
                _ => Outcome::Slides,
            },
            (Response::Slide, None) => Outcome::Slides,
            (Response::Stop, _) => Outcome::Stops,
            (Response::Bounce { restitution: r }, _) if self.is_thrown(r, plane, meeting) => Outcome::Bounces,
            (Response::Bounce { .. }, _) => Outcome::Rests,
            (Response::Invert, _) => Outcome::Turns,
            (Response::PassThrough, _) => Outcome::Enters,
        }
    }

    /// True if a face that is too steep stops the body like a wall.
    fn is_blocked(&self, plane: SlopeContact, before: &Motion) -> bool {
        let level = 1 - self.actor.config.up.axis();
        let walks_against = plane.normal[level] * before.left[level].signum() < 0;
        let blocks = self.actor.config.walk_if_grounded().is_some_and(|walk| walk.block_on_steep);
        blocks && walks_against && self.stood
    }

    /// True if the rebound is fast enough to bounce.
    fn is_thrown(&self, restitution: f32, plane: SlopeContact, meeting: &Meeting) -> bool {
        let n = plane.normal;
        let velocity = meeting.before.velocity;
        let surface = self.actor.surface_speed(&meeting.found);
        let speed = match (n.x, n.y) {
            (_, 0) => f64::from((velocity.x - surface).abs()),
            (0, _) => f64::from((velocity.y - surface).abs()),
            _ => into(velocity, n),
        };
        let restitution = if restitution > 0.0 { restitution } else { 0.0 };
        let given_back = if n.x == 0 || n.y == 0 {
            f64::from(speed as f32 * restitution)
        } else {
            speed * f64::from(restitution)
        };
        restitution >= 1.0 || given_back >= f64::from(self.actor.config.rest_speed)
    }

    fn go_aside(&mut self, what: Aside, from: IVec2, by: IVec2, found: Option<Candidate>) {
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
            piece.begun = crate::fraction::Fraction::ONE;
            self.sketches.push(Sketch { piece, found });
            return;
        }
        piece.gone = found.is_none();
        if let Some(found) = &found {
            let before = Motion { position: from, left: by, ..self.now };
            let plane = self.actor.plane_of(found, from, by);
            let gone = toward_start(from, by, plane);
            let at = Motion { position: from + gone, ..before };
            let hit = self.hit(found, before, at, plane, Outcome::Obstructs);
            piece.hit = Some(Taken { fraction: self.now.fraction, ..hit });
        }
        let sketch = Sketch { piece, found };
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
        let hit = self.hit(&meeting.found, meeting.before, at, plane, Outcome::Refused);
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
