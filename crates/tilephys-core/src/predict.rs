//! Trajectory prediction: a copy of a body moves some ticks ahead, among all that stands still.
//!
//! [`World::predict`](crate::World::predict) calls a [`PredictionVisitor`] at each [`PredictedTick`].

pub use crate::dynamics::{PredictedTick, PredictionVisitor};
