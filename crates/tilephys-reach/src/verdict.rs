//! Verdicts.

use crate::proof::Proof;
use crate::witness::Witness;
use glam::IVec2;
use std::sync::Arc;

/// Answer for a target.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The inputs of the witness lead to the target. They have been replayed by the plain step.
    Reachable(Witness),
    /// No input leads to the target, and the proof shows it.
    Impossible(Arc<Proof>),
    /// Neither is known.
    Unknown(Nearest),
}

/// How near a search has come to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Position of the character's min corner at the nearest approach, in lattice units; `None` if the search found no way at all.
    pub position: Option<IVec2>,
    /// Position at which the character was on a floor last on its way there; `None` without such a floor.
    pub floor: Option<IVec2>,
    /// Ticks left from there, at least; 0 if none is known.
    pub ticks_left: u32,
    /// Why there is no verdict.
    pub why: Why,
}

/// Why a search has no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The budget is used up.
    Budget,
    /// The search has tried everything that it tells apart.
    Exhausted,
    /// A way was found, but it ends elsewhere when it is played alone: the character blocks a platform, or the search has a fault.
    Differs,
    /// A setting or an object has an effect without a rule; the text names it.
    NoRule(&'static str),
}
