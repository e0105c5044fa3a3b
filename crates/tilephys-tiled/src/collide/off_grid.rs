//! Colliding objects, and areas of objects: solids become shapes of the grid, off its cells; movers are returned
//! separately.

use crate::collide::collider::{Collider, shape_error};
use crate::collide::groups::{Groups, Verdict, Zone};
use crate::collide::judge::{Piece, Words, nature, object_place, shapes, units, verdict};
use crate::collide::kinds::Origin;
use crate::collide::outline::{
    Orientation, Outline, Scale, Turn, on_lattice, outline, outline_of, rectangle,
};
use crate::collide::place::Placer;
use crate::collide::regions::no_area;
use crate::data::parts::{Flip, ObjectKind};
use crate::error::{LoadError, Problem, Result, WithHelp};
use crate::settings::collision::{Collision, of_class};
use crate::settings::reason::{By, Reason};
use crate::tmx::facts::{Chain, Geometry, ObjectFacts, TilePlace};
use crate::vocabulary::names::{CHECKPOINT, MOVER, PATROL};
use glam::{I64Vec2, IVec2};
use tilephys_core::platform::Mover;
use tilephys_core::{Aabb, LayerId, WORLD_LIMIT};

impl<'a> Placer<'a> {
    /// Places an object with this `collision` in a layer of the grid, which is created for the first solid. A mover is
    /// returned instead.
    pub(crate) fn place_object(
        &mut self,
        layer: &mut Option<LayerId>,
        (collision, reason): (Collision, Reason),
        object: &'a ObjectFacts,
        chain: &Chain<'a>,
    ) -> Result<Option<Mover>> {
        let pieces = self.pieces((collision, reason), object, chain)?;
        let file = &self.facts.file;
        let points = pieces.iter().filter_map(|piece| piece.points.as_ref());
        let points = points.flat_map(|(points, _)| points);
        let origin = points.copied().reduce(I64Vec2::min).unwrap_or_default();
        let wrong = |_: &ObjectFacts, message| shape_error(file, message).at(object.position);
        let cell = units(self.facts.tile_size).as_ivec2();
        let Verdict { solids, sensed, empty } = verdict(pieces, origin, false, cell, wrong)?;
        let limit = |m| LoadError::new(Problem::Limit, file, m).at(object.position);
        let is_mover = object.class == MOVER;
        if is_mover && solids.is_empty() && sensed.is_empty() {
            let message = "this TpMover has no area".help("draw a rectangle or a polygon");
            return Err(shape_error(file, message.to_owned()).at(object.position));
        }
        if is_mover && (!sensed.is_empty() || solids.len() > 1) {
            let message =
                "a TpMover must be a single solid, and this one is not solid, or has shapes with different \
                 settings"
                    .help("set \"collision\" to \"solid\" or \"one_way\", or give it another class");
            return Err(LoadError::new(Problem::Setting, file, message).at(object.position));
        }
        self.note_empty(&empty, object);
        for sensed in &sensed {
            self.warn_of_parallax(chain);
            self.add_object_zones(object.id_or_zero(), sensed, origin).map_err(limit)?;
        }
        for solid in solids {
            let layer = self.open_layer(layer, chain)?;
            let kind = self.kind_of(Origin::Object(object.id_or_zero()), solid, chain)?;
            if is_mover {
                let corner = self.reserve_off_grid(origin, kind, "object").map_err(limit)?;
                return Ok(Some(Mover::of_tile(corner, layer, kind)));
            }
            self.put_off_grid(layer, origin, kind, "object").map_err(limit)?;
        }
        Ok(None)
    }

