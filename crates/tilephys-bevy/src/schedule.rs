//! When things happen in a tick.

use bevy_ecs::schedule::{ScheduleLabel, SystemSet};

/// Sets of systems in a tick, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhysicsSystems {
    /// Moves the bodies whose `Transform` the game has changed.
    Prepare,
    /// Steps all bodies, and sends [`PhysicsEvent`](crate::PhysicsEvent)s.
    Step,
    /// Writes the `Transform`s.
    Writeback,
}

/// Schedule inside of each step: systems that set velocities. Velocities include this step's gravity already, so a jump starts at exactly
/// the speed set here. Afterwards characters decide, and movers move.
///
/// It costs two copies of all velocities, and runs only if it has systems.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ControlPhase;
