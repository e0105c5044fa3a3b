//! The checked pass: reads the XML with positions and lets nothing through that the `tiled` crate cannot bear.
//!
//! The crate names neither line nor column, panics on some files and allocates by numbers that a file merely states.
//! So every file is read here first ([`pass`]), and the crate is given a copy written anew from what was checked
//! ([`copy`]). Two things are not in that copy and are taken from here: cell data ([`data`]), because checking gids
//! decodes it anyway and knows the line of each, and properties, whose order the crate loses and whose newer types
//! it refuses.

mod cells;
pub(crate) mod copy;
pub(crate) mod counts;
pub(crate) mod data;
pub(crate) mod facts;
mod files;
mod ids;
mod images;
mod include;
mod known;
mod lines;
pub(crate) mod look;
mod markup;
pub(crate) mod model;
mod pass;
mod scan;
mod schema;
pub(crate) mod store;
pub(crate) mod tree;
mod unclosed;

pub(crate) use pass::{Checked, MAP_COPY, check, root_of};
pub(crate) use schema::shortened;
pub(crate) use tree::{Element, Source};
