//! Errors of deserialization, which name the field and the byte.

use std::error::Error;
use std::fmt;

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
