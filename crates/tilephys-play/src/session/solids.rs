//! Layers whose collision is switched, with the tiles and shapes that were taken out of the grid.

use std::collections::{BTreeMap, BTreeSet};
use tilephys::core::{Aabb, LayerId, OffGridShape, ShapeId, TileCoord, TileId};
use tilephys::ecs::{Mover, Physics, Solid};
use tilephys::glam::IVec2;
use tilephys::hecs::World;

/// Layers whose collision is switched, by their paths.
#[derive(Debug, Default)]
pub(crate) struct Solids {
    /// Tiles and shapes that were taken out of the grid, by layer.
    pub(super) removed: BTreeMap<String, Removed>,
    /// Layers that conventions make solid.
    pub(crate) made: BTreeSet<String>,
    /// Layers that conventions made solid before. Their layer of the grid stays, without tiles.
    pub(super) unmade: BTreeSet<String>,
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
pub(super) struct Removed {
    tiles: Vec<(TileCoord, TileId)>,
    /// Bounds and origin of each shape, with true for a box.
    shapes: Vec<(Aabb, IVec2, bool, TileId)>,
}

/// The shapes of a layer that are no movers and no solid bodies.
pub(super) fn static_shapes(physics: &Physics, world: &World, layer: LayerId) -> Vec<ShapeId> {
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
    pub(super) fn take_out(physics: &mut Physics, world: &World, layer: LayerId) -> Removed {
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
    pub(super) fn put_back(self, physics: &mut Physics, layer: LayerId) {
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
