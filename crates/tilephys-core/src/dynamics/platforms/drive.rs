//! Mover phase: kinematic motion of movers, then of solid bodies.
//!
//! Movers that touch, move alike, and have a body near both are equal neighbors. They move as one group, so that none pushes a rider of
//! another.

use crate::aabb::Aabb;
use crate::dynamics::ids::BodyId;
use crate::dynamics::platforms::{
    Carrier, Cast, Grip, Membership, PlatformContext, PlatformSolver, PushQuery, Root, Solid, Stop,
};
use crate::dynamics::settings::{Profile, ProfileId};
use crate::dynamics::state::movers::Entry;
use crate::dynamics::state::{Bodies, GroupScene, Lift, SolidBody};
use crate::geometry::swept_bounds;
use crate::grid::{OffGridShape, TileGrid};
use crate::lattice::{displacement, px_from_point};
use crate::limits::ONE_WAY_TOLERANCE;
use glam::{IVec2, Vec2};

impl PlatformSolver {
    /// Begins a step: moves the shapes of solid bodies in the grid to their present boxes.
    pub(crate) fn begin(&mut self, grid: &mut TileGrid, profiles: &[Profile], bodies: &Bodies) {
        self.state.pushes.clear();
        self.state.groups.clear();
        self.state.squishes.ended.clear();
        self.state.solids.follow(grid, &mut self.state.squishes, profiles, bodies);
    }

    /// Moves all movers, parents first and otherwise by id, with all bodies that they carry and push.
    pub(crate) fn move_all(&mut self, stage: &mut PlatformContext) {
        self.state.store.sort();
        self.greatest = self.plan(stage);
        self.find_groups(stage);
        // Nothing moves and nothing can be pushed: the search for bodies near would find them in vain.
        if self.greatest == 0 && self.state.solids.is_empty() {
            self.rest(stage);
            return;
        }
        self.find_near(stage);
        let mut chain = std::mem::take(&mut self.chain);
        chain.grips.find(self.scene(stage), &self.solids.near, &self.solids.list);
        self.chain = chain;
        self.find_colliders(stage);
        self.join_equal_neighbors(stage);
        // A leader moves all that only follow it. Between groups bodies have moved, so what is near is looked at again.
        for at in 0..self.state.store.order.len() {
            let index = self.state.store.order[at];
            if self.state.store.list[index as usize].leader == index {
                self.look_again(stage);
                self.move_group(stage, index);
            }
        }
    }

    /// Finds the groups of movers with bodies that only these can move.
    fn find_groups(&mut self, stage: &PlatformContext) {
        let mut groups = std::mem::take(&mut self.state.groups);
        let taken = self.state.rides.taken.iter().map(|taken| taken.0);
        let crushed = self.state.squishes.list.iter().map(|squish| squish.body);
        let with_state = stage.transient.others().map(|entry| entry.0);
        groups.begin(stage.bodies.len());
        groups.exclude(taken.chain(crushed).chain(with_state), stage.indices);
        let PlatformContext { ref grid, profiles, ref bodies, dt, .. } = *stage;
        groups.find(&GroupScene { grid, profiles, store: &self.state.store, bodies, dt });
        self.state.groups = groups;
    }

    /// Parts all groups with their riders, before other bodies are near solids.
    #[cold]
    fn part_groups(&mut self) {
        for (group, riders) in self.state.groups.all() {
            for index in riders.flatten() {
                self.chain.grips.note(index as u32, Grip::Stands, Carrier::Solid(group.solid));
            }
        }
        self.state.groups.part(|_| true);
    }

