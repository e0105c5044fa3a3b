//! Rigid shift: the motion of a mover and its riders as one body, where nothing is near them.
//!
//! Most movers carry riders through empty space. Then each rider moves by exactly the translation of the mover, and
//! no push graph is needed. The result equals the push graph's.

use crate::aabb::Aabb;
use crate::dynamics::platforms::context::PlatformContext;
use crate::dynamics::platforms::firm_riders::FirmGroup;
use crate::dynamics::platforms::push_context::{Carrier, Cast, Root};
use crate::dynamics::platforms::push_graph::Rider;
use crate::dynamics::platforms::push_query::AxisTranslation;
use crate::dynamics::platforms::solver::PlatformSolver;
use crate::dynamics::state::bodies::Bodies;
use crate::dynamics::state::body_list::BodyList;
use crate::grid::CellRect;
use crate::lattice::displacement;
use crate::sweep::swept_bounds;
use glam::IVec2;

/// Cells for each rider up to which the riders share one look at the grid.
const CELLS_A_RIDER: i64 = 32;

impl Cast<'_> {
    /// Returns the bounds of the paths of `riders`, if all follow the mover by `moves` unobstructed and no other
    /// body is in its way. The bounds are empty without riders.
    pub(crate) fn rigid_bounds(&self, riders: &[Rider], moves: IVec2) -> Option<Aabb> {
        let grid = self.scene.context.grid;
        let is_box = || grid.off_grid_shape(self.shape()).filter(|shape| shape.is_box());
        let solid = &self.solids[self.mover as usize];
        let shape = is_box().filter(|_| solid.index.is_none() && self.members.len() == 1)?;
        let own = swept_bounds(shape.aabb, moves);
        let mut left = riders.iter().peekable();
        let mut hull = None;
        let may_carry = self.colliders.is_built() || !self.scene.context.platforms.solids.is_empty();
        for &index in self.near.of(self.mover) {
            let body = self.scene.aabb(index);
            if let Some(rider) = left.next_if(|rider| rider.index == index) {
                if !self.follows(rider, moves) || may_carry && self.carrier(index).is_some() {
                    return None;
                }
                hull = Some(hull.map_or(body, |hull: Aabb| hull.union(body)));
            } else if own.overlaps(body) {
                return None;
            }
        }
        // Riders of riders follow in the list.
        if left.peek().is_some() {
            return None;
        }
        let Some(hull) = hull else { return Some(Aabb { min: IVec2::ZERO, max: IVec2::ZERO }) };
        let hull = swept_bounds(hull, moves);
        let indices = riders.iter().map(|rider| rider.index);
        self.is_unobstructed(indices, hull, moves).then_some(hull)
    }

    /// True if a rider follows the mover on each axis of its translation.
    fn follows(&self, rider: &Rider, moves: IVec2) -> bool {
        if rider.hold.upright && rider.hold.level {
            return true;
        }
        let Some(profile) = self.scene.profile(rider.index) else { return false };
        let axis = profile.movement.up.axis();
        (moves[axis] == 0 || rider.hold.upright) && (moves[1 - axis] == 0 || rider.hold.level)
    }

    /// True if the paths of the riders, with bounds `hull`, are inside the world and free of all but the mover.
    fn is_unobstructed(
        &self,
        mut riders: impl ExactSizeIterator<Item = u32>,
        hull: Aabb,
        moves: IVec2,
    ) -> bool {
        let view = self.scene.context.grid.view(u32::MAX);
        let mover = self.shape().index() as u32;
        let cells = |aabb: Aabb| view.cells().covered(aabb.min, aabb.max);
        let is_free = |index: u32| {
            let way = swept_bounds(self.scene.aabb(index), moves);
            view.holds_only(cells(way), mover)
        };
        let is_shared = are_few(cells(hull), riders.len());
        hull.is_in_world() && (is_shared && view.holds_only(cells(hull), mover) || riders.all(is_free))
    }
}

