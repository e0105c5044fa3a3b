//! Objects: movers, regions, marks and level rules.

pub(crate) mod by_convention;
pub(crate) mod gates;
pub(crate) mod lines;
pub(crate) mod marks;
pub(crate) mod movers;
pub(crate) mod rules;