    /// Adds the area of an object as a region, by its built-in class or by a convention.
    pub(crate) fn place_area(
        &mut self,
        object: &'a ObjectFacts,
        guess: Option<(&str, &Reason)>,
        chain: &Chain<'a>,
    ) -> Result<()> {
        let class = guess.map_or(&*object.class, |(class, _)| class);
        let kind = of_class(class);
        if kind.is_none() && class != PATROL {
            return Ok(());
        }
        let file = &self.facts.file;
        let is_point = matches!(object.geometry.shape, ObjectKind::Point) && object.tile.is_none();
        if is_point && class == CHECKPOINT {
            return Ok(());
        }
        let outline = match (object.tile, &object.geometry.shape) {
            (Some(tile), _) => Some(self.tile_rectangle(&object.geometry, tile)),
            // The box of a text, though the text may be larger or smaller.
            (None, ObjectKind::Text(_)) => outline_of(&ObjectKind::Rectangle, &object.geometry),
            (None, _) => outline(&object.geometry),
        };
        let Some(outline) = outline.filter(|outline| outline.closed) else {
            return Err(no_area(class, object.position, file));
        };
        let words = Words::of_object(self.facts, object, &chain.layers);
        let of_class = || By::Object { id: object.id_or_zero() }.reason("class", file, object.position);
        let reason = guess.map_or_else(of_class, |(_, reason)| reason.clone());
        let nature = nature(&words, &Orientation::none(), reason);
        let points = moved(&outline, chain);
        let origin = points.iter().copied().reduce(I64Vec2::min).unwrap_or_default();
        let end = points.iter().copied().reduce(I64Vec2::max).unwrap_or_default();
        if origin.cmpge(end).any() {
            return Err(no_area(class, object.position, file));
        }
        // A patrol is a body, which its driver spawns.
        let Some(kind) = kind else { return Ok(()) };
        let mut groups = Groups::default();
        match plain_box(&points, origin, end) {
            Some(zone) => groups.zones(kind, nature, vec![zone]),
            None => {
                let points = points.iter().map(|p| p - origin).collect();
                let collider = Collider { points, closed: true, one_way: None };
                let wrong = |m| shape_error(file, m).at(object.position);
                groups.add(collider.parts(), Some(kind), (nature, false), object).map_err(wrong)?;
            }
        }
        let verdict = groups.verdict(units(self.facts.tile_size).as_ivec2());
        if !verdict.empty.is_empty() {
            return Err(no_area(&object.class, object.position, file));
        }
        for sensed in &verdict.sensed {
            self.add_object_zones(object.id_or_zero(), sensed, origin)
                .map_err(|m| LoadError::new(Problem::Limit, file, m).at(object.position))?;
        }
        Ok(())
    }

