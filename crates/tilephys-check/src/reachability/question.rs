//! Question about a map: the level as a search takes it, and the character in it.

use super::game::{DT, Game};
use super::settings::ReachSettings;
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use tilephys_core::Profile;
use tilephys_reach::{Budget, Map, Player};
use tilephys_tiled::Object;

/// States of a longer search, as a factor of the usual ones.
const DEEP: usize = 4;

/// A map as the game plays it, and the character in it.
pub(super) struct Question<'a, 'l> {
    pub(super) map: &'a Subject<'l>,
    pub(super) level: Map<'a>,
    pub(super) player: Player,
    /// Min corner of the character at the start, in lattice units.
    pub(super) at: IVec2,
    /// Limits of the bounds and the search.
    pub(super) budget: Budget,
}

impl<'a, 'l> Question<'a, 'l> {
    /// The map with its character.
    ///
    /// # Errors
    /// The reason why nothing can be decided.
    pub(super) fn of(map: &'a Subject<'l>, settings: &ReachSettings) -> Result<Self, String> {
        let start = map.level.spawn().ok_or("the map has no TpSpawn, so there is no start")?;
        let body =
            map.player_at(start).ok_or("the start, or the size of the player, is outside of the world")?;
        if !map.is_free(body.aabb()) {
            return Err("the player is inside something solid at its start".to_owned());
        }
        let mut profile = Profile { report_hits: false, ..Profile::default() };
        profile.movement.mask = map.settings.player.mask;
        let player = Player {
            feel: settings.feel_for(map.level.tile_size.y),
            profile,
            size: body.size,
            gravity: Vec2::new(0.0, map.gravity()),
            dt: DT,
        };
        let level = Game::of(map, &player)?.level(map, player.size)?;
        let factor = if settings.is_deep { DEEP } else { 1 };
        let budget = Budget { states: settings.budget.states * factor, ..settings.budget };
        Ok(Question { map, level, player, at: body.position, budget })
    }

    /// Min corner of the character at an object.
    pub(super) fn corner_at(&self, object: &Object) -> Option<IVec2> {
        let body = self.map.player_on(object.feet())?;
        Some(body.position)
    }
}
