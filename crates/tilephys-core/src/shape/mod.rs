//! The geometry of tiles: boxes, slopes, convex polygons, and lines that block from one side.
//!
//! All corners are whole numbers of lattice units from the low corner of the tile's cell, so containment is exact. A shape may
//! extend beyond its cell, and collides there too.

mod convex;
mod polygon;
mod tile_shape;

pub(crate) use convex::{Convex, Slant, gcd};
pub(crate) use polygon::pairs;
pub(crate) use tile_shape::one_way_tolerance;

pub use polygon::{Polygon, PolygonFault};
pub use tile_shape::OneWay;
pub use tile_shape::{Part, Slope, TileShape};
