//! The layers of a level that are switched on.

use tilephys::tiled::{LayerKind, Level};

/// Switches of all layers, by their index in [`Level::layers`].
pub(super) struct Switches(Vec<Switch>);

struct Switch {
    is_on: bool,
    /// Index of the group around the layer.
    group: Option<usize>,
}

impl Switches {
    /// The switches as the map has them. Of a hidden group the map does not say which layers it would show: all of them are
    /// on, and appear with the group.
    pub(super) fn of(level: &Level) -> Switches {
        let mut switches: Vec<Switch> = Vec::new();
        // Groups around the next layer, each with the beginning of its layers' paths.
        let mut groups: Vec<(usize, String)> = Vec::new();
        for (index, layer) in level.layers.iter().enumerate() {
            while groups.last().is_some_and(|(_, path)| !layer.path.starts_with(path.as_str())) {
                groups.pop();
            }
            let group = groups.last().map(|(group, _)| *group);
            let in_hidden_group = group.is_some_and(|group| !level.layers[group].visible);
            switches.push(Switch { is_on: layer.visible || in_hidden_group, group });
            if layer.kind == LayerKind::Group {
                groups.push((index, format!("{}/", layer.path)));
            }
        }
        Switches(switches)
    }

    pub(super) fn set(&mut self, layer: usize, is_on: bool) {
        if let Some(switch) = self.0.get_mut(layer) {
            switch.is_on = is_on;
        }
    }

    /// True if the layer itself is on.
    pub(super) fn is_on(&self, layer: usize) -> bool {
        self.0.get(layer).is_some_and(|switch| switch.is_on)
    }

    /// True for each layer that is on, with all its groups.
    pub(super) fn drawn(&self) -> Vec<bool> {
        let mut drawn: Vec<bool> = Vec::new();
        for Switch { is_on, group } in &self.0 {
            // Groups come before their layers.
            drawn.push(*is_on && group.is_none_or(|group| drawn[group]));
        }
        drawn
    }
}
