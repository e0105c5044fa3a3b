//! Registry of the component types that snapshots contain.

use super::columns::{ColumnFormat, ComponentType};
use super::rows;
use crate::archetypes::is_complete;
use crate::identity::Identity;
use crate::mover::{KnownMover, Mover};
use crate::registered::Registered;
use hecs::{Archetype, Component};
use std::any::TypeId;
use std::ops::Range;
use tilephys_columns::Trigger;
use tilephys_core::record::{ByteReader, Codec, List, SaveError, SaveFault, TypeName, Value};

/// Greatest number of component types of a game: each has a bit of a word in a snapshot.
const MAX_TYPES: usize = 64;
const TYPES: List<TypeRecord> =
    List { count: "types.count", least: 6, empty: TypeRecord { name: TypeName::EMPTY, form: (0, 0) } };

/// Component type of a game in a snapshot.
#[derive(Clone)]
struct TypeRecord {
    name: TypeName,
    form: (u8, u32),
}

/// Types by bit: the engine's, then the game's in the order of their registration.
pub(crate) struct Types {
    all: Vec<ComponentType>,
    /// Number of types of the engine.
    engine: usize,
}

/// Set of types: a bit for each of the engine's, and for each of the game's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TypeSet {
    pub(crate) engine: u64,
    pub(crate) game: u64,
}

impl Default for Types {
    fn default() -> Self {
        let all = rows::all();
        Types { engine: all.len(), all }
    }
}

impl Types {
    pub(super) fn register<T: Component + Clone, C: ColumnFormat<T>>(&mut self, name: &'static str) {
        assert!(
            TypeName::new(name.as_bytes()).is_some(),
            "{name:?}: a name has 1 to {} bytes",
            TypeName::MAX
        );
        let is_known = self.all.iter().find(|known| known.id == TypeId::of::<T>());
        let of = std::any::type_name::<T>();
        assert!(
            is_known.is_none(),
            "{name}: snapshots contain {of} already, as {:?}",
            is_known.unwrap().name
        );
        assert!(
            self.all.iter().all(|known| known.name != name),
            "{name}: the name is another type's, not {of}'s"
        );
        assert!(
            self.game().len() < MAX_TYPES,
            "{name}: snapshots contain at most {MAX_TYPES} types of a game"
        );
        // Everything is checked by now, so that writing a snapshot cannot fail.
        self.all.push(ComponentType::new::<T, C>(name));
    }

    /// Types of the game.
    pub(crate) fn game(&self) -> &[ComponentType] {
        &self.all[self.engine..]
    }

    pub(crate) fn game_places(&self) -> Range<usize> {
        self.engine..self.all.len()
    }

    /// Index here of the type `index` of a program with the types `indices`, from [`code`](Self::code).
    pub(crate) fn place_in(&self, index: usize, indices: &[usize]) -> Option<usize> {
        match index.checked_sub(self.engine) {
            Some(of_game) => indices.get(of_game).map(|index| self.engine + index),
            None => Some(index),
        }
    }

    pub(crate) fn get(&self, index: usize) -> &ComponentType {
        &self.all[index]
    }

    /// Types of an archetype.
    pub(crate) fn of(&self, archetype: &Archetype) -> TypeSet {
        let bits = |types: &[ComponentType]| {
            types.iter().rev().fold(0, |bits, known| bits << 1 | u64::from((known.has)(archetype)))
        };
        TypeSet { engine: bits(&self.all[..self.engine]), game: bits(self.game()) }
    }

    /// True if snapshots contain the entities of an archetype.
    pub(crate) fn contain(&self, archetype: &Archetype) -> bool {
        let is_known = archetype.has::<Registered>() || archetype.has::<KnownMover>();
        let is_new = archetype.has::<Mover>() || archetype.has::<Trigger>() || is_complete(archetype);
        let is_of_driver = archetype.has::<Identity>();
        is_known || is_new || is_of_driver || self.game().iter().any(|known| (known.has)(archetype))
    }

