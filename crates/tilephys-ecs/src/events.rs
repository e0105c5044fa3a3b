//! Contact and sensor events of a step, by entity.

use hecs::Entity;
use std::fmt;
use tilephys_core::{BodyId, EventKind};

/// Event of an entity in the last step.
#[doc(alias = "contact event")]
#[doc(alias = "collision event")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Entity that the event belongs to.
    pub entity: Entity,
    /// Id of the entity; `None` if it has none yet, because it lacks a component.
    pub body: Option<BodyId>,
    /// Kind and details of the event.
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
