//! The load pipeline: the loader, and the three passes over a map.

pub(crate) mod build;
pub(crate) mod loader;
