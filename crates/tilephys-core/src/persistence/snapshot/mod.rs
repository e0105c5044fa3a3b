//! State serialization: snapshots of a world as bytes, and rollback to them.
//!
//! Little-endian, in this order:
//!
//! - magic, version, contents, fingerprint of the original map, number of profiles;
//! - of a whole world: next ids and hit count;
//! - bodies, transient state, squishes, sensor overlaps and tiles under feet, ignored pairs if any;
//! - of a whole world: differences from the original map, movers and their paths;
//! - a checksum of all bytes before it.
//!
//! All lists ascend by id.

use super::codec::Codec;
use super::map_diff;
use crate::dynamics::{BodyId, CombineRule, SavedState, World};
use crate::persistence::bytes::{Reader, SaveError, SaveFault, Writer};
use bodies::Scope;

mod bodies;
mod movers;
mod relations;

const MAGIC: &[u8; 4] = b"tpsn";
const VERSION: u16 = 2;

impl World {
    /// Serializes all state of the engine: bodies with their transient state, movers with their paths, gravity,
    /// [`combine`](Self::combine), and differences from the map at [`new`](Self::new).
    ///
    /// At most 48 bytes a typical body. Profiles, tile kinds, events and state of the game are not included. The first call reads the whole map once, for its fingerprint.
    ///
    /// ```
    /// # use glam::{UVec2, Vec2};
    /// # use tilephys_core::*;
    /// let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    /// world.gravity = Vec2::new(0.0, 900.0);
    /// let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::ZERO, Vec2::splat(8.0)));
    /// let snapshot = world.snapshot();
    /// world.step(1.0 / 60.0);
    /// let after = world.state_hash();
    /// world.despawn(id);
    ///
    /// world.restore(&snapshot)?;
    /// world.step(1.0 / 60.0);
    /// assert_eq!(world.state_hash(), after);
    /// # Ok::<(), record::SaveError>(())
    /// ```
    #[doc(alias("save state", "serialize", "rollback"))]
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_into(&mut bytes);
        bytes
    }

    /// Like [`snapshot`](Self::snapshot), but replaces the contents of `bytes` and reuses its allocation.
    pub fn snapshot_into(&self, bytes: &mut Vec<u8>) {
        write(self, Scope::WHOLE, bytes);
    }

    /// Like [`snapshot_into`](Self::snapshot_into), for a driver that rebuilds its profiles: any world of
    /// this map can restore it.
    ///
    /// After the restore all bodies except rejected ones have the default profile, until the driver writes
    /// profiles to [`slices`](Self::slices).
    pub fn snapshot_without_profiles_into(&self, bytes: &mut Vec<u8>) {
        write(self, Scope { has_profiles: false, ..Scope::WHOLE }, bytes);
    }

    /// Serializes the state of some bodies. Skips ids that do not exist, and ignored pairs with other bodies.
    #[must_use]
    pub fn snapshot_of(&self, ids: &[BodyId]) -> Vec<u8> {
        let mut some: Vec<_> = ids.iter().filter_map(|id| Some((*id, self.indices.get(*id)?))).collect();
        some.sort_unstable();
        some.dedup();
        let mut bytes = Vec::new();
        write(self, Scope { some: Some(&some), has_profiles: true }, &mut bytes);
        bytes
    }

    /// Restores a snapshot of this world, or of a world that began with an equal map and equal profiles.
    ///
    /// After a snapshot of a whole world, newer bodies and movers are gone. Removed ones are back under their
    /// ids, as are tiles and off-grid shapes. A snapshot of some bodies changes or respawns only these.
    /// [`events`](Self::events) are cleared.
    ///
    /// # Errors
    /// If the bytes are no snapshot, have another version, are cut short or damaged, or belong to another map
    /// or to unknown profiles. Also if newer shapes and regions would take more than 64 MiB and more than
    /// they take now. Then nothing changes.
    #[doc(alias = "rollback")]
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), SaveError> {
        let mut saved = std::mem::take(&mut self.saved);
        let read = read(self, snapshot, &mut saved);
        if read.is_ok() {
            self.restore_state(&saved);
        }
        self.saved = saved;
        read
    }
}

