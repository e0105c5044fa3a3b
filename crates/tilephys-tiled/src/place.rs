//! Puts the tiles that collide into the grid.

use crate::collision::{Collision, LayerRule, Settings, layer_rule};
use crate::error::{LoadError, Place, Position, Problem, Warning, WarningKind};
use crate::load::Chain;
use crate::xml::data::{Cells, FLAGS};
use crate::xml::facts::{MapFacts, ObjectFacts, TileFacts, TilesetFacts};
use glam::{IVec2, UVec2};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use tiled::ObjectShape;
use tilephys_core::{
    Aabb, CHUNK, LayerId, MAX_LAYERS, Tile, TileCoord, TileGrid, TileId, TileShape, UNITS_PER_PX,
    WORLD_LIMIT, units_from_px,
};

/// Chunks of the grid that a map may open. A cell far from all others costs some 25 kB, so that without a limit a file
/// of scattered cells would take a thousand times its size. Dense, this many hold twice the cells that are read.
const MAX_CHUNKS: usize = 1 << 14;

/// Tiles of layers whose offset is no multiple of the tile size.
const MAX_BOXES: usize = 1 << 20;

/// Kinds of tile in a grid.
const MAX_KINDS: usize = 65_535;

/// The grid in the making.
pub(crate) struct Placer<'a> {
    facts: &'a MapFacts,
    map: &'a tiled::Map,
    grid: TileGrid,
    /// By gid and category.
    kinds: HashMap<(u32, u32), TileId>,
    chunks: HashSet<(i32, i32)>,
    boxes: usize,
    warnings: Vec<Warning>,
    /// Elements whose materials were warned about.
    warned: BTreeSet<(&'a Path, Position)>,
}

/// Where a layer's cells go: moved by whole cells, or off the grid.
#[derive(Clone, Copy)]
enum Shift {
    Cells(i64, i64),
    Units(i64, i64),
}

/// A statement, and where it stands.
struct Stated<'a> {
    collision: Collision,
    file: &'a Path,
    position: Position,
}

impl<'a> Placer<'a> {
    pub(crate) fn new(facts: &'a MapFacts, map: &'a tiled::Map, warnings: Vec<Warning>) -> Self {
        Placer {
            facts,
            map,
            grid: TileGrid::new(UVec2::from(facts.tile_size)),
            kinds: HashMap::new(),
            chunks: HashSet::new(),
            boxes: 0,
            warnings,
            warned: BTreeSet::new(),
        }
    }

    pub(crate) fn finish(self) -> (TileGrid, Vec<Warning>) {
        (self.grid, self.warnings)
    }

    /// Places the cells of a layer; the grid's layer they are in, `None` if none collides.
    pub(crate) fn place(&mut self, cells: &[Cells], chain: &Chain<'a>) -> Result<Option<LayerId>, LoadError> {
        if layer_rule(&chain.layers) == LayerRule::Off {
            return Ok(None);
        }
        let shift = self.shift(chain.offset);
        let mut layer = None;
        let mut known: HashMap<u32, Option<TileId>> = HashMap::new();
        let mut last = (0, None); // cells in a row are often alike
        for (at, gid) in cells.iter().flat_map(each_cell) {
            if gid != last.0 {
                let kind = match known.get(&gid) {
                    Some(kind) => *kind,
                    None => {
                        let place = Place { cell: Some(at), ..chain.place() };
                        let kind = self.kind(gid, chain).map_err(|e| e.within(place))?;
                        known.insert(gid, kind);
                        kind
                    }
                };
                last = (gid, kind);
            }
            let (_, Some(kind)) = last else { continue };
            let layer = match layer {
                Some(layer) => layer,
                None => *layer.insert(self.open_layer(chain)?),
            };
            self.put(layer, at, shift, kind).map_err(|message| {
                let place = Place { cell: Some(at), ..chain.place() };
                self.layer_error(chain, message).within(place)
            })?;
        }
        Ok(layer)
    }

    fn shift(&self, offset: [f64; 2]) -> Shift {
        let units = offset.map(|px| (px * f64::from(UNITS_PER_PX)).round_ties_even() as i64);
        let tile = self.facts.tile_size.map(|px| i64::from(px) * i64::from(UNITS_PER_PX));
        if units[0] % tile[0] == 0 && units[1] % tile[1] == 0 {
            Shift::Cells(units[0] / tile[0], units[1] / tile[1])
        } else {
            Shift::Units(units[0], units[1])
        }
    }

