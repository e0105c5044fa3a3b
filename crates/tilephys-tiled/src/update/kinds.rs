//! Hot reload of kinds of tile: matches the kinds of a new level with the running grid.

use super::refused::refused;
use super::twins::Twins;
use crate::collide::kinds::{Kinds, Origin};
use crate::collide::place::MAX_KINDS;
use crate::error::{LoadError, Message};
use crate::level::Level;
use std::collections::{BTreeMap, HashMap};
use tilephys_core::{Material, Tile, TileGrid, TileId, shape::TileShape};

/// The identity of a kind of tile: object, geometry, category, material and `user` number.
type Key = (Option<u32>, TileShape, u32, [u32; 5], u32);

/// The kind of the running grid for each kind of a new level.
pub(super) struct KindPlan {
    /// Kinds in the order of the new level; a new kind has only its tile yet.
    kinds: Vec<(TileId, Origin, Result<TileId, Tile>)>,
    /// Names of surfaces: the old ones, then new ones.
    surfaces: Vec<String>,
}

impl KindPlan {
    /// # Errors
    /// If the grid has no room for the new kinds.
    pub(super) fn new(old: &Level, new: &Level, grid: &TileGrid) -> Result<Self, LoadError> {
        let mut surfaces = old.surfaces.clone();
        let mut numbers: HashMap<String, u32> = surfaces.iter().cloned().zip(0..).collect();
        for name in &new.surfaces {
            numbers.entry(name.clone()).or_insert_with(|| {
                surfaces.push(name.clone());
                surfaces.len() as u32 - 1
            });
        }
        let known = old.kinds.iter().map(|(id, origin)| (key(origin, grid.tile_kind(id)), id));
        let known: HashMap<Key, TileId> = known.collect();
        let kind = |(id, origin)| {
            let mut tile: Tile = new.grid.tile_kind(id).clone();
            let name = new.surfaces.get(tile.material.surface as usize).map_or("", String::as_str);
            tile.material.surface = numbers.get(name).copied().unwrap_or_default();
            (id, origin, known.get(&key(origin, &tile)).copied().ok_or(tile))
        };
        let plan = KindPlan { kinds: new.kinds.iter().map(kind).collect(), surfaces };
        if grid.tile_kinds().len() + plan.added() > MAX_KINDS {
            return Err(refused(
                new,
                Message::new(
                    format!(
                        "the running level cannot take {} more kinds of tile: the limit is {MAX_KINDS}, \
                         including those replaced since it started",
                        plan.added()
                    ),
                    "restart it",
                ),
            ));
        }
        Ok(plan)
    }

    /// Number of kinds to add.
    pub(super) fn added(&self) -> usize {
        self.kinds.iter().filter(|(_, _, kind)| kind.is_err()).count()
    }

    /// Adds the new kinds, and renumbers the new level's kinds as in the running grid.
    pub(super) fn apply(self, old: &Level, new: &mut Level, twins: &Twins, grid: &mut TileGrid) {
        let mut kinds = Kinds::default();
        // Kinds no longer in the map may still be where the game has put them.
        for (id, origin) in old.kinds.iter() {
            let now = match origin {
                Origin::Tile(gid) => twins.gid(gid).map(Origin::Tile),
                Origin::Object(_) => Some(origin),
            };
            if let Some(now) = now {
                kinds.push(id, now, old.kinds.reason(id).cloned());
            }
        }
        let mut ids = BTreeMap::new();
        for (id, origin, found) in self.kinds {
            let kind = found.unwrap_or_else(|tile| grid.add_tile(tile));
            kinds.push(kind, origin, new.kinds.reason(id).cloned());
            ids.insert(id, kind);
        }
        for (cell, named) in new.kinds.names() {
            let named: Vec<TileId> = named.iter().map(|kind| ids[kind]).collect();
            kinds.name(cell, &named);
        }
        new.kinds = kinds;
        let numbers: BTreeMap<&str, u32> = self.surfaces.iter().map(String::as_str).zip(0..).collect();
        for region in &mut new.regions {
            let surface = &mut region.material.surface;
            let name = new.surfaces.get(*surface as usize).map_or("", String::as_str);
            *surface = numbers.get(name).copied().unwrap_or_default();
        }
        new.surfaces = self.surfaces;
        for layer in &mut new.memory.layers {
            layer.kinds.values_mut().for_each(|kind| *kind = ids[kind]);
        }
        new.memory.shapes.iter_mut().for_each(|shape| shape.kind = ids[&shape.kind]);
        new.movers.iter_mut().for_each(|mover| mover.mover.tile = ids[&mover.mover.tile]);
    }
}

fn key(origin: Origin, tile: &Tile) -> Key {
    let Material { friction, restitution, conveyor, surface } = tile.material;
    let [a, b, c, d] = [friction, restitution, conveyor.x, conveyor.y].map(f32::to_bits);
    let object = match origin {
        Origin::Object(id) => Some(id),
        Origin::Tile(_) => None,
    };
    (object, tile.shape.clone(), tile.category, [a, b, c, d, surface], tile.user)
}