fn write(world: &World, scope: Scope, bytes: &mut Vec<u8>) {
    bytes.clear();
    let w = &mut Writer { bytes };
    w.bytes.extend_from_slice(MAGIC);
    w.u16(VERSION);
    let Ok(()) = code(world, scope, &mut SavedState::default(), w);
    w.seal(0);
}

fn read(world: &World, bytes: &[u8], saved: &mut SavedState) -> Result<(), SaveError> {
    let r = &mut Reader::open(bytes, MAGIC, VERSION)?;
    saved.clear();
    code(world, Scope::WHOLE, saved, r)?;
    r.end("checksum")
}

/// Codes a snapshot: the part `scope` of a world on writing, `saved` on reading.
fn code<C: Codec>(world: &World, scope: Scope, saved: &mut SavedState, c: &mut C) -> Result<(), C::Error> {
    let is_any_ignored = relations::ignored(world, scope).next().is_some();
    let is_any_ended = scope.some.is_none() && world.pending_exits().next().is_some();
    let contents = [scope.some.is_none(), is_any_ignored, is_any_ended];
    let [is_whole, is_any_ignored, is_any_ended] = c.flags("contents", contents)?;
    saved.is_whole = is_whole;
    c.fixed("map", world.grid.first_fingerprint(), SaveFault::OtherMap)?;
    let byte = c.at();
    let mut profiles = if scope.has_profiles { world.profiles.len() as u32 } else { 1 };
    c.value("profiles", &mut profiles)?;
    c.demand(profiles as usize <= world.profiles.len(), byte, "profiles", SaveFault::OtherWorld)?;
    if is_whole {
        code_ids(world, saved, c)?;
        code_settings(world, saved, c)?;
    }
    // Bodies first: the parts after them name bodies, and a reader checks each name at once.
    bodies::code(world, scope, saved, c)?;
    // A next id that is taken already would be given twice.
    if let Some(next) = saved.next_id.filter(|_| is_whole) {
        let is_given = saved.bodies.id.last().is_none_or(|last| last.0 < next);
        c.demand(is_given, c.at(), "next_id", SaveFault::OutOfRange)?;
    }
    relations::code_transient(world, scope, saved, c)?;
    relations::code_squishes(world, scope, saved, c)?;
    relations::code_sensors(world, scope, saved, c)?;
    if is_any_ended {
        relations::code_pending_exits(world, saved, c)?;
    }
    if is_any_ignored {
        relations::code_ignored(world, scope, saved, c)?;
    }
    if is_whole {
        // The map before the movers, whose shapes are checked against the map as it will be.
        map_diff::code(world, saved, c)?;
        movers::code(world, saved, c)?;
    }
    Ok(())
}

fn code_ids<C: Codec>(world: &World, saved: &mut SavedState, c: &mut C) -> Result<(), C::Error> {
    let byte = c.at();
    let mut next = world.next_id.map_or(u64::MAX, u64::from);
    c.value("next_id", &mut next)?;
    let is_id = next == u64::MAX || next <= u32::MAX.into();
    c.demand(is_id, byte, "next_id", SaveFault::OutOfRange)?;
    saved.next_id = u32::try_from(next).ok();
    saved.again_from = world.again_from;
    saved.hits = world.hits;
    c.value("again_from", &mut saved.again_from)?;
    c.value("hits", &mut saved.hits)
}

/// Codes the settings of a step that belong to no body: gravity, and the rules for two bodies in contact.
fn code_settings<C: Codec>(world: &World, saved: &mut SavedState, c: &mut C) -> Result<(), C::Error> {
    saved.gravity = world.gravity;
    saved.combine = world.combine;
    c.value("gravity", &mut saved.gravity)?;
    c.kind("combine.restitution", &mut saved.combine.restitution, &CombineRule::ALL)?;
    c.kind("combine.friction", &mut saved.combine.friction, &CombineRule::ALL)
}
