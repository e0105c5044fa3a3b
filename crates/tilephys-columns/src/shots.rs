//! Sweep of a shot from its owner to its muzzle.

use glam::IVec2;
use tilephys_core::{
    Aabb, BodyId, ShapeId, World as Core,
    platform::PushSource,
    query::{Query, Solid},
};

/// Min corner at which a solid stops the box `shot` on its way from the middle of `from`, the box of its owner; `None` if no solid does.
/// Tiles, movers and solid bodies that share a bit with `mask` are solid, the owner is not.
#[must_use]
pub fn shot_stop(core: &Core, owner: Option<BodyId>, from: Aabb, shot: Aabb, mask: u32) -> Option<IVec2> {
    let size = shot.max - shot.min;
    let middle = from.min + (from.max - from.min) / 2;
    let start = Aabb::from_min_size(middle - size / 2, size);
    let own = owner.map(PushSource::Body);
    let is_owner = |shape: ShapeId| own.is_some() && core.owner_of_box(shape) == own;
    let is_wall = |solid: &Solid| !solid.off_grid.is_some_and(is_owner);
    let query = Query::new(mask).filter(&is_wall);
    let hit = core.grid.sweep(start, shot.min - start.min, query)?;
    Some(hit.shape.position)
}
