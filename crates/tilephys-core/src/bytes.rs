//! Numbers as little-endian bytes and back, with errors that name what is wrong and where.

use crate::hash::StateHasher;
use glam::{IVec2, Vec2};
use std::error::Error;
use std::fmt;

/// What is wrong with the bytes of a snapshot or a recording, and where. Nothing was changed in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaveError {
    /// Where it is, from the first byte on.
    pub byte: usize,
    /// What was to be read there.
    pub field: &'static str,
    /// What is wrong with it.
    pub fault: SaveFault,
}

/// What is wrong with a field of a snapshot or a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveFault {
    /// The bytes end before it does.
    CutShort,
    /// There are more bytes after the last.
    TooLong,
    /// These are no such bytes at all.
    Foreign,
    /// They were written by another version of the format.
    Version {
        /// Which.
        found: u16,
        /// That which is read here.
        known: u16,
    },
    /// Some byte is not what was written.
    Damaged,
    /// It was made on another map than the world's.
    OtherMap,
    /// It is not what the world has: a greater number than there are, or another one than was recorded.
    OtherWorld,
    /// It is out of range.
    OutOfRange,
    /// It is not greater than the one before, so it is there twice or not in its order.
    OutOfOrder,
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SaveError { byte, field, fault } = self;
        write!(f, "byte {byte}: {field} ")?;
        match fault {
            SaveFault::CutShort => f.write_str("is cut short"),
            SaveFault::TooLong => f.write_str("is followed by more bytes than were written"),
            SaveFault::Foreign => f.write_str("is not what snapshots and recordings begin with"),
            SaveFault::Version { found, known } => {
                write!(f, "is {found}, and this engine reads {known}")
            }
            SaveFault::Damaged => {
                f.write_str("does not fit the bytes before it: some are not what was written")
            }
            SaveFault::OtherMap => {
                f.write_str("is another one than the world has: it needs the one that it was made on")
            }
            SaveFault::OtherWorld => f.write_str("is not that of this world"),
            SaveFault::OutOfRange => f.write_str("is out of range"),
            SaveFault::OutOfOrder => f.write_str("is there twice or not in its order"),
        }
    }
}

impl Error for SaveError {}

/// Appends numbers: for what a snapshot holds, and what a driver that keeps bodies elsewhere saves beside it.
#[derive(Debug)]
pub struct Writer<'a> {
    /// To where.
    pub bytes: &'a mut Vec<u8>,
}

impl Writer<'_> {
    /// Appends a byte.
    pub fn u8(&mut self, v: u8) {
        self.bytes.push(v);
    }

    /// Appends two bytes, the lowest first.
    pub fn u16(&mut self, v: u16) {
        self.bytes.extend_from_slice(&v.to_le_bytes());
    }

    /// Appends four bytes, the lowest first.
    pub fn u32(&mut self, v: u32) {
        self.bytes.extend_from_slice(&v.to_le_bytes());
    }

    /// Appends eight bytes, the lowest first.
    pub fn u64(&mut self, v: u64) {
        self.bytes.extend_from_slice(&v.to_le_bytes());
    }

    pub(crate) fn f32(&mut self, v: f32) {
        self.u32(v.to_bits());
    }

    /// Appends x, then y.
    pub fn point(&mut self, v: IVec2) {
        self.u32(v.x as u32);
        self.u32(v.y as u32);
    }

    pub(crate) fn vec(&mut self, v: Vec2) {
        self.f32(v.x);
        self.f32(v.y);
    }

    /// Keeps the place of a count that is not known yet.
    pub(crate) fn count_later(&mut self) -> usize {
        let at = self.bytes.len();
        self.u32(0);
        at
    }

    pub(crate) fn count(&mut self, at: usize, count: usize) {
        self.bytes[at..at + 4].copy_from_slice(&(count as u32).to_le_bytes());
    }

    /// Ends what began at byte `from` with its checksum.
    pub fn seal(&mut self, from: usize) {
        let sum = checksum(&self.bytes[from..]);
        self.u64(sum);
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = StateHasher::new();
    hasher.bytes(bytes);
    hasher.finish()
}

