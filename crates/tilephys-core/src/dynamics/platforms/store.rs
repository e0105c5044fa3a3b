//! Storage of movers, the kinematic bodies of a world.

use super::MoverFault;
use crate::aabb::Aabb;
use crate::dynamics::World;
use crate::dynamics::hash::StateHasher;
use crate::grid::{ShapeId, TileGrid};
use crate::lattice::point_from_px;
use crate::limits::{MAX_SETTING, WORLD_LIMIT};
use crate::path::Path;
use crate::tile::{LayerId, TileId};
use glam::{IVec2, Vec2};

/// Id of a mover, unique for its lifetime. Movers move in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoverId(pub u32);

/// Moving platform: a kinematic solid, such as a lift, a crusher or a door.
#[doc(alias = "moving platform")]
#[doc(alias = "kinematic")]
#[doc(alias = "AnimatableBody2D")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Mover {
    /// Min corner of its bounds, in lattice units.
    pub position: IVec2,
    /// Width and height of a box, in lattice units; `None` for the shape of its tile, such as a one-way line
    /// or a slope.
    pub size: Option<IVec2>,
    /// Layer in the reports of hits.
    pub layer: LayerId,
    /// Tile kind: category, material, and shape if `size` is `None`.
    pub tile: TileId,
    /// Velocity, from -1e9 to 1e9 px/s on each axis.
    pub velocity: Vec2,
    /// Rounding remainder of earlier translations, in lattice units, within ±0.5.
    pub rest: Vec2,
    /// Parent mover, whose motion it follows; `None` for none.
    ///
    /// In a step without motion of its own, it moves as one rigid group with its parent. A cabin of children
    /// can therefore carry a rider that fits exactly. Movers without a common parent move one after the
    /// other, and would crush that rider.
    pub parent: Option<MoverId>,
}

impl Mover {
    /// Returns a box at rest. Min corner and size are in pixels, rounded to the lattice.
    ///
    /// # Panics
    /// If a component is NaN or lies outside the world (8,388,607 px either way).
    #[must_use]
    pub fn new(
        position: impl Into<[f32; 2]>,
        size: impl Into<[f32; 2]>,
        layer: LayerId,
        tile: TileId,
    ) -> Self {
        let (position, size) = (Vec2::from(position.into()), Vec2::from(size.into()));
        let on_lattice = point_from_px(position).zip(point_from_px(size));
        let (position, size) = on_lattice.unwrap_or_else(|| {
            panic!("a mover needs a position and a size in the world, not {position} px, {size} px")
        });
        Mover { size: Some(size), ..Mover::of_tile(position, layer, tile) }
    }

    /// Returns a mover at rest with the shape of its tile; `position` is the min corner of the bounds, in
    /// lattice units.
    #[must_use]
    pub fn of_tile(position: IVec2, layer: LayerId, tile: TileId) -> Self {
        let (velocity, rest) = (Vec2::ZERO, Vec2::ZERO);
        Mover { position, size: None, layer, tile, velocity, rest, parent: None }
    }
}

/// Mover with its state in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) id: MoverId,
    pub(crate) mover: Mover,
    /// Shape in the grid.
    pub(crate) shape: ShapeId,
    /// Target position of the next step, in lattice units.
    pub(crate) target: Option<IVec2>,
    /// Wanted translation in the present step without parents, in lattice units.
    pub(crate) wants: IVec2,
    /// Index of the group's leader in the present step: its own, unless it only follows its parent.
    pub(crate) leader: u32,
    /// Translation in the last step, in lattice units.
    pub(crate) moved: IVec2,
}

impl Entry {
    pub(crate) fn new(id: MoverId, mover: Mover, shape: ShapeId) -> Self {
        Entry { id, mover, shape, target: None, wants: IVec2::ZERO, leader: 0, moved: IVec2::ZERO }
    }
}

/// Path that a mover follows.
#[derive(Clone, Debug)]
pub(crate) struct Follow {
    pub(crate) mover: MoverId,
    pub(crate) path: Path,
    /// Present tick of the path.
    pub(crate) tick: u64,
    /// Translation of the path by parents, in lattice units.
    pub(crate) origin: IVec2,
}