    /// Plans the translation and the group of each mover. Returns the longest translation on an axis, in lattice units.
    fn plan(&mut self, stage: &PlatformContext) -> i32 {
        let mut greatest = 0;
        let mut are_alone = true;
        for at in 0..self.state.store.order.len() {
            let index = self.state.store.order[at] as usize;
            let mut entry = self.state.store.list[index];
            entry.wants = self.wanted(&entry, stage.dt);
            // Provisional until the mover has moved.
            entry.moved = in_world(stage.grid, &entry, entry.wants.saturating_add(self.taken(&entry)));
            greatest = greatest.max(entry.moved.x.abs()).max(entry.moved.y.abs());
            let parent = entry.mover.parent.filter(|_| entry.wants == IVec2::ZERO);
            let leader = parent.and_then(|id| self.state.store.get(id)).map(|parent| parent.leader);
            are_alone &= leader.is_none();
            entry.leader = leader.unwrap_or(index as u32);
            self.state.store.list[index] = entry;
        }
        self.groups.clear();
        if !are_alone {
            self.list_groups();
        }
        greatest
    }

    pub(super) fn list_groups(&mut self) {
        self.groups.clear();
        for rank in 0..self.state.store.order.len() {
            let index = self.state.store.order[rank];
            let leader = self.state.store.leader(index);
            self.state.store.list[index as usize].leader = leader;
            self.groups.push(Membership { leader, rank: rank as u32 });
        }
        self.groups.sort_unstable();
    }

    /// Lists the solids of a leader's group, the leader first.
    fn gather_members(&mut self, leader: u32) {
        self.solids.members.clear();
        let from = self.groups.partition_point(|member| member.leader < leader);
        let own = self.groups[from..].iter().take_while(|member| member.leader == leader);
        self.solids.members.extend(own.map(|member| self.state.store.order[member.rank as usize]));
        if self.solids.members.is_empty() {
            self.solids.members.push(leader);
        }
        self.note_shapes();
    }

    pub(super) fn lead_alone(&mut self, solid: u32) {
        self.solids.members.clear();
        self.solids.members.push(solid);
        self.note_shapes();
    }

    fn note_shapes(&mut self) {
        self.solids.shapes.clear();
        self.solids
            .shapes
            .extend(self.solids.members.iter().map(|solid| self.solids.list[*solid as usize].shape));
        self.solids.shapes.sort_unstable();
    }

    fn wanted(&mut self, entry: &Entry, dt: f32) -> IVec2 {
        let position = entry.mover.position;
        let toward = |target: IVec2| target.saturating_sub(position);
        if let Some(target) = entry.target {
            return toward(target);
        }
        if let Some(follow) = self.state.store.path_mut(entry.id) {
            return toward(follow.path.at(follow.next_tick()).saturating_add(follow.origin));
        }
        let way = |k: usize| displacement(entry.mover.velocity[k] * dt, entry.mover.rest[k]);
        IVec2::new(way(0).map_or(0, |d| d.units), way(1).map_or(0, |d| d.units))
    }

    fn taken(&self, entry: &Entry) -> IVec2 {
        let parent = entry.mover.parent.and_then(|id| self.state.store.get(id));
        parent.map_or(IVec2::ZERO, |parent| parent.moved)
    }

    /// Ends a step in which nothing moves: paths wait, and slow movers accumulate their remainder.
    fn rest(&mut self, stage: &mut PlatformContext) {
        for index in 0..self.state.store.list.len() {
            let mut entry = self.state.store.list[index];
            self.keep_rest(&mut entry, IVec2::ZERO, IVec2::ZERO, stage.dt);
            let velocity = self.velocity_now(stage, &entry, IVec2::ZERO);
            stage.grid.set_box_velocity(entry.shape, velocity);
            entry.target = None;
            self.state.store.list[index] = entry;
        }
    }

    /// Repeats [`look_around`](Self::look_around) if bodies moved beyond the margin.
    pub(crate) fn look_again(&mut self, stage: &PlatformContext) {
        if self.solids.near.is_stale {
            self.look_around(stage);
        }
    }

    /// Finds the bodies near moving solids. Riders were alone with their mover by the old bounds.
    pub(crate) fn look_around(&mut self, stage: &PlatformContext) {
        self.part_groups();
        self.find_near(stage);
        self.find_colliders(stage);
    }

