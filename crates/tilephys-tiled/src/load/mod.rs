//! The load pipeline: loader, resource limits, file access, and the three passes over a map.

pub(crate) mod asked;
pub(crate) mod build;
pub(crate) mod limits;
pub(crate) mod loader;
pub(crate) mod loading;
pub(crate) mod missing_file;
pub(crate) mod reader;
pub(crate) mod root;
