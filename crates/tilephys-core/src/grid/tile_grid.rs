//! Tile map with collision layers: cells of one size in chunks, and shapes off the grid.

use super::cells::{CELLS, CHUNK_MASK, CHUNK_SHIFT, Cells, Divisor, EMPTY_PLANE, Plane, within_chunk};
use super::chunk::{Chunk, Directory};
use super::first_map::FirstMap;
use super::off_grid::{OVERHANG, OffGridShape, RegionCells, Regions, ShapeId};
use super::piece::{Kind, Obstacle, PieceName};
use crate::lattice::point_from_px;
use crate::limits::MAX_LAYERS;
use crate::shape::Convex;
use crate::tile::{LayerId, Tile, TileCoord, TileId, tile_units};
use glam::{IVec2, Vec2};
use std::num::NonZeroU16;

/// A tile map with collision shapes.
///
/// Cells lie in chunks of 64 x 64. One bit a cell says that a hit is possible there. A sweep through free space reads only those
/// bits, 64 at a time. Categories and tile ids are stored separately and read at hits. Memory grows with the chunks that are not
/// empty. An edit changes one cell of one chunk, and the next query sees it. Exposed faces are not stored, but computed from
/// the bits of the neighbours.
///
/// ```
/// use tilephys_core::{Tile, TileCoord, TileGrid};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// for col in 0..20 {
///     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
/// }
/// let cell = grid.cell_at_px([100.0, 165.0]).unwrap();
/// assert_eq!(grid.tile(ground, cell), Some(stone));
/// // A broken block: one cell changes, and the next step sees it.
/// grid.set_tile(ground, cell, None);
/// assert_eq!(grid.tile(ground, cell), None);
/// ```
#[derive(Clone, Debug)]
pub struct TileGrid {
    pub(super) cells: Cells,
    pub(crate) whole: Convex,
    pub(crate) directory: Directory,
    /// Plane of cells with possible hits, by slot. Slot 0 is the empty chunk.
    pub(crate) hot: Vec<Plane>,
    /// Plane of the cells among them with shapes other than whole tiles, by slot.
    pub(super) shaped: Vec<Plane>,
    pub(super) shaped_cells: usize,
    /// Rows of `hot` that are not zero, by slot.
    pub(crate) occupied: Vec<u64>,
    /// Column and row of the last chunk in each slot.
    pub(super) coords: Vec<(i32, i32)>,
    pub(crate) chunks: Vec<Chunk>,
    /// Regions, by slot; kept for their memory when the chunk is freed.
    pub(super) region_cells: Vec<RegionCells>,
    pub(crate) regions: Regions,
    pub(super) free: Vec<usize>,
    pub(super) tiles: Vec<Tile>,
    pub(super) kinds: Vec<Kind>,
    pub(super) layers: Vec<String>,
    /// Off-grid shapes by id. Boxed, so that a removed shape costs eight bytes.
    pub(crate) boxes: Vec<Option<Box<OffGridShape>>>,
    /// Tiles that extend beyond their cell, by index less [`OVERHANG`], in any order.
    pub(super) overhangs: Vec<Option<Box<OffGridShape>>>,
    pub(super) free_overhangs: Vec<u32>,
    pub(crate) box_count: usize,
    /// Category bits of all kinds of tile that ever existed.
    pub(super) categories: u32,
    pub(crate) has_conveyors: bool,
    /// Difference from the map with which a world began, if one did.
    pub(super) first_map: Option<Box<FirstMap>>,
}

/// Memory of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GridMemoryUsage {
    /// Memory of the hot bits: two bits a cell of the chunks that exist, and the chunk lookup. In bytes.
    pub hot: usize,
    /// Memory of the bit planes by category, in bytes.
    pub planes: usize,
    /// Memory of the tile ids: two bytes a cell and layer of the chunks that are not empty. In bytes.
    pub identity: usize,
    /// Number of chunks that are not empty.
    pub chunks: usize,
}

