//! Columns of components in a snapshot, with their types erased.

use bytemuck::Pod;
use hecs::{Archetype, Component, Entity, EntityBuilder, World};
use std::any::TypeId;
use std::ops::Range;
use tilephys_core::record::{ByteReader, ByteWriter, SaveError, SaveFault};

/// Component type that snapshots contain.
pub(crate) struct ComponentType {
    pub(crate) name: &'static str,
    pub(crate) id: TypeId,
    /// Kind of format, and bytes of a component if they are fixed: equal in all programs that share snapshots.
    pub(crate) form: (u8, u32),
    pub(crate) has: fn(&Archetype) -> bool,
    /// Writes some rows of an archetype that has the type.
    pub(crate) write: fn(&Archetype, Range<usize>, &mut ByteWriter),
    /// Reads so many rows.
    pub(crate) read: ReadColumn,
    /// A column without rows.
    pub(crate) empty: fn() -> Box<dyn Column>,
    pub(crate) remove: fn(&mut World, Entity),
}

type ReadColumn = fn(usize, &mut ByteReader) -> Result<Box<dyn Column>, SaveError>;

/// Components of one type from a snapshot or a checkpoint.
pub(crate) trait Column: Send + Sync {
    /// Adds the component of a row to a builder.
    fn add(&self, row: usize, builder: &mut EntityBuilder);

    /// Writes components over the ones of an archetype; pairs of the row here and the row there.
    fn overwrite(&self, archetype: &Archetype, pairs: &[(usize, usize)]);

    /// Writes all components over the ones of an archetype with as many rows.
    fn overwrite_all(&self, archetype: &Archetype);

    /// Replaces the components by copies of all in an archetype.
    fn copy(&mut self, archetype: &Archetype);
}

/// Serialization of components of a type.
pub(crate) trait ColumnFormat<T> {
    const FORM: (u8, u32);

    fn write(rows: &[T], w: &mut ByteWriter);

    fn read(len: usize, r: &mut ByteReader) -> Result<Vec<T>, SaveError>;
}

impl ComponentType {
    pub(crate) fn new<T: Component + Clone, C: ColumnFormat<T>>(name: &'static str) -> Self {
        ComponentType {
            name,
            id: TypeId::of::<T>(),
            form: C::FORM,
            has: Archetype::has::<T>,
            // Function pointers erase the type once a column, without a call for each value.
            write: |archetype, rows, w| {
                archetype.get::<&T>().into_iter().for_each(|column| C::write(&column[rows.clone()], w));
            },
            read: |len, r| Ok(Box::new(Values::<T>(C::read(len, r)?))),
            empty: || Box::new(Values::<T>(Vec::new())),
            remove: |world, entity| _ = world.remove_one::<T>(entity),
        }
    }
}

struct Values<T>(Vec<T>);

impl<T: Component + Clone> Column for Values<T> {
    fn add(&self, row: usize, builder: &mut EntityBuilder) {
        if let Some(component) = self.0.get(row) {
            builder.add(component.clone());
        }
    }

    fn overwrite(&self, archetype: &Archetype, pairs: &[(usize, usize)]) {
        let Some(mut column) = archetype.get::<&mut T>() else { return };
        for (from, to) in pairs {
            if let Some(component) = self.0.get(*from) {
                column[*to].clone_from(component);
            }
        }
    }

    fn overwrite_all(&self, archetype: &Archetype) {
        if let Some(mut column) = archetype.get::<&mut T>() {
            column.clone_from_slice(&self.0);
        }
    }

    fn copy(&mut self, archetype: &Archetype) {
        let column = archetype.get::<&T>();
        self.0.clear();
        column.into_iter().for_each(|column| self.0.extend_from_slice(&column));
    }
}

/// Components as their bytes in memory.
pub(crate) struct Plain;

impl<T: Pod> ColumnFormat<T> for Plain {
    const FORM: (u8, u32) = (1, size_of::<T>() as u32);

    fn write(rows: &[T], w: &mut ByteWriter) {
        w.bytes.extend_from_slice(bytemuck::cast_slice(rows));
    }

    fn read(len: usize, r: &mut ByteReader) -> Result<Vec<T>, SaveError> {
        (0..len).map(|_| Ok(bytemuck::pod_read_unaligned(r.take(size_of::<T>(), "component")?))).collect()
    }
}

