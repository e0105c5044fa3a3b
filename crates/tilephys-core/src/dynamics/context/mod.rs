//! Context of a step: all that a phase reads, and the view of each body.

pub(crate) mod body_view;
pub(crate) mod exceptions;
pub(crate) mod step_class;

pub(crate) use body_view::BodyView;
pub(crate) use exceptions::Exceptions;
pub(crate) use step_class::{StepClass, StepClasses};

use crate::controller::{Body, BodyProbe};
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::SensorPath;
use crate::dynamics::settings::{Profile, ProfileId};
use crate::dynamics::state::{Platforms, TransientStates};
use crate::grid::TileGrid;

/// Read-only context of a step: a world without its bodies.
#[derive(Clone, Copy)]
pub(crate) struct StepContext<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profiles: &'a [Profile],
    pub(crate) transient: &'a TransientStates,
    pub(crate) platforms: &'a Platforms,
    /// Collision hooks, for bodies whose profile uses them.
    pub(crate) rules: Option<&'a dyn CollisionHooks>,
    /// Selection of bodies with recorded paths.
    pub(crate) traced: SensorPath<'a>,
    /// Bodies that the batched passes leave out.
    pub(crate) classes: &'a StepClasses,
    /// Length of the step, in seconds, for bodies without time of their own.
    pub(crate) dt: f32,
}

impl StepContext<'_> {
    /// True if a body overlaps a solid that blocks it. False for a rejected body.
    pub(crate) fn is_inside(&self, id: BodyId, body: &Body, profile: ProfileId) -> bool {
        let Some(profile) = self.profiles.get(profile.index()) else { return false };
        let own = self.body_view(id, body.size, profile);
        let probe = BodyProbe { view: own.view(), body, config: &profile.movement };
        probe.is_blocked_at(body.position)
    }

    /// True without movers, solid bodies, sensors, regions and off-grid shapes. Most worlds can then skip
    /// these tests for each body.
    pub(crate) fn is_quiet(&self) -> bool {
        !self.grid.view(u32::MAX).has_off_grid() && !self.traced.any() && self.platforms.is_quiet()
    }
}
