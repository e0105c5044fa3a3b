//! Motion of solid bodies, and the end of squishes.

use crate::aabb::Aabb;
use crate::controller::Start;
use crate::dynamics::output::EventKind;
use crate::dynamics::platforms::{
    AxisTranslation, Carrier, Grip, PlatformContext, PlatformSolver, Root, Stop, velocity_of,
};
use crate::dynamics::state::SolidBody;
use crate::dynamics::state::solids::bounds;
use glam::IVec2;
use std::cmp::Reverse;

impl PlatformSolver {
    /// Lists the solid bodies in order of motion, the lowest along gravity first.
    ///
    /// Bodies with another `up` follow, by the lowest id among them: heights along different axes are not comparable.
    pub(crate) fn settle(&mut self, stage: &PlatformContext) {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..self.state.solids.list.len() as u32);
        let up_of = |solid_index: u32| {
            let index = self.state.solids.list[solid_index as usize].index as usize;
            let profile = stage.profiles.get(stage.bodies.profile[index].index());
            profile.map_or_else(Default::default, |profile| profile.movement.up)
        };
        // The least id of each direction puts the directions in order, independent of where the bodies are stored.
        let mut first = [u32::MAX; 4];
        for &solid_index in &order {
            let first = &mut first[up_of(solid_index) as usize];
            *first = solid_index.min(*first);
        }
        // The lowest feet first: a body that falls finds its floor where the step leaves it.
        order.sort_unstable_by_key(|&solid_index| {
            let (min, size) = bounds(stage.bodies, self.state.solids.list[solid_index as usize].index);
            let up = up_of(solid_index);
            let k = up.axis();
            let sign = up.vector()[up.axis()];
            let feet = if sign < 0 { i64::from(min[k]) + i64::from(size[k]) } else { -i64::from(min[k]) };
            (first[up as usize], Reverse(feet), solid_index)
        });
        self.order = order;
    }

    /// Lists the solid bodies that stand on a solid body which rises, also on each other.
    pub(crate) fn load_riders(&mut self, stage: &PlatformContext, solid_index: u32) {
        self.state.load.clear();
        let solid = self.state.solids.list[solid_index as usize];
        let Some(profile) = self.scene(stage).profile(solid.index) else { return };
        let up = profile.movement.up;
        let velocity = [&stage.bodies.x.velocity, &stage.bodies.y.velocity][up.axis()][solid.index as usize];
        // A body that does not rise is held by nothing above it.
        if velocity * up.sign() <= 0.0 {
            return;
        }
        self.state.load.carrier = Some(solid.id);
        let movers = self.state.store.list.len() as u32;
        let mut carrier = movers + solid_index;
        // A stack is lifted as a whole: each rider is a carrier in turn.
        for next in 0.. {
            for index in self.solids.near.of(carrier) {
                let stands = self.chain.grips.on(index, Carrier::Solid(carrier)) == Some(Grip::Stands);
                let Some(number) = self.scene(stage).solid_of(index).filter(|_| stands) else { continue };
                let shape = self.solids.list[number as usize].shape;
                let load = &mut self.state.load;
                if !load.shapes.contains(&shape) {
                    load.shapes.push(shape);
                    load.solids.push(number);
                }
            }
            let Some(&number) = self.state.load.solids.get(next) else { break };
            carrier = number;
        }
    }

    /// Moves a solid body with all that it carries, from `from` to the end of its own sweep, until a body blocks it.
    ///
    /// Returns the corner of its path if it did not arrive.
    pub(crate) fn move_solid_body(
        &mut self,
        stage: &mut PlatformContext,
        solid_index: u32,
        from: IVec2,
    ) -> Option<IVec2> {
        let solid = self.state.solids.list[solid_index as usize];
        let (to, size) = bounds(stage.bodies, solid.index);
        let number = self.state.store.list.len() as u32 + solid_index;
        if from == to {
            return None;
        }
        if self.solids.near.of(number).all(|index| index == solid.index) {
            stage.grid.move_box(solid.shape, to);
            self.solids.near.drift(solid.index, far(to.saturating_sub(from)));
            return None;
        }
        let index = solid.index as usize;
        let hull = Aabb { min: from.min(to), max: from.max(to) + size };
        let is_in_way = self.solids.near.of(number).any(|other| {
            let (min, size) = bounds(stage.bodies, other);
            other != solid.index && min.cmplt(hull.max).all() && hull.min.cmplt(min + size).all()
        });
        // Both can be farther apart than `i32` holds; the excess is cut.
        let moves = to.saturating_sub(from);
        let axes = [[0, 1], [1, 0]].into_iter().find(|axes| self.leads(stage, solid, from, moves, *axes));
        // If neither axis order is free, the body is placed at the end of its sweep, unless a body blocks it.
        let stop = match (is_in_way, axes) {
            (true, _) => Stop::All,
            (false, Some(_)) => Stop::Blockers,
            (false, None) => Stop::None,
        };
        let axes = axes.unwrap_or([0, 1]);
        stage.bodies.x.at[index] = from.x;
        stage.bodies.y.at[index] = from.y;
        let root = Root { solid: number, stop, axes };
        self.lead_alone(number);
        let moved = self.carry_and_push(stage, root, moves);
        self.solids.near.drift(solid.index, far(moved));
        for (k, axis) in [&mut stage.bodies.x, &mut stage.bodies.y].into_iter().enumerate() {
            // A body was in the way.
            if moved[k] != moves[k] {
                axis.velocity[index] = 0.0;
                axis.remainder[index] = 0.0;
            }
        }
        self.lift(stage, velocity_of(moved, stage.dt));
        let mut corner = from;
        corner[axes[0]] += moved[axes[0]];
        (moved != moves).then_some(corner)
    }

    /// Pushes a solid body out of a solid in which its motion began, with all that it carries and pushes.
    ///
    /// Like [`move_solid_body`](Self::move_solid_body), but no body blocks it. Returns the start of its remaining path.
    pub(crate) fn put_out(
        &mut self,
        stage: &mut PlatformContext,
        solid_index: u32,
        start: Start,
        from: IVec2,
    ) -> IVec2 {
        let Start::Pushed(way) = start else { return from };
        let solid = self.state.solids.list[solid_index as usize];
        let number = self.state.store.list.len() as u32 + solid_index;
        let index = solid.index as usize;
        let (to, _) = bounds(stage.bodies, solid.index);
        (stage.bodies.x.at[index], stage.bodies.y.at[index]) = from.into();
        // An exit is at most a tile long, so these bounds suffice for all other solid bodies too.
        let farthest = stage.grid.tile_size().max_element();
        if self.greatest < farthest {
            self.greatest = farthest;
            self.look_around(stage);
        }
        let root = Root { solid: number, stop: Stop::None, axes: [0, 1] };
        self.lead_alone(number);
        self.carry_and_push(stage, root, way);
        self.solids.near.drift(solid.index, far(way));
        self.look_again(stage);
        (stage.bodies.x.at[index], stage.bodies.y.at[index]) = to.into();
        from + way
    }

    /// Keeps a solid body stuck if it was stopped before its motion left the solid.
    pub(crate) fn keep_stuck(&self, stage: &mut PlatformContext, solid_index: u32, start: Start) {
        let solid = self.state.solids.list[solid_index as usize];
        if start == Start::Freed && self.scene(stage).is_in_solid(solid.index) {
            let state = &mut stage.bodies.state[solid.index as usize];
            *state = state.with_stuck(true);
        }
    }

    /// True if the path of a solid body along `axes` is free of the map and of solids.
    fn leads(
        &self,
        stage: &mut PlatformContext,
        solid: SolidBody,
        from: IVec2,
        moves: IVec2,
        axes: [usize; 2],
    ) -> bool {
        let mut at = from;
        axes.into_iter().all(|axis| {
            (stage.bodies.x.at[solid.index as usize], stage.bodies.y.at[solid.index as usize]) = at.into();
            at[axis] += moves[axis];
            AxisTranslation::along(axis, moves[axis]).is_none_or(|way| {
                self.scene(stage).clearance(solid.index, way, solid.shape, None) == way.units
            })
        })
    }

    /// Ends the squishes of bodies outside their pusher, or with a removed pusher.
    pub(crate) fn end_squishes(&mut self, stage: &mut PlatformContext) {
        let mut squishes = std::mem::take(&mut self.state.squishes.list);
        let mut ended = std::mem::take(&mut self.state.squishes.ended);
        squishes.retain(|squish| {
            let Some(index) = stage.indices.get(squish.body) else { return false };
            let is_inside = self.scene(stage).is_inside(squish.shape, index as u32);
            if !is_inside {
                ended.push(squish.body);
            }
            if !is_inside && !squish.silent {
                stage.log.push(squish.body, EventKind::SquishEnd { pusher: squish.pusher });
                // Hits of the body happened earlier, but are logged later.
                stage.log.is_timed = true;
            }
            is_inside
        });
        self.state.squishes.list = squishes;
        self.state.squishes.ended = ended;
    }
}

fn far(way: IVec2) -> i32 {
    way.x.saturating_abs().saturating_add(way.y.saturating_abs())
}
