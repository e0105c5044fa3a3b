//! Movers, collectibles and kill zones of a level, as far as a run uses them.

use super::rate::DT;
use crate::geometry::extent::Extent;
use crate::geometry::level::Shift;
use crate::geometry::solid::{Solid, reach, solids};
use glam::{I64Vec2, IVec2};
use tilephys::core::{
    Aabb, Region, TileGrid, TileId,
    platform::{Mover, Path},
    shape::TileShape,
};
use tilephys::tiled::{Level, LevelRegion, RegionKind};

/// Movers and regions of a level that may be moved.
pub(crate) struct Things {
    /// Those with a place in this list have it as their id.
    pub(crate) movers: Vec<Moving>,
    /// Regions and what they mean.
    pub(crate) regions: Vec<(Region, Meaning)>,
}

/// A mover that is yet to be added to a world.
pub(crate) struct Moving {
    pub(crate) mover: Mover,
    pub(crate) path: Option<Path>,
    /// The id of its object.
    pub(crate) object: u32,
}

/// What a region means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) kind: RegionKind,
    /// The id of its object, if it is one.
    pub(crate) object: Option<u32>,
}

impl Things {
    /// Reads the movers and regions of a shifted level.
    ///
    /// # Errors
    /// If a mover would leave the world.
    pub(crate) fn new(level: &Level, shift: Shift) -> Result<Self, String> {
        let by = shift.in_units(level.grid.tile_size()).as_ivec2();
        let file = level.path.display();
        let mut movers = Vec::with_capacity(level.movers.len());
        for found in &level.movers {
            let mover = Mover { position: found.mover.position + by, ..found.mover };
            let path = found.path.clone().map(|mut path| {
                path.points.iter_mut().for_each(|point| *point = point.saturating_add(by));
                path.path(DT)
            });
            let path = path.transpose().map_err(|e| format!("{file}: object {}: {e}", found.object))?;
            movers.push(Moving { mover, path, object: found.object });
        }
        let region = |found: &LevelRegion| {
            let aabb = found.aabb.translated(by);
            (Region { aabb, ..found.region() }, Meaning { kind: found.kind, object: found.object() })
        };
        let regions = level.regions.iter().filter(|found| matters(found.kind));
        Ok(Things { movers, regions: regions.map(region).collect() })
    }
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

/// Solid parts of a mover with the min corner of its bounds at `position`; one-way lines have none.
pub(crate) fn solid_parts(grid: &TileGrid, tile: TileId, position: IVec2) -> Vec<Solid> {
    let (shape, cell) = (&grid.tile_kind(tile).shape, grid.tile_size().as_i64vec2());
    let position = position.as_i64vec2();
    if *shape == TileShape::Full {
        return vec![Solid::of_box(Extent { min: position, max: position + cell })];
    }
    let origin = position - reach(shape, cell).min;
    solids(shape, cell).iter().map(|part| part.moved(origin)).collect()
}

/// Solid parts of a level's movers at their start.
pub(crate) fn solid_movers(level: &Level) -> Vec<Solid> {
    let parts = |mover: &Mover| solid_parts(&level.grid, mover.tile, mover.position);
    level.movers.iter().flat_map(|found| parts(&found.mover)).collect()
}

/// A box that nothing solid of these overlaps.
pub(crate) fn is_free_of(movers: &[Solid], aabb: Aabb) -> bool {
    let aabb = Extent::new(aabb.min, aabb.max);
    !movers.iter().any(|solid| solid.overlaps(aabb))
}
