//! Transient state of a body, kept between moves for a few ticks.

use super::dropped_line::DroppedLine;
use crate::grid::Obstacle;
use crate::limits::{DROP_TICKS, MAX_DROPPED, MAX_IGNORED};
use glam::IVec2;

/// Transient state of a body, kept for a few ticks. Empty for most bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct TransientState {
    /// Min corner of the body when it [dropped](crate::TileGrid::drop_through), in lattice units. The body falls through the
    /// one-way lines of tiles that held it there. `None` by default.
    pub dropped_from: Option<IVec2>,
    /// One-way lines off the grid that the body falls through as well; ignored if `dropped_from` is `None`.
    #[cfg_attr(feature = "serde", serde(with = "super::dropped_line::list"))]
    pub dropped_lines: [Option<DroppedLine>; MAX_DROPPED],
    /// Time until all dropped lines hold the body again, in ticks.
    pub drop_ticks: u8,
    /// Speed across `up` that a wall removed, signed as on its axis; 0 by default. In px/s.
    pub retained: f32,
    /// Time until the removed speed is discarded, in ticks.
    pub retain_ticks: u8,
    /// Solids that the body ignores, each with its remaining time in ticks; an entry with 0 is unused. An off-grid shape stays
    /// ignored wherever it moves.
    pub ignored: [(Obstacle, u8); MAX_IGNORED],
    /// Time scale of the body relative to the world's time, finite and not negative; 1 by default.
    pub time_scale: f32,
    /// Hit stop: ticks for which the body stands still. Meanwhile it keeps place, velocity, contacts and all other tick counts
    /// except for ignored solids. It is pushed out of a solid that is put onto it, as any body.
    pub stop_ticks: u8,
}

impl TransientState {
    /// The empty state.
    pub const NONE: TransientState = TransientState {
        dropped_from: None,
        dropped_lines: [None; MAX_DROPPED],
        drop_ticks: 0,
        retained: 0.0,
        retain_ticks: 0,
        ignored: [(Obstacle::NONE, 0); MAX_IGNORED],
        time_scale: 1.0,
        stop_ticks: 0,
    };

    /// True if the body ignores any solid at present.
    #[must_use]
    pub fn ignores_something(&self) -> bool {
        self.ignored.iter().any(|(_, ticks)| *ticks > 0)
    }

    /// True if the body ignores this solid at present.
    #[must_use]
    pub fn ignores(&self, met: &Obstacle) -> bool {
        self.ignored.iter().any(|(ignored, ticks)| *ticks > 0 && ignored.is_same_solid(met))
    }

    /// Makes the body ignore a solid for this many ticks; 0 ends it. At most [`MAX_IGNORED`] solids are ignored at a time. One more
    /// replaces the entry with the fewest ticks left.
    pub fn ignore(&mut self, met: Obstacle, ticks: u8) {
        let known = self.ignored.iter().position(|(ignored, left)| *left > 0 && ignored.is_same_solid(&met));
        let fewest = (0..MAX_IGNORED).min_by_key(|&i| self.ignored[i].1);
        if let Some(index) = known.or(fewest.filter(|_| ticks > 0)) {
            self.ignored[index] = (met, ticks);
        }
    }

    /// Clears what belongs to the former place of a body that is now `at`: dropped lines and the speed that a wall removed.
    /// Lines that the body dropped at its new place, before any step, stay. So do ignored solids and the body's own time.
    pub(crate) fn forget_place(&mut self, at: IVec2) {
        let drops_here = self.dropped_from == Some(at) && self.drop_ticks == DROP_TICKS;
        if !drops_here {
            self.forget_dropped();
        }
        self.retained = 0.0;
        self.retain_ticks = 0;
    }

    /// True if all numbers are in range: a finite time scale that is not negative, and a finite speed.
    pub(crate) fn is_sound(&self) -> bool {
        is_time_scale(self.time_scale) && self.retained.is_finite()
    }

    /// The canonical form among equivalent states: no -0, and no data with 0 ticks left.
    pub(crate) fn canonical(mut self) -> TransientState {
        self.time_scale += 0.0;
        self.retained = if self.retain_ticks > 0 { self.retained + 0.0 } else { 0.0 };
        for entry in self.ignored.iter_mut().filter(|entry| entry.1 == 0) {
            entry.0 = Obstacle::NONE;
        }
        if self.dropped_from.is_none() {
            self.forget_dropped();
        }
        self
    }

    /// True if there are solids that the body ignores at present.
    pub(crate) fn filters(&self) -> bool {
        self.dropped_from.is_some() || self.ignores_something()
    }

    /// True if the state is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_usual = self.dropped_from.is_none() && !self.is_timed();
        is_usual && self.retain_ticks == 0 && !self.ignores_something()
    }

    /// True if the body's time differs from the world's.
    pub(crate) fn is_timed(&self) -> bool {
        self.time_scale != 1.0 || self.stop_ticks > 0
    }

    /// Length of the body's step for a world step of `dt` seconds; `None` if the body stands still.
    pub(crate) fn own_dt(&self, dt: f32) -> Option<f32> {
        (self.stop_ticks == 0).then_some(dt * self.time_scale)
    }
}

impl Default for TransientState {
    fn default() -> Self {
        TransientState::NONE
    }
}

/// True for a valid time scale: finite and not negative.
pub(crate) fn is_time_scale(scale: f32) -> bool {
    scale.is_finite() && scale >= 0.0
}
