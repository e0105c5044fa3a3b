//! Syntax errors of JSON files.

use crate::error::Problem;

/// A syntax error with its offset.
pub(crate) struct Refusal {
    pub(crate) at: usize,
    pub(crate) problem: Problem,
    pub(crate) message: String,
}

impl Refusal {
    pub(super) fn limit(at: usize, message: String) -> Self {
        Refusal { at, problem: Problem::Limit, message }
    }
}
