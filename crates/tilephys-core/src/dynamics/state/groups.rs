//! Groups: a mover and the bodies that only it can move.
//!
//! The sweep phase finds bodies that stand on movers. In a step, such a body belongs to the group of its mover if it still stands
//! there, has no rules of its own, and nothing else comes near it. Then it follows each motion of the mover by exactly as much. So
//! it moves as a part of the mover, and no other phase searches around it.
//!
//! A body alone has all that decides this: its profile lets it neither carry nor push other bodies, and it has no timers, filters or
//! squishes. The hull of the riders, with all their paths in the step, holds nothing but the mover, and no moving solid reaches it.

use crate::aabb::Aabb;
use crate::controller::Body;
use crate::direction::Direction;
use crate::dynamics::ids::{BodyId, MoverId};
use crate::dynamics::settings::{Profile, ProfileId, RideMode};
use crate::dynamics::state::body_order::merge;
use crate::dynamics::state::{Axis, Bodies, IdMap, Store};
use crate::geometry::swept_bounds;
use crate::grid::{ShapeId, TileGrid};
use crate::lattice::displacement;
use crate::response::Response;
use glam::{IVec2, Vec2};
use std::ops::Range;

/// Marks a body that stands on no mover.
const NONE: u32 = u32::MAX;
/// Marks a body that joins no group in this step, and need not be noted again.
const EXCLUDED: u32 = u32::MAX - 1;
/// Cells for each rider up to which the riders share one look at the grid.
const CELLS_A_RIDER: i64 = 32;

/// Bodies with neighboring indices that stand on the box of a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    mover: MoverId,
    profile: ProfileId,
    from: u32,
    to: u32,
}

/// Side of a box on which bodies stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing {
    pub(crate) up: Direction,
    /// True if up is along y.
    pub(crate) is_upright: bool,
    /// Sign of up on its axis.
    pub(crate) sign: i32,
    /// Coordinate of the feet of a body that stands here.
    feet: i32,
    /// Both ends across up.
    ends: [i32; 2],
}

impl Footing {
    pub(crate) fn of(floor: Aabb, up: Direction) -> Self {
        let axis = up.axis();
        let level = 1 - axis;
        let sign = up.vector()[axis];
        let feet = if sign < 0 { floor.min[axis] } else { floor.max[axis] };
        Footing { up, is_upright: axis == 1, sign, feet, ends: [floor.min[level], floor.max[level]] }
    }

    /// True if a body with these ends along up and across it stands here.
    #[inline(always)]
    pub(crate) fn holds(&self, along: [i32; 2], across: [i32; 2]) -> bool {
        let feet = if self.sign < 0 { along[1] } else { along[0] };
        (feet == self.feet) & self.is_under(across)
    }

    /// True if this is under a body with these ends across up.
    #[inline(always)]
    pub(crate) fn is_under(&self, across: [i32; 2]) -> bool {
        (self.ends[0] < across[1]) & (across[0] < self.ends[1])
    }

    fn shift(&mut self, by: IVec2) {
        let [along, across] = if self.is_upright { [by.y, by.x] } else { [by.x, by.y] };
        self.feet += along;
        self.ends = self.ends.map(|end| end + across);
    }
}

/// A mover, and the bodies of one profile that stand on it.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Number of the mover, and its shape in the grid.
    pub(crate) solid: u32,
    pub(crate) shape: ShapeId,
    pub(crate) profile: ProfileId,
    pub(crate) footing: Footing,
    /// True if the riders walk: a hit on the mover only ends their fall.
    pub(crate) walks: bool,
    /// Range in the list of runs, and number of riders.
    from: u32,
    to: u32,
    riders: u32,
    /// Greatest speed of the riders on each axis, in px/s.
    fastest: Vec2,
    /// Bounds of the riders, and later of all their paths in the step.
    pub(crate) hull: Aabb,
    /// True if nothing else can move the riders in this step.
    is_whole: bool,
}

impl Group {
    /// Returns a group without riders; `None` if such riders may not join one. `guess` may be the number of the mover.
    fn of(scene: &GroupScene, Run { mover, profile, .. }: Run, guess: usize) -> Option<Self> {
        let solid = scene.store.index_near(mover, guess)?;
        let shape = scene.store.list[solid].shape;
        let floor = scene.grid.off_grid_shape(shape).filter(|shape| shape.is_box())?;
        let settings = scene.profiles.get(profile.index()).filter(|settings| may_join(settings))?;
        let tile = scene.grid.tile_kind(floor.tile);
        let carries = tile.category & settings.movement.mask != 0 && tile.material.conveyor == Vec2::ZERO;
        carries.then_some(Group {
            solid: solid as u32,
            shape,
            profile,
            footing: Footing::of(floor.aabb, settings.movement.up),
            walks: settings.movement.walking().is_some(),
            from: 0,
            to: 0,
            riders: 0,
            fastest: Vec2::ZERO,
            hull: Aabb { min: IVec2::MAX, max: IVec2::MIN },
            is_whole: false,
        })
    }

