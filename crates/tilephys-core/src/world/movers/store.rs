//! The movers there are.

use super::MoverFault;
use crate::aabb::Aabb;
use crate::constants::{MAX_SETTING, WORLD_LIMIT};
use crate::grid::{BoxId, TileGrid};
use crate::lattice::point_from_px;
use crate::path::Path;
use crate::tile::{LayerId, TileId};
use crate::world::World;
use crate::world::hash::StateHasher;
use glam::{IVec2, Vec2};

/// A mover's name: given once, kept for life. Movers move in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoverId(pub u32);

/// A solid that the game moves: a lift, a crusher, a door.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Mover {
    /// The min corner of its bounds, in lattice units.
    pub position: IVec2,
    /// Width and height of a box, in lattice units. Without them it has the shape of its tile: a one-way line, a slope.
    pub size: Option<IVec2>,
    /// The layer that hits on it name.
    pub layer: LayerId,
    /// What it is made of: category, material, and the shape if it has no size of its own.
    pub tile: TileId,
    /// Velocity, from -1e9 to 1e9 px/s on each axis.
    pub velocity: Vec2,
    /// What rounding left of earlier translations, in lattice units, within ±0.5.
    pub rest: Vec2,
    /// Another mover that takes it along wherever it goes.
    ///
    /// In a step in which it has no motion of its own, it moves as one rigid group with its parent: a cabin of one parent carries
    /// a rider that fits it exactly. Movers without a parent move one after the other, and would crush that rider.
    pub parent: Option<MoverId>,
}

impl Mover {
    /// A box at rest with its min corner at `position` and with `size`, both in pixels and rounded to the lattice.
    ///
    /// # Panics
    /// If a component is NaN or does not lie in the world (8,388,607 px either way).
    #[must_use]
    pub fn new(position: Vec2, size: Vec2, layer: LayerId, tile: TileId) -> Self {
        let on_lattice = point_from_px(position).zip(point_from_px(size));
        let (position, size) = on_lattice.unwrap_or_else(|| {
            panic!("a mover needs a place and a size in the world, not {position} px, {size} px")
        });
        Mover { size: Some(size), ..Mover::of_tile(position, layer, tile) }
    }

    /// One at rest with the shape of its tile; `position` is the min corner of the shape's bounds, in lattice units.
    #[must_use]
    pub fn of_tile(position: IVec2, layer: LayerId, tile: TileId) -> Self {
        let (velocity, rest) = (Vec2::ZERO, Vec2::ZERO);
        Mover { position, size: None, layer, tile, velocity, rest, parent: None }
    }
}

/// One of the movers, and what the world knows of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) id: MoverId,
    pub(crate) mover: Mover,
    /// What it is in the grid.
    pub(crate) shape: BoxId,
    /// Where it is to be after the next step.
    pub(crate) target: Option<IVec2>,
    /// Where it wants to go in the present step, by itself.
    pub(crate) wants: IVec2,
    /// The place of the mover with which it moves as one in the present step: its own, unless it only goes with its parent.
    pub(crate) leader: u32,
    /// What it did in the last step, in lattice units.
    pub(crate) moved: IVec2,
}

impl Entry {
    pub(crate) fn new(id: MoverId, mover: Mover, shape: BoxId) -> Self {
        Entry { id, mover, shape, target: None, wants: IVec2::ZERO, leader: 0, moved: IVec2::ZERO }
    }
}

/// A path that a mover follows.
#[derive(Clone, Debug)]
pub(crate) struct Follow {
    pub(crate) mover: MoverId,
    pub(crate) path: Path,
    /// The tick of the path at which the mover is.
    pub(crate) tick: u64,
    /// How far what carries the mover has taken the path along.
    pub(crate) origin: IVec2,
}

/// In place of a depth that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// All movers by ascending id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) list: Vec<Entry>,
    /// Places in the list, parents before their children; out of date unless `is_sorted`.
    pub(crate) order: Vec<u32>,
    /// By place in the list, how many parents are above a mover. Needed for its memory.
    depths: Vec<u32>,
    is_sorted: bool,
    /// The paths of those that follow one, by ascending id.
    pub(crate) paths: Vec<Follow>,
    /// Whose the boxes of the grid are, by ascending box.
    pub(super) owners: Vec<(BoxId, MoverId)>,
    /// The id after the greatest ever given, or the last.
    pub(super) next: u32,
}

