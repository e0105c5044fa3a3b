//! What a level remembers: its files, what it has put into a grid that the game owns, and its closed border.

use crate::collide::kinds::LayerMemory;
use crate::data::parts::TileRect;
use crate::error::{Position, Snippet};
use crate::things::rules::{Bounds, LevelRules};
use crate::tmx::data::Holder;
use crate::tmx::facts::{MapFacts, TilesetFacts};
use crate::types::TypeSet;
use crate::xml::tree::Source;
use glam::{I64Vec2, IVec2};
use roxmltree::NodeId;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tilephys_core::limits::CHUNK_SIZE;
use tilephys_core::shape::TileShape;
use tilephys_core::{LayerId, OffGridShape, ShapeId, Tile, TileCoord, TileGrid, TileId, WORLD_LIMIT};

/// The cells and shapes of a level in a grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// Cells of each layer, by the index of the layer in the level.
    pub(crate) layers: Vec<LayerMemory>,
    /// Shapes off the grid, by ascending id.
    pub(crate) shapes: Vec<Shape>,
    /// Unused layers of the grid that belong to the level.
    pub(crate) spare: Vec<LayerId>,
    /// Border of solid cells around the map, if it is closed.
    pub(crate) border: Border,
}

/// A shape off the grid: a kind of tile and the low corner of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) id: ShapeId,
    pub(crate) layer: LayerId,
    pub(crate) at: IVec2,
    pub(crate) kind: TileId,
}

impl Shape {
    /// All shapes of a grid that was just loaded.
    pub(crate) fn all(grid: &TileGrid) -> Vec<Shape> {
        let shape = |(id, found): (ShapeId, &OffGridShape)| Shape {
            id,
            layer: found.layer,
            at: found.origin(),
            kind: found.tile,
        };
        grid.off_grid_shapes().map(shape).collect()
    }

    /// The shape in the running grid, wherever the game has moved it; `None` if it is gone.
    pub(crate) fn found<'g>(&self, grid: &'g TileGrid) -> Option<&'g OffGridShape> {
        // A restored snapshot may have assigned the id to another shape.
        grid.off_grid_shape(self.id).filter(|found| (found.layer, found.tile) == (self.layer, self.kind))
    }
}

/// Name of the grid layer with the border cells of closed maps.
const LAYER: &str = "bounds";

/// The ring of solid cells around a closed map. The ring has its own layer of the grid, so that it changes no tiles of
/// the map or a neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Border {
    /// Cells of the map that it closes; `None` for an open map.
    around: Option<TileRect>,
    /// Layer and kind of the ring in the grid, kept while the map is open again.
    place: Option<(LayerId, TileId)>,
}

impl Border {
    /// The border that a map asks for, not yet in a grid. With `closes` an open map has a closed border.
    pub(crate) fn of(rules: Option<&LevelRules>, bounds: Option<TileRect>, closes: bool) -> Self {
        let asked = rules.map_or(Bounds::Open, |rules| rules.bounds);
        let is_closed = asked == Bounds::Closed || closes && asked == Bounds::Open;
        Border { around: bounds.filter(|_| is_closed), place: None }
    }

    /// The layer of the grid with the ring; `None` if it has none.
    pub(crate) fn layer(&self) -> Option<LayerId> {
        self.place.map(|(layer, _)| layer)
    }

    /// Maximum number of grid chunks that the ring covers.
    pub(crate) fn chunks(&self) -> u64 {
        let along = |cells: u32| u64::from(cells).div_ceil(CHUNK_SIZE as u64) + 1;
        self.around.map_or(0, |rect| 2 * (along(rect.size.x) + along(rect.size.y)))
    }

    /// Number of layers, and of kinds of tile, that a grid needs for it in addition to `old`: 0 or 1.
    pub(crate) fn needs(&self, old: &Border) -> usize {
        usize::from(self.around.is_some() && old.place.is_none())
    }

    /// Puts the ring into a grid in place of `old`. Cells that the game has changed stay.
    pub(crate) fn replace(&mut self, old: &Border, grid: &mut TileGrid) {
        self.place = old.place;
        if self.around == old.around && (self.place.is_some() || self.around.is_none()) {
            return;
        }
        if let (Some(rect), Some((layer, kind))) = (old.around, old.place) {
            for at in ring(rect, grid) {
                if grid.tile(layer, at) == Some(kind) {
                    grid.set_tile(layer, at, None);
                }
            }
        }
        let Some(rect) = self.around else { return };
        let (layer, kind) = *self.place.get_or_insert_with(|| {
            // The border stops bodies of every mask.
            let wall = Tile { shape: TileShape::Full, category: u32::MAX, ..Tile::default() };
            (grid.add_layer(LAYER), grid.add_tile(wall))
        });
        for at in ring(rect, grid) {
            grid.set_tile(layer, at, Some(kind));
        }
    }
}

/// The cells around a rectangle, with the corners, as far as they are in the world; bodies cannot leave the world.
fn ring(rect: TileRect, grid: &TileGrid) -> Vec<TileCoord> {
    let [width, height] = rect.size.as_i64vec2().to_array();
    let level = (-1..=width).flat_map(|col| [(col, -1), (col, height)]);
    let upright = (0..height).flat_map(|row| [(-1, row), (width, row)]);
    let low = I64Vec2::new(rect.min.col.into(), rect.min.row.into());
    let tile = grid.tile_size().as_i64vec2();
    let limit = i64::from(WORLD_LIMIT);
    let is_inside = |cell: &I64Vec2| {
        (cell * tile).min_element() >= -limit && ((cell + I64Vec2::ONE) * tile).max_element() <= limit
    };
    let cells = level.chain(upright).map(|(col, row)| low + I64Vec2::new(col, row)).filter(is_inside);
    cells.map(|cell| TileCoord::new(cell.x as i32, cell.y as i32)).collect()
}

/// The texts of a level's files.
pub(crate) struct Sources {
    pub(crate) map: Source,
    /// Tilesets and templates in the order of their paths.
    pub(crate) files: Vec<Arc<Source>>,
    pub(crate) parts: Parts,
    /// Project and its types.
    pub(crate) types: Arc<TypeSet>,
}

/// The elements of a level's parts in the trees of its files, by their numbers in the level.
pub(crate) struct Parts {
    /// Layers and groups, with the cells of tile layers.
    pub(crate) layers: Vec<(NodeId, Vec<Holder>)>,
    pub(crate) objects: BTreeMap<u32, NodeId>,
    /// Tilesets, with their elements in the map unless only templates use them.
    pub(crate) tilesets: Vec<(Arc<TilesetFacts>, Option<NodeId>)>,
}

impl Parts {
    pub(crate) fn of(facts: &MapFacts) -> Parts {
        let layers = facts.layers.iter().map(|layer| (layer.node, layer.cells.holders.clone()));
        let used = |index: usize| facts.uses.get(&index).map(|(_, node)| *node);
        let tilesets = facts.tilesets.iter().enumerate();
        Parts {
            layers: layers.collect(),
            objects: facts.objects().map(|object| (object.id_or_zero(), object.node)).collect(),
            tilesets: tilesets.map(|(index, tileset)| (tileset.clone(), used(index))).collect(),
        }
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all()).finish()
    }
}

impl Sources {
    /// The source line of a position in one of these files.
    pub(crate) fn snippet(&self, path: &Path, position: Position) -> Option<Snippet> {
        self.all().find(|source| source.path == path)?.snippet(position)
    }

    /// All files, the map first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Source> {
        let others = self.files.iter().map(|source| &**source);
        std::iter::once(&self.map).chain(others).chain(&self.types.sources)
    }
}