    /// The shapes of an object: its own, or its tile's.
    fn pieces(
        &self,
        (collision, reason): (Collision, Reason),
        object: &'a ObjectFacts,
        chain: &Chain<'a>,
    ) -> Result<Vec<Piece<'a>>> {
        let words = Words::of_object(self.facts, object, &chain.layers);
        let of_tile = object.tile.map(|tile| (tile, shapes(&self.facts.tilesets[tile.tileset], tile.id)));
        let Some((tile, of_tile)) = of_tile.filter(|(_, shapes)| !shapes.is_empty()) else {
            let outline = match object.tile {
                Some(tile) => Some(self.tile_rectangle(&object.geometry, tile)),
                None => outline(&object.geometry),
            };
            let orientation = object.tile.map_or(Orientation::none(), Orientation::of_object);
            let points = outline.map(|outline| (moved(&outline, chain), outline.closed));
            return Ok(vec![Piece { shape: object, points, words, collision, reason, orientation }]);
        };
        let TilePlace { tileset, id, .. } = tile;
        let orientation = Orientation::of_object(tile);
        let tileset = &self.facts.tilesets[tileset];
        let mut pieces = Vec::new();
        for shape in of_tile {
            let by = By::Shape { tileset: &tileset.info.name, tile: id, shape: shape.id_or_zero() };
            let words = words.of_shape(by, &tileset.file, shape);
            let (collision, reason) = words.first_collision().unwrap_or((collision, reason.clone()));
            if collision == Collision::None {
                continue;
            }
            let place = || object_place(shape.id_or_zero(), &shape.name);
            let mut outline = outline(&shape.geometry);
            let put = self.tile_point(&object.geometry, tile).ok_or_else(|| {
                let message = format!(
                    "the object collides because of {reason}, but the size of the image of its tile is \
                     unknown"
                )
                .help("put the image back and save the tileset again in Tiled");
                LoadError::new(Problem::Format, &self.facts.file, message).at(object.position).within(place())
            })?;
            outline.iter_mut().flat_map(|o| &mut o.points).for_each(|point| *point = put(*point));
            let points = outline.map(|outline| (moved(&outline, chain), outline.closed));
            pieces.push(Piece { shape, points, words, collision, reason, orientation });
        }
        Ok(pieces)
    }

    /// The size of an object that shows a tile, and its corner before rotation.
    fn tile_box(&self, object: &Geometry, tile: TilePlace) -> ([f64; 2], [f64; 2]) {
        let tileset = &self.facts.tilesets[tile.tileset];
        let mut size = match object.shape {
            ObjectKind::Rectangle => object.size.to_array().map(f64::from),
            _ => [0.0; 2],
        };
        if size == [0.0; 2] {
            size = tileset.size_of(tile.id).map_or(size, |px| px.map(f64::from));
        }
        let corner = tileset.info.object_corner.to_array().map(f64::from);
        let anchor = object.anchor.to_array().map(f64::from);
        (size, [0, 1].map(|k| anchor[k] + size[k] * corner[k]))
    }

    /// The rectangle of an object that shows a tile.
    fn tile_rectangle(&self, object: &Geometry, tile: TilePlace) -> Outline {
        let (size, corner) = self.tile_box(object, tile);
        let turn = Turn::new(object.rotation.into(), object.anchor.to_array().map(f64::from));
        let (points, closed) = rectangle(size);
        let points = points.into_iter().map(|[x, y]| turn.forth([corner[0] + x, corner[1] + y])).collect();
        Outline { points, closed }
    }

    /// Maps a point of the tile that an object shows; `None` if the size of the tile is not known.
    fn tile_point(
        &self,
        object: &Geometry,
        tile: TilePlace,
    ) -> Option<impl Fn([f64; 2]) -> [f64; 2] + use<>> {
        let tileset = &self.facts.tilesets[tile.tileset];
        let natural = tileset.size_of(tile.id).filter(|size| size[0] > 0 && size[1] > 0)?;
        let (size, corner) = self.tile_box(object, tile);
        let scale = Scale::new(natural.map(f64::from), size, tileset.info.keeps_aspect);
        let shift = scale.shift(tileset.info.tile_offset.to_array().map(f64::from));
        let scaled = scale.point(natural.map(f64::from));
        let Flip { horizontal, vertical, .. } = Flip::of(tile.flags);
        let flips = [horizontal, vertical];
        let turn = Turn::new(object.rotation.into(), object.anchor.to_array().map(f64::from));
        Some(move |point: [f64; 2]| {
            let at = scale.point(point);
            turn.forth([0, 1].map(|k| {
                let along = if flips[k] { scaled[k] - at[k] } else { at[k] };
                corner[k] + shift[k] + along
            }))
        })
    }
}

/// The points of an outline on the lattice, with the offset of their layer.
fn moved(outline: &Outline, chain: &Chain<'_>) -> Vec<I64Vec2> {
    let [dx, dy] = chain.layer.offset;
    outline.points.iter().map(|[x, y]| on_lattice([x + dx, y + dy])).collect()
}

/// The box with these corners, relative to its low corner, of any size; `None` if they are not a box.
fn plain_box(points: &[I64Vec2], min: I64Vec2, max: I64Vec2) -> Option<Zone> {
    let corners = [min, I64Vec2::new(max.x, min.y), max, I64Vec2::new(min.x, max.y)];
    let is_straight = |pair: &[I64Vec2]| (pair[0] - pair[1]).abs().min_element() == 0;
    let is_box = points.len() == 4
        && corners.iter().all(|corner| points.contains(corner))
        && points.windows(2).all(is_straight);
    let fits = (max - min).max_element() <= i64::from(WORLD_LIMIT);
    (is_box && fits).then(|| Zone::of_box(Aabb { min: IVec2::ZERO, max: (max - min).as_ivec2() }))
}