/// Reads numbers one after the other; `field` names what is read, for the error.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    /// Checks how bytes begin, their version, and their checksum, which is left off.
    ///
    /// # Errors
    /// If any of these is not as it is to be.
    pub fn open(bytes: &'a [u8], magic: &[u8; 4], known: u16) -> Result<Self, SaveError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.array::<4>("magic")? != *magic {
            return Err(SaveError { byte: 0, field: "magic", fault: SaveFault::Foreign });
        }
        let found = reader.u16("version")?;
        if found != known {
            let fault = SaveFault::Version { found, known };
            return Err(SaveError { byte: 4, field: "version", fault });
        }
        let end = bytes.len().checked_sub(8).filter(|end| *end >= reader.at);
        let end =
            end.ok_or(SaveError { byte: bytes.len(), field: "checksum", fault: SaveFault::CutShort })?;
        let sum = Reader { bytes, at: end }.u64("checksum")?;
        if sum != checksum(&bytes[..end]) {
            return Err(SaveError { byte: end, field: "checksum", fault: SaveFault::Damaged });
        }
        Ok(Reader { bytes: &bytes[..end], ..reader })
    }

    /// Where it is, from the first byte on.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn take(&mut self, len: usize, field: &'static str) -> Result<&'a [u8], SaveError> {
        let taken = self.bytes[self.at..].get(..len);
        let taken = taken.ok_or(SaveError { byte: self.at, field, fault: SaveFault::CutShort })?;
        self.at += len;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], SaveError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, field)?);
        Ok(array)
    }

    /// Reads a byte.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn u8(&mut self, field: &'static str) -> Result<u8, SaveError> {
        self.array(field).map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self, field: &'static str) -> Result<u16, SaveError> {
        self.array(field).map(u16::from_le_bytes)
    }

    /// Reads four bytes, the lowest first.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn u32(&mut self, field: &'static str) -> Result<u32, SaveError> {
        self.array(field).map(u32::from_le_bytes)
    }

    /// Reads eight bytes, the lowest first.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn u64(&mut self, field: &'static str) -> Result<u64, SaveError> {
        self.array(field).map(u64::from_le_bytes)
    }

    pub(crate) fn f32(&mut self, field: &'static str) -> Result<f32, SaveError> {
        self.u32(field).map(f32::from_bits)
    }

    /// Reads x, then y.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn point(&mut self, field: &'static str) -> Result<IVec2, SaveError> {
        Ok(IVec2::new(self.u32(field)? as i32, self.u32(field)? as i32))
    }

    pub(crate) fn vec(&mut self, field: &'static str) -> Result<Vec2, SaveError> {
        Ok(Vec2::new(self.f32(field)?, self.f32(field)?))
    }

    /// A number of things that take at least `each` bytes; so no memory is asked for what cannot be there.
    ///
    /// # Errors
    /// If the bytes end before that many are over.
    pub fn count(&mut self, each: usize, field: &'static str) -> Result<usize, SaveError> {
        let byte = self.at;
        let count = self.u32(field)? as usize;
        let fits = count.checked_mul(each).is_some_and(|bytes| bytes <= self.bytes.len() - self.at);
        if fits { Ok(count) } else { Err(SaveError { byte, field, fault: SaveFault::CutShort }) }
    }

    /// A fault of what was read from byte `byte` on.
    pub(crate) fn fault<T>(byte: usize, field: &'static str, fault: SaveFault) -> Result<T, SaveError> {
        Err(SaveError { byte, field, fault })
    }

    /// Demands something of what was read from byte `byte` on.
    pub(crate) fn demand(
        is: bool,
        byte: usize,
        field: &'static str,
        fault: SaveFault,
    ) -> Result<(), SaveError> {
        if is { Ok(()) } else { Err(SaveError { byte, field, fault }) }
    }

    /// All was read.
    ///
    /// # Errors
    /// If it was not.
    pub fn end(self, field: &'static str) -> Result<(), SaveError> {
        Self::demand(self.at == self.bytes.len(), self.at, field, SaveFault::TooLong)
    }
}
