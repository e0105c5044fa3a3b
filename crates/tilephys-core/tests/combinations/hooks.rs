//! The game's part in a step: bodies that run and jump, characters with their players, rules.

use crate::combinations::game::id;
use crate::combinations::spec::{Drive, Held, Pool, Spec};
use crate::shapes::solid::{Point, unit};
use crate::shapes::world::pair;
use tilephys_core::glam::Vec2;
use tilephys_core::*;
use tilephys_feel::{Button, Feel, FeelState, FeelTick, Input};

/// Rules of the game: some kinds of tile are not there for bodies that ask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hides(pub(crate) Vec<TileId>);

impl CollisionHooks for Hides {
    fn should_collide(&self, _body: BodyId, met: &Obstacle) -> bool {
        !self.0.contains(&met.tile)
    }
}

/// A character: its settings, its state, what its player held in the last step.
#[derive(Clone, Debug)]
pub(crate) struct Hero {
    feel: Feel,
    state: FeelState,
    last: [Button; 2],
}

impl Hero {
    pub(crate) fn new(feel: Feel) -> Hero {
        Hero { feel, state: FeelState::default(), last: [Button::UP; 2] }
    }
}

pub(crate) struct Hooks<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) tick: u32,
    pub(crate) heroes: &'a mut [Option<Hero>],
    pub(crate) rules: &'a Hides,
    /// By actor, if it is there.
    pub(crate) profiles: &'a [Option<Profile>],
    /// Velocities that the game sets: actor and velocity, in px/s.
    pub(crate) thrown: &'a [(usize, [f32; 2])],
    /// By actor, velocities when the control phase began and when it ended.
    pub(crate) speeds: &'a mut [Option<[Vec2; 2]>],
}

impl StepHooks for Hooks<'_> {
    fn control(&mut self, bodies: &mut ControlContext) {
        let speed = |bodies: &ControlContext, place: usize| bodies.body(id(place)).map(|body| body.velocity);
        for (place, speeds) in self.speeds.iter_mut().enumerate() {
            *speeds = speed(bodies, place).map(|integrated| [integrated; 2]);
        }
        for (place, actor) in self.spec.actors.iter().enumerate() {
            let Some(profile) = &self.profiles[place] else { continue };
            match &actor.drive {
                Drive::Nothing => {}
                Drive::Run { speed, jump, every, back } => {
                    let is_due = (self.tick + place as u32).is_multiple_of((*every).max(1));
                    let is_back = self.tick.checked_div(*back).is_some_and(|legs| legs % 2 == 1);
                    let speed = if is_back { 0.0 - *speed } else { *speed };
                    run(bodies, id(place), profile.movement.up, [speed, if is_due { *jump } else { 0.0 }]);
                }
                Drive::Feel { held, .. } => self.play(bodies, place, held),
            }
        }
        for &(place, velocity) in self.thrown {
            bodies.set_velocity(id(place), velocity);
        }
        for (place, speeds) in self.speeds.iter_mut().enumerate() {
            if let (Some([_, wanted]), Some(now)) = (speeds, speed(bodies, place)) {
                *wanted = now;
            }
        }
    }

    fn rules(&self) -> Option<&dyn CollisionHooks> {
        Some(self.rules)
    }
}

/// Sets the speed across up, and from a floor the speed upward if there is a jump.
fn run(bodies: &mut ControlContext, id: BodyId, up: Direction, [speed, jump]: [f32; 2]) {
    let (Some(body), Some(state)) = (bodies.body(id), bodies.state(id)) else { return };
    let axis = up.axis();
    let mut velocity = body.velocity;
    velocity[1 - axis] = speed;
    if jump > 0.0 && state.on_floor() {
        velocity[axis] = jump * up.vector()[axis] as f32;
    }
    bodies.set_velocity(id, velocity);
}

impl Hooks<'_> {
    /// A character's part of the step.
    fn play(&mut self, bodies: &mut ControlContext, place: usize, held: &[Held]) {
        let (Some(hero), Some(body)) = (&mut self.heroes[place], bodies.body(id(place))) else { return };
        let Some(held) = held_at(held, self.tick) else { return };
        let [jump, dash] = [hero.last[0].next(held.jump), hero.last[1].next(held.dash)];
        hero.last = [jump.seen(), dash.seen()];
        let mut input =
            Input { along: held.along.into(), upward: held.upward.into(), jump, dash, grab: held.grab };
        let pools: Vec<&Pool> = self.spec.pools.iter().filter(|pool| is_in(body.aabb(), pool)).collect();
        if pools.is_empty() {
            hero.feel.drive(bodies, id(place), &mut hero.state, &mut input);
            return;
        }
        let Some(body) = bodies.world().body_ref(id(place)) else { return };
        let mut around = hero.feel.surroundings_of(&body, &hero.state, &input);
        let tick = FeelTick::of(&body, bodies.dt());
        around.ladder = pools.iter().any(|pool| pool.water.is_none());
        around.water = pools.iter().find_map(|pool| pool.water).map(Vec2::from);
        let command = hero.feel.control(&mut hero.state, &mut input, &around, &tick);
        command.apply(bodies, id(place));
    }
}

/// Input of a tick: the list, repeated.
fn held_at(held: &[Held], tick: u32) -> Option<Held> {
    let whole: u32 = held.iter().map(|h| h.ticks.max(1)).sum();
    let mut rest = tick % whole.max(1);
    held.iter().copied().find(|h| {
        let ticks = h.ticks.max(1);
        let is_now = rest < ticks;
        rest = rest.saturating_sub(ticks);
        is_now
    })
}

fn is_in(body: Aabb, pool: &Pool) -> bool {
    let (lo, hi): (Point, Point) = (pair(body.min), pair(body.max));
    (0..2).all(|k| lo[k] < pool.at[k] + pool.size[k] && pool.at[k] < hi[k])
}

/// The axis along up and its sign.
pub(crate) fn upward(up: Direction) -> (usize, i64) {
    let v = unit(up);
    if v[0] == 0 { (1, v[1]) } else { (0, v[0]) }
}