    fn find_near(&mut self, stage: &PlatformContext) {
        let own = |solid: &SolidBody| {
            let index = solid.index as usize;
            let way =
                |speed: f32| displacement(speed * stage.dt, 0.0).map_or(0, |d| d.units.saturating_abs());
            way(stage.bodies.x.velocity[index]).max(way(stage.bodies.y.velocity[index]))
        };
        // Bodies can be moved by a mover on both axes, and then by a solid body, before the next one moves.
        let fastest = self.state.solids.list.iter().map(own).max().unwrap_or(0);
        let margin = self.greatest.saturating_mul(2).saturating_add(fastest.saturating_mul(2));
        self.list_solids();
        self.solids.near.begin(stage.bodies.len(), margin);
        let movers = (0..).zip(&self.state.store.list).filter(|(_, entry)| entry.moved != IVec2::ZERO);
        for (number, entry) in movers {
            if let Some(shape) = stage.grid.off_grid_shape(entry.shape) {
                self.solids.near.add(number, grown(swept_bounds(shape.aabb, entry.moved), margin));
            }
        }
        for (number, solid) in (self.state.store.list.len() as u32..).zip(&self.state.solids.list) {
            let aabb = stage.bodies.get(solid.index as usize).aabb();
            self.solids.near.add(number, grown(aabb, margin.saturating_add(own(solid))));
        }
        self.solids.near.find(stage.bodies, &mut self.state.groups);
    }

    /// Finds the colliding bodies, if any is near a moving solid: they can push bodies that no solid is near.
    fn find_colliders(&mut self, stage: &PlatformContext) {
        self.solids.colliders.is_built = false;
        let is_collider_at = |index: u32| self.scene(stage).is_collider_at(index);
        if stage.profiles.iter().any(Profile::is_collider) && self.solids.near.all().any(is_collider_at) {
            self.solids.colliders.build(stage.profiles, stage.bodies);
        }
    }

    /// Moves a mover with its group, x then y.
    fn move_group(&mut self, stage: &mut PlatformContext, leader: u32) {
        self.gather_members(leader);
        let entry = self.state.store.list[leader as usize];
        let wanted = entry.wants.saturating_add(self.taken(&entry));
        let entries = self.solids.members.iter().map(|index| &self.state.store.list[*index as usize]);
        let moves = entries.fold(wanted, |way, entry| in_world(stage.grid, entry, way));
        let is_planned = |index: &u32| {
            let planned = self.state.store.list[*index as usize].moved;
            moves.clamp(planned.min(IVec2::ZERO), planned.max(IVec2::ZERO)) == moves
        };
        // Groups are whole for planned motions only; a parent that was blocked changes the motions of its children.
        if !self.solids.members.iter().all(is_planned) {
            self.look_around(stage);
        }
        let mut moved = IVec2::ZERO;
        if moves != IVec2::ZERO {
            let root = Root { solid: leader, stop: Stop::Blockers, axes: [0, 1] };
            moved = self.carry_and_push(stage, root, moves);
        } else {
            self.chain.riders.clear();
        }
        for at in 0..self.solids.members.len() {
            let index = self.solids.members[at] as usize;
            let mut entry = self.state.store.list[index];
            let taken = self.taken(&entry);
            // A member without motion of its own follows its parent, however far that moves.
            let moves = if at == 0 || entry.wants != IVec2::ZERO { moves } else { moved };
            entry.moved = moved;
            entry.mover.position = entry.mover.position.saturating_add(moved);
            self.keep_rest(&mut entry, taken, moves, stage.dt);
            let velocity = self.velocity_now(stage, &entry, moves);
            stage.grid.set_box_velocity(entry.shape, velocity);
            if at == 0 && moves != IVec2::ZERO {
                self.lift(stage, velocity);
            }
            entry.target = None;
            self.state.store.list[index] = entry;
        }
    }

