//! Objects, and those with a meaning of their own: movers, regions, marks, the rules of a level.

pub(crate) mod marks;
pub(crate) mod movers;
pub(crate) mod objects;
pub(crate) mod regions;
pub(crate) mod rules;
