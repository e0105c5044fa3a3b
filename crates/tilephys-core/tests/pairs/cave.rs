//! A small closed cave with bodies in it, as plain data, and the engine's world of it.

use crate::shapes::solid::{Point, Rect, Solid};
use crate::shapes::world::{World as Map, lattice, pair};
use std::collections::BTreeMap;
use tilephys_core::{Body, BodyId, Combine, Profile, Response, World};

pub(crate) const TICK: f32 = 1.0 / 60.0;

/// A body as it starts.
#[derive(Clone, Debug)]
pub(crate) struct Actor {
    pub(crate) id: u32,
    pub(crate) min: Point,
    pub(crate) size: Point,
    pub(crate) velocity: [f32; 2],
    /// What rounding left of translations before.
    pub(crate) rest: [f32; 2],
    pub(crate) profile: Profile,
}

impl Actor {
    pub(crate) fn rect(&self) -> Rect {
        Rect::of(self.min, self.size)
    }

    /// True if it moves straight from hit to hit, as bodies on slopes and over edges do not.
    pub(crate) fn goes_straight(&self, map: &Map) -> bool {
        self.profile.movement.walk_if_grounded().is_none() || map.kinds.len() == 1 && map.off_grid.is_empty()
    }

    pub(crate) fn mass(&self) -> f64 {
        self.profile.collide.map_or(1.0, |c| c.mass.into())
    }

    pub(crate) fn passes(&self) -> bool {
        self.profile.movement.response == Response::PassThrough
    }
}

/// True if the settings of the two let them collide.
pub(crate) fn collide(a: &Actor, b: &Actor) -> bool {
    let (Some(to_b), Some(to_a)) = (a.profile.collide, b.profile.collide) else { return false };
    let wanted = to_b.mask & b.profile.category != 0 && to_a.mask & a.profile.category != 0;
    wanted && !a.passes() && !b.passes()
}

/// True if neither of the two may be in the other; false if either is one-way.
pub(crate) fn exclude_each_other(a: &Actor, b: &Actor) -> bool {
    let is_whole = |x: &Actor| x.profile.collide.is_some_and(|c| c.one_way.is_none());
    collide(a, b) && is_whole(a) && is_whole(b)
}

#[derive(Clone, Debug)]
pub(crate) struct Cave {
    pub(crate) map: Map,
    pub(crate) gravity: [f32; 2],
    pub(crate) combine: Combine,
    /// By ascending id.
    pub(crate) actors: Vec<Actor>,
}

impl Cave {
    /// The world, its bodies spawned by ascending id.
    pub(crate) fn build(&self) -> World {
        let order: Vec<usize> = (0..self.actors.len()).collect();
        self.build_in_order(&order)
    }

    /// Like `build`, with the bodies spawned in this order of their indices.
    pub(crate) fn build_in_order(&self, order: &[usize]) -> World {
        let mut world = World::new(self.map.build());
        world.gravity = self.gravity.into();
        world.combine = self.combine;
        for &place in order {
            let actor = &self.actors[place];
            let profile = world.add_profile(actor.profile);
            let mut body = Body::on_lattice(lattice(actor.min), lattice(actor.size));
            (body.velocity, body.remainder) = (actor.velocity.into(), actor.rest.into());
            world.spawn_as(BodyId(actor.id), profile, body);
        }
        world
    }

    /// The cave with its bodies as they are after `steps` steps.
    pub(crate) fn after(&self, steps: u32) -> Cave {
        let (mut world, mut later) = (self.build(), self.clone());
        (0..steps).for_each(|_| world.step(TICK));
        for actor in &mut later.actors {
            let body = world.body(BodyId(actor.id)).expect("nobody is despawned");
            (actor.min, actor.velocity) = (pair(body.position), body.velocity.to_array());
            actor.rest = body.remainder.to_array();
        }
        later
    }

    /// Solids for bodies of each mask in use.
    pub(crate) fn solids(&self) -> BTreeMap<u32, Vec<Solid>> {
        let masks = self.actors.iter().map(|a| a.profile.movement.mask);
        masks.map(|mask| (mask, self.map.solids(mask))).collect()
    }
}
