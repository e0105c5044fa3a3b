//! Puts the tiles that collide into the grid.

use crate::collision::{Collision, LayerRule, Settings, layer_rule};
use crate::error::{LoadError, Place, Position, Problem, Warning, WarningKind};
use crate::judge::solid_category;
use crate::level::Kinds;
use crate::load::Chain;
use crate::xml::data::{Cells, FLAGS};
use crate::xml::facts::MapFacts;
use glam::{IVec2, UVec2};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use tilephys_core::{
    Aabb, CHUNK, LayerId, MAX_LAYERS, Tile, TileCoord, TileGrid, TileId, UNITS_PER_PX, WORLD_LIMIT,
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

    pub(crate) fn finish(mut self) -> (TileGrid, Kinds, Vec<Warning>) {
        // A layer of the grid is opened for its first tile. A map that says "none" means it.
        if self.grid.layers().is_empty() && self.facts.settings.collision != Some(Collision::None) {
            self.warnings.push(Warning {
                kind: WarningKind::NothingCollides,
                file: self.facts.file.clone(),
                position: self.facts.position,
                place: Place::default(),
                message:
                    "nothing collides; in Tiled, give tiles, a tileset or a layer the property \"collision\" \
                          with the value \"solid\", or the map \"none\" if that is meant"
                        .to_owned(),
            });
        }
        let kinds = Kinds::new(&self.grid, self.kinds.iter().map(|((gid, _), kind)| (*gid, *kind)));
        (self.grid, kinds, self.warnings)
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
        let Some(category) =
            solid_category(self.facts, self.map, (tileset, id), chain).map_err(|e| e.within(place()))?
        else {
            return Ok(None);
        };
        if let Some(kind) = self.kinds.get(&(gid, category)) {
            return Ok(Some(*kind));
        }
        if self.kinds.len() == MAX_KINDS {
            let message = format!("more than {MAX_KINDS} kinds of tile that collide are not read");
            return Err(self.layer_error(chain, message).within(place()));
        }
        let kind = self.grid.add_tile(Tile { category, user: gid, ..Tile::default() });
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
