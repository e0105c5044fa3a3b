//! Data of an explained move.

use glam::{IVec2, Vec2};
use tilephys_core::geometry::Ratio;
use tilephys_core::moves::{Motion, MoveResult};
use tilephys_core::trace::TieRule;
use tilephys_core::{Body, Contacts, Direction, Fraction, MoveConfig, Obstacle, Surface};

/// Explanation of a move: its segments, its hits, and the reason why each near face was or was not hit. Returned by
/// [`explain`](crate::explain()).
///
/// As text it addresses a level designer: `{}` lists the faces that matter, `{:#}` all faces.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Body before the move.
    pub body: Body,
    /// Collision settings of the body.
    pub config: MoveConfig,
    /// Total translation, including the rounding remainder and clipped to the world, in lattice units.
    pub translation: IVec2,
    /// Start of the move: free, or inside a solid.
    pub start: Start,
    /// Motion at the start of the first segment: after depenetration, at the speed that the slope allows.
    pub begun: Motion,
    /// True if a walking body stood on a floor, and did not rise, when the move began.
    pub stood: bool,
    /// Straight segments, in order.
    pub pieces: Vec<Piece>,
    /// Body after the move.
    pub after: Body,
    /// Result of the move besides its hits.
    pub moved: MoveResult,
    /// Floor on which the body stands, or the reason why it stands on none.
    pub footing: Footing,
    /// Names of the layers, for the text.
    pub(crate) layers: Vec<String>,
}

/// Start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The body started outside of all solids.
    Free,
    /// The body started in a solid and was pushed out by this translation, in lattice units.
    Pushed(IVec2),
    /// The body started in a solid without an exit within one tile; its motion took it out by this translation, in lattice units.
    Freed(IVec2),
    /// The body started in a solid without an exit within one tile and is still inside. The value is its translation toward the
    /// nearest exit, in lattice units.
    Stuck(IVec2),
    /// The translation or the remainder had a NaN or infinite component; the body is unchanged.
    Rejected,
}

/// Cause of a straight segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The motion itself.
    Motion,
    /// The motion left after a hit.
    Rest,
    /// Lift onto a one-way line over the feet of a body in level flight: `one_way_nudge`.
    Nudge,
    /// Shift past the corner of a ceiling or a wall: `corner_correct_up`, `corner_correct_side`.
    Corner,
    /// Lift onto a low obstacle: `step_up`, `gap_bridge`.
    Step,
    /// Snap down to a floor that falls away: `snap`.
    Snap,
}

/// A straight segment of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Cause of the segment.
    pub reason: Reason,
    /// Min corner of the body at the start, in lattice units.
    pub from: IVec2,
    /// Intended translation of the segment, in lattice units.
    pub translation: IVec2,
    /// Fraction of the whole move at the start of the segment.
    pub begun: Fraction,
    /// True if the body moved along the segment, up to a hit if there is one. Steps, shifts and snaps are attempts, and only
    /// successful ones are moved.
    pub gone: bool,
    /// Hit that ended the segment; `None` if nothing did.
    pub hit: Option<Taken>,
    /// Faces near the segment: first the hit face, then others in the order in which the body would reach them, then faces out
    /// of reach.
    pub faces: Vec<Face>,
    /// True if more faces are near the segment than an explanation contains.
    pub more_faces: bool,
}

/// A hit of the move and its response. The face itself is the first of the segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// Fraction of the whole move at the hit.
    pub fraction: Fraction,
    /// Outward normal of the face, in the smallest whole numbers.
    pub normal: IVec2,
    /// Plane of the face: min corners p of the body with `normal · p >= offset` are outside.
    pub offset: i64,
    /// Class of the face: floor, wall or ceiling.
    pub class: Class,
    /// Min corner of the body at the hit, in lattice units.
    pub position: IVec2,
    /// Rounding of the position: difference from the exact place with each axis rounded toward the start, in lattice units.
    pub rounded: IVec2,
    /// Outcome of the hit.
    pub outcome: Outcome,
    /// Translation left after the response, in lattice units.
    pub left: IVec2,
    /// Velocity after the response, in px/s.
    pub velocity: Vec2,
}

/// Class of a face, by its slope relative to a body's up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A floor: level enough to stand on.
    Floor,
    /// A wall: upright.
    Wall,
    /// A surface that faces up, but is too steep to stand on.
    Steep,
    /// A ceiling: level, above the body.
    Ceiling,
    /// A surface that faces down, but is too steep for a ceiling.
    Overhang,
}

