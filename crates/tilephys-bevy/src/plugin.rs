//! The plugin: which systems run when.

use crate::events::PhysicsEvent;
use crate::schedule::{ControlPhase, PhysicsSystems};
use crate::step::step;
use crate::transforms::{interpolate, read_transforms, write_transforms};
use bevy_app::{App, FixedPostUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::IntoScheduleConfigs;
#[cfg(feature = "levels")]
use bevy_ecs::prelude::{Messages, resource_exists};
use bevy_ecs::schedule::ScheduleLabel;

/// Steps the bodies of an app. Insert a [`PhysicsWorld`](crate::PhysicsWorld) too; without one nothing moves.
#[derive(Clone, Copy, Debug)]
pub struct TilephysPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

impl TilephysPlugin {
    /// Steps in another schedule than `FixedPostUpdate`. The time of a step is the `Time` of that schedule.
    #[must_use]
    #[allow(clippy::needless_pass_by_value, reason = "labels of Bevy are values")]
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        TilephysPlugin { schedule: schedule.intern() }
    }
}

impl Default for TilephysPlugin {
    fn default() -> Self {
        TilephysPlugin::in_schedule(FixedPostUpdate)
    }
}

impl Plugin for TilephysPlugin {
    fn build(&self, app: &mut App) {
        let order = (PhysicsSystems::Prepare, PhysicsSystems::Step, PhysicsSystems::Writeback);
        app.add_message::<PhysicsEvent>()
            .init_schedule(ControlPhase)
            .configure_sets(self.schedule, order.chain())
            .add_systems(self.schedule, read_transforms.in_set(PhysicsSystems::Prepare))
            .add_systems(self.schedule, step.in_set(PhysicsSystems::Step))
            .add_systems(self.schedule, write_transforms.in_set(PhysicsSystems::Writeback))
            .add_systems(RunFixedMainLoop, interpolate.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop));
        #[cfg(feature = "reflect")]
        crate::reflection::register(app);
        #[cfg(feature = "levels")]
        app.add_systems(
            self.schedule,
            crate::levels::send_events
                .after(step)
                .in_set(PhysicsSystems::Step)
                .run_if(resource_exists::<Messages<crate::levels::LevelEvent>>),
        );
    }
}
