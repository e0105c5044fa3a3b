//! Arrivals: other ways into a map than its start. Where one of them may lead, nothing is proved impossible.

use super::question::Question;
use super::targets::Target;
use crate::subject::Subject;
use glam::IVec2;
use std::path::Path;
use tilephys_reach::Bounds as Reach;
use tilephys_tiled::{Bounds, Door, Role};

/// Reach of a character that comes from doors, checkpoints and other maps too.
pub(super) struct Arrivals {
    /// Reach from all arrivals; `None` if it has no rule.
    pub(super) reach: Option<Reach>,
    /// Min corners of the character at the start and at all arrivals.
    pub(super) starts: Vec<IVec2>,
    /// True if a world beside the map names it, and its border is open.
    is_in_world: bool,
}

impl Arrivals {
    /// The reach from all arrivals of a map.
    pub(super) fn of(question: &Question<'_, '_>) -> Self {
        let map = question.map;
        let is_in_world = leads_to_world(map);
        let mut starts = vec![question.at];
        // A door is used from both sides.
        let doors = map.level.marks.iter().filter_map(|mark| Some((mark, mark.door()?)));
        for (mark, _) in doors.filter(|(_, door)| !leads_within(door, map.path())) {
            let object = map.level.object(mark.object);
            starts.extend(object.and_then(|object| question.corner_at(object)));
        }
        let bounds = |starts: &[IVec2]| Reach::new(&question.level, &question.player, starts).ok();
        let mut reach = bounds(&starts);
        // A door of this map leads on, and so does a checkpoint, at which the player comes back.
        while let Some(met) = &reach {
            let fresh = question.onward(met, &starts);
            if fresh.is_empty() {
                break;
            }
            starts.extend(fresh);
            reach = bounds(&starts);
        }
        Arrivals { reach, starts, is_in_world }
    }

    /// The reason why a target may be reached from another arrival than the start.
    pub(super) fn way_to(&self, target: &Target) -> Option<String> {
        if self.is_in_world {
            return Some("the map is open, and a world beside it leads to other maps".to_owned());
        }
        match &self.reach {
            Some(reach) if !reach.meets(target.area) => None,
            _ => Some(
                "it may be reached from a door or a checkpoint, and only ways from the start are looked for"
                    .to_owned(),
            ),
        }
    }
}

impl Question<'_, '_> {
    /// Arrivals behind the doors and checkpoints that a reach meets, without the known ones and those within it.
    fn onward(&self, reach: &Reach, starts: &[IVec2]) -> Vec<IVec2> {
        let level = self.map.level;
        let is_met = |id: u32| {
            let mut regions = level.regions.iter().filter(|region| region.object() == Some(id));
            regions.any(|region| reach.meets(region.aabb))
        };
        let marks = level.marks.iter().filter(|mark| is_met(mark.object));
        let objects = marks.filter_map(|mark| match &mark.role {
            Role::Checkpoint => level.object(mark.object),
            Role::Door(door) if leads_within(door, self.map.path()) => {
                door.target_object.and_then(|id| level.object(id))
            }
            _ => None,
        });
        let corners = objects.filter_map(|object| self.corner_at(object));
        corners.filter(|at| !starts.contains(at) && !reach.includes(*at)).collect()
    }
}

/// True if a world beside the map names it, and its border is open.
pub(super) fn leads_to_world(map: &Subject<'_>) -> bool {
    let is_open = map.level.rules.as_ref().is_none_or(|rules| rules.bounds != Bounds::Closed);
    is_open && map.is_in_world()
}

/// True if a door leads to a place in its own map.
fn leads_within(door: &Door, map: &Path) -> bool {
    door.target.as_deref().is_none_or(|target| target == map)
}
