//! Solid bodies: bodies that are platforms for other bodies, which they carry, and that stop at obstacles.
//!
//! Each has a shape in the grid as obstacle for other bodies. Solid bodies move one after the other before
//! all other bodies, the lowest along gravity first, so that a stack falls as a whole.

use crate::aabb::Aabb;
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{Bodies, IdMap, Squishes};
use crate::grid::{ShapeId, TileGrid};
use crate::tile::{LayerId, TileId};
use glam::IVec2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidBody {
    pub(crate) id: BodyId,
    pub(crate) index: u32,
    pub(crate) shape: ShapeId,
    pub(crate) size: IVec2,
    pub(crate) tile: TileId,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Solids {
    pub(crate) list: Vec<SolidBody>,
    /// Buffers, kept to reuse their allocations.
    spare: Vec<SolidBody>,
    found: Vec<(BodyId, u32, TileId)>,
    /// Bodies of a solid profile that cover too many cells for the grid, by ascending id. They are not solid.
    pub(crate) too_large: Vec<BodyId>,
    /// Owners of shapes, by ascending shape.
    owners: Vec<(ShapeId, BodyId)>,
}

impl Solids {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn index(&self, id: BodyId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |solid| solid.id).ok()
    }

    #[inline(always)]
    pub(crate) fn shape(&self, id: BodyId) -> Option<ShapeId> {
        if self.list.is_empty() { None } else { self.index(id).map(|index| self.list[index].shape) }
    }

    pub(crate) fn owner(&self, shape: ShapeId) -> Option<BodyId> {
        let index = self.owners.binary_search_by_key(&shape, |entry| entry.0).ok()?;
        Some(self.owners[index].1)
    }

    /// Replaces all solid bodies, whose shapes are in the grid.
    pub(crate) fn restore(&mut self, list: impl Iterator<Item = SolidBody>) {
        self.list.clear();
        self.list.extend(list);
        self.note_owners();
    }

    fn note_owners(&mut self) {
        self.owners.clear();
        self.owners.extend(self.list.iter().map(|solid| (solid.shape, solid.id)));
        self.owners.sort_unstable();
    }

    /// Moves and resizes the shape of a solid body in the grid to the body's present box.
    pub(crate) fn put(
        &mut self,
        grid: &mut TileGrid,
        squishes: &mut Squishes,
        id: BodyId,
        Aabb { min: at, max }: Aabb,
    ) {
        let Some(index) = self.index(id) else { return };
        let size = max - at;
        let solid = &mut self.list[index];
        // A shape of equal size is moved, which keeps its id and allocates nothing.
        if solid.size == size && grid.move_box(solid.shape, at) {
            return;
        }
        if !grid.may_list(size.as_i64vec2()) {
            return self.remove(grid, id);
        }
        grid.remove_box(solid.shape);
        let shape = grid.add_box(LayerId::LOWEST, Aabb { min: at, max }, solid.tile);
        // A squish in progress names the old shape, and must go on under the new id.
        squishes.follow(solid.shape, shape);
        solid.shape = shape;
        solid.size = size;
        self.note_owners();
    }

    pub(crate) fn remove(&mut self, grid: &mut TileGrid, id: BodyId) {
        if let Some(index) = self.index(id) {
            grid.remove_box(self.list.remove(index).shape);
            self.owners.retain(|owner| owner.1 != id);
        }
    }

    /// Removes the shapes of bodies that no longer exist.
    pub(crate) fn forget_gone(&mut self, grid: &mut TileGrid, indices: &IdMap) {
        let before = self.list.len();
        self.list.retain(|solid| {
            let is_there = indices.get(solid.id).is_some();
            if !is_there {
                grid.remove_box(solid.shape);
            }
            is_there
        });
        // The list of owners is sorted anew only if something changed.
        if self.list.len() < before {
            self.note_owners();
        }
    }

    /// Synchronizes the shapes in the grid with the bodies that are solid now.
    pub(crate) fn follow(
        &mut self,
        grid: &mut TileGrid,
        squishes: &mut Squishes,
        profiles: &[Profile],
        bodies: &Bodies,
    ) {
        let is_any = profiles.iter().any(|profile| profile.solid.is_some());
        if !is_any && self.list.is_empty() {
            self.too_large.clear();
            return;
        }
        self.find(grid, profiles, bodies);
        let Solids { list, spare, found, .. } = self;
        spare.clear();
        let mut old = list.drain(..).peekable();
        let mut is_changed = false;
        // Both lists ascend by id, so one pass finds new, kept and gone bodies.
        for &(id, index, tile) in &*found {
            while let Some(gone) = old.next_if(|solid| solid.id < id) {
                grid.remove_box(gone.shape);
                is_changed = true;
            }
            let (at, size) = bounds(bodies, index);
            let same = old.next_if(|solid| solid.id == id);
            // Only a shape of equal size and tile can be moved. Any other is replaced.
            let kept = same.filter(|solid| (solid.size, solid.tile) == (size, tile));
            let kept = kept.filter(|solid| grid.move_box(solid.shape, at));
            let shape = kept.map(|solid| solid.shape).unwrap_or_else(|| {
                is_changed = true;
                if let Some(other) = same {
                    grid.remove_box(other.shape);
                }
                let new = grid.add_box(LayerId::LOWEST, Aabb { min: at, max: at + size }, tile);
                // A squish in progress names the old shape, and must go on under the new id.
                if let Some(other) = same {
                    squishes.follow(other.shape, new);
                }
                new
            });
            spare.push(SolidBody { id, index, shape, size, tile });
        }
        for gone in old {
            grid.remove_box(gone.shape);
            is_changed = true;
        }
        std::mem::swap(list, spare);
        if is_changed {
            self.note_owners();
        }
    }

    /// Lists the bodies that are solid now, by ascending id.
    fn find(&mut self, grid: &TileGrid, profiles: &[Profile], bodies: &Bodies) {
        self.found.clear();
        self.too_large.clear();
        let mut from = 0;
        for run in bodies.profile.chunk_by(|a, b| a == b) {
            let indices = from..from + run.len();
            from = indices.end;
            let tile = profiles.get(run[0].index()).and_then(|profile| profile.solid);
            // The grid may have been replaced since the profile was added.
            let fits = |tile: &TileId| tile.index() < grid.tile_kinds().len() && !grid.layers().is_empty();
            let Some(tile) = tile.filter(fits) else { continue };
            for index in indices {
                let (_, size) = bounds(bodies, index as u32);
                if grid.may_list(size.as_i64vec2()) {
                    self.found.push((bodies.id[index], index as u32, tile));
                } else {
                    self.too_large.push(bodies.id[index]);
                }
            }
        }
        // Bodies are stored in any order, and the shapes in the grid follow the ids.
        self.found.sort_unstable_by_key(|found| found.0);
        self.too_large.sort_unstable();
    }
}

pub(crate) fn bounds(bodies: &Bodies, index: u32) -> (IVec2, IVec2) {
    let body = bodies.get(index as usize);
    (body.position, body.size)
}
