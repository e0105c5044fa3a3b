//! Resolves the collision of tiles and objects: which properties and shapes make them solid.
//!
//! Collision is opt-in. A tile collides if it has shapes in the Tile Collision Editor or if its resolved `collision` is
//! not `none`. The nearest setting wins, from shape over tile, tileset, layer and group to the map.

use crate::collide::collider::{Collider, Unfit, shape_error};
use crate::collide::groups::{Groups, Nature, Solid, Verdict, Zone};
use crate::collide::outline::{Orientation, Scale, on_lattice, outline};
use crate::conventions::apply::Guess;
use crate::data::parts::{Flip, LayerKind, ObjectKind};
use crate::error::{LoadError, Message, Place, Position, Problem, Result, WithHelp};
use crate::settings::collision::{Collision, LayerRule, Settings};
use crate::settings::reason::{By, Reason};
use crate::tmx::facts::{
    Chain, LayerFacts, MapFacts, ObjectFacts, TileFacts, TilesKnown, TilesetFacts, layer_rule,
};
use crate::vocabulary::names::{IGNORE, MOVER};
use glam::{I64Vec2, IVec2};
use std::path::Path;
use tilephys_core::glam::Vec2;
use tilephys_core::shape::TileShape;
use tilephys_core::{Aabb, Direction, Material, UNITS_PER_PX, WORLD_LIMIT};

/// A tile in a layer, with its flips.
pub(crate) struct Standing<'a, 'c> {
    pub(crate) map: &'a MapFacts,
    pub(crate) tileset: &'a TilesetFacts,
    pub(crate) id: u32,
    pub(crate) flip: Flip,
    pub(crate) chain: &'c Chain<'a>,
    /// True if conventions apply where no tilephys property is set.
    pub(crate) guesses: bool,
}

/// Converts pixels to lattice units.
pub(crate) fn units(px: [u32; 2]) -> I64Vec2 {
    I64Vec2::from(px.map(i64::from)) * i64::from(UNITS_PER_PX)
}

