//! Hot reload of kinds of tile, layers and shapes off the grid: assigns them to the running grid.

use crate::collide::kinds::{Kinds, Origin};
use crate::collide::place::{MAX_KINDS, Surfaces, bits};
use crate::error::{Result, WithHelp};
use crate::level::Level;
use crate::level::memory::Shape;
use crate::settings::reason::Reason;
use crate::update::twins::{Running, Twins, refused};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tilephys_core::limits::MAX_LAYERS;
use tilephys_core::shape::TileShape;
use tilephys_core::{LayerId, Tile, TileCoord, TileGrid, TileId};

/// The identity of a kind of tile: object, geometry, category, material and `user` number.
type Key = (Option<u32>, TileShape, u32, [u32; 5], u32);

/// The kind of the running grid for each kind of a new level.
pub(super) struct KindPlan {
    /// Kinds in the order of the new level; a new kind has only its tile yet.
    kinds: Vec<(TileId, Result<TileId, Tile>)>,
    /// Names of surfaces: the old ones, then new ones.
    surfaces: Surfaces,
}

impl KindPlan {
    /// # Errors
    /// If the grid has no room for the new kinds.
    pub(super) fn new(old: &Level, new: &Level, grid: &TileGrid) -> Result<Self> {
        let mut surfaces = Surfaces::of(old.surfaces.clone());
        new.surfaces.iter().for_each(|name| _ = surfaces.number(name));
        let known = old.kinds.list.iter().map(|(id, (origin, _))| (key(*origin, grid.tile_kind(*id)), *id));
        let known: HashMap<Key, TileId> = known.collect();
        let kind = |(id, (origin, _)): (&TileId, &(Origin, Reason))| {
            let mut tile: Tile = new.grid.tile_kind(*id).clone();
            let name = new.surfaces.get(tile.material.surface as usize).map_or("", String::as_str);
            tile.material.surface = surfaces.number(name);
            (*id, known.get(&key(*origin, &tile)).copied().ok_or(tile))
        };
        let plan = KindPlan { kinds: new.kinds.list.iter().map(kind).collect(), surfaces };
        if grid.tile_kinds().len() + plan.added() > MAX_KINDS {
            return Err(refused(
                new,
                format!(
                    "the running level cannot take {} more kinds of tile: the limit is {MAX_KINDS}, \
                     including those replaced since it started",
                    plan.added()
                )
                .help("restart it"),
            ));
        }
        Ok(plan)
    }

    /// Number of kinds to add.
    pub(super) fn added(&self) -> usize {
        self.kinds.iter().filter(|(_, kind)| kind.is_err()).count()
    }

    /// Adds the new kinds, and renumbers the new level's kinds as in the running grid.
    pub(super) fn apply(mut self, old: &Level, new: &mut Level, twins: &Twins, grid: &mut TileGrid) {
        let mut kinds = Kinds::default();
        // Kinds no longer in the map may still be where the game has put them.
        for (id, (origin, reason)) in &old.kinds.list {
            let now = match origin {
                Origin::Tile(gid) => twins.gid(*gid).map(Origin::Tile),
                Origin::Object(_) => Some(*origin),
            };
            kinds.list.extend(now.map(|now| (*id, (now, reason.clone()))));
        }
        let mut ids = BTreeMap::new();
        for (id, found) in self.kinds {
            let kind = found.unwrap_or_else(|tile| grid.add_tile(tile));
            kinds.list.insert(kind, new.kinds.list[&id].clone());
            ids.insert(id, kind);
        }
        let named = new.kinds.by_cell.iter();
        kinds.by_cell =
            named.map(|(cell, named)| (*cell, named.iter().map(|kind| ids[kind]).collect())).collect();
        new.kinds = kinds;
        for region in &mut new.regions {
            let surface = &mut region.material.surface;
            let name = new.surfaces.get(*surface as usize).map_or("", String::as_str);
            *surface = self.surfaces.number(name);
        }
        new.surfaces = self.surfaces.names;
        for layer in &mut new.memory.layers {
            layer.kinds.values_mut().for_each(|kind| *kind = ids[kind]);
        }
        new.memory.shapes.iter_mut().for_each(|shape| shape.kind = ids[&shape.kind]);
        new.movers.iter_mut().for_each(|mover| mover.mover.tile = ids[&mover.mover.tile]);
    }
}

fn key(origin: Origin, tile: &Tile) -> Key {
    (origin.object(), tile.shape.clone(), tile.category, bits(&tile.material), tile.user)
}

/// A layer of the grid for each colliding layer, in the order of the map: in a cell the lowest is hit first.
pub(super) struct Slots {
    /// Slot by index of the new layer; `None` if it needs a new one after all others.
    wanted: BTreeMap<usize, Option<LayerId>>,
    /// Layers that change their slot: the old slot, and the index of the new layer.
    moved: Vec<(LayerId, usize)>,
    /// All slots that the level had.
    own: BTreeSet<LayerId>,
}

