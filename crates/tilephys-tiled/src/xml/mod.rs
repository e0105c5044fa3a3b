//! Reads a file once, into a tree with the line and column of each node ([`tree`]).

pub(crate) mod flag;
mod lines;
pub(crate) mod markup;
mod scan;
pub(crate) mod tree;
mod unclosed;

pub(crate) use tree::{Element, Source};
