//! Rules of a level, from a map of class `TpLevel`, and gates: solid objects and layers that open for tokens.

use crate::collide::judge::object_place;
use crate::collide::kinds::{Kinds, Origin};
use crate::data::parts::{LayerInfo, LayerKind, Object};
use crate::error::{Faults, LoadError, Place, Result};
use crate::settings::collision::choice;
use crate::things::marks::{file, tokens};
use crate::things::movers::{number, wrong};
use crate::tmx::facts::MapFacts;
use crate::vocabulary::names::LEVEL;
use std::collections::BTreeSet;
use std::path::PathBuf;
use tilephys_core::{Aabb, TileId};

/// Default gravity, in px/s².
const GRAVITY: f32 = 900.0;

/// The rules of a level, from a map of class `TpLevel`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelRules {
    /// Property `player`: path of the game's file about the player, joined from the map's path; `None` by default.
    pub player: Option<PathBuf>,
    /// Property `gravity`: gravity downward, in px/s²; 900 by default. Bodies fall up if it is negative.
    pub gravity: f32,
    /// Property `bounds`: border of the map; `open` by default.
    pub bounds: Bounds,
}

impl Default for LevelRules {
    /// The rules of a map without properties.
    fn default() -> Self {
        LevelRules { player: None, gravity: GRAVITY, bounds: Bounds::Open }
    }
}

/// The border of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bounds {
    /// `open`, the default: bodies may leave.
    #[default]
    Open,
    /// `closed`: the map is walled in. The cells around it, one wide, are solid to bodies of every mask, in a layer
    /// `bounds` of the grid. An adjacent map in the same grid is walled off too.
    Closed,
    /// `kill_below`: bodies that fall out die. The game does it: `SpawnedLevel::events` of `tilephys-level` reports them.
    KillBelow,
}

const BOUNDS: [(&str, Bounds); 3] =
    [("open", Bounds::Open), ("closed", Bounds::Closed), ("kill_below", Bounds::KillBelow)];

/// The rules of a map; `None` for a map of another class.
pub(crate) fn rules(map: &MapFacts) -> Result<Option<LevelRules>> {
    if map.class != LEVEL {
        return Ok(None);
    }
    let mut faults = Faults::default();
    let player = faults.keep(file(&map.properties, "player")).flatten();
    let gravity = faults.keep(number(&map.properties, "gravity", "a number of px/s²", |_| true)).flatten();
    let bounds = faults.keep(choice(&map.properties, "bounds", &BOUNDS)).flatten().unwrap_or_default();
    if let Some(property) = map.properties.property("bounds")
        && map.infinite
        && bounds != Bounds::Open
    {
        faults.add(wrong(
            property,
            "not \"open\", and the map is infinite",
            "\"open\", or a map with a size",
        ));
    }
    faults.or(Some(LevelRules { player, gravity: gravity.unwrap_or(GRAVITY), bounds }))
}

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
pub(crate) fn gates(objects: &[Object], layers: &[LayerInfo], kinds: &Kinds) -> Result<Vec<Gate>> {
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
    let solid: BTreeSet<u32> = kinds.list.values().filter_map(|(origin, _)| origin.object()).collect();
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
        if let Origin::Object(id) = self { Some(id) } else { None }
    }
}