impl<'a> Standing<'a, '_> {
    /// The collision of the tile; empty if it does not collide.
    ///
    /// Each of its shapes collides by the nearest setting from the shape outward, and is solid without one. A tile
    /// without shapes collides by the nearest setting from the tile outward.
    pub(crate) fn judge(&self) -> Result<Verdict<'a>> {
        let Standing { map, tileset, .. } = *self;
        if tileset.tiles_known == TilesKnown::BuiltIn {
            return Ok(Verdict::default());
        }
        let tile = (self.id, tileset.tiles.get(&self.id));
        let words = Words::of_tile(map, tileset, tile, &self.chain.layers);
        let shapes = shapes(tileset, self.id);
        let layers = &self.chain.layers;
        let guess = self.guesses.then(|| map.guess_of_tile(tileset, tile, self.chain.layer)).flatten();
        if !shapes.is_empty() {
            return self.of_shapes(&words, &shapes, guess.as_ref());
        }
        let rule = layer_rule(layers);
        // The size of a missing tile is unknown.
        let fills_cell = rule == LayerRule::Cell || tileset.tiles_known == TilesKnown::Missing;
        match (words.collision(), guess) {
            (Some((collision, reason)), _) => self.whole(&words, (collision, fills_cell), reason),
            (None, _) if rule.is_on() => {
                self.whole(&words, (Collision::Solid, fills_cell), rule_reason(layers, &map.file))
            }
            (None, Some(guess)) => self.whole(&words, (guess.collision, guess.fills_cell), guess.reason),
            (None, None) => Ok(Verdict::default()),
        }
    }

    /// The collision of its shapes.
    fn of_shapes(
        &self,
        words: &Words<'a>,
        shapes: &[&'a ObjectFacts],
        guess: Option<&Guess>,
    ) -> Result<Verdict<'a>> {
        let Standing { map, tileset, id, .. } = *self;
        let file = &tileset.file;
        let mut pieces = Vec::new();
        let mut placed = None;
        for shape in shapes {
            let by = By::Shape { tileset: &tileset.info.name, tile: id, shape: shape.id_or_zero() };
            let words = words.of_shape(by, file, shape);
            let by_guess = || guess.map(|guess| (guess.collision, guess.reason.clone()));
            let (collision, reason) = words
                .collision()
                .or_else(by_guess)
                .unwrap_or_else(|| (Collision::Solid, by.reason("", file, shape.position)));
            if collision == Collision::None {
                continue;
            }
            let (orientation, scale) = match placed {
                Some(placed) => placed,
                None => *placed.insert(self.orientation(&reason)?),
            };
            let point = |p: &[f64; 2]| orientation.point(on_lattice(scale.point(*p)));
            let outline = outline(&shape.geometry);
            let points = outline.map(|outline| (outline.points.iter().map(point).collect(), outline.closed));
            pieces.push(Piece { shape, points, words, collision, reason, orientation });
        }
        let guess_turns = guess.is_none_or(|guess| !guess.fills_cell);
        let wrong = |shape: &ObjectFacts, message| {
            let place = object_place(shape.id_or_zero(), &shape.name);
            shape_error(file, message).at(shape.position).within(place)
        };
        verdict(pieces, I64Vec2::ZERO, guess_turns, units(map.tile_size).as_ivec2(), wrong)
    }

    /// The collision of the whole tile or cell, or of the edge on its open side.
    fn whole(
        &self,
        words: &Words<'a>,
        (collision, fills_cell): (Collision, bool),
        reason: Reason,
    ) -> Result<Verdict<'a>> {
        if collision == Collision::None {
            return Ok(Verdict::default());
        }
        let wrong = |m| shape_error(&self.tileset.file, m).at(self.position());
        let cell = units(self.map.tile_size);
        let orientation = match fills_cell {
            true => Orientation::of_cell(self.flip, cell),
            false => self.orientation(&reason)?.0,
        };
        let one_way = (collision == Collision::OneWay).then(|| words.one_way_dir(&orientation, !fills_cell));
        let points = orientation.whole();
        let nature = nature(words, &orientation, reason);
        let cell = cell.as_ivec2();
        let mut groups = Groups::default();
        if let Some(kind) = collision.region() {
            let aabb = whole_box(points).map_err(wrong)?;
            groups.zones(kind, nature, vec![Zone::of_box(aabb)]);
        } else if one_way.is_none() && points[0] == I64Vec2::ZERO && points[2] == cell.as_i64vec2() {
            // Of any size: corners are limited, cells are not.
            let solids = vec![Solid { shape: TileShape::Full, nature }];
            return Ok(Verdict { solids, ..Verdict::default() });
        } else {
            let collider = Collider { points: points.to_vec(), closed: true, one_way };
            match collider.parts() {
                Ok(parts) => groups.solid(nature, parts, true),
                // A scaled tile may be smaller than a lattice unit.
                Err(Unfit::Empty) => {}
                Err(Unfit::Wrong(message)) => return Err(wrong(message)),
            }
        }
        Ok(groups.verdict(cell))
    }

    fn position(&self) -> Position {
        self.tileset.tiles.get(&self.id).map_or(self.tileset.position, |t| t.position)
    }

    /// The orientation of the tile in its cell, and its scale.
    fn orientation(&self, reason: &Reason) -> Result<(Orientation, Scale)> {
        let Standing { map, tileset, id, flip, .. } = *self;
        let Some(size) = tileset.size_of(id).filter(|size| size[0] > 0 && size[1] > 0) else {
            let message =
                format!("the tile collides because of {reason}, but the size of its image is unknown")
                    .help("put the image back and save the tileset again in Tiled");
            return Err(LoadError::new(Problem::Format, &tileset.file, message).at(self.position()));
        };
        let offset = tileset.info.tile_offset.as_i64vec2() * i64::from(UNITS_PER_PX);
        if !tileset.info.fits_grid {
            return Ok((Orientation::new(flip, units(size), units(map.tile_size), offset), Scale::NONE));
        }
        let scale = Scale::new(size.map(f64::from), map.tile_size.map(f64::from), tileset.info.keeps_aspect);
        let offset = tileset.info.tile_offset.to_array().map(f64::from);
        let [shift_x, shift_y] = scale.shift(offset);
        let scaled = on_lattice(scale.point(size.map(f64::from)));
        let cell = units(map.tile_size);
        // From the bottom of the cell, as Tiled draws it, and not from its top.
        let offset = on_lattice([shift_x, shift_y]) + I64Vec2::new(0, scaled.y - cell.y);
        Ok((Orientation::new(flip, scaled, cell, offset), scale))
    }
}

/// A shape of a tile or an object at its place, with its settings.
pub(crate) struct Piece<'a> {
    /// Object, or a shape of the tile that it shows.
    pub(crate) shape: &'a ObjectFacts,
    /// Points in lattice units, and true if they are closed; `None` for a point or a text.
    pub(crate) points: Option<(Vec<I64Vec2>, bool)>,
    pub(crate) words: Words<'a>,
    pub(crate) collision: Collision,
    pub(crate) reason: Reason,
    pub(crate) orientation: Orientation,
}

/// The collision of some pieces, in a cell of `cell` units with the low corner `origin`. `wrong` makes the error about a
/// shape that the grid cannot take.
pub(crate) fn verdict<'a>(
    pieces: Vec<Piece<'a>>,
    origin: I64Vec2,
    guess_turns: bool,
    cell: IVec2,
    wrong: impl Fn(&ObjectFacts, Message) -> LoadError,
) -> Result<Verdict<'a>> {
    let mut groups = Groups::default();
    for Piece { shape, points, words, collision, reason, orientation } in pieces {
        let Some((points, closed)) = points else {
            groups.empty.push(shape);
            continue;
        };
        let one_way = (collision == Collision::OneWay).then(|| words.one_way_dir(&orientation, guess_turns));
        let points = points.into_iter().map(|p| p - origin).collect();
        let collider = Collider { points, closed, one_way };
        let nature = nature(&words, &orientation, reason);
        let added = groups.add(collider.parts(), collision.region(), (nature, words.slope()), shape);
        added.map_err(|message| wrong(shape, message))?;
    }
    Ok(groups.verdict(cell))
}

