//! Spatial index of the bodies, for queries within a step and between steps.

use tilephys_core::{
    Aabb, BodyId, World as Core,
    index::{BodyIndex, BodyQuery},
};

/// Spatial index of the bodies, built at the first query after a change.
#[derive(Debug, Default)]
pub struct Nearby {
    index: BodyIndex,
    is_current: bool,
    /// Bodies of the last query.
    found: Vec<BodyId>,
}

impl Nearby {
    /// Marks the index as outdated, because bodies have moved.
    pub fn forget(&mut self) {
        self.is_current = false;
    }

    /// Bodies that overlap a box, by ascending id.
    pub fn find(&mut self, core: &Core, area: Aabb, query: BodyQuery) -> &[BodyId] {
        if !self.is_current {
            core.index_bodies_into(&mut self.index);
            self.is_current = true;
        }
        self.found.clear();
        self.index.overlapping(area, query, &mut self.found);
        &self.found
    }
}