    fn layer_error(&self, chain: &Chain<'_>, message: String) -> LoadError {
        let position = chain.layers.last().map_or(self.facts.position, |l| l.position);
        LoadError::new(Problem::Limit, &self.facts.file, message).at(position)
    }

    /// A layer of the grid for a layer of the map that collides.
    fn open_layer(&mut self, chain: &Chain<'a>) -> Result<LayerId, LoadError> {
        let Some(facts) = chain.layers.last() else { return Ok(self.grid.add_layer("")) };
        if self.grid.layers().len() == MAX_LAYERS {
            let message =
                format!("more than {MAX_LAYERS} layers that collide are not read; merge some in Tiled");
            return Err(self.layer_error(chain, message).within(chain.place()));
        }
        if chain.parallax != [1.0; 2] {
            let [x, y] = chain.parallax;
            self.warnings.push(Warning {
                kind: WarningKind::Parallax,
                file: self.facts.file.clone(),
                position: facts.position,
                place: chain.place(),
                message: format!(
                    "the layer collides but is drawn with parallax {x}, {y}, beside where it collides; \
                     set parallax to 1, or \"tp_collision\" to \"off\""
                ),
            });
        }
        for layer in &chain.layers {
            self.warn_materials(&layer.settings, (&self.facts.file, layer.position), &chain.place());
        }
        Ok(self.grid.add_layer(&facts.path))
    }

    /// Puts one cell; what is wrong if it cannot be.
    fn put(&mut self, layer: LayerId, at: TileCoord, shift: Shift, kind: TileId) -> Result<(), String> {
        let tile = self.facts.tile_size.map(|px| i64::from(px) * i64::from(UNITS_PER_PX));
        let (min, cell) = match shift {
            Shift::Cells(x, y) => {
                let cell = [i64::from(at.col) + x, i64::from(at.row) + y];
                ([cell[0] * tile[0], cell[1] * tile[1]], Some(cell))
            }
            Shift::Units(x, y) => ([i64::from(at.col) * tile[0] + x, i64::from(at.row) * tile[1] + y], None),
        };
        let max = [min[0] + tile[0], min[1] + tile[1]];
        let limit = i64::from(WORLD_LIMIT);
        if min.iter().any(|v| *v < -limit) || max.iter().any(|v| *v > limit) {
            return Err(format!(
                "the tile is beyond the world, which ends at ±{} px",
                WORLD_LIMIT / UNITS_PER_PX
            ));
        }
        // All four corners, of which a box off the grid may have each in another chunk.
        for x in [min[0], max[0] - 1] {
            for y in [min[1], max[1] - 1] {
                let chunk = |v: i64, tile: i64| v.div_euclid(tile).div_euclid(i64::from(CHUNK)) as i32;
                self.open_chunk((chunk(x, tile[0]), chunk(y, tile[1])))?;
            }
        }
        match cell {
            Some([col, row]) => self.grid.set_tile(layer, TileCoord::new(col as i32, row as i32), Some(kind)),
            None => {
                self.boxes += 1;
                if self.boxes > MAX_BOXES {
                    return Err(format!(
                        "more than {MAX_BOXES} tiles in layers whose offset is no multiple of the tile size \
                         are not read; set the offset to a multiple"
                    ));
                }
                let corner = |v: [i64; 2]| IVec2::new(v[0] as i32, v[1] as i32);
                self.grid.add_box(layer, Aabb::new(corner(min), corner(max)), kind);
            }
        }
        Ok(())
    }

    fn open_chunk(&mut self, chunk: (i32, i32)) -> Result<(), String> {
        if self.chunks.insert(chunk) && self.chunks.len() > MAX_CHUNKS {
            return Err(format!(
                "the tiles that collide are spread over more than {MAX_CHUNKS} squares of {CHUNK}×{CHUNK} cells, \
                 the most that is read; split the map"
            ));
        }
        Ok(())
    }

