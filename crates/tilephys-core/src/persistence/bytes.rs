//! Binary serialization: little-endian numbers with a checksum at the end, and errors that name the field and the byte.

use crate::hash::StateHasher;
use std::error::Error;
use std::fmt;

/// Appends numbers to a snapshot. Drivers that store bodies elsewhere append their own data with it.
#[derive(Debug)]
pub struct Writer<'a> {
    /// Output buffer.
    pub bytes: &'a mut Vec<u8>,
}

impl Writer<'_> {
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

/// Numbers of a writer and a reader.
macro_rules! numbers {
    ($($name:ident)*) => {
        impl Writer<'_> {
            $(
                /// Appends a number, its lowest byte first.
                pub fn $name(&mut self, v: $name) {
                    self.bytes.extend_from_slice(&v.to_le_bytes());
                }
            )*
        }

        impl Reader<'_> {
            $(
                /// Reads a number, its lowest byte first.
                ///
                /// # Errors
                /// If the bytes end before.
                pub fn $name(&mut self, field: &'static str) -> Result<$name, SaveError> {
                    self.array(field).map($name::from_le_bytes)
                }
            )*
        }
    };
}

numbers! { u8 u16 u32 u64 f32 }

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

/// Error of decoding a snapshot or a recording. The world is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaveError {
    /// Byte offset of the field from the first byte.
    pub byte: usize,
    /// Name of the field.
    pub field: &'static str,
    /// Defect of the field.
    pub fault: SaveFault,
}

/// Defect of a field of a snapshot or a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveFault {
    /// The bytes end before the field does.
    CutShort,
    /// Bytes follow after the last field.
    TooLong,
    /// The bytes are not in this format.
    Foreign,
    /// The bytes are in another version of the format.
    Version {
        /// Version in the bytes.
        found: u16,
        /// Version that this crate reads.
        known: u16,
    },
    /// The checksum does not match.
    Damaged,
    /// The map differs from the world's map.
    OtherMap,
    /// The value does not match the world: an index is too great, or the value differs from the recorded one.
    OtherWorld,
    /// The value is out of range.
    OutOfRange,
    /// The value is not greater than its predecessor: duplicate, or not in ascending order.
    OutOfOrder,
    /// The component type is registered here, and absent from the bytes.
    MissingType,
    /// The component type is registered here with another size or form.
    OtherType,
    /// The bytes have a component type that is not registered here.
    UnknownType(TypeName),
}

/// Name of a component type in a snapshot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TypeName {
    len: u8,
    bytes: [u8; TypeName::MAX],
}

impl TypeName {
    /// Maximum length of a name, in bytes.
    pub const MAX: usize = 47;

    pub(crate) const NONE: TypeName = TypeName { len: 0, bytes: [0; Self::MAX] };

    /// Name of these bytes; `None` if they are too many, none, or no text.
    #[must_use]
    pub fn new(name: &[u8]) -> Option<Self> {
        let mut bytes = [0; Self::MAX];
        bytes.get_mut(..name.len())?.copy_from_slice(name);
        let is_name = !name.is_empty() && std::str::from_utf8(name).is_ok();
        is_name.then_some(TypeName { len: name.len() as u8, bytes })
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Debug for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SaveError { byte, field, fault } = self;
        write!(f, "byte {byte}: {field} ")?;
        match fault {
            SaveFault::CutShort => f.write_str("is cut short"),
            SaveFault::TooLong => f.write_str("is followed by more bytes than were written"),
            SaveFault::Foreign => f.write_str("is not what snapshots, saved games and recordings begin with"),
            SaveFault::Version { found, known } => {
                write!(f, "is {found}, and this engine reads {known}")
            }
            SaveFault::Damaged => {
                f.write_str("does not fit the bytes before it: some are not what was written")
            }
            SaveFault::OtherMap => {
                f.write_str("differs from the world's map: load it with the map that it was made on")
            }
            SaveFault::OtherWorld => f.write_str("does not match this world"),
            SaveFault::OutOfRange => f.write_str("is out of range"),
            SaveFault::OutOfOrder => f.write_str("is there twice or not in its order"),
            SaveFault::MissingType => {
                f.write_str("is registered here, and the bytes lack it: register equal types before both")
            }
            SaveFault::OtherType => {
                f.write_str("has another size or form in the bytes than is registered here")
            }
            SaveFault::UnknownType(name) => write!(
                f,
                "has the component type {:?}, which is not registered here: register it with `save_plain` or `save_serde`",
                name.as_str()
            ),
        }
    }
}

impl Error for SaveError {}