/// Components by their implementation of serde.
#[cfg(feature = "serde")]
pub(crate) struct Serde;

#[cfg(feature = "serde")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> ColumnFormat<T> for Serde {
    const FORM: (u8, u32) = (2, 0);

    fn write(rows: &[T], w: &mut ByteWriter) {
        for row in rows {
            let at = w.count_later();
            let from = w.bytes.len();
            let written = postcard::to_extend(row, Onto(w.bytes)).map(|_| ());
            written.unwrap_or_else(|error| panic!("{}: {error}", std::any::type_name::<T>()));
            w.count(at, w.bytes.len() - from);
        }
    }

    fn read(len: usize, r: &mut ByteReader) -> Result<Vec<T>, SaveError> {
        let read = |r: &mut ByteReader| {
            let byte = r.position();
            let len = r.count(1, "component")?;
            let bytes = r.take(len, "component")?;
            let error = SaveError { byte, field: "component", fault: SaveFault::OutOfRange };
            postcard::from_bytes(bytes).map_err(|_| error)
        };
        (0..len).map(|_| read(r)).collect()
    }
}

/// Buffer that a serializer extends.
#[cfg(feature = "serde")]
struct Onto<'a>(&'a mut Vec<u8>);

#[cfg(feature = "serde")]
impl Extend<u8> for Onto<'_> {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, bytes: I) {
        self.0.extend(bytes);
    }
}

/// Component of the engine that snapshots contain field by field.
pub(crate) trait Row: Sized {
    fn write(&self, w: &mut ByteWriter);

    fn read(r: &mut ByteReader) -> Result<Self, SaveError>;

    /// True if another component has equal bytes. False only costs time.
    fn is_same(&self, _: &Self) -> bool {
        false
    }
}

/// Components one by one.
pub(crate) struct Each;

impl<T: Row> ColumnFormat<T> for Each {
    const FORM: (u8, u32) = (3, 0);

    fn write(rows: &[T], w: &mut ByteWriter) {
        rows.iter().for_each(|row| row.write(w));
    }

    fn read(len: usize, r: &mut ByteReader) -> Result<Vec<T>, SaveError> {
        (0..len).map(|_| T::read(r)).collect()
    }
}

/// Components as runs of equal ones: settings, which many bodies share.
pub(crate) struct Runs;

impl<T: Row + Clone> ColumnFormat<T> for Runs {
    const FORM: (u8, u32) = (4, 0);

    fn write(rows: &[T], w: &mut ByteWriter) {
        // Begin and end of the last run in the bytes.
        let mut last = 0..0;
        let mut count = 0;
        for (index, row) in rows.iter().enumerate() {
            if index > 0 && row.is_same(&rows[index - 1]) {
                count += 1;
                continue;
            }
            let at = w.count_later();
            row.write(w);
            let end = w.bytes.len();
            // `is_same` only saves time and may miss equal values, so the bytes decide.
            if index > 0 && w.bytes[last.start + 4..last.end] == w.bytes[at + 4..end] {
                w.bytes.truncate(at);
                count += 1;
                continue;
            }
            if index > 0 {
                w.count(last.start, count);
            }
            last = at..end;
            count = 1;
        }
        if !rows.is_empty() {
            w.count(last.start, count);
        }
    }

    fn read(len: usize, r: &mut ByteReader) -> Result<Vec<T>, SaveError> {
        let mut rows = Vec::with_capacity(len);
        while rows.len() < len {
            let byte = r.position();
            let count = r.u32("component.run")? as usize;
            // A forged count must not reserve memory beyond the rows of the block.
            let fits = (1..=len - rows.len()).contains(&count);
            ByteReader::demand(fits, byte, "component.run", SaveFault::OutOfRange)?;
            let row = T::read(r)?;
            rows.resize(rows.len() + count, row);
        }
        Ok(rows)
    }
}

/// Components whose presence is all that is saved.
pub(crate) struct Presence;

impl<T: Default> ColumnFormat<T> for Presence {
    const FORM: (u8, u32) = (5, 0);

    fn write(_: &[T], _: &mut ByteWriter) {}

    fn read(len: usize, _: &mut ByteReader) -> Result<Vec<T>, SaveError> {
        Ok((0..len).map(|_| T::default()).collect())
    }
}
