//! Oracle of ladders: where the feet of a character end, and what is right under them, for characters whose up is up.

use glam::IVec2;
use tilephys_core::{RegionId, SensorId, World};
use tilephys_ecs::BodyId;

/// Upper and lower edge of a zone, in lattice units.
pub(crate) fn ends_of(core: &World, sensor: SensorId) -> [i32; 2] {
    let aabb = match sensor {
        SensorId::Region(id) => core.grid.region(id).expect("it is there").aabb,
        SensorId::Body(id) => core.body(id).expect("it is there").aabb(),
    };
    [aabb.min.y, aabb.max.y]
}

/// Distance from the feet down to this height, in px.
pub(crate) fn fall_to(core: &World, id: BodyId, bottom: i32) -> f32 {
    let feet = core.body(id).expect("it is there").aabb().max.y;
    (bottom - feet).max(0) as f32 / 256.0
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

/// Regions that concern a body, and whose upper edge touches its feet.
pub(crate) fn regions_below(core: &World, id: BodyId) -> impl Iterator<Item = RegionId> + '_ {
    let feet = core.body(id).expect("it is there").aabb();
    let category = core.body_ref(id).expect("it is there").profile().category;
    let concerned = core.grid.regions().filter(move |(_, zone)| zone.mask & category != 0);
    let below = concerned.filter(move |(_, zone)| {
        let is_beside = zone.aabb.min.x >= feet.max.x || feet.min.x >= zone.aabb.max.x;
        zone.aabb.min.y == feet.max.y && !is_beside
    });
    below.map(|(region, _)| region)
}
