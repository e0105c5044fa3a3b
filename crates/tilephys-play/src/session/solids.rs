//! Layers whose collision is switched off or on while the level runs.
//!
//! A layer that collides loses its tiles and shapes in the grid, and has them back when it is switched on. A layer that
//! does not collide in the map has no tiles in the grid: the level is loaded again with a convention that names the
//! layer, as the command does with `--solid`.

use super::Session;
use std::collections::{BTreeMap, BTreeSet};
use tilephys::core::{Aabb, LayerId, OffGridShape, ShapeId, TileCoord, TileId};
use tilephys::ecs::{Mover, Physics, Solid};
use tilephys::glam::IVec2;
use tilephys::hecs::World;
use tilephys::tiled::LayerKind;

/// Whether a layer collides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solidity {
    /// The layer collides.
    Solid,
    /// The layer could collide, but does not, or is switched off.
    Passable,
    /// The layer has nothing that could collide.
    Never,
}

/// Layers whose collision is switched, by their paths.
#[derive(Debug, Default)]
pub(crate) struct Solids {
    /// Tiles and shapes that were taken out of the grid, by layer.
    removed: BTreeMap<String, Removed>,
    /// Layers that conventions make solid.
    pub(crate) made: BTreeSet<String>,
    /// Layers that conventions made solid before. Their layer of the grid stays, without tiles.
    unmade: BTreeSet<String>,
    /// True if `made` has changed, so that the level is to be loaded again.
    pub(crate) is_reload_due: bool,
}

impl Solids {
    /// Paths of the layers whose collision is taken out.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &str> {
        self.removed.keys().map(String::as_str)
    }
}

/// Tiles and shapes of a layer.
#[derive(Debug, Default)]
struct Removed {
    tiles: Vec<(TileCoord, TileId)>,
    /// Bounds and origin of each shape, with true for a box.
    shapes: Vec<(Aabb, IVec2, bool, TileId)>,
}

impl Session {
    /// Whether the layer with an index collides.
    #[must_use]
    pub fn solidity(&self, layer: usize) -> Solidity {
        let Some(info) = self.game.level.layers.get(layer) else { return Solidity::Never };
        if self.solids.removed.contains_key(&info.path) || self.solids.unmade.contains(&info.path) {
            return Solidity::Passable;
        }
        match (info.kind, info.grid_layer) {
            (LayerKind::Tiles, Some(_)) => Solidity::Solid,
            (LayerKind::Tiles, None) => Solidity::Passable,
            (LayerKind::Objects, Some(id)) => {
                match static_shapes(&self.game.physics, &self.game.world, id).is_empty() {
                    true => Solidity::Never,
                    false => Solidity::Solid,
                }
            }
            _ => Solidity::Never,
        }
    }

    /// Switches the collision of a layer. The state of the game stays; it cannot go back before the switch.
    pub fn set_solid(&mut self, layer: usize, is_solid: bool) {
        let Some(info) = self.game.level.layers.get(layer) else { return };
        let (path, in_grid) = (info.path.clone(), info.grid_layer);
        if is_solid {
            match (self.solids.removed.remove(&path), in_grid) {
                (Some(removed), Some(id)) => self.game.change(|physics, _| removed.put_back(physics, id)),
                _ => self.make_solid(path),
            }
        } else if self.solids.made.remove(&path) {
            self.solids.unmade.insert(path);
            self.solids.is_reload_due = true;
        } else if let Some(id) = in_grid {
            let removed = self.game.change(|physics, world| Removed::take_out(physics, world, id));
            self.solids.removed.insert(path, removed);
        }
    }

    fn make_solid(&mut self, path: String) {
        self.solids.unmade.remove(&path);
        self.solids.made.insert(path);
        self.solids.is_reload_due = true;
    }

    /// Calls `change` while all layers are as the map has them, because a reload compares the grid with the map.
    pub(crate) fn with_all_solid<T>(&mut self, change: impl FnOnce(&mut Session) -> T) -> T {
        let paths: Vec<String> = self.solids.removed.keys().cloned().collect();
        let switch = |session: &mut Session, is_solid: bool| {
            for path in &paths {
                let index = session.game.level.layers.iter().position(|layer| layer.path == *path);
                if let Some(index) = index {
                    session.set_solid(index, is_solid);
                }
            }
        };
        switch(self, true);
        let changed = change(self);
        switch(self, false);
        changed
    }
}

/// The shapes of a layer that are no movers and no solid bodies.
fn static_shapes(physics: &Physics, world: &World, layer: LayerId) -> Vec<ShapeId> {
    let mut movers = world.query::<&Mover>();
    let mut bodies = world.query::<&Solid>();
    let mut moving: BTreeSet<TileId> = movers.iter().map(|mover| mover.tile).collect();
    moving.extend(bodies.iter().map(|solid| solid.0));
    let shapes = physics.grid().off_grid_shapes();
    let is_static = |shape: &OffGridShape| shape.layer == layer && !moving.contains(&shape.tile);
    shapes.filter(|(_, shape)| is_static(shape)).map(|(id, _)| id).collect()
}

impl Removed {
    /// Takes the tiles and the static shapes of a layer out of the grid.
    fn take_out(physics: &mut Physics, world: &World, layer: LayerId) -> Removed {
        let shapes = static_shapes(physics, world, layer);
        let grid = physics.grid_mut();
        let mut removed = Removed::default();
        let tiles = grid.tiles().filter(|(of, ..)| *of == layer);
        removed.tiles.extend(tiles.map(|(_, at, tile)| (at, tile)));
        for (at, _) in &removed.tiles {
            grid.set_tile(layer, *at, None);
        }
        for id in shapes {
            if let Some(shape) = grid.off_grid_shape(id) {
                removed.shapes.push((shape.aabb, shape.origin(), shape.is_box(), shape.tile));
            }
            grid.remove_box(id);
        }
        removed
    }

    /// Puts tiles and shapes into the grid again.
    fn put_back(self, physics: &mut Physics, layer: LayerId) {
        let grid = physics.grid_mut();
        for (at, tile) in self.tiles {
            grid.set_tile(layer, at, Some(tile));
        }
        for (aabb, origin, is_box, tile) in self.shapes {
            match is_box {
                true => grid.add_box(layer, aabb, tile),
                false => grid.add_shape(layer, origin, tile),
            };
        }
    }
}
