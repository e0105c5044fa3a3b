//! Traps: floors that the character gets to, and that nothing leads out of.

use super::arrivals::leads_to_world;
use super::question::Question;
use glam::Vec2;
use tilephys_core::{Aabb, lattice::px_from_point};
use tilephys_reach::{Bounds, Budget, Floor, Target, Verdict, reach};
use tilephys_tiled::RegionKind;

/// States of the search for ways into traps.
const STATES: usize = 150_000;

/// A floor that nothing leads out of, with a way into it.
pub(super) struct Trap {
    pub(super) floor: Floor,
    /// Middle of the character's box before the first tick and after each tick, in px.
    pub(super) path: Vec<Vec2>,
}

impl Question<'_, '_> {
    /// Floors that a way leads to, and none leads out of to a goal, a door, a death or out of the map.
    ///
    /// None if no goal or door is within the bounds: then the whole level is without a way out, which the verdicts say.
    pub(super) fn traps(&self, bounds: &Bounds) -> Vec<Trap> {
        let is_exit = |kind: RegionKind| matches!(kind, RegionKind::Goal | RegionKind::Door);
        let regions = self.map.level.regions.iter().filter(|region| is_exit(region.kind));
        let exits: Vec<Aabb> = regions.map(|region| region.aabb).collect();
        if leads_to_world(self.map) || !exits.iter().any(|exit| bounds.meets(*exit)) {
            return Vec::new();
        }
        let ends: Vec<Aabb> = exits.iter().chain(&self.level.deadly).copied().collect();
        let floors = bounds.pockets(&ends);
        if floors.is_empty() {
            return Vec::new();
        }
        let size = self.player.size;
        let target = |(id, floor): (u32, &Floor)| Target { id, area: floor.area(size) };
        let targets: Vec<Target> = (0..).zip(&floors).map(target).collect();
        let budget = Budget { states: self.budget.states.min(STATES), ..self.budget };
        let found = reach(&self.level, &self.player, self.at, &targets, &budget);
        let trap = |(floor, verdict)| match verdict {
            Verdict::Reachable(witness) => {
                let places = std::iter::once(self.at).chain(witness.path);
                let half = px_from_point(size) / 2.0;
                Some(Trap { floor, path: places.map(|place| px_from_point(place) + half).collect() })
            }
            _ => None,
        };
        floors.into_iter().zip(found.verdicts).filter_map(trap).collect()
    }
}
