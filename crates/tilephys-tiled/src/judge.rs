//! What a tile of a layer is to the grid.

use crate::collider::{self, Collider, shape_error};
use crate::collision::{Words, layer_rule, no_collider, object_place, unread_value};
use crate::error::{LoadError, Problem};
use crate::load::Chain;
use crate::look::Flip;
use crate::orient::Orientation;
use crate::outline::{on_lattice, outline};
use crate::settings::{Collision, LayerRule};
use crate::xml::facts::{MapFacts, MapTileset, ObjectFacts};
use glam::I64Vec2;
use tiled::{ObjectData, ObjectShape};
use tilephys_core::{Direction, Material, Part, TileShape, UNITS_PER_PX};

/// What the grid makes a kind of tile of.
pub(crate) struct Judged<'a> {
    pub(crate) shape: TileShape,
    pub(crate) category: u32,
    /// Without its surface, which has only a name yet.
    pub(crate) material: Material,
    pub(crate) surface: &'a str,
}

/// A tile as it stands in a layer.
pub(crate) struct Standing<'a, 'c> {
    pub(crate) map: &'a MapFacts,
    pub(crate) model: &'a tiled::Map,
    pub(crate) tileset: &'a MapTileset,
    pub(crate) id: u32,
    pub(crate) flip: Flip,
    pub(crate) chain: &'c Chain<'a>,
}

/// Lattice units of a number of pixels.
pub(crate) fn units(px: [u32; 2]) -> I64Vec2 {
    I64Vec2::from(px.map(i64::from)) * i64::from(UNITS_PER_PX)
}