    /// Returns a mover's velocity in this step, in px/s.
    ///
    /// The sum of its own and its parent's velocity, without rounding. A mover with a target or a path, or
    /// one stopped short, has the velocity of its translation.
    fn velocity_now(&mut self, stage: &PlatformContext, entry: &Entry, moves: IVec2) -> Vec2 {
        let mut velocity = velocity_of(entry.moved, stage.dt);
        if entry.target.is_some() || self.state.store.path(entry.id).is_some() {
            return velocity;
        }
        let parent = entry.mover.parent.and_then(|id| self.state.store.get(id));
        let taken =
            parent.and_then(|parent| stage.grid.off_grid_shape(parent.shape)).map(OffGridShape::velocity);
        let said = entry.mover.velocity + taken.unwrap_or(Vec2::ZERO);
        for k in [0, 1] {
            if entry.moved[k] == moves[k] {
                velocity[k] = said[k];
            }
        }
        velocity
    }

    /// Stores the remainder of a mover's translation for the next step, and advances its path if it was followed.
    fn keep_rest(&mut self, entry: &mut Entry, taken: IVec2, moves: IVec2, dt: f32) {
        if entry.target.is_none()
            && let Some(follow) = self.state.store.path_mut(entry.id)
        {
            // A path gives each place by its tick, so it has no remainder. Blocked, the mover tries the same tick again.
            follow.origin = follow.origin.saturating_add(taken);
            if entry.moved == moves {
                follow.tick = follow.next_tick();
            }
            entry.mover.rest = Vec2::ZERO;
            return;
        }
        for k in [0, 1] {
            // Only a whole translation leaves a remainder: a mover that was stopped would else jump ahead later.
            let is_whole = entry.target.is_none() && entry.moved[k] == moves[k];
            let planned =
                displacement(entry.mover.velocity[k] * dt, entry.mover.rest[k]).filter(|_| is_whole);
            entry.mover.rest[k] = planned.map_or(0.0, |d| d.remainder);
        }
    }

    pub(crate) fn lift(&mut self, stage: &PlatformContext, velocity: Vec2) {
        if velocity == Vec2::ZERO {
            return;
        }
        let PlatformSolver { state, chain, solids, .. } = self;
        let PlatformContext { profiles, bodies, .. } = stage;
        for (group, riders) in solids.members.iter().flat_map(|solid| state.groups.on(*solid)) {
            let ticks = profiles[group.profile.index()].riding.lift_ticks;
            let lift = |body: &BodyId| Lift { body: *body, velocity, ticks, left: false };
            riders.for_each(|riders| state.rides.new.extend(bodies.id[riders].iter().map(lift)));
        }
        let mut known: Option<(ProfileId, Option<(usize, u8)>)> = None;
        for rider in &chain.riders {
            let index = rider.index as usize;
            let profile = bodies.profile[index];
            if known.is_none_or(|known| known.0 != profile) {
                let settings = profiles.get(profile.index());
                known = Some((profile, settings.map(|one| (one.movement.up.axis(), one.riding.lift_ticks))));
            }
            let Some((_, Some((axis, ticks)))) = known else { continue };
            // A rider of a body whose floor was not found does not leave.
            if rider.is_on_body && !bodies.state[index].on_floor() {
                continue;
            }
            let mut velocity = velocity;
            if !rider.is_level {
                velocity[1 - axis] = 0.0;
            }
            state.rides.new.push(Lift { body: bodies.id[index], velocity, ticks, left: false });
        }
    }

    fn list_solids(&mut self) {
        self.solids.list.clear();
        let movers = self.state.store.list.iter().map(|entry| Solid { shape: entry.shape, index: None });
        let bodies = self.state.solids.list.iter().map(|b| Solid { shape: b.shape, index: Some(b.index) });
        self.solids.list.extend(movers.chain(bodies));
    }

    pub(crate) fn cast<'a>(&'a self, stage: &'a PlatformContext, root: Root) -> Cast<'a> {
        Cast { scene: self.scene(stage), solids: &self.solids, root }
    }

