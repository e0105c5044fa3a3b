//! Reads a file once, into a tree with the line and column of each node ([`tree`]).

mod scan;
pub(crate) mod tree;

pub(crate) use tree::{Element, Source};
