//! Codec: one description of a record, for serialization and deserialization.
//!
//! The function `code` of a record visits its fields in the order of their bytes. A [`Writer`] appends each field, a [`Reader`]
//! replaces it. So no field is written in one place and read in another. The checks of a description run on reading only.

use crate::persistence::bytes::{Reader, SaveError, SaveFault, Writer};
use std::convert::Infallible;
use std::mem::discriminant;
use std::ops::Range;

/// Writer or reader of records.
///
/// ```
/// use tilephys_core::record::{ByteReader, ByteWriter, Codec, SaveError};
///
/// /// A door, with its target if it has one.
/// #[derive(Clone, Copy, Debug, Default, PartialEq)]
/// struct Door {
///     level: u32,
///     target: Option<u16>,
/// }
///
/// impl Door {
///     fn code<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error> {
///         c.value("door.level", &mut self.level)?;
///         let [has_target] = c.flags("door.flags", [self.target.is_some()])?;
///         c.option(has_target, "door.target", &mut self.target)
///     }
/// }
///
/// let (mut door, mut bytes) = (Door { level: 3, target: Some(9) }, Vec::new());
/// let Ok(()) = door.code(&mut ByteWriter { bytes: &mut bytes });
/// assert_eq!(bytes, [3, 0, 0, 0, 1, 9, 0]);
///
/// let mut read = Door::default();
/// read.code(&mut ByteReader::new(&bytes))?;
/// assert_eq!(read, door);
/// let error = read.code(&mut ByteReader::new(&bytes[..6])).unwrap_err();
/// assert_eq!(error.to_string(), "byte 5: door.target is cut short");
/// # Ok::<(), SaveError>(())
/// ```
pub trait Codec: Sized {
    /// A writer has no error.
    type Error;

    /// True if fields are replaced by the bytes.
    const READS: bool;

    /// Byte offset of the next field.
    fn at(&self) -> usize;

