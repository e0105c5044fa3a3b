//! Transient state of a body, kept between moves for a few ticks.
//!
//! The one-way lines that a body drops through are part of it, as entries for a line or a shape. Tiles do not move, so the
//! position at which they held the body identifies all of them. A shape off the grid may be a mover, so its entry is its id with
//! the position of the body relative to the shape.

use crate::body_id::BodyId;
use crate::floor_classifier::Stance;
use crate::grid::{Obstacle, Piece, ShapeId, TileGrid, View, is_held};
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
    #[cfg_attr(feature = "serde", serde(with = "super::memory::list"))]
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

    pub(crate) fn filters(&self) -> bool {
        self.dropped_from.is_some() || self.ignores_something()
    }

    /// True if the state is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_usual = self.dropped_from.is_none() && !self.is_timed();
        is_usual && self.retain_ticks == 0 && !self.ignores_something()
    }

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

pub(crate) fn is_time_scale(scale: f32) -> bool {
    scale.is_finite() && scale >= 0.0
}

/// A one-way line off the grid that a body drops through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DroppedLine {
    /// The one-way lines of an off-grid shape or mover that held the body.
    Shape {
        /// Shape to which the lines belong.
        shape: ShapeId,
        /// Min corner of the body when the lines held it, from the origin of the shape, in lattice units.
        from: IVec2,
    },
    /// The open side of a body that is a one-way platform.
    Body(BodyId),
}

/// Serialized form of dropped lines: a list without empty entries, which formats such as TOML cannot express.
#[cfg(feature = "serde")]
pub(super) mod list {
    use super::{DroppedLine, MAX_DROPPED};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    type Lines = [Option<DroppedLine>; MAX_DROPPED];

    pub(crate) fn serialize<S: Serializer>(lines: &Lines, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lines.iter().flatten())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Lines, D::Error> {
        let list = Vec::<DroppedLine>::deserialize(deserializer)?;
        if list.len() > MAX_DROPPED {
            return Err(D::Error::custom(format_args!(
                "{} lines, where at most {MAX_DROPPED} fit",
                list.len()
            )));
        }
        let mut lines = [None; MAX_DROPPED];
        lines.iter_mut().zip(list).for_each(|(entry, line)| *entry = Some(line));
        Ok(lines)
    }
}

impl TransientState {
    pub(crate) fn drops(&self, line: &Piece, size: IVec2, stance: Stance) -> bool {
        let Some(position) = self.dropped_from else { return false };
        let from = match line.name.shape_id() {
            None => position,
            Some(shape) => match self.dropped_place(shape) {
                Some(from) => from.wrapping_add(line.origin),
                // The list is full, so the shape may be missing from it.
                None if self.dropped_lines.iter().all(Option::is_some) => position,
                None => return false,
            },
        };
        from.checked_add(size).is_some() && is_held(line, from, size, stance)
    }

    /// True if the body drops through this one-way body.
    #[must_use]
    pub fn drops_body(&self, id: BodyId) -> bool {
        self.dropped_from.is_some() && self.dropped_lines.contains(&Some(DroppedLine::Body(id)))
    }

    pub(crate) fn drops_bodies(&self) -> bool {
        self.dropped_from.is_some()
            && self.dropped_lines.iter().any(|line| matches!(line, Some(DroppedLine::Body(_))))
    }

    fn dropped_place(&self, shape: ShapeId) -> Option<IVec2> {
        self.dropped_lines.iter().find_map(|line| match line {
            Some(DroppedLine::Shape { shape: own, from }) if *own == shape => Some(*from),
            _ => None,
        })
    }