/// Marks a depth that is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// All movers, by ascending id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) list: Vec<Entry>,
    /// Indices in the list, parents before children; out of date unless `is_sorted`.
    pub(crate) order: Vec<u32>,
    /// Number of ancestors of each mover, by index. Kept to reuse the allocation.
    depths: Vec<u32>,
    is_sorted: bool,
    /// Paths of movers, by ascending id.
    pub(crate) paths: Vec<Follow>,
    /// Owners of the shapes in the grid, by ascending shape.
    pub(super) owners: Vec<(ShapeId, MoverId)>,
    /// Id after the greatest ever given, or the last possible one.
    pub(crate) next: u32,
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

    pub(crate) fn owner(&self, shape: ShapeId) -> Option<MoverId> {
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

    /// Checks the parent of a new mover without children: no chain of parents leads back to it.
    fn check_first_parent(&self, id: MoverId, parent: Option<MoverId>) -> Result<(), MoverFault> {
        match parent {
            Some(parent) if parent == id => Err(MoverFault::OwnParent(id)),
            Some(parent) if self.place(parent).is_none() => Err(MoverFault::MissingParent(parent)),
            _ => Ok(()),
        }
    }

    /// Checks a parent of an existing mover: it must not be the mover or a descendant.
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

    /// Marks the order as out of date. The next step sorts once, however many movers came and went.
    pub(super) fn unsort(&mut self) {
        self.is_sorted = false;
        // Reserved here, so that a step allocates nothing.
        self.order.reserve(self.list.len().saturating_sub(self.order.len()));
        self.depths.reserve(self.list.len().saturating_sub(self.depths.len()));
    }

    /// Sorts parents before children, otherwise by id, unless the order is up to date.
    pub(super) fn sort(&mut self) {
        if std::mem::replace(&mut self.is_sorted, true) {
            return;
        }
        self.depths.clear();
        self.depths.resize(self.list.len(), UNKNOWN);
        self.order.clear();
        for place in 0..self.list.len() {
            // Walks up to a mover with a known depth, and back down, so each is visited at most twice. The
            // order is unused here and serves as the stack.
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

    /// Replaces all movers and paths. The grid already has the shapes.
    pub(super) fn restore(&mut self, list: &[Entry], paths: &[Follow], next: u32) {
        self.list.clear();
        self.list.extend_from_slice(list);
        self.paths.clear();
        self.paths.extend_from_slice(paths);
        self.next = next;
        self.owners.clear();
        self.owners.extend(list.iter().map(|entry| (entry.shape, entry.id)));
        self.owners.sort_unstable();
        self.unsort();
    }

    pub(super) fn own(&mut self, shape: ShapeId, id: MoverId) {
        let place = self.owners.partition_point(|entry| entry.0 < shape);
        self.owners.insert(place, (shape, id));
    }

    /// Adds the movers to a hash.
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
    /// Adds a mover under a new id, greater than all before. Bodies that it overlaps are pushed out in the
    /// next step.
    ///
    /// # Errors
    /// If it has no size, lies outside the world or has an invalid velocity. If the layer or tile is of
    /// another grid. If the parent does not exist.
    #[doc(alias = "moving platform")]
    #[doc(alias = "kinematic")]
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

    /// Removes a mover and returns it, or `None` if no mover has this id.
    ///
    /// Its riders fall from the next step on, with their [leave velocity](crate::platform::LeaveVelocity). Its children stay in
    /// place.
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

    /// Returns a mover in its present state.
    #[must_use]
    pub fn mover(&self, id: MoverId) -> Option<Mover> {
        self.movers.store.get(id).map(|entry| entry.mover)
    }

    /// Returns all mover ids, ascending.
    pub fn mover_ids(&self) -> impl Iterator<Item = MoverId> + '_ {
        self.movers.store.list.iter().map(|entry| entry.id)
    }

    /// Returns the bounds of a mover, in lattice units.
    #[must_use]
    pub fn mover_bounds(&self, id: MoverId) -> Option<Aabb> {
        Some(self.grid.off_grid_shape(self.movers.store.get(id)?.shape)?.aabb)
    }

    /// Returns the shape of a mover in the grid, as named by hits and surfaces.
    #[must_use]
    pub fn mover_box(&self, id: MoverId) -> Option<ShapeId> {
        Some(self.movers.store.get(id)?.shape)
    }

    /// Returns the translation of a mover in the last step, in lattice units.
    #[must_use]
    pub fn mover_moved(&self, id: MoverId) -> Option<IVec2> {
        Some(self.movers.store.get(id)?.moved)
    }

    /// Sets a mover's velocity, in px/s. True if the mover exists and the velocity is from -1e9 to 1e9 px/s
    /// on each axis; otherwise nothing changes.
    pub fn set_mover_velocity(&mut self, id: MoverId, velocity: impl Into<[f32; 2]>) -> bool {
        let velocity = Vec2::from(velocity.into());
        let entry = self.movers.store.get_mut(id).filter(|_| is_sound(velocity));
        entry.map(|entry| entry.mover.velocity = velocity + Vec2::ZERO).is_some()
    }

    /// Sets a mover's target for the next step, in lattice units, whatever its velocity. True if the mover
    /// exists.
    ///
    /// `position` is the min corner of its bounds. The mover carries and pushes bodies on its path, and moves
    /// at most 8,388,607 px on an axis in one step.
    pub fn move_mover_to(&mut self, id: MoverId, position: IVec2) -> bool {
        self.movers.store.get_mut(id).map(|entry| entry.target = Some(position)).is_some()
    }

    /// Teleports a mover to a min corner, in lattice units, without carrying. True if it exists and stays in
    /// the world.
    ///
    /// Bodies that it overlaps are pushed out in the next step.
    #[doc(alias = "teleport")]
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

    /// Sets a mover's path and its tick, or ends path following with `None`. True if the mover exists.
    ///
    /// The path advances by one tick a step, and waits while the mover is blocked. Its points are positions
    /// of the min corner of the bounds; a mover elsewhere moves to the path in the next step.
    #[doc(alias = "PathFollow2D")]
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

    /// Returns the path of a mover, and its present tick.
    #[must_use]
    pub fn mover_path(&self, id: MoverId) -> Option<(&Path, u64)> {
        let paths = &self.movers.store.paths;
        let place = paths.binary_search_by_key(&id, |follow| follow.mover).ok()?;
        Some((&paths[place].path, paths[place].tick))
    }

    /// Sets or clears the parent of a mover.
    ///
    /// # Errors
    /// If either does not exist, if both are equal, or if the parent is already carried by the mover.
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

/// Replaces -0 by +0.
pub(super) fn without_negative_zeros(mover: Mover) -> Mover {
    Mover { velocity: mover.velocity + Vec2::ZERO, rest: mover.rest + Vec2::ZERO, ..mover }
}

/// True if a mover may have this velocity, in px/s.
fn is_sound(velocity: Vec2) -> bool {
    velocity.abs().cmple(Vec2::splat(MAX_SETTING)).all()
}

/// Checks that a mover fits the grid.
pub(crate) fn check(grid: &TileGrid, mover: &Mover) -> Result<(), MoverFault> {
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

/// Adds the shape of a mover to the grid.
pub(crate) fn enter(grid: &mut TileGrid, mover: &Mover) -> ShapeId {
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
