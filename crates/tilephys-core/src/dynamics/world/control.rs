//! Phases and callbacks of a step, and access to the world in its control phase.

use crate::controller::Body;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::{BodyId, MoverId};
use crate::dynamics::state::{BodySlices, BodyState};
use crate::dynamics::world::World;
use crate::grid::TileGrid;
use glam::IVec2;

/// Callbacks of a step.
///
/// The engine reads no clock: a caller that times phases does so here.
pub trait StepHooks {
    /// Called when a phase begins; the previous phase has ended.
    fn phase(&mut self, _phase: Phase) {}

    /// Called once a step to set velocities.
    ///
    /// Gravity is already added, and contacts are from the last step. The step of a jump therefore has no gravity.
    fn control(&mut self, _bodies: &mut ControlContext) {}

    /// True if [`control`](Self::control) may change anything. Default true. Without control, a world of bodies and tiles alone takes
    /// a faster step of equal results.
    fn has_control(&self) -> bool {
        true
    }

    /// Returns the collision hooks, for bodies whose profile sets [`use_hooks`](crate::Profile::use_hooks). Default none.
    fn rules(&self) -> Option<&dyn CollisionHooks> {
        None
    }

    /// Called when the last phase has ended.
    fn finished(&mut self) {}
}

impl StepHooks for () {
    fn has_control(&self) -> bool {
        false
    }
}

/// Access to bodies and movers in the control phase.
pub struct ControlContext<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) dt: f32,
    /// Index after the last looked-up body. Games look up characters mostly in index order, so a lookup starts here.
    next: usize,
    /// True if the game may have written a velocity of -0.
    has_given_slices: bool,
}

impl World {
    /// Calls the game to set velocities, in a step of `dt` seconds.
    pub(crate) fn control(&mut self, hooks: &mut impl StepHooks, dt: f32) {
        let mut context = ControlContext { world: self, dt, next: 0, has_given_slices: false };
        hooks.control(&mut context);
        if context.has_given_slices {
            self.bodies.drop_negative_zeros();
        }
    }
}

impl ControlContext<'_> {
    /// Returns a body in its present state, or `None` if no body has this id.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        self.world.body(id)
    }

    /// Returns the contacts of a body at the end of the last step.
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<BodyState> {
        self.world.state(id)
    }

    /// Sets a velocity, in px/s, like [`World::set_velocity`].
    pub fn set_velocity(&mut self, id: BodyId, velocity: impl Into<[f32; 2]>) -> bool {
        self.world.set_velocity(id, velocity)
    }

    /// Drops a body through the one-way platforms under it, like [`World::drop_through`].
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        self.world.drop_through(id)
    }

    /// Resizes a body, in lattice units, like [`World::resize`].
    pub fn resize(&mut self, id: BodyId, size: IVec2) -> bool {
        self.world.resize(id, size)
    }

    /// Sets a body's time scale, like [`World::set_time_scale`].
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        self.world.set_time_scale(id, scale)
    }

    /// Freezes a body for `ticks` steps including this one, like [`World::hit_stop`].
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        self.world.hit_stop(id, ticks)
    }

    /// Sets a mover's velocity, in px/s, like [`World::set_mover_velocity`]. Movers move later in this step.
    pub fn set_mover_velocity(&mut self, id: MoverId, velocity: impl Into<[f32; 2]>) -> bool {
        self.world.set_mover_velocity(id, velocity)
    }

    /// Sets a mover's target for this step, in lattice units, like [`World::move_mover_to`].
    pub fn move_mover_to(&mut self, id: MoverId, position: IVec2) -> bool {
        self.world.move_mover_to(id, position)
    }

    /// Sets a mover's target for this step, or clears it with `None`, like [`World::set_mover_target`].
    pub fn set_mover_target(&mut self, id: MoverId, target: Option<IVec2>) -> bool {
        self.world.set_mover_target(id, target)
    }

    /// Returns the length of the step, in seconds; 0 if the step is rejected.
    #[must_use]
    #[inline]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// Returns the world, for queries in the control phase. It has no events there.
    #[must_use]
    #[inline]
    pub fn world(&self) -> &World {
        self.world
    }

    /// Returns the tile map.
    #[must_use]
    pub fn grid(&self) -> &TileGrid {
        &self.world.grid
    }

    /// Returns the array index of a body, like [`World::index_of`]. Fast for bodies that are looked up in the order of their
    /// indices.
    #[must_use]
    #[inline]
    pub fn index_of(&mut self, id: BodyId) -> Option<usize> {
        let World { bodies, indices, .. } = &*self.world;
        let is_next = bodies.id.get(self.next) == Some(&id);
        let index = if is_next { self.next } else { indices.get(id)? };
        self.next = index + 1;
        Some(index)
    }

    /// Returns all bodies as slices, for drivers with their own body storage. Only velocities may be changed
    /// here. A component of -0 counts as +0.
    #[must_use]
    #[inline]
    pub fn slices(&mut self) -> BodySlices<'_> {
        self.has_given_slices = true;
        self.world.slices()
    }
}

/// Phases of a step, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Integration: gravity is added to velocities, then speed limits apply.
    Integrate,
    /// Control: the game sets velocities.
    Control,
    /// Moving platforms: movers carry and push bodies; then the solid bodies move.
    MovePlatforms,
    /// Sweep: each body is swept through the grid without regard to other bodies.
    Sweep,
    /// Broad phase and narrow phase: pairs of bodies whose swept bounds overlap and whose trajectories meet.
    #[doc(alias = "narrow phase")]
    BroadPhase,
    /// Island solver: the bodies of these pairs are moved again from the start of the step, in order of time.
    #[doc(alias = "solver")]
    SolveIslands,
    /// Contacts: the faces that each body touches at its final position.
    Commit,
    /// Sensors: overlaps that begin and end.
    Sense,
    /// Events are sorted.
    Events,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Phase; 9] = [
        Phase::Integrate,
        Phase::Control,
        Phase::MovePlatforms,
        Phase::Sweep,
        Phase::BroadPhase,
        Phase::SolveIslands,
        Phase::Commit,
        Phase::Sense,
        Phase::Events,
    ];

    /// Returns the name of the phase in profiles and in the documentation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Integrate => "integrate",
            Phase::Control => "control",
            Phase::MovePlatforms => "move_platforms",
            Phase::Sweep => "sweep",
            Phase::BroadPhase => "broad_phase",
            Phase::SolveIslands => "solve_islands",
            Phase::Commit => "commit",
            Phase::Sense => "sense",
            Phase::Events => "events",
        }
    }
}