    /// Appends these bytes, or replaces them.
    ///
    /// # Errors
    /// If the bytes end before.
    fn bytes<const N: usize>(&mut self, field: &'static str, bytes: &mut [u8; N]) -> Result<(), Self::Error>;

    /// Refuses the bytes; a writer goes on.
    ///
    /// # Errors
    /// This error, of a reader.
    fn refuse(&self, error: SaveError) -> Result<(), Self::Error>;

    /// Codes a list with its length: `present` on writing, items for `keep` on reading. An item passes through `code`; `keep`
    /// gets its first byte too.
    ///
    /// # Errors
    /// If the bytes end before, and the errors of `code` and `keep`.
    fn list<T: Clone>(
        &mut self,
        list: &List<T>,
        present: impl Iterator<Item = T>,
        code: impl FnMut(&mut T, &mut Self) -> Result<(), Self::Error>,
        keep: impl FnMut(T, usize) -> Result<(), SaveError>,
    ) -> Result<(), Self::Error>;

    /// Codes bytes with their length: these on writing. Returns their place.
    ///
    /// # Errors
    /// If the bytes end before.
    fn blob(&mut self, field: &'static str, bytes: &[u8]) -> Result<Range<usize>, Self::Error>;

    /// Codes a field.
    ///
    /// # Errors
    /// If the bytes end before, or are no such value.
    #[inline(always)]
    fn value<T: Value>(&mut self, field: &'static str, value: &mut T) -> Result<(), Self::Error> {
        value.code(field, self)
    }

    /// Codes a field that is there if `is`.
    ///
    /// # Errors
    /// If the bytes end before, or are no such value.
    #[inline(always)]
    fn value_if<T: Value>(
        &mut self,
        is: bool,
        field: &'static str,
        value: &mut T,
    ) -> Result<(), Self::Error> {
        if is { value.code(field, self) } else { Ok(()) }
    }

    /// Codes the content of an option that has one if `is`.
    ///
    /// # Errors
    /// If the bytes end before, or are no such value.
    #[inline(always)]
    fn option<T: Value + Copy>(
        &mut self,
        is: bool,
        field: &'static str,
        option: &mut Option<T>,
    ) -> Result<(), Self::Error> {
        if is { option.get_or_insert(T::EMPTY).code(field, self) } else { Ok(()) }
    }

    /// Codes flags as the bits of a byte, the first as the lowest, and returns them.
    ///
    /// # Errors
    /// If the bytes end before, or have other flags.
    #[inline(always)]
    fn flags<const N: usize>(
        &mut self,
        field: &'static str,
        flags: [bool; N],
    ) -> Result<[bool; N], Self::Error> {
        let byte = self.at();
        let mut bits = pack(flags) as u8;
        self.value(field, &mut bits)?;
        self.demand(u32::from(bits) >> N == 0, byte, field, SaveFault::OutOfRange)?;
        Ok(unpack(bits.into()))
    }

    /// Codes the variant of an enum as its index in `kinds`. On reading the value becomes that variant, with empty fields.
    ///
    /// # Errors
    /// If the bytes end before, or are no index of a kind.
    fn kind<T: Copy>(&mut self, field: &'static str, value: &mut T, kinds: &[T]) -> Result<(), Self::Error> {
        let byte = self.at();
        let is_its = |kind: &T| discriminant(kind) == discriminant(value);
        let mut index = kinds.iter().position(is_its).unwrap_or_default() as u8;
        self.value(field, &mut index)?;
        match kinds.get(usize::from(index)) {
            Some(kind) if Self::READS => *value = *kind,
            Some(_) => {}
            None => return self.refuse(SaveError { byte, field, fault: SaveFault::OutOfRange }),
        }
        Ok(())
    }

    /// Codes a value that must be this one in the bytes.
    ///
    /// # Errors
    /// If the bytes end before, or have another value.
    fn fixed<T: Value + Copy + PartialEq>(
        &mut self,
        field: &'static str,
        value: T,
        fault: SaveFault,
    ) -> Result<(), Self::Error> {
        let byte = self.at();
        let mut found = value;
        self.value(field, &mut found)?;
        self.demand(found == value, byte, field, fault)
    }

    /// Refuses the bytes unless a condition holds.
    ///
    /// # Errors
    /// If the condition does not hold, for a reader.
    #[inline(always)]
    fn demand(
        &self,
        is: bool,
        byte: usize,
        field: &'static str,
        fault: SaveFault,
    ) -> Result<(), Self::Error> {
        if Self::READS && !is { self.refuse(SaveError { byte, field, fault }) } else { Ok(()) }
    }
}

/// Names and bounds of a list.
pub struct List<T> {
    /// Field of its length.
    pub count: &'static str,
    /// Minimum bytes of an item, so that a forged length allocates no memory.
    pub least: usize,
    /// Item before its fields are read.
    pub empty: T,
}

/// A value with one field name.
pub trait Value: Sized {
    /// Value before it is read.
    const EMPTY: Self;

    /// Writes the value, or replaces it.
    ///
    /// # Errors
    /// If the bytes end before, or are no such value.
    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error>;
}

impl Codec for Writer<'_> {
    type Error = Infallible;

    const READS: bool = false;

    #[inline(always)]
    fn at(&self) -> usize {
        self.bytes.len()
    }

    #[inline(always)]
    fn bytes<const N: usize>(&mut self, _: &'static str, bytes: &mut [u8; N]) -> Result<(), Infallible> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    #[inline(always)]
    fn refuse(&self, _: SaveError) -> Result<(), Infallible> {
        Ok(())
    }

    fn list<T: Clone>(
        &mut self,
        _: &List<T>,
        present: impl Iterator<Item = T>,
        mut code: impl FnMut(&mut T, &mut Self) -> Result<(), Infallible>,
        _: impl FnMut(T, usize) -> Result<(), SaveError>,
    ) -> Result<(), Infallible> {
        // The items come from an iterator, so their number is known only after them.
        let at = self.count_later();
        let mut count = 0;
        for mut item in present {
            code(&mut item, self)?;
            count += 1;
        }
        self.count(at, count);
        Ok(())
    }

    fn blob(&mut self, _: &'static str, bytes: &[u8]) -> Result<Range<usize>, Infallible> {
        self.u32(bytes.len() as u32);
        let from = self.at();
        self.bytes.extend_from_slice(bytes);
        Ok(from..self.at())
    }
}

impl Codec for Reader<'_> {
    type Error = SaveError;

    const READS: bool = true;

    #[inline(always)]
    fn at(&self) -> usize {
        self.position()
    }

    #[inline(always)]
    fn bytes<const N: usize>(&mut self, field: &'static str, bytes: &mut [u8; N]) -> Result<(), SaveError> {
        *bytes = self.array(field)?;
        Ok(())
    }

    #[inline(always)]
    fn refuse(&self, error: SaveError) -> Result<(), SaveError> {
        Err(error)
    }

    fn list<T: Clone>(
        &mut self,
        list: &List<T>,
        _: impl Iterator<Item = T>,
        mut code: impl FnMut(&mut T, &mut Self) -> Result<(), SaveError>,
        mut keep: impl FnMut(T, usize) -> Result<(), SaveError>,
    ) -> Result<(), SaveError> {
        // A count for which the bytes left do not suffice is refused before any item is read.
        for _ in 0..self.count(list.least, list.count)? {
            let byte = self.at();
            let mut item = list.empty.clone();
            code(&mut item, self)?;
            keep(item, byte)?;
        }
        Ok(())
    }

    fn blob(&mut self, field: &'static str, _: &[u8]) -> Result<Range<usize>, SaveError> {
        let len = self.count(1, field)?;
        let from = self.at();
        self.take(len, field)?;
        Ok(from..from + len)
    }
}

/// Flags as bits, the first as the lowest.
#[inline(always)]
pub(crate) fn pack<const N: usize>(flags: [bool; N]) -> u16 {
    flags.into_iter().rev().fold(0, |bits, is| bits << 1 | u16::from(is))
}

/// Bits as flags, the lowest first.
#[inline(always)]
pub(crate) fn unpack<const N: usize>(bits: u16) -> [bool; N] {
    std::array::from_fn(|index| bits >> index & 1 != 0)
}

/// Checks that a key is greater than the key before it.
pub(crate) fn ascends<K: PartialOrd>(
    last: Option<K>,
    key: &K,
    byte: usize,
    field: &'static str,
) -> Result<(), SaveError> {
    Reader::demand(last.is_none_or(|last| last < *key), byte, field, SaveFault::OutOfOrder)
}

/// Keeps an item that was read, if its key is greater than the key before it.
pub(crate) fn keep_next<T, K: PartialOrd>(
    list: &mut Vec<T>,
    item: T,
    key: impl Fn(&T) -> K,
    byte: usize,
    field: &'static str,
) -> Result<(), SaveError> {
    ascends(list.last().map(&key), &key(&item), byte, field)?;
    list.push(item);
    Ok(())
}
