//! What moves the bodies of a run: the ECS, or the plain loop that must come to the same bits.

use super::clock::Clock;
use glam::IVec2;
use serde::Serialize;
use std::ops::Range;
use tilephys::core::{Body, BodyId, BodyState, EventKind, TileGrid};

/// In px/s².
pub(crate) const GRAVITY: f32 = 900.0;

/// The name of a driver.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DriverName {
    Ecs,
    Plain,
}

/// Which bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Projectile,
    Character,
}

/// A world with the bodies of a run. Projectiles have the first ids, from 0 on, and characters those after.
pub(crate) trait Driver: Send {
    fn name(&self) -> DriverName;

    /// The phases of a step, in their order.
    fn phases(&self) -> Vec<&'static str>;

    /// Moves all bodies on by `dt` seconds, and tells the clock when phases begin.
    fn step(&mut self, dt: f32, clock: &mut Clock);

    /// From now on the hits of such bodies are among the events.
    fn report_hits(&mut self, kind: Kind);

    /// Shows what the last step reported: by body, and for one body in the order of what happened.
    fn each_event(&self, see: &mut dyn FnMut(BodyId, EventKind));

    /// Shows the bodies of these ids, ascending.
    fn each_body(&self, ids: Range<u32>, see: &mut dyn FnMut(BodyId, Body, BodyState));

    /// The map that they move in.
    fn grid(&self) -> &TileGrid;

    /// The same, to be changed between steps.
    fn grid_mut(&mut self) -> &mut TileGrid;

    /// Puts a body somewhere else, at rest.
    fn put(&mut self, id: BodyId, at: IVec2);

    /// The min corners of the bounds of all movers, by id.
    fn movers(&self) -> Vec<IVec2>;

    /// Number of bodies.
    fn len(&self) -> usize;

    /// Hits in all steps.
    fn hit_count(&self) -> u64;

    fn state_hash(&self) -> u64;

    /// Bytes that the engine holds for the bodies.
    fn body_bytes(&self) -> usize;

    /// Bytes of the bodies' components, without what the engine adds for its own use; 0 where there are none.
    fn component_bytes(&self) -> usize;
}

/// The ids of all bodies.
pub(crate) fn all(driver: &dyn Driver) -> Range<u32> {
    0..driver.len() as u32
}
