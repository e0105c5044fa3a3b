//! Relations of bodies in a snapshot: squishes, sensor overlaps, tiles under feet, ignored pairs.

use super::scope::Scope;
use crate::direction::Direction;
use crate::dynamics::{BodyId, MoverId, PushSource, SavedState, SensorId, Squish, World};
use crate::grid::{Obstacle, RegionId, ShapeId};
use crate::persistence::bytes::Reader;
use crate::persistence::codec::{Codec, List, Value, ascends};
use crate::persistence::save_error::SaveFault;

const SQUISHES: List<Squish> = List {
    count: "squishes.count",
    least: 14,
    empty: Squish {
        body: BodyId(0),
        pusher: PushSource::Mover(MoverId(0)),
        direction: Direction::Up,
        shape: ShapeId::EMPTY,
        silent: false,
    },
};

const REGION: SensorId = SensorId::Region(RegionId::EMPTY);
/// Kinds of sensors, in the order of their codes.
const SENSORS: [SensorId; 2] = [REGION, SensorId::Body(BodyId(0))];
const OVERLAPS: List<(BodyId, SensorId)> =
    List { count: "inside.count", least: 9, empty: (BodyId(0), REGION) };
const FLOORS: List<(BodyId, Obstacle)> =
    List { count: "tiles_under.count", least: 19, empty: (BodyId(0), Obstacle::NONE) };
const IGNORED: List<(BodyId, BodyId)> =
    List { count: "ignored.count", least: 8, empty: (BodyId(0), BodyId(0)) };

pub(super) fn code_squishes<C: Codec>(
    world: &World,
    scope: Scope,
    saved: &mut SavedState,
    c: &mut C,
) -> Result<(), C::Error> {
    let present = world.platforms.state.squishes.all(&world.indices).filter(|squish| scope.has(squish.body));
    let SavedState { bodies, squishes: list, .. } = saved;
    let keep = |squish: Squish, byte| {
        let key = |squish: &Squish| (squish.body, squish.shape);
        ascends(list.last().map(key), &key(&squish), byte, "squish.body")?;
        Reader::demand(bodies.have(squish.body), byte, "squish.body", SaveFault::OutOfRange)?;
        list.push(squish);
        Ok(())
    };
    c.list(&SQUISHES, present.copied(), code_squish, keep)
}

fn code_squish<C: Codec>(squish: &mut Squish, c: &mut C) -> Result<(), C::Error> {
    let (is_body, mut id) = match squish.pusher {
        PushSource::Mover(id) => (false, id.0),
        PushSource::Body(id) => (true, id.0),
    };
    c.value("squish.body", &mut squish.body)?;
    c.value("squish.shape", &mut squish.shape)?;
    c.value("squish.pusher", &mut id)?;
    let [is_body, silent] = c.flags("squish.flags", [is_body, squish.silent])?;
    c.value("squish.direction", &mut squish.direction)?;
    squish.silent = silent;
    squish.pusher = if is_body { PushSource::Body(BodyId(id)) } else { PushSource::Mover(MoverId(id)) };
    Ok(())
}

/// Codes sensor overlaps and tiles under feet.
pub(super) fn code_sensors<C: Codec>(
    world: &World,
    scope: Scope,
    saved: &mut SavedState,
    c: &mut C,
) -> Result<(), C::Error> {
    let SavedState { bodies, inside: list, feet, .. } = saved;
    let keep = |entry: (BodyId, SensorId), byte| {
        ascends(list.last().copied(), &entry, byte, "inside.body")?;
        Reader::demand(bodies.have(entry.0), byte, "inside.body", SaveFault::OutOfRange)?;
        list.push(entry);
        Ok(())
    };
    let present = world.senses.all(&world.indices).filter(|entry| scope.has(entry.0));
    c.list(&OVERLAPS, present, code_overlap, keep)?;
    let keep = |entry: (BodyId, Obstacle), byte| {
        ascends(feet.last().map(|last| last.0), &entry.0, byte, "tile_under.body")?;
        Reader::demand(bodies.have(entry.0), byte, "tile_under.body", SaveFault::OutOfRange)?;
        feet.push(entry);
        Ok(())
    };
    let present = world.senses.floors(&world.indices).filter(|entry| scope.has(entry.0));
    let code_floor = |(body, floor): &mut (BodyId, Obstacle), c: &mut C| {
        c.value("tile_under.body", body)?;
        c.value("tile_under.tile", floor)
    };
    c.list(&FLOORS, present, code_floor, keep)
}

/// Codes the overlaps whose exits the next step reports. Their bodies and sensors need not exist.
pub(super) fn code_pending_exits<C: Codec>(
    world: &World,
    saved: &mut SavedState,
    c: &mut C,
) -> Result<(), C::Error> {
    let keep = |entry: (BodyId, SensorId), _| {
        saved.ended.push(entry);
        Ok(())
    };
    c.list(&OVERLAPS, world.pending_exits(), code_overlap, keep)
}

fn code_overlap<C: Codec>((body, sensor): &mut (BodyId, SensorId), c: &mut C) -> Result<(), C::Error> {
    c.value("inside.body", body)?;
    c.kind("inside.kind", sensor, &SENSORS)?;
    match sensor {
        SensorId::Region(id) => c.value("inside.sensor", id),
        SensorId::Body(id) => c.value("inside.sensor", id),
    }
}

/// Returns the ignored pairs of bodies in the snapshot.
pub(super) fn ignored<'a>(world: &'a World, scope: Scope<'a>) -> impl Iterator<Item = (BodyId, BodyId)> + 'a {
    world.ignored.pairs().filter(move |(a, b)| scope.has(*a) && scope.has(*b))
}

pub(super) fn code_ignored<C: Codec>(
    world: &World,
    scope: Scope,
    saved: &mut SavedState,
    c: &mut C,
) -> Result<(), C::Error> {
    let SavedState { bodies, ignored: list, .. } = saved;
    let code_pair = |(a, b): &mut (BodyId, BodyId), c: &mut C| {
        c.value("ignored.pair", a)?;
        c.value("ignored.pair", b)
    };
    let keep = |pair: (BodyId, BodyId), byte| {
        ascends(list.last().copied(), &pair, byte, "ignored.pair")?;
        // The lesser id is first, so that each pair has one form.
        ascends(Some(pair.0), &pair.1, byte, "ignored.pair")?;
        let are_known = bodies.have(pair.0) && bodies.have(pair.1);
        Reader::demand(are_known, byte, "ignored.pair", SaveFault::OutOfRange)?;
        list.push(pair);
        Ok(())
    };
    c.list(&IGNORED, ignored(world, scope), code_pair, keep)
}
