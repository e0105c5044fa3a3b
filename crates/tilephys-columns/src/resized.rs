//! Size changes of bodies within a step.

use crate::components::Collider;
use glam::IVec2;
use tilephys_core::BodyId;

/// Size change during a step that the entity's collider does not have yet.
pub struct Resized {
    /// The body.
    pub id: BodyId,
    /// Movement of the box's min corner, in lattice units.
    pub by: IVec2,
    /// New width and height, in lattice units.
    pub size: IVec2,
}

impl Resized {
    /// Writes the box to the collider, as offset and size relative to an entity that stays.
    pub fn write(&self, collider: &mut Collider) {
        *collider = Collider { offset: collider.offset.saturating_add(self.by), size: self.size };
    }
}
