//! Gates: solid objects and layers that open for tokens.

use crate::collide::collision::object_place;
use crate::collide::kinds::{Kinds, Origin};
use crate::data::info::{LayerInfo, LayerKind};
use crate::data::objects::Object;
use crate::error::{Faults, LoadError, Place};
use crate::things::marks::tokens;
use std::collections::BTreeSet;
use tilephys_core::{Aabb, TileId};

/// A solid object, or the solid tiles of a layer, that opens: the property `requires`.
///
/// [`Level::open_gates`](crate::Level::open_gates) takes it out of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gate {
    /// Tokens that it requires, all of them: of the object or layer itself, and of the groups and the layer that it is in.
    pub requires: Vec<String>,
    /// Object or layer of the solids.
    pub part: GatePart,
}

/// Object or layer of a [`Gate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatePart {
    /// The solid object with this id.
    Object(u32),
    /// The tile layer with this index in [`Level::layers`](crate::Level::layers).
    Layer(usize),
}

/// The gates of a level.
pub(crate) fn gates(objects: &[Object], layers: &[LayerInfo], kinds: &Kinds) -> Result<Vec<Gate>, LoadError> {
    let mut faults = Faults::default();
    let of_layers: Vec<Option<Vec<String>>> = layers
        .iter()
        .map(|layer| {
            let place = Place { layer: Some(layer.path.clone()), ..Place::default() };
            faults.keep(tokens(&layer.properties, "requires").map_err(|error| error.within(place)))
        })
        .collect();
    let mut gates = Vec::new();
    let mut add = |part: GatePart, requires: Vec<String>| {
        if !requires.is_empty() {
            gates.push(Gate { requires, part });
        }
    };
    // Tokens of a layer and of all its groups.
    let around = |index: usize| {
        let is_group = |outer: &LayerInfo| {
            let rest = layers[index].path.strip_prefix(&outer.path);
            outer.kind == LayerKind::Group && rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let outer = (0..layers.len()).filter(|outer| *outer == index || is_group(&layers[*outer]));
        outer.flat_map(|layer| of_layers[layer].iter().flatten().cloned()).collect::<BTreeSet<String>>()
    };
    for (index, layer) in layers.iter().enumerate().filter(|(_, layer)| layer.grid_layer.is_some()) {
        if layer.kind == LayerKind::Tiles {
            add(GatePart::Layer(index), around(index).into_iter().collect());
        }
    }
    let solid: BTreeSet<u32> = kinds.iter().filter_map(|(_, origin)| origin.object()).collect();
    for object in objects.iter().filter(|object| solid.contains(&object.id)) {
        let layer = Place { layer: Some(layers[object.layer].path.clone()), ..Place::default() };
        let located = |e: LoadError| e.within(object_place(object.id, &object.name)).within(layer);
        let own = faults.keep(tokens(&object.properties, "requires").map_err(located));
        let mut all = around(object.layer);
        all.extend(own.unwrap_or_default());
        add(GatePart::Object(object.id), all.into_iter().collect());
    }
    faults.or(gates)
}

/// A solid that was taken out of a grid: see [`Level::open_gates`](crate::Level::open_gates).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenedSolid {
    /// Bounds of its shape, in lattice units.
    pub area: Aabb,
    /// Its kind in the grid.
    pub tile: TileId,
}

impl Origin {
    /// The object of this origin.
    pub(crate) fn object(self) -> Option<u32> {
        match self {
            Origin::Object(id) => Some(id),
            Origin::Tile(_) => None,
        }
    }
}
