//! The state of a world as bytes, and back.
//!
//! Little-endian, in this order: magic, version, what it holds, the fingerprint of the map that the world began with, the
//! number of profiles; of a whole world the ids to be given and the hits; bodies; memories; squishes; who is in which sensor and
//! on which tile; which pairs ignore each other, if any; of a whole world what differs from that map, movers and their paths; a checksum
//! of all bytes before it. All lists ascend by id.

mod bodies;
mod map;
mod memories;
mod regions;
mod restore;

use super::World;
use super::ids::BodyId;
use super::movers::{SavedMovers, Squish, read_movers, read_squishes, save_squish};
use super::pairs::Ignored;
use super::profile::ProfileId;
use super::sensors::SavedSenses;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::grid::SavedGrid;
use crate::movement::Memory;
use bodies::{BodyScope, SavedBody};

const MAGIC: &[u8; 4] = b"tpsn";
const VERSION: u16 = 1;
/// What it holds: everything, and pairs that ignore each other.
const WHOLE: u8 = 1;
const IGNORED: u8 = 2;

/// What a snapshot says.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    whole: Option<Whole>,
    bodies: Vec<SavedBody>,
    memories: Vec<(BodyId, Memory)>,
    squishes: Vec<Squish>,
    senses: SavedSenses,
    ignored: Ignored,
}

/// What only that of a whole world says.
#[derive(Clone, Debug)]
struct Whole {
    next_id: Option<u32>,
    again_from: u32,
    hits: u64,
    map: SavedGrid,
    movers: SavedMovers,
}

impl World {
    /// All of the engine's state as bytes: bodies and what they remember, movers with their paths, and what of the map differs
    /// from the one that the world [began](Self::new) with. At most 48 bytes a body of usual size, and some for what few have.
    ///
    /// Settings are not in it: profiles, gravity, kinds of tile; nor events, nor what the game keeps itself. The first call
    /// reads the whole map once, for its fingerprint.
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
    /// # Ok::<(), SaveError>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_into(&mut bytes);
        bytes
    }

    /// The same in place of what `bytes` holds: no memory is asked for once there is room.
    pub fn snapshot_into(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        self.save_whole(bytes, self.profiles.len(), |profile| profile);
    }

    /// The same for a driver that makes profiles anew: any world of this map takes it back, whatever profiles that has. All bodies
    /// but those that are rejected have the default one then, until the driver writes those that they are to have to
    /// [`slices`](Self::slices).
    pub fn snapshot_without_profiles_into(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        let keep = |profile: ProfileId| profile.rejection().map_or(ProfileId::DEFAULT, |_| profile);
        self.save_whole(bytes, 1, keep);
    }

    /// Writes everything, with so many profiles, and of each what `profile_of` makes of it.
    fn save_whole(&self, bytes: &mut Vec<u8>, profiles: usize, profile_of: impl Fn(ProfileId) -> ProfileId) {
        let ignored = if self.ignored.is_empty() { 0 } else { IGNORED };
        let w = &mut self.begin_snapshot(bytes, WHOLE | ignored, profiles);
        w.u64(self.next_id.map_or(u64::MAX, u64::from));
        w.u32(self.again_from);
        w.u64(self.hits);
        bodies::write(self, self.places.iter(), &BodyScope { is_whole: true, profile_of }, w);
        // A driver may have taken bodies away since the last step, whose memories go in the next one.
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

    /// The state of some bodies only. Ids that no body has are left out, and so is that they ignore others than these.
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

    /// Takes back what a snapshot of this world, or of another one that began with the same map and profiles, holds.
    ///
    /// After that of a whole world there is nothing else: bodies and movers that came since are gone, those that went are back
    /// under their ids, with their memories; tiles and loose shapes are as they were, under the same ids. That of some bodies
    /// touches nothing but those; one that is gone comes back. [`events`](Self::events) of the last step are gone after it.
    ///
    /// # Errors
    /// If the bytes are no snapshot, of another version, cut short or damaged, or if they are of another map, or of a world with
    /// profiles that this one has not. Also if shapes and regions that came since would take more than 64 MiB, and more than they
    /// take now. Nothing is changed then.
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
