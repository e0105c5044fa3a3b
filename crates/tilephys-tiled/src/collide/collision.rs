//! Collision rules: which properties and shapes make a tile or an object solid.
//!
//! Collision is opt-in. A tile collides if it has shapes in the Tile Collision Editor or if its resolved `collision` is
//! not `none`. The nearest setting wins, from shape over tile, tileset, layer and group to the map.

use crate::collide::orient::Orientation;
use crate::data::objects::ObjectKind;
use crate::error::{Place, Position};
use crate::settings::collision::{Collision, LayerRule, Settings};
use crate::settings::reason::{By, Reason};
use crate::tmx::facts::{Content, LayerFacts, MapFacts, ObjectFacts, TileFacts, TilesetFacts};
use crate::tmx::layer_chain::layer_rule;
use crate::vocabulary::names::{IGNORE, MOVER};
use std::path::Path;
use tilephys_core::glam::Vec2;
use tilephys_core::{Direction, Material};

/// The settings of one element, with its place.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    settings: &'a Settings,
    by: By<'a>,
    file: &'a Path,
    position: Position,
    /// True if they rotate with the tile. Settings of a layer, a group or the map are relative to the map.
    turns: bool,
}

impl Word<'_> {
    /// The reason for its collision setting.
    fn reason(&self) -> Reason {
        self.settings.reason(self.by, self.file, self.position)
    }
}

/// All settings about a collider, the nearest first.
#[derive(Clone)]
pub(crate) struct Words<'a>(Vec<Word<'a>>);