impl Slots {
    /// # Errors
    /// If the grid has no room for another layer.
    pub(super) fn new(old: &Level, new: &Level, twins: &Twins, grid: &TileGrid) -> Result<Self> {
        let had = |place: usize| twins.layers[place].and_then(|twin| old.layers[twin].grid_layer);
        // A layer keeps its slot while nothing in it collides: the game may have put something there.
        let needs = |place: &usize| new.layers[*place].grid_layer.is_some() || had(*place).is_some();
        let places: Vec<usize> = (0..new.layers.len()).filter(needs).collect();
        let before: Vec<Option<LayerId>> = places.iter().map(|place| had(*place)).collect();
        let own =
            old.layers.iter().filter_map(|layer| layer.grid_layer).chain(old.memory.spare.iter().copied());
        let own: BTreeSet<LayerId> = own.collect();
        let slots = kept(&before, &own).unwrap_or_else(|| {
            let all = own.iter().map(|slot| Some(*slot)).chain(std::iter::repeat(None));
            all.take(places.len()).collect()
        });
        let more = slots.iter().filter(|slot| slot.is_none()).count();
        if grid.layers().len() + more > MAX_LAYERS {
            return Err(refused(
                new,
                format!("the running level cannot take another colliding layer: the limit is {MAX_LAYERS}")
                    .help("merge some in Tiled, or restart it"),
            ));
        }
        let moves = before.iter().zip(&slots).zip(&places);
        let moved = moves.filter(|((was, is), _)| was.is_some() && was != is);
        let moved = moved.filter_map(|((was, _), place)| Some(((*was)?, *place))).collect();
        Ok(Slots { wanted: places.into_iter().zip(slots).collect(), moved, own })
    }

    /// Number of layers to add.
    pub(super) fn added(&self) -> usize {
        self.wanted.values().filter(|slot| slot.is_none()).count()
    }

    /// Adds the new slots, moves the layers that change theirs, and renumbers the new level's layers as in the grid.
    pub(super) fn apply(self, old: &mut Level, new: &mut Level, grid: &mut TileGrid) {
        let mut slots = BTreeMap::new();
        for (place, slot) in self.wanted {
            let layer = &mut new.layers[place];
            let slot = slot.unwrap_or_else(|| grid.add_layer(&layer.path));
            slots.extend(layer.grid_layer.replace(slot).map(|loaded| (loaded, slot)));
        }
        new.memory.shapes.iter_mut().for_each(|shape| shape.layer = slots[&shape.layer]);
        new.movers.iter_mut().for_each(|mover| mover.mover.layer = slots[&mover.mover.layer]);
        let moved = self.moved.into_iter();
        let moved = moved.filter_map(|(from, place)| Some((from, new.layers[place].grid_layer?))).collect();
        move_layers(&moved, old, grid);
        let used: BTreeSet<_> = new.layers.iter().filter_map(|layer| layer.grid_layer).collect();
        new.memory.spare = self.own.difference(&used).copied().collect();
    }
}

/// A slot for each layer such that all keep theirs, in ascending order; `None` if impossible. New slots come after all
/// others.
fn kept(before: &[Option<LayerId>], own: &BTreeSet<LayerId>) -> Option<Vec<Option<LayerId>>> {
    let taken: BTreeSet<LayerId> = before.iter().copied().flatten().collect();
    let mut spare = own.difference(&taken).copied().peekable();
    let mut slots: Vec<Option<LayerId>> = Vec::with_capacity(before.len());
    for slot in before {
        let last = slots.last().copied();
        let next = slot.or_else(|| {
            while spare.next_if(|spare| last.flatten() >= Some(*spare)).is_some() {}
            spare.next()
        });
        // Slots must ascend, and new ones come last.
        if next.is_some() && last.is_some_and(|last| last.is_none() || last >= next) {
            return None;
        }
        slots.push(next);
    }
    Some(slots)
}

/// Moves the cells of these grid layers into others, including the game's own tiles, but not its shapes off the grid.
fn move_layers(moved: &BTreeMap<LayerId, LayerId>, old: &mut Level, grid: &mut TileGrid) {
    if moved.is_empty() {
        return;
    }
    let cells = grid.tiles().filter(|(layer, ..)| moved.contains_key(layer));
    let cells: Vec<(LayerId, TileCoord, TileId)> = cells.collect();
    cells.iter().for_each(|(layer, at, _)| grid.set_tile(*layer, *at, None));
    cells.iter().for_each(|(layer, at, kind)| grid.set_tile(moved[layer], *at, Some(*kind)));
    for shape in &mut old.memory.shapes {
        let Some(to) = moved.get(&shape.layer) else { continue };
        if let Some(found) = shape.found(grid) {
            let at = found.origin();
            let kind = found.tile;
            grid.remove_box(shape.id);
            shape.id = grid.add_shape(*to, at, kind);
        }
        shape.layer = *to;
    }
}

/// Removes the old shapes and adds the new ones, in the order of the map. Unchanged shapes stay.
pub(super) fn update_shapes(old: &Level, new: &mut Level, (grid, changes): Running<'_>) {
    let was = sorted(&old.memory.shapes);
    let is = sorted(&new.memory.shapes);
    let mut was = was.into_iter().map(|place| old.memory.shapes[place]).peekable();
    let mut added = Vec::new();
    for place in is {
        let shape = &mut new.memory.shapes[place];
        while let Some(gone) = was.next_if(|old| shape_key(old) < shape_key(shape)) {
            changes.shapes += take_out(&gone, grid);
        }
        match was.next_if(|old| shape_key(old) == shape_key(shape)) {
            Some(same) => shape.id = same.id,
            None => added.push(place),
        }
    }
    was.for_each(|gone| changes.shapes += take_out(&gone, grid));
    added.sort_unstable();
    for place in added {
        let shape = &mut new.memory.shapes[place];
        shape.id = grid.add_shape(shape.layer, shape.at, shape.kind);
        changes.shapes += 1;
    }
}

/// The identity of a shape.
fn shape_key(shape: &Shape) -> (LayerId, i32, i32, TileId) {
    (shape.layer, shape.at.y, shape.at.x, shape.kind)
}

fn sorted(shapes: &[Shape]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..shapes.len()).collect();
    places.sort_by_key(|place| shape_key(&shapes[*place]));
    places
}

/// Removes a shape from the grid, unless the game has; returns the number removed.
fn take_out(shape: &Shape, grid: &mut TileGrid) -> usize {
    if shape.found(grid).is_none() {
        return 0;
    }
    grid.remove_box(shape.id);
    1
}
