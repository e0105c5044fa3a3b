//! Time scale of a body: slow motion and hit stop.

use crate::control_context::ControlContext;
use crate::ids::IdOf;
use crate::physics::Physics;
use tilephys_core::BodyId;

impl Physics {
    /// Sets the time scale of a body: 0.5 is half speed, 1 the default; see [`tilephys_core::World::set_time_scale`].
    /// Returns true on success; changes nothing if the body is unknown or the scale is negative or not finite. A body
    /// that is missing from a step loses its scale.
    #[doc(alias = "slow motion")]
    pub fn set_time_scale(&mut self, body: impl IdOf<BodyId>, scale: f32) -> bool {
        self.id_of(body).is_some_and(|id| self.core.set_time_scale(id, scale))
    }

    /// Time scale of a body; 1 by default. `None` for an unknown body.
    #[must_use]
    pub fn time_scale(&self, body: impl IdOf<BodyId>) -> Option<f32> {
        self.core.time_scale(self.id_of(body)?)
    }

    /// Freezes a body for the next `ticks` steps, 0 to resume; see [`tilephys_core::World::hit_stop`]. Returns true if
    /// the body is known. A body that is missing from a step resumes.
    #[doc(alias = "freeze frame")]
    #[doc(alias = "hitlag")]
    #[doc(alias = "freeze_frames")]
    pub fn hit_stop(&mut self, body: impl IdOf<BodyId>, ticks: u8) -> bool {
        self.id_of(body).is_some_and(|id| self.core.hit_stop(id, ticks))
    }

    /// Remaining steps of a hit stop. `None` for an unknown body.
    #[must_use]
    pub fn stop_ticks(&self, body: impl IdOf<BodyId>) -> Option<u8> {
        self.core.stop_ticks(self.id_of(body)?)
    }
}

impl ControlContext<'_, '_> {
    /// Sets the time scale of a body, as [`Physics::set_time_scale`] does.
    pub fn set_time_scale(&mut self, body: impl IdOf<BodyId>, scale: f32) -> bool {
        self.id_of(body).is_some_and(|id| self.core.set_time_scale(id, scale))
    }

    /// Freezes a body for `ticks` steps including this one, as [`Physics::hit_stop`] does.
    pub fn hit_stop(&mut self, body: impl IdOf<BodyId>, ticks: u8) -> bool {
        self.id_of(body).is_some_and(|id| self.core.hit_stop(id, ticks))
    }
}
