//! The format of Tiled's files: the attributes of each element, in one list for all readers and writers.

pub(crate) mod attributes;
