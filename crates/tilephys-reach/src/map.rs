//! The level as the search sees it.

use crate::player::Player;
use glam::{IVec2, Vec2};
use tilephys_core::platform::{Mover, Path};
use tilephys_core::{Aabb, TileGrid, UNITS_PER_PX};
use tilephys_feel::FeelZone;

/// A level: its tiles, and what moves and acts in it.
#[derive(Clone, Debug)]
pub struct Map<'a> {
    /// Tiles and shapes off the grid. The shapes of movers are not in it.
    pub grid: &'a TileGrid,
    /// Moving platforms.
    pub movers: Vec<MapMover>,
    /// Ladders, water and springs.
    pub zones: Vec<MapZone>,
    /// Areas whose touch ends the play.
    pub deadly: Vec<Aabb>,
    /// Areas that no way leads through, though the character may survive there, such as the bounds of deadly polygons.
    pub avoided: Vec<Aabb>,
}

/// A moving platform.
#[derive(Clone, Debug)]
pub struct MapMover {
    /// The mover at tick 0.
    pub mover: Mover,
    /// Path that it follows; `None` for a platform at rest.
    pub path: Option<Path>,
    /// Size of its bounds, in lattice units; without a height for a one-way line.
    pub size: IVec2,
}

/// An area that acts on the character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapZone {
    /// Bounds of the area, in lattice units.
    pub area: Aabb,
    /// Effect of the area.
    pub zone: FeelZone,
}

impl<'a> Map<'a> {
    /// A level of tiles alone.
    #[must_use]
    pub fn of_grid(grid: &'a TileGrid) -> Self {
        Map { grid, movers: Vec::new(), zones: Vec::new(), deadly: Vec::new(), avoided: Vec::new() }
    }

    /// True if a way must not sweep an area.
    pub(crate) fn forbids(&self, swept: Aabb) -> bool {
        self.deadly.iter().chain(&self.avoided).any(|area| area.overlaps(swept))
    }

    /// Velocities of the spring zones, in px/s.
    pub(crate) fn springs(&self) -> impl Iterator<Item = Vec2> + '_ {
        self.zones.iter().filter_map(|zone| match zone.zone {
            FeelZone::Spring { velocity } => Some(velocity),
            _ => None,
        })
    }

    pub(crate) fn has_water(&self) -> bool {
        self.zones.iter().any(|zone| matches!(zone.zone, FeelZone::Water { .. }))
    }

    /// Greatest speed of a current on an axis, in px/s.
    pub(crate) fn greatest_flow(&self) -> f64 {
        let flows = self.zones.iter().filter_map(|zone| match zone.zone {
            FeelZone::Water { flow } => Some(f64::from(flow.abs().max_element())),
            _ => None,
        });
        flows.fold(0.0, |most, flow| if flow > most { flow } else { most })
    }

    /// Greatest speeds at which floors carry the character, along and upward, in px/s: conveyors and movers.
    pub(crate) fn greatest_carry(&self, player: &Player) -> Vec2 {
        // A tileset has kinds that the map does not use.
        let kinds = self.grid.tile_kinds();
        let tiles = self.grid.tiles().map(|(_, _, id)| id);
        let shapes = self.grid.off_grid_shapes().map(|(_, shape)| shape.tile);
        let conveyors = tiles.chain(shapes).map(|id| kinds[id.index()].material.conveyor.abs());
        let movers = self.movers.iter().map(|mover| mover.greatest_speed(player.dt));
        conveyors.chain(movers).fold(Vec2::ZERO, Vec2::max)
    }
}

impl MapMover {
    /// True if the game drives the mover: where it goes is not known.
    pub(crate) fn is_driven(&self) -> bool {
        self.mover.parent.is_some() || self.path.is_none() && self.mover.velocity != Vec2::ZERO
    }

    /// Bounds of all places of the mover, in lattice units.
    pub(crate) fn swept(&self) -> Aabb {
        let at_start = Aabb::from_min_size(self.mover.position, self.size);
        let Some(path) = &self.path else { return at_start };
        let places = path.waypoints().iter().map(|waypoint| Aabb::from_min_size(waypoint.at, self.size));
        places.fold(at_start, Aabb::union)
    }

    /// Greatest speed on each axis, in px/s.
    fn greatest_speed(&self, dt: f32) -> Vec2 {
        let Some(path) = &self.path else { return Vec2::ZERO };
        let steps = (0..u64::from(path.period())).map(|tick| (path.at(tick + 1) - path.at(tick)).abs());
        let most = steps.fold(IVec2::ZERO, IVec2::max);
        most.as_vec2() / (UNITS_PER_PX as f32 * dt)
    }
}
