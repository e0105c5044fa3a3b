//! An exact oracle for moves among whole tiles and boxes: the whole result, to the bit; and random worlds to ask it about.
//!
//! The solids are gone through from end to end, in exact fractions. It shares the engine's plain data (directions,
//! responses, bodies) and none of its geometry.

pub(crate) mod first_hit;
mod moves;
mod push_out;
mod random_mover;
mod random_world;

pub(crate) use first_hit::Rule;
pub(crate) use moves::{Why, oracle_moves};
pub(crate) use push_out::shortest_exit;
pub(crate) use random_mover::random_mover;
pub(crate) use random_world::random_world;
