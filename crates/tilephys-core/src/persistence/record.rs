//! Input recording and replay, for deterministic playback and comparison.
//!
//! A recording contains the first state, and for each tick the map edits before it, the input, and the hash of the state after
//! it. The input is bytes in the game's own format. A replay calls the game's own step with the recorded input. A [`Checkpoint`]
//! keeps the state of a world in memory, for rollback.
//!
//! A [`TickWriter`] and a [`TickReader`] do not depend on where bodies are stored. A driver with bodies of its own writes and reads
//! recordings with them.

pub use super::bytes::{Reader as ByteReader, Writer as ByteWriter};
pub use super::bytes::{SaveError, SaveFault, TypeName, checksum};
pub use super::codec::{Codec, List, Value};
pub use crate::dynamics::Checkpoint;
pub use crate::grid::HeldEdits;

use crate::aabb::Aabb;
use crate::dynamics::World;
use crate::grid::{Edit, RegionId, ShapeId, TileGrid};
use crate::persistence::bytes::{Reader, Writer};
use crate::persistence::map_diff::{NO_REGION, code_region};
use crate::persistence::values::code_box;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::error::Error;
use std::fmt;
use std::ops::Range;

const FORMAT: Format = Format { magic: *b"tprc", version: 1, has_details: false };

/// Records inputs and map edits tick by tick.
///
/// ```
/// # use glam::{UVec2, Vec2};
/// # use tilephys_core::{*, record::*};
/// # let mut world = World::new(TileGrid::new(UVec2::splat(16)));
/// # let player = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::ZERO, Vec2::splat(8.0)));
/// let play = |world: &mut World, input: &[u8]| {
///     world.set_velocity(player, Vec2::new(f32::from(input[0]), 0.0));
///     world.step(1.0 / 60.0);
/// };
/// let mut recorder = Recorder::new(&mut world, 1.0 / 60.0);
/// for input in [[60], [60], [120]] {
///     recorder.tick(&mut world, &input, play);
/// }
/// let recording = recorder.finish(&mut world);
///
/// let mut replay = Replay::new(&recording, &mut world)?;
/// assert_eq!(replay.run(&mut world, play), Ok(3));
/// # Ok::<(), SaveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder(TickWriter);

impl Recorder {
    /// Begins a recording with the present state of the world; `dt` is the length of the game's steps, in seconds, for the replay.
    #[must_use]
    pub fn new(world: &mut World, dt: f32) -> Self {
        let snapshot = world.snapshot();
        Recorder(TickWriter::new(FORMAT, world, dt, &snapshot))
    }

    /// Records one tick: `play` steps the world, once or several times, with this input. Map edits since the last tick are recorded
    /// and replayed. All other changes of the world must happen in `play`.
    pub fn tick(&mut self, world: &mut World, input: &[u8], play: impl FnOnce(&mut World, &[u8])) {
        self.0.begin(&mut world.grid);
        play(world, input);
        let hash = world.state_hash();
        self.0.end(&mut world.grid, input, hash, &[]);
    }

    /// Number of recorded ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.0.ticks()
    }

    /// Ends the recording and returns its bytes.
    #[must_use]
    pub fn finish(self, world: &mut World) -> Vec<u8> {
        self.0.finish(&mut world.grid)
    }
}

const ZERO: Aabb = Aabb { min: IVec2::ZERO, max: IVec2::ZERO };
const EMPTY: Edit = KINDS[0];
/// Kinds of edits, in the order of their codes.
const KINDS: [Edit; 8] = [
    Edit::Tile { layer: LayerId::EMPTY, at: TileCoord::EMPTY, tile: None },
    Edit::AddBox { layer: LayerId::EMPTY, aabb: ZERO, tile: TileId::EMPTY },
    Edit::AddShape { layer: LayerId::EMPTY, at: IVec2::ZERO, tile: TileId::EMPTY },
    Edit::Remove { id: ShapeId::EMPTY },
    Edit::Move { id: ShapeId::EMPTY, min: IVec2::ZERO },
    Edit::AddRegion { region: NO_REGION },
    Edit::RemoveRegion { id: RegionId::EMPTY },
    Edit::MoveRegion { id: RegionId::EMPTY, aabb: ZERO },
];

