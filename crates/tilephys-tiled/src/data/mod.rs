//! Plain data of a level: properties, objects, layers, tilesets, and what a renderer needs.

pub(crate) mod parts;
pub(crate) mod properties;
