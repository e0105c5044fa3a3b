//! Restores sensor regions from a snapshot: which entity is which region of the engine.

use super::Triggers;
use crate::snapshot::{Restored, Saved};
use hecs::World;
use tilephys_columns::Trigger;
use tilephys_core::{RegionId, World as Core};

impl Triggers {
    /// Saves the entity of each region.
    pub(crate) fn save(&self, saved: &mut Saved) {
        saved.add_triggers(&self.known);
    }

    /// Finds the region of each trigger in the engine. Runs after all components are restored.
    pub(crate) fn restore(&mut self, world: &World, core: &Core, saved: &Saved, restored: &Restored) {
        let regions: Vec<RegionId> = core.grid.regions().map(|(id, _)| id).collect();
        self.known.clear();
        self.found.clear();
        self.unsound.clear();
        for &(handle, region) in &saved.triggers {
            let index = regions.binary_search_by_key(&(region as usize), |id| id.index());
            let entity = restored.entity(handle);
            if let Ok(index) = index
                && world.satisfies::<&Trigger>(entity)
            {
                self.known.push((entity, regions[index]));
            }
        }
        self.known.sort_unstable();
        // Damaged bytes may name an entity twice.
        self.known.dedup_by_key(|known| known.0);
    }
}
