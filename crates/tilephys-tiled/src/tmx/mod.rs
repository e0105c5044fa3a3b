//! The checked pass: validates the tree of a file, and turns it into plain data ([`facts`]).

pub(crate) mod cells;
pub(crate) mod data;
pub(crate) mod facts;
pub(crate) mod files;
pub(crate) mod ids;
pub(crate) mod include;
pub(crate) mod look;
pub(crate) mod map;
pub(crate) mod pass;
pub(crate) mod schema;
