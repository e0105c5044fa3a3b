//! An exact oracle for the moves of the engine, random worlds to ask it about, and pictures of what fails.
//!
//! Everything is a list of rectangles that is gone through from end to end, in exact fractions. It shares the engine's
//! plain data (directions, responses, bodies) and none of its geometry.

mod case;
pub(crate) mod first_hit;
mod meter;
mod mover;
mod moves;
mod push_out;
mod random_mover;
mod random_world;
mod swept;
mod turned;
mod world;

pub(crate) use case::must_hold;
pub(crate) use first_hit::Rule;
pub(crate) use meter::Meter;
pub(crate) use mover::{
    Mover, Outcome, SIDES, as_motion, engine_moves, kept_in_world, met, outcome, sides, unit,
};
pub(crate) use moves::oracle_moves;
pub(crate) use push_out::shortest_exit;
pub(crate) use random_mover::random_mover;
pub(crate) use random_world::random_world;
pub(crate) use swept::passes_through;
pub(crate) use turned::Turn;
pub(crate) use world::{Built, Loose, Rect, Solid, WORLD_END, World, coord, lattice_point};
