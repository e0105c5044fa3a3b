//! Access to files: paths, the folder that bounds them, their limits, and files that are missing.

pub(crate) mod missing_file;
pub(crate) mod reader;
pub(crate) mod root;