/// Riders that a mover shifts with it.
#[derive(Clone, Copy, Debug, Default)]
struct ShiftedRiders {
    /// Bounds of the riders at first, then of their paths, if there are any.
    paths: Option<Aabb>,
    /// Greatest speeds by axis, in px/s.
    fastest: [f32; 2],
}

impl ShiftedRiders {
    /// Adds a body.
    #[inline]
    fn add(&mut self, bodies: &Bodies, index: u32, aabb: Aabb) {
        self.paths = Some(self.paths.map_or(aabb, |hull| hull.union(aabb)));
        self.note_speeds(bodies, index as usize);
    }

    /// Raises the greatest speeds to the speeds of a body.
    #[inline]
    fn note_speeds(&mut self, bodies: &Bodies, index: usize) {
        for (fastest, axis) in self.fastest.iter_mut().zip([&bodies.x, &bodies.y]) {
            let speed = axis.velocity[index].abs();
            *fastest = if speed > *fastest { speed } else { *fastest };
        }
    }
}

impl PlatformSolver {
    /// True if no bodies carry bodies, jump with the velocity of a mover, or have recorded paths.
    pub(super) fn may_shift_firm_riders(&self, stage: &PlatformContext) -> bool {
        let PlatformSolver { state, colliders, .. } = self;
        let has_no_others = !colliders.is_built() && state.solids.is_empty();
        has_no_others && state.rides.taken.is_empty() && !stage.traced.any()
    }

    /// Moves a mover and its riders as one, if all bodies near it stand firmly on it or are out of its reach. False, without a change
    /// of the world, if they need the other passes.
    pub(super) fn shift_firm_riders(
        &mut self,
        stage: &mut PlatformContext,
        root: Root,
        moves: IVec2,
    ) -> bool {
        // A group of movers, or a solid body, may move in parts.
        let is_alone = self.scratch[root.solid as usize].index.is_none() && self.members.len() == 1;
        if !is_alone || !self.may_shift_firm_riders(stage) {
            return false;
        }
        if let Some(group) = self.chain.grips.firm.group(root.solid) {
            return self.shift_group(stage, root, group, moves);
        }
        let Some(found) = self.find_firm_riders(stage, root, moves) else { return false };
        let paths = found.paths.map(|hull| swept_bounds(hull, moves));
        let solid_of = |index: u32| self.solid_of(stage.bodies, index);
        let cast = self.cast(stage, root, &solid_of);
        let riders = &self.chain.riders;
        let indices = riders.iter().map(|rider| rider.index);
        if paths.is_some_and(|paths| !cast.is_unobstructed(indices, paths, moves)) {
            return false;
        }
        self.move_shapes(stage, moves);
        let riders = std::mem::take(&mut self.chain.riders);
        self.shift_riders(stage, &riders, &ShiftedRiders { paths, ..found }, moves);
        for index in riders.iter().map(|rider| rider.index as usize) {
            // As in `press_down`.
            stage.bodies.x.velocity[index] += 0.0;
            stage.bodies.y.velocity[index] += 0.0;
        }
        self.chain.riders = riders;
        true
    }

    /// Moves a mover and its group of firm riders as one. False, without a change of the world, if anything else is on their paths.
    fn shift_group(
        &mut self,
        stage: &mut PlatformContext,
        root: Root,
        group: FirmGroup,
        moves: IVec2,
    ) -> bool {
        let list = BodyList::of(self.near.of(root.solid));
        let paths = group.hull().map(|hull| swept_bounds(hull, moves));
        let solid_of = |index: u32| self.solid_of(stage.bodies, index);
        let cast = self.cast(stage, root, &solid_of);
        if paths.is_some_and(|paths| !cast.is_unobstructed(list.indices.iter().copied(), paths, moves)) {
            return false;
        }
        self.move_shapes(stage, moves);
        self.chain.riders.clear();
        self.shifted = Some(root.solid);
        let Some(paths) = paths else { return true };
        let PlatformSolver { near, state, .. } = self;
        // The bodies near other solids were found with a margin; this uses a part of it.
        near.drift_once(far(moves));
        let bodies = &mut *stage.bodies;
        let list = BodyList::of(near.of(root.solid));
        list.shift(&mut bodies.x.at, moves.x);
        list.shift(&mut bodies.y.at, moves.y);
        if group.has_negative_zero() {
            for index in list.indices.iter().map(|index| *index as usize) {
                // As in `press_down`.
                bodies.x.velocity[index] += 0.0;
                bodies.y.velocity[index] += 0.0;
            }
        }
        #[cfg(test)]
        {
            self.rigid_shifts += 1;
            self.group_shifts += 1;
            self.scattered_shifts += u64::from(list.range().is_none());
        }
        if let Some(bounds) = lone_bounds(stage, list.indices.len(), paths, group.fastest()) {
            state.lone.add(root.shape, bounds, list.indices.iter().copied());
        }
        true
    }

