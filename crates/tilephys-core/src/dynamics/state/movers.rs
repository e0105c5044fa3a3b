//! Storage of movers, the kinematic bodies of a world, and their validation.

use crate::aabb::Aabb;
use crate::dynamics::ids::MoverId;
use crate::grid::{ShapeId, TileGrid, corners_in_world};
use crate::hash::StateHasher;
use crate::lattice::point_from_px;
use crate::limits::{MAX_SETTING, WORLD_LIMIT};
use crate::path::Path;
use crate::tile::{LayerId, TileId};
use glam::{IVec2, Vec2};
use std::error::Error;
use std::fmt;

/// Moving platform: a kinematic solid, such as a lift, a crusher or a door.
#[doc(alias("moving platform", "kinematic", "AnimatableBody2D"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Mover {
    /// Min corner of its bounds, in lattice units.
    pub position: IVec2,
    /// Width and height of a box, in lattice units; `None` for the shape of its tile, such as a one-way line or a slope.
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
    /// In a step without motion of its own, it moves as one rigid group with its parent. A cabin of children can therefore carry a
    /// rider that fits exactly. Movers without a common parent move one after the other, and would crush that rider.
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
        let position = Vec2::from(position.into());
        let size = Vec2::from(size.into());
        let on_lattice = point_from_px(position).zip(point_from_px(size));
        let (position, size) = on_lattice.unwrap_or_else(|| {
            panic!("a mover needs a position and a size in the world, not {position} px, {size} px")
        });
        Mover { size: Some(size), ..Mover::of_tile(position, layer, tile) }
    }

    /// Returns a mover at rest with the shape of its tile; `position` is the min corner of the bounds, in lattice units.
    #[must_use]
    pub fn of_tile(position: IVec2, layer: LayerId, tile: TileId) -> Self {
        let velocity = Vec2::ZERO;
        let rest = Vec2::ZERO;
        Mover { position, size: None, layer, tile, velocity, rest, parent: None }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) id: MoverId,
    pub(crate) mover: Mover,
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

#[derive(Clone, Debug)]
pub(crate) struct Follow {
    pub(crate) mover: MoverId,
    pub(crate) path: Path,
    pub(crate) tick: u64,
    /// Translation of the path by parents, in lattice units.
    pub(crate) origin: IVec2,
    /// True if the mover waits for a rider in this step.
    pub(crate) is_waiting: bool,
}

impl Follow {
    /// Tick of the path at the end of this step.
    pub(crate) fn next_tick(&self) -> u64 {
        if self.is_waiting { self.tick } else { self.tick.saturating_add(1) }
    }
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
    pub(crate) owners: Vec<(ShapeId, MoverId)>,
    /// Id after the greatest ever given, or the last possible one.
    pub(crate) next: u32,
}