impl Store {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn place(&self, id: MoverId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |entry| entry.id).ok()
    }

    pub(crate) fn get(&self, id: MoverId) -> Option<&Entry> {
        Some(&self.list[self.place(id)?])
    }

    pub(super) fn get_mut(&mut self, id: MoverId) -> Option<&mut Entry> {
        let place = self.place(id)?;
        Some(&mut self.list[place])
    }

    pub(crate) fn owner(&self, shape: BoxId) -> Option<MoverId> {
        let place = self.owners.binary_search_by_key(&shape, |entry| entry.0).ok()?;
        Some(self.owners[place].1)
    }

    pub(crate) fn path_mut(&mut self, id: MoverId) -> Option<&mut Follow> {
        let place = self.paths.binary_search_by_key(&id, |follow| follow.mover).ok()?;
        Some(&mut self.paths[place])
    }

    fn drop_path(&mut self, id: MoverId) {
        self.paths.retain(|follow| follow.mover != id);
    }

    /// Checks the parent of a new mover, which carries none yet: no chain of parents leads back to it.
    fn check_first_parent(&self, id: MoverId, parent: Option<MoverId>) -> Result<(), MoverFault> {
        match parent {
            Some(parent) if parent == id => Err(MoverFault::OwnParent(id)),
            Some(parent) if self.place(parent).is_none() => Err(MoverFault::MissingParent(parent)),
            _ => Ok(()),
        }
    }

    /// Would `parent` be carried, itself or through others, by `id`?
    pub(super) fn check_parent(&self, id: MoverId, parent: Option<MoverId>) -> Result<(), MoverFault> {
        let (Some(first), mut above) = (parent, parent) else { return Ok(()) };
        if first == id {
            return Err(MoverFault::OwnParent(id));
        }
        while let Some(next) = above {
            if next == id {
                return Err(MoverFault::ParentCycle { mover: id, parent: first });
            }
            above = self.get(next).ok_or(MoverFault::MissingParent(next))?.mover.parent;
        }
        Ok(())
    }

    /// Notes that the order is out of date. The next step sorts once, however many movers came and went before it.
    pub(super) fn unsort(&mut self) {
        self.is_sorted = false;
        // The memory is taken here: a step allocates nothing.
        self.order.reserve(self.list.len().saturating_sub(self.order.len()));
        self.depths.reserve(self.list.len().saturating_sub(self.depths.len()));
    }

    /// Puts parents before their children, otherwise by id, unless they are in order.
    pub(super) fn sort(&mut self) {
        if std::mem::replace(&mut self.is_sorted, true) {
            return;
        }
        self.depths.clear();
        self.depths.resize(self.list.len(), UNKNOWN);
        self.order.clear();
        for place in 0..self.list.len() {
            // Up to a mover whose depth is known, and back down: each is visited twice at most. The order is free yet and
            // serves as the list of those on the way.
            let mut above = Some(place);
            while let Some(at) = above.filter(|at| self.depths[*at] == UNKNOWN) {
                self.order.push(at as u32);
                above = self.list[at].mover.parent.and_then(|id| self.place(id));
            }
            let mut depth = above.map_or(0, |at| self.depths[at] + 1);
            while let Some(at) = self.order.pop() {
                self.depths[at as usize] = depth;
                depth += 1;
            }
        }
        self.order.extend(0..self.list.len() as u32);
        let depths = &self.depths;
        self.order.sort_unstable_by_key(|place| (depths[*place as usize], *place));
    }

    pub(super) fn own(&mut self, shape: BoxId, id: MoverId) {
        let place = self.owners.partition_point(|entry| entry.0 < shape);
        self.owners.insert(place, (shape, id));
    }

    /// Adds them to a fingerprint.
    pub(crate) fn hash(&self, hasher: &mut StateHasher) {
        for Entry { id, mover, target, .. } in &self.list {
            hasher.pair(id.0, mover.parent.map_or(u32::MAX, |id| id.0));
            for v in [Some(mover.position), *target].into_iter().flatten() {
                hasher.pair(v.x as u32, v.y as u32);
            }
            for v in [mover.velocity, mover.rest] {
                hasher.pair(v.x.to_bits(), v.y.to_bits());
            }
        }
        for Follow { mover, tick, origin, .. } in &self.paths {
            hasher.pair(mover.0, 0);
            hasher.word(*tick);
            hasher.pair(origin.x as u32, origin.y as u32);
        }
    }
}

