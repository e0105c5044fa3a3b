//! Movers: what they carry, push and crush.

#[path = "movers/carrying.rs"]
mod carrying;
#[path = "movers/collision_filters.rs"]
mod collision_filters;
#[path = "movers/crates.rs"]
mod crates;
#[path = "movers/pushing.rs"]
mod pushing;
#[path = "movers/random.rs"]
mod random;
#[path = "movers/random_crates.rs"]
mod random_crates;
#[allow(dead_code)] // Shared with other tests, which use all of it.
#[path = "oracle/rng.rs"]
mod rng;
#[path = "movers/solid_bodies.rs"]
mod solid_bodies;
#[path = "movers/stage.rs"]
mod stage;
#[path = "movers/towers.rs"]
mod towers;