impl Store {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn index_of(&self, id: MoverId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |entry| entry.id).ok()
    }

    /// Like [`index_of`](Self::index_of), but tries an index first.
    pub(crate) fn index_near(&self, id: MoverId, guess: usize) -> Option<usize> {
        let is_there = self.list.get(guess).is_some_and(|entry| entry.id == id);
        if is_there { Some(guess) } else { self.index_of(id) }
    }

    pub(crate) fn get(&self, id: MoverId) -> Option<&Entry> {
        Some(&self.list[self.index_of(id)?])
    }

    pub(crate) fn get_mut(&mut self, id: MoverId) -> Option<&mut Entry> {
        let index = self.index_of(id)?;
        Some(&mut self.list[index])
    }

    pub(crate) fn owner(&self, shape: ShapeId) -> Option<MoverId> {
        let index = self.owners.binary_search_by_key(&shape, |entry| entry.0).ok()?;
        Some(self.owners[index].1)
    }

    /// Returns the shape that hashes name in place of this one: the shape that its mover would have if the movers had been added by
    /// ascending id.
    pub(crate) fn shape_in_order(&self, shape: ShapeId) -> ShapeId {
        let rank = self.owner(shape).and_then(|owner| self.index_of(owner));
        rank.and_then(|rank| self.owners.get(rank)).map_or(shape, |owned| owned.0)
    }

    pub(crate) fn path(&self, id: MoverId) -> Option<&Follow> {
        Some(&self.paths[self.path_index(id)?])
    }

    pub(crate) fn path_mut(&mut self, id: MoverId) -> Option<&mut Follow> {
        let index = self.path_index(id)?;
        Some(&mut self.paths[index])
    }

    fn path_index(&self, id: MoverId) -> Option<usize> {
        self.paths.binary_search_by_key(&id, |follow| follow.mover).ok()
    }

    /// Returns the leader of the group of a mover, all by index.
    pub(crate) fn leader(&self, index: u32) -> u32 {
        let mut leader = self.list[index as usize].leader;
        while self.list[leader as usize].leader != leader {
            leader = self.list[leader as usize].leader;
        }
        leader
    }

    pub(crate) fn drop_path(&mut self, id: MoverId) {
        self.paths.retain(|follow| follow.mover != id);
    }

    /// Checks the parent of a new mover without children: no chain of parents leads back to it.
    pub(crate) fn check_first_parent(&self, id: MoverId, parent: Option<MoverId>) -> Result<(), MoverFault> {
        match parent {
            Some(parent) if parent == id => Err(MoverFault::OwnParent(id)),
            Some(parent) if self.index_of(parent).is_none() => Err(MoverFault::MissingParent(parent)),
            _ => Ok(()),
        }
    }

    /// Checks a parent of an existing mover: it must not be the mover or a descendant.
    pub(crate) fn check_parent(&self, id: MoverId, parent: Option<MoverId>) -> Result<(), MoverFault> {
        let Some(first) = parent else { return Ok(()) };
        let mut above = parent;
        if first == id {
            return Err(MoverFault::OwnParent(id));
        }
        // The existing movers form no circle, so the walk ends at a root.
        while let Some(next) = above {
            if next == id {
                return Err(MoverFault::ParentCycle { mover: id, parent: first });
            }
            above = self.get(next).ok_or(MoverFault::MissingParent(next))?.mover.parent;
        }
        Ok(())
    }

    /// Marks the order as out of date. The next step sorts once, however many movers came and went.
    pub(crate) fn unsort(&mut self) {
        self.is_sorted = false;
        // Reserved here, so that a step allocates nothing.
        self.order.reserve(self.list.len().saturating_sub(self.order.len()));
        self.depths.reserve(self.list.len().saturating_sub(self.depths.len()));
    }

    /// Sorts parents before children, otherwise by id, unless the order is up to date.
    pub(crate) fn sort(&mut self) {
        if std::mem::replace(&mut self.is_sorted, true) {
            return;
        }
        self.depths.clear();
        self.depths.resize(self.list.len(), UNKNOWN);
        self.order.clear();
        for index in 0..self.list.len() {
            // Walks up to a mover with a known depth, and back down, so each is visited at most twice. The
            // order is unused here and serves as the stack.
            let mut above = Some(index);
            while let Some(at) = above.filter(|at| self.depths[*at] == UNKNOWN) {
                self.order.push(at as u32);
                above = self.list[at].mover.parent.and_then(|id| self.index_of(id));
            }
            let mut depth = above.map_or(0, |at| self.depths[at] + 1);
            while let Some(at) = self.order.pop() {
                self.depths[at as usize] = depth;
                depth += 1;
            }
        }
        self.order.extend(0..self.list.len() as u32);
        let depths = &self.depths;
        // By depth, so that a child moves after all movers that carry it.
        self.order.sort_unstable_by_key(|index| (depths[*index as usize], *index));
    }

    /// Replaces all movers and paths. The grid already has the shapes.
    pub(crate) fn restore(&mut self, list: &[Entry], paths: &[Follow], next: u32) {
        self.list.clear();
        self.list.extend_from_slice(list);
        self.paths.clear();
        self.paths.extend_from_slice(paths);
        self.next = next;
        self.owners.clear();
        self.owners.extend(list.iter().map(|entry| (entry.shape, entry.id)));
        self.owners.sort_unstable();
        // The order of parents is not saved, because it follows from the list.
        self.unsort();
    }

    pub(crate) fn own(&mut self, shape: ShapeId, id: MoverId) {
        let index = self.owners.partition_point(|entry| entry.0 < shape);
        self.owners.insert(index, (shape, id));
    }

    pub(crate) fn hash(&self, hasher: &mut StateHasher) {
        for Entry { id, mover, target, .. } in &self.list {
            hasher.pair(id.0, mover.parent.map_or(u32::MAX, |id| id.0));
            // Most movers have no target, and an absent one adds nothing.
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

pub(crate) fn without_negative_zeros(mover: Mover) -> Mover {
    Mover { velocity: mover.velocity + Vec2::ZERO, rest: mover.rest + Vec2::ZERO, ..mover }
}

pub(crate) fn is_sound(velocity: Vec2) -> bool {
    velocity.abs().cmple(Vec2::splat(MAX_SETTING)).all()
}

pub(crate) fn check(grid: &TileGrid, mover: &Mover) -> Result<(), MoverFault> {
    if mover.layer.index() >= grid.layers().len() || mover.tile.index() >= grid.tile_kinds().len() {
        return Err(MoverFault::Tile);
    }
    if !(is_sound(mover.velocity) && mover.rest.abs().cmple(Vec2::splat(0.5)).all()) {
        return Err(MoverFault::Velocity);
    }
    let bounds = grid.tile_bounds(mover.tile);
    let size = mover.size.map_or_else(|| bounds.size(), IVec2::as_i64vec2);
    // A one-way line has no extent along its normal.
    if mover.size.is_some() && size.min_element() <= 0 || !grid.may_list(size) {
        return Err(MoverFault::Size);
    }
    let to_origin = if mover.size.is_some() { IVec2::ZERO } else { bounds.min };
    let [least, greatest] = corners_in_world(size, to_origin);
    let fits = size.max_element() <= i64::from(WORLD_LIMIT)
        && mover.position.cmpge(least).all()
        && mover.position.cmple(greatest).all();
    if fits { Ok(()) } else { Err(MoverFault::Position) }
}

pub(crate) fn enter(grid: &mut TileGrid, mover: &Mover) -> ShapeId {
    match mover.size {
        Some(size) => {
            let aabb = Aabb { min: mover.position, max: mover.position + size };
            grid.add_box(mover.layer, aabb, mover.tile)
        }
        None => {
            // A mover's position is the corner of its bounds, and a shape counts from its cell's corner.
            let at = mover.position - grid.tile_bounds(mover.tile).min;
            grid.add_shape(mover.layer, at, mover.tile)
        }
    }
}

/// Error of a mover. The world is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoverFault {
    /// Id already in use.
    Taken(MoverId),
    /// Unknown id.
    Missing(MoverId),
    /// Width or height that is not positive, or more than 4,194,304 [cells](crate::limits::MAX_SHAPE_CELLS) under the mover.
    Size,
    /// Position outside the world.
    Position,
    /// Velocity that is NaN or beyond 1e9 px/s, or remainder beyond half a lattice unit.
    Velocity,
    /// Layer or tile that does not exist in the world's grid.
    Tile,
    /// Mover that is its own parent.
    OwnParent(MoverId),
    /// Parent that is itself carried by the mover.
    ParentCycle {
        /// Child mover.
        mover: MoverId,
        /// Parent mover.
        parent: MoverId,
    },
    /// Parent that does not exist.
    MissingParent(MoverId),
}

impl fmt::Display for MoverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Each message begins with its field, so that a driver can show it beside the component.
        match self {
            MoverFault::Taken(id) => write!(f, "id: there is a mover {} already", id.0),
            MoverFault::Missing(id) => write!(f, "id: there is no mover {}", id.0),
            MoverFault::Size => f.write_str(
                "size: a mover must be at least one lattice unit wide and high, and cover at most 4194304 cells",
            ),
            MoverFault::Position => {
                f.write_str("position: a mover must lie within 8388607 px of the origin, and in `i32` units")
            }
            MoverFault::Velocity => f.write_str(
                "velocity: at most 1e9 px/s on each axis, with a remainder within ±0.5 lattice units",
            ),
            MoverFault::Tile => f.write_str("tile: the layer or the tile is not of this world's grid"),
            MoverFault::OwnParent(id) => {
                write!(f, "parent: mover {} cannot be carried by itself; name another mover or none", id.0)
            }
            MoverFault::ParentCycle { mover, parent } => {
                write!(
                    f,
                    "parent: mover {} already carries mover {}; parents must not form a cycle",
                    mover.0, parent.0
                )
            }
            MoverFault::MissingParent(id) => write!(f, "parent: there is no mover {}", id.0),
        }
    }
}

impl Error for MoverFault {}
