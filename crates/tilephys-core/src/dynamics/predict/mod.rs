//! Prediction of one body over the next ticks.

mod among_bodies;

use crate::controller::Body;
use crate::dynamics::commit::{commit, find_placed_contacts};
use crate::dynamics::context::{StepClasses, StepContext};
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::integrate::{integrate, is_sound};
use crate::dynamics::output::{Event, StepOutput};
use crate::dynamics::settings::ProfileId;
use crate::dynamics::state::{Bodies, BodyState, IdMap, TransientStates};
use crate::dynamics::world::World;
use among_bodies::sweep_among;

/// Body state at the end of a future tick.
#[derive(Clone, Copy, Debug)]
pub struct PredictedTick<'a> {
    /// Number of ticks from now; the first is 1.
    pub tick: u32,
    /// Body at the end of that tick.
    pub body: Body,
    /// Contacts at the end of that tick.
    pub state: BodyState,
    /// Events of the body in that tick.
    pub events: &'a [Event],
}

/// Callbacks of a trajectory prediction.
pub trait PredictionVisitor {
    /// Called to set the velocity of a tick. Gravity is already added; `state` holds the contacts of the previous tick.
    fn control(&mut self, _tick: u32, _body: &mut Body, _state: BodyState) {}

    /// Called with each predicted tick. True to continue.
    fn see(&mut self, predicted: PredictedTick) -> bool;

    /// Returns the collision hooks, if the body's profile uses them. Default none.
    fn rules(&self) -> Option<&dyn CollisionHooks> {
        None
    }
}

/// Visits each tick and controls nothing.
impl<F: FnMut(PredictedTick) -> bool> PredictionVisitor for F {
    fn see(&mut self, predicted: PredictedTick) -> bool {
        self(predicted)
    }
}

impl World {
    /// Predicts the trajectory of a body for `ticks` steps of `dt` seconds, like [`step`](Self::step),
    /// without a change of the world.
    ///
    /// For aiming lines of throws and for the planning of computer players. Movers and colliding bodies stay at their present
    /// positions as static obstacles, and hits on bodies report no event. A body that starts inside another passes through it. Each
    /// tick scans all colliding bodies. Sensor events are not predicted.
    ///
    /// Visits nothing if the body does not exist, or if `dt` or gravity is invalid.
    #[doc(alias = "trajectory")]
    pub fn predict(&self, id: BodyId, ticks: u32, dt: f32, forecast: &mut impl PredictionVisitor) {
        let (Some(mut body), Some(state), Some(profile)) =
            (self.body(id), self.state(id), self.profile_of(id))
        else {
            return;
        };
        let Some(&profile) = self.profiles.get(profile.index()).filter(|_| is_sound(self.gravity, dt)) else {
            return;
        };
        // As in a step: a placed body begins anew.
        if state.is_placed() {
            body.memory.forget_place(body.position);
        }
        // A world of one body, so that the phases of a step run unchanged.
        let profiles = [profile];
        let mut indices = IdMap::default();
        let mut one = Bodies::default();
        let mut transient = TransientStates::default();
        let mut output = StepOutput::default();
        indices.add(id, 0);
        one.push(id, ProfileId::DEFAULT, state, &body);
        transient.set(id, body.memory);
        let none = TransientStates::default();
        // All else stays where it is: a prediction moves one body only.
        let neighbors = self.neighbors(id, &profile, forecast.rules());
        let plain = StepContext {
            profiles: &profiles,
            indices: &indices,
            transient: &none,
            classes: &StepClasses::ALL_BATCHED,
            dt,
            ..self.idle_context()
        };
        for tick in 1..=ticks {
            output.clear();
            let context = StepContext { transient: &transient, rules: forecast.rules(), ..plain };
            // The phases of a step in their order, for one body.
            find_placed_contacts(context, &mut one.as_slices(), &mut output);
            if let Some(dt) = transient.own_dt(id, dt) {
                let context = StepContext { transient: &transient, rules: forecast.rules(), dt, ..plain };
                integrate(context, self.gravity, &mut one.as_slices(), &mut output);
            }
            // The visitor may change the body, like the game in the control phase.
            let mut body = Body { memory: transient.get(id), ..one.get(0) };
            forecast.control(tick, &mut body, one.state[0]);
            one.set(0, &body);
            transient.set(id, body.memory);
            let context = StepContext { rules: forecast.rules(), ..plain };
            transient.restore_wall_speed(&context, &mut one.as_slices());
            if let Some(dt) = transient.own_dt(id, dt) {
                let rules = forecast.rules();
                let context = StepContext { transient: &transient, rules, dt, ..plain };
                sweep_among(context, &neighbors, &mut one, &mut output);
                transient.retained.take(&mut output.retained);
                let rules = forecast.rules();
                let context = StepContext { transient: &transient, rules, ..plain };
                commit(context, &mut one.as_slices(), &mut output);
            }
            let context = StepContext { rules: forecast.rules(), ..plain };
            let aabb_of = |other: BodyId| self.body(other).map(|body| body.aabb());
            transient.tick_timers(&context, &one.as_slices(), aabb_of);
            output.log.sort();
            let body = Body { memory: transient.get(id), ..one.get(0) };
            let events = &output.log.events;
            if !forecast.see(PredictedTick { tick, body, state: one.state[0], events }) {
                return;
            }
        }
    }
}
