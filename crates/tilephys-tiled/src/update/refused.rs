//! Errors of hot reload.

use crate::error::{LoadError, Message, Problem};
use crate::level::Level;

/// The error that a level loads, but cannot replace the running one.
pub(super) fn refused(new: &Level, message: impl Into<Message>) -> LoadError {
    LoadError::new(Problem::Update, &new.path, message)
}
