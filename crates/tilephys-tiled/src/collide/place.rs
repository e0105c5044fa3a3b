//! Grid construction: puts colliding tiles and shapes into the grid.

use crate::collide::collider;
use crate::collide::groups::{Nature, Solid};
use crate::collide::judge::{Standing, units};
use crate::collide::kinds::{Kinds, Origin};
use crate::collide::outline::on_lattice;
use crate::collide::regions::Regions;
use crate::conventions::suspects::{lack, partial};
use crate::data::parts::{Cell, Flip};
use crate::data::properties::Properties;
use crate::error::{LoadError, Message, Place, Position, Problem, Result, Warning, WarningKind, WithHelp};
use crate::settings::convention::{AppliedConvention, AppliedTo};
use crate::settings::reason::Reason;
use crate::tmx::facts::{Chain, LayerFacts, MapFacts, TilesetFacts};
use crate::vocabulary::names::is_setting;
use glam::{I64Vec2, IVec2, UVec2, Vec2};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use tilephys_core::limits::{CHUNK_SIZE, MAX_LAYERS, MAX_SHAPE_CELLS};
use tilephys_core::shape::{Part, TileShape};
use tilephys_core::{Aabb, LayerId, Material, Tile, TileCoord, TileGrid, TileId, UNITS_PER_PX, WORLD_LIMIT};

/// Maximum number of kinds of tile in a grid.
pub(crate) const MAX_KINDS: usize = 65_535;

/// A grid under construction.
pub(crate) struct Placer<'a> {
    pub(crate) facts: &'a MapFacts,
    pub(crate) grid: TileGrid,
    pub(crate) kinds: Kinds,
    /// Kinds by their identity.
    known: HashMap<Key, TileId>,
    /// Bounds of each kind from the low corner of its cell, by [`TileId::index`].
    pub(crate) bounds: Vec<Aabb>,
    pub(crate) surfaces: Surfaces,
    /// Chunks with the number of layers when they were opened: each layer has tiles of its own in a chunk.
    chunks: HashSet<(usize, i64, i64)>,
    boxes: usize,
    listed: i64,
    pub(crate) regions: Regions,
    /// Layer of the last parallax warning.
    parallax_of: Option<Position>,
    pub(crate) empty: EmptyShapes,
    pub(crate) warnings: Vec<Warning>,
    /// Conventions that took effect on tiles, with the names of their tilesets.
    pub(crate) applied: Vec<AppliedConvention>,
    /// True if tiles of the current layer are solid by conventions, and the grid has no layer left for them.
    pub(crate) lacks_layer: bool,
}

/// Identity of a kind of tile: origin, geometry, category and the bits of its material.
type Key = (Origin, TileShape, u32, [u32; 5]);

/// Names of surfaces, with their numbers.
pub(crate) struct Surfaces {
    /// Names by number; the first means no surface.
    pub(crate) names: Vec<String>,
    numbers: HashMap<String, u32>,
}

/// Shapes without area.
#[derive(Default)]
pub(crate) struct EmptyShapes {
    /// Objects of the current layer, by id.
    pub(crate) objects: Vec<(u32, Position)>,
    /// Shapes of tiles with a warning: a tile is in many cells.
    pub(crate) told: BTreeSet<(PathBuf, Position)>,
}

/// Offset of a layer's cells.
#[derive(Clone, Copy)]
pub(crate) struct Shift {
    pub(crate) units: I64Vec2,
    /// Offset in columns and rows; `None` if the cells are off the grid.
    pub(crate) cells: Option<I64Vec2>,
}

/// True if a shape blocks from more than one side.
fn is_solid(shape: &TileShape) -> bool {
    match shape {
        TileShape::OneWay(_) => false,
        TileShape::Parts(parts) => parts.iter().any(|part| matches!(part, Part::Solid(_))),
        _ => true,
    }
}

impl<'a> Placer<'a> {
    pub(crate) fn new(facts: &'a MapFacts, warnings: Vec<Warning>) -> Self {
        Placer {
            facts,
            grid: TileGrid::new(UVec2::from(facts.tile_size)),
            kinds: Kinds::default(),
            known: HashMap::new(),
            bounds: Vec::new(),
            surfaces: Surfaces::of(vec![String::new()]),
            chunks: HashSet::new(),
            boxes: 0,
            listed: 0,
            regions: Regions::default(),
            parallax_of: None,
            empty: EmptyShapes::default(),
            warnings,
            applied: Vec::new(),
            lacks_layer: false,
        }
    }

