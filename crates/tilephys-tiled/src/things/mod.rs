//! Objects: movers, regions, marks and level rules.

pub(crate) mod gates;
pub(crate) mod marks;
pub(crate) mod movers;
pub(crate) mod objects;
pub(crate) mod region_kind;
pub(crate) mod regions;
pub(crate) mod rules;
