//! The control phase of a scenario's ticks: velocities, drops, resizes and character input.

use super::format::Hold;
use super::kit::Kits;
use super::model::Scenario;
use super::orient::Variant;
use super::stage::Stage;
use glam::Vec2;
use tilephys::core::{Body, BodyId, ControlContext, RegionId, SensorId, StepHooks};
use tilephys::feel::{FeelZone, Zones};

/// Control phase of a step: sets the velocity components that the scenario names, in its coordinates.
pub(crate) struct Drive<'a> {
    pub(crate) id: BodyId,
    pub(crate) variant: Variant,
    pub(crate) velocity: [Option<f32>; 2],
    pub(crate) drop: bool,
    /// True if the drop was done; `None` without a drop.
    pub(crate) done: Option<bool>,
    /// Input of each body's character.
    pub(crate) holds: Vec<Hold>,
    pub(crate) scenario: &'a Scenario,
    pub(crate) kits: &'a mut Kits,
    /// Regions that act on characters.
    pub(crate) zones: Vec<(RegionId, FeelZone)>,
    /// Requested bodies at the end of the control phase.
    pub(crate) bodies: Vec<(BodyId, Option<Body>)>,
}

impl StepHooks for Drive<'_> {
    fn control(&mut self, bodies: &mut ControlContext) {
        if let Some(body) = bodies.body(self.id) {
            let velocity = set_components(self.variant, body.velocity, self.velocity);
            bodies.set_velocity(self.id, velocity);
        }
        if self.drop {
            self.done = Some(bodies.drop_through(self.id));
        }
        let mut zones = Zones::default();
        for (region, kind) in &self.zones {
            zones.add(bodies.world(), SensorId::Region(*region), *kind);
        }
        zones.find_bodies(bodies.world());
        self.kits.control(self.scenario, bodies, &self.holds, (self.variant, &mut zones));
        for (id, body) in &mut self.bodies {
            *body = bodies.body(*id);
        }
    }
}

/// Regions of a scenario that act on characters.
pub(crate) fn zones(scenario: &Scenario, stage: &Stage) -> Vec<(RegionId, FeelZone)> {
    let plans = scenario.regions.iter().zip(&stage.regions);
    plans.filter_map(|(plan, id)| Some((*id, plan.zone?))).collect()
}

pub(crate) fn set_components(variant: Variant, velocity: Vec2, wanted: [Option<f32>; 2]) -> Vec2 {
    let mut own = variant.back().vector(velocity);
    for (axis, speed) in wanted.into_iter().enumerate() {
        own[axis] = speed.unwrap_or(own[axis]);
    }
    variant.vector(own)
}
