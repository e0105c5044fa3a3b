//! Playback of bodies that are spawned, despawned and teleported.

use super::look::Look;
use super::model::{BodyOrder, Step};
use super::play::Player;
use super::stage::is_in_world;

impl Player<'_> {
    /// True if a body is in the world.
    pub(crate) fn is_there(&self, place: usize) -> bool {
        self.stage.world.body(self.scenario.bodies[place].id).is_some()
    }

    /// Does with the bodies what a step says, before its first repeat.
    pub(crate) fn order_bodies(&mut self, step: &Step, now: &mut [Look]) {
        for order in &step.bodies {
            let plan = &self.scenario.bodies[order.body];
            if order.despawn {
                self.stage.world.despawn(plan.id);
                now[order.body] = now[order.body].gone();
                self.stood[order.body] = false;
                continue;
            }
            if order.spawn {
                self.stage.spawn(order.body, self.scenario, self.variant);
                self.kits.begin(order.body, self.scenario, self.variant);
            }
            self.change(order);
            now[order.body].gone = false;
        }
        if !step.bodies.is_empty() {
            self.look_again(now);
        }
    }

    fn change(&mut self, order: &BodyOrder) {
        let variant = self.variant;
        let bodies = &self.scenario.bodies;
        let id = bodies[order.body].id;
        let mut body = self.body(order.body);
        if let Some(place) = order.place {
            let corner = variant.corner(place, variant.size(body.size));
            // A body that has grown may not fit where it did; then it stays.
            if let Some(corner) = corner.filter(|min| is_in_world(*min, body.size)) {
                body.position = corner;
                self.stage.world.set_body(id, body);
            }
        }
        let world = &mut self.stage.world;
        if let Some(velocity) = order.velocity {
            world.set_velocity(id, variant.vector(velocity));
        }
        if let Some(scale) = order.time_scale {
            world.set_time_scale(id, scale);
        }
        if let Some(ticks) = order.hit_stop {
            world.hit_stop(id, ticks);
        }
        for (other, is_ignored) in [(order.ignore, true), (order.stop_ignoring, false)] {
            if let Some(other) = other {
                world.ignore_pair(id, bodies[other].id, is_ignored);
            }
        }
    }
}
