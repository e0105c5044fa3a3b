//! How a level is read: the door, what it may cost, which files it may ask for, and the three passes over them.

pub(crate) mod build;
pub(crate) mod limits;
pub(crate) mod loader;
pub(crate) mod reader;
pub(crate) mod root;
