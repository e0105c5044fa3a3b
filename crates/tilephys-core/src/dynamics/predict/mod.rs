//! Prediction of one body over the next ticks.

mod among_bodies;
mod ticks;

use among_bodies::sweep_among;

pub use ticks::{PredictedTick, PredictionVisitor};
