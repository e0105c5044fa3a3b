//! What a step reports, by entity.

use hecs::Entity;
use std::fmt;
use tilephys_core::{BodyId, EventKind};

/// Something that happened to an entity in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Whom it happened to.
    pub entity: Entity,
    /// Its id; `None` if it has none yet, lacking a component.
    pub body: Option<BodyId>,
    /// What it was.
    pub kind: EventKind,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entity {:?}", self.entity)?;
        if let Some(id) = self.body {
            write!(f, " (body {})", id.0)?;
        }
        write!(f, ": {}", self.kind)
    }
}