impl<'a> Words<'a> {
    /// Settings of a tile in a layer: its own, its tileset's, its layer's, a group's, the map's.
    pub(crate) fn of_tile(
        map: &'a MapFacts,
        tileset: &'a TilesetFacts,
        (id, tile): (u32, Option<&'a TileFacts>),
        layers: &[&'a LayerFacts],
    ) -> Self {
        let near = |by, settings, position| Word { settings, by, file: &tileset.file, position, turns: true };
        let by = By::Tile { tileset: &tileset.name, tile: id };
        let of_tile = tile.map(|t| near(by, &t.settings, t.position));
        let of_tileset = near(By::Tileset(&tileset.name), &tileset.settings, tileset.position);
        Words(of_tile.into_iter().chain([of_tileset]).chain(Words::of_layers(map, layers)).collect())
    }

    /// Settings of an object in a layer: its own, its layer's, a group's, the map's.
    pub(crate) fn of_object(map: &'a MapFacts, object: &'a ObjectFacts, layers: &[&'a LayerFacts]) -> Self {
        let ObjectFacts { settings, position, .. } = object;
        let by = By::Object { id: object.id_or_zero() };
        let own = Word { settings, by, file: &map.file, position: *position, turns: true };
        Words([own].into_iter().chain(Words::of_layers(map, layers)).collect())
    }

    fn of_layers(map: &'a MapFacts, layers: &[&'a LayerFacts]) -> impl Iterator<Item = Word<'a>> {
        let far = |by, settings, position| Word { settings, by, file: &map.file, position, turns: false };
        let of_layer = move |l: &&'a LayerFacts| far(by_layer(l), &l.settings, l.position);
        layers.iter().rev().map(of_layer).chain([far(By::Map, &map.settings, map.position)])
    }

    /// Settings of a shape of the tile; its own are the nearest.
    pub(crate) fn of_shape(&self, by: By<'a>, file: &'a Path, shape: &'a ObjectFacts) -> Self {
        let own = Word { settings: &shape.settings, by, file, position: shape.position, turns: true };
        Words([own].into_iter().chain(self.0.iter().copied()).collect())
    }

    /// The nearest set value, and its element.
    fn nearest<T>(&self, get: impl Fn(&'a Settings) -> Option<T>) -> Option<(T, Word<'a>)> {
        self.0.iter().find_map(|word| Some((get(word.settings)?, *word)))
    }

    /// The nearest collision, and the reason.
    pub(crate) fn collision(&self) -> Option<(Collision, Reason)> {
        self.nearest(|s| s.collision).map(|(collision, word)| (collision, word.reason()))
    }

    /// The collision of the first element alone: the shape of a tile that an object shows.
    pub(crate) fn first_collision(&self) -> Option<(Collision, Reason)> {
        let word = self.0.first()?;
        Some((word.settings.collision?, word.reason()))
    }

    pub(crate) fn category(&self) -> u32 {
        self.nearest(|s| s.category).map_or(1, |(bits, _)| bits)
    }

    /// True if polygons may become slopes.
    pub(crate) fn slope(&self) -> bool {
        self.nearest(|s| s.slope).is_none_or(|(auto, _)| auto)
    }

    /// The open side of one-way lines, for a rotated collider. Without a side of its own it is up, which turns with the tile
    /// unless the collision is of the layer. Without a setting, `guess_turns` is true if a convention about the tile says it.
    pub(crate) fn one_way_dir(&self, orientation: &Orientation, guess_turns: bool) -> Direction {
        let turns = self.nearest(|s| s.collision).map_or(guess_turns, |(_, word)| word.turns);
        let is_fixed = self.nearest(|s| s.one_way_fixed).map(|(fixed, _)| fixed);
        match self.nearest(|s| s.one_way_dir) {
            Some((dir, word)) if is_fixed == Some(true) || !word.turns => dir,
            Some((dir, _)) => orientation.direction(dir),
            None if is_fixed.unwrap_or(!turns) => Direction::Up,
            None => orientation.direction(Direction::Up),
        }
    }

    /// The material, rotated, and the name of its surface.
    pub(crate) fn material(&self, orientation: &Orientation) -> (Material, &'a str) {
        let conveyor = match self.nearest(|s| s.conveyor) {
            Some((speed, word)) if word.turns => orientation.vector(Vec2::new(speed, 0.0)),
            Some((speed, _)) => Vec2::new(speed, 0.0),
            None => Vec2::ZERO,
        };
        let material = Material {
            friction: self.nearest(|s| s.friction).map_or(1.0, |(v, _)| v),
            restitution: self.nearest(|s| s.restitution).map_or(0.0, |(v, _)| v),
            conveyor,
            surface: 0,
        };
        (material, self.nearest(|s| s.surface.as_deref()).map_or("", |(name, _)| name))
    }
}

/// A layer or a group.
fn by_layer(layer: &LayerFacts) -> By<'_> {
    match layer.content {
        Content::Group(_) => By::Group(&layer.path),
        _ => By::Layer(&layer.path),
    }
}

/// The reason for a tile or object without settings in layers, the nearest of which has `on`.
pub(crate) fn rule_reason(layers: &[&LayerFacts], file: &Path) -> Reason {
    let says = layers.iter().rev().find(|l| l.settings.layer_rule.is_some());
    let reason = says.map(|l| l.settings.rule_reason(by_layer(l), file, l.position));
    reason.unwrap_or_else(|| By::Map.reason("tp_collision", file, Position { line: 1, column: 1 }))
}

/// The collision of an object of a layer, and the reason; `None` if it does not collide.
///
/// A setting of the object wins over its layer and groups. The map's setting and the shapes of a tile that it shows do
/// not make it collide. Points, texts and objects of built-in classes (`Tp...`) collide by their own setting only. A
/// mover is solid by default.
pub(crate) fn object_collision(
    object: &ObjectFacts,
    layers: &[&LayerFacts],
    file: &Path,
) -> Option<(Collision, Reason)> {
    let rule = layer_rule(layers);
    if rule == LayerRule::Off || object.class == IGNORE {
        return None;
    }
    let by = By::Object { id: object.id_or_zero() };
    let of_class = || {
        let is_mover = object.class == MOVER;
        is_mover.then(|| (Collision::Solid, by.reason("class", file, object.position)))
    };
    let says = |collision| (collision, object.settings.reason(by, file, object.position));
    let own = object.settings.collision.map(says).or_else(of_class);
    let is_mark = matches!(object.geometry.shape, ObjectKind::Point | ObjectKind::Text(_));
    let of_layers = || {
        let says =
            |l: &&LayerFacts| Some((l.settings.collision?, l.settings.reason(by_layer(l), file, l.position)));
        let by_rule = || rule.is_on().then(|| (Collision::Solid, rule_reason(layers, file)));
        let stated = layers.iter().rev().find_map(says).or_else(by_rule);
        stated.filter(|_| !object.class.starts_with("Tp") && (!is_mark || object.tile.is_some()))
    };
    own.or_else(of_layers).filter(|own| own.0 != Collision::None)
}

/// The place of an object or of a shape, for messages.
pub(crate) fn object_place(id: u32, name: &str) -> Place {
    let object_name = (!name.is_empty()).then(|| name.to_owned());
    Place { object: Some(id), object_name, ..Place::default() }
}
