//! The control phase of a scenario's ticks: velocities, drops, resizes and character input.

use super::format::Hold;
use super::kit::Kits;
use super::look::Look;
use super::model::Scenario;
use super::orient::Variant;
use super::stage::Stage;
use glam::Vec2;
use tilephys::core::{Body, BodyId, ControlContext, Direction, RegionId, SensorId, StepHooks};
use tilephys::feel::{Button, Command, Feel, FeelState, FeelZone, Input, Surroundings, Zones};

/// Body with a character controller.
#[derive(Clone)]
pub(crate) struct Character {
    /// Index of its body.
    pub(crate) body: usize,
    id: BodyId,
    feel: Feel,
    /// Up direction, in the scenario's coordinates.
    up: Direction,
    pub(crate) state: FeelState,
    jump: Button,
    dash: Button,
    /// Command of the last tick.
    command: Command,
}

impl Character {
    /// Characters of a scenario.
    pub(crate) fn all(scenario: &Scenario) -> Vec<Character> {
        let character = |(body, plan): (usize, &super::model::BodyPlan)| {
            Some(Character {
                body,
                id: plan.id,
                feel: plan.feel.clone()?,
                up: plan.profile.movement.up,
                state: FeelState::default(),
                jump: Button::UP,
                dash: Button::UP,
                command: Command::default(),
            })
        };
        scenario.bodies.iter().enumerate().filter_map(character).collect()
    }

    /// Runs the character controller in a control phase.
    fn decide(&mut self, bodies: &mut ControlContext, hold: Hold, variant: Variant, zones: &mut Zones) {
        self.jump = self.jump.next(hold.jump);
        self.dash = self.dash.next(hold.dash);
        // Positive toward greater coordinates: the file's in the file, the world's in the world.
        let along = if self.up.axis() == 1 { Vec2::new(hold.along, 0.0) } else { Vec2::new(0.0, hold.along) };
        let along = variant.vector(along);
        let mut input = Input {
            along: along.x + along.y,
            upward: hold.upward,
            jump: self.jump,
            dash: self.dash,
            grab: hold.grab,
        };
        let zones = zones.around(bodies.world(), self.id, hold.upward < 0.0);
        let vector = |v: [f32; 2]| variant.vector(Vec2::from(v));
        let complete = |around: &mut Surroundings| {
            zones.add_to(around);
            around.ladder |= hold.ladder;
            around.water = hold.water.map(vector);
            around.thrown = hold.thrown.map(vector);
        };
        let command = self.feel.decide(bodies, self.id, &mut self.state, &mut input, complete);
        command.iter().for_each(|command| _ = command.apply(bodies, self.id));
        self.command = command.unwrap_or_default();
        self.jump = self.jump.seen();
        self.dash = self.dash.seen();
    }

    /// Clears its state, for a new body.
    pub(crate) fn begin(&mut self) {
        self.state = FeelState::default();
        self.command = Command::default();
        self.jump = Button::UP;
        self.dash = Button::UP;
    }

    /// Records its command.
    pub(crate) fn show(&self, look: &mut Look) {
        look.jump = self.command.jumped;
        look.dashing = self.state.is_dashing();
        look.wall_sliding = self.state.is_wall_sliding();
    }
}

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
    pub(crate) characters: &'a mut [Character],
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
        for character in self.characters.iter_mut() {
            let hold = self.holds[character.body];
            character.decide(bodies, hold, self.variant, &mut zones);
        }
        self.kits.control(self.scenario, bodies);
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
