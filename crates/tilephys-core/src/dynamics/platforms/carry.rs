//! Motion of a solid or a group of solids, with all bodies that it carries, pushes and crushes.

use crate::aabb::Aabb;
use crate::dynamics::ids::PushSource;
use crate::dynamics::output::EventKind;
use crate::dynamics::platforms::{
    AxisTranslation, PlatformContext, PlatformSolver, PushGraph, PushNode, Rider, Root, Solid, Stop,
};
use crate::dynamics::settings::SquishPolicy;
use crate::dynamics::state::solids::bounds;
use crate::dynamics::state::{Push, Squish};
use crate::lattice::displacement;
use glam::{IVec2, Vec2};

impl PlatformSolver {
    /// Moves a group of solids with all bodies that it carries and pushes, axis by axis. Returns its translation, in lattice units.
    pub(crate) fn carry_and_push(&mut self, stage: &mut PlatformContext, root: Root, moves: IVec2) -> IVec2 {
        // Most movers are alone with their groups.
        let is_mover = self.solids.list[root.solid as usize].index.is_none();
        let is_alone =
            is_mover && self.solids.members.iter().all(|solid| self.solids.near.of(*solid).len() == 0);
        if is_alone && !stage.traced.any() {
            self.chain.riders.clear();
            self.shift(stage, moves);
            return moves;
        }
        let mut chain = std::mem::take(&mut self.chain);
        chain.collect_riders(self.cast(stage, root), moves);
        self.press_down(stage, &chain.riders);
        let mut moved = IVec2::ZERO;
        for axis in root.axes {
            let Some(mut way) = AxisTranslation::along(axis, moves[axis]) else { continue };
            let cast = self.cast(stage, root);
            let Solid { shape, index: own } = cast.solids.list[root.solid as usize];
            if let Some(own) = own.filter(|_| root.stop != Stop::None) {
                way.units = cast.scene.clearance(own, way, shape, None);
            }
            let units = chain.plan(cast, way);
            if let Some(own) = own {
                stage.bodies.x.at[own as usize] += way.by(units).x;
                stage.bodies.y.at[own as usize] += way.by(units).y;
            }
            moved += way.by(units);
            self.shift(stage, way.by(units));
            self.take_along(stage, &chain, way);
            let members = std::mem::take(&mut self.solids.members);
            for (number, item) in chain.items.iter().enumerate() {
                for (by, short) in chain.squeezers(number, &members, units) {
                    self.squeeze(stage, &PushNode { short, ..*item }, self.solids.list[by as usize], way);
                }
            }
            self.solids.members = members;
        }
        self.chain = chain;
        moved
    }

    /// Moves the shapes of the solids that move together, and the groups on them.
    fn shift(&mut self, stage: &mut PlatformContext, by: IVec2) {
        for &solid in &self.solids.members {
            let shape = self.solids.list[solid as usize].shape;
            let from = stage.grid.off_grid_shape(shape).map_or(IVec2::ZERO, |shape| shape.aabb.min);
            stage.grid.move_box(shape, from + by);
            self.state.groups.shift(solid, by, |riders| stage.take_all(riders, by));
        }
    }

    /// Removes the velocity of slower rising riders: the carrier presses them onto itself. Also undoes their lift velocity.
    fn press_down(&mut self, stage: &mut PlatformContext, riders: &[Rider]) {
        for rider in riders.iter().filter(|rider| rider.hold.stands) {
            let index = rider.index as usize;
            let Some(profile) = stage.profiles.get(stage.bodies.profile[index].index()) else { continue };
            let up = profile.movement.up;
            let body = stage.bodies.id[index];
            // A body that jumped in this step took the velocity of its carrier along. Pressed down again, it has not left.
            let is_any_taken = !self.state.rides.taken.is_empty();
            let taken = if is_any_taken { self.state.rides.take_back(body) } else { Vec2::ZERO };
            let axes = [&mut stage.bodies.x, &mut stage.bodies.y];
            for (k, axis) in axes.into_iter().enumerate() {
                axis.velocity[index] = axis.velocity[index] - taken[k] + 0.0;
                if k == up.axis() && axis.velocity[index] * up.sign() > 0.0 {
                    axis.velocity[index] = 0.0;
                    axis.remainder[index] = 0.0;
                }
            }
        }
    }

