//! The objects of a level before a reload.

use crate::identities::{self, Handled};
use crate::parts::{self, Things};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use tilephys_feel::FeelZone;
use tilephys_tiled::{Level, LevelMover, LevelRegion, Object};

/// What a level's objects are, and their positions, before a reload.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) objects: BTreeMap<u32, KnownObject>,
    pub(crate) movers: BTreeMap<u32, LevelMover>,
    pub(crate) regions: BTreeMap<u32, (LevelRegion, Option<FeelZone>)>,
}

/// An object before a reload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownObject {
    /// Number of what it is.
    pub(crate) part: u64,
    pub(crate) at: Vec2,
}

impl Known {
    pub(crate) fn of(level: &Level, handled: &Handled) -> Self {
        let things = Things::of(level);
        let objects = level.objects.iter();
        let known = |o: &Object| {
            (o.id, KnownObject { part: identities::of_object(o, &things, handled), at: o.position })
        };
        let zoned = |(id, region): (u32, &LevelRegion)| {
            (id, (region.clone(), parts::feel_zone(region, things.mark(id))))
        };
        Known {
            objects: objects.map(known).collect(),
            movers: level.movers.iter().map(|mover| (mover.object, mover.clone())).collect(),
            regions: parts::of_objects(&level.regions).map(zoned).collect(),
        }
    }

    /// Min corner of a mover or of a region, in lattice units; `None` for another object.
    pub(crate) fn corner(&self, object: u32) -> Option<IVec2> {
        let mover = self.movers.get(&object).map(|mover| mover.mover.position);
        mover.or_else(|| self.regions.get(&object).map(|(region, _)| region.aabb.min))
    }

    /// The object with this id before the reload.
    pub(crate) fn object(&self, id: u32) -> Option<&KnownObject> {
        self.objects.get(&id)
    }
}
