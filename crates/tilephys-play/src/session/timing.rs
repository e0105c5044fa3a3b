//! Times of the last steps.

use crate::game::PhaseTimes;
use std::collections::VecDeque;

/// Number of steps that are kept: four seconds.
const STEPS: usize = 240;

/// Times of the last steps, the latest last.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    steps: VecDeque<PhaseTimes>,
}

impl Timing {
    /// Adds a step.
    pub fn add(&mut self, times: &PhaseTimes) {
        if self.steps.len() == STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(times.clone());
    }

    /// The last steps, the latest last.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &PhaseTimes> + ExactSizeIterator {
        self.steps.iter()
    }
}
