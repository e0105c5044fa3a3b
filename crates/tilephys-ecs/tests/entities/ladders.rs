//! Oracle of ladders: where the feet of a character end, and what is right under them, for characters whose up is up.

use glam::IVec2;
use tilephys_core::{Aabb, RegionId, SensorId, World};
use tilephys_ecs::BodyId;
use tilephys_feel::BarGap;

/// Upper and lower edge of a zone, in lattice units.
pub(crate) fn ends_of(core: &World, sensor: SensorId) -> [i32; 2] {
    let aabb = box_of(core, sensor);
    [aabb.min.y, aabb.max.y]
}

fn box_of(core: &World, sensor: SensorId) -> Aabb {
    match sensor {
        SensorId::Region(id) => core.grid.region(id).expect("it is there").aabb,
        SensorId::Body(id) => core.body(id).expect("it is there").aabb(),
    }
}

/// Distance to the nearest middle of these ladders, in px.
pub(crate) fn middle_of(core: &World, id: BodyId, ladders: &[SensorId]) -> f32 {
    let own = core.body(id).expect("it is there").aabb();
    let twice = ladders.iter().map(|ladder| {
        let aabb = box_of(core, *ladder);
        aabb.min.x + aabb.max.x - own.min.x - own.max.x
    });
    let least = twice.clone().map(i32::abs).min().unwrap_or(0);
    // Two ladders at one distance, on both sides, draw to neither.
    let sides: i32 = [least, -least].into_iter().filter(|side| twice.clone().any(|one| one == *side)).sum();
    (sides / 2) as f32 / 256.0
}

/// The lowest of these bars over the upper edge of a body, as far as bars at its height go.
pub(crate) fn bar_over(core: &World, id: BodyId, bars: &[SensorId]) -> Option<BarGap> {
    let own = core.body(id).expect("it is there").aabb();
    let boxes = bars.iter().map(|bar| box_of(core, *bar));
    let held: Vec<Aabb> = boxes.filter(|bar| (bar.min.y..=bar.max.y).contains(&own.min.y)).collect();
    let height = held.iter().map(|bar| bar.min.y).max()?;
    let same = held.iter().filter(|bar| bar.min.y == height);
    let left = same.clone().map(|bar| bar.min.x).min()?;
    let right = same.map(|bar| bar.max.x).max()?;
    let px = |twice: i32| (twice.max(0) / 2) as f32 / 256.0;
    let middle = own.min.x + own.max.x;
    let ends = [px(middle - 2 * left), px(2 * right - middle)];
    Some(BarGap { rise: (own.min.y - height) as f32 / 256.0, ends })
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
