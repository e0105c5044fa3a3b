//! What bodies remember, as bytes: each field only where there is something in it.

use super::bodies::SavedBody;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::constants::MAX_IGNORED;
use crate::movement::Memory;
use crate::world::ids::BodyId;

const DROPPED: u8 = 1;
const RETAINED: u8 = 1 << 1;
const TIME_SCALE: u8 = 1 << 2;
const STOPPED: u8 = 1 << 3;
/// From here on a flag for each thing that may be ignored.
const IGNORED: u32 = 4;
/// Bytes that a memory takes at least.
const LEAST: usize = 6;
const _: () = assert!(MAX_IGNORED <= 4, "a flag for each in one byte");

/// Writes one.
pub(super) fn write(id: BodyId, memory: &Memory, w: &mut Writer) {
    let flag = |is: bool, flag: u8| if is { flag } else { 0 };
    let mut flags = flag(memory.dropped_from.is_some(), DROPPED)
        | flag(memory.retain_ticks > 0, RETAINED)
        | flag(memory.time_scale != 1.0, TIME_SCALE)
        | flag(memory.stop_ticks > 0, STOPPED);
    for (slot, (_, ticks)) in memory.ignored.iter().enumerate() {
        flags |= flag(*ticks > 0, 1 << (IGNORED + slot as u32));
    }
    w.u32(id.0);
    w.u8(flags);
    if let Some(from) = memory.dropped_from {
        w.point(from);
        w.u8(memory.drop_ticks);
    }
    if flags & RETAINED != 0 {
        w.f32(memory.retained);
        w.u8(memory.retain_ticks);
    }
    if flags & TIME_SCALE != 0 {
        w.f32(memory.time_scale);
    }
    if flags & STOPPED != 0 {
        w.u8(memory.stop_ticks);
    }
    for (met, ticks) in memory.ignored.iter().filter(|(_, ticks)| *ticks > 0) {
        w.u8(*ticks);
        w.met(met);
    }
}

/// Reads all that saved bodies remember.
pub(super) fn read(
    bodies: &[SavedBody],
    list: &mut Vec<(BodyId, Memory)>,
    r: &mut Reader,
) -> Result<(), SaveError> {
    for _ in 0..r.count(LEAST, "memories.count")? {
        let byte = r.at;
        let id = BodyId(r.u32("memory.body")?);
        let is_greater = list.last().is_none_or(|last| last.0 < id);
        Reader::demand(is_greater, byte, "memory.body", SaveFault::OutOfOrder)?;
        let Ok(place) = bodies.binary_search_by_key(&id, |saved| saved.id) else {
            return Reader::fault(byte, "memory.body", SaveFault::OutOfRange);
        };
        let memory = read_one(r)?;
        // An empty one would be written with flags that are refused.
        let is_sound = memory.is_sound() && !memory.is_empty();
        Reader::demand(is_sound, byte, "memory", SaveFault::OutOfRange)?;
        let from = memory.dropped_from.unwrap_or_default();
        let has_room = from.checked_add(bodies[place].body.size).is_some();
        Reader::demand(has_room, byte + 5, "memory.dropped_from", SaveFault::OutOfRange)?;
        list.push((id, memory));
    }
    Ok(())
}

fn read_one(r: &mut Reader) -> Result<Memory, SaveError> {
    let (mut memory, byte) = (Memory::NONE, r.at);
    let flags = r.u8("memory.flags")?;
    Reader::demand(flags != 0, byte, "memory.flags", SaveFault::OutOfRange)?;
    if flags & DROPPED != 0 {
        memory.dropped_from = Some(r.point("memory.dropped_from")?);
        memory.drop_ticks = r.u8("memory.drop_ticks")?;
    }
    if flags & RETAINED != 0 {
        memory.retained = r.f32("memory.retained")?;
        memory.retain_ticks = r.u8("memory.retain_ticks")?;
    }
    if flags & TIME_SCALE != 0 {
        memory.time_scale = r.f32("memory.time_scale")?;
    }
    if flags & STOPPED != 0 {
        memory.stop_ticks = r.u8("memory.stop_ticks")?;
    }
    for slot in (0..MAX_IGNORED).filter(|slot| flags >> (IGNORED + *slot as u32) & 1 != 0) {
        let ticks = r.u8("ignored.ticks")?;
        memory.ignored[slot] = (r.met("ignored.tile")?, ticks);
    }
    Ok(memory.canonical())
}
