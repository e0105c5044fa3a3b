//! Ledges beside a character: the query that finds them.

use crate::config::Feel;
use crate::input::{Input, sign};
use crate::moves::Ledge;
use crate::state::{FeelState, Grip};
use crate::surroundings::{LedgeGap, Surroundings};
use tilephys_core::{
    Direction,
    lattice::{px_from_units, units_from_px},
    moves::BodyProbe,
};

/// Query for a ledge.
pub(crate) struct LedgeQuery<'a> {
    ledge: &'a Ledge,
    /// True if the side is toward greater coordinates.
    is_positive: bool,
    /// True if the character holds the ledge already.
    is_held: bool,
}

impl Feel {
    /// The query for a ledge, if one is needed.
    pub(crate) fn asks_ledge(
        &self,
        state: &FeelState,
        input: &Input,
        around: &Surroundings,
    ) -> Option<LedgeQuery<'_>> {
        let ledge = self.ledge()?;
        let is_held = state.grip == Grip::Ledge;
        let toward = if is_held || state.forced > 0 { 0 } else { sign(input.along) };
        let side = if toward != 0 { toward } else { state.facing };
        let wants = is_held || state.forced == 0 && (toward != 0 || input.grab);
        let is_due = wants && side != 0 && !around.on_floor && input.upward >= 0.0;
        is_due.then_some(LedgeQuery { ledge, is_positive: side > 0, is_held })
    }
}

impl LedgeQuery<'_> {
    /// The ledge at which the hands are, or over which they are within the window.
    pub(crate) fn find(&self, probe: &BodyProbe) -> Option<LedgeGap> {
        let up = probe.config().up;
        let side = Direction::along(1 - up.axis(), self.is_positive);
        let [below_top, window] = [self.ledge.hands, self.ledge.window].map(units_from_px);
        let hands = probe.body().size[up.axis()].saturating_sub(below_top?).max(0);
        let window = window?;
        let find = |from: i32, to: i32| {
            let (height, surface) = probe.ledge_beside(side, [from, to])?;
            (self.ledge.lines || !surface.one_way).then_some(height)
        };
        let height = if self.is_held {
            // A platform may have moved the ledge. Under a low ceiling only the space of the body itself is free.
            find(0, hands.saturating_add(window)).or_else(|| find(0, hands))
        } else {
            find((hands - window).max(0), hands)
        }?;
        Some(LedgeGap { rise: px_from_units(height), over_hands: px_from_units(height - hands) })
    }
}