    /// The kind of tile that a gid without flags is in a layer; `None` if it does not collide.
    fn kind(&mut self, gid: u32, chain: &Chain<'a>) -> Result<Option<TileId>, LoadError> {
        let Some((index, id)) = self.facts.gids.find(gid) else { return Ok(None) };
        let tileset = &self.facts.tilesets[index];
        let place = || Place { tileset: Some(tileset.name.clone()), tile: Some(id), ..Place::default() };
        let Some(category) = self.judge(tileset, id, chain).map_err(|e| e.within(place()))? else {
            return Ok(None);
        };
        if let Some(kind) = self.kinds.get(&(gid, category)) {
            return Ok(Some(*kind));
        }
        if self.kinds.len() == MAX_KINDS {
            let message = format!("more than {MAX_KINDS} kinds of tile that collide are not read");
            return Err(self.layer_error(chain, message).within(place()));
        }
        let kind = self.grid.add_tile(Tile { shape: TileShape::Full, category, user: gid });
        self.kinds.insert((gid, category), kind);
        self.warn_materials(&tileset.settings, (&tileset.file, tileset.position), &place());
        if let Some(tile) = tileset.tiles.get(&id) {
            self.warn_materials(&tile.settings, (&tileset.file, tile.position), &place());
            for shape in &tile.shapes {
                self.warn_materials(&shape.settings, (&tileset.file, shape.position), &place());
            }
        }
        Ok(Some(kind))
    }

    /// The category of a tile if it is solid, `None` if it does not collide.
    fn judge(&self, tileset: &'a TilesetFacts, id: u32, chain: &Chain<'a>) -> Result<Option<u32>, LoadError> {
        if tileset.built_in {
            return Ok(None);
        }
        let tile = tileset.tiles.get(&id);
        let place = tile.map_or(tileset.position, |t| t.position);
        let stated = self.stated(tileset, tile, chain);
        let model = tileset.in_copy.and_then(|i| self.map.tilesets().get(i)?.get_tile(id));
        let models = model.as_ref().and_then(|m| m.collision.as_ref()).map_or(&[][..], |c| c.object_data());
        let shapes = tile.map_or(&[][..], |t| &t.shapes[..]).iter().zip(models);
        let shapes =
            shapes.filter(|(_, m)| !matches!(m.shape, ObjectShape::Point(..) | ObjectShape::Text { .. }));
        let mut solid = false;
        let mut shaped = false;
        let mut shape_category = None;
        for (facts, model) in shapes {
            shaped = true;
            let word = facts.settings.collision.map(|collision| Stated {
                collision,
                file: &tileset.file,
                position: facts.position,
            });
            match word.as_ref().or(stated.as_ref()) {
                Some(Stated { collision: Collision::None, .. }) => continue,
                Some(word) if word.collision != Collision::Solid => return Err(unread_value(word)),
                _ => check_shape(tileset, id, facts, model)?,
            }
            solid = true;
            shape_category = shape_category.or(facts.settings.category);
        }
        match stated {
            _ if shaped => {}
            Some(Stated { collision: Collision::None, .. }) => {}
            Some(word) if word.collision != Collision::Solid => return Err(unread_value(&word)),
            Some(_) => solid = true,
            None => solid = layer_rule(&chain.layers) == LayerRule::On,
        }
        if !solid {
            return Ok(None);
        }
        self.check_fit(tileset, id, place)?;
        let of_tile = || tile.and_then(|t| t.settings.category).or(tileset.settings.category);
        let of_layers = || chain.layers.iter().rev().find_map(|l| l.settings.category);
        let category = shape_category.or_else(of_tile).or_else(of_layers).or(self.facts.settings.category);
        Ok(Some(category.unwrap_or(1)))
    }