/// The shapes of a tile in the Tile Collision Editor. Points and texts count only with a collision setting of their
/// own.
pub(crate) fn shapes(tileset: &TilesetFacts, id: u32) -> Vec<&ObjectFacts> {
    let shapes = tileset.tiles.get(&id).map_or(&[][..], |tile| &tile.shapes).iter();
    let is_mark =
        |facts: &ObjectFacts| matches!(facts.geometry.shape, ObjectKind::Point | ObjectKind::Text(_));
    let collides = |facts: &ObjectFacts| facts.settings.collision.is_some_and(|c| c != Collision::None);
    shapes.filter(|facts| !is_mark(facts) || collides(facts)).collect()
}

/// The properties of a rotated collider.
pub(crate) fn nature<'a>(words: &Words<'a>, orientation: &Orientation, reason: Reason) -> Nature<'a> {
    let (material, surface) = words.material(orientation);
    Nature { category: words.category(), material, surface, reason }
}

/// The box of a whole tile, from the low corner of its cell; the error describes a tile too far away.
fn whole_box(points: [I64Vec2; 4]) -> Result<Aabb, Message> {
    let limit = i64::from(WORLD_LIMIT);
    if points.iter().any(|p| p.abs().max_element() > limit) {
        return Err("the drawing offset moves the tile out of the world".help("reduce the offset"));
    }
    let [min, max]: [IVec2; 2] = [points[0].as_ivec2(), points[2].as_ivec2()];
    Ok(Aabb { min, max })
}

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
    /// Its collision setting, and the reason.
    fn collision(&self) -> Option<(Collision, Reason)> {
        Some((self.settings.collision?, self.settings.reason(self.by, self.file, self.position)))
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
        let by = By::Tile { tileset: &tileset.info.name, tile: id };
        let of_tile = tile.map(|t| near(by, &t.settings, t.position));
        let of_tileset = near(By::Tileset(&tileset.info.name), &tileset.settings, tileset.position);
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
        self.0.iter().find_map(Word::collision)
    }

    /// The collision of the first element alone: the shape of a tile that an object shows.
    pub(crate) fn first_collision(&self) -> Option<(Collision, Reason)> {
        self.0.first()?.collision()
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
    match layer.info.kind {
        LayerKind::Group => By::Group(&layer.info.path),
        _ => By::Layer(&layer.info.path),
    }
}

/// The reason for a tile or object without settings in layers, the nearest of which has `on`.
pub(crate) fn rule_reason(layers: &[&LayerFacts], file: &Path) -> Reason {
    let says = layers.iter().rev().find(|l| l.settings.layer_rule.is_some());
    let reason = says.map(|l| l.settings.rule_reason(by_layer(l), file, l.position));
    reason.unwrap_or_else(|| By::Map.reason("tp_collision", file, Position::START))
}

/// The collision of an object of a layer, and the reason; `None` if it does not collide.
///
/// A setting of the object wins over its layer and groups. The map's setting and the shapes of a tile that it shows do
/// not make it collide. Points, texts and objects of built-in classes (`Tp...`) collide by their own setting only. A
/// mover is solid by default.
pub(crate) fn object_collision(
    map: &MapFacts,
    object: &ObjectFacts,
    layers: &[&LayerFacts],
) -> Option<(Collision, Reason)> {
    let rule = layer_rule(layers);
    if rule == LayerRule::Off || object.class == IGNORE {
        return None;
    }
    let words = Words::of_object(map, object, layers);
    let of_class = || {
        let by = By::Object { id: object.id_or_zero() };
        (object.class == MOVER).then(|| (Collision::Solid, by.reason("class", &map.file, object.position)))
    };
    let own = words.first_collision().or_else(of_class);
    let is_mark = matches!(object.geometry.shape, ObjectKind::Point | ObjectKind::Text(_));
    let of_layers = || {
        let said = words.0[1..=layers.len()].iter().find_map(Word::collision);
        let stated =
            said.or_else(|| rule.is_on().then(|| (Collision::Solid, rule_reason(layers, &map.file))));
        stated.filter(|_| !object.class.starts_with("Tp") && (!is_mark || object.tile.is_some()))
    };
    own.or_else(of_layers).filter(|own| own.0 != Collision::None)
}

/// The place of an object or of a shape, for messages.
pub(crate) fn object_place(id: u32, name: &str) -> Place {
    let object_name = (!name.is_empty()).then(|| name.to_owned());
    Place { object: Some(id), object_name, ..Place::default() }
}
