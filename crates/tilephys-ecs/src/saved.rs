//! Serialization of the components that the engine does not store, as the last section of a snapshot.
//!
//! It follows the engine's bytes, little-endian: magic, version, collider offsets of bodies and of movers, each by
//! ascending id, triggers by entity, a checksum, and the length of this section.

use glam::IVec2;
use std::ops::Range;
use tilephys_core::{
    BodyId, MoverId,
    record::{ByteReader, ByteWriter, SaveError, SaveFault},
};

const MAGIC: &[u8; 4] = b"tpec";
const VERSION: u16 = 1;
/// Bytes of an offset and of a trigger, and of the length at the end.
const OFFSET_BYTES: usize = 12;
const TRIGGER_BYTES: usize = 25;
const LENGTH_BYTES: usize = 4;

/// Section of a snapshot beside the engine's state.
#[derive(Debug, Default)]
pub(crate) struct Saved {
    /// Offsets of bodies' colliders that are not zero, by ascending id.
    pub(crate) body_offsets: Vec<(u32, IVec2)>,
    pub(crate) mover_offsets: Vec<(u32, IVec2)>,
    pub(crate) triggers: Vec<SavedTrigger>,
}

/// Entity that is a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SavedTrigger {
    /// Bits of the entity.
    pub(crate) entity: u64,
    pub(crate) region: u32,
    pub(crate) owner: Owner,
    pub(crate) offset: IVec2,
}

/// Role of an entity besides a region.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner {
    Nothing,
    Body(BodyId),
    Mover(MoverId),
}

impl Saved {
    pub(crate) fn clear(&mut self) {
        self.body_offsets.clear();
        self.mover_offsets.clear();
        self.triggers.clear();
    }

    pub(crate) fn body_offset(&self, id: BodyId) -> IVec2 {
        offset_of(&self.body_offsets, id.0)
    }

    pub(crate) fn mover_offset(&self, id: MoverId) -> IVec2 {
        offset_of(&self.mover_offsets, id.0)
    }

    /// Appends the section to the engine's bytes.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let from = bytes.len();
        let w = &mut ByteWriter { bytes };
        w.bytes.extend_from_slice(MAGIC);
        w.u16(VERSION);
        for offsets in [&self.body_offsets, &self.mover_offsets] {
            w.u32(offsets.len() as u32);
            for (id, offset) in offsets {
                w.u32(*id);
                w.point(*offset);
            }
        }
        w.u32(self.triggers.len() as u32);
        for SavedTrigger { entity, region, owner, offset } in &self.triggers {
            let (kind, id) = match owner {
                Owner::Nothing => (0, 0),
                Owner::Body(id) => (1, id.0),
                Owner::Mover(id) => (2, id.0),
            };
            w.u64(*entity);
            w.u32(*region);
            w.u8(kind);
            w.u32(id);
            w.point(*offset);
        }
        w.seal(from);
        let len = w.bytes.len() - from;
        w.u32(len as u32);
    }

    /// Reads the section from the end of `bytes`. Returns the length of the engine's bytes before it.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Result<usize, SaveError> {
        let own = Self::find(bytes)?;
        let from = own.start;
        self.read_own(&bytes[own])
            .map_err(|error| SaveError { byte: from.saturating_add(error.byte), ..error })?;
        Ok(from)
    }

    fn find(bytes: &[u8]) -> Result<Range<usize>, SaveError> {
        let error = |byte, fault| SaveError { byte, field: "entities.length", fault };
        let end = bytes.len().checked_sub(LENGTH_BYTES).ok_or(error(bytes.len(), SaveFault::CutShort))?;
        let mut length = [0; LENGTH_BYTES];
        length.copy_from_slice(&bytes[end..]);
        let from = end.checked_sub(u32::from_le_bytes(length) as usize);
        from.map(|from| from..end).ok_or(error(end, SaveFault::Foreign))
    }

    fn read_own(&mut self, bytes: &[u8]) -> Result<(), SaveError> {
        self.clear();
        let r = &mut ByteReader::open(bytes, MAGIC, VERSION)?;
        for offsets in [&mut self.body_offsets, &mut self.mover_offsets] {
            for _ in 0..r.count(OFFSET_BYTES, "offsets.count")? {
                let (byte, id) = (r.position(), r.u32("offset.id")?);
                if offsets.last().is_some_and(|last| last.0 >= id) {
                    return Err(SaveError { byte, field: "offset.id", fault: SaveFault::OutOfOrder });
                }
                offsets.push((id, r.point("offset")?));
            }
        }
        for _ in 0..r.count(TRIGGER_BYTES, "triggers.count")? {
            let (entity, region) = (r.u64("trigger.entity")?, r.u32("trigger.region")?);
            let (byte, kind, id) = (r.position(), r.u8("trigger.owner")?, r.u32("trigger.owner")?);
            let owner = match kind {
                0 => Owner::Nothing,
                1 => Owner::Body(BodyId(id)),
                2 => Owner::Mover(MoverId(id)),
                _ => return Err(SaveError { byte, field: "trigger.owner", fault: SaveFault::OutOfRange }),
            };
            let offset = r.point("trigger.offset")?;
            self.triggers.push(SavedTrigger { entity, region, owner, offset });
        }
        r.end("entities.checksum")
    }
}

fn offset_of(offsets: &[(u32, IVec2)], id: u32) -> IVec2 {
    offsets.binary_search_by_key(&id, |entry| entry.0).map_or(IVec2::ZERO, |place| offsets[place].1)
}
