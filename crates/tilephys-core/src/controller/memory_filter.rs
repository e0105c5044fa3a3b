//! Collision filter of one body without a world: its transient state, and the hooks of a caller.

use super::body::Body;
use super::config::MoveConfig;
use super::hooks::MoveHooks;
use super::memory::TransientState;
use crate::floor_classifier::Stance;
use crate::grid::{Filter, Obstacle, Piece, TileGrid, View};
use glam::IVec2;

/// The parts of a body's state that decide its collisions.
pub(crate) struct MemoryFilter<'a> {
    memory: &'a TransientState,
    size: IVec2,
    stance: Stance,
    choices: Option<&'a MoveHooks<'a>>,
}

impl<'a> MemoryFilter<'a> {
    pub(crate) fn new(
        memory: &'a TransientState,
        size: IVec2,
        config: &MoveConfig,
        choices: Option<&'a MoveHooks<'a>>,
    ) -> Self {
        MemoryFilter { memory, size, stance: config.stance(), choices }
    }

    pub(crate) fn of(body: &'a Body, config: &MoveConfig) -> Self {
        MemoryFilter::new(&body.memory, body.size, config, None)
    }

    /// The view without the solids that the filter hides; unchanged if the filter hides nothing.
    pub(crate) fn of_view<'b>(&'b self, view: View<'b>) -> View<'b> {
        let is_filtered = self.choices.is_some() || self.memory.filters();
        view.filtered(is_filtered.then_some(self))
    }
}

impl Filter for MemoryFilter<'_> {
    fn lets(&self, met: &Obstacle) -> bool {
        !self.memory.ignores(met) && self.choices.is_none_or(|choices| (choices.meets)(met))
    }

    fn drops(&self, grid: &TileGrid, line: &Piece) -> bool {
        self.memory.drops(grid, line, self.size, self.stance)
    }
}
