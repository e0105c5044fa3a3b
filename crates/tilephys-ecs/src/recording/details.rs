//! Details of recorded ticks: a short hash of each component that a tick changed.
//!
//! A tick is a list of changes by entity and type: the distance to the last entity (LEB128), the type with a bit for a
//! removed component, and two bytes of the hash.

use crate::snapshot::Types;
use crate::snapshot::hash::{Name, visit};
use hecs::World;
use tilephys_core::record::{ByteReader, ByteWriter, SaveError};

/// Bit of the type of a removed component.
const REMOVED: u8 = 1 << 7;
/// Number of the game's first type; the engine's types up to it have their places as numbers.
const FIRST_OF_GAME: usize = 35;
/// Maximum number of types of a game.
const MAX_OF_GAME: usize = 64;
/// Greatest number of a type.
const GREATEST: usize = 127;
/// Bits of the number of an entity; the kind of its name is above.
const NUMBER_BITS: u32 = 32;

/// Component of an entity, by its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    /// Kind of the name and its number.
    entity: u64,
    /// Place of the type.
    pub(super) index: u8,
    hash: u16,
}

impl Part {
    fn key(&self) -> (u64, u8) {
        (self.entity, self.index)
    }

    pub(super) fn number(&self) -> u32 {
        self.entity as u32
    }

    pub(super) fn name(&self) -> Name {
        Name::of(self.entity >> NUMBER_BITS, self.number())
    }
}

/// Number of a type in a recording, by its index among all types. Types that the engine got later count down from the greatest number,
/// so that recordings of before stay as they are.
fn recorded(index: u8, types: &Types) -> u8 {
    let index = usize::from(index);
    let number = match index.checked_sub(types.game_places().start) {
        Some(of_game) => FIRST_OF_GAME + of_game,
        None if index < FIRST_OF_GAME => index,
        None => GREATEST - (index - FIRST_OF_GAME),
    };
    number as u8
}

/// Index of a type by its number in a recording; `indices` are the recorded types of the game.
fn index_of(number: u8, types: &Types, indices: &[usize]) -> Option<usize> {
    let number = usize::from(number);
    let engine = types.game_places().start;
    if number < FIRST_OF_GAME {
        return Some(number);
    }
    if number < FIRST_OF_GAME + MAX_OF_GAME {
        return types.place_in(engine + number - FIRST_OF_GAME, indices);
    }
    Some(FIRST_OF_GAME + GREATEST - number).filter(|index| *index < engine)
}

/// Hashes of all components, by entity and type.
#[derive(Clone, Debug, Default)]
pub(super) struct Details {
    parts: Vec<Part>,
    /// Buffer for the next list.
    next: Vec<Part>,
}

impl Details {
    /// Reads all components, and appends the changes since the last call.
    pub(super) fn update(&mut self, world: &World, types: &Types, bytes: &mut Vec<u8>) {
        self.next.clear();
        for (index, of) in types.detailed() {
            for archetype in world.archetypes().filter(|archetype| types.contain(archetype)) {
                let ids = archetype.ids();
                visit(archetype, of, |name, row, hash| {
                    let number = name.id().unwrap_or(ids[row]);
                    let entity = name.kind() << NUMBER_BITS | u64::from(number);
                    self.next.push(Part { entity, index: index as u8, hash: hash as u16 });
                });
            }
        }
        self.next.sort_unstable();
        let mut last = 0;
        let w = &mut ByteWriter { bytes };
        changes(&self.parts, &self.next, |part, is_removed| {
            // Names ascend, so their distances are small numbers of few bytes.
            write_number(part.entity - last, w);
            last = part.entity;
            w.u8(recorded(part.index, types) | if is_removed { REMOVED } else { 0 });
            if !is_removed {
                w.u16(part.hash);
            }
        });
        std::mem::swap(&mut self.parts, &mut self.next);
    }

    /// Applies the changes of a tick; `indices` are the recorded types of the game. Details that cannot be read are left
    /// out: they only name differences.
    pub(super) fn apply(&mut self, bytes: &[u8], types: &Types, indices: &[usize]) {
        let r = &mut ByteReader::new(bytes);
        let mut entity: u64 = 0;
        let mut changed = Vec::new();
        while r.position() < bytes.len() {
            let Ok((distance, index, hash)) = read(r) else { break };
            entity = entity.wrapping_add(distance);
            if let Some(index) = index_of(index, types, indices) {
                changed.push((Part { entity, index: index as u8, hash: hash.unwrap_or(0) }, hash.is_none()));
            }
        }
        changed.sort_unstable();
        let is_changed =
            |part: &Part| changed.binary_search_by_key(&part.key(), |(part, _)| part.key()).is_ok();
        // A changed part replaces its old entry.
        self.parts.retain(|part| !is_changed(part));
        self.parts.extend(changed.iter().filter(|(_, is_removed)| !is_removed).map(|(part, _)| *part));
        self.parts.sort_unstable();
    }

    /// First component that differs, by name and type: bodies, movers, then others.
    pub(super) fn first_difference(&self, other: &Details) -> Option<Part> {
        if self.parts.is_empty() {
            return None;
        }
        let mut first = None;
        changes(&self.parts, &other.parts, |part, _| first = first.or(Some(part)));
        first
    }
}

/// Calls `visit` with each component that differs between two sorted lists, and whether the second list lacks it.
fn changes(before: &[Part], now: &[Part], mut visit: impl FnMut(Part, bool)) {
    let mut before = before.iter().peekable();
    for part in now {
        // Both lists are sorted, so one pass finds what was added, changed and removed.
        while let Some(gone) = before.next_if(|old| old.key() < part.key()) {
            visit(*gone, true);
        }
        match before.next_if(|old| old.key() == part.key()) {
            Some(old) if old == part => {}
            _ => visit(*part, false),
        }
    }
    before.for_each(|gone| visit(*gone, true));
}

/// Reads the distance to the entity, the type, and the hash, if the component is there.
fn read(r: &mut ByteReader) -> Result<(u64, u8, Option<u16>), SaveError> {
    let mut distance = 0;
    // Seven bits a byte, as in LEB128. More bytes than a word has are not read.
    for shift in (0..u64::BITS).step_by(7) {
        let byte = r.u8("detail")?;
        distance |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            break;
        }
    }
    let index = r.u8("detail")?;
    let hash = if index & REMOVED == 0 { Some(r.u16("detail")?) } else { None };
    Ok((distance, index & !REMOVED, hash))
}

fn write_number(mut number: u64, w: &mut ByteWriter) {
    while number >= 0x80 {
        w.u8(number as u8 | 0x80);
        number >>= 7;
    }
    w.u8(number as u8);
}