    /// Adds bodies, if all of them stand on the mover and none rises.
    fn add(&mut self, bodies: &Bodies, range: Range<usize>) -> bool {
        let Bodies { x, y, profile, state, .. } = bodies;
        let Footing { is_upright, sign, .. } = self.footing;
        let [along, across] = if is_upright { [y, x] } else { [x, y] };
        let mut hull = self.hull;
        let mut fastest = self.fastest;
        let mut stand = true;
        for index in range.clone() {
            let Body { position, size, velocity, .. } = bodies.get(index);
            let ends = |axis: &Axis| [axis.at[index], axis.at[index].wrapping_add(axis.size[index])];
            let speed = velocity.abs();
            // A speed that is no number is no less than infinity.
            stand &= self.footing.holds(ends(along), ends(across))
                & (along.velocity[index] * sign as f32 <= 0.0)
                & speed.cmple(Vec2::INFINITY).all()
                & size.cmpgt(IVec2::ZERO).all()
                & (profile[index] == self.profile)
                & !state[index].stuck();
            hull = hull.union(Aabb { min: position, max: position.wrapping_add(size) });
            fastest = Vec2::select(speed.cmpgt(fastest), speed, fastest);
        }
        if stand {
            self.hull = hull;
            self.fastest = fastest;
            self.riders += range.len() as u32;
        }
        stand
    }

    /// Finds the paths of the riders, and whether nothing but the mover is there.
    fn find_paths(&mut self, scene: &GroupScene) {
        // A unit for the remainder of a translation, and a unit for contact.
        let reach = |speed: f32| displacement(speed * scene.dt, 0.0).map(|d| d.units.saturating_add(2));
        let (Some(x), Some(y), true) = (reach(self.fastest.x), reach(self.fastest.y), self.riders > 0) else {
            return;
        };
        let by = IVec2::new(x, y);
        let paths = swept_bounds(self.hull, scene.store.list[self.solid as usize].moved);
        self.hull = Aabb { min: paths.min.saturating_sub(by), max: paths.max.saturating_add(by) };
        let view = scene.grid.view(u32::MAX);
        let cells = view.cells().covered(self.hull.min, self.hull.max);
        let columns = i64::from(cells.col1) - i64::from(cells.col0) + 1;
        let rows = i64::from(cells.row1) - i64::from(cells.row0) + 1;
        self.is_whole = columns * rows <= CELLS_A_RIDER * i64::from(self.riders)
            && self.hull.is_in_world()
            && view.holds_only(cells, self.shape.0);
    }
}

pub(crate) struct GroupScene<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profiles: &'a [Profile],
    /// Movers, with their planned translations.
    pub(crate) store: &'a Store,
    pub(crate) bodies: &'a Bodies,
    pub(crate) dt: f32,
}

/// Groups of all movers. The groups that are kept from step to step affect no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    /// Bodies that the sweep phase found on movers, ascending.
    runs: Vec<Run>,
    /// Groups of the present step, by mover.
    list: Vec<Group>,
    /// By body index: index in the list of groups.
    of_bodies: Vec<u32>,
    /// Buffers, kept to reuse their allocations.
    new: Vec<Run>,
    spare: Vec<Run>,
}

