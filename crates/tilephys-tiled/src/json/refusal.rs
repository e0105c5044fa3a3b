//! Syntax errors of JSON files.

use crate::error::{Message, Problem};

/// A syntax error with its offset.
pub(crate) struct Refusal {
    pub(crate) at: usize,
    pub(crate) problem: Problem,
    pub(crate) message: Message,
}

impl Refusal {
    pub(super) fn limit(at: usize, message: impl Into<Message>) -> Self {
        Refusal { at, problem: Problem::Limit, message: message.into() }
    }
}
