//! Hot reload of layers: assigns layers of the running grid to the layers of a new level.

use super::refused::refused;
use super::twins::Twins;
use crate::error::{LoadError, Message};
use crate::level::Level;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{LayerId, TileCoord, TileGrid, TileId, limits::MAX_LAYERS};

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
    pub(super) fn new(old: &Level, new: &Level, twins: &Twins, grid: &TileGrid) -> Result<Self, LoadError> {
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
                Message::new(
                    format!(
                        "the running level cannot take another colliding layer: the limit is {MAX_LAYERS}"
                    ),
                    "merge some in Tiled, or restart it",
                ),
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
            let (at, kind) = (found.origin(), found.tile);
            grid.remove_box(shape.id);
            shape.id = grid.add_shape(*to, at, kind);
        }
        shape.layer = *to;
    }
}
