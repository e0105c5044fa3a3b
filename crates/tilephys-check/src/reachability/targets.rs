//! Targets: the areas of a map that a character should reach, the goals first.

use super::report::{TargetKind, TargetReach, TargetVerdict};
use super::tokens::{TokenNames, Tokens};
use crate::subject::Subject;
use tilephys_core::Aabb;
use tilephys_tiled::{Mark, Role};

/// An area that the character should reach.
pub(super) struct Target {
    /// Id of the object.
    pub(super) object: u32,
    pub(super) kind: TargetKind,
    /// Bounds, in lattice units.
    pub(super) area: Aabb,
    /// True if the area is a box, so that the bounds are no more than the area.
    pub(super) is_box: bool,
    /// Tokens that the character has from now on that touches it.
    pub(super) gives: Tokens,
    /// Tokens without which it does nothing.
    pub(super) requires: Tokens,
}

impl Target {
    /// The target as the search takes it.
    pub(super) fn asked(&self) -> tilephys_reach::Target {
        tilephys_reach::Target { id: self.object, area: self.area }
    }

    /// The target with its verdict.
    pub(super) fn with(&self, map: &Subject<'_>, verdict: TargetVerdict) -> TargetReach {
        let name = map.level.object(self.object).map(|object| object.name.clone());
        TargetReach {
            map: map.path().to_owned(),
            object: self.object,
            name: name.filter(|name| !name.is_empty()),
            kind: self.kind,
            verdict,
        }
    }
}

/// The targets of a map: goals, required items, other items, checkpoints, doors, switches. Those without an area are left out.
pub(super) fn of(map: &Subject<'_>, names: &TokenNames) -> Vec<Target> {
    let marks = map.level.marks.iter();
    let mut targets: Vec<Target> = marks.filter_map(|mark| target(map, mark, names)).collect();
    targets.sort_by_key(|target| target.kind);
    targets
}

fn target(map: &Subject<'_>, mark: &Mark, names: &TokenNames) -> Option<Target> {
    let kind = match mark.role {
        Role::Goal => TargetKind::Goal,
        Role::Collectible { required } => TargetKind::Collectible { required },
        Role::Checkpoint => TargetKind::Checkpoint,
        Role::Door(_) => TargetKind::Door,
        Role::Trigger if !mark.gives.is_empty() => TargetKind::Switch,
        _ => return None,
    };
    let is_mover = map.level.movers.iter().any(|mover| mover.object == mark.object);
    let regions = map.level.regions.iter().filter(|region| region.object() == Some(mark.object) && !is_mover);
    let parts: Vec<_> = regions.collect();
    let area = parts.iter().map(|region| region.aabb).reduce(Aabb::union)?;
    let is_box = parts.iter().all(|region| region.shape.is_none()) && parts.len() == 1;
    let gives = names.set(&mark.gives);
    let requires = names.set(&mark.requires);
    Some(Target { object: mark.object, kind, area, is_box, gives, requires })
}
