//! Relations of bodies in a snapshot: squishes, sensor overlaps, tiles under feet, ignored pairs, transient state.

use super::bodies::Scope;
use crate::controller::{DroppedLine, TransientState};
use crate::direction::Direction;
use crate::dynamics::{BodyId, MoverId, PushSource, SavedState, SensorId, Squish, World};
use crate::grid::{Obstacle, RegionId, ShapeId};
use crate::limits::{MAX_DROPPED, MAX_IGNORED};
use crate::persistence::bytes::{Reader, SaveFault};
use crate::persistence::codec::{Codec, List, Value, ascends, keep_next};
use glam::IVec2;

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
        Reader::demand(bodies.have(squish.body), byte, "squish.body", SaveFault::OutOfRange)?;
        keep_next(list, squish, |squish| (squish.body, squish.shape), byte, "squish.body")
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

pub(super) fn code_sensors<C: Codec>(
    world: &World,
    scope: Scope,
    saved: &mut SavedState,
    c: &mut C,
) -> Result<(), C::Error> {
    let SavedState { bodies, inside: list, feet, .. } = saved;
    let keep = |entry: (BodyId, SensorId), byte| {
        Reader::demand(bodies.have(entry.0), byte, "inside.body", SaveFault::OutOfRange)?;
        keep_next(list, entry, |entry| *entry, byte, "inside.body")
    };
    let present = world.senses.all(&world.indices).filter(|entry| scope.has(entry.0));
    c.list(&OVERLAPS, present, code_overlap, keep)?;
    let keep = |entry: (BodyId, Obstacle), byte| {
        Reader::demand(bodies.have(entry.0), byte, "tile_under.body", SaveFault::OutOfRange)?;
        keep_next(feet, entry, |entry| entry.0, byte, "tile_under.body")
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
        // The lesser id is first, so that each pair has one form.
        ascends(Some(pair.0), &pair.1, byte, "ignored.pair")?;
        let are_known = bodies.have(pair.0) && bodies.have(pair.1);
        Reader::demand(are_known, byte, "ignored.pair", SaveFault::OutOfRange)?;
        keep_next(list, pair, |pair| *pair, byte, "ignored.pair")
    };
    c.list(&IGNORED, ignored(world, scope), code_pair, keep)
}

type Entry = (BodyId, TransientState);

const ENTRIES: List<Entry> =
    List { count: "memories.count", least: 6, empty: (BodyId(0), TransientState::NONE) };
/// Kinds of dropped one-way lines, in the order of their codes.
const LINES: [DroppedLine; 2] =
    [DroppedLine::Shape { shape: Value::EMPTY, from: IVec2::ZERO }, DroppedLine::Body(BodyId(0))];
const _: () = assert!(MAX_IGNORED == 4, "a flag for each in one byte");

pub(super) fn code_transient<C: Codec>(
    world: &World,
    scope: Scope,
    saved: &mut SavedState,
    c: &mut C,
) -> Result<(), C::Error> {
    // The driver may have removed bodies since the last step; their transient state is dropped in the next
    // step.
    let is_there = |id: BodyId| world.indices.get(id).is_some() && scope.has(id);
    let present = world.transient.all().filter(|entry| is_there(entry.0));
    let bodies = &saved.bodies;
    let list = &mut saved.transient;
    let keep = |(id, state): Entry, byte| {
        let is_known = bodies.have(id);
        Reader::demand(is_known, byte, "memory.body", SaveFault::OutOfRange)?;
        let state = state.canonical();
        // An empty entry would be written with flags that the reader rejects.
        let is_sound = state.is_sound() && !state.is_empty();
        Reader::demand(is_sound, byte, "memory", SaveFault::OutOfRange)?;
        keep_next(list, (id, state), |entry| entry.0, byte, "memory.body")
    };
    c.list(&ENTRIES, present, code_entry, keep)
}

fn code_entry<C: Codec>((id, state): &mut Entry, c: &mut C) -> Result<(), C::Error> {
    c.value("memory.body", id)?;
    let byte = c.at();
    let [a, b, c_, d] = state.ignored.map(|(_, ticks)| ticks > 0);
    let has_dropped = state.dropped_from.is_some();
    let has_retained = state.retain_ticks > 0;
    let is_scaled = state.time_scale != 1.0;
    let is_stopped = state.stop_ticks > 0;
    let flags = [has_dropped, has_retained, is_scaled, is_stopped, a, b, c_, d];
    let flags = c.flags("memory.flags", flags)?;
    // Empty states are not written, so flags without a bit mean damage.
    c.demand(flags.contains(&true), byte, "memory.flags", SaveFault::OutOfRange)?;
    let [has_dropped, has_retained, is_scaled, is_stopped, ignored @ ..] = flags;
    c.option(has_dropped, "memory.dropped_from", &mut state.dropped_from)?;
    c.value_if(has_dropped, "memory.drop_ticks", &mut state.drop_ticks)?;
    if has_dropped {
        code_lines(&mut state.dropped_lines, c)?;
    }
    c.value_if(has_retained, "memory.retained", &mut state.retained)?;
    c.value_if(has_retained, "memory.retain_ticks", &mut state.retain_ticks)?;
    c.value_if(is_scaled, "memory.time_scale", &mut state.time_scale)?;
    c.value_if(is_stopped, "memory.stop_ticks", &mut state.stop_ticks)?;
    for ((obstacle, ticks), is_there) in state.ignored.iter_mut().zip(ignored) {
        c.value_if(is_there, "ignored.ticks", ticks)?;
        c.value_if(is_there, "ignored.tile", obstacle)?;
    }
    Ok(())
}

/// Codes the dropped lines without gaps.
fn code_lines<C: Codec>(lines: &mut [Option<DroppedLine>; MAX_DROPPED], c: &mut C) -> Result<(), C::Error> {
    let byte = c.at();
    let mut present = [None; MAX_DROPPED];
    let mut count = 0_u8;
    // Gaps have no meaning, so they are closed and only the number is written.
    for line in lines.iter().flatten() {
        present[usize::from(count)] = Some(*line);
        count += 1;
    }
    c.value("memory.dropped_lines", &mut count)?;
    c.demand(usize::from(count) <= MAX_DROPPED, byte, "memory.dropped_lines", SaveFault::OutOfRange)?;
    for line in present.iter_mut().take(count.into()) {
        let line = line.get_or_insert(LINES[0]);
        c.kind("dropped.kind", line, &LINES)?;
        match line {
            DroppedLine::Shape { shape, from } => {
                c.value("dropped.shape", shape)?;
                c.value("dropped.from", from)?;
            }
            DroppedLine::Body(id) => c.value("dropped.body", id)?,
        }
    }
    *lines = present;
    Ok(())
}
