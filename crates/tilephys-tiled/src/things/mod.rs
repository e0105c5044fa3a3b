//! Objects: movers, regions, marks and level rules.

pub(crate) mod marks;
pub(crate) mod movers;
pub(crate) mod rules;
