//! Archetypes that hold bodies.

use crate::registered::Registered;
use hecs::{Archetype, World};
use tilephys_columns::{Collider, Position, Velocity};
use tilephys_core::{BodyId, BodyState};

/// True if the archetype has all components that the game adds to a body.
pub(crate) fn is_complete(archetype: &Archetype) -> bool {
    archetype.has::<Position>() && archetype.has::<Velocity>() && archetype.has::<Collider>()
}

/// True if the archetype has registered bodies.
pub(crate) fn is_registered(archetype: &Archetype) -> bool {
    let ours = archetype.has::<Registered>() && archetype.has::<BodyId>() && archetype.has::<BodyState>();
    ours && is_complete(archetype)
}

/// Archetypes of registered bodies. Their rows, in this order, have the body indices from 0 on. All copies in
/// either direction iterate in this order.
pub(crate) fn bodies(world: &World) -> impl Iterator<Item = &Archetype> {
    world.archetypes().filter(|archetype| is_registered(archetype))
}
