//! Oracle of ladders: where the feet of a character end, and what is right under them, for characters whose up is up.

use glam::IVec2;
use tilephys_core::{RegionId, SensorId, World};
use tilephys_ecs::BodyId;

/// Upper edge of a zone, in lattice units.
pub(crate) fn top_of(core: &World, sensor: SensorId) -> i32 {
    match sensor {
        SensorId::Region(id) => core.grid.region(id).expect("it is there").aabb.min.y,
        SensorId::Body(id) => core.body(id).expect("it is there").position.y,
    }
}

/// Rise of the feet until they stand at this height, or hang 1/256 px below it, in px.
pub(crate) fn rise_to(core: &World, id: BodyId, top: i32) -> Option<f32> {
    let body = core.body(id)?;
    let rise = body.aabb().max.y - top;
    let at = body.position - IVec2::new(0, rise);
    let stands = core.body_ref(id)?.probe(|probe| probe.floor_at(at)).is_some();
    let rise = if stands { rise } else { (rise - 1).max(0) };
    (body.aabb().max.y >= top).then_some(rise as f32 / 256.0)
}

/// Regions whose upper edge touches the feet of a body.
pub(crate) fn regions_below(core: &World, id: BodyId) -> impl Iterator<Item = RegionId> + '_ {
    let feet = core.body(id).expect("it is there").aabb();
    let below = core.grid.regions().filter(move |(_, zone)| {
        let is_beside = zone.aabb.min.x >= feet.max.x || feet.min.x >= zone.aabb.max.x;
        zone.aabb.min.y == feet.max.y && !is_beside
    });
    below.map(|(region, _)| region)
}
