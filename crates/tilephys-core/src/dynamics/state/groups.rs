//! Groups: a mover and the bodies that only it can move.
//!
//! The sweep phase finds bodies that stand on movers. In a step, such a body belongs to the group of its mover if it still stands
//! there, has no rules of its own, and nothing else comes near it. Then it follows each motion of the mover by exactly as much. So
//! it moves as a part of the mover, and no other phase searches around it.
//!
//! A body alone has all that decides this: its profile lets it neither carry nor push other bodies, and it has no timers, filters or
//! squishes. The hull of the riders, with all their paths in the step, holds nothing but the mover, and no moving solid reaches it.

use crate::aabb::Aabb;
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
    /// Extents of the riders along up and across it.
    along: Extent,
    across: Extent,
    /// Bounds of all paths of the riders in the step.
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
            along: Extent::NONE,
            across: Extent::NONE,
            hull: Aabb { min: IVec2::ZERO, max: IVec2::ZERO },
            is_whole: false,
        })
    }

    /// Adds bodies, if all of them stand on the mover and none rises.
    fn add(&mut self, bodies: &Bodies, range: Range<usize>) -> bool {
        let is_upright = self.footing.is_upright;
        let [along, across] = if is_upright { [&bodies.y, &bodies.x] } else { [&bodies.x, &bodies.y] };
        let sign = self.footing.sign as f32;
        let falls = along.velocity[range.clone()].iter().fold(true, |all, speed| all & (speed * sign <= 0.0));
        let profiles = bodies.profile[range.clone()].iter();
        let is_known = profiles
            .zip(&bodies.state[range.clone()])
            .fold(true, |all, (profile, state)| all & (*profile == self.profile) & !state.stuck());
        let along = Extent::of(along, range.clone());
        let across = Extent::of(across, range.clone());
        let middle = [across.low[1], across.high[0]];
        let are_held = [0, 1].map(|k| self.footing.holds([along.low[k], along.high[k]], middle)) == [true; 2];
        let stand = are_held && falls && is_known && along.is_sound() && across.is_sound();
        if stand {
            self.along = self.along.union(along);
            self.across = self.across.union(across);
            self.riders += range.len() as u32;
        }
        stand
    }

    /// Finds the paths of the riders, and whether nothing but the mover is there.
    fn find_paths(&mut self, scene: &GroupScene) {
        // A unit for the remainder of a translation, and a unit for contact.
        let reach = |speed: f32| displacement(speed * scene.dt, 0.0).map(|d| d.units.saturating_add(2));
        let reaches = [self.along.fastest, self.across.fastest].map(reach);
        let ([Some(along), Some(across)], true) = (reaches, self.riders > 0) else { return };
        let in_order = |[along, across]: [i32; 2]| match self.footing.is_upright {
            true => IVec2::new(across, along),
            false => IVec2::new(along, across),
        };
        let min = in_order([self.along.low[0], self.across.low[0]]);
        let max = in_order([self.along.high[1], self.across.high[1]]);
        let by = in_order([along, across]);
        let paths = swept_bounds(Aabb { min, max }, scene.store.list[self.solid as usize].moved);
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

/// Extent of bodies on an axis.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// Least and greatest low end, and high end.
    low: [i32; 2],
    high: [i32; 2],
    least_size: i32,
    /// Greatest speed, in px/s.
    fastest: f32,
    /// True if all speeds are numbers.
    are_numbers: bool,
}

impl Extent {
    const NONE: Extent = {
        let none = [i32::MAX, i32::MIN];
        Extent { low: none, high: none, least_size: i32::MAX, fastest: 0.0, are_numbers: true }
    };

    fn of(axis: &Axis, range: Range<usize>) -> Self {
        let sizes = &axis.size[range.clone()];
        let velocities = &axis.velocity[range.clone()];
        let mut all = Self::NONE;
        for ((low, size), velocity) in axis.at[range].iter().zip(sizes).zip(velocities) {
            let high = low.wrapping_add(*size);
            let speed = velocity.abs();
            let fastest = speed;
            let are_numbers = speed <= f32::INFINITY;
            let own = Extent { low: [*low; 2], high: [high; 2], least_size: *size, fastest, are_numbers };
            all = all.union(own);
        }
        all
    }

    #[inline(always)]
    fn union(self, other: Self) -> Self {
        let both = |a: [i32; 2], b: [i32; 2]| [a[0].min(b[0]), a[1].max(b[1])];
        Extent {
            low: both(self.low, other.low),
            high: both(self.high, other.high),
            least_size: self.least_size.min(other.least_size),
            fastest: if other.fastest > self.fastest { other.fastest } else { self.fastest },
            are_numbers: self.are_numbers & other.are_numbers,
        }
    }

    /// True if all bodies have a size and a speed.
    fn is_sound(&self) -> bool {
        self.are_numbers && self.least_size > 0
    }
}

/// World in which groups are found.
pub(crate) struct GroupScene<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profiles: &'a [Profile],
    /// Movers, with their planned translations.
    pub(crate) store: &'a Store,
    pub(crate) bodies: &'a Bodies,
    /// Length of the step, in seconds.
    pub(crate) dt: f32,
}

/// Groups of all movers. The groups that are kept from step to step affect no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    /// Bodies that the sweep phase found on movers, ascending.
    runs: Vec<Run>,
    /// Groups of the present step, by mover.
    list: Vec<Group>,
    /// By number of a mover: its first group in the list. The end of the list follows.
    firsts: Vec<u32>,
    /// By body index: index in the list of groups.
    of_bodies: Vec<u32>,
    /// Buffers, kept to reuse their allocations.
    new: Vec<Run>,
    spare: Vec<Run>,
    /// True if no body joins a group.
    #[cfg(test)]
    pub(crate) is_off: bool,
    /// Number of motions of groups.
    #[cfg(test)]
    pub(crate) shifts: u64,
}

impl Groups {
    /// Ends the groups of a step.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.firsts.clear();
        self.of_bodies.clear();
    }

    /// Begins a step of so many bodies.
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
        let Groups { runs, list, firsts, of_bodies, spare, .. } = self;
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
        firsts.clear();
        for solid in 0..=scene.store.list.len() as u32 {
            let from = firsts.last().copied().unwrap_or(0);
            let count = list[from as usize..].iter().take_while(|group| group.solid < solid).count();
            firsts.push(from + count as u32);
        }
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

    /// True if any of these bodies is in a group.
    pub(crate) fn have_any(&self, indices: Range<usize>) -> bool {
        self.of_bodies.get(indices).unwrap_or_default().iter().any(|number| *number < EXCLUDED)
    }

    /// Returns the group of a body.
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

    /// Returns the range of a mover in the list of groups.
    fn range(&self, solid: u32) -> Range<usize> {
        let ends = self.firsts.get(solid as usize).zip(self.firsts.get(solid as usize + 1));
        ends.map_or(0..0, |(from, to)| *from as usize..*to as usize)
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
                #[cfg(test)]
                {
                    self.shifts += 1;
                }
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
        #[cfg(test)]
        if self.is_off {
            return;
        }
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