impl<'a> Standing<'a, '_> {
    /// What the tile is; `None` if it does not collide.
    ///
    /// If it has shapes, each collides as the nearest word says, from the shape outward, and is solid without one. If
    /// it has none, it collides as the nearest word says, from the tile outward.
    pub(crate) fn judge(&self) -> Result<Option<Judged<'a>>, LoadError> {
        let Standing { map, tileset, .. } = *self;
        if tileset.built_in {
            return Ok(None);
        }
        let tile = tileset.tiles.get(&self.id);
        let words = Words::of_tile(map, tileset, tile, &self.chain.layers);
        let shapes = self.shapes()?;
        if !shapes.is_empty() {
            return self.of_shapes(&words, &shapes);
        }
        let open = match words.collision() {
            None if layer_rule(&self.chain.layers) != LayerRule::On => return Ok(None),
            Some((Collision::None, _)) => return Ok(None),
            None | Some((Collision::Solid, _)) => false,
            Some((Collision::OneWay, _)) => true,
            Some((other, word)) => return Err(unread_value(other, &word)),
        };
        let orientation = self.orientation()?;
        let open = open.then(|| words.one_way_dir(&orientation));
        let shape = self.whole(&orientation, open)?;
        let (material, surface) = words.material(&orientation);
        Ok(Some(Judged { shape, category: words.category(), material, surface }))
    }

    /// The shapes of its Tile Collision Editor. Points and texts are marks, no colliders.
    fn shapes(&self) -> Result<Vec<(&'a ObjectFacts, ObjectData)>, LoadError> {
        let Some(tile) = self.tileset.tiles.get(&self.id).filter(|tile| !tile.shapes.is_empty()) else {
            return Ok(Vec::new());
        };
        let model = self.tileset.in_copy.and_then(|i| self.model.tilesets().get(i)?.get_tile(self.id));
        let models = model.as_ref().and_then(|m| m.collision.as_ref()).map_or(&[][..], |c| c.object_data());
        let mut shapes = Vec::new();
        for (facts, model) in tile.shapes.iter().zip(models) {
            let what = match model.shape {
                ObjectShape::Point(..) => "point",
                ObjectShape::Text { .. } => "text",
                _ => {
                    shapes.push((facts, model.clone()));
                    continue;
                }
            };
            if facts.settings.collision.is_some_and(|c| c != Collision::None) {
                let place = object_place(model.id(), &model.name);
                return Err(no_collider(what, &self.tileset.file).at(facts.position).within(place));
            }
        }
        Ok(shapes)
    }

    /// What its shapes make together; `None` if none of them collides.
    fn of_shapes(
        &self,
        words: &Words<'a>,
        shapes: &[(&'a ObjectFacts, ObjectData)],
    ) -> Result<Option<Judged<'a>>, LoadError> {
        let file = &self.tileset.file;
        let mut parts: Vec<Part> = Vec::new();
        let mut slopes = true;
        let mut first: Option<(u32, Material, &str)> = None;
        for (facts, model) in shapes {
            let place = || object_place(model.id(), &model.name);
            let words = words.of_shape(file, facts);
            let solid = match words.collision() {
                Some((Collision::None, _)) => continue,
                None | Some((Collision::Solid, _)) => true,
                Some((Collision::OneWay, _)) => false,
                Some((other, word)) => return Err(unread_value(other, &word).within(place())),
            };
            let orientation = self.orientation()?;
            let Some(outline) = outline(model) else { continue };
            let open = (!solid).then(|| words.one_way_dir(&orientation));
            let points = outline.points.iter().map(|p| orientation.point(on_lattice(*p))).collect();
            let collider = Collider { points, closed: outline.closed, one_way: open };
            let of_shape =
                collider.parts().map_err(|m| shape_error(file, m).at(facts.position).within(place()))?;
            parts.extend(of_shape);
            slopes &= words.slope();
            let (material, surface) = words.material(&orientation);
            let own = (words.category(), material, surface);
            if let Some(unlike) = first.and_then(|first| difference(first, own)) {
                let message = format!(
                    "the {unlike} differs from that of an earlier shape of the tile, and a tile has one; \
                     set it on the tile, or make two tiles of it"
                );
                return Err(LoadError::new(Problem::NotReadYet, file, message)
                    .at(facts.position)
                    .within(place()));
            }
            first = Some(own);
        }
        let Some((category, material, surface)) = first else { return Ok(None) };
        let cell = units(self.map.tile_size).as_ivec2();
        let shape = collider::shape(parts, cell, slopes);
        let shape = shape.map_err(|m| shape_error(file, m).at(self.position()))?;
        Ok(Some(Judged { shape, category, material, surface }))
    }

    /// The whole tile, or its edge on the side `open`.
    fn whole(&self, orientation: &Orientation, open: Option<Direction>) -> Result<TileShape, LoadError> {
        let collider = Collider { points: orientation.whole().to_vec(), closed: true, one_way: open };
        let cell = units(self.map.tile_size).as_ivec2();
        if open.is_none() && collider.points[0] == I64Vec2::ZERO && collider.points[2] == cell.as_i64vec2() {
            // Of any size: corners are limited, cells are not.
            return Ok(TileShape::Full);
        }
        let shape = collider.parts().and_then(|parts| collider::shape(parts, cell, true));
        shape.map_err(|m| shape_error(&self.tileset.file, m).at(self.position()))
    }

    fn position(&self) -> crate::error::Position {
        self.tileset.tiles.get(&self.id).map_or(self.tileset.position, |t| t.position)
    }

    /// How the tile lies in its cell.
    fn orientation(&self) -> Result<Orientation, LoadError> {
        let Standing { map, tileset, id, flip, .. } = *self;
        let error = |message: String| {
            Err(LoadError::new(Problem::NotReadYet, &tileset.file, message).at(self.position()))
        };
        let [w, h] = map.tile_size;
        let Some(size) = tileset.size_of(id) else {
            return error(format!(
                "the tile collides, but its <image> has no width and height; save the tileset again in Tiled \
                 with the image in its place, so that it can be compared with the cell of {w}×{h} px"
            ));
        };
        let lies = if flip.diagonal { [size[1], size[0]] } else { size };
        if tileset.look.fits_grid && lies != map.tile_size {
            let [tw, th] = size;
            return error(format!(
                "the tile collides and is {tw}×{th} px, and its tileset scales it to the cell of {w}×{h} px; \
                 colliding tiles that are scaled are not read yet, so set the tileset's \"Tile Render Size\" to \"Tile Size\""
            ));
        }
        let offset = tileset.look.tile_offset.as_i64vec2() * i64::from(UNITS_PER_PX);
        Ok(Orientation::new(flip, units(size), units(map.tile_size), offset))
    }
}

/// In what two shapes of a tile differ that a tile has once.
fn difference(a: (u32, Material, &str), b: (u32, Material, &str)) -> Option<&'static str> {
    let rows = [
        ("category", a.0 != b.0),
        ("friction", a.1.friction != b.1.friction),
        ("restitution", a.1.restitution != b.1.restitution),
        ("conveyor", a.1.conveyor != b.1.conveyor),
        ("surface", a.2 != b.2),
    ];
    rows.into_iter().find(|row| row.1).map(|row| row.0)
}
