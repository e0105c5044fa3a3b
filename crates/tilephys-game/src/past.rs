//! The last ten seconds, as snapshots with the ticks between them played again.

use super::ticks::TICKS;
use hecs::World;
use std::collections::VecDeque;
use tilephys_ecs::Physics;

/// Most memory of all snapshots.
const MAX_BYTES: usize = 64 << 20;

/// Ticks that can be taken back: ten seconds.
pub(super) const MEMORY: u32 = 10 * TICKS;

/// Snapshots of the last ten seconds. The larger the world, the fewer there are.
#[derive(Clone, Debug)]
pub struct Past {
    /// Ticks before which a snapshot was taken, with its bytes, ascending.
    kept: VecDeque<(u32, Vec<u8>)>,
    bytes: usize,
    /// Ticks from one snapshot to the next.
    interval: u32,
}

impl Default for Past {
    fn default() -> Self {
        Past { kept: VecDeque::new(), bytes: 0, interval: 1 }
    }
}

impl Past {
    /// Most ticks that one tick back plays again; with larger intervals time goes back from snapshot to snapshot.
    pub(super) const MOST_REPLAYED: u32 = 16;

    /// Memory of the snapshots in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The earliest tick to which time can go back; `None` before the first tick.
    #[must_use]
    pub fn earliest(&self) -> Option<u32> {
        self.kept.front().map(|(tick, _)| *tick)
    }

    /// Keeps the state before a tick, if it is time for a snapshot.
    pub(super) fn keep(&mut self, tick: u32, physics: &mut Physics, world: &mut World) {
        if self.kept.back().is_some_and(|(last, _)| tick < last + self.interval) {
            return;
        }
        // The oldest state is not needed any more, its memory is.
        let is_old =
            |kept: &VecDeque<(u32, Vec<u8>)>| kept.get(1).is_some_and(|(next, _)| next + MEMORY <= tick);
        let mut snapshot = if is_old(&self.kept) { self.pop() } else { Vec::new() };
        physics.snapshot_into(world, &mut snapshot);
        self.bytes += snapshot.len();
        self.kept.push_back((tick, snapshot));
        while self.bytes > MAX_BYTES && self.kept.len() > 2 {
            self.thin_out();
        }
    }

    fn pop(&mut self) -> Vec<u8> {
        let Some((_, snapshot)) = self.kept.pop_front() else { return Vec::new() };
        self.bytes -= snapshot.len();
        snapshot
    }

    /// Drops every second snapshot; from now on they are twice as far apart.
    fn thin_out(&mut self) {
        self.interval *= 2;
        let mut last: Option<u32> = None;
        let interval = self.interval;
        self.kept.retain(|(tick, _)| {
            let is_kept = last.is_none_or(|last| *tick >= last + interval);
            last = if is_kept { Some(*tick) } else { last };
            is_kept
        });
        self.bytes = self.kept.iter().map(|(_, snapshot)| snapshot.len()).sum();
    }

    /// The last snapshot at or before a tick.
    pub(super) fn before(&self, tick: u32) -> Option<(u32, &[u8])> {
        let (at, snapshot) = self.kept.iter().rev().find(|(at, _)| *at <= tick)?;
        Some((*at, snapshot))
    }

    /// Forgets the snapshots at and after a tick: it will be played in another way.
    pub(super) fn forget_after(&mut self, tick: u32) {
        while self.kept.back().is_some_and(|(at, _)| *at >= tick) {
            let dropped = self.kept.pop_back();
            self.bytes -= dropped.map_or(0, |(_, snapshot)| snapshot.len());
        }
    }
}
