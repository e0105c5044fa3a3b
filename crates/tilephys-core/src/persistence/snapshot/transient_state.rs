//! Transient body state in a snapshot; empty fields take no bytes.

use super::scope::Scope;
use crate::controller::{DroppedLine, TransientState};
use crate::dynamics::{BodyId, SavedState, World};
use crate::limits::{MAX_DROPPED, MAX_IGNORED};
use crate::persistence::bytes::Reader;
use crate::persistence::codec::{Codec, List, Value, ascends};
use crate::persistence::save_error::SaveFault;
use glam::IVec2;

type Entry = (BodyId, TransientState);

const ENTRIES: List<Entry> =
    List { count: "memories.count", least: 6, empty: (BodyId(0), TransientState::NONE) };
/// Kinds of dropped one-way lines, in the order of their codes.
const LINES: [DroppedLine; 2] =
    [DroppedLine::Shape { shape: Value::EMPTY, from: IVec2::ZERO }, DroppedLine::Body(BodyId(0))];
const _: () = assert!(MAX_IGNORED == 4, "a flag for each in one byte");

/// Codes the entries of all bodies in the snapshot.
pub(super) fn code<C: Codec>(
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
        ascends(list.last().map(|last| last.0), &id, byte, "memory.body")?;
        let is_known = bodies.have(id);
        Reader::demand(is_known, byte, "memory.body", SaveFault::OutOfRange)?;
        let state = state.canonical();
        // An empty entry would be written with flags that the reader rejects.
        let is_sound = state.is_sound() && !state.is_empty();
        Reader::demand(is_sound, byte, "memory", SaveFault::OutOfRange)?;
        list.push((id, state));
        Ok(())
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
