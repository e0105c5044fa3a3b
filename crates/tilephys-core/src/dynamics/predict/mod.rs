//! Prediction of one body over the next ticks.

mod among_bodies;
mod ticks;

pub use ticks::{PredictedTick, PredictionVisitor};
