//! Text of an explanation.

use super::data::{
    Class, Explanation, Face, Footing, Outcome, Piece, Reason, Refusal, Start, Taken, Verdict,
};
use super::words::{FaceName, Name, Part, Px, PxPair, Speed, Why, degrees};
use std::fmt;
use tilephys_core::{Direction, Obstacle};

impl fmt::Display for Explanation {
    /// `{:#}` lists all faces, `{}` only uncovered faces that the motion opposes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = &self.body;
        writeln!(
            f,
            "A body of {} px at {} px, with a velocity of {}, moves by {} px.",
            Times(body.size),
            PxPair(body.position),
            Speed(body.velocity),
            PxPair(self.translation)
        )?;
        self.start(f)?;
        for (number, piece) in (1..).zip(&self.pieces) {
            self.piece(f, number, piece)?;
        }
        write!(
            f,
            "It ends at {} px with a velocity of {}. ",
            PxPair(self.after.position),
            Speed(self.after.velocity)
        )?;
        self.footing(f)
    }
}

/// A size in pixels.
struct Times(glam::IVec2);

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", Px(self.0.x.into()), Px(self.0.y.into()))
    }
}

impl Explanation {
    fn start(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            Start::Free if self.stood => writeln!(f, "It stands on a floor."),
            Start::Free => Ok(()),
            Start::Pushed(by) => {
                writeln!(f, "It starts inside something and is pushed out of it by {} px.", PxPair(by))
            }
            Start::Freed(by) => writeln!(
                f,
                "It starts deep inside something; its motion takes it out of it by {} px.",
                PxPair(by)
            ),
            Start::Stuck(by) => writeln!(
                f,
                "It starts deep inside something and stays there: it may only move toward the nearest exit, here by {} px.",
                PxPair(by)
            ),
            Start::Rejected => {
                writeln!(f, "The translation has a component that is not a finite number: nothing is done.")
            }
        }
    }

    fn piece(&self, f: &mut fmt::Formatter<'_>, number: usize, piece: &Piece) -> fmt::Result {
        let why = match piece.reason {
            Reason::Motion => "The motion",
            Reason::Rest => "The rest of it",
            Reason::Nudge => "Up onto a one-way line",
            Reason::Corner => "Aside, past the corner",
            Reason::Step => "Up the step",
            Reason::Snap => "Down to a floor",
        };
        write!(f, "{number}. {why}: from {} by {} px", PxPair(piece.from), PxPair(piece.translation))?;
        match (&piece.hit, piece.gone) {
            (None, true) => writeln!(f, ", nothing is in the way.")?,
            (None, false) => writeln!(f, ", there is none.")?,
            (Some(_), _) => writeln!(f, ".")?,
        }
        let mut quiet = 0;
        for face in &piece.faces {
            match (&face.verdict, &piece.hit) {
                (Verdict::Taken, Some(taken)) => self.tell_taken(f, face, taken)?,
                (Verdict::Taken, None) => self.entered(f, face)?,
                (Verdict::Refused(refusal), _) if f.alternate() || !is_quiet(refusal) => {
                    self.refused(f, face, refusal)?;
                }
                (Verdict::Refused(_), _) => quiet += 1,
            }
        }
        if quiet > 0 {
            let faces = if quiet == 1 { "face" } else { "faces" };
            writeln!(f, "   - {quiet} more {faces} near it: covered, or the motion does not lead to them.")?;
        }
        if piece.more_faces {
            writeln!(f, "   - Others are not listed.")?;
        }
        Ok(())
    }

    fn name<'a>(&'a self, met: &'a Obstacle) -> Name<'a> {
        Name { met, layers: &self.layers }
    }

    fn tell_taken(&self, f: &mut fmt::Formatter<'_>, face: &Face, taken: &Taken) -> fmt::Result {
        let class = match taken.class {
            Class::Floor => "a floor",
            Class::Wall => "a wall",
            Class::Steep => "too steep for a floor",
            Class::Ceiling => "a ceiling",
            Class::Overhang => "too steep for a ceiling",
        };
        let name = FaceName { face, layers: &self.layers };
        write!(f, "   - {name} ({class}): ")?;
        let left = PxPair(taken.left);
        match taken.outcome {
            Outcome::Obstructs => return writeln!(f, "in the way, so the body does not go there."),
            Outcome::Lands => {
                return writeln!(f, "the body is set down on it, at {} px.", PxPair(taken.position));
            }
            Outcome::Refused => return writeln!(f, "the body is not set down on it."),
            Outcome::Passes => {
                write!(
                    f,
                    "reached at {} of the move, at {} px; ",
                    Part::from(taken.fraction),
                    PxPair(taken.position)
                )?;
            }
            _ => write!(
                f,
                "hit at {} of the move, at {} px; ",
                Part::from(taken.fraction),
                PxPair(taken.position)
            )?,
        }
        match taken.outcome {
            Outcome::Slides => writeln!(f, "{left} px remain along it."),
            Outcome::Walks => writeln!(f, "the body walks on it, {left} px remain."),
            Outcome::Blocked => writeln!(f, "it stops a walking body like a wall, {left} px remain."),
            Outcome::Bounces => writeln!(f, "the body bounces, {left} px remain."),
            Outcome::Rests => writeln!(f, "too slow to bounce, {left} px remain along it."),
            Outcome::Turns => writeln!(f, "the body turns back, {left} px remain."),
            Outcome::Passes => writeln!(f, "the body is put past it."),
            Outcome::Crevice => writeln!(f, "with the face touched before it leaves no way: the move ends."),
            Outcome::LastHit => writeln!(f, "no move has more hits: it ends."),
            _ => writeln!(f, "the move ends."),
        }
    }

    fn entered(&self, f: &mut fmt::Formatter<'_>, face: &Face) -> fmt::Result {
        let name = FaceName { face, layers: &self.layers };
        match face.reached {
            Some(at) => writeln!(f, "   - {name}: entered at {} of the move.", Part::from(at)),
            None => writeln!(f, "   - {name}: entered."),
        }
    }

    fn refused(&self, f: &mut fmt::Formatter<'_>, face: &Face, refusal: &Refusal) -> fmt::Result {
        let name = FaceName { face, layers: &self.layers };
        let why = Why { face, refusal, mask: self.config.mask, layers: &self.layers };
        write!(f, "   - {name}: not hit, {why}")?;
        let is_covered = matches!(refusal, Refusal::Hidden { .. });
        match face.reached.filter(|_| !is_covered) {
            Some(at) => writeln!(f, " (reached at {} of this piece).", Part::from(at)),
            None => writeln!(f, "."),
        }
    }

    fn footing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.footing {
            Footing::Stands(surface) => {
                let met = Obstacle {
                    layer: surface.layer,
                    cell: surface.cell,
                    tile: surface.tile,
                    off_grid: surface.off_grid,
                };
                write!(f, "It stands on {}", self.name(&met))?;
                match degrees_of(surface.normal, self.config.up) {
                    0 => f.write_str("."),
                    slope => write!(f, ", a slope of {slope}°."),
                }
            }
            Footing::TooSteep { normal } => {
                write!(f, "It does not stand: {}° are too steep.", degrees_of(normal, self.config.up))
            }
            Footing::NoSnap => f.write_str("Nothing is under it, and it does not follow floors."),
            Footing::DidNotStand => f.write_str("Nothing is under it."),
            Footing::Rises => f.write_str("It rises."),
            Footing::NothingBelow { within } => {
                write!(f, "It no longer stands: there is no floor within {} px below it.", Px(within.into()))
            }
            Footing::NoFloorBelow { normal } => write!(
                f,
                "It no longer stands: what is below it, of {}°, is not a floor.",
                degrees_of(normal, self.config.up)
            ),
            Footing::Hangs => f.write_str("It stands on nothing."),
        }
    }
}

/// Angle of a surface from level, for any up direction, in degrees.
fn degrees_of(normal: glam::IVec2, up: Direction) -> i32 {
    let angle = degrees(normal);
    if up.axis() == 1 { angle } else { 90 - angle }
}

/// True if a refusal is obvious from the geometry.
fn is_quiet(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Hidden { .. } | Refusal::Away | Refusal::Along | Refusal::Past)
}
