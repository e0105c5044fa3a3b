//! Bodies that are solid to others: what stands on them is carried along, and they stop at what is in their way.
//!
//! Each has a box in the grid, where others meet it. They move one after the other before the other bodies, the lowest along
//! their gravity first, so that a stack falls as one.

use super::squish::Squishes;
use crate::aabb::Aabb;
use crate::grid::{BoxId, TileGrid};
use crate::tile::{LayerId, TileId};
use crate::world::bodies::Bodies;
use crate::world::ids::{BodyId, IdMap};
use crate::world::profile::Profile;
use glam::IVec2;

/// A body that is solid to others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidBody {
    pub(crate) id: BodyId,
    pub(crate) place: u32,
    /// What it is in the grid.
    pub(crate) shape: BoxId,
    pub(crate) size: IVec2,
    pub(crate) tile: TileId,
}

/// All of them by ascending id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solids {
    pub(crate) list: Vec<SolidBody>,
    /// Kept for their memory.
    spare: Vec<SolidBody>,
    found: Vec<(BodyId, u32, TileId)>,
    /// Whose the boxes are, by ascending box.
    owners: Vec<(BoxId, BodyId)>,
}

impl Solids {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn place(&self, id: BodyId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |solid| solid.id).ok()
    }

    /// Which of them a body is.
    pub(crate) fn index(&self, id: BodyId) -> Option<usize> {
        if self.list.is_empty() { None } else { self.place(id) }
    }

    /// What a body is in the grid, if it is solid.
    #[inline(always)]
    pub(crate) fn shape(&self, id: BodyId) -> Option<BoxId> {
        if self.list.is_empty() { None } else { self.place(id).map(|place| self.list[place].shape) }
    }

    pub(crate) fn owner(&self, shape: BoxId) -> Option<BodyId> {
        let place = self.owners.binary_search_by_key(&shape, |entry| entry.0).ok()?;
        Some(self.owners[place].1)
    }

    /// Takes over all of them, whose boxes are in the grid.
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

    /// Brings the box of a body in the grid to where the body is now, with its size, if it is solid.
    pub(in crate::world) fn put(
        &mut self,
        grid: &mut TileGrid,
        squishes: &mut Squishes,
        id: BodyId,
        Aabb { min: at, max }: Aabb,
    ) {
        let (Some(place), size) = (self.index(id), max - at) else { return };
        let solid = &mut self.list[place];
        if solid.size == size && grid.move_box(solid.shape, at) {
            return;
        }
        grid.remove_box(solid.shape);
        let shape = grid.add_box(LayerId::LOWEST, Aabb { min: at, max }, solid.tile);
        squishes.follow(solid.shape, shape);
        solid.shape = shape;
        solid.size = size;
        self.note_owners();
    }

    /// Takes a body out of the grid.
    pub(crate) fn remove(&mut self, grid: &mut TileGrid, id: BodyId) {
        if let Some(place) = self.place(id) {
            grid.remove_box(self.list.remove(place).shape);
            self.owners.retain(|owner| owner.1 != id);
        }
    }

    /// Takes those out of the grid that are gone.
    pub(crate) fn forget_gone(&mut self, grid: &mut TileGrid, places: &IdMap) {
        let before = self.list.len();
        self.list.retain(|solid| {
            let is_there = places.get(solid.id).is_some();
            if !is_there {
                grid.remove_box(solid.shape);
            }
            is_there
        });
        if self.list.len() < before {
            self.note_owners();
        }
    }

    /// Brings the boxes in the grid to where the bodies are that are solid now, and takes away the others.
    pub(super) fn follow(
        &mut self,
        grid: &mut TileGrid,
        squishes: &mut Squishes,
        profiles: &[Profile],
        bodies: &Bodies,
    ) {
        let is_any = profiles.iter().any(|profile| profile.solid.is_some());
        if !is_any && self.list.is_empty() {
            return;
        }
        self.find(grid, profiles, bodies);
        let Solids { list, spare, found, .. } = self;
        spare.clear();
        let mut old = list.drain(..).peekable();
        let mut is_changed = false;
        for &(id, place, tile) in &*found {
            while let Some(gone) = old.next_if(|solid| solid.id < id) {
                grid.remove_box(gone.shape);
                is_changed = true;
            }
            let (at, size) = bounds(bodies, place);
            let same = old.next_if(|solid| solid.id == id);
            let kept = same.filter(|solid| (solid.size, solid.tile) == (size, tile));
            let kept = kept.filter(|solid| grid.move_box(solid.shape, at));
            let shape = kept.map(|solid| solid.shape).unwrap_or_else(|| {
                is_changed = true;
                if let Some(other) = same {
                    grid.remove_box(other.shape);
                }
                let new = grid.add_box(LayerId::LOWEST, Aabb { min: at, max: at + size }, tile);
                if let Some(other) = same {
                    squishes.follow(other.shape, new);
                }
                new
            });
            spare.push(SolidBody { id, place, shape, size, tile });
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

    /// Those that are solid now, by ascending id.
    fn find(&mut self, grid: &TileGrid, profiles: &[Profile], bodies: &Bodies) {
        self.found.clear();
        let mut from = 0;
        for run in bodies.profile.chunk_by(|a, b| a == b) {
            let places = from..from + run.len();
            from = places.end;
            let tile = profiles.get(run[0].place()).and_then(|profile| profile.solid);
            // The grid may be another one than when the profile was added.
            let fits = |tile: &TileId| tile.index() < grid.tile_kinds().len() && !grid.layers().is_empty();
            let Some(tile) = tile.filter(fits) else { continue };
            self.found.extend(places.map(|place| (bodies.id[place], place as u32, tile)));
        }
        self.found.sort_unstable_by_key(|found| found.0);
    }
}

/// Min corner and size of a body.
pub(in crate::world) fn bounds(bodies: &Bodies, place: u32) -> (IVec2, IVec2) {
    let (x, y, place) = (&bodies.x, &bodies.y, place as usize);
    (IVec2::new(x.at[place], y.at[place]), IVec2::new(x.size[place], y.size[place]))
}
