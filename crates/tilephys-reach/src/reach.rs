//! The answer to the question which targets can be reached.

use crate::bounds::Bounds;
use crate::map::Map;
use crate::player::Player;
use crate::start::Start;
use crate::target::{Budget, Target};
use crate::verdict::{Nearest, Verdict, Why};

/// Answers for all targets of a level.
#[derive(Debug)]
pub struct Reach {
    /// Verdict of each target, in the order of the targets.
    pub verdicts: Vec<Verdict>,
    /// Bounds of the character; `None` if a rule is missing.
    pub bounds: Option<Bounds>,
    /// States that the search has visited.
    pub states: usize,
}

/// Finds which targets a character can reach from a start: a [`Verdict`] for each target, in their order.
///
/// A verdict is a recording of inputs that plays on the engine, a proof of impossibility, or unknown with its reason. [The crate's
/// page](crate) has a program.
///
/// Enemies and the game's own rules are no part of the answer. The first target is the most important one: it may take half of the
/// budget. Equal arguments give equal answers on every machine.
#[must_use]
pub fn reach(map: &Map, player: &Player, start: &Start, targets: &[Target], budget: &Budget) -> Reach {
    match Bounds::with_most(map, player, &[start.origin()], budget.nodes) {
        Ok(bounds) => {
            let mut inquiry = bounds.inquire(map, player, start, targets, budget);
            while inquiry.advance() {}
            let verdicts = inquiry.verdicts();
            let states = inquiry.states();
            Reach { verdicts, bounds: Some(bounds), states }
        }
        Err(fault) => {
            let why = Why::NoRule(fault.setting);
            let unknown = Verdict::Unknown(Nearest { position: None, floor: None, ticks_left: 0, why });
            Reach { verdicts: vec![unknown; targets.len()], bounds: None, states: 0 }
        }
    }
}