    /// Lists the riders of a mover if they stand firmly and no other body is in its reach.
    fn find_firm_riders(
        &mut self,
        stage: &PlatformContext,
        root: Root,
        moves: IVec2,
    ) -> Option<ShiftedRiders> {
        let PlatformSolver { near, chain, .. } = self;
        let shape = stage.grid.off_grid_shape(root.shape).filter(|shape| shape.is_box())?;
        let own = swept_bounds(shape.aabb, moves);
        let own = Aabb { min: own.min.saturating_sub(IVec2::ONE), max: own.max.saturating_add(IVec2::ONE) };
        let carrier = Carrier::Solid(root.solid);
        chain.riders.clear();
        let mut found = ShiftedRiders::default();
        for &index in near.of(root.solid) {
            let body = stage.bodies.aabb(index as usize)?;
            if chain.grips.is_firm(index, carrier, body.min) {
                chain.riders.push(Rider::firm(index));
                found.add(stage.bodies, index, body);
            } else if chain.grips.on(index, carrier).is_some() || own.overlaps(body) {
                return None;
            }
        }
        Some(found)
    }

    /// Moves a mover and its riders by `moves` where nothing is near them. `paths` are the bounds of the riders' paths.
    pub(super) fn shift_rigidly(
        &mut self,
        stage: &mut PlatformContext,
        riders: &[Rider],
        paths: Aabb,
        axes: [usize; 2],
        moves: IVec2,
    ) {
        let mut found = ShiftedRiders { paths: Some(paths), ..ShiftedRiders::default() };
        for rider in riders {
            found.note_speeds(stage.bodies, rider.index as usize);
        }
        for way in axes.into_iter().filter_map(|axis| AxisTranslation::along(axis, moves[axis])) {
            self.move_shapes(stage, way.by(way.units));
            if stage.traced.any() {
                riders.iter().for_each(|rider| stage.take(rider.index as usize, way.by(way.units)));
            }
        }
        self.shift_riders(stage, riders, &found, moves);
    }

    /// Moves the riders of a mover that has moved by `moves`, and notes the mover for the sweep phase.
    ///
    /// Riders with recorded paths have moved with it.
    fn shift_riders(
        &mut self,
        stage: &mut PlatformContext,
        riders: &[Rider],
        found: &ShiftedRiders,
        moves: IVec2,
    ) {
        riders.iter().for_each(|rider| self.near.drift(rider.index, far(moves)));
        if !stage.traced.any() {
            let x = &mut stage.bodies.x.at[..];
            let y = &mut stage.bodies.y.at[..];
            for index in riders.iter().map(|rider| rider.index as usize) {
                x[index] += moves.x;
                y[index] += moves.y;
            }
        }
        #[cfg(test)]
        {
            self.rigid_shifts += u64::from(!riders.is_empty());
        }
        let &[shape] = &self.shapes[..] else { return };
        let Some(paths) = found.paths else { return };
        if let Some(bounds) = lone_bounds(stage, riders.len(), paths, found.fastest) {
            self.state.lone.add(shape, bounds, riders.iter().map(|rider| rider.index));
        }
    }
}

