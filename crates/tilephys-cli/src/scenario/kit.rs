//! Paths of bodies, crowds and hit boxes of a scenario: their part in a tick.

use super::look::Look;
use super::model::{BodyKit, BodyPlan, Scenario};
use super::orient::Variant;
use super::stage::turned_path;
use tilephys::core::{ControlContext, World};
use tilephys::ecs::MoverPath;
use tilephys::feel::{Crowds, FeelState, HitBoxes};

/// Path of a body in a variant.
fn path_of(plan: &BodyPlan, variant: Variant) -> Option<MoverPath> {
    let path = plan.path.as_ref()?;
    Some(MoverPath::new(turned_path(path, plan.size, variant)))
}

/// Paths, crowd and boxes of all bodies in play.
#[derive(Clone)]
pub(crate) struct Kits {
    /// By body.
    all: Vec<BodyKit>,
    /// Paths by body.
    paths: Vec<Option<MoverPath>>,
    crowds: Crowds,
    boxes: HitBoxes,
}

impl Kits {
    pub(crate) fn of(scenario: &Scenario, variant: Variant) -> Kits {
        let all = scenario.bodies.iter().map(|plan| plan.kit).collect();
        let paths = scenario.bodies.iter().map(|plan| path_of(plan, variant)).collect();
        Kits { all, paths, crowds: Crowds::default(), boxes: HitBoxes::default() }
    }

    /// Gives a body that enters the world its planned kit.
    pub(crate) fn begin(&mut self, body: usize, scenario: &Scenario, variant: Variant) {
        self.all[body] = scenario.bodies[body].kit;
        self.paths[body] = path_of(&scenario.bodies[body], variant);
    }

    /// Sets the velocities of bodies on paths, and moves the crowd apart, in a control phase.
    pub(crate) fn control(&mut self, scenario: &Scenario, bodies: &mut ControlContext) {
        for (plan, path) in scenario.bodies.iter().zip(&mut self.paths) {
            if let (Some(path), Some(body)) = (path, bodies.body(plan.id)) {
                bodies.set_velocity(plan.id, path.follow(body.position, bodies.dt()));
            }
        }
        self.crowds.begin();
        for (plan, kit) in scenario.bodies.iter().zip(&self.all) {
            kit.crowd.iter().for_each(|crowd| self.crowds.add(bodies.world(), plan.id, *crowd));
        }
        self.crowds.push(bodies);
    }

    /// Ends a tick: takes back the motion by the crowd, and lets hit boxes hurt. `states` has the characters by body.
    pub(crate) fn finish(
        &mut self,
        scenario: &Scenario,
        world: &mut World,
        states: &mut [(usize, &mut FeelState)],
        now: &mut [Look],
    ) {
        self.crowds.finish(world);
        self.boxes.begin();
        for (place, (plan, kit)) in scenario.bodies.iter().zip(&mut self.all).enumerate() {
            let state = states.iter().find(|(body, _)| *body == place);
            let facing = state.map_or(0, |(_, state)| state.facing());
            kit.hit_box.iter_mut().for_each(|hit| self.boxes.add_hit_box(world, plan.id, hit, facing));
            kit.hurt_box.iter_mut().for_each(|hurt| self.boxes.add_hurt_box(world, plan.id, hurt));
        }
        for hurt in self.boxes.find() {
            let victim = hurt.victim.0 as usize;
            now[victim].hurt_by = Some(hurt.attacker.0 as usize);
            let own = self.all[victim].hurt_box.as_mut().expect("it was added");
            own.ticks_left = own.invulnerable_ticks;
            let Some(velocity) = hurt.velocity else { continue };
            match states.iter_mut().find(|(body, _)| *body == victim) {
                Some((_, state)) => state.throw(velocity),
                None => _ = world.set_velocity(hurt.victim, velocity),
            }
        }
    }
}
