//! The checked pass: validates the tree of a file, and turns it into plain data ([`facts`]).

pub(crate) mod asked;
pub(crate) mod cells;
pub(crate) mod counts;
pub(crate) mod data;
pub(crate) mod facts;
pub(crate) mod files;
pub(crate) mod ids;
pub(crate) mod images;
pub(crate) mod include;
pub(crate) mod layer_chain;
pub(crate) mod look;
pub(crate) mod lost;
pub(crate) mod map;
pub(crate) mod pass;
pub(crate) mod schema;
pub(crate) mod shape;
pub(crate) mod store;
