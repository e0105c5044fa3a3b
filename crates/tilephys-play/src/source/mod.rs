//! Where levels come from: files in memory, which were dropped or fetched.

pub mod archive;
pub mod dropped;
