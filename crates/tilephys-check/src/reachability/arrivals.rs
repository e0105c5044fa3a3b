//! Arrivals: other ways into a map than its start. Where one of them may lead, nothing is proved impossible.

use super::question::Question;
use super::targets::Target;
use crate::geometry::object_in_words;
use crate::subject::Subject;
use glam::IVec2;
use std::path::Path;
use tilephys_core::Aabb;
use tilephys_reach::Bounds as Reach;
use tilephys_tiled::{Bounds, Door, Role};

/// Most doors that are tried one by one.
const MOST_ENTRANCES: usize = 8;

/// Reach of a character that comes from doors, checkpoints and other maps too.
pub(super) struct Arrivals {
    /// Reach from the start, and on through doors and checkpoints of this map.
    pub(super) within: Onward,
    /// Reach from doors of other maps too.
    pub(super) all: Onward,
    /// Doors through which the character comes into the map.
    entrances: Vec<Entrance>,
    /// True if a world beside the map names it, and its border is open.
    is_in_world: bool,
}

/// Reach with the arrivals that it leads to.
pub(super) struct Onward {
    /// Min corners of the character at all arrivals.
    pub(super) starts: Vec<IVec2>,
    /// Reach from them; `None` if it has no rule.
    pub(super) reach: Option<Reach>,
}

/// A door from another map.
struct Entrance {
    object: u32,
    /// Min corner of the character there.
    at: IVec2,
}

impl Onward {
    fn of(question: &Question<'_, '_>, mut starts: Vec<IVec2>) -> Self {
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
        Onward { starts, reach }
    }

    /// True unless the character gets to no point of an area.
    fn may_meet(&self, area: Aabb) -> bool {
        self.reach.as_ref().is_none_or(|reach| reach.meets(area))
    }
}

impl Arrivals {
    /// The arrivals of a map.
    pub(super) fn of(question: &Question<'_, '_>) -> Self {
        let map = question.map;
        let is_in_world = leads_to_world(map);
        // A door is used from both sides.
        let mut entrances = Vec::new();
        let doors = map.level.marks.iter().filter_map(|mark| Some((mark, mark.door()?)));
        for (mark, _) in doors.filter(|(_, door)| !leads_within(door, map.path())) {
            let at = map.level.object(mark.object).and_then(|object| question.corner_at(object));
            entrances.extend(at.map(|at| Entrance { object: mark.object, at }));
        }
        let within = Onward::of(question, vec![question.at]);
        let others = entrances.iter().map(|entrance| entrance.at);
        let all = Onward::of(question, within.starts.iter().copied().chain(others).collect());
        Arrivals { within, all, entrances, is_in_world }
    }

    /// The reason why a target may be reached from another arrival than the start.
    pub(super) fn way_to(&self, target: &Target, question: &Question<'_, '_>) -> Option<String> {
        if self.is_in_world {
            return Some("the map is open, and a world beside it leads to other maps".to_owned());
        }
        if self.within.may_meet(target.area) {
            return Some(
                "it may be reached from a door or a checkpoint of the map, and only ways from the start are looked for"
                    .to_owned(),
            );
        }
        if !self.all.may_meet(target.area) {
            return None;
        }
        let from = "from the start it is out of reach, and a character";
        if self.entrances.iter().any(|entrance| entrance.object == target.object) {
            return Some(format!("{from} may come in by it"));
        }
        let by = self.entrance_to(target, question).unwrap_or_else(|| "the doors to other maps".to_owned());
        Some(format!("{from} that comes in by {by} may get to it"))
    }

    /// The first door from which a target may be reached, in words.
    fn entrance_to(&self, target: &Target, question: &Question<'_, '_>) -> Option<String> {
        let leads = |entrance: &&Entrance| {
            let reach = Reach::new(&question.level, &question.player, &[entrance.at]);
            reach.is_ok_and(|reach| reach.meets(target.area))
        };
        let entrance = self.entrances.iter().take(MOST_ENTRANCES).find(leads)?;
        let words = object_in_words(question.map.level.object(entrance.object)?);
        Some(words.replacen("object", "door", 1))
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
