//! Barriers: what many targets are behind, such as a gap or a wall. Their targets are one finding.

use super::report::{NearestApproach, Shortfall, Side, TargetKind, TargetReach, TargetVerdict};
use crate::allow::PROPERTY;
use crate::catalogue::CheckInfo;
use crate::checks::unreachable;
use crate::findings::Severity;
use crate::subject::Subject;
use glam::Vec2;
use tilephys_core::TileCoord;
use tilephys_tiled::Object;

/// A target without a way, with its object.
#[derive(Clone, Copy)]
pub(super) struct Missed<'a> {
    pub(super) target: &'a TargetReach,
    pub(super) object: &'a Object,
}

/// Obstacle between a character and a target.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Barrier<'a> {
    /// A change of the map leads past it.
    Hint(&'a str),
    /// Nothing leads farther than this coordinate toward a side, in px.
    Front(Side, f32),
    /// The nearest ways of a search lead over the end of a floor, which has this tile.
    Floor(TileCoord),
}

/// Greatest distance of the ends of floors that are at one barrier, in tiles.
const NEAR: u32 = 3;

impl<'a> Missed<'a> {
    /// The check that reports it.
    pub(super) fn check(self) -> &'static CheckInfo {
        match (&self.target.verdict, self.target.kind) {
            (TargetVerdict::Unknown { .. }, _) => &unreachable::UNKNOWN,
            (_, TargetKind::Goal) => &unreachable::GOAL,
            (_, TargetKind::Collectible { .. }) => &unreachable::ITEM,
            (_, TargetKind::Checkpoint | TargetKind::Door | TargetKind::Switch) => &unreachable::AREA,
        }
    }

    /// The severity of its finding.
    pub(super) fn severity(self) -> Severity {
        let is_needed =
            matches!(self.target.kind, TargetKind::Goal | TargetKind::Collectible { required: true });
        let usual = self.check().severity.unwrap_or(Severity::Warning);
        if self.is_known() && is_needed { Severity::Error } else { usual }
    }

    /// Its distance beyond the reach of the character, if known.
    pub(super) fn short(self) -> Option<Shortfall> {
        match self.target.verdict {
            TargetVerdict::Impossible { short, .. } => short,
            _ => None,
        }
    }

    /// True if it is known that no input leads there.
    pub(super) fn is_known(self) -> bool {
        matches!(self.target.verdict, TargetVerdict::Impossible { .. })
    }

    /// Barrier before it; `None` if its finding is only about this target.
    fn barrier(self, map: &Subject<'_>) -> Option<Barrier<'a>> {
        // A target whose findings are accepted is reported alone.
        if self.object.properties.property(PROPERTY).is_some() {
            return None;
        }
        match &self.target.verdict {
            TargetVerdict::Impossible { hint: Some(hint), .. } => Some(Barrier::Hint(hint)),
            TargetVerdict::Impossible { short: Some(Shortfall { side, px }), lacks, .. }
                if lacks.is_empty() =>
            {
                let min = self.object.position;
                let max = min + self.object.size;
                match side {
                    // Each of several heights may be too much by itself.
                    Side::Above => None,
                    Side::Below => Some(Barrier::Front(*side, min.y - *px as f32)),
                    Side::Right => Some(Barrier::Front(*side, min.x - *px as f32)),
                    Side::Left => Some(Barrier::Front(*side, max.x + *px as f32)),
                }
            }
            TargetVerdict::Unknown { nearest: Some(NearestApproach { floor: Some(floor), .. }), .. } => {
                let end = end_of_floor(map, *floor, self.object.position)?;
                Some(Barrier::Floor(end))
            }
            _ => None,
        }
    }
}

impl Barrier<'_> {
    /// True if both are one barrier.
    fn is_like(self, other: Self, tile: Vec2) -> bool {
        match (self, other) {
            (Barrier::Front(side, at), Barrier::Front(of, other)) => {
                side == of && (at - other).abs() <= tile.x
            }
            (Barrier::Floor(at), Barrier::Floor(other)) => {
                at.col.abs_diff(other.col) <= NEAR && at.row.abs_diff(other.row) <= NEAR
            }
            _ => self == other,
        }
    }
}

/// The last tile of the level floor under some feet, toward a point.
fn end_of_floor(map: &Subject<'_>, feet: Vec2, toward: Vec2) -> Option<TileCoord> {
    let grid = &map.level.grid;
    let cell = |point: Vec2| grid.cell_at_px(point);
    let has_tile = |col: i32, row: i32| grid.tiles_in(TileCoord::new(col, row)).next().is_some();
    let TileCoord { col, row } = cell(feet)?;
    let last = cell(toward)?.col;
    let is_floor = |col: i32| has_tile(col, row) && !has_tile(col, row - 1);
    // A body stands on an edge with its middle beside it.
    let mut end = [col, col - 1, col + 1].into_iter().find(|col| is_floor(*col))?;
    let step = (last - end).signum();
    while end != last && is_floor(end + step) {
        end += step;
    }
    Some(TileCoord::new(end, row))
}

/// Targets behind one barrier, or a single target.
pub(super) struct Group<'a> {
    pub(super) barrier: Option<Barrier<'a>>,
    pub(super) list: Vec<Missed<'a>>,
}

/// Parts targets by the barrier that they are behind, in their order.
pub(super) fn parted<'a>(map: &Subject<'_>, missed: impl Iterator<Item = Missed<'a>>) -> Vec<Group<'a>> {
    let tile = map.level.tile_size.as_vec2();
    let mut groups: Vec<Group> = Vec::new();
    for one in missed.filter(|one| map.settings.runs(one.check().id)) {
        let barrier = one.barrier(map);
        let is_behind = |group: &&mut Group| {
            let both = barrier.zip(group.barrier);
            both.is_some_and(|(own, other)| own.is_like(other, tile))
        };
        match groups.iter_mut().find(is_behind) {
            Some(group) => group.list.push(one),
            None => groups.push(Group { barrier, list: vec![one] }),
        }
    }
    groups
}
