//! What an explanation says, as data.

use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::{Contacts, Met, Surface};
use crate::movement::{Body, Motion, MoveConfig, Moved};
use crate::ratio::Ratio;
use glam::{IVec2, Vec2};

/// What a move did, or would do, and why: as given by [`TileGrid::explain`](crate::TileGrid::explain).
///
/// As text it is for a level designer: `{}` tells what counts, `{:#}` all faces.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The body before the move.
    pub body: Body,
    /// Its settings.
    pub config: MoveConfig,
    /// The whole translation, in lattice units, with the rest of the last move, and cut where the world ends.
    pub translation: IVec2,
    /// What it started in, if anything.
    pub start: Start,
    /// The move where its first piece begins: put out of what it started in, and as fast as the slope under it lets it.
    pub begun: Motion,
    /// Did it stand on a floor, and not rise, when the move began? It matters to one that walks only.
    pub stood: bool,
    /// The straight pieces, in their order.
    pub pieces: Vec<Piece>,
    /// The body after the move.
    pub after: Body,
    /// What the move did besides.
    pub moved: Moved,
    /// What it stands on, or why it stands on nothing.
    pub footing: Footing,
    /// Names of the layers, for the text.
    pub(crate) layers: Vec<String>,
}

/// How a move began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In nothing solid.
    Free,
    /// In something solid, and was put out of it by this much, in lattice units.
    Pushed(IVec2),
    /// The same without an exit within one tile; its motion took it out by this much.
    Freed(IVec2),
    /// The same, and it is still in there: it moved by this much toward the nearest exit, as it may.
    Stuck(IVec2),
    /// The translation or the rest had a NaN or an infinite component: nothing was done.
    Rejected,
}

/// Why there is a straight piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The motion itself.
    Motion,
    /// What is left of it after a hit.
    Rest,
    /// Up onto a one-way line over the feet of a body in level flight: `one_way_nudge`.
    Nudge,
    /// Aside, past the corner of a ceiling or a wall: `corner_correct_up`, `corner_correct_side`.
    Corner,
    /// Up, onto what is low enough: `step_up`, `gap_bridge`.
    Step,
    /// Down, to a floor that falls away: `snap`.
    Snap,
}

/// One straight piece of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Why it is there.
    pub reason: Reason,
    /// The body's min corner at its start, in lattice units.
    pub from: IVec2,
    /// Where it wants to go from there, in lattice units.
    pub translation: IVec2,
    /// The part of the whole move that is over when it begins.
    pub begun: Fraction,
    /// Did the body go this way, up to a hit if there is one? One that steps, is shifted or snaps tries; only what leads
    /// somewhere is gone.
    pub gone: bool,
    /// What ended it; `None` if nothing did.
    pub hit: Option<Taken>,
    /// The faces near it: first what was hit, then others in the order in which they would be reached, then those that
    /// would not.
    pub faces: Vec<Face>,
    /// Are there more near it than an explanation holds?
    pub more_faces: bool,
}

/// What a hit was, and what the response made of it. The face itself is the first of the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// The part of the whole move at the hit.
    pub fraction: Fraction,
    /// Out of the face, in the smallest whole numbers.
    pub normal: IVec2,
    /// The plane of the face: min corners p of the body with `normal · p >= offset` are outside.
    pub offset: i64,
    /// What it is for the body.
    pub class: Class,
    /// The body's min corner at the hit, in lattice units.
    pub position: IVec2,
    /// How that was rounded: lattice units from the exact place, each axis of it rounded toward the start.
    pub rounded: IVec2,
    /// What became of it.
    pub outcome: Outcome,
    /// The translation that was left after the response, in lattice units.
    pub left: IVec2,
    /// The velocity after it, in px/s.
    pub velocity: Vec2,
}

/// What a face is for a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Level enough to stand on.
    Floor,
    /// Upright.
    Wall,
    /// Looks up, but is too steep to stand on.
    Steep,
    /// Level, over it.
    Ceiling,
    /// Looks down, but is too steep for a ceiling.
    Overhang,
}

/// What became of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rest goes on along the face.
    Slides,
    /// It goes on along the floor, by the rules of walking.
    Walks,
    /// What is too steep stopped it like a wall.
    Blocked,
    /// The move ended there.
    Stops,
    /// It was thrown back.
    Bounces,
    /// It was too slow to be thrown back, and goes on along the face.
    Rests,
    /// It turned back.
    Turns,
    /// It entered, as its response is to pass.
    Enters,
    /// It was put past the face, by the piece that follows; that is no hit.
    Passes,
    /// A face that it touched before leaves no way together with this one: the move ended there.
    Crevice,
    /// It was the last hit that a move may have: the move ended there.
    LastHit,
    /// The way of a shift or step is not free.
    Obstructs,
    /// The body was set down on it.
    Lands,
    /// It is no floor, and the body was not set down on it.
    Refused,
}

