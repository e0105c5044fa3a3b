//! Trajectory prediction: the future path of a body, without a change of the world.

use super::World;
use super::bodies::Bodies;
use super::body_view::ViewContext;
use super::events::Event;
use super::hooks::CollisionHooks;
use super::ids::{BodyId, IdMap};
use super::parts::StepOutput;
use super::predict_among::sweep_among;
use super::profile::ProfileId;
use super::sensors::SensorPath;
use super::state::BodyState;
use super::step::{commit, integrate, is_sound};
use super::sweep::Setting;
use super::transient_state::Memories;
use crate::controller::Body;

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
    /// Called to set the velocity of a tick. Gravity is already added; `state` holds the contacts of the
    /// previous tick.
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
    /// For aiming lines of throws and for the planning of computer players. Movers and colliding bodies stay
    /// at their present positions as static obstacles, and hits on bodies report no event. A body that starts
    /// inside another passes through it. Each tick scans all colliding bodies. Sensor events are not
    /// predicted.
    ///
    /// Visits nothing if the body does not exist, or if `dt` or gravity is invalid.
    #[doc(alias = "trajectory")]
    pub fn predict(&self, id: BodyId, ticks: u32, dt: f32, forecast: &mut impl PredictionVisitor) {
        let (Some(body), Some(state), Some(profile)) = (self.body(id), self.state(id), self.profile_of(id))
        else {
            return;
        };
        let Some(&profile) = self.profiles.get(profile.place()).filter(|_| is_sound(self.gravity, dt)) else {
            return;
        };
        let (profiles, mut places) = ([profile], IdMap::default());
        let (mut one, mut memories, mut notes) =
            (Bodies::default(), Memories::default(), StepOutput::default());
        places.add(id, 0);
        one.push(id, ProfileId::DEFAULT, &body);
        one.state[0] = state;
        memories.set(id, body.memory);
        let none = Memories::default();
        let (grid, movers) = (&self.grid, &self.movers);
        let neighbors = self.neighbors(id, &profile, forecast.rules());
        let plain = Setting {
            grid,
            profiles: &profiles,
            memories: &none,
            movers,
            rules: None,
            traced: SensorPath::default(),
            dt,
        };
        for tick in 1..=ticks {
            notes.clear();
            if let Some(dt) = memories.own_dt(id, dt) {
                let setting = Setting { memories: &memories, rules: forecast.rules(), dt, ..plain };
                integrate(setting, self.gravity * dt, &mut one.as_slices(), &mut notes);
            }
            let mut body = Body { memory: memories.get(id), ..one.get(0) };
            forecast.control(tick, &mut body, one.state[0]);
            one.set(0, &body);
            memories.set(id, body.memory);
            let context = ViewContext::new(grid, movers, forecast.rules());
            memories.restore_wall_speed(&context, &profiles, &mut one.as_slices(), &places);
            if let Some(dt) = memories.own_dt(id, dt) {
                let rules = forecast.rules();
                let setting = Setting { memories: &memories, rules, dt, ..plain };
                sweep_among(setting, &neighbors, &mut one, &mut notes);
                memories.take(&mut notes.memories);
                let rules = forecast.rules();
                let setting = Setting { memories: &memories, rules, dt, ..plain };
                commit(setting, &mut one.as_slices(), &mut notes);
            }
            let context = ViewContext::new(grid, movers, forecast.rules());
            let aabb_of = |other: BodyId| self.body(other).map(|body| body.aabb());
            memories.tick_timers(&context, &profiles, (&one.as_slices(), &places), aabb_of);
            notes.log.sort();
            let body = Body { memory: memories.get(id), ..one.get(0) };
            let events = &notes.log.events;
            if !forecast.see(PredictedTick { tick, body, state: one.state[0], events }) {
                return;
            }
        }
    }
}
