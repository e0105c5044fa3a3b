//! Binary serialization: little-endian numbers, with a checksum at the end.

use super::save_error::{SaveError, SaveFault};
use crate::hash::StateHasher;
use glam::{IVec2, Vec2};

/// Appends numbers to a snapshot. Drivers that store bodies elsewhere append their own data with it.
#[derive(Debug)]
pub struct Writer<'a> {
    /// Output buffer.
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

    /// Appends the bits of a number, the lowest byte first.
    pub fn f32(&mut self, v: f32) {
        self.u32(v.to_bits());
    }

    /// Appends x, then y.
    pub fn point(&mut self, v: IVec2) {
        self.u32(v.x as u32);
        self.u32(v.y as u32);
    }

    /// Appends x, then y.
    pub fn vec(&mut self, v: Vec2) {
        self.f32(v.x);
        self.f32(v.y);
    }

    /// Reserves room for a count that is known later. Returns its offset.
    pub fn count_later(&mut self) -> usize {
        let at = self.bytes.len();
        self.u32(0);
        at
    }

    /// Writes a count into the room at offset `at`.
    ///
    /// # Panics
    /// If the offset is not from [`count_later`](Self::count_later).
    pub fn count(&mut self, at: usize, count: usize) {
        self.bytes[at..at + 4].copy_from_slice(&(count as u32).to_le_bytes());
    }

    /// Appends the checksum of the bytes from offset `from` on.
    pub fn seal(&mut self, from: usize) {
        let sum = checksum(&self.bytes[from..]);
        self.u64(sum);
    }
}

/// Hash of bytes, as at the end of a snapshot. Not collision-resistant against an attacker.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = StateHasher::new();
    hasher.bytes(bytes);
    hasher.finish()
}

/// Reads numbers in sequence; `field` names the value in errors.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    /// Reader of bytes without magic bytes, version and checksum.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    /// Checks the magic bytes, the version and the checksum, and strips the checksum.
    ///
    /// # Errors
    /// If any of these is wrong.
    pub fn open(bytes: &'a [u8], magic: &[u8; 4], known: u16) -> Result<Self, SaveError> {
        let mut reader = Reader { bytes, at: 0 };
        // Magic and version come first, so that a foreign or newer file is not called damaged.
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

    /// Byte offset of the next read.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Reads so many bytes.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn take(&mut self, len: usize, field: &'static str) -> Result<&'a [u8], SaveError> {
        let taken = self.bytes[self.at..].get(..len);
        let taken = taken.ok_or(SaveError { byte: self.at, field, fault: SaveFault::CutShort })?;
        self.at += len;
        Ok(taken)
    }

    #[inline(always)]
    pub(crate) fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], SaveError> {
        match self.bytes.get(self.at..).and_then(<[u8]>::first_chunk) {
            Some(array) => {
                self.at += N;
                Ok(*array)
            }
            None => Err(self.cut_short(field)),
        }
    }

    #[cold]
    fn cut_short(&self, field: &'static str) -> SaveError {
        SaveError { byte: self.at, field, fault: SaveFault::CutShort }
    }

    /// Reads a byte.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn u8(&mut self, field: &'static str) -> Result<u8, SaveError> {
        self.array(field).map(u8::from_le_bytes)
    }

    /// Reads two bytes, the lowest first.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn u16(&mut self, field: &'static str) -> Result<u16, SaveError> {
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

    /// Reads the bits of a number.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn f32(&mut self, field: &'static str) -> Result<f32, SaveError> {
        self.u32(field).map(f32::from_bits)
    }

    /// Reads x, then y.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn point(&mut self, field: &'static str) -> Result<IVec2, SaveError> {
        Ok(IVec2::new(self.u32(field)? as i32, self.u32(field)? as i32))
    }

    /// Reads x, then y.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn vec(&mut self, field: &'static str) -> Result<Vec2, SaveError> {
        Ok(Vec2::new(self.f32(field)?, self.f32(field)?))
    }

    /// Reads a number of items that take at least `each` bytes. The check keeps forged counts from allocating memory.
    ///
    /// # Errors
    /// If fewer bytes are left than the items take.
    pub fn count(&mut self, each: usize, field: &'static str) -> Result<usize, SaveError> {
        let byte = self.at;
        let count = self.u32(field)? as usize;
        let fits = count.checked_mul(each).is_some_and(|bytes| bytes <= self.bytes.len() - self.at);
        if fits { Ok(count) } else { Err(SaveError { byte, field, fault: SaveFault::CutShort }) }
    }

    /// An error for the field that starts at byte `byte`.
    ///
    /// # Errors
    /// Always.
    pub fn fault<T>(byte: usize, field: &'static str, fault: SaveFault) -> Result<T, SaveError> {
        Err(SaveError { byte, field, fault })
    }

    /// An error for the field that starts at byte `byte`, unless a condition holds.
    ///
    /// # Errors
    /// If the condition does not hold.
    pub fn demand(is: bool, byte: usize, field: &'static str, fault: SaveFault) -> Result<(), SaveError> {
        if is { Ok(()) } else { Err(SaveError { byte, field, fault }) }
    }

    /// Checks that all bytes were read.
    ///
    /// # Errors
    /// If bytes are left.
    pub fn end(self, field: &'static str) -> Result<(), SaveError> {
        Self::demand(self.at == self.bytes.len(), self.at, field, SaveFault::TooLong)
    }
}