/// A face near a piece, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// What it belongs to.
    pub met: Met,
    /// Which part of its shape, in their order.
    pub part: u8,
    /// Out of the face, in the smallest whole numbers.
    pub normal: IVec2,
    /// The side from which it blocks, if it is a line that blocks from one side only.
    pub open: Option<Direction>,
    /// Both ends, in lattice units. They are one for a corner of a polygon, which a side of a body can hit.
    pub ends: [IVec2; 2],
    /// The part of the piece's translation at which the body would come to it, if there were nothing else.
    pub reached: Option<Ratio>,
    /// What became of it.
    pub verdict: Verdict,
}

/// What became of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It is what was hit.
    Taken,
    /// It is not, for a reason.
    Refused(Refusal),
}

/// Why a face was not hit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// Another solid covers it.
    Hidden {
        /// That one, or one of them.
        by: Met,
    },
    /// The tile's category shares no bit with the body's mask.
    Masked {
        /// The tile's.
        category: u32,
    },
    /// The body does not meet it for so many ticks: see [`Memory::ignore`](crate::Memory::ignore).
    Ignored,
    /// The body falls through the line: see [`TileGrid::drop_through`](crate::TileGrid::drop_through).
    DroppedThrough,
    /// It is a one-way line, and the motion comes from behind it.
    FromBehind,
    /// It is a one-way line, and the body started on the wrong side of it by so many units, measured along its open
    /// direction.
    StartedInside {
        /// In lattice units.
        by: i64,
    },
    /// The body started inside the solid.
    Overlapped,
    /// The motion leads away from it.
    Away,
    /// The motion leads along it.
    Along,
    /// Its plane was behind the body when the piece began.
    Past,
    /// The motion ends before it.
    Short {
        /// By so many px.
        by: f32,
    },
    /// When the body comes to its plane, it is beside it.
    Beside,
    /// It would be reached, but something else was hit before.
    Later,
    /// It is reached at the same moment, and another face goes first.
    Tie(TieRule),
    /// It is reached before what was hit: the engine overlooked it. A mistake, to be reported.
    Overlooked,
}

/// The rule by which a face lost against one that is reached at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieRule {
    /// The other has the longer contact.
    Extent,
    /// The body meets it in a corner; falling lands and rising keeps rising.
    Corner,
    /// It is the corner point of a solid, and the other an edge.
    Point,
    /// The other looks along up, or more toward it.
    Up,
    /// The other is met first along the motion beside it.
    Tangent,
    /// It is a one-way line, and the other is solid.
    Line,
    /// The other comes first by row, column, layer and part.
    Order,
}

/// What a body stands on after a move, or why it stands on nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Footing {
    /// It stands on this.
    Stands(Surface),
    /// What is under it is too steep.
    TooSteep {
        /// Out of the surface.
        normal: IVec2,
    },
    /// Nothing is under it, and it does not follow floors: it does not walk, or `snap` is off.
    NoSnap,
    /// Nothing is under it, and it did not stand when the move began, so it follows no floor.
    DidNotStand,
    /// It rises.
    Rises,
    /// Nothing is under it as far as it follows floors.
    NothingBelow {
        /// In lattice units.
        within: i32,
    },
    /// The first face under it is no floor.
    NoFloorBelow {
        /// Out of that face.
        normal: IVec2,
    },
    /// It was set down and does not touch the floor, which happens in crevices only; or it was not moved at all.
    Hangs,
}

impl Explanation {
    /// What the body touches at the end.
    #[must_use]
    pub fn contacts(&self) -> Contacts {
        self.moved.contacts
    }

    /// The hits, each with its piece and its face, as [`move_and_slide`](crate::TileGrid::move_and_slide) reports them.
    pub fn taken(&self) -> impl Iterator<Item = (&Piece, &Face, &Taken)> {
        let is_hit = |taken: &Taken| {
            !matches!(taken.outcome, Outcome::Passes | Outcome::Obstructs | Outcome::Lands | Outcome::Refused)
        };
        self.pieces.iter().filter_map(move |piece| {
            let taken = piece.hit.as_ref().filter(|taken| is_hit(taken))?;
            Some((piece, piece.faces.first()?, taken))
        })
    }
}