    fn take_along(&mut self, stage: &mut PlatformContext, chain: &PushGraph, way: AxisTranslation) {
        for (number, item) in chain.items.iter().enumerate().filter(|(_, item)| item.moved > 0) {
            let index = item.index as usize;
            // The shape of a solid body moves with it, so that later queries of this step see both at one place.
            let by = way.by(item.moved);
            stage.take(index, by);
            self.solids.near.drift(item.index, item.moved);
            if let Some(solid) = item.solid() {
                let at = bounds(stage.bodies, item.index).0;
                stage.grid.move_box(self.solids.list[solid as usize].shape, at);
            }
            // The carried part is no push: a rider does not count it as its own motion.
            if item.moved > item.carried {
                let member = self.solids.members[chain.pushing_member(number) as usize];
                if let Some(pusher) = self.state.owner(self.solids.list[member as usize].shape) {
                    self.note_push(stage, index, pusher, by);
                }
            }
        }
    }

    /// Adds a push to the body's sum; the last pusher is recorded. Pushes stay sorted by id.
    fn note_push(&mut self, stage: &PlatformContext, index: usize, by: PushSource, way: IVec2) {
        let body = stage.bodies.id[index];
        let found = self.state.pushes.binary_search_by_key(&body, |push| push.body);
        let before = found.map_or(IVec2::ZERO, |at| self.state.pushes[at].way);
        let way = before.saturating_add(way);
        let dt = stage.transient.own_dt(body, stage.dt).unwrap_or(0.0);
        let own = [&stage.bodies.x, &stage.bodies.y].map(|axis| {
            displacement(axis.velocity[index] * dt, axis.remainder[index]).map_or(0, |d| d.units)
        });
        let is_felt = (0..2).any(|k| way[k] != 0 && way[k].clamp(own[k].min(0), own[k].max(0)) != way[k]);
        let push = Push { body, by, way, is_felt };
        match found {
            Ok(at) => self.state.pushes[at] = push,
            Err(at) => self.state.pushes.insert(at, push),
        }
    }

    /// Handles a body that is pushed farther than it can move.
    fn squeeze(&mut self, stage: &mut PlatformContext, item: &PushNode, by: Solid, way: AxisTranslation) {
        let body = stage.bodies.id[item.index as usize];
        let scene = self.scene(stage);
        let Some(profile) = scene.profile(item.index) else { return };
        // A body that is short of its push may still be beside the solid, or under a line that passes it.
        let way = AxisTranslation { units: item.short, ..way };
        if !scene.is_crushed(by.shape, way, item.index) {
            return;
        }
        let policy = profile.riding.squish;
        let aside = match policy {
            SquishPolicy::Wiggle(px) => scene.place_beside(item.index, by.shape, way, px),
            _ => None,
        };
        // A place that another body has is no way out: it would only hand the squish on.
        if let Some(to) = aside.filter(|to| !self.is_taken(stage, item.index, *to)) {
            let index = item.index as usize;
            let from = bounds(stage.bodies, item.index).0;
            stage.bodies.x.at[index] = to.x;
            stage.bodies.y.at[index] = to.y;
            self.solids.near.drift(item.index, (to - from).abs().max_element());
            if let Some(solid) = item.solid() {
                stage.grid.move_box(self.solids.list[solid as usize].shape, to);
            }
            return;
        }
        // Else the solid passes the body from now on, and the squish is reported when it begins.
        let Some(pusher) = self.state.owner(by.shape) else { return };
        let silent = policy == SquishPolicy::PassThrough;
        let direction = way.direction;
        let depth = item.short;
        if self.state.squishes.begin(Squish { body, pusher, direction, shape: by.shape, silent }) && !silent {
            stage.log.push(body, EventKind::SquishBegin { pusher, direction, depth });
        }
    }

    fn is_taken(&mut self, stage: &PlatformContext, index: u32, to: IVec2) -> bool {
        if !self.solids.colliders.is_built || !self.scene(stage).is_collider_at(index) {
            return false;
        }
        let [min, max] = self.scene(stage).bounds(index);
        let mut near = std::mem::take(&mut self.beside);
        // The whole way there, and not only its end.
        let there = Aabb { min: to.min(min), max: to.max(min) + (max - min) };
        self.solids.colliders.find(stage.bodies, there, self.solids.near.most, &mut near);
        let is_taken = self.scene(stage).is_taken(index, to, &near);
        self.beside = near;
        is_taken
    }
}
