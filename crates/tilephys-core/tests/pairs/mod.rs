//! Bodies against bodies: the promises over random caves, judged step by step in whole numbers from what the engine reports,
//! and what bodies do to each other, case by case.
//!
//! The judges share plain data with the engine (profiles, tiles, events) and none of its geometry. `TILEPHYS_CAVES=n` or
//! `TILEPHYS_SECONDS=n` lets the longest of these run for so many caves or so long, and `TILEPHYS_SEED=n` begins with the
//! cave of that seed, as a failure prints it.

mod alone;
mod cave;
mod closing_wall;
mod extremes;
mod filters;
mod giant;
mod impulses;
mod judge;
mod meter;
mod overlap;
mod path;
mod promises;
mod pushes;
mod ramps;
mod random_cave;
mod rest;
mod rounds;
mod shrink;
mod stage;
mod symmetry;
mod turn;
mod two;
