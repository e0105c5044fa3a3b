//! Spatial queries in pixels of the map: ray casts, and bodies in a box.

use crate::components::{Collider, Position};
use crate::ids::IdOf;
use crate::physics_world::PhysicsWorld;
use bevy_ecs::entity::Entity;
use tilephys_columns::shot_stop;
use tilephys_core::lattice::point_from_px;
use tilephys_core::{Aabb, BodyId, TileCoord, TileId};

/// What a ray cast hits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "RayHitData")]
pub struct CastHit {
    /// Part of the segment before the hit, from 0 to 1.
    #[doc(alias = "time of impact")]
    pub fraction: f32,
    /// Point of the hit, in pixels of the map.
    pub point: [f32; 2],
    /// Unit normal of the face, y down; zero for a start inside.
    pub normal: [f32; 2],
    /// Cell of the tile; of a mover or a solid body the cell of its low corner.
    pub cell: TileCoord,
    /// Kind of the tile, also of a mover or a solid body.
    pub tile: TileId,
    /// Entity of a mover or a solid body; `None` for a tile.
    pub entity: Option<Entity>,
}

impl PhysicsWorld {
    /// First solid that a segment enters, among tiles, movers and solid bodies whose category shares a bit with `mask`. Ends are in pixels of
    /// the map. `None` also for ends that are not finite.
    #[must_use]
    #[doc(alias = "raycast")]
    pub fn cast(&self, from: [f32; 2], to: [f32; 2], mask: u32) -> Option<CastHit> {
        let hit = self.core.grid.cast(point_from_px(from)?, point_from_px(to)?, mask)?;
        let owner = hit.target.off_grid.and_then(|id| self.core.owner_of_box(id));
        Some(CastHit {
            fraction: hit.shape.fraction.as_f32(),
            point: hit.shape.point_px().to_array(),
            normal: hit.shape.unit_normal().to_array(),
            cell: hit.target.cell,
            tile: hit.target.tile,
            entity: owner.and_then(|owner| self.pusher_entity(owner)),
        })
    }

    /// Entities of the bodies that overlap a box after the last step, by ascending id. `low` and `high` are its corners, in pixels of the
    /// map, in any order. Empty for corners that are not finite.
    #[must_use]
    #[doc(alias = "intersect_shape")]
    pub fn bodies_in(&self, low: [f32; 2], high: [f32; 2]) -> Vec<Entity> {
        let (Some(low), Some(high)) = (point_from_px(low), point_from_px(high)) else { return Vec::new() };
        let area = Aabb { min: low.min(high), max: low.max(high) };
        let overlaps = |id: &BodyId| self.core.body_ref(*id).is_some_and(|body| body.aabb().overlaps(area));
        let mut ids: Vec<_> = self.core.ids().filter(overlaps).collect();
        ids.sort_unstable();
        ids.into_iter().filter_map(|id| self.entity(id)).collect()
    }

    /// Position at which a shot begins that leaves a body at `position`. A solid between the middle of the body and there stops it: the
    /// bullet of a hero at a thin wall does not begin behind the wall. `position` itself without such a solid or without a sound box.
    #[must_use]
    #[doc(alias = "bullet")]
    #[doc(alias = "muzzle")]
    pub fn shot_from(&self, owner: impl IdOf<BodyId>, position: Position, collider: Collider) -> Position {
        let stop = || {
            let owner = self.id_of(owner)?;
            let from = self.core.body_ref(owner)?.aabb();
            let shot = collider.0.aabb(position.0)?;
            let min = shot_stop(&self.core, Some(owner), from, shot, u32::MAX)?;
            Some(tilephys_columns::Position::on_lattice(min - collider.0.offset))
        };
        stop().map_or(position, Position)
    }
}
