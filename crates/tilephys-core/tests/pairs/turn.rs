//! Caves mirrored and shifted.

use crate::pairs::cave::{Actor, Cave};
use crate::turn::Turn;

impl Turn {
    pub(crate) fn cave(self, cave: &Cave) -> Cave {
        let tile = cave.map.tile();
        let turned = |a: &Actor| {
            let mut profile = a.profile;
            profile.movement.up = self.direction(profile.movement.up);
            if let Some(collide) = &mut profile.collide {
                collide.one_way = collide.one_way.map(|open| self.direction(open));
            }
            let (min, velocity) = (self.place(a.min, a.size, tile), self.floats(a.velocity));
            Actor { min, velocity, rest: self.floats(a.rest), profile, ..a.clone() }
        };
        Cave {
            map: self.world(&cave.map),
            gravity: self.floats(cave.gravity),
            combine: cave.combine,
            actors: cave.actors.iter().map(turned).collect(),
        }
    }
}
