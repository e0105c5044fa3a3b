//! Characters, paths, crowds and hit boxes of a scenario: their part in a tick.

use super::format::Hold;
use super::look::Look;
use super::model::{BodyKit, BodyPlan, Scenario};
use super::orient::Variant;
use super::stage::turned_path;
use glam::Vec2;
use tilephys::core::{ControlContext, World};
use tilephys::ecs::MoverPath;
use tilephys::feel::{Command, Crowds, FeelState, HitBoxes, Input, Surroundings, Zones};

/// State of a body in play besides its world's.
#[derive(Clone, Default)]
struct Actor {
    kit: BodyKit,
    path: Option<MoverPath>,
    /// State, input and last command of its character controller.
    state: FeelState,
    input: Input,
    command: Command,
}

impl Actor {
    fn new(plan: &BodyPlan, variant: Variant) -> Actor {
        Actor {
            kit: plan.kit,
            path: plan.path.as_ref().map(|path| MoverPath::new(turned_path(path, plan.size, variant))),
            ..Actor::default()
        }
    }

    /// Runs the character controller in a control phase.
    fn decide(
        &mut self,
        bodies: &mut ControlContext,
        plan: &BodyPlan,
        hold: Hold,
        (variant, zones): (Variant, &mut Zones),
    ) {
        let Some(feel) = &plan.feel else { return };
        // Positive toward greater coordinates: the file's in the file, the world's in the world.
        let is_level = plan.profile.movement.up.axis() == 1;
        let along = if is_level { Vec2::new(hold.along, 0.0) } else { Vec2::new(0.0, hold.along) };
        let along = variant.vector(along);
        self.input.along = along.x + along.y;
        self.input.upward = hold.upward;
        self.input.grab = hold.grab;
        self.input.jump = self.input.jump.next(hold.jump);
        self.input.dash = self.input.dash.next(hold.dash);
        let zones = zones.around(bodies.world(), plan.id, hold.upward < 0.0);
        let vector = |v: [f32; 2]| variant.vector(Vec2::from(v));
        let complete = |around: &mut Surroundings| {
            zones.add_to(around);
            around.ladder |= hold.ladder;
            around.water = hold.water.map(vector);
            around.thrown = hold.thrown.map(vector);
        };
        let command = feel.decide(bodies, plan.id, &mut self.state, &mut self.input, complete);
        command.iter().for_each(|command| _ = command.apply(bodies, plan.id));
        self.command = command.unwrap_or_default();
        self.input.clear_presses();
    }
}

/// Characters, paths, crowd and boxes of all bodies in play.
#[derive(Clone)]
pub(crate) struct Kits {
    /// By body.
    actors: Vec<Actor>,
    crowds: Crowds,
    boxes: HitBoxes,
}

impl Kits {
    pub(crate) fn of(scenario: &Scenario, variant: Variant) -> Kits {
        let actors = scenario.bodies.iter().map(|plan| Actor::new(plan, variant)).collect();
        Kits { actors, crowds: Crowds::default(), boxes: HitBoxes::default() }
    }

    /// Gives a body that enters the world its planned kit.
    pub(crate) fn begin(&mut self, body: usize, scenario: &Scenario, variant: Variant) {
        self.actors[body] = Actor::new(&scenario.bodies[body], variant);
    }

    /// Runs characters, sets the velocities of bodies on paths, and moves the crowd apart, in a control phase.
    pub(crate) fn control(
        &mut self,
        scenario: &Scenario,
        bodies: &mut ControlContext,
        holds: &[Hold],
        (variant, zones): (Variant, &mut Zones),
    ) {
        for ((plan, own), hold) in scenario.bodies.iter().zip(&mut self.actors).zip(holds) {
            own.decide(bodies, plan, *hold, (variant, &mut *zones));
        }
        for (plan, own) in scenario.bodies.iter().zip(&mut self.actors) {
            if let (Some(path), Some(body)) = (&mut own.path, bodies.body(plan.id)) {
                bodies.set_velocity(plan.id, path.follow(body.position, bodies.dt()));
            }
        }
        self.crowds.begin();
        for (plan, own) in scenario.bodies.iter().zip(&self.actors) {
            own.kit.crowd.iter().for_each(|crowd| self.crowds.add(bodies.world(), plan.id, *crowd));
        }
        self.crowds.push(bodies);
    }

    /// Ends a tick: takes back the motion by the crowd, lets hit boxes hurt, and records what characters do.
    pub(crate) fn finish(&mut self, scenario: &Scenario, world: &mut World, now: &mut [Look]) {
        self.crowds.finish(world);
        self.boxes.begin();
        for (plan, own) in scenario.bodies.iter().zip(&mut self.actors) {
            let facing = if plan.feel.is_some() { own.state.facing() } else { 0 };
            own.kit.hit_box.iter_mut().for_each(|hit| self.boxes.add_hit_box(world, plan.id, hit, facing));
            own.kit.hurt_box.iter_mut().for_each(|hurt| self.boxes.add_hurt_box(world, plan.id, hurt));
        }
        for hurt in self.boxes.find() {
            let victim = hurt.victim.0 as usize;
            now[victim].hurt_by = Some(hurt.attacker.0 as usize);
            let actor = &mut self.actors[victim];
            let own = actor.kit.hurt_box.as_mut().expect("it was added");
            own.ticks_left = own.invulnerable_ticks;
            let Some(velocity) = hurt.velocity else { continue };
            match scenario.bodies[victim].feel {
                Some(_) => actor.state.throw(velocity),
                None => _ = world.set_velocity(hurt.victim, velocity),
            }
        }
        for (own, look) in self.actors.iter().zip(now) {
            look.jump = own.command.jumped;
            look.dashing = own.state.is_dashing();
            look.wall_sliding = own.state.is_wall_sliding();
        }
    }
}
