//! Question about a map: the level as a search takes it, and the character in it.

use super::game::{DT, Game};
use super::settings::ReachSettings;
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use tilephys_core::Profile;
use tilephys_reach::{Budget, Map, Player};

/// States of a longer search, as a factor of the usual ones.
const DEEP: usize = 4;

/// A map as the game plays it, and the character in it.
pub(super) struct Question<'a, 'l> {
    pub(super) map: &'a Subject<'l>,
    pub(super) level: Map<'a>,
    pub(super) player: Player,
    /// Min corner of the character at the start of the map, in lattice units; `None` if the map has none.
    pub(super) start: Option<IVec2>,
    /// Limits of the bounds and the search.
    pub(super) budget: Budget,
}

impl<'a, 'l> Question<'a, 'l> {
    /// The map with its character.
    ///
    /// # Errors
    /// The reason why nothing can be decided.
    pub(super) fn of(map: &'a Subject<'l>, settings: &ReachSettings) -> Result<Self, String> {
        let outside = "the start, or the size of the player, is outside of the world";
        let size = map.player_size().ok_or(outside)?;
        let mut start = None;
        if let Some(spawn) = map.level.spawn() {
            let body = map.player_on(spawn.feet()).ok_or(outside)?;
            if !map.is_free(body.aabb()) {
                return Err("the player is inside something solid at its start".to_owned());
            }
            start = Some(body.position);
        }
        let mut profile = Profile { report_hits: false, ..Profile::default() };
        profile.movement.mask = map.settings.player.mask;
        let player = Player {
            feel: settings.feel_with(map.level.tile_size.y, &map.settings.abilities, &|_| false),
            profile,
            size,
            gravity: Vec2::new(0.0, map.gravity()),
            dt: DT,
        };
        let level = Game::of(map, &player, None)?.level(map, player.size)?;
        let factor = if settings.is_deep { DEEP } else { 1 };
        let budget = Budget { states: settings.budget.states * factor, ..settings.budget };
        Ok(Question { map, level, player, start, budget })
    }
}
