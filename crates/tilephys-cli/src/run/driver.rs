//! Common interface to the ECS and to the plain loop, which must give the same bits.

use super::clock::Clock;
use super::things::{Meaning, Moved};
use glam::IVec2;
use std::ops::Range;
use tilephys::core::{Body, BodyId, BodyState, EventKind, RegionId, TileGrid, driver::PairCounts};
use tilephys::tiled::{Level, LevelChanges};

/// Gravity, in px/s².
pub(crate) const GRAVITY: f32 = 900.0;

/// Kind of bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Projectile,
    Character,
}

/// World with the bodies of a run. Projectiles have the first ids, from 0 on, and characters the ids after them.
pub(crate) trait Driver: Send {
    /// Phases of a step, in order.
    fn phases(&self) -> Vec<&'static str>;

    /// Advances all bodies by `dt` seconds, and notifies the clock of phases.
    fn step(&mut self, dt: f32, clock: &mut Clock);

    /// Turns hit events of these bodies on or off, from now on.
    fn report_hits(&mut self, kind: Kind, wanted: bool);

    /// Calls `see` for each event of the last step: by body, and for one body in order of time.
    fn each_event(&self, see: &mut dyn FnMut(BodyId, EventKind));

    /// Calls `see` for the bodies of these ids, ascending.
    fn each_body(&self, ids: Range<u32>, see: &mut dyn FnMut(BodyId, &Body, BodyState));

    /// Grid of the run.
    fn grid(&self) -> &TileGrid;

    /// Meaning of a region in it; `None` if the region was taken.
    fn meaning(&self, region: RegionId) -> Option<Meaning>;

    /// Removes a region for good.
    fn take(&mut self, region: RegionId);

    /// Hot reload: replaces the running level, which must be unshifted; see [`Level::update`].
    ///
    /// # Errors
    /// If the new level cannot replace it. Changes nothing then.
    fn reload(&mut self, level: &mut Level, new: Level) -> Result<LevelChanges, String>;

    /// Teleports a body, and stops it.
    fn put(&mut self, id: BodyId, at: IVec2);

    /// All movers, by ascending id.
    fn movers(&self) -> Vec<Moved>;

    /// Number of bodies.
    fn len(&self) -> usize;

    /// Hits in all steps.
    fn hit_count(&self) -> u64;

    /// Statistics of the last step's contacts between bodies.
    fn pair_counts(&self) -> PairCounts;

    /// True if something carried or pushed the body lately, so that its path is not entirely its own.
    fn is_driven(&self, id: BodyId) -> bool;

    fn state_hash(&self) -> u64;

    /// Memory of the bodies in the engine, in bytes.
    fn body_bytes(&self) -> usize;
}

/// The ids of all bodies.
pub(crate) fn all(driver: &dyn Driver) -> Range<u32> {
    0..driver.len() as u32
}