/// Returns the bounds of the paths of so many riders and of their own motion, from their greatest speeds; `None` if these bounds are
/// too large to look at.
fn lone_bounds(stage: &PlatformContext, riders: usize, paths: Aabb, fastest: [f32; 2]) -> Option<Aabb> {
    // A unit for the remainder of a translation, and a unit for contact.
    let reach = fastest.map(|speed| displacement(speed * stage.dt, 0.0).map(|d| d.units.saturating_add(2)));
    let [Some(x), Some(y)] = reach else { return None };
    let by = IVec2::new(x, y);
    let bounds = Aabb { min: paths.min.saturating_sub(by), max: paths.max.saturating_add(by) };
    let cells = stage.grid.view(u32::MAX).cells();
    are_few(cells.covered(bounds.min, bounds.max), riders).then_some(bounds)
}

/// Returns the distance of a motion on both axes together.
fn far(moves: IVec2) -> i32 {
    moves.x.saturating_abs().saturating_add(moves.y.saturating_abs())
}

/// True if so many riders share one look at these cells. Riders far apart look one by one.
fn are_few(cells: CellRect, riders: usize) -> bool {
    let columns = i64::from(cells.col1) - i64::from(cells.col0) + 1;
    let rows = i64::from(cells.row1) - i64::from(cells.row0) + 1;
    columns * rows <= CELLS_A_RIDER * riders as i64
}

#[cfg(test)]
mod tests {
    use crate::controller::{Body, MoveConfig};
    use crate::direction::Direction;
    use crate::dynamics::settings::collision::BodyCollision;
    use crate::dynamics::settings::profile::Profile;
    use crate::dynamics::settings::riding::{RideMode, RideSettings, SquishPolicy};
    use crate::dynamics::state::movers::Mover;
    use crate::dynamics::world::World;
    use crate::dynamics::world::control::{ControlContext, StepHooks};
    use crate::grid::TileGrid;
    use crate::response::Response;
    use crate::tile::{Tile, TileCoord};
    use glam::{UVec2, Vec2};

    struct Random(u64);

    impl Random {
        fn below(&mut self, range: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % range
        }

        fn between(&mut self, low: i64, high: i64) -> f32 {
            (low + self.below((high - low + 1) as u64) as i64) as f32
        }
    }

    /// Bodies that stand, walk and jump at random.
    struct Walkers(Random);

    impl StepHooks for Walkers {
        fn control(&mut self, bodies: &mut ControlContext) {
            let bodies = bodies.slices();
            for index in 0..bodies.id.len() {
                match self.0.below(60) {
                    0 => bodies.x.velocity[index] = self.0.between(-120, 120),
                    1..4 => bodies.x.velocity[index] = 0.0,
                    4 => bodies.y.velocity[index] = self.0.between(-260, 60),
                    5 => bodies.x.velocity[index] = -0.0,
                    _ => {}
                }
            }
        }
    }

    /// Adds the first `kinds` profiles to a world. Some of the last ones keep all bodies from the fast paths.
    fn profiles(
        world: &mut World,
        tile: crate::tile::TileId,
        kinds: usize,
    ) -> Vec<crate::dynamics::settings::profile::ProfileId> {
        let plain = Profile::default();
        let riding = RideSettings::default();
        let movement = MoveConfig::default();
        let clings = RideSettings { walls: true, ceilings: true, ..riding };
        let ballistic = RideSettings { ride: RideMode::Ballistic, ..riding };
        let blocks = RideSettings { squish: SquishPolicy::BlockMover, ..riding };
        let wiggles = RideSettings { squish: SquishPolicy::Wiggle(6.0), ..riding };
        let sideways = MoveConfig { up: Direction::Left, ..movement };
        let bounces = MoveConfig { response: Response::Bounce { restitution: 0.5 }, ..movement };
        let all = [
            plain,
            Profile { report_hits: false, ..plain },
            Profile { track_contacts: false, ..plain },
            Profile { riding: clings, ..plain },
            Profile { riding: ballistic, ..plain },
            Profile { riding: blocks, ..plain },
            Profile { riding: wiggles, ..plain },
            Profile { movement: sideways, ..plain },
            Profile { movement: bounces, ..plain },
            Profile { collide: Some(BodyCollision::default()), ..plain },
            Profile { solid: Some(tile), ..plain },
            Profile { sensor: 1, ..plain },
        ];
        all.into_iter().take(kinds).map(|profile| world.add_profile(profile)).collect()
    }