impl Groups {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.of_bodies.clear();
    }

    pub(crate) fn begin(&mut self, bodies: usize) {
        self.clear();
        self.of_bodies.resize(bodies, NONE);
    }

    /// Keeps bodies with rules of their own out of the groups of this step.
    pub(crate) fn exclude(&mut self, ids: impl Iterator<Item = BodyId>, indices: &IdMap) {
        for index in ids.filter_map(|id| indices.get(id)) {
            self.of_bodies[index] = EXCLUDED;
        }
    }

    /// Finds the groups of a step, before any mover moves. Forgets bodies that stand on their movers no more.
    pub(crate) fn find(&mut self, scene: &GroupScene) {
        let Groups { runs, list, of_bodies, spare, .. } = self;
        spare.clear();
        let mut former = None;
        let mut has_group = false;
        for &run in &*runs {
            let key = Some((run.mover, run.profile));
            if former != key {
                former = key;
                // Mostly each mover has riders of one profile.
                let guess = list.last().map_or(0, |group| group.solid as usize + 1);
                let from = spare.len() as u32;
                let group = Group::of(scene, run, guess);
                has_group = group.map(|group| list.push(Group { from, to: from, ..group })).is_some();
            }
            let number = (list.len() as u32).wrapping_sub(1);
            let Some(group) = list.last_mut().filter(|_| has_group) else { continue };
            let mut keep = |range: Range<usize>| {
                let numbers = &mut of_bodies[range.clone()];
                let are_free = numbers.iter().all(|number| *number == NONE);
                let stand = are_free && !range.is_empty() && group.add(scene.bodies, range.clone());
                if stand {
                    numbers.fill(number);
                    let last = spare
                        .last_mut()
                        .filter(|last| group.to > group.from && last.to == range.start as u32);
                    match last {
                        Some(last) => last.to = range.end as u32,
                        None => spare.push(Run { from: range.start as u32, to: range.end as u32, ..run }),
                    }
                    group.to = spare.len() as u32;
                }
                stand
            };
            let to = scene.bodies.len().min(run.to as usize);
            let from = to.min(run.from as usize);
            if !keep(from..to) {
                for index in from..to {
                    keep(index..index + 1);
                }
            }
        }
        std::mem::swap(runs, spare);
        list.iter_mut().for_each(|group| group.find_paths(scene));
        self.leave_parted();
    }

    /// Marks the riders of groups that are not whole.
    fn leave_parted(&mut self) {
        for group in self.list.iter().filter(|group| !group.is_whole) {
            for run in &self.runs[group.from as usize..group.to as usize] {
                self.of_bodies[run.from as usize..run.to as usize].fill(EXCLUDED);
            }
        }
    }

    /// Parts the groups for which `is_met` is true: more than their mover may move their riders.
    pub(crate) fn part(&mut self, is_met: impl Fn(&Group) -> bool) {
        for group in self.list.iter_mut().filter(|group| group.is_whole) {
            group.is_whole = !is_met(group);
        }
        self.leave_parted();
    }

    pub(crate) fn have_any(&self, indices: Range<usize>) -> bool {
        self.of_bodies.get(indices).unwrap_or_default().iter().any(|number| *number < EXCLUDED)
    }

    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> Option<&Group> {
        self.list.get(*self.of_bodies.get(index)? as usize)
    }

    /// Returns the groups of a mover, each with its riders: ranges of indices.
    pub(crate) fn on(
        &self,
        solid: u32,
    ) -> impl Iterator<Item = (&Group, impl Iterator<Item = Range<usize>>)> {
        let own = self.list[self.range(solid)].iter();
        own.filter(|group| group.is_whole).map(|group| (group, self.riders(group)))
    }

    /// Like [`on`](Self::on), for all movers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Group, impl Iterator<Item = Range<usize>>)> {
        self.list.iter().filter(|group| group.is_whole).map(|group| (group, self.riders(group)))
    }

    fn range(&self, solid: u32) -> Range<usize> {
        let from = self.list.partition_point(|group| group.solid < solid);
        let count = self.list[from..].partition_point(|group| group.solid == solid);
        from..from + count
    }

    fn riders(&self, group: &Group) -> impl Iterator<Item = Range<usize>> {
        let runs = &self.runs[group.from as usize..group.to as usize];
        runs.iter().map(|run| run.from as usize..run.to as usize)
    }

    /// Moves the groups of a mover. `take` moves riders.
    pub(crate) fn shift(&mut self, solid: u32, by: IVec2, mut take: impl FnMut(Range<usize>)) {
        let own = self.range(solid);
        for group in &mut self.list[own] {
            group.footing.shift(by);
            if group.is_whole {
                let runs = &self.runs[group.from as usize..group.to as usize];
                runs.iter().for_each(|run| take(run.from as usize..run.to as usize));
            }
        }
    }

    /// Adds bodies that the sweep phase found on boxes, each with the index of the box, and ends the groups of this step.
    pub(crate) fn learn(
        &mut self,
        scene: &GroupScene,
        indices: &IdMap,
        stood: impl Iterator<Item = (BodyId, u32)>,
    ) {
        for (body, shape) in stood {
            let Some(index) = indices.get(body) else { continue };
            let Some(number) = self.of_bodies.get_mut(index).filter(|number| **number == NONE) else {
                continue;
            };
            let profile = scene.bodies.profile[index];
            let Some(mover) = scene.store.owner(ShapeId(shape)) else { continue };
            let from = index as u32;
            let run = Run { mover, profile, from, to: from + 1 };
            if Group::of(scene, run, 0).is_some() {
                *number = EXCLUDED;
                self.new.push(run);
            }
        }
        if !self.new.is_empty() {
            merge(&mut self.runs, &mut self.new, &mut self.spare, |run| *run);
        }
        self.clear();
    }
}

/// True if bodies with these settings follow a mover on which they stand, and neither carry nor push other bodies.
fn may_join(profile: &Profile) -> bool {
    profile.movement.response != Response::PassThrough
        && profile.movement.walk_if_grounded().is_some()
        && profile.riding.ride == RideMode::Glue
        && profile.collide.is_none()
        && profile.solid.is_none()
        && !profile.use_hooks
}
