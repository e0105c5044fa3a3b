//! Rule: begin and end events alternate.

use super::Verdict;
use crate::combinations::game::{Game, id};
use std::collections::BTreeSet;
use tilephys_core::{BodyId, EventKind, SensorId, platform::PushSource};

/// Open begin events of each body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    floors: BTreeSet<BodyId>,
    squishes: BTreeSet<(BodyId, PushSource)>,
    sensors: BTreeSet<(BodyId, SensorId)>,
}

impl Open {
    /// Forgets bodies that are gone, and what the game took away, except for sensors: each entry has an exit.
    pub(crate) fn forget(&mut self, game: &Game) {
        let is_there = |body: BodyId| {
            let place = body.0 as usize;
            game.profiles[place].is_some() && !game.spawned.contains(&place)
        };
        self.floors.retain(|body| is_there(*body));
        self.squishes.retain(|(body, pusher)| {
            is_there(*body) && if let PushSource::Body(other) = pusher { is_there(*other) } else { true }
        });
    }

    /// The events of a step.
    pub(crate) fn follow(&mut self, game: &Game) -> Verdict {
        for event in game.world.events() {
            let body = event.body;
            let is_right = match event.kind {
                EventKind::FloorBegin => self.floors.insert(body),
                EventKind::FloorEnd => self.floors.remove(&body),
                EventKind::SquishBegin { pusher, depth, .. } => {
                    self.squishes.insert((body, pusher)) && depth > 0
                }
                // The squish ends with an event also if the game took the pusher away.
                EventKind::SquishEnd { pusher } => {
                    let is_gone =
                        matches!(pusher, PushSource::Body(b) if game.profiles[b.0 as usize].is_none());
                    self.squishes.remove(&(body, pusher)) || is_gone
                }
                EventKind::Enter { sensor, .. } => self.sensors.insert((body, sensor)),
                EventKind::Exit { sensor, .. } => self.sensors.remove(&(body, sensor)),
                EventKind::Stay { sensor } => self.sensors.contains(&(body, sensor)),
                _ => true,
            };
            if !is_right {
                return Err(format!("order: {event:?} out of turn for body {}", body.0));
            }
        }
        self.agree(game)
    }

    /// Checks that the open begin events agree with the world's state.
    fn agree(&self, game: &Game) -> Verdict {
        for place in 0..game.profiles.len() {
            let Some(profile) = &game.profiles[place] else { continue };
            let body = id(place);
            let state = game.world.state(body).expect("it is there");
            if profile.track_contacts && state.on_floor() != self.floors.contains(&body) {
                return Err(format!(
                    "order: body {place} stands is {}, events say otherwise",
                    state.on_floor()
                ));
            }
            for sensor in game.world.sensors_of(body) {
                if !self.sensors.contains(&(body, sensor)) {
                    return Err(format!("order: body {place} is in {sensor} without having entered"));
                }
            }
        }
        let is_in = |(body, sensor): &&(BodyId, SensorId)| !game.world.inside(*sensor).any(|b| b == *body);
        if let Some((body, sensor)) = self.sensors.iter().find(is_in) {
            return Err(format!("order: body {} entered {sensor} and is not in it", body.0));
        }
        for (body, pusher) in &self.squishes {
            if !game.world.squishes(*body).iter().any(|squish| squish.pusher == *pusher) {
                return Err(format!("order: a squish of body {} by {pusher} is over without an end", body.0));
            }
        }
        Ok(())
    }
}
