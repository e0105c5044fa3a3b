//! Resolves the collision of a tile in a layer.

use crate::collide::collider::{Collider, Unfit, shape_error};
use crate::collide::collision::{Words, object_place, rule_reason};
use crate::collide::groups::{Groups, Nature, Solid, Verdict, Zone};
use crate::collide::orient::{Orientation, Scale};
use crate::collide::outline::{on_lattice, outline};
use crate::conventions::words::Guess;
use crate::data::look::Flip;
use crate::data::objects::ObjectKind;
use crate::error::{LoadError, Message, Position, Problem};
use crate::settings::collision::{Collision, LayerRule};
use crate::settings::reason::{By, Reason};
use crate::tmx::facts::{MapFacts, ObjectFacts, TilesKnown, TilesetFacts};
use crate::tmx::layer_chain::Chain;
use crate::tmx::layer_chain::layer_rule;
use glam::{I64Vec2, IVec2};
use tilephys_core::{Aabb, UNITS_PER_PX, WORLD_LIMIT, shape::TileShape};

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
    pub(crate) fn judge(&self) -> Result<Verdict<'a>, LoadError> {
        let Standing { map, tileset, .. } = *self;
        if tileset.tiles_known == TilesKnown::BuiltIn {
            return Ok(Verdict::default());
        }
        let tile = (self.id, tileset.tiles.get(&self.id));
        let words = Words::of_tile(map, tileset, tile, &self.chain.layers);
        let shapes = shapes(tileset, self.id);
        let layers = &self.chain.layers;
        let guess = self.guesses.then(|| map.guess_of_tile(tileset, tile, layers)).flatten();
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
    ) -> Result<Verdict<'a>, LoadError> {
        let Standing { map, tileset, id, .. } = *self;
        let file = &tileset.file;
        let mut groups = Groups::default();
        let mut placed = None;
        for facts in shapes {
            let by = By::Shape { tileset: &tileset.name, tile: id, shape: facts.id_or_zero() };
            let words = words.of_shape(by, file, facts);
            let by_guess = || guess.map(|guess| (guess.collision, guess.reason.clone()));
            let (collision, reason) = words
                .collision()
                .or_else(by_guess)
                .unwrap_or_else(|| (Collision::Solid, by.reason("", file, facts.position)));
            if collision == Collision::None {
                continue;
            }
            let (orientation, scale) = match placed {
                Some(placed) => placed,
                None => *placed.insert(self.orientation(&reason)?),
            };
            let Some(outline) = outline(&facts.geometry) else {
                groups.empty(facts);
                continue;
            };
            let guess_turns = guess.is_none_or(|guess| !guess.fills_cell);
            let one_way =
                (collision == Collision::OneWay).then(|| words.one_way_dir(&orientation, guess_turns));
            let point = |p: &[f64; 2]| orientation.point(on_lattice(scale.point(*p)));
            let points = outline.points.iter().map(point).collect();
            let region = collision.region();
            let collider = Collider { points, closed: outline.closed, one_way };
            let nature = nature(&words, &orientation, reason);
            let added = groups.add(collider.parts(), region, (nature, words.slope()), facts);
            let place = || object_place(facts.id_or_zero(), &facts.name);
            added.map_err(|m| shape_error(file, m).at(facts.position).within(place()))?;
        }
        let cell = units(map.tile_size).as_ivec2();
        Ok(groups.verdict(cell))
    }

    /// The collision of the whole tile or cell, or of the edge on its open side.
    fn whole(
        &self,
        words: &Words<'a>,
        (collision, fills_cell): (Collision, bool),
        reason: Reason,
    ) -> Result<Verdict<'a>, LoadError> {
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
    fn orientation(&self, reason: &Reason) -> Result<(Orientation, Scale), LoadError> {
        let Standing { map, tileset, id, flip, .. } = *self;
        let Some(size) = tileset.size_of(id).filter(|size| size[0] > 0 && size[1] > 0) else {
            let message = Message::new(
                format!("the tile collides because of {reason}, but the size of its image is unknown"),
                "put the image back and save the tileset again in Tiled",
            );
            return Err(LoadError::new(Problem::Format, &tileset.file, message).at(self.position()));
        };
        let offset = tileset.look.tile_offset.as_i64vec2() * i64::from(UNITS_PER_PX);
        if !tileset.look.fits_grid {
            return Ok((Orientation::new(flip, units(size), units(map.tile_size), offset), Scale::NONE));
        }
        let scale = Scale::new(size.map(f64::from), map.tile_size.map(f64::from), tileset.look.keeps_aspect);
        let offset = tileset.look.tile_offset.to_array().map(f64::from);
        let [shift_x, shift_y] = scale.shift(offset);
        let scaled = on_lattice(scale.point(size.map(f64::from)));
        let cell = units(map.tile_size);
        // From the bottom of the cell, as Tiled draws it, and not from its top.
        let offset = on_lattice([shift_x, shift_y]) + I64Vec2::new(0, scaled.y - cell.y);
        Ok((Orientation::new(flip, scaled, cell, offset), scale))
    }
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
        return Err(Message::new("the drawing offset moves the tile out of the world", "reduce the offset"));
    }
    let [min, max]: [IVec2; 2] = [points[0].as_ivec2(), points[2].as_ivec2()];
    Ok(Aabb { min, max })
}