impl TileGrid {
    /// An empty grid with tiles of `tile` pixels.
    ///
    /// # Panics
    /// If a side is zero or longer than the world (8,388,607 px).
    #[must_use]
    pub fn new(tile: impl Into<[u32; 2]>) -> Self {
        let tile = IVec2::from(tile.into().map(tile_units));
        TileGrid {
            cells: Cells::new(tile),
            whole: Convex::of_box(IVec2::ZERO, tile),
            directory: Directory::new(),
            // Slot 0 is the empty chunk, so that absent chunks are read without a branch.
            hot: vec![EMPTY_PLANE],
            shaped: vec![EMPTY_PLANE],
            shaped_cells: 0,
            occupied: vec![0],
            coords: vec![(0, 0)],
            chunks: vec![Chunk::default()],
            region_cells: vec![RegionCells::default()],
            regions: Regions::default(),
            free: Vec::new(),
            tiles: Vec::new(),
            kinds: Vec::new(),
            layers: Vec::new(),
            boxes: Vec::new(),
            overhangs: Vec::new(),
            free_overhangs: Vec::new(),
            box_count: 0,
            categories: 0,
            has_conveyors: false,
            first_map: None,
        }
    }

    /// Adds a layer above the existing ones. The name is for messages only.
    ///
    /// # Panics
    /// If the grid has [`MAX_LAYERS`] layers.
    pub fn add_layer(&mut self, name: &str) -> LayerId {
        assert!(self.layers.len() < MAX_LAYERS, "a grid holds at most {MAX_LAYERS} layers");
        self.layers.push(name.to_owned());
        LayerId::from_index(self.layers.len() - 1)
    }

    /// Adds a kind of tile.
    ///
    /// # Panics
    /// If the grid has 65,535 kinds, if the [shape](crate::shape::TileShape::fault) is invalid for cells of this size, or if the
    /// [material](crate::Material::fault) is invalid.
    pub fn add_tile(&mut self, tile: Tile) -> TileId {
        let id = u16::try_from(self.tiles.len() + 1).ok().and_then(NonZeroU16::new);
        let id = id.expect("a grid holds at most 65,535 kinds of tile");
        if let Some((field, fault)) = tile.material.fault() {
            panic!("{field} of the material {fault}: {tile:?}");
        }
        let conveys = tile.material.conveyor != Vec2::ZERO;
        self.kinds.push(Kind { conveys, ..Kind::new(&tile.shape, self.tile_size()) });
        self.categories |= tile.category;
        self.has_conveyors |= conveys;
        self.tiles.push(tile);
        TileId(id)
    }

    /// Size of a tile, in lattice units.
    #[must_use]
    pub fn tile_size(&self) -> IVec2 {
        self.cells.tile()
    }

    /// Names of the layers, by [`LayerId::index`].
    #[must_use]
    pub fn layers(&self) -> &[String] {
        &self.layers
    }

    /// The kind of tile `id`.
    ///
    /// # Panics
    /// If `id` belongs to another grid and this one has fewer kinds.
    #[must_use]
    pub fn tile_kind(&self, id: TileId) -> &Tile {
        &self.tiles[id.index()]
    }

    /// All kinds of tile, by [`TileId::index`].
    #[must_use]
    pub fn tile_kinds(&self) -> &[Tile] {
        &self.tiles
    }

    /// Ids of all kinds of tile, in the order of creation.
    pub fn tile_ids(&self) -> impl Iterator<Item = TileId> + use<> {
        let last = self.tiles.len() as u16; // of 65,535 at most
        (1..=last).filter_map(NonZeroU16::new).map(TileId)
    }

    /// Ids of all layers, the lowest first.
    pub fn layer_ids(&self) -> impl Iterator<Item = LayerId> + use<> {
        (0..self.layers.len()).map(LayerId::from_index)
    }

    /// The cell that contains the lattice point `at`; a point on an edge belongs to the cell right of or below it.
    #[must_use]
    pub fn cell_at(&self, at: IVec2) -> TileCoord {
        TileCoord::new(self.cells.x.cell(at.x), self.cells.y.cell(at.y))
    }

    /// The cell that contains the point `px`, in pixels; `None` if the point is not in the world.
    #[must_use]
    pub fn cell_at_px(&self, px: impl Into<[f32; 2]>) -> Option<TileCoord> {
        point_from_px(px).map(|at| self.cell_at(at))
    }

    /// The tile in a cell of `layer`, if any.
    #[must_use]
    pub fn tile(&self, layer: LayerId, at: TileCoord) -> Option<TileId> {
        let (slot, cell) = self.slot_and_cell(at);
        NonZeroU16::new(self.chunks[slot].id(layer.index(), cell)).map(TileId)
    }

