//! Tile map with collision layers: chunked cells of one size, and static shapes off the grid.

mod cells;
mod chunk;
mod contacts;
mod convex_parts;
pub(crate) mod edges;
mod edit;
mod first_map;
mod gathered;
mod map_diff;
mod off_grid;
mod piece;
mod regions;
mod surface;
mod tile_grid;
mod view;
mod windows;

pub(crate) use cells::{CHUNK_MASK, CHUNK_SHIFT, CellRect, Cells, Divisor, Window, bits};
pub use first_map::HeldEdits;
pub(crate) use first_map::{Edit, MapDiff, SavedShape};
pub(crate) use gathered::{Gathered, Tiles};
pub(crate) use off_grid::corners_in_world;
pub(crate) use piece::{NO_BOX, Piece, PieceName, exit_of, is_apart, overlaps, touches};
pub(crate) use surface::is_held;
pub(crate) use view::{Filter, View};
pub(crate) use windows::{Ends, Windows};

pub use contacts::{Contacts, Faces};
pub use edges::Edge;
pub use off_grid::{OffGridShape, Region, RegionId, ShapeId};
pub use piece::Obstacle;
pub use surface::Surface;
pub use tile_grid::{GridMemoryUsage, TileGrid};
