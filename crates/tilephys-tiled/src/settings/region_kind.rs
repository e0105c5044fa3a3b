//! Kinds of sensors (trigger areas) of a level.

use crate::vocabulary::names::{CHECKPOINT, COLLECTIBLE, DOOR, GOAL, KILL_ZONE, SPRING, TRIGGER};

/// The meaning of a [`LevelRegion`](crate::LevelRegion).
#[doc(alias = "trigger")]
#[doc(alias = "area")]
#[doc(alias = "sensor")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
// Saved games have the numbers of kinds, so a new kind is the last.
pub enum RegionKind {
    /// `TpCollectible`: a pick-up.
    Collectible,
    /// `TpKillZone`: a deadly area.
    KillZone,
    /// `TpGoal`: the end of the level.
    Goal,
    /// `TpCheckpoint`: a restart point.
    Checkpoint,
    /// `TpDoor`: a way to another place.
    Door,
    /// `TpTrigger`, and `collision` = `trigger`: the game reacts to bodies.
    Trigger,
    /// `collision` = `hazard`: an area that hurts.
    Hazard,
    /// `collision` = `ladder`: an area to climb.
    Ladder,
    /// `collision` = `water`: an area to swim in.
    Water,
    /// `TpSpring`: an area that throws characters; [`Role::Spring`](crate::Role::Spring) has the velocity.
    Spring,
    /// `collision` = `bar`: a bar to hang from, at the upper edge of the area.
    Bar,
}

/// The kind of region of a class; `None` if it has none.
pub(crate) fn of_class(class: &str) -> Option<RegionKind> {
    let kinds = [
        (COLLECTIBLE, RegionKind::Collectible),
        (KILL_ZONE, RegionKind::KillZone),
        (GOAL, RegionKind::Goal),
        (CHECKPOINT, RegionKind::Checkpoint),
        (DOOR, RegionKind::Door),
        (TRIGGER, RegionKind::Trigger),
        (SPRING, RegionKind::Spring),
    ];
    kinds.iter().find(|(name, _)| *name == class).map(|(_, kind)| *kind)
}
