//! Switches of the collision of layers while the level runs.
//!
//! A layer that collides loses its tiles and shapes in the grid, and has them back when it is switched on. A layer that
//! does not collide in the map has no tiles in the grid: the level is loaded again with a convention that names the
//! layer, as the command does with `--solid`.

use super::Session;
use super::solids::{Removed, static_shapes};
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
