//! Hot reload: updates the grid and the entities of a running level to its reloaded version.

use crate::error::LevelError;
use crate::spawned::{SpawnedLevel, set_gravity};
use crate::store::Store;
use hecs::World;
use std::collections::BTreeSet;
use tilephys_ecs::Physics;
use tilephys_objects::{Rules, paths};
use tilephys_tiled::{Level, LevelChanges};

impl SpawnedLevel {
    /// Updates the running level to `new`: the same map, loaded again after its files changed. Bodies keep moving.
    ///
    /// [`Level::update`] changes the map's tiles; the next step pushes a body out of a new solid. New objects are
    /// spawned, removed ones are despawned. Of a changed object only the changed values are written, and other
    /// components stay as the game has set them. A despawned entity is spawned again if the designer has changed its
    /// object. An object of another kind, such as a mover that was a region, gets another entity. Unchanged objects are
    /// not touched.
    ///
    /// A mover with a changed path continues at the nearest point of the new path, in its old direction. A mover
    /// without a path moves to its new position if the designer has changed it.
    ///
    /// [Class handlers](crate::ClassHandlers) run again for new and changed objects, and overwrite the components that
    /// they add: such an object begins anew. An object gets another entity if its class changes and either class has a
    /// handler.
    ///
    /// Snapshots from before a reload no longer fit the level: see [`restore`](Self::restore).
    ///
    /// Gravity and borders follow the map if the designer has changed them; otherwise gravity set by the game stays.
    ///
    /// # Errors
    /// If the running grid cannot take the level, if the path of a mover is invalid for steps of this length, or if a
    /// class handler panics. Nothing is changed then.
    #[doc(alias = "hot reload")]
    pub fn reload(
        &mut self,
        level: &mut Level,
        new: Level,
        (physics, world): (&mut Physics, &mut World),
    ) -> Result<LevelChanges, LevelError> {
        let expected = level.object_changes(&new);
        let fresh: BTreeSet<u32> = expected.came.into_iter().chain(expected.changed).collect();
        let additions = self.handlers.run(&new, self.dt(), |id| fresh.contains(&id))?;
        let paths = paths(&new, self.dt(), |_| true)?;
        let tiles = self.named_tiles(level);
        let changes = level.update(new, physics.grid_mut())?;
        self.keep_tiles(level, &tiles, world);
        let rules = Rules::of(level);
        set_gravity(&rules, &self.rules, physics);
        self.rules = rules;
        let revision = physics.next_revision();
        let mut store = Store { physics, world, driver: self.driver, additions };
        let spawned = self.parts.reload(level, &changes.objects.went, fresh, paths, &mut store);
        self.since.extend(spawned.into_iter().map(|part| (part, revision)));
        Ok(changes)
    }
}