    pub(crate) fn finish(&mut self) -> Vec<AppliedTo> {
        // A layer of the grid is created for its first tile, and for a map that does not set "none".
        let is_solid = self.grid.tile_kinds().iter().any(|kind| is_solid(&kind.shape));
        let lack = lack(self.facts, self.grid.layers().is_empty(), is_solid);
        let sliver = lack.as_ref().and_then(|lack| lack.sliver.as_deref());
        let partial = partial(self.facts, sliver);
        let (warning, candidates) = lack.map(|lack| (lack.warning, lack.candidates)).unzip();
        self.warnings.extend(warning.into_iter().chain(partial));
        candidates.unwrap_or_default()
    }

    pub(crate) fn shift(&self, offset: [f64; 2]) -> Shift {
        let units_of_offset = on_lattice(offset);
        let tile = units(self.facts.tile_size);
        let is_on_grid = units_of_offset % tile == I64Vec2::ZERO;
        Shift { units: units_of_offset, cells: is_on_grid.then(|| units_of_offset / tile) }
    }

    pub(crate) fn layer_error(&self, chain: &Chain<'_>, message: impl Into<Message>) -> LoadError {
        LoadError::new(Problem::Limit, &self.facts.file, message).at(chain.layer.position)
    }

    /// The layer of the grid for a colliding layer of the map, created if `layer` is `None`.
    pub(crate) fn open_layer(&mut self, layer: &mut Option<LayerId>, chain: &Chain<'a>) -> Result<LayerId> {
        if let Some(layer) = *layer {
            return Ok(layer);
        }
        if self.is_full() {
            return Err(self.full_error(chain));
        }
        self.warn_of_parallax(chain);
        Ok(*layer.insert(self.grid.add_layer(&chain.layer.info.path)))
    }

    /// True if the grid has no layer left.
    pub(crate) fn is_full(&self) -> bool {
        self.grid.layers().len() == MAX_LAYERS
    }

    pub(crate) fn full_error(&self, chain: &Chain<'_>) -> LoadError {
        let message = format!("the map has more than {MAX_LAYERS} colliding layers, which is the limit")
            .help("merge some in Tiled");
        self.layer_error(chain, message).within(chain.layer.place())
    }

    /// Warns once of a colliding layer with a parallax factor.
    pub(crate) fn warn_of_parallax(&mut self, chain: &Chain<'a>) {
        let LayerFacts { info, position, .. } = chain.layer;
        let Vec2 { x, y } = info.parallax;
        if info.parallax == Vec2::ONE || self.parallax_of == Some(*position) {
            return;
        }
        self.parallax_of = Some(*position);
        let message =
            format!("the layer collides, but its parallax factor of {x}, {y} draws it somewhere else")
                .help("set parallax to 1, or \"tp_collision\" to \"off\"");
        let warning = Warning::at(WarningKind::Parallax, &self.facts.file, *position, message);
        self.warnings.push(warning.within(&chain.layer.place()));
    }

    /// Sets one cell; the error describes the fault.
    pub(crate) fn put(
        &mut self,
        layer: LayerId,
        at: TileCoord,
        shift: Shift,
        kind: TileId,
    ) -> Result<(), Message> {
        let tile = units(self.facts.tile_size);
        let at = I64Vec2::new(at.col.into(), at.row.into());
        let Some(cells) = shift.cells else {
            return self.put_off_grid(layer, at * tile + shift.units, kind, "tile");
        };
        let cell = at + cells;
        self.reserve("tile", cell * tile, Aabb { min: IVec2::ZERO, max: tile.as_ivec2() })?;
        let bounds = self.bounds[kind.index()];
        if bounds.min.min_element() < 0 || bounds.max.as_i64vec2().cmpgt(tile).any() {
            self.listed += self.reserve("tile's shape", cell * tile, bounds)?;
            self.check_listed()?;
        }
        self.grid.set_tile(layer, TileCoord::new(cell.x as i32, cell.y as i32), Some(kind));
        Ok(())
    }

    /// Adds a shape off the grid, with the low corner of its cell at `at`; the error describes the fault.
    pub(crate) fn put_off_grid(
        &mut self,
        layer: LayerId,
        at: I64Vec2,
        kind: TileId,
        what: &str,
    ) -> Result<(), Message> {
        self.reserve_off_grid(at, kind, what)?;
        self.grid.add_shape(layer, at.as_ivec2(), kind);
        Ok(())
    }

    /// Reserves a shape off the grid, with the low corner of its cell at `at`. Returns the min corner of its bounds;
    /// the error says that there is no room.
    pub(crate) fn reserve_off_grid(
        &mut self,
        at: I64Vec2,
        kind: TileId,
        what: &str,
    ) -> Result<IVec2, Message> {
        let bounds = self.bounds[kind.index()];
        self.listed += self.reserve(what, at, bounds)?;
        self.check_listed()?;
        self.boxes += 1;
        let most = self.facts.limits.off_grid;
        if self.boxes > most {
            return Err(format!(
                "more than {most} colliding objects, and tiles in layers whose offset is not a multiple \
                 of the tile size, which is the limit"
            )
            .help("use offsets that are multiples, or fewer objects"));
        }
        Ok(at.as_ivec2() + bounds.min)
    }

