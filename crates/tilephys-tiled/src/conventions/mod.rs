//! Naming conventions of other games, applied to a map.

pub(crate) mod apply;
pub(crate) mod choose;
pub(crate) mod suspects;