    /// Some tiles, movers over and beside each other, and bodies on and around them.
    fn random_world(random: &mut Random) -> World {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("level");
        let tile = grid.add_tile(Tile::default());
        for _ in 0..random.below(60) {
            let at = TileCoord::new(random.below(70) as i32, random.below(30) as i32);
            grid.set_tile(layer, at, Some(tile));
        }
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, random.between(0, 900));
        // In some worlds all bodies are simple.
        let kinds = [1, 3, 9, 12][random.below(4) as usize];
        let profiles = profiles(&mut world, tile, kinds);
        let mut last = None;
        let mut bodies = Vec::new();
        for _ in 0..1 + random.below(12) {
            let corner = Vec2::new(random.between(20, 1100), random.between(60, 440));
            let size = Vec2::new(random.between(16, 160), random.between(6, 24));
            let parent = last.filter(|_| random.below(5) == 0);
            let mover = Mover { parent, ..Mover::new(corner, size, layer, tile) };
            last = world.add_mover(mover).ok();
            for _ in 0..if random.below(9) == 0 { 40 } else { random.below(6) } {
                let body = Vec2::new(random.between(4, 20), random.between(6, 24));
                let left = corner.x + random.between(-10, size.x as i64);
                let at = Vec2::new(left, corner.y - body.y - random.between(0, 3) * random.between(0, 1));
                bodies.push((profiles[random.below(kinds as u64) as usize], Body::new(at, body)));
            }
        }
        // In some worlds the riders of a mover are no neighbors.
        if random.below(2) == 0 {
            for k in 0..bodies.len() {
                let other = random.below(bodies.len() as u64) as usize;
                bodies.swap(k, other);
            }
        }
        for (profile, body) in bodies {
            world.spawn(profile, body);
        }
        world
    }

    #[test]
    fn rigid_shifts_and_push_graphs_give_identical_worlds() {
        let mut random = Random(99);
        let mut shifts = 0;
        let mut groups = 0;
        let mut scattered = 0;
        let mut steps = 0;
        for round in 0..300 {
            let mut rigid = random_world(&mut random);
            let mut graph = rigid.clone();
            graph.platforms.is_rigid_off = true;
            graph.platforms.chain.grips.is_firm_off = true;
            let seed = random.below(1 << 30);
            let [mut one, mut other] = [seed, seed].map(|seed| Walkers(Random(seed)));
            for step in 0..90 {
                for mover in rigid.mover_ids().collect::<Vec<_>>() {
                    if step == 0 || random.below(40) == 0 {
                        let mut speed = || random.between(-9, 9) * [0.0, 3.0, 10.0][random.below(3) as usize];
                        let velocity = Vec2::new(speed(), speed());
                        rigid.set_mover_velocity(mover, velocity);
                        graph.set_mover_velocity(mover, velocity);
                    }
                }
                rigid.step_with(1.0 / 60.0, &mut one);
                graph.step_with(1.0 / 60.0, &mut other);
                assert_eq!(rigid.state_hash(), graph.state_hash(), "round {round}, step {step}");
                assert_eq!(rigid.events(), graph.events(), "round {round}, step {step}");
                assert_eq!(rigid.hit_count(), graph.hit_count(), "round {round}, step {step}");
                steps += 1;
            }
            assert_eq!(graph.platforms.rigid_shifts, 0);
            shifts += rigid.platforms.rigid_shifts;
            groups += rigid.platforms.group_shifts;
            scattered += rigid.platforms.scattered_shifts;
        }
        assert!(shifts > steps / 2, "only {shifts} rigid shifts in {steps} steps");
        assert!(groups > steps / 4, "only {groups} shifts of groups in {steps} steps");
        assert!(scattered > steps / 40, "only {scattered} shifts of scattered riders in {steps} steps");
    }
}
