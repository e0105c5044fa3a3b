//! Serialization of transient body state; empty fields take no bytes.

use super::bodies::SavedBody;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::controller::{DroppedLine, TransientState};
use crate::dynamics::ids::BodyId;
use crate::grid::ShapeId;
use crate::limits::{MAX_DROPPED, MAX_IGNORED};

const DROPPED: u8 = 1;
const RETAINED: u8 = 1 << 1;
const TIME_SCALE: u8 = 1 << 2;
const STOPPED: u8 = 1 << 3;
/// First of the flags of ignored obstacles.
const IGNORED: u32 = 4;
/// Minimum bytes of an entry.
const LEAST: usize = 6;
const _: () = assert!(MAX_IGNORED <= 4, "a flag for each in one byte");

/// Writes an entry.
pub(super) fn write(id: BodyId, memory: &TransientState, w: &mut Writer) {
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
        w.u8(memory.dropped_lines.iter().flatten().count() as u8);
        memory.dropped_lines.iter().flatten().for_each(|line| write_line(line, w));
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

/// Kinds of dropped one-way lines.
const OF_SHAPE: u8 = 0;
const OF_BODY: u8 = 1;

fn write_line(line: &DroppedLine, w: &mut Writer) {
    match line {
        DroppedLine::Shape { shape, from } => {
            w.u8(OF_SHAPE);
            w.u32(shape.0);
            w.point(*from);
        }
        DroppedLine::Body(id) => {
            w.u8(OF_BODY);
            w.u32(id.0);
        }
    }
}

fn read_line(r: &mut Reader) -> Result<DroppedLine, SaveError> {
    let (byte, kind) = (r.at, r.u8("dropped.kind")?);
    match kind {
        OF_SHAPE => {
            let shape = ShapeId(r.u32("dropped.shape")?);
            Ok(DroppedLine::Shape { shape, from: r.point("dropped.from")? })
        }
        OF_BODY => Ok(DroppedLine::Body(BodyId(r.u32("dropped.body")?))),
        _ => Reader::fault(byte, "dropped.kind", SaveFault::OutOfRange),
    }
}

/// Reads all entries of saved bodies.
pub(super) fn read(
    bodies: &[SavedBody],
    list: &mut Vec<(BodyId, TransientState)>,
    r: &mut Reader,
) -> Result<(), SaveError> {
    for _ in 0..r.count(LEAST, "memories.count")? {
        let byte = r.at;
        let id = BodyId(r.u32("memory.body")?);
        let is_greater = list.last().is_none_or(|last| last.0 < id);
        Reader::demand(is_greater, byte, "memory.body", SaveFault::OutOfOrder)?;
        let is_known = bodies.binary_search_by_key(&id, |saved| saved.id).is_ok();
        Reader::demand(is_known, byte, "memory.body", SaveFault::OutOfRange)?;
        let memory = read_one(r)?;
        // An empty entry would be written with flags that the reader rejects.
        let is_sound = memory.is_sound() && !memory.is_empty();
        Reader::demand(is_sound, byte, "memory", SaveFault::OutOfRange)?;
        list.push((id, memory));
    }
    Ok(())
}

fn read_one(r: &mut Reader) -> Result<TransientState, SaveError> {
    let (mut memory, byte) = (TransientState::NONE, r.at);
    let flags = r.u8("memory.flags")?;
    Reader::demand(flags != 0, byte, "memory.flags", SaveFault::OutOfRange)?;
    if flags & DROPPED != 0 {
        memory.dropped_from = Some(r.point("memory.dropped_from")?);
        memory.drop_ticks = r.u8("memory.drop_ticks")?;
        let (byte, count) = (r.at, usize::from(r.u8("memory.dropped_lines")?));
        Reader::demand(count <= MAX_DROPPED, byte, "memory.dropped_lines", SaveFault::OutOfRange)?;
        for line in &mut memory.dropped_lines[..count] {
            *line = Some(read_line(r)?);
        }
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