    pub(crate) fn scene<'a>(&'a self, stage: &'a PlatformContext) -> PushQuery<'a> {
        PushQuery { context: stage.step_context(&self.state), bodies: stage.bodies }
    }
}

/// Grows bounds by a margin for drift, and by a unit for touching bodies.
fn grown(aabb: Aabb, margin: i32) -> Aabb {
    aabb.grown(IVec2::splat(margin.saturating_add(ONE_WAY_TOLERANCE + 1)))
}

fn in_world(grid: &TileGrid, entry: &Entry, way: IVec2) -> IVec2 {
    let Some(shape) = grid.off_grid_shape(entry.shape) else { return IVec2::ZERO };
    let [least, greatest] = shape.range();
    let cut = |k: usize| {
        let low = i64::from(shape.aabb.min[k]);
        let [back, ahead] = [least, greatest].map(|end| i64::from(end[k]) - low);
        // The magnitude must fit `i32` too.
        i64::from(way[k].max(-i32::MAX)).clamp(back, ahead) as i32
    };
    IVec2::new(cut(0), cut(1))
}

pub(crate) fn velocity_of(moved: IVec2, dt: f32) -> Vec2 {
    if dt > 0.0 && moved != IVec2::ZERO { px_from_point(moved) / dt } else { Vec2::ZERO }
}

impl PlatformSolver {
    /// Joins the groups of equal neighbors, before any mover moves.
    pub(super) fn join_equal_neighbors(&mut self, stage: &PlatformContext) {
        let pairs = std::mem::take(&mut self.solids.near.pairs);
        let mut has_joined = false;
        let mut before: &[(u32, u32)] = &[];
        for near in pairs.chunk_by(|a, b| a.1 == b.1) {
            // In a crowd most bodies have the same solids near.
            let is_known = near.iter().map(|pair| pair.0).eq(before.iter().map(|pair| pair.0));
            before = near;
            if is_known {
                continue;
            }
            for (at, one) in near.iter().enumerate() {
                for other in &near[at + 1..] {
                    has_joined |= self.join(stage, one.0, other.0);
                }
            }
        }
        self.solids.near.pairs = pairs;
        if has_joined {
            self.list_groups();
        }
    }

    /// Joins the groups of two movers if these are equal neighbors. The lesser id leads. True if it joins them.
    fn join(&mut self, stage: &PlatformContext, one: u32, other: u32) -> bool {
        let movers = self.state.store.list.len() as u32;
        if one >= movers || other >= movers {
            return false;
        }
        let [a, b] = [one, other].map(|solid| self.state.store.leader(solid));
        if a == b || !self.move_alike(a, b) || !self.touch(stage, one, other) {
            return false;
        }
        let list = &mut self.state.store.list;
        let [first, second] = if list[a as usize].id < list[b as usize].id { [a, b] } else { [b, a] };
        list[second as usize].leader = first;
        true
    }

    /// True if two leaders have one parent, one translation in this step, and one velocity.
    fn move_alike(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|index| &self.state.store.list[index as usize]);
        let has_plan = |entry: &Entry| entry.target.is_some() || self.state.store.path(entry.id).is_some();
        let is_one_velocity = match [has_plan(a), has_plan(b)] {
            [false, false] => a.mover.velocity == b.mover.velocity,
            [has_one, has_other] => has_one == has_other,
        };
        a.mover.parent == b.mover.parent && a.wants == b.wants && a.moved == b.moved && is_one_velocity
    }

    fn touch(&self, stage: &PlatformContext, one: u32, other: u32) -> bool {
        let bounds = |solid: u32| {
            let shape = self.state.store.list[solid as usize].shape;
            stage.grid.off_grid_shape(shape).map(|shape| shape.aabb)
        };
        match [one, other].map(bounds) {
            [Some(one), Some(other)] => one.min.cmple(other.max).all() && other.min.cmple(one.max).all(),
            _ => false,
        }
    }
}
