//! Words of tilephys: its classes and properties, and the near misses of their names.

pub(crate) mod names;
pub(crate) mod ours;
