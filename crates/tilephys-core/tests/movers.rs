//! Movers: what they carry, push and crush.

#[path = "movers/carrying.rs"]
mod carrying;
#[path = "movers/crates.rs"]
mod crates;
#[path = "movers/pushing.rs"]
mod pushing;
#[path = "movers/random.rs"]
mod random;
#[path = "movers/solid_bodies.rs"]
mod solid_bodies;
#[path = "movers/stage.rs"]
mod stage;
#[path = "movers/towers.rs"]
mod towers;
