//! The promises for tiles of every shape, as properties over random worlds, judged by an oracle in exact fractions.
//!
//! The oracle goes through a list of convex solids and one-way lines from end to end; it shares plain data with the
//! engine and no geometry.

pub(crate) mod case;
pub(crate) mod contacts;
mod crevices;
pub(crate) mod first;
pub(crate) mod judge;
pub(crate) mod mover;
mod moves;
pub(crate) mod random_mover;
pub(crate) mod random_shape;
pub(crate) mod random_world;
mod response;
mod runs;
mod seams;
pub(crate) mod solid;
mod turned;
mod walking;
pub(crate) mod watch;
pub(crate) mod world;