fn code_edit<C: Codec>(edit: &mut Edit, c: &mut C) -> Result<(), C::Error> {
    c.kind("edit.kind", edit, &KINDS)?;
    // Only the form is checked here. Whether the map allows the edit is asked when it is replayed.
    match edit {
        Edit::Tile { layer, at, tile } => {
            c.value("edit.layer", layer)?;
            c.value("edit.tile", tile)?;
            c.value("edit.cell", at)
        }
        Edit::AddBox { layer, aabb, tile } => {
            c.value("edit.layer", layer)?;
            c.value("edit.tile", tile)?;
            code_box(aabb, ["edit.min", "edit.max"], c)
        }
        Edit::AddShape { layer, at, tile } => {
            c.value("edit.layer", layer)?;
            c.value("edit.tile", tile)?;
            c.value("edit.at", at)
        }
        Edit::Remove { id } => c.value("edit.shape", id),
        Edit::Move { id, min } => {
            c.value("edit.shape", id)?;
            c.value("edit.min", min)
        }
        Edit::AddRegion { region } => code_region(region, c),
        Edit::RemoveRegion { id } => c.value("edit.region", id),
        Edit::MoveRegion { id, aabb } => {
            c.value("edit.region", id)?;
            code_box(aabb, ["edit.min", "edit.max"], c)
        }
    }
}

/// A recording in playback.
#[derive(Clone, Debug)]
pub struct Replay(TickReader);

/// First tick after which the state differs from the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Number of the tick, from 1 on.
    pub tick: u32,
    /// State hash in the recording.
    pub expected: u64,
    /// State hash of the replay. If a recorded map edit is not possible, the hash before the tick.
    pub found: u64,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Divergence { tick, expected, found } = self;
        write!(f, "tick {tick}: the state has the hash {found:016x}, recorded was {expected:016x}")
    }
}

impl Error for Divergence {}

impl Replay {
    /// Reads a recording and restores its first state. The world must have the recorded world's map, profiles and gravity.
    ///
    /// # Errors
    /// - The bytes are not a recording, are of another version, cut short or damaged.
    /// - The map or the gravity differs.
    /// - The world rejects the [snapshot](World::restore); byte offsets then count from the start of the recording too.
    ///
    /// After an error the world is unchanged.
    pub fn new(recording: &[u8], world: &mut World) -> Result<Self, SaveError> {
        let (ticks, snapshot) = TickReader::new(FORMAT, recording, world)?;
        let moved = |error: SaveError| SaveError { byte: error.byte + snapshot.start, ..error };
        world.restore(&recording[snapshot.clone()]).map_err(moved)?;
        Ok(Replay(ticks))
    }

    /// Length of a step of the recorded game, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.0.dt()
    }

    /// Total number of ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.0.ticks()
    }

    /// Replays the next tick: applies the recorded map edits, calls `play` with the recorded input, and compares the state hashes.
    /// `None` after the last tick.
    pub fn tick(
        &mut self,
        world: &mut World,
        play: impl FnOnce(&mut World, &[u8]),
    ) -> Option<Result<(), Divergence>> {
        let all_made = self.0.begin(&mut world.grid)?;
        // On a map that refuses a recorded edit, the game would play in another world.
        if all_made {
            play(world, self.0.input());
        }
        let tick = self.0.tick();
        let expected = self.0.hash();
        let found = world.state_hash();
        let is_same = all_made && found == expected;
        Some(if is_same { Ok(()) } else { Err(Divergence { tick, expected, found }) })
    }

    /// Replays all remaining ticks, up to the first that diverges. Returns the number of replayed ticks.
    ///
    /// # Errors
    /// The tick that diverges.
    pub fn run(
        &mut self,
        world: &mut World,
        mut play: impl FnMut(&mut World, &[u8]),
    ) -> Result<u32, Divergence> {
        let mut played = 0;
        while let Some(same) = self.tick(world, &mut play) {
            same?;
            played += 1;
        }
        Ok(played)
    }
}

