//! Plain data of a level: properties, objects, layers, tilesets, and what a renderer needs.

pub(crate) mod info;
pub(crate) mod look;
pub(crate) mod objects;
pub(crate) mod properties;
pub(crate) mod tile_rect;