    /// The nearest word on a tile: its own, its tileset's, its layer's, a group's, the map's.
    fn stated(
        &self,
        tileset: &'a TilesetFacts,
        tile: Option<&'a TileFacts>,
        chain: &Chain<'a>,
    ) -> Option<Stated<'a>> {
        let of_tile = tile.map(|t| (&t.settings, &tileset.file, t.position));
        let of_layers = chain.layers.iter().rev().map(|l| (&l.settings, &self.facts.file, l.position));
        let words = of_tile
            .into_iter()
            .chain([(&tileset.settings, &tileset.file, tileset.position)])
            .chain(of_layers)
            .chain([(&self.facts.settings, &self.facts.file, self.facts.position)]);
        let mut stated = words.filter_map(|(settings, file, position)| {
            Some(Stated { collision: settings.collision?, file, position })
        });
        stated.next()
    }

    /// Whether a solid tile fills its cell.
    fn check_fit(&self, tileset: &TilesetFacts, id: u32, position: Position) -> Result<(), LoadError> {
        let error =
            |message: String| Err(LoadError::new(Problem::NotReadYet, &tileset.file, message).at(position));
        let [w, h] = self.facts.tile_size;
        match tileset.size_of(id) {
            Some(size) if size == self.facts.tile_size => {}
            Some([tw, th]) => {
                return error(format!(
                    "the tile collides and is {tw}×{th} px, but a cell of the map is {w}×{h} px; \
                     colliding tiles of another size are not read yet"
                ));
            }
            None => {
                return error(format!(
                    "the tile collides, but its <image> has no width and height; save the tileset again in Tiled \
                     with the image in its place, so that it can be compared with the cell of {w}×{h} px"
                ));
            }
        }
        let [x, y] = tileset.offset;
        if [x, y] != [0, 0] {
            return error(format!(
                "the tile collides, but its tileset draws it {x}, {y} px beside its cell; \
                 colliding tiles with a drawing offset are not read yet"
            ));
        }
        Ok(())
    }

    fn warn_materials(&mut self, settings: &Settings, (file, position): (&'a Path, Position), place: &Place) {
        if settings.materials.is_empty() || !self.warned.insert((file, position)) {
            return;
        }
        self.warnings.push(Warning {
            kind: WarningKind::MaterialNotRead,
            file: file.to_owned(),
            position,
            place: place.clone(),
            message: format!(
                "{} of a collider is not read yet; it collides without",
                settings.materials.join(", ")
            ),
        });
    }
}

/// The cells that hold a tile: where, and the gid without flags.
fn each_cell(cells: &Cells) -> impl Iterator<Item = (TileCoord, u32)> {
    let Cells { col, row, width, .. } = *cells;
    let rows = cells.gids.chunks(width.max(1) as usize).zip(row..);
    rows.flat_map(move |(gids, row)| gids.iter().zip(col..).map(move |(bits, col)| (col, row, bits & !FLAGS)))
        .filter(|(_, _, gid)| *gid != 0)
        .map(|(col, row, gid)| (TileCoord::new(col, row), gid))
}

fn unread_value(word: &Stated<'_>) -> LoadError {
    let message = format!(
        "collision {:?} is not read yet, only \"solid\" and \"none\"; set one of these for now",
        word.collision.name()
    );
    LoadError::new(Problem::NotReadYet, word.file, message).at(word.position)
}

/// Whether a solid shape fills its tile.
fn check_shape(
    tileset: &TilesetFacts,
    id: u32,
    facts: &ObjectFacts,
    model: &tiled::ObjectData,
) -> Result<(), LoadError> {
    let size = tileset.size_of(id);
    let whole = |width: f32, height: f32| {
        let units = |px: f32| units_from_px(px).map(i64::from);
        let full = |px: u32| Some(i64::from(px) * i64::from(UNITS_PER_PX));
        let Some([w, h]) = size else { return false };
        [units(model.x), units(model.y)] == [Some(0); 2]
            && [units(width), units(height)] == [full(w), full(h)]
    };
    let what = match &model.shape {
        _ if model.rotation != 0.0 => "is turned",
        ObjectShape::Rect { width, height } if whole(*width, *height) => return Ok(()),
        ObjectShape::Rect { .. } => "does not fill the tile",
        ObjectShape::Ellipse { .. } => "is an ellipse",
        ObjectShape::Capsule { .. } => "is a capsule",
        ObjectShape::Polygon { .. } => "is a polygon",
        ObjectShape::Polyline { .. } => "is a polyline",
        _ => "is of another kind",
    };
    let message = format!(
        "the collision shape {what}; only rectangles over the whole tile are read yet, \
         so draw one, or set \"collision\" to \"none\""
    );
    let place = Place { object: Some(model.id()), ..Place::default() };
    Err(LoadError::new(Problem::NotReadYet, &tileset.file, message).at(facts.position).within(place))
}