impl World {
    /// Adds a mover, under an id greater than any before. What it is put upon is pushed out of it in the next step.
    ///
    /// # Errors
    /// If it has no size, does not lie in the world, has an unsound velocity, a layer or tile of another grid, or a parent
    /// that is not there.
    pub fn add_mover(&mut self, mover: Mover) -> Result<MoverId, MoverFault> {
        let id = self.new_mover_id();
        self.add_mover_as(id, mover)?;
        Ok(id)
    }

    /// Adds a mover under an id of the caller's choice.
    ///
    /// # Errors
    /// As [`add_mover`](Self::add_mover), and if the id is taken.
    pub fn add_mover_as(&mut self, id: MoverId, mover: Mover) -> Result<(), MoverFault> {
        let Err(place) = self.movers.store.list.binary_search_by_key(&id, |entry| entry.id) else {
            return Err(MoverFault::Taken(id));
        };
        self.movers.store.check_first_parent(id, mover.parent)?;
        check(&self.grid, &mover)?;
        let shape = enter(&mut self.grid, &mover);
        let store = &mut self.movers.store;
        let mover = without_negative_zeros(mover);
        store.list.insert(place, Entry::new(id, mover, shape));
        store.own(shape, id);
        store.unsort();
        self.reserve_mover_id(id);
        Ok(())
    }

    /// Removes a mover; what rides it falls from the next step on, with the velocity that it [leaves](crate::Leave) with.
    /// Those that it carries as their parent stay where they are. Returns it, or `None` if there is none of that id.
    pub fn remove_mover(&mut self, id: MoverId) -> Option<Mover> {
        let store = &mut self.movers.store;
        let entry = store.list.remove(store.place(id)?);
        store.owners.retain(|owner| owner.1 != id);
        store.drop_path(id);
        for other in &mut store.list {
            other.mover.parent = other.mover.parent.filter(|parent| *parent != id);
        }
        store.unsort();
        self.grid.remove_box(entry.shape);
        Some(entry.mover)
    }

    /// A mover as it is now.
    #[must_use]
    pub fn mover(&self, id: MoverId) -> Option<Mover> {
        self.movers.store.get(id).map(|entry| entry.mover)
    }