/// Minimum bytes of a tick: flags and a hash.
const TICK_BYTES: usize = 9;
const EDITS: List<Edit> = List { count: "edits.count", least: 5, empty: EMPTY };

/// Format of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// First bytes.
    pub magic: [u8; 4],
    /// Version of the format.
    pub version: u16,
    /// True if ticks may have details.
    pub has_details: bool,
}

/// Writes a recording tick by tick.
#[derive(Clone, Debug)]
pub struct TickWriter {
    bytes: Vec<u8>,
    count_at: usize,
    ticks: u32,
    input: Vec<u8>,
    /// Edits before the tick that has begun.
    edits: Vec<Edit>,
}

impl TickWriter {
    /// Begins a recording with a snapshot of a driver's state; `dt` is the length of a step, in seconds.
    #[must_use]
    pub fn new(format: Format, world: &mut World, dt: f32, snapshot: &[u8]) -> Self {
        let mut bytes = Vec::new();
        let w = &mut Writer { bytes: &mut bytes };
        w.bytes.extend_from_slice(&format.magic);
        w.u16(format.version);
        let Ok(()) = code_head(world, &mut dt.clone(), w);
        let Ok(_) = w.blob("snapshot", snapshot);
        let count_at = w.count_later();
        world.grid.take_edits(true);
        TickWriter { bytes, count_at, ticks: 0, input: Vec::new(), edits: Vec::new() }
    }

    /// Begins a tick: takes the map edits since the last one, and stops the recording of edits.
    pub fn begin(&mut self, grid: &mut TileGrid) {
        self.edits = grid.take_edits(false);
    }

    /// Ends a tick with its input, the hash after it, and details of the driver. Records edits again.
    pub fn end(&mut self, grid: &mut TileGrid, input: &[u8], hash: u64, details: &[u8]) {
        // Games give equal inputs for many ticks, so an input is written only when it changes.
        let is_new = self.ticks == 0 || self.input != input;
        let parts = Parts {
            edits: (!self.edits.is_empty()).then_some(&self.edits[..]),
            input: is_new.then_some(input),
            details: (!details.is_empty()).then_some(details),
            hash,
        };
        let Ok(_) = code_tick(&parts, &mut Vec::new(), &mut Writer { bytes: &mut self.bytes });
        if is_new {
            self.input.clear();
            self.input.extend_from_slice(input);
        }
        self.ticks += 1;
        grid.take_edits(true);
    }

    /// Number of recorded ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Ends the recording and returns its bytes.
    #[must_use]
    pub fn finish(mut self, grid: &mut TileGrid) -> Vec<u8> {
        grid.take_edits(false);
        let w = &mut Writer { bytes: &mut self.bytes };
        w.count(self.count_at, self.ticks as usize);
        w.seal(0);
        self.bytes
    }
}

/// Reads the ticks of a recording.
#[derive(Clone, Debug)]
pub struct TickReader {
    dt: f32,
    ticks: Vec<Tick>,
    edits: Vec<Edit>,
    bytes: Vec<u8>,
    next: usize,
}

/// A recorded tick: ranges of edits and bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Tick {
    edits: [usize; 2],
    input: [usize; 2],
    details: [usize; 2],
    hash: u64,
}

#[derive(Default)]
struct Parts<'a> {
    edits: Option<&'a [Edit]>,
    /// Input, if it differs from the last tick's.
    input: Option<&'a [u8]>,
    details: Option<&'a [u8]>,
    hash: u64,
}

/// Ranges of the input and the details of a tick in the recording, if it has any, and its hash.
type ReadTick = (Option<Range<usize>>, Option<Range<usize>>, u64);

fn code_head<C: Codec>(world: &World, dt: &mut f32, c: &mut C) -> Result<(), C::Error> {
    c.fixed("map", world.grid.first_fingerprint(), SaveFault::OtherMap)?;
    c.value("dt", dt)?;
    let byte = c.at();
    let mut gravity = world.gravity;
    c.value("gravity", &mut gravity)?;
    let bits = |v: Vec2| v.to_array().map(f32::to_bits);
    c.demand(bits(gravity) == bits(world.gravity), byte, "gravity", SaveFault::OtherWorld)
}

