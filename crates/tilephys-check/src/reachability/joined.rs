//! Joined maps: maps that doors lead to and from, with the questions about them.

use super::question::Question;
use super::settings::ReachSettings;
use super::targets::{self, Target};
use crate::subject::Subject;
use glam::IVec2;
use tilephys_tiled::{Door, Object, Role, normal_path};

/// Maps that are joined by doors: they are solved together.
pub(super) struct Joined<'a, 'l> {
    pub(super) maps: Vec<JoinedMap<'a, 'l>>,
    /// Reason why the character may come to any of these maps by unknown ways: a map beside them does not load.
    pub(super) doubt: Option<String>,
}

/// One of the joined maps.
pub(super) struct JoinedMap<'a, 'l> {
    pub(super) subject: &'a Subject<'l>,
    pub(super) targets: Vec<Target>,
    /// The map as a search takes it, or the reason why nothing can be decided.
    pub(super) question: Result<Question<'a, 'l>, String>,
}

/// A position in one of the joined maps, at which the game places the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrival {
    /// Index of the map.
    pub(super) map: usize,
    /// Object at whose feet it is.
    pub(super) object: u32,
}

impl<'a, 'l> Joined<'a, 'l> {
    /// Maps with their questions. `doubt` is the reason why a map beside them is not known.
    pub(super) fn new(
        subjects: &'a [Subject<'l>],
        settings: &ReachSettings,
        doubt: Option<String>,
    ) -> Joined<'a, 'l> {
        let maps = subjects.iter().map(|subject| JoinedMap {
            subject,
            targets: targets::of(subject),
            question: Question::of(subject, settings),
        });
        Joined { maps: maps.collect(), doubt }
    }

    /// Where the character comes out that goes through a door of a map; `None` if the map behind it is not known, or has no such place.
    ///
    /// The game begins the map behind a door anew, also if it is the same map: the character is at rest, and the movers are at tick 0.
    fn behind(&self, map: usize, door: &Door) -> Option<Arrival> {
        let path = normal_path(door.target.as_deref().unwrap_or_else(|| self.maps[map].subject.path()));
        let map = self.maps.iter().position(|joined| normal_path(joined.subject.path()) == path)?;
        let level = self.maps[map].subject.level;
        let object = door.target_object.and_then(|id| level.object(id)).or_else(|| level.spawn())?;
        Some(Arrival { map, object: object.id })
    }

    /// The object of an arrival.
    pub(super) fn object(&self, arrival: Arrival) -> Option<&'l Object> {
        self.maps[arrival.map].subject.level.object(arrival.object)
    }

    /// Min corner of the character at an arrival, in lattice units; `None` outside of the world.
    pub(super) fn corner(&self, arrival: Arrival) -> Option<IVec2> {
        let body = self.maps[arrival.map].subject.player_on(self.object(arrival)?.feet())?;
        Some(body.position)
    }

    /// Where the character comes out that goes through an object of a map; `None` if it is no door.
    pub(super) fn behind_object(&self, map: usize, object: u32) -> Option<Arrival> {
        self.behind(map, self.maps[map].subject.level.mark(object)?.door()?)
    }

    /// Where the character may come out from an object of a map that it touches: behind a door, or at a checkpoint after a death.
    pub(super) fn leads_to(&self, map: usize, object: u32) -> Option<Arrival> {
        match &self.maps[map].subject.level.mark(object)?.role {
            Role::Checkpoint => Some(Arrival { map, object }),
            _ => self.behind_object(map, object),
        }
    }
}