    /// All movers' ids, ascending.
    pub fn mover_ids(&self) -> impl Iterator<Item = MoverId> + '_ {
        self.movers.store.list.iter().map(|entry| entry.id)
    }

    /// The bounds of a mover, in lattice units.
    #[must_use]
    pub fn mover_bounds(&self, id: MoverId) -> Option<Aabb> {
        Some(self.grid.loose_box(self.movers.store.get(id)?.shape)?.aabb)
    }

    /// What a mover is in the grid: hits and surfaces name it.
    #[must_use]
    pub fn mover_box(&self, id: MoverId) -> Option<BoxId> {
        Some(self.movers.store.get(id)?.shape)
    }

    /// What a mover did in the last step, in lattice units.
    #[must_use]
    pub fn mover_moved(&self, id: MoverId) -> Option<IVec2> {
        Some(self.movers.store.get(id)?.moved)
    }

    /// Sets a mover's velocity, in px/s. Returns whether there is such a mover and the velocity is from -1e9 to 1e9 px/s on
    /// each axis; else nothing is changed.
    pub fn set_mover_velocity(&mut self, id: MoverId, velocity: Vec2) -> bool {
        let entry = self.movers.store.get_mut(id).filter(|_| is_sound(velocity));
        entry.map(|entry| entry.mover.velocity = velocity + Vec2::ZERO).is_some()
    }

    /// Lets a mover go to a place in the next step, whatever its velocity; it carries and pushes on its way. `position` is
    /// the min corner of its bounds, in lattice units. In one step it goes 8,388,607 px on an axis at most. Returns whether
    /// there is such a mover.
    pub fn move_mover_to(&mut self, id: MoverId, position: IVec2) -> bool {
        self.movers.store.get_mut(id).map(|entry| entry.target = Some(position)).is_some()
    }

    /// Puts a mover somewhere else at once: a teleport. Nothing is carried; what it is put upon is pushed out of it in the
    /// next step. Returns whether there is such a mover, and `position` keeps it in the world.
    pub fn place_mover(&mut self, id: MoverId, position: IVec2) -> bool {
        let World { grid, movers, .. } = self;
        let Some(entry) = movers.store.get_mut(id) else { return false };
        let is_placed = grid.move_box(entry.shape, position);
        if is_placed {
            (entry.mover.position, entry.mover.rest, entry.moved) = (position, Vec2::ZERO, IVec2::ZERO);
            grid.set_box_velocity(entry.shape, Vec2::ZERO);
        }
        is_placed
    }

    /// Lets a mover follow a path from tick `tick` of it on, one tick a step, or none any more. The points of the path are
    /// places of the min corner of its bounds; if it is elsewhere it goes there in the next step. While something blocks it
    /// the path waits. Returns whether there is such a mover.
    pub fn set_mover_path(&mut self, id: MoverId, path: Option<Path>, tick: u64) -> bool {
        let store = &mut self.movers.store;
        let is_there = store.place(id).is_some();
        store.drop_path(id);
        if let Some(path) = path.filter(|_| is_there) {
            let place = store.paths.partition_point(|follow| follow.mover < id);
            store.paths.insert(place, Follow { mover: id, path, tick, origin: IVec2::ZERO });
        }
        is_there
    }

    /// The path that a mover follows, and at which tick of it the mover is.
    #[must_use]
    pub fn mover_path(&self, id: MoverId) -> Option<(&Path, u64)> {
        let paths = &self.movers.store.paths;
        let place = paths.binary_search_by_key(&id, |follow| follow.mover).ok()?;
        Some((&paths[place].path, paths[place].tick))
    }

    /// Lets a mover be taken along by another one, or by none.
    ///
    /// # Errors
    /// If either is not there, if both are the same, or if the other one is already carried by it.
    pub fn set_mover_parent(&mut self, id: MoverId, parent: Option<MoverId>) -> Result<(), MoverFault> {
        let store = &mut self.movers.store;
        store.get(id).ok_or(MoverFault::Missing(id))?;
        store.check_parent(id, parent)?;
        if let Some(entry) = store.get_mut(id) {
            entry.mover.parent = parent;
        }
        store.unsort();
        Ok(())
    }
}

/// Adding zero turns -0 into +0.
pub(super) fn without_negative_zeros(mover: Mover) -> Mover {
    Mover { velocity: mover.velocity + Vec2::ZERO, rest: mover.rest + Vec2::ZERO, ..mover }
}

/// True if a mover may have this velocity, in px/s.
fn is_sound(velocity: Vec2) -> bool {
    velocity.abs().cmple(Vec2::splat(MAX_SETTING)).all()
}

/// Can it be entered in the grid?
pub(super) fn check(grid: &TileGrid, mover: &Mover) -> Result<(), MoverFault> {
    if mover.layer.index() >= grid.layers().len() || mover.tile.index() >= grid.tile_kinds().len() {
        return Err(MoverFault::Tile);
    }
    if !(is_sound(mover.velocity) && mover.rest.abs().cmple(Vec2::splat(0.5)).all()) {
        return Err(MoverFault::Velocity);
    }
    let size =
        mover.size.unwrap_or_else(|| grid.tile_bounds(mover.tile).max - grid.tile_bounds(mover.tile).min);
    // A one-way line has no extent along its normal.
    if mover.size.is_some() && size.min_element() <= 0 {
        return Err(MoverFault::Size);
    }
    let limit = IVec2::splat(WORLD_LIMIT);
    let fits = size.max_element() <= WORLD_LIMIT
        && mover.position.cmpge(-limit).all()
        && mover.position.cmple(limit - size).all();
    if fits { Ok(()) } else { Err(MoverFault::Position) }
}

/// Enters it in the grid.
pub(crate) fn enter(grid: &mut TileGrid, mover: &Mover) -> BoxId {
    match mover.size {
        Some(size) => {
            let aabb = Aabb { min: mover.position, max: mover.position + size };
            grid.add_box(mover.layer, aabb, mover.tile)
        }
        None => {
            let at = mover.position - grid.tile_bounds(mover.tile).min;
            grid.add_shape(mover.layer, at, mover.tile)
        }
    }
}
