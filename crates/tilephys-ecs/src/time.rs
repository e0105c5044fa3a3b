//! Bodies whose time goes otherwise than the world's.

use crate::hooks::Controls;
use crate::physics::Physics;
use tilephys_core::BodyId;

impl Physics {
    /// Sets how fast a body's own time goes beside the world's: 0.5 for half as fast, 1 as usual; see
    /// [`tilephys_core::World::set_time_scale`]. Returns whether there is such a body and the scale is finite and not negative;
    /// else nothing is changed. One that is missing in a step forgets it.
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        self.core.set_time_scale(id, scale)
    }

    /// How fast a body's own time goes; 1 is usual.
    #[must_use]
    pub fn time_scale(&self, id: BodyId) -> Option<f32> {
        self.core.time_scale(id)
    }

    /// Stops a body for the next `ticks` steps, 0 for letting it go on; see [`tilephys_core::World::hit_stop`]. Returns whether
    /// there is such a body. One that is missing in a step forgets it.
    #[doc(alias = "freeze_frames")]
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        self.core.hit_stop(id, ticks)
    }

    /// Steps for which a body is stopped still.
    #[must_use]
    pub fn stop_ticks(&self, id: BodyId) -> Option<u8> {
        self.core.stop_ticks(id)
    }
}

impl Controls<'_, '_> {
    /// Sets how fast a body's own time goes, as [`Physics::set_time_scale`] does.
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        self.core.set_time_scale(id, scale)
    }

    /// Stops a body for so many ticks, this one among them, as [`Physics::hit_stop`] does.
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        self.core.hit_stop(id, ticks)
    }
}