    fn check_listed(&self) -> Result<(), Message> {
        let most = self.facts.limits.covered_cells;
        if self.listed > most as i64 {
            return Err(format!(
                "shapes that reach beyond their cells cover more than {most} cells in total, which is \
                 the limit"
            )
            .help("build large areas from tiles"));
        }
        Ok(())
    }

    /// Opens the chunks under `bounds` from `origin`; returns the number of cells. The error says that there are too
    /// many.
    fn reserve(&mut self, what: &str, origin: I64Vec2, bounds: Aabb) -> Result<i64, Message> {
        let (min, max) = (origin + bounds.min.as_i64vec2(), origin + bounds.max.as_i64vec2());
        let limit = i64::from(WORLD_LIMIT);
        if min.min_element() < -limit || max.max_element() > limit || origin.abs().max_element() > limit {
            let end = WORLD_LIMIT / UNITS_PER_PX;
            return Err(format!("the {what} is beyond the world, which ends at ±{end} px").into());
        }
        let tile = units(self.facts.tile_size);
        // A line without extent belongs to the cells on both sides of it.
        let thin = (max - min).min_element() == 0;
        let low = if thin { min - I64Vec2::ONE } else { min };
        let high = max.max(min + I64Vec2::ONE) - I64Vec2::ONE;
        let cells = [low, high].map(|p| p.div_euclid(tile));
        let count = (cells[1] - cells[0] + I64Vec2::ONE).element_product();
        if count > self.facts.limits.covered_cells as i64 {
            return Ok(count);
        }
        check_cells(&self.grid, max - min, what)?;
        let [from, to] = cells.map(|c| c.div_euclid(I64Vec2::splat(CHUNK_SIZE.into())));
        for x in from.x..=to.x {
            for y in from.y..=to.y {
                self.open_chunk((x, y))?;
            }
        }
        Ok(count)
    }

    pub(crate) fn open_chunk(&mut self, (x, y): (i64, i64)) -> Result<(), Message> {
        let most = self.facts.limits.chunks;
        if self.chunks.insert((self.grid.layers().len(), x, y)) && self.chunks.len() > most {
            return Err(format!(
                "colliding tiles are spread over more than {most} squares of {CHUNK_SIZE}×{CHUNK_SIZE} \
                 cells, which is the limit"
            )
            .help("split the map"));
        }
        Ok(())
    }

    /// The kinds of tile and the sensors of a gid with flags in a layer.
    ///
    /// Without `room` for a layer, tiles that are solid by conventions alone are left out.
    pub(crate) fn kinds(
        &mut self,
        bits: u32,
        chain: &Chain<'a>,
        room: bool,
    ) -> Result<(Vec<TileId>, Vec<usize>)> {
        let nothing = Ok((Vec::new(), Vec::new()));
        let Some(cell) = Cell::of(bits) else { return nothing };
        let Some((index, id)) = self.facts.gids.find(cell.gid) else { return nothing };
        let tileset = &self.facts.tilesets[index];
        let facts = self.facts;
        let place = || Place { tileset: Some(tileset.info.name.clone()), tile: Some(id), ..Place::default() };
        let (mut kinds, mut sensed) = (Vec::new(), Vec::new());
        // A game that places the tile by its gid needs it unflipped, however the map flips it.
        for flip in [Flip::default(), cell.flip] {
            let judge = |guesses| {
                let standing = Standing { map: facts, tileset, id, flip, chain, guesses };
                standing.judge().map_err(|error| error.within(place()))
            };
            let mut verdict = match judge(true) {
                Err(error) if !facts.conventions.rows.is_empty() => {
                    // The map's own settings are judged alone, so that a fault in them is not attributed to
                    // conventions.
                    let verdict = judge(false)?;
                    self.warn_of_guess(&error.within(chain.layer.place()));
                    verdict
                }
                judged => judged?,
            };
            if !room && !verdict.solids.is_empty() && judge(false)?.solids.is_empty() {
                verdict.solids.clear();
                self.lacks_layer = true;
            }
            let natures = verdict.solids.iter().map(|solid| &solid.nature);
            natures.chain(verdict.sensed.iter().map(|sensed| &sensed.nature)).for_each(|nature| {
                self.note_convention(&nature.reason);
            });
            kinds.clear();
            self.warn_of_empty(&verdict.empty, (&tileset.file, &place()));
            for solid in verdict.solids {
                let kind = self.kind_of(Origin::Tile(cell.gid), solid, chain);
                kinds.push(kind.map_err(|e| e.within(place()))?);
            }
            if !kinds.is_empty() {
                self.kinds.by_cell.entry(Cell { flip, ..cell }).or_insert_with(|| kinds.clone());
            }
            sensed = verdict.sensed;
            if flip == cell.flip {
                break;
            }
        }
        let own = says_more(tileset, id);
        let sensed =
            sensed.into_iter().map(|sensed| self.add_sort((chain.index, cell.gid), own, sensed)).collect();
        Ok((kinds, sensed))
    }

