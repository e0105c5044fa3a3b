//! Playback of movers.

use super::look::{Look, SeenSquish};
use super::model::Step;
use super::play::Player;
use super::stage::thing_of;
use glam::Vec2;

impl Player<'_> {
    /// Does with the movers what a step says, before a repeat of it.
    pub(crate) fn order_movers(&mut self, step: &Step, repeat: usize, now: &mut [Look]) {
        let scenario = self.scenario;
        let variant = self.variant;
        for order in &step.orders {
            let plan = &scenario.movers[order.mover];
            let corner = |at| variant.corner(at, plan.size).expect("checked");
            let world = &mut self.stage.world;
            if repeat == 0 {
                if let Some(velocity) = order.velocity {
                    world.set_mover_velocity(plan.id, variant.vector(velocity));
                }
                if let Some(place) = order.place {
                    world.place_mover(plan.id, corner(place));
                }
                if order.remove {
                    world.remove_mover(plan.id);
                    now[scenario.bodies.len() + order.mover].gone = true;
                }
            }
            if let Some(len) = std::num::NonZeroUsize::new(order.move_to.len()) {
                world.move_mover_to(plan.id, corner(order.move_to[repeat % len]));
            }
        }
    }

    /// Records the positions of movers; a removed mover keeps its last position.
    pub(crate) fn look_at_movers(&self, now: &mut [Look]) {
        let world = &self.stage.world;
        for (plan, look) in self.scenario.movers.iter().zip(&mut now[self.scenario.bodies.len()..]) {
            look.moved =
                world.mover_moved(plan.id).map_or_else(Default::default, |by| self.back.translation(by));
            let shape = world.mover_box(plan.id).and_then(|id| world.grid.off_grid_shape(id));
            let (Some(mover), Some(shape)) = (world.mover(plan.id), shape) else {
                look.velocity = Vec2::ZERO;
                continue;
            };
            let size = shape.aabb.max - shape.aabb.min;
            look.position = self.back.seen_corner(shape.aabb.min, size);
            look.size = self.back.size(size);
            look.velocity = self.back.vector(shape.velocity());
            look.rest = self.back.vector(mover.rest);
        }
    }

    /// Writes down what movers have done to a body.
    pub(crate) fn look_at_riding(&self, place: usize, look: &mut Look) {
        let world = &self.stage.world;
        let id = self.scenario.bodies[place].id;
        look.lift = self.back.vector(world.lift_velocity(id));
        look.pushed_by = world.pushed_by(id).map(|by| thing_of(self.scenario, by));
        let seen = |squish: &tilephys::core::platform::Squish| SeenSquish {
            by: thing_of(self.scenario, squish.pusher),
            direction: self.back.direction(squish.direction),
            depth: world.squish_depth(squish).unwrap_or(0),
        };
        look.squishes = world.squishes(id).iter().map(seen).collect();
        look.squishes.sort_by_key(|squish| squish.by);
    }
}
