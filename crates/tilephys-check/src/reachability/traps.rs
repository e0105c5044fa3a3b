//! Traps: floors that the character gets to, and that nothing leads out of.

use super::extent::leads_to_world;
use super::game::{End, Game, Playing, Touch};
use super::question::Question;
use super::report::{StuckFloor, Way};
use crate::subject::Subject;
use glam::IVec2;
use tilephys_core::{Aabb, TileCoord};
use tilephys_feel::Input;
use tilephys_reach::{Bounds, Budget, Floor, Pocket, Start, Target, Verdict, Witness, reach};
use tilephys_tiled::{RegionKind, TileRect};

/// States of the search for ways into traps.
const STATES: usize = 150_000;

/// Ticks in which the character comes to rest at the end of a way into a trap.
const REST_TICKS: usize = 60;

/// Floors that nothing leads out of, with a way into them that the game has played.
pub(super) struct Trap {
    /// The floor that the way leads to, and the floors that it leads on to, by their right ends.
    pub(super) floors: Vec<Floor>,
    pub(super) way: Way,
    /// Change after which a way may lead out, in words.
    pub(super) hint: Option<String>,
}

impl Trap {
    /// The trap as plain data.
    pub(super) fn report(&self, map: &Subject<'_>, height: i32) -> StuckFloor {
        let tile = map.level.grid.tile_size();
        let ends = self.floors.iter().flat_map(|floor| {
            let feet = floor.height + height - 1;
            [IVec2::new(floor.ground[0], feet), IVec2::new(floor.ground[1] - 1, feet)]
        });
        let mut first = IVec2::MAX;
        let mut last = IVec2::MIN;
        for cell in ends.map(|end| end.div_euclid(tile)) {
            first = first.min(cell);
            last = last.max(cell);
        }
        let size = (last - first + 1).as_uvec2();
        let cells = TileRect { min: TileCoord::new(first.x, first.y), size };
        let ticks = self.way.inputs.len() as u32;
        let way = Some(Box::new(self.way.clone()));
        StuckFloor { map: map.path().to_owned(), cells, ticks, way, witness: None, hint: self.hint.clone() }
    }
}

impl Question<'_, '_> {
    /// Floors that a way leads to, and none leads out of to a goal, a door, a trigger, a death or out of the map.
    ///
    /// None if no goal or door is within the bounds: then the whole level is without a way out, which the verdicts say.
    pub(super) fn traps(&self, bounds: &Bounds) -> Vec<Trap> {
        let ways_out = self.ways_out();
        let Some(at) = self.start else { return Vec::new() };
        if leads_to_world(self.map) || !ways_out.iter().any(|exit| bounds.meets(*exit)) {
            return Vec::new();
        }
        // The effect of a trigger is not in the map: it may open a way. The bounds of a deadly polygon may kill.
        let triggers = self.areas(&[RegionKind::Trigger]);
        let deadly = self.level.deadly.iter().chain(&self.level.avoided).copied();
        let ends: Vec<Aabb> = ways_out.into_iter().chain(triggers).chain(deadly).collect();
        let pockets = bounds.pockets(&ends);
        let floors: Vec<&Floor> = pockets.iter().flat_map(|pocket| &pocket.floors).collect();
        if floors.is_empty() {
            return Vec::new();
        }
        let size = self.player.size;
        let target = |(id, floor): (u32, &&Floor)| Target { id, area: floor.area(size) };
        let targets: Vec<Target> = (0..).zip(&floors).map(target).collect();
        let budget = Budget { states: self.budget.states.min(STATES), ..self.budget };
        let found = reach(&self.level, &self.player, &Start::at_rest(at), &targets, &budget);
        let mut verdicts = found.verdicts.into_iter();
        let mut trap = |pocket: Pocket| {
            let of_floors: Vec<Verdict> = verdicts.by_ref().take(pocket.floors.len()).collect();
            let mut ways = pocket.floors.iter().zip(of_floors);
            let way = ways.find_map(|(floor, verdict)| match verdict {
                Verdict::Reachable(witness) => self.way_onto(*floor, &witness),
                _ => None,
            })?;
            Some(Trap { floors: pocket.floors, way, hint: None })
        };
        pockets.into_iter().filter_map(&mut trap).collect()
    }

    /// Areas of goals and doors.
    pub(super) fn ways_out(&self) -> Vec<Aabb> {
        self.areas(&[RegionKind::Goal, RegionKind::Door]).collect()
    }

    fn areas(&self, kinds: &'static [RegionKind]) -> impl Iterator<Item = Aabb> {
        let regions = self.map.level.regions.iter().filter(|region| kinds.contains(&region.kind));
        regions.map(|region| region.aabb)
    }

    /// The way onto a floor, if it is so in the game.
    fn way_onto(&self, floor: Floor, witness: &Witness) -> Option<Way> {
        let mut inputs = witness.inputs.clone();
        inputs.resize(inputs.len() + REST_TICKS, Input::default());
        match Game::of(self.map, &self.player, self.map.level.spawn()).ok()?.play(
            &inputs,
            End::Floor(floor),
            &mut |_, _| Touch::NOTHING,
        ) {
            Playing::Enters(path) => Some(path.way(&self.player.feel, &inputs)),
            _ => None,
        }
    }
}
