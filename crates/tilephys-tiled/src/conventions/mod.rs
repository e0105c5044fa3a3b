//! Naming conventions of other games, applied to a map.

pub(crate) mod apply;
pub(crate) mod census;
pub(crate) mod choose;
pub(crate) mod meant;
pub(crate) mod suspects;
pub(crate) mod words;
