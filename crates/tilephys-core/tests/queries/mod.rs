//! Queries of a grid, against an oracle that goes through all solids in exact fractions, and tables of chosen cases.

pub(crate) mod areas;
pub(crate) mod casts;
mod corners;
mod costs;
mod exposed;
pub(crate) mod judge;
mod ledges;
mod sweeps;
pub(crate) mod world;