    /// Adds a line to the dropped lines, in place of an older entry for its shape. Does nothing if the list is full.
    pub(crate) fn drop_line(&mut self, line: DroppedLine) {
        let is_same = |old: &DroppedLine| match (old, &line) {
            (DroppedLine::Shape { shape: a, .. }, DroppedLine::Shape { shape: b, .. }) => a == b,
            (DroppedLine::Body(a), DroppedLine::Body(b)) => a == b,
            _ => false,
        };
        let lines = &mut self.dropped_lines;
        let known = lines.iter().position(|old| old.as_ref().is_some_and(is_same));
        if let Some(index) = known.or_else(|| lines.iter().position(Option::is_none)) {
            lines[index] = Some(line);
        }
    }

    pub(crate) fn keep_dropped_bodies(&mut self, is_kept: impl Fn(BodyId) -> bool) {
        for line in &mut self.dropped_lines {
            if let Some(DroppedLine::Body(id)) = line
                && !is_kept(*id)
            {
                *line = None;
            }
        }
    }

    /// Shifts the places at which lines held the body, after a resize that kept its feet in place.
    pub(crate) fn shift_dropped(&mut self, by: IVec2) {
        self.dropped_from = self.dropped_from.map(|from| from.wrapping_add(by));
        for line in &mut self.dropped_lines {
            if let Some(DroppedLine::Shape { from, .. }) = line {
                *from = from.wrapping_add(by);
            }
        }
    }

    /// Ends a tick of dropped lines: removes shapes whose lines the box has left. Removes all entries if none is left or their time
    /// is over.
    pub(super) fn age_dropped(&mut self, view: View, bounds: [IVec2; 2], stance: Stance) {
        let Some(position) = self.dropped_from else { return };
        self.drop_ticks = self.drop_ticks.saturating_sub(1);
        // A line that the body has left must hold it again when it comes back, also before the time is over.
        for line in &mut self.dropped_lines {
            if let Some(DroppedLine::Shape { shape, from }) = *line
                && !is_among_shape(view.grid, shape, from, bounds, stance)
            {
                *line = None;
            }
        }
        let is_any_left =
            self.dropped_lines.iter().any(Option::is_some) || is_among_tiles(view, position, bounds, stance);
        if self.drop_ticks == 0 || !is_any_left {
            self.forget_dropped();
        }
    }

    pub(crate) fn forget_dropped(&mut self) {
        self.dropped_from = None;
        self.drop_ticks = 0;
        self.dropped_lines = [None; MAX_DROPPED];
    }
}

/// True if the box is neither past nor beside the lines of tiles that held it at `from`.
fn is_among_tiles(view: View, from: IVec2, [min, max]: [IVec2; 2], stance: Stance) -> bool {
    let size = max - min;
    if from.checked_add(size).is_none() || !view.has_shapes() {
        return false;
    }
    let cells =
        view.cells().covered(from.saturating_sub(IVec2::ONE), (from + size).saturating_add(IVec2::ONE));
    view.any_piece(cells, |line| {
        line.name.shape_id().is_none()
            && is_held(line, from, size, stance)
            && is_among(line, [min, max], stance)
    })
}

/// True if the box is neither past nor beside the lines of a shape that held it at `from`, from the origin of the shape.
fn is_among_shape(
    grid: &TileGrid,
    shape: ShapeId,
    from: IVec2,
    [min, max]: [IVec2; 2],
    stance: Stance,
) -> bool {
    grid.any_part_of(shape, |line| {
        let from = from.wrapping_add(line.origin);
        from.checked_add(max - min).is_some()
            && is_held(line, from, max - min, stance)
            && is_among(line, [min, max], stance)
    })
}

/// True if the box is neither beside a line nor past it with its whole height.
fn is_among(line: &Piece, [min, max]: [IVec2; 2], stance: Stance) -> bool {
    let up = stance.up;
    let axis = up.axis();
    let level = 1 - axis;
    let low = line.origin + line.part.min;
    let high = line.origin + line.part.max;
    let is_beside = high[level] <= min[level] || max[level] <= low[level];
    let is_past = if up.vector()[axis] < 0 { high[axis] <= min[axis] } else { max[axis] <= low[axis] };
    !is_beside && !is_past
}
