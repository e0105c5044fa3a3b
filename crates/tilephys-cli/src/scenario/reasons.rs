//! Explanations of the moves of bodies in a tick, in words.

use super::play::Player;
use glam::{IVec2, Vec2};
use tilephys::core::{Body, BodyId};
use tilephys::inspect::explain;

impl Player<'_> {
    /// Tells why the bodies moved as they did from where the control phase left them. (A conveyor's part is left out.)
    pub(crate) fn explain_tick(&mut self, bodies: &[(BodyId, Option<Body>)]) {
        for (place, (_, body)) in bodies.iter().enumerate() {
            let Some(body) = body else { continue };
            let Some(scale) = self.stage.world.time_scale(self.scenario.bodies[place].id) else { continue };
            let by = body.velocity * (self.scenario.dt * scale);
            if by.is_finite() && by != Vec2::ZERO {
                let config = self.profile(place).movement;
                let start = self.after_movers(place, body, by);
                let told = start.map(|body| explain(&self.stage.world.grid, &body, by, &config).to_string());
                self.reasons[place] = told.unwrap_or_default();
            }
        }
    }

    /// Body after the movers of this tick: at its old position or, if its move does not start there, carried by a
    /// mover. `None` if neither fits: for a pushed body, and for a solid body, which moves with the movers.
    fn after_movers(&self, place: usize, body: &Body, by: Vec2) -> Option<Body> {
        let world = &self.stage.world;
        let scenario = self.scenario;
        if scenario.movers.is_empty() && scenario.bodies.iter().all(|plan| plan.solid.is_none()) {
            return Some(*body);
        }
        let end = self.body(place).position;
        let config = self.profile(place).movement;
        let carried = scenario.movers.iter().filter_map(|mover| world.mover_moved(mover.id));
        let starts = [IVec2::ZERO].into_iter().chain(carried);
        let starts = starts.map(|way| Body { position: body.position + way, ..*body });
        let leads = |start: &Body| {
            let (after, moved) = world.grid.check(start, by, &config, &mut Vec::new());
            // Without this a carried body would begin inside of the mover.
            after.position == end && moved.pushed == IVec2::ZERO && !moved.stuck
        };
        starts.filter(|_| scenario.bodies[place].solid.is_none()).find(leads)
    }
}
