//! Movers, collectibles and kill zones of a level, as far as a run uses them.

use crate::geometry::extent::Extent;
use crate::geometry::solid::reach;
use glam::{I64Vec2, IVec2};
use std::borrow::Cow;
use tilephys::core::{MoverId, TileGrid, TileId, World, platform::Mover};
use tilephys::tiled::{Level, RegionKind};

/// What a region means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) kind: RegionKind,
    /// The id of its object, if it is one.
    pub(crate) object: Option<u32>,
}

/// State of a mover.
#[derive(Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) id: MoverId,
    /// Id of its object.
    pub(crate) object: u32,
    /// Kind of tile that gives its category and material.
    pub(crate) tile: TileId,
    /// Min corner of its bounds, in lattice units.
    pub(crate) at: IVec2,
}

/// The level with its movers and regions moved by so many units. Other objects stay: a run does not use them.
pub(crate) fn moved(level: &Level, by: IVec2) -> Cow<'_, Level> {
    if by == IVec2::ZERO {
        return Cow::Borrowed(level);
    }
    let mut moved = level.clone();
    for mover in &mut moved.movers {
        mover.mover.position += by;
        for point in mover.path.iter_mut().flat_map(|path| &mut path.points) {
            *point = point.saturating_add(by);
        }
    }
    for region in &mut moved.regions {
        region.aabb = region.aabb.translated(by);
    }
    Cow::Owned(moved)
}

/// True if a run reacts to bodies in such a region; other regions are left out.
pub(crate) fn matters(kind: RegionKind) -> bool {
    matches!(kind, RegionKind::Collectible | RegionKind::KillZone | RegionKind::Hazard)
}

/// The cells that the movers and regions of a level need, wherever movers go.
pub(crate) fn thing_cells(level: &Level) -> Option<Extent> {
    let grid = &level.grid;
    let of_movers = level.movers.iter().flat_map(|found| {
        let bounds = reach(&grid.tile_kind(found.mover.tile).shape, grid.tile_size().as_i64vec2());
        let points = found.path.iter().flat_map(|path| path.points.iter().copied());
        let places = points.chain([found.mover.position]).map(|at: IVec2| at.as_i64vec2());
        places.map(move |at| Extent { min: at, max: at + bounds.size().max(I64Vec2::ONE) })
    });
    let of_regions = level.regions.iter().map(|region| Extent::new(region.aabb.min, region.aabb.max));
    of_movers.chain(of_regions).map(|extent| extent.in_cells(grid.tile_size())).reduce(Extent::union)
}

/// The grid of a level with the movers at their start. A mover that the engine refuses is not in it.
pub(crate) fn with_movers(level: &Level) -> TileGrid {
    let mut world = World::new(level.grid.clone());
    for found in &level.movers {
        let _ = world.add_mover(Mover { parent: None, ..found.mover });
    }
    world.grid
}
