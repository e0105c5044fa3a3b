//! Spatial index of bodies: overlap queries, ray casts, shape casts and nearest bodies, alone and with the map.
//!
//! [`World::index_bodies`](crate::World::index_bodies) makes a [`BodyIndex`] of all bodies at their present places.

pub use crate::dynamics::{BodyIndex, BodyQuery, NearestBody};
