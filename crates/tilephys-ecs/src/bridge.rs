//! The engine's hooks: the control phase of the game, then characters and movers.

use crate::archetypes::bodies;
use crate::body_columns::{Way, exchange_velocities};
use crate::characters::{Characters, has_characters};
use crate::control_context::ControlContext;
use crate::hooks::{Phase, StepHooks};
use crate::kit::Kit;
use crate::movers::Movers;
use crate::patrols;
use crate::triggers::Sensors;
use tilephys_columns::{Nearby, Resized};
use tilephys_core::{BodyState, CollisionHooks, ControlContext as CoreControls, driver::Phase as CorePhase};

/// Adapter from the engine's hooks to the caller's.
pub(crate) struct Bridge<'a, H> {
    pub(crate) world: &'a hecs::World,
    pub(crate) hooks: &'a mut H,
    pub(crate) resized: &'a mut Vec<Resized>,
    pub(crate) movers: &'a mut Movers,
    pub(crate) characters: &'a mut Characters,
    pub(crate) kit: &'a mut Kit,
    pub(crate) sensors: Sensors<'a>,
    pub(crate) nearby: &'a mut Nearby,
    pub(crate) dt: f32,
}

impl<H: StepHooks> tilephys_core::StepHooks for Bridge<'_, H> {
    fn phase(&mut self, phase: CorePhase) {
        self.hooks.phase(Phase::Engine(phase));
    }

    fn has_control(&self) -> bool {
        self.hooks.has_control()
            || !self.movers.is_empty()
            || has_characters(self.world)
            || self.kit.has_control()
    }

    fn rules(&self) -> Option<&dyn CollisionHooks> {
        self.hooks.rules()
    }

    fn control(&mut self, controls: &mut CoreControls) {
        if self.hooks.has_control() {
            self.let_control(controls);
        }
        let Bridge { world, resized, characters, sensors, nearby, .. } = self;
        let mut bodies = ControlContext { core: controls, sensors: *sensors, nearby, resized };
        patrols::drive(world, &bodies, self.dt);
        characters.drive(world, &mut bodies);
        self.kit.control(world, controls);
        self.movers.drive(self.world, controls, self.dt);
    }
}

impl<H: StepHooks> Bridge<'_, H> {
    /// Writes the contacts of bodies that the game has placed to their entities, for its control phase.
    fn show_placed(&self, controls: &CoreControls) {
        let core = controls.world();
        for id in core.placed_bodies() {
            let (Some(entity), Some(state)) = (self.sensors.body(core, *id), core.state(*id)) else {
                continue;
            };
            if let Ok(mut own) = self.world.get::<&mut BodyState>(entity) {
                *own = state;
            }
        }
    }

    fn let_control(&mut self, controls: &mut CoreControls) {
        let exchange = |controls: &mut CoreControls, way| {
            let mut indices = controls.slices();
            for archetype in bodies(self.world) {
                indices = exchange_velocities(archetype, indices, way);
            }
        };
        // The game sees the velocities after gravity in its components, and may change them there.
        exchange(controls, Way::Out);
        self.show_placed(controls);
        let Bridge { world, hooks, resized, sensors, nearby, .. } = self;
        let mut bodies = ControlContext { core: controls, sensors: *sensors, nearby, resized };
        hooks.control_bodies(world, &mut bodies);
        exchange(controls, Way::In);
    }
}
