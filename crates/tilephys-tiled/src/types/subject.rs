//! Elements as the completion of properties sees them.

use crate::error::{LoadError, Message, Place, Position, Problem};
use std::path::Path;
use std::sync::Arc;

/// An element whose properties are completed.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'e> {
    /// Name of the XML element.
    pub(crate) name: &'e str,
    /// Class of the element, or of its template or tile.
    pub(crate) class: &'e str,
    pub(crate) file: &'e Arc<Path>,
    pub(crate) position: Position,
    pub(crate) place: &'e Place,
}

impl Subject<'_> {
    pub(super) fn error(&self, problem: Problem, message: impl Into<Message>) -> LoadError {
        LoadError::new(problem, self.file, message).at(self.position)
    }
}
