//! Random changes by the game between two steps.

use crate::combinations::features::Feature;
use crate::combinations::game::{Game, id};
use crate::combinations::spec::{Act, Loose};
use crate::shapes::solid::{Point, add};
use crate::shapes::world::{lattice, pair};
use tilephys_core::{Aabb, Body, MoverId, Obstacle, TileCoord, TileGrid};

impl Game<'_> {
    /// The actor of a place in the list, wherever the number points.
    fn actor(&self, actor: usize) -> Option<usize> {
        let place = actor.checked_rem(self.spec.actors.len())?;
        self.profiles[place].map(|_| place)
    }

    fn mover(&self, which: usize) -> Option<MoverId> {
        let place = which.checked_rem(self.spec.movers.len())?;
        let id = MoverId(place as u32);
        self.world.mover(id).map(|_| id)
    }

    fn did(&mut self, feature: Feature) {
        self.done = self.done.with(feature);
    }

    pub(crate) fn act(&mut self, act: Act) {
        match act {
            Act::Tile { cell, layer, kind } => {
                self.edit_grid(|game, grid| game.set_tile(grid, cell, layer, kind));
            }
            Act::AddLoose(off_grid) => self.edit_grid(|game, grid| game.add_loose(grid, off_grid)),
            Act::RemoveLoose(which) => self.remove_loose(which),
            Act::MoveLoose { which, by } => self.move_loose(which, by),
            Act::MoveZone { .. } | Act::RemoveZone(_) => self.act_on_zone(act),
            Act::MoverVelocity { .. }
            | Act::MoverPlace { .. }
            | Act::MoverTarget { .. }
            | Act::MoverGone(_) => {
                self.act_on_mover(act);
            }
            Act::IgnorePair { a, b, is_on } => {
                if let (Some(a), Some(b)) = (self.actor(a), self.actor(b)) {
                    self.world.ignore_pair(id(a), id(b), is_on);
                    self.did(Feature::IgnorePair);
                }
            }
            Act::Respawn(actor) => self.respawn(actor),
            _ => self.act_on_body(act),
        }
    }

    /// A step lies between the end of a body and its return, so that the two are told apart.
    fn respawn(&mut self, actor: usize) {
        let Some(place) = actor.checked_rem(self.spec.actors.len()) else { return };
        let was_there = self.spec.actors[place].born < self.tick && !self.removed.contains(&place);
        if was_there && self.profiles[place].is_none() {
            self.spawn(place);
            self.did(Feature::Spawn);
        }
    }

    fn edit_grid(&mut self, edit: impl FnOnce(&mut Self, &mut TileGrid)) {
        let mut grid = std::mem::replace(&mut self.world.grid, TileGrid::new(self.spec.tile_px));
        edit(self, &mut grid);
        self.world.grid = grid;
        self.did(Feature::Edit);
    }

    /// The place of a loose shape that is there.
    fn off_grid(&self, which: usize) -> Option<usize> {
        let place = which.checked_rem(self.boxes.len())?;
        self.boxes[place].map(|_| place)
    }

    fn remove_loose(&mut self, which: usize) {
        let Some(place) = self.off_grid(which) else { return };
        let id = self.boxes[place].take().expect("it is there");
        self.world.grid.remove_box(id);
        self.map.off_grid[place] = None;
        self.map.edits += 1;
        self.did(Feature::Edit);
    }

    fn move_loose(&mut self, which: usize, by: Point) {
        let Some(place) = self.off_grid(which) else { return };
        let (id, off_grid) = (self.boxes[place].expect("there"), self.map.off_grid[place].expect("there"));
        let min = pair(self.world.grid.off_grid_shape(id).expect("it is there").aabb.min);
        if self.world.grid.move_box(id, lattice(add(min, by))) {
            self.map.off_grid[place] = Some(Loose { at: add(off_grid.at, by), ..off_grid });
        }
        self.map.edits += 1;
        self.did(Feature::Edit);
    }

    fn act_on_zone(&mut self, act: Act) {
        let (Act::MoveZone { which, .. } | Act::RemoveZone(which)) = act else { return };
        let Some(place) = which.checked_rem(self.zones.len()) else { return };
        let Some(zone) = self.zones[place] else { return };
        if let Act::MoveZone { by, .. } = act {
            let old = self.world.grid.region(zone).expect("it is there").aabb;
            let by = lattice(by);
            self.world.move_region(zone, Aabb::new(old.min + by, old.max + by));
        } else {
            self.world.remove_region(zone);
            self.zones[place] = None;
        }
    }

    fn act_on_mover(&mut self, act: Act) {
        let (Act::MoverVelocity { mover, .. }
        | Act::MoverPlace { mover, .. }
        | Act::MoverTarget { mover, .. }
        | Act::MoverGone(mover)) = act
        else {
            return;
        };
        let Some(mover) = self.mover(mover) else { return };
        let at = self.world.mover_bounds(mover).expect("it is there").min;
        match act {
            Act::MoverVelocity { velocity, .. } => {
                self.world.set_mover_velocity(mover, velocity);
            }
            Act::MoverPlace { by, .. } => {
                self.world.place_mover(mover, at + lattice(by));
                self.did(Feature::MoverJump);
            }
            Act::MoverTarget { by, .. } => {
                self.world.move_mover_to(mover, at + lattice(by));
                self.targeted.push(mover.0 as usize);
                self.did(Feature::MoverJump);
            }
            _ => {
                self.world.remove_mover(mover);
                self.did(Feature::MoverJump);
            }
        }
    }

    fn act_on_body(&mut self, act: Act) {
        let (Act::Despawn(actor)
        | Act::Teleport { actor, .. }
        | Act::Velocity { actor, .. }
        | Act::Resize { actor, .. }
        | Act::TimeScale { actor, .. }
        | Act::HitStop { actor, .. }
        | Act::IgnoreCell { actor, .. }
        | Act::IgnoreMover { actor, .. }
        | Act::Drop(actor)) = act
        else {
            return;
        };
        let Some(actor) = self.actor(actor) else { return };
        match act {
            Act::Despawn(_) => {
                self.world.despawn(id(actor));
                self.profiles[actor] = None;
                self.removed.push(actor);
                self.did(Feature::Spawn);
            }
            Act::Teleport { at, size, velocity, .. } => {
                let old = self.world.body(id(actor)).expect("it is there");
                let body = Body::on_lattice(lattice(at), lattice(size));
                let body = Body { velocity: velocity.into(), memory: old.memory, ..body };
                self.world.set_body(id(actor), body);
                self.touched.push(actor);
                self.did(Feature::Teleport);
            }
            Act::Velocity { velocity, .. } => {
                self.thrown.push((actor, velocity));
                if velocity.iter().any(|v| !v.is_finite()) {
                    self.did(Feature::Unsound);
                }
            }
            Act::Resize { size, .. } => {
                // Half a unit has no mirror image: both sides grow by whole ones.
                let old = pair(self.world.body(id(actor)).expect("it is there").size);
                let size = [0, 1].map(|k| size[k] + (size[k] + old[k]) % 2);
                let is_done = self.world.resize(id(actor), lattice(size));
                self.resized.extend(is_done.then_some(actor));
                self.done.insert_if(is_done, Feature::Resize);
            }
            Act::TimeScale { scale, .. } => drop(self.world.set_time_scale(id(actor), scale)),
            Act::HitStop { ticks, .. } => drop(self.world.hit_stop(id(actor), ticks)),
            Act::Drop(_) => {
                let is_done = self.world.drop_through(id(actor));
                self.let_go.extend(is_done.then_some(actor));
                self.done.insert_if(is_done, Feature::Drop);
            }
            Act::IgnoreCell { cell, layer, ticks, .. } => self.ignore_cell(actor, cell, layer, ticks),
            Act::IgnoreMover { mover, ticks, .. } => self.ignore_mover(actor, mover, ticks),
            _ => {}
        }
    }

    fn ignore_cell(&mut self, actor: usize, cell: Point, layer: usize, ticks: u8) {
        let (layer, at) = (self.layers[layer % self.layers.len()], lattice(cell));
        let cell = TileCoord::new(at.x, at.y);
        if let Some(tile) = self.world.grid.tile(layer, cell) {
            self.world.ignore(id(actor), Obstacle { layer, cell, tile, off_grid: None }, ticks);
            self.did(Feature::Ignore);
        }
    }

    fn ignore_mover(&mut self, actor: usize, mover: usize, ticks: u8) {
        let Some(mover) = self.mover(mover) else { return };
        let (Some(off_grid), Some(made)) = (self.world.mover_box(mover), self.world.mover(mover)) else {
            return;
        };
        let cell = self.world.grid.cell_at(made.position);
        let met = Obstacle { layer: made.layer, cell, tile: made.tile, off_grid: Some(off_grid) };
        self.world.ignore(id(actor), met, ticks);
        self.did(Feature::Ignore);
    }
}
