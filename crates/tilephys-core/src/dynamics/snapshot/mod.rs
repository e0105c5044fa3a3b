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

mod bodies;
mod map;
mod memories;
mod regions;
mod restore;

use super::World;
use super::ids::BodyId;
use super::islands::Ignored;
use super::platforms::{SavedMovers, Squish, read_movers, read_squishes, save_squish};
use super::profile::ProfileId;
use super::sensors::SavedSenses;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::controller::TransientState;
use crate::grid::SavedGrid;
use bodies::{BodyScope, SavedBody};

const MAGIC: &[u8; 4] = b"tpsn";
const VERSION: u16 = 1;
/// Bits of the contents: a whole world, and ignored pairs.
const WHOLE: u8 = 1;
const IGNORED: u8 = 2;

/// Parsed snapshot.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    whole: Option<Whole>,
    bodies: Vec<SavedBody>,
    memories: Vec<(BodyId, TransientState)>,
    squishes: Vec<Squish>,
    senses: SavedSenses,
    ignored: Ignored,
}

/// Parts of a snapshot that only a whole world has.
#[derive(Clone, Debug)]
struct Whole {
    next_id: Option<u32>,
    again_from: u32,
    hits: u64,
    map: SavedGrid,
    movers: SavedMovers,
}

impl World {
    /// Serializes all state of the engine: bodies with their transient state, movers with their paths, and
    /// differences from the map at [`new`](Self::new).
    ///
    /// At most 48 bytes a typical body. Profiles, gravity, tile kinds, events and state of the game are not
    /// included. The first call reads the whole map once, for its fingerprint.
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
    #[doc(alias = "save state")]
    #[doc(alias = "serialize")]
    #[doc(alias = "rollback")]
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_into(&mut bytes);
        bytes
    }

    /// Like [`snapshot`](Self::snapshot), but replaces the contents of `bytes` and reuses its allocation.
    pub fn snapshot_into(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        self.save_whole(bytes, self.profiles.len(), |profile| profile);
    }

    /// Like [`snapshot_into`](Self::snapshot_into), for a driver that rebuilds its profiles: any world of
    /// this map can restore it.
    ///
    /// After the restore all bodies except rejected ones have the default profile, until the driver writes
    /// profiles to [`slices`](Self::slices).
    pub fn snapshot_without_profiles_into(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        let keep = |profile: ProfileId| profile.rejection().map_or(ProfileId::DEFAULT, |_| profile);
        self.save_whole(bytes, 1, keep);
    }

    /// Writes everything, with this number of profiles; `profile_of` maps the profile of each body.
    fn save_whole(&self, bytes: &mut Vec<u8>, profiles: usize, profile_of: impl Fn(ProfileId) -> ProfileId) {
        let ignored = if self.ignored.is_empty() { 0 } else { IGNORED };
        let w = &mut self.begin_snapshot(bytes, WHOLE | ignored, profiles);
        w.u64(self.next_id.map_or(u64::MAX, u64::from));
        w.u32(self.again_from);
        w.u64(self.hits);
        bodies::write(self, self.places.iter(), &BodyScope { is_whole: true, profile_of }, w);
        // The driver may have removed bodies since the last step; their transient state is dropped in the
        // next step.
        let (at, mut count) = (w.count_later(), 0);
        for (id, memory) in self.memories.all().filter(|entry| self.places.get(entry.0).is_some()) {
            memories::write(id, memory, w);
            count += 1;
        }
        w.count(at, count);
        let (at, mut count) = (w.count_later(), 0);
        for squish in self.movers.squishes.all(&self.places) {
            save_squish(squish, w);
            count += 1;
        }
        w.count(at, count);
        self.senses.save(&self.places, |_| true, w);
        if ignored != 0 {
            self.ignored.save(|_| true, w);
        }
        map::write(self, w);
        self.movers.save(w);
        w.seal(0);
    }

    /// Serializes the state of some bodies. Skips ids that do not exist, and ignored pairs with other bodies.
    #[must_use]
    pub fn snapshot_of(&self, ids: &[BodyId]) -> Vec<u8> {
        let mut places: Vec<_> = ids.iter().filter_map(|id| Some((*id, self.places.get(*id)?))).collect();
        places.sort_unstable();
        places.dedup();
        let mut bytes = Vec::new();
        let meant = |body: BodyId| places.binary_search_by_key(&body, |place| place.0).is_ok();
        let ignored = if self.ignored.is_any(meant) { IGNORED } else { 0 };
        let w = &mut self.begin_snapshot(&mut bytes, ignored, self.profiles.len());
        let scope = BodyScope { is_whole: false, profile_of: |profile| profile };
        bodies::write(self, places.iter().copied(), &scope, w);
        let (at, mut count) = (w.count_later(), 0);
        for (id, memory) in places.iter().filter_map(|(id, _)| Some((*id, self.memories.find(*id)?))) {
            memories::write(id, memory, w);
            count += 1;
        }
        w.count(at, count);
        let (at, mut count) = (w.count_later(), 0);
        for squish in places.iter().flat_map(|(id, _)| self.movers.squishes.of(*id)) {
            save_squish(squish, w);
            count += 1;
        }
        w.count(at, count);
        self.senses.save(&self.places, meant, w);
        if ignored != 0 {
            self.ignored.save(meant, w);
        }
        w.seal(0);
        bytes
    }

    fn begin_snapshot<'a>(&self, bytes: &'a mut Vec<u8>, contents: u8, profiles: usize) -> Writer<'a> {
        let mut w = Writer { bytes };
        w.bytes.extend_from_slice(MAGIC);
        w.u16(VERSION);
        w.u8(contents);
        w.u64(self.grid.first_fingerprint());
        w.u32(profiles as u32);
        w
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
        let read = self.read_snapshot(snapshot, &mut saved);
        if read.is_ok() {
            match &saved.whole {
                Some(whole) => self.restore_whole(&saved, whole),
                None => self.restore_some(&saved),
            }
            self.log.events.clear();
            self.pair_counts = Default::default();
        }
        self.saved = saved;
        read
    }

    fn read_snapshot(&self, bytes: &[u8], saved: &mut Saved) -> Result<(), SaveError> {
        let r = &mut Reader::open(bytes, MAGIC, VERSION)?;
        let (byte, contents) = (r.at, r.u8("contents")?);
        Reader::demand(contents & !(WHOLE | IGNORED) == 0, byte, "contents", SaveFault::OutOfRange)?;
        let (byte, map) = (r.at, r.u64("map")?);
        Reader::demand(map == self.grid.first_fingerprint(), byte, "map", SaveFault::OtherMap)?;
        let (byte, profiles) = (r.at, r.u32("profiles")? as usize);
        Reader::demand(profiles <= self.profiles.len(), byte, "profiles", SaveFault::OtherWorld)?;
        let ids = if contents & WHOLE != 0 {
            let (byte, next) = (r.at, r.u64("next_id")?);
            let is_id = next == u64::MAX || next <= u32::MAX.into();
            Reader::demand(is_id, byte, "next_id", SaveFault::OutOfRange)?;
            Some((u32::try_from(next).ok(), r.u32("again_from")?, r.u64("hits")?))
        } else {
            None
        };
        saved.bodies.clear();
        saved.memories.clear();
        bodies::read(self, &mut saved.bodies, r)?;
        if let Some((Some(next_id), ..)) = ids {
            let is_given = saved.bodies.last().is_none_or(|last| last.id.0 < next_id);
            Reader::demand(is_given, r.at, "next_id", SaveFault::OutOfRange)?;
        }
        memories::read(&saved.bodies, &mut saved.memories, r)?;
        let known = |id: BodyId| saved.bodies.binary_search_by_key(&id, |saved| saved.id).is_ok();
        saved.squishes = read_squishes(r, known)?;
        saved.senses.read(known, r)?;
        saved.ignored.clear();
        if contents & IGNORED != 0 {
            saved.ignored.read(known, r)?;
        }
        saved.whole = None;
        if let Some((next_id, again_from, hits)) = ids {
            let map = map::read(&self.grid, &saved.bodies, r)?;
            let solids = saved.bodies.iter().filter_map(|saved| Some(saved.solid?.0));
            let movers = read_movers(r, &self.grid, (&map, solids))?;
            saved.whole = Some(Whole { next_id, again_from, hits, map, movers });
        }
        r.end("checksum")
    }
}