/// Codes a tick: `parts` on writing. On reading appends its edits to `edits`, and returns the rest.
fn code_tick<C: Codec>(parts: &Parts, edits: &mut Vec<Edit>, c: &mut C) -> Result<ReadTick, C::Error> {
    let has = [parts.edits.is_some(), parts.input.is_some(), parts.details.is_some()];
    let [has_edits, has_input, has_details] = c.flags("tick.flags", has)?;
    // Most ticks have no edits, and pay one bit for it.
    if has_edits {
        let keep = |edit, _| {
            edits.push(edit);
            Ok(())
        };
        c.list(&EDITS, parts.edits.into_iter().flatten().copied(), code_edit, keep)?;
    }
    let mut blob = |is: bool, field, bytes: Option<&[u8]>| {
        is.then(|| c.blob(field, bytes.unwrap_or_default())).transpose()
    };
    let input = blob(has_input, "input", parts.input)?;
    let details = blob(has_details, "details", parts.details)?;
    let mut hash = parts.hash;
    c.value("tick.hash", &mut hash)?;
    Ok((input, details, hash))
}

impl TickReader {
    /// Reads a recording of a world with this map and gravity. Returns the place of the snapshot too.
    ///
    /// # Errors
    /// If the bytes are no such recording, of another version, cut short or damaged, or if the map or the gravity differs.
    pub fn new(format: Format, recording: &[u8], world: &World) -> Result<(Self, Range<usize>), SaveError> {
        let r = &mut Reader::open(recording, &format.magic, format.version)?;
        let mut dt = 0.0;
        code_head(world, &mut dt, r)?;
        let snapshot = r.blob("snapshot", &[])?;
        let mut reader = TickReader { dt, ticks: Vec::new(), edits: Vec::new(), bytes: Vec::new(), next: 0 };
        for _ in 0..r.count(TICK_BYTES, "ticks.count")? {
            reader.read_tick(format, recording, r)?;
        }
        r.end("checksum")?;
        Ok((reader, snapshot))
    }

    fn read_tick(&mut self, format: Format, recording: &[u8], r: &mut Reader) -> Result<(), SaveError> {
        let byte = r.position();
        let from = self.edits.len();
        let (input, details, hash) = code_tick(&Parts::default(), &mut self.edits, r)?;
        let last = self.ticks.last().map(|last| last.input);
        let is_known = details.is_none() || format.has_details;
        let is_sound = is_known && (input.is_some() || last.is_some());
        Reader::demand(is_sound, byte, "tick.flags", SaveFault::OutOfRange)?;
        let input = input.map(|range| self.keep(&recording[range])).or(last);
        let details = details.map(|range| self.keep(&recording[range]));
        let [input, details] = [input, details].map(Option::unwrap_or_default);
        self.ticks.push(Tick { edits: [from, self.edits.len()], input, details, hash });
        Ok(())
    }

    fn keep(&mut self, bytes: &[u8]) -> [usize; 2] {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        [from, self.bytes.len()]
    }

    /// Length of a step of the recorded game, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// Total number of ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks.len() as u32
    }

    /// Begins the next tick: makes its map edits. Returns true if all were possible; `None` after the last tick.
    pub fn begin(&mut self, grid: &mut TileGrid) -> Option<bool> {
        let [from, to] = self.ticks.get(self.next)?.edits;
        self.next += 1;
        Some(self.edits[from..to].iter().all(|edit| grid.make_edit(*edit)))
    }

    /// Number of the tick that has begun, from 1 on.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.next as u32
    }

    fn present(&self) -> Tick {
        self.next.checked_sub(1).map(|index| self.ticks[index]).unwrap_or_default()
    }

    /// Input of the tick that has begun.
    #[must_use]
    pub fn input(&self) -> &[u8] {
        let [from, to] = self.present().input;
        &self.bytes[from..to]
    }

    /// Details of the driver for the tick that has begun; empty if it has none.
    #[must_use]
    pub fn details(&self) -> &[u8] {
        let [from, to] = self.present().details;
        &self.bytes[from..to]
    }

    /// Hash after the tick that has begun.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.present().hash
    }
}
