//! One-way lines that a body drops through, recorded per line or shape.
//!
//! Tiles do not move. So the place at which they held the body identifies all of them. A shape off the grid may be a mover, so
//! its entry is its id with the place of the body relative to the shape.

use super::dropped_line::DroppedLine;
use super::memory::TransientState;
use crate::body_id::BodyId;
use crate::floor_classifier::Stance;
use crate::grid::{Piece, ShapeId, TileGrid, View, is_held};
use crate::limits::MAX_DROPPED;
use glam::IVec2;

impl TransientState {
    /// True if the body falls through this one-way line.
    pub(crate) fn drops(&self, grid: &TileGrid, line: &Piece, size: IVec2, stance: Stance) -> bool {
        let Some(position) = self.dropped_from else { return false };
        let from = match grid.shape_id_of(line.name) {
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

    /// True if the body drops through any other body.
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

    /// Removes the bodies for which `is_kept` is false.
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
        view.grid.shape_id_of(line.name).is_none()
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