    /// Warns of a convention that cannot apply and is left out.
    pub(crate) fn warn_of_guess(&mut self, error: &LoadError) {
        if self.warnings.len() < self.facts.limits.warnings {
            let fault = error.fault();
            let position = fault.position.unwrap_or(self.facts.position);
            let message =
                fault.said().map(|text| format!("not solid, although a convention makes it so: {text}"));
            let warning = Warning::at(WarningKind::Convention, &fault.file, position, message);
            self.warnings.push(warning.within(&fault.place));
        }
    }

    /// Notes that a convention took effect on a tile, once for each tileset.
    fn note_convention(&mut self, reason: &Reason) {
        if let (Some(row), Some(tileset)) = (&reason.convention, &reason.place.tileset) {
            let to = AppliedTo::Tileset(tileset.clone());
            let applied = AppliedConvention { row: row.clone(), to };
            if !self.applied.contains(&applied) {
                self.applied.push(applied);
            }
        }
    }

    /// A material with the number of its surface, and its bits.
    pub(crate) fn material(&mut self, nature: &Nature<'_>) -> (Material, [u32; 5]) {
        let material = Material { surface: self.surfaces.number(nature.surface), ..nature.material };
        (material, bits(&material))
    }

    /// The kind of tile of a collision.
    pub(crate) fn kind_of(
        &mut self,
        origin: Origin,
        Solid { shape, nature }: Solid<'_>,
        chain: &Chain<'a>,
    ) -> Result<TileId> {
        let (material, bits) = self.material(&nature);
        let Nature { category, reason, .. } = nature;
        let key = (origin, shape, category, bits);
        if let Some(kind) = self.known.get(&key) {
            return Ok(*kind);
        }
        if self.kinds.list.len() == MAX_KINDS {
            let message = format!(
                "more than {MAX_KINDS} kinds of colliding tile, which is the limit: each orientation of a \
                 tile and each object counts as one"
            );
            return Err(self.layer_error(chain, message));
        }
        let cell = units(self.facts.tile_size).as_ivec2();
        let user = match origin {
            Origin::Tile(gid) => gid,
            Origin::Object(_) => 0,
        };
        self.bounds.push(collider::bounds(&key.1, cell));
        let kind = self.grid.add_tile(Tile { shape: key.1.clone(), category, material, user });
        self.kinds.list.insert(kind, (origin, reason));
        self.known.insert(key, kind);
        Ok(kind)
    }
}

/// The bits of a material.
pub(crate) fn bits(material: &Material) -> [u32; 5] {
    let Material { friction, restitution, conveyor, surface } = *material;
    let [a, b, c, d] = [friction, restitution, conveyor.x, conveyor.y].map(f32::to_bits);
    [a, b, c, d, surface]
}

/// Checks that the grid can list a shape of this size, in lattice units; the error says how large it may be.
pub(crate) fn check_cells(grid: &TileGrid, size: I64Vec2, what: &str) -> Result<(), Message> {
    if grid.may_list(size) {
        return Ok(());
    }
    Err(format!("the {what} covers more than {MAX_SHAPE_CELLS} cells, which is the limit")
        .help("draw several smaller ones"))
}

/// True if a tile, or a shape of it, has a class or properties besides collision settings.
fn says_more(tileset: &TilesetFacts, id: u32) -> bool {
    let Some(tile) = tileset.tiles.get(&id) else { return false };
    let more = |class: &str, properties: &Properties| {
        !matches!(class, "" | "one-way" | "TpCollider") || properties.iter().any(|p| !is_setting(&p.name))
    };
    more(&tile.info.class, &tile.info.properties) || tile.shapes.iter().any(|s| more(&s.class, &s.properties))
}

impl Surfaces {
    /// Surfaces with these names.
    pub(crate) fn of(names: Vec<String>) -> Self {
        let numbers = names.iter().cloned().zip(0..).collect();
        Surfaces { names, numbers }
    }

    /// The number of a name, new if needed.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}
