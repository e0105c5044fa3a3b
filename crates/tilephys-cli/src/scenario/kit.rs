//! Paths of bodies, crowds and hit boxes of a scenario: validation, and their part in a tick.

use super::format::{Body, CrowdKeys, HitBoxKeys, HurtBoxKeys};
use super::look::Look;
use super::model::{BodyKit, BodyPlan, Scenario};
use super::number::{point, single};
use super::orient::Variant;
use super::stage::turned_path;
use tilephys::check::located::{Problem, Source};
use tilephys::core::{ControlContext, Fault, Field, World};
use tilephys::ecs::MoverPath;
use tilephys::feel::{Crowd, Crowds, FeelState, HitBox, HitBoxes, HurtBox};
use toml::Spanned;

pub(crate) fn read_kit(source: &Source, body: &Body) -> Result<BodyKit, Problem> {
    let number = |value: &Option<Spanned<f64>>, plain: f32| {
        value.as_ref().map_or(Ok(plain), |value| single(source, *value.get_ref(), value.span()))
    };
    let refuse = |at: std::ops::Range<usize>, (field, fault): (Field, Fault)| {
        Err(source.problem(at, format!("its {field} {fault}")))
    };
    let mut kit = BodyKit::default();
    if let Some(keys) = &body.crowd {
        let plain = Crowd::default();
        let CrowdKeys { push, max_speed } = keys.get_ref();
        let crowd = Crowd { push: number(push, plain.push)?, max_speed: number(max_speed, plain.max_speed)? };
        if let Some(fault) = crowd.fault() {
            return refuse(keys.span(), fault);
        }
        kit.crowd = Some(crowd);
    }
    if let Some(keys) = &body.hit_box {
        let plain = HitBox::default();
        let HitBoxKeys { offset, size, hurts, ticks, knock_away, knock_up } = keys.get_ref();
        let hit_box = HitBox {
            offset: point(source, offset)?,
            size: point(source, size.get_ref())?,
            hurts: hurts.unwrap_or(plain.hurts),
            ticks: ticks.unwrap_or(plain.ticks),
            knock_away: number(knock_away, 0.0)?,
            knock_up: number(knock_up, 0.0)?,
        };
        if let Some(fault) = hit_box.fault() {
            return refuse(keys.span(), fault);
        }
        kit.hit_box = Some(hit_box);
    }
    kit.hurt_box = body.hurt_box.map(|HurtBoxKeys { invulnerable_ticks }| {
        let plain = HurtBox::default();
        HurtBox { invulnerable_ticks: invulnerable_ticks.unwrap_or(plain.invulnerable_ticks), ..plain }
    });
    Ok(kit)
}

/// Path of a body in a variant.
fn path_of(plan: &BodyPlan, variant: Variant) -> Option<MoverPath> {
    let path = plan.path.as_ref()?;
    Some(MoverPath { tick: path.from, ..MoverPath::new(turned_path(path, plan.size, variant)) })
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
        let place_of = |id| scenario.bodies.iter().position(|body| body.id == id).expect("it was added");
        for hurt in self.boxes.find() {
            let victim = place_of(hurt.victim);
            now[victim].hurt_by = Some(place_of(hurt.attacker));
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
