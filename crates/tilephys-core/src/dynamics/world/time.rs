//! Time scale and hit stop: bodies that are slowed down, sped up, or frozen for a few ticks.

use crate::controller::is_time_scale;
use crate::dynamics::ids::BodyId;
use crate::dynamics::world::World;

impl World {
    /// Sets a body's time scale: 0.5 for half speed, 1 for normal. Default 1.
    ///
    /// Gravity, friction and motion are scaled, but neither the motion by platforms nor timers in ticks. True if
    /// the body exists and the scale is finite and not negative; otherwise nothing changes.
    #[doc(alias = "slow motion")]
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        let is_sound = self.indices.get(id).is_some() && is_time_scale(scale);
        if is_sound {
            let mut memory = self.transient.get(id);
            memory.time_scale = scale + 0.0;
            self.transient.set(id, memory);
        }
        is_sound
    }

    /// Returns a body's time scale; 1 is normal.
    #[must_use]
    pub fn time_scale(&self, id: BodyId) -> Option<f32> {
        self.indices.get(id).map(|_| self.transient.get(id).time_scale)
    }

    /// Freezes a body for the next `ticks` steps; 0 ends the stop. True if the body exists.
    ///
    /// Position, velocity and contacts stay. Movers still carry and push the body, and a solid that is put onto it pushes it
    /// out. Ticks of [ignored](Self::ignore) solids run on.
    #[doc(alias = "freeze_frames")]
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        let is_there = self.indices.get(id).is_some();
        if is_there {
            let mut memory = self.transient.get(id);
            memory.stop_ticks = ticks;
            self.transient.set(id, memory);
        }
        is_there
    }

    /// Returns the remaining ticks of a body's hit stop.
    #[must_use]
    pub fn stop_ticks(&self, id: BodyId) -> Option<u8> {
        self.indices.get(id).map(|_| self.transient.get(id).stop_ticks)
    }
}
