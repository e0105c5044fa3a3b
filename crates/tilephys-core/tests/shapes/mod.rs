//! The promises for tiles of every shape, as properties over random worlds, judged by an oracle in exact fractions.
//!
//! The oracle goes through a list of convex solids and one-way lines from end to end; it shares plain data with the
//! engine and no geometry. `TILEPHYS_MOVES=n` lets the longest of these run for so many moves, `TILEPHYS_SEED=n` begins
//! with the world of that seed, as a failure prints it.

mod case;
mod contacts;
mod crevices;
mod first;
mod judge;
mod meter;
mod mover;
mod moves;
mod random_mover;
pub(crate) mod random_shape;
mod random_world;
mod response;
mod runs;
mod seams;
pub(crate) mod solid;
mod symmetry;
mod turned;
mod walking;
mod watch;
pub(crate) mod world;
