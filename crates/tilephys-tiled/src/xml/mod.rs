//! The checked pass: reads XML with source positions, and validates it.
//!
//! Every file is read once, into a tree with line and column of each node ([`tree`]). The tree is checked ([`map`])
//! and turned into plain data ([`facts`]).

mod cells;
pub(crate) mod counts;
pub(crate) mod data;
pub(crate) mod facts;
mod files;
pub(crate) mod flag;
pub(crate) mod ids;
pub(crate) mod images;
mod include;
pub(crate) mod layer_chain;
mod lines;
pub(crate) mod look;
mod lost;
mod map;
mod markup;
mod pass;
mod scan;
pub(crate) mod schema;
pub(crate) mod shape;
pub(crate) mod store;
pub(crate) mod tree;
mod unclosed;

pub(crate) use map::{Checked, check, root_of};
pub(crate) use tree::{Element, Source};
