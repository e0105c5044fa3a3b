//! Random changes by the game between two steps.

use crate::combinations::game::{Game, id};
use crate::combinations::spec::{Act, BodyAct, Loose, MoverAct};
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

    pub(crate) fn act(&mut self, act: Act) {
        match act {
            Act::Tile(cell, layer, kind) => {
                self.edit_grid(|game, grid| game.set_tile(grid, cell, layer, kind));
            }
            Act::AddLoose(off_grid) => self.edit_grid(|game, grid| game.add_loose(grid, off_grid)),
            Act::RemoveLoose(which) => self.remove_loose(which),
            Act::MoveLoose(which, by) => self.move_loose(which, by),
            Act::Zone(which, by) => self.act_on_zone(which, by),
            Act::Mover(which, act) => self.act_on_mover(which, act),
            Act::IgnorePair(pair, is_on) => {
                if let [Some(a), Some(b)] = pair.map(|actor| self.actor(actor)) {
                    self.world.ignore_pair(id(a), id(b), is_on);
                }
            }
            Act::Respawn(actor) => self.respawn(actor),
            Act::Body(actor, act) => self.act_on_body(actor, act),
        }
    }

    /// A step lies between the end of a body and its return, so that the two are told apart.
    fn respawn(&mut self, actor: usize) {
        let Some(place) = actor.checked_rem(self.spec.actors.len()) else { return };
        let was_there = self.spec.actors[place].born < self.tick && !self.removed.contains(&place);
        if was_there && self.profiles[place].is_none() {
            self.spawn(place);
        }
    }

    fn edit_grid(&mut self, edit: impl FnOnce(&mut Self, &mut TileGrid)) {
        let mut grid = std::mem::replace(&mut self.world.grid, TileGrid::new(self.spec.tile_px));
        edit(self, &mut grid);
        self.world.grid = grid;
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
    }

    fn move_loose(&mut self, which: usize, by: Point) {
        let Some(place) = self.off_grid(which) else { return };
        let (id, off_grid) = (self.boxes[place].expect("there"), self.map.off_grid[place].expect("there"));
        let min = pair(self.world.grid.off_grid_shape(id).expect("it is there").aabb.min);
        if self.world.grid.move_box(id, lattice(add(min, by))) {
            self.map.off_grid[place] = Some(Loose { at: add(off_grid.at, by), ..off_grid });
        }
        self.map.edits += 1;
    }

    fn act_on_zone(&mut self, which: usize, by: Option<Point>) {
        let Some(place) = which.checked_rem(self.zones.len()) else { return };
        let Some(zone) = self.zones[place] else { return };
        if let Some(by) = by.map(lattice) {
            let old = self.world.grid.region(zone).expect("it is there").aabb;
            self.world.move_region(zone, Aabb::new(old.min + by, old.max + by));
        } else {
            self.world.remove_region(zone);
            self.zones[place] = None;
        }
    }

    fn act_on_mover(&mut self, which: usize, act: MoverAct) {
        let Some(mover) = self.mover(which) else { return };
        let at = self.world.mover_bounds(mover).expect("it is there").min;
        match act {
            MoverAct::Velocity(velocity) => _ = self.world.set_mover_velocity(mover, velocity),
            MoverAct::Place(by) => _ = self.world.place_mover(mover, at + lattice(by)),
            MoverAct::Target(by) => {
                self.world.move_mover_to(mover, at + lattice(by));
                self.targeted.push(mover.0 as usize);
            }
            MoverAct::Gone => _ = self.world.remove_mover(mover),
        }
    }

    fn act_on_body(&mut self, actor: usize, act: BodyAct) {
        let Some(actor) = self.actor(actor) else { return };
        match act {
            BodyAct::Despawn => {
                self.world.despawn(id(actor));
                self.profiles[actor] = None;
                self.removed.push(actor);
            }
            BodyAct::Teleport(at, size, velocity) => {
                let old = self.world.body(id(actor)).expect("it is there");
                let body = Body::on_lattice(lattice(at), lattice(size));
                let body = Body { velocity: velocity.into(), memory: old.memory, ..body };
                self.world.set_body(id(actor), body);
                self.touched.push(actor);
            }
            BodyAct::Velocity(velocity) => self.thrown.push((actor, velocity)),
            BodyAct::Resize(size) => {
                // Half a unit has no mirror image: both sides grow by whole ones.
                let old = pair(self.world.body(id(actor)).expect("it is there").size);
                let size = [0, 1].map(|k| size[k] + (size[k] + old[k]) % 2);
                self.resized.extend(self.world.resize(id(actor), lattice(size)).then_some(actor));
            }
            BodyAct::TimeScale(scale) => _ = self.world.set_time_scale(id(actor), scale),
            BodyAct::HitStop(ticks) => _ = self.world.hit_stop(id(actor), ticks),
            BodyAct::Drop => self.let_go.extend(self.world.drop_through(id(actor)).then_some(actor)),
            BodyAct::IgnoreCell(cell, layer, ticks) => self.ignore_cell(actor, cell, layer, ticks),
            BodyAct::IgnoreMover(mover, ticks) => self.ignore_mover(actor, mover, ticks),
        }
    }

    fn ignore_cell(&mut self, actor: usize, cell: Point, layer: usize, ticks: u8) {
        let (layer, at) = (self.layers[layer % self.layers.len()], lattice(cell));
        let cell = TileCoord::new(at.x, at.y);
        if let Some(tile) = self.world.grid.tile(layer, cell) {
            self.world.ignore(id(actor), Obstacle { layer, cell, tile, off_grid: None }, ticks);
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
    }
}