/// Outcome of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The motion continues along the face.
    Slides,
    /// The motion continues along the floor, by the rules of walking.
    Walks,
    /// A surface that is too steep stopped the body like a wall.
    Blocked,
    /// The move ended there.
    Stops,
    /// The body bounced.
    Bounces,
    /// The body was too slow to bounce, and continues along the face.
    Rests,
    /// The velocity was reversed.
    Turns,
    /// The following segment moved the body past the face; there is no hit.
    Passes,
    /// The face and a face touched before form a crevice: the move ended there.
    Crevice,
    /// The hit limit of a move was reached: the move ended there.
    LastHit,
    /// The face obstructs a shift or step.
    Obstructs,
    /// The body was snapped down onto the face.
    Lands,
    /// The face is no floor, so the body was not snapped down onto it.
    Refused,
}

/// A face near a segment, with the verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Solid to which the face belongs.
    pub met: Obstacle,
    /// Index of the part within the tile's shape.
    pub part: u8,
    /// Outward normal of the face, in the smallest whole numbers.
    pub normal: IVec2,
    /// Open side of a one-way line; `None` for a solid.
    pub open: Option<Direction>,
    /// Both ends of the face, in lattice units. Equal for a corner of a polygon, which a side of a body can hit.
    pub ends: [IVec2; 2],
    /// Fraction of the segment's translation at which the body would reach the face if there were no other solid.
    pub reached: Option<Ratio>,
    /// Verdict: hit, or the reason for no hit.
    pub verdict: Verdict,
}

/// Verdict on a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The face was hit.
    Taken,
    /// The face was not hit, for this reason.
    Refused(Refusal),
}

/// Reason why a face was not hit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// Another solid covers the face.
    Hidden {
        /// Solid that covers it, or one of them.
        by: Obstacle,
    },
    /// The tile's category shares no bit with the body's mask.
    Masked {
        /// Category bits of the tile.
        category: u32,
    },
    /// The body ignores the solid for some ticks: see [`TransientState::ignore`](tilephys_core::moves::TransientState::ignore).
    Ignored,
    /// The body drops through the line: see [`TileGrid::drop_through`](tilephys_core::TileGrid::drop_through).
    DroppedThrough,
    /// The face is a one-way line, and the motion comes from behind it.
    FromBehind,
    /// The face is a one-way line, and the body started on its closed side.
    StartedInside {
        /// Depth behind the line along its open direction, in lattice units.
        by: i64,
    },
    /// The body started inside the solid.
    Overlapped,
    /// The motion leads away from the face.
    Away,
    /// The motion leads along the face.
    Along,
    /// The plane of the face was behind the body when the segment began.
    Past,
    /// The motion ends before the face.
    Short {
        /// Missing distance, in px.
        by: f32,
    },
    /// When the body reaches the plane of the face, it is beside the face.
    Beside,
    /// The face would be reached, but another solid was hit before.
    Later,
    /// The face is reached together with the hit face, which precedes it by this rule.
    Tie(TieRule),
    /// The face is reached before the hit face: the engine overlooked it. Please report this as a bug.
    Overlooked,
}

/// Floor on which a body stands after a move, or the reason why it stands on none.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Footing {
    /// The body stands on this surface.
    Stands(Surface),
    /// The surface under the body is too steep.
    TooSteep {
        /// Outward normal of the surface.
        normal: IVec2,
    },
    /// Nothing is under the body, and it does not snap to floors: it does not walk, or `snap` is off.
    NoSnap,
    /// Nothing is under the body, and it did not stand when the move began, so it does not snap to floors.
    DidNotStand,
    /// The body rises.
    Rises,
    /// Nothing is under the body within its snap distance.
    NothingBelow {
        /// Snap distance, in lattice units.
        within: i32,
    },
    /// The first face under the body is no floor.
    NoFloorBelow {
        /// Outward normal of that face.
        normal: IVec2,
    },
    /// The body was snapped down and does not touch the floor, which happens in crevices only; or it was not moved at all.
    Hangs,
}

impl Explanation {
    /// Contacts of the body at the end.
    #[must_use]
    pub fn contacts(&self) -> Contacts {
        self.moved.contacts
    }

    /// Hits of the move, each with its segment and its face, as [`move_and_slide`](tilephys_core::TileGrid::move_and_slide) reports them.
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
