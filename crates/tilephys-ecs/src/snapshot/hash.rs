//! Hashes of components: of the whole game, and of each component by its entity.

use super::columns::ComponentType;
use super::rows;
use super::types::Types;
use crate::archetypes::is_registered;
use crate::mover::KnownMover;
use crate::physics::Physics;
use hecs::{Archetype, World};
use tilephys_core::{
    BodyId, MoverId,
    record::{ByteWriter, checksum},
};

/// Permanent name of an entity in a hash, which does not depend on its handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name {
    Body(u32),
    Mover(u32),
    /// Entity without a permanent name.
    Other,
}

impl Name {
    /// Kind of the name in recordings.
    pub(crate) fn kind(self) -> u64 {
        match self {
            Name::Body(_) => 0,
            Name::Mover(_) => 1,
            Name::Other => 2,
        }
    }

    /// Name of a kind with this id.
    pub(crate) fn of(kind: u64, id: u32) -> Name {
        match kind {
            0 => Name::Body(id),
            1 => Name::Mover(id),
            _ => Name::Other,
        }
    }

    /// Id of the body or mover.
    pub(crate) fn id(self) -> Option<u32> {
        match self {
            Name::Body(id) | Name::Mover(id) => Some(id),
            Name::Other => None,
        }
    }
}

/// Calls `visit` with the name, the row and the hash of each component of a type in an archetype.
pub(crate) fn visit(archetype: &Archetype, of: &ComponentType, mut visit: impl FnMut(Name, usize, u64)) {
    if archetype.is_empty() || !(of.has)(archetype) {
        return;
    }
    let bodies = archetype.get::<&BodyId>().filter(|_| is_registered(archetype));
    let movers = archetype.get::<&MoverId>().filter(|_| archetype.has::<KnownMover>());
    let mut bytes = Vec::new();
    for row in 0..archetype.len() as usize {
        bytes.clear();
        (of.write)(archetype, row..row + 1, &mut ByteWriter { bytes: &mut bytes });
        // Bodies and movers are named by id, because handles differ between runs.
        let name = match (&bodies, &movers) {
            (_, Some(ids)) => Name::Mover(ids[row].0),
            (Some(ids), _) => Name::Body(ids[row].0),
            _ => Name::Other,
        };
        visit(name, row, checksum(&bytes));
    }
}

impl Types {
    /// Types whose values the state hash of the engine does not cover: the game's, the state of characters, and hit boxes.
    pub(crate) fn hashed(&self) -> impl Iterator<Item = &ComponentType> {
        let of_engine = rows::OF_CHARACTERS.iter().chain(&rows::OF_BOXES);
        of_engine.map(|index| self.get(*index)).chain(self.game())
    }
}

impl Types {
    /// Types with their places whose components a recording can name as different.
    pub(crate) fn detailed(&self) -> impl Iterator<Item = (usize, &ComponentType)> {
        let of_engine = rows::OF_BODY.iter().chain(&rows::OF_CHARACTERS).chain(&rows::OF_BOXES).copied();
        of_engine.chain(self.game_places()).map(|index| (index, self.get(index)))
    }
}

impl Physics {
    /// Hash of all that a snapshot restores: the [`state_hash`](Self::state_hash), [registered](Self::save_plain)
    /// components, state and input of characters, and hit boxes with their timers. It does not depend on handles of entities. So it is equal in two
    /// worlds with equal components, whatever their order.
    ///
    /// Covers bodies as of the last step, [`sync`](Self::sync), snapshot or restore.
    #[must_use]
    pub fn game_hash(&self, world: &World) -> u64 {
        let mut sum: u64 = 0;
        for of in self.types.hashed() {
            let name_hash = checksum(of.name.as_bytes());
            for archetype in world.archetypes() {
                visit(archetype, of, |name, _, hash| {
                    // Others have the word 0.
                    let name = name.id().map_or(0, |id| u64::from(id) << 2 | (name.kind() + 1));
                    // A sum has no order.
                    sum = sum.wrapping_add(mixed([name_hash, name, hash]));
                });
            }
        }
        mixed([self.state_hash(), sum, 0])
    }
}

fn mixed(words: [u64; 3]) -> u64 {
    let mut bytes = [0; 24];
    for (part, word) in bytes.chunks_exact_mut(8).zip(words) {
        part.copy_from_slice(&word.to_le_bytes());
    }
    checksum(&bytes)
}
