//! Bodies against bodies: the promises over random caves, judged step by step in whole numbers from what the engine reports,
//! and what bodies do to each other, case by case.
//!
//! The judges share plain data with the engine (profiles, tiles, events) and none of its geometry.

mod alone;
pub(crate) mod cave;
mod closing_wall;
mod extremes;
mod filters;
mod giant;
mod impulses;
pub(crate) mod judge;
mod orders;
mod overlap;
pub(crate) mod path;
mod promises;
mod pushes;
mod ramps;
pub(crate) mod random_cave;
mod rest;
mod riders;
mod rounds;
pub(crate) mod shrink;
mod turn;
mod two;
