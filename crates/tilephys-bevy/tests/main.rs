//! Tests of the plugin.

#[path = "../../tilephys-core/tests/rng.rs"]
mod rng;

mod bad_input;
mod entities;
mod kit;
mod reflection;
mod rollback;
mod same_bits;
mod stage;
mod transforms;
