//! Puts objects that collide into the grid, off its cells; those that move are kept apart, for whoever moves them.

use crate::collider::{self, Collider, shape_error};
use crate::collision::{Words, unread_value};
use crate::error::{LoadError, Problem};
use crate::judge::{Judged, units};
use crate::kinds::Origin;
use crate::load::Chain;
use crate::look::Flip;
use crate::names::MOVER;
use crate::orient::Orientation;
use crate::outline::{Outline, on_lattice, outline, rectangle};
use crate::place::Placer;
use crate::settings::Collision;
use crate::turn::Turn;
use crate::xml::facts::{ObjectFacts, TilePlace};
use glam::I64Vec2;
use tiled::{ObjectData, ObjectShape};
use tilephys_core::{LayerId, Mover, TileId};

impl<'a> Placer<'a> {
    /// Places an object that is `collision` to a body in a layer of the grid. A mover is not placed, but given back.
    pub(crate) fn place_object(
        &mut self,
        layer: LayerId,
        collision: Collision,
        (model, object): (&ObjectData, &'a ObjectFacts),
        chain: &Chain<'a>,
    ) -> Result<Option<Mover>, LoadError> {
        let Some((origin, kind)) = self.object_kind(collision, (model, object), chain)? else {
            return Ok(None);
        };
        let limit = |m| LoadError::new(Problem::Limit, &self.facts.file, m).at(object.position);
        if object.class == MOVER {
            let corner = self.reserve_loose(origin, kind, "object").map_err(limit)?;
            return Ok(Some(Mover::of_tile(corner, layer, kind)));
        }
        self.put_loose(layer, origin, kind, "object").map_err(limit)?;
        Ok(None)
    }

    /// The kind of tile that an object is, and where the low corner of its cell is; `None` if it does not collide.
    fn object_kind(
        &mut self,
        collision: Collision,
        (model, object): (&ObjectData, &'a ObjectFacts),
        chain: &Chain<'a>,
    ) -> Result<Option<(I64Vec2, TileId)>, LoadError> {
        let words = Words::of_object(self.facts, object, &chain.layers);
        let file = &self.facts.file;
        let wrong = |message: String| shape_error(file, message).at(object.position);
        let (outline, orientation) = match object.tile {
            Some(tile) => (self.tile_outline(model, object, tile)?, turned(tile)),
            None => {
                let Some(outline) = outline(model) else { return Ok(None) };
                (outline, Orientation::none())
            }
        };
        let open = match (collision, words.collision()) {
            (Collision::Solid, _) => None,
            (Collision::OneWay, _) => Some(words.one_way_dir(&orientation)),
            // Whatever else it is, somebody said so: without a word objects are solid, or nothing.
            (other, Some((_, word))) => return Err(unread_value(other, &word)),
            (_, None) => return Ok(None),
        };
        let [dx, dy] = chain.offset;
        let points: Vec<I64Vec2> = outline.points.iter().map(|[x, y]| on_lattice([x + dx, y + dy])).collect();
        // The shape counts from the low corner of its bounds.
        let origin = points.iter().copied().reduce(I64Vec2::min).unwrap_or_default();
        let points = points.into_iter().map(|p| p - origin).collect();
        let collider = Collider { points, closed: outline.closed, one_way: open };
        let cell = units(self.facts.tile_size).as_ivec2();
        let shape = collider.parts().and_then(|parts| collider::shape(parts, cell, words.slope()));
        let shape = shape.map_err(wrong)?;
        let (material, surface) = words.material(&orientation);
        let judged = Judged { shape, category: words.category(), material, surface };
        let kind = self.kind_of(Origin::Object(model.id()), judged, chain)?;
        Ok(Some((origin, kind)))
    }

    /// The rectangle of an object that shows a tile.
    fn tile_outline(
        &self,
        model: &ObjectData,
        object: &ObjectFacts,
        TilePlace { tileset, id, .. }: TilePlace,
    ) -> Result<Outline, LoadError> {
        let tileset = &self.facts.tilesets[tileset];
        if tileset.tiles.get(&id).is_some_and(|tile| !tile.shapes.is_empty()) {
            let message = format!(
                "the object collides and shows tile {id} of tileset {:?}, which has collision shapes; \
                 such tiles are not read as objects yet, so put the tile into a tile layer, \
                 or draw the shape as an object and set \"collision\" of this one to \"none\"",
                tileset.name
            );
            return Err(LoadError::new(Problem::NotReadYet, &self.facts.file, message).at(object.position));
        }
        let mut size = match model.shape {
            ObjectShape::Rect { width, height } => [width, height].map(f64::from),
            _ => [0.0; 2],
        };
        if size == [0.0; 2] {
            size = tileset.size_of(id).map_or(size, |px| px.map(f64::from));
        }
        let anchor = [model.x, model.y].map(f64::from);
        let corner = tileset.look.object_corner;
        let corner = [anchor[0] + size[0] * f64::from(corner.x), anchor[1] + size[1] * f64::from(corner.y)];
        let turn = Turn::new(model.rotation.into(), anchor);
        let (points, closed) = rectangle(size);
        let points = points.into_iter().map(|[x, y]| turn.forth([corner[0] + x, corner[1] + y])).collect();
        Ok(Outline { points, closed })
    }
}

/// How the tile of an object is mirrored. Only directions are asked of it.
fn turned(tile: TilePlace) -> Orientation {
    let flip =
        Flip { horizontal: tile.flags & 1 << 31 != 0, vertical: tile.flags & 1 << 30 != 0, diagonal: false };
    Orientation::new(flip, I64Vec2::ZERO, I64Vec2::ZERO, I64Vec2::ZERO)
}
