//! Recorded ticks: the part of a recording that does not depend on where bodies are stored. A driver with bodies of its own writes and
//! reads recordings with it.

use super::edits;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::dynamics::World;
use crate::grid::{Edit, TileGrid};
use std::ops::Range;

/// Flag: edits precede the tick.
const HAS_EDITS: u8 = 1;
/// Flag: the input differs from the last tick's.
const HAS_INPUT: u8 = 1 << 1;
/// Flag: details of the driver follow.
const HAS_DETAILS: u8 = 1 << 2;
/// Minimum bytes of a tick: flags and a hash.
const TICK_BYTES: usize = 9;

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
    /// Byte offset of the number of ticks.
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
        w.u64(world.grid.first_fingerprint());
        w.f32(dt);
        w.vec(world.gravity);
        w.u32(snapshot.len() as u32);
        w.bytes.extend_from_slice(snapshot);
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
        let is_new = self.ticks == 0 || self.input != input;
        let has = [!self.edits.is_empty(), is_new, !details.is_empty()];
        let flags = has.into_iter().zip([HAS_EDITS, HAS_INPUT, HAS_DETAILS]).filter(|flag| flag.0);
        let w = &mut Writer { bytes: &mut self.bytes };
        w.u8(flags.fold(0, |all, flag| all | flag.1));
        if !self.edits.is_empty() {
            w.u32(self.edits.len() as u32);
            self.edits.iter().for_each(|edit| edits::write(edit, w));
        }
        if is_new {
            w.u32(input.len() as u32);
            w.bytes.extend_from_slice(input);
            self.input.clear();
            self.input.extend_from_slice(input);
        }
        if !details.is_empty() {
            w.u32(details.len() as u32);
            w.bytes.extend_from_slice(details);
        }
        w.u64(hash);
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
    /// Length of a step, in seconds.
    dt: f32,
    ticks: Vec<Tick>,
    edits: Vec<Edit>,
    /// Inputs and details.
    bytes: Vec<u8>,
    /// Number of ticks begun.
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

impl TickReader {
    /// Reads a recording of a world with this map and gravity. Returns the place of the snapshot too.
    ///
    /// # Errors
    /// If the bytes are no such recording, of another version, cut short or damaged, or if the map or the gravity differs.
    pub fn new(format: Format, recording: &[u8], world: &World) -> Result<(Self, Range<usize>), SaveError> {
        let r = &mut Reader::open(recording, &format.magic, format.version)?;
        let (byte, map) = (r.at, r.u64("map")?);
        Reader::demand(map == world.grid.first_fingerprint(), byte, "map", SaveFault::OtherMap)?;
        let dt = r.f32("dt")?;
        let (byte, gravity) = (r.at, r.vec("gravity")?);
        let is_same = gravity.to_array().map(f32::to_bits) == world.gravity.to_array().map(f32::to_bits);
        Reader::demand(is_same, byte, "gravity", SaveFault::OtherWorld)?;
        let len = r.count(1, "snapshot")?;
        let snapshot = r.at..r.at + len;
        r.take(len, "snapshot")?;
        let mut reader = TickReader { dt, ticks: Vec::new(), edits: Vec::new(), bytes: Vec::new(), next: 0 };
        for _ in 0..r.count(TICK_BYTES, "ticks.count")? {
            reader.read_tick(format, r)?;
        }
        r.end("checksum")?;
        Ok((reader, snapshot))
    }

    fn read_tick(&mut self, format: Format, r: &mut Reader) -> Result<(), SaveError> {
        let (byte, flags) = (r.at, r.u8("tick.flags")?);
        let known = HAS_EDITS | HAS_INPUT | if format.has_details { HAS_DETAILS } else { 0 };
        let is_first_without = self.ticks.is_empty() && flags & HAS_INPUT == 0;
        let is_sound = flags & !known == 0 && !is_first_without;
        Reader::demand(is_sound, byte, "tick.flags", SaveFault::OutOfRange)?;
        let mut tick = Tick { input: self.ticks.last().map_or([0, 0], |tick| tick.input), ..Tick::default() };
        let from = self.edits.len();
        if flags & HAS_EDITS != 0 {
            for _ in 0..r.count(5, "edits.count")? {
                self.edits.push(edits::read(r)?);
            }
        }
        tick.edits = [from, self.edits.len()];
        if flags & HAS_INPUT != 0 {
            tick.input = self.read_bytes("input", r)?;
        }
        if flags & HAS_DETAILS != 0 {
            tick.details = self.read_bytes("details", r)?;
        }
        tick.hash = r.u64("tick.hash")?;
        self.ticks.push(tick);
        Ok(())
    }

    fn read_bytes(&mut self, field: &'static str, r: &mut Reader) -> Result<[usize; 2], SaveError> {
        let (len, from) = (r.count(1, field)?, self.bytes.len());
        self.bytes.extend_from_slice(r.take(len, field)?);
        Ok([from, from + len])
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
        self.next.checked_sub(1).map(|place| self.ticks[place]).unwrap_or_default()
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
