//! The promises of the engine, as properties over random worlds, judged by an exact oracle.

mod edits;
mod flat_runs;
mod limits;
mod moves;
mod numbers;