    /// The lowest layer whose tile in a cell is solid to `mask`, and that tile.
    #[must_use]
    pub fn solid_tile(&self, at: TileCoord, mask: u32) -> Option<(LayerId, TileId)> {
        self.tiles_in(at).find(|&(_, id)| self.tile_kind(id).category & mask != 0)
    }

    /// The tiles in a cell, the lowest layer's first.
    pub fn tiles_in(&self, at: TileCoord) -> impl Iterator<Item = (LayerId, TileId)> + '_ {
        let (slot, cell) = self.slot_and_cell(at);
        let chunk = &self.chunks[slot];
        (0..chunk.layer_count()).filter_map(move |layer| {
            let id = NonZeroU16::new(chunk.id(layer, cell))?;
            Some((LayerId::from_index(layer), TileId(id)))
        })
    }

    /// All tiles, chunk by chunk and layer by layer, without off-grid shapes.
    pub fn tiles(&self) -> impl Iterator<Item = (LayerId, TileCoord, TileId)> + '_ {
        self.directory.slots().flat_map(move |(x, y, slot)| {
            let chunk = &self.chunks[slot];
            (0..chunk.layer_count()).flat_map(move |layer| {
                (0..CELLS).filter_map(move |cell| {
                    // Ids are read instead of bits: tiles without a category set no bit.
                    let id = NonZeroU16::new(chunk.id(layer, cell))?;
                    let at = TileCoord::new(
                        (x << CHUNK_SHIFT) + (cell as i32 & CHUNK_MASK),
                        (y << CHUNK_SHIFT) + (cell as i32 >> CHUNK_SHIFT),
                    );
                    Some((LayerId::from_index(layer), at, TileId(id)))
                })
            })
        })
    }

    /// The off-grid shape `id`, unless it was removed.
    #[must_use]
    pub fn off_grid_shape(&self, id: ShapeId) -> Option<&OffGridShape> {
        self.boxes.get(id.index())?.as_deref()
    }

    pub(crate) fn off_grid_at(&self, index: u32) -> Option<&OffGridShape> {
        let list = if index < OVERHANG { &self.boxes } else { &self.overhangs };
        list.get((index & !OVERHANG) as usize)?.as_deref()
    }

    /// All off-grid shapes.
    pub fn off_grid_shapes(&self) -> impl Iterator<Item = (ShapeId, &OffGridShape)> {
        let all = self.boxes.iter().enumerate();
        all.filter_map(|(i, b)| Some((ShapeId(i as u32), b.as_deref()?)))
    }

    /// Memory of the grid, by purpose.
    #[must_use]
    pub fn memory(&self) -> GridMemoryUsage {
        let chunks = self.hot.len() - 1 - self.free.len();
        GridMemoryUsage {
            hot: chunks * (2 * size_of::<Plane>() + size_of::<u64>()) + self.directory.bytes(),
            planes: self.chunks.iter().map(Chunk::plane_bytes).sum(),
            identity: self.chunks.iter().map(Chunk::id_bytes).sum(),
            chunks,
        }
    }

    pub(crate) fn divisor(&self, axis: usize) -> Divisor {
        self.cells.axis(axis)
    }

    pub(super) fn slot_and_cell(&self, at: TileCoord) -> (usize, usize) {
        (self.directory.slot(at.col >> CHUNK_SHIFT, at.row >> CHUNK_SHIFT), within_chunk(at))
    }

    pub(crate) fn met(&self, name: PieceName) -> Obstacle {
        Obstacle {
            layer: LayerId::from_index(name.layer.into()),
            cell: TileCoord::new(name.col, name.row),
            tile: name.tile,
            off_grid: name.shape_id(),
        }
    }

    /// The whole tiles in a cell that are solid to `mask`, the lowest layer's first.
    pub(crate) fn whole_tiles(
        &self,
        at: TileCoord,
        mask: u32,
    ) -> impl Iterator<Item = (LayerId, TileId)> + '_ {
        self.tiles_in(at).filter(move |&(_, id)| self.is_whole(id, mask))
    }

    #[inline(always)]
    pub(super) fn is_whole(&self, id: TileId, mask: u32) -> bool {
        self.kinds[id.index()].parts.is_empty() && self.tile_kind(id).category & mask != 0
    }
}
