//! Common interface to the ECS and to the plain loop, which must give the same bits.

use super::clock::Clock;
use super::things::Meaning;
use glam::IVec2;
use serde::Serialize;
use std::ops::Range;
use tilephys::core::{Body, BodyId, BodyState, EventKind, MoverId, PairCounts, RegionId, TileGrid, TileId};
use tilephys::tiled::{Level, LevelChanges};

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

/// Where a mover is.
#[derive(Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) id: MoverId,
    /// The id of its object.
    pub(crate) object: u32,
    /// Kind of tile that gives its category and material.
    pub(crate) tile: TileId,
    /// The min corner of its bounds.
    pub(crate) at: IVec2,
}

/// A world with the bodies of a run. Projectiles have the first ids, from 0 on, and characters those after.
pub(crate) trait Driver: Send {
    fn name(&self) -> DriverName;

    /// The phases of a step, in their order.
    fn phases(&self) -> Vec<&'static str>;

    /// Moves all bodies on by `dt` seconds, and tells the clock when phases begin.
    fn step(&mut self, dt: f32, clock: &mut Clock);

    /// Whether from now on the hits of such bodies are among the events.
    fn report_hits(&mut self, kind: Kind, wanted: bool);

    /// Shows what the last step reported: by body, and for one body in the order of what happened.
    fn each_event(&self, see: &mut dyn FnMut(BodyId, EventKind));

    /// Shows the bodies of these ids, ascending.
    fn each_body(&self, ids: Range<u32>, see: &mut dyn FnMut(BodyId, &Body, BodyState));

    /// The map that they move in.
    fn grid(&self) -> &TileGrid;

    /// What a region of it means; `None` if that was taken.
    fn meaning(&self, region: RegionId) -> Option<Meaning>;

    /// Takes a region away, for good.
    fn take(&mut self, region: RegionId);

    /// Hot reload: replaces the running level, which must be unshifted; see [`Level::update`].
    ///
    /// # Errors
    /// If the new level cannot replace it. Changes nothing then.
    fn reload(&mut self, level: &mut Level, new: Level) -> Result<LevelChanges, String>;

    /// Puts a body somewhere else, at rest.
    fn put(&mut self, id: BodyId, at: IVec2);

    /// All movers, by ascending id.
    fn movers(&self) -> Vec<Moved>;

    /// Number of bodies.
    fn len(&self) -> usize;

    /// Hits in all steps.
    fn hit_count(&self) -> u64;

    /// What the last step did about bodies that collide with each other.
    fn pair_counts(&self) -> PairCounts;

    /// True if something carried or pushed the body lately, so that its path is not entirely its own.
    fn is_driven(&self, id: BodyId) -> bool;

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
