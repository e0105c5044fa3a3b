//! The promises of the engine, as properties over random worlds, judged by an exact oracle.
//!
//! `TILEPHYS_MOVES=n` or `TILEPHYS_SECONDS=n` lets the longest of these run for so many moves or so long, and
//! `TILEPHYS_SEED=n` begins with the world of that seed, as a failure prints it.

mod edits;
mod flat_runs;
mod limits;
mod moves;
mod numbers;