    /// Set by the indices of its types.
    pub(crate) fn mask(&self, set: TypeSet) -> Places {
        Places(u128::from(set.engine) | u128::from(set.game) << self.engine)
    }

    /// Places of the types in a set.
    pub(crate) fn indices_of(&self, set: TypeSet) -> impl Iterator<Item = usize> + use<> {
        let indices = self.mask(set);
        (0..self.all.len()).filter(move |index| indices.contains(*index))
    }

    /// Indices of the types in a set, in the order of a snapshot; `indices` is from [`code`](Self::code).
    pub(crate) fn in_snapshot(&self, set: TypeSet, indices: &[usize]) -> impl Iterator<Item = usize> {
        let game = indices.iter().filter(move |index| set.game >> **index & 1 != 0);
        let engine = self.indices_of(TypeSet { game: 0, ..set });
        engine.chain(game.map(|index| self.engine + index))
    }

    /// Codes names and forms of the game's types. On reading they are equal types in any order; returns the index of each
    /// among the game's types.
    pub(crate) fn code<C: Codec>(&self, c: &mut C) -> Result<Vec<usize>, C::Error> {
        let first = c.at();
        let mut indices = Vec::new();
        let present = self.game().iter().filter_map(|known| {
            Some(TypeRecord { name: TypeName::new(known.name.as_bytes())?, form: known.form })
        });
        let keep = |TypeRecord { name, form }, byte| {
            // The types may be registered in another order here. The indices translate.
            let index = self.game().iter().position(|known| known.name == name.as_str());
            let unknown = SaveError { byte, field: "types", fault: SaveFault::UnknownType(name) };
            let index = index.ok_or(unknown)?;
            let known = &self.game()[index];
            ByteReader::demand(known.form == form, byte, known.name, SaveFault::OtherType)?;
            ByteReader::demand(!indices.contains(&index), byte, known.name, SaveFault::OutOfOrder)?;
            indices.push(index);
            Ok(())
        };
        let code_type = |TypeRecord { name, form }: &mut TypeRecord, c: &mut C| {
            c.value("type.name", name)?;
            c.value("type.form", &mut form.0)?;
            c.value("type.form", &mut form.1)
        };
        c.list(&TYPES, present, code_type, keep)?;
        // Without a type in the bytes, a restore could not tell which entities have it.
        let missing = (0..self.game().len()).find(|index| !indices.contains(index));
        let missing = missing.map(|index| self.game()[index].name);
        c.demand(missing.is_none(), first, missing.unwrap_or_default(), SaveFault::MissingType)?;
        Ok(indices)
    }

    /// Set of the types of a snapshot: `engine` and `game` are its bits, `indices` is from [`code`](Self::code).
    pub(crate) fn set(&self, engine: u64, game: u64, indices: &[usize]) -> Option<TypeSet> {
        let is_known = engine >> self.engine == 0 && game.checked_shr(indices.len() as u32).unwrap_or(0) == 0;
        let bits = indices.iter().enumerate().filter(|(bit, _)| game >> bit & 1 != 0);
        let game = bits.fold(0, |set, (_, index)| set | 1 << index);
        is_known.then_some(TypeSet { engine, game })
    }
}

/// Set of types by their indices.
#[derive(Clone, Copy)]
pub(crate) struct Places(u128);

impl Places {
    pub(crate) fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }
}

impl TypeSet {
    /// Types of this set that the other set lacks.
    pub(crate) fn without(self, other: TypeSet) -> TypeSet {
        TypeSet { engine: self.engine & !other.engine, game: self.game & !other.game }
    }

    pub(crate) fn is_empty(self) -> bool {
        self == TypeSet::default()
    }

    /// True if the set has a type of the engine.
    pub(crate) fn has(self, index: usize) -> bool {
        self.engine >> index & 1 != 0
    }
}
