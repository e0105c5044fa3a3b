//! Crowds and hit boxes of a scenario: their keys, and their part in a tick.

use super::drive::Character;
use super::format::Body;
use super::look::Look;
use super::model::Scenario;
use super::number::{Pair, point, single};
use crate::source::{Problem, Source};
use serde::Deserialize;
use tilephys::core::{ControlContext, Fault, Field, World};
use tilephys::feel::{Crowd, Crowds, FeelState, HitBox, HitBoxes, HurtBox};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrowdKeys {
    push: Option<Spanned<f64>>,
    max_speed: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HitBoxKeys {
    offset: Pair,
    size: Spanned<Pair>,
    hurts: Option<u32>,
    ticks: Option<u16>,
    knock_away: Option<Spanned<f64>>,
    knock_up: Option<Spanned<f64>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HurtBoxKeys {
    invulnerable_ticks: Option<u16>,
}

/// Crowd and boxes of a body.
#[derive(Clone, Copy, Default)]
pub(crate) struct BodyKit {
    pub(crate) crowd: Option<Crowd>,
    pub(crate) hit_box: Option<HitBox>,
    pub(crate) hurt_box: Option<HurtBox>,
}

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

/// Crowd and boxes of all bodies in play.
#[derive(Clone)]
pub(crate) struct Kits {
    /// By body.
    all: Vec<BodyKit>,
    crowds: Crowds,
    boxes: HitBoxes,
}

impl Kits {
    pub(crate) fn of(scenario: &Scenario) -> Kits {
        let all = scenario.bodies.iter().map(|plan| plan.kit).collect();
        Kits { all, crowds: Crowds::default(), boxes: HitBoxes::default() }
    }

    /// Gives a body that enters the world its planned kit.
    pub(crate) fn begin(&mut self, body: usize, scenario: &Scenario) {
        self.all[body] = scenario.bodies[body].kit;
    }

    /// Moves the crowd apart, in a control phase.
    pub(crate) fn push(&mut self, scenario: &Scenario, bodies: &mut ControlContext) {
        self.crowds.begin();
        for (plan, kit) in scenario.bodies.iter().zip(&self.all) {
            kit.crowd.iter().for_each(|crowd| self.crowds.add(bodies.world(), plan.id, *crowd));
        }
        self.crowds.push(bodies);
    }

    /// Ends a tick: takes back the motion by the crowd, and lets hit boxes hurt.
    pub(crate) fn finish(
        &mut self,
        scenario: &Scenario,
        world: &mut World,
        characters: &mut [Character],
        now: &mut [Look],
    ) {
        self.crowds.finish(world);
        self.boxes.begin();
        for (place, (plan, kit)) in scenario.bodies.iter().zip(&mut self.all).enumerate() {
            let character = characters.iter().find(|character| character.body == place);
            let facing = character.map_or(0, |character| FeelState::facing(&character.state));
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
            match characters.iter_mut().find(|character| character.body == victim) {
                Some(character) => character.state.throw(velocity),
                None => _ = world.set_velocity(hurt.victim, velocity),
            }
        }
    }
}
