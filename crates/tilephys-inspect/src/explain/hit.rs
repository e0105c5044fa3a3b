//! Explanation of a hit that a body had in the last step.

use super::data::Explanation;
use super::explain;
use glam::{IVec2, Vec2};
use tilephys_core::lattice::px_from_point;
use tilephys_core::{Body, BodyId, World};

/// Explains the first hit on the map that a body had in the last step; `None` without a hit.
///
/// `start` is the min corner of the body before the step, in lattice units. Without it the explained move begins at the
/// hit, and leads one pixel into the surface.
#[must_use]
pub fn explain_hit(world: &World, id: BodyId, start: Option<IVec2>) -> Option<Explanation> {
    let hit = world.events_of(id).iter().find_map(|event| event.kind.as_hit())?;
    let body = world.body(id)?;
    let profile = world.profile(world.profile_of(id)?);
    let there = hit.shape.position;
    let fraction = hit.shape.fraction.as_f32();
    let start = start.filter(|start| fraction > 0.0 && *start != there);
    let (position, translation) = match start {
        // The fraction is of the whole translation.
        Some(start) => (start, px_from_point(there.saturating_sub(start)) / fraction),
        None => (there, -hit.shape.unit_normal()),
    };
    // The velocity before the hit, which decides the response, from the speed of approach.
    let toward = -translation.dot(hit.shape.unit_normal());
    let velocity = if toward > 0.0 { translation * (hit.approach / toward) } else { translation };
    let body = Body { position, velocity, remainder: Vec2::ZERO, ..body };
    let is_sound = body.sound().is_some() && profile.fault().is_none();
    is_sound.then(|| explain(&world.grid, &body, translation, &profile.movement))
}
