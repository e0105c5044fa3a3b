//! Movers: carrying, pushing, crushing.

mod carrying;
mod collision_filters;
mod crates;
mod groups;
mod pushing;
pub(crate) mod random_crates;
mod solid_bodies;
mod towers;
