//! All that a tick of the game takes from outside.

use super::crowd::Crowd;
use serde::{Deserialize, Serialize};
use tilephys_ecs::{Feel, Input};

/// Everything that a tick takes from outside, in the order in which it acts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TickInput {
    /// Changes from the panels, before the tick.
    pub actions: Vec<Action>,
    /// Input of the hero.
    pub input: Input,
}

/// A change of the game from a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Other settings of the hero's character controller.
    Feel(Box<Feel>),
    /// Adds bodies.
    Add(Crowd),
    /// Removes all added bodies.
    Clear,
    /// Puts the feet of the hero at a place, in px; adds a hero to a level without one.
    Put([f32; 2]),
    /// Makes a cell solid or clears it, by column and row. The map stays as it is.
    Paint {
        /// Column and row.
        cell: [i32; 2],
        /// True for a solid cell.
        is_solid: bool,
    },
    /// Draws a body to a place by its velocity, which it keeps when it is let go.
    Pull {
        /// Number of the body.
        body: u32,
        /// Place for its middle, in px.
        to: [f32; 2],
    },
}

impl TickInput {
    /// Input of a player alone.
    #[must_use]
    pub fn of(input: Input) -> Self {
        TickInput { actions: Vec::new(), input }
    }
}
