//! Random spawning, despawning, teleporting and restoring at any time: nothing panics, nothing dangles, replays
//! give the same bits.

use super::scene::{DT, LINE, Names, Random, STONE, assert_nothing_dangles, busy};
use glam::{IVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyId, MoverId, Obstacle, Region, TileCoord, World,
    platform::{Easing, Mover, Path, PathMode, Waypoint},
    shape::Polygon,
};

/// The world, and what the test knows of it.
#[derive(Clone)]
struct Game {
    world: World,
    names: Names,
    random: Random,
    /// Loose shapes of the map.
    own: usize,
}

/// A snapshot, and what the test knew then.
struct Then {
    bytes: Vec<u8>,
    own: usize,
}

impl Game {
    fn new(seed: u64) -> Self {
        let (world, names) = busy();
        let own = world.grid.off_grid_shapes().filter(|(id, _)| world.owner_of_box(*id).is_none()).count();
        Game { world, names, random: Random(seed), own }
    }

    fn below(&mut self, n: u32) -> u32 {
        self.random.below(n)
    }

    fn some_body(&mut self) -> BodyId {
        let ids: Vec<BodyId> = self.world.ids().collect();
        if ids.is_empty() { BodyId(0) } else { ids[self.below(ids.len() as u32) as usize] }
    }

    fn some_mover(&mut self) -> MoverId {
        let ids: Vec<MoverId> = self.world.mover_ids().collect();
        if ids.is_empty() { MoverId(0) } else { ids[self.below(ids.len() as u32) as usize] }
    }

    fn some_place(&mut self) -> Vec2 {
        Vec2::new(20.0 + self.below(580) as f32, 20.0 + self.below(430) as f32)
    }

    fn some_body_new(&mut self) -> Body {
        let mut body = Body::new(self.some_place(), Vec2::new(8.0, 11.0));
        body.velocity = Vec2::new(self.below(800) as f32 - 400.0, self.below(800) as f32 - 400.0);
        body
    }

    /// Bodies come, go and jump.
    fn change_bodies(&mut self) {
        let id = self.some_body();
        match self.below(10) {
            0 | 1 => {
                let (profile, body) = (self.names.profiles[self.below(5) as usize], self.some_body_new());
                self.world.spawn(profile, body);
            }
            2 => drop(self.world.despawn(id)),
            3 => {
                let body = self.some_body_new();
                self.world.set_body(id, body);
            }
            4 => {
                let profile = self.names.profiles[self.below(5) as usize];
                self.world.change_profile(id, profile);
            }
            5 => {
                let size = IVec2::new(4 + self.below(12) as i32, 4 + self.below(12) as i32) * 256;
                self.world.resize(id, size);
            }
            6 => {
                let ticks = self.below(12) as u8;
                self.world.hit_stop(id, ticks);
            }
            7 => {
                let scale = self.below(9) as f32 * 0.25;
                self.world.set_time_scale(id, scale);
            }
            8 => drop(self.world.drop_through(id)),
            _ => {
                let mover = self.some_mover();
                let off_grid = self.world.mover_box(mover);
                let cell = TileCoord::new(self.below(40) as i32, self.below(30) as i32);
                let met = Obstacle { layer: self.names.layer, cell, tile: self.names.kinds[STONE], off_grid };
                self.world.ignore(id, met, 20);
            }
        }
    }

    fn change_movers(&mut self) {
        let (id, other) = (self.some_mover(), self.some_mover());
        let velocity = Vec2::new(self.below(200) as f32 - 100.0, self.below(200) as f32 - 100.0);
        match self.below(7) {
            0 => {
                let (place, names) = (self.some_place(), self.names);
                let mover = match self.below(2) {
                    0 => Mover::new(place, Vec2::new(40.0, 9.0), names.layer, names.kinds[STONE]),
                    _ => Mover::of_tile((place * 256.0).as_ivec2(), names.layer, names.kinds[LINE]),
                };
                self.world.add_mover(Mover { velocity, ..mover }).expect("a sound mover");
            }
            1 => drop(self.world.remove_mover(id)),
            2 => drop(self.world.set_mover_velocity(id, velocity)),
            3 => {
                let places = [self.some_place(), self.some_place()];
                let stops = places.map(|p| Waypoint { at: (p * 256.0).as_ivec2(), wait: 5, ticks: 40 });
                let path = Path::new(&stops, PathMode::Loop, Easing::In).ok();
                self.world.set_mover_path(id, path, 3);
            }
            4 => drop(self.world.set_mover_parent(id, Some(other))),
            5 => {
                let place = (self.some_place() * 256.0).as_ivec2();
                self.world.place_mover(id, place);
            }
            _ => {
                let near = self.world.mover(id).map(|mover| mover.position + IVec2::new(900, -700));
                near.map(|place| self.world.move_mover_to(id, place));
            }
        }
    }

    fn change_map(&mut self) {
        let at = TileCoord::new(1 + self.below(38) as i32, 1 + self.below(28) as i32);
        let min = IVec2::new(at.col, at.row) * 4096 + IVec2::splat(self.below(4096) as i32);
        let regions: Vec<_> = self.world.grid.regions().map(|(id, _)| id).collect();
        match self.below(9) {
            6 => {
                let aabb = Aabb { min, max: min + IVec2::splat(7000) };
                let spike = Polygon::new(&[IVec2::new(0, 7000), IVec2::new(3000, 0), IVec2::splat(7000)]);
                let shape = (at.col % 2 == 0).then_some(spike);
                self.world.add_region(Region { report_stay: true, shape, ..Region::new(aabb) });
            }
            7 if !regions.is_empty() => {
                let id = regions[self.below(regions.len() as u32) as usize];
                self.world.remove_region(id);
            }
            8 if !regions.is_empty() => {
                let id = regions[self.below(regions.len() as u32) as usize];
                let now = self.world.grid.region(id).expect("it is listed");
                let size = now.shape.map_or(IVec2::splat(5000), |shape| shape.bounds().max);
                self.world.move_region(id, Aabb { min, max: min + size });
            }
            0 => {
                let aabb = Aabb { min, max: min + IVec2::new(2500, 1300) };
                self.world.grid.add_box(self.names.layer, aabb, self.names.kinds[STONE]);
                self.own += 1;
            }
            1 => {
                let world = &self.world;
                let shapes = world.grid.off_grid_shapes().map(|(id, _)| id);
                let of_map: Vec<_> = shapes.filter(|id| world.owner_of_box(*id).is_none()).collect();
                let Some(&id) = of_map.get(self.random.below(8) as usize) else { return };
                if self.below(2) == 0 {
                    self.world.grid.remove_box(id);
                    self.own -= 1;
                } else {
                    self.world.grid.move_box(id, min);
                }
            }
            _ => {
                let tile = (self.below(3) > 0).then(|| self.names.kinds[self.below(4) as usize]);
                self.world.grid.set_tile(self.names.layer, at, tile);
            }
        }
    }

    fn step(&mut self) -> u64 {
        for _ in 0..self.below(4) {
            match self.below(3) {
                0 => self.change_bodies(),
                1 => self.change_movers(),
                _ => self.change_map(),
            }
        }
        self.world.step(DT);
        assert_nothing_dangles(&self.world, self.own);
        let world = &self.world;
        let solid = world.ids().filter(|id| world.profile_of(*id) == Some(self.names.profiles[4])).count();
        let boxes = world.grid.off_grid_shapes().map(|(id, _)| world.owner_of_box(id));
        let of_bodies =
            boxes.filter(|owner| matches!(owner, Some(tilephys_core::platform::PushSource::Body(_)))).count();
        assert_eq!(of_bodies, solid, "boxes of solid bodies");
        world.state_hash()
    }

    fn take(&self) -> Then {
        Then { bytes: self.world.snapshot(), own: self.own }
    }

    fn restore(&mut self, then: &Then) {
        self.world.restore(&then.bytes).expect("a sound snapshot");
        self.own = then.own;
        assert!(self.world.snapshot() == then.bytes);
    }
}

/// Plays with snapshots taken and restored all the time. Returns the hashes.
fn play(seed: u64) -> Vec<u64> {
    let mut game = Game::new(seed);
    let (mut then, mut hashes) = (vec![game.take()], Vec::new());
    for _ in 0..120 {
        hashes.push(game.step());
        match game.below(12) {
            0 => then.push(game.take()),
            1 => {
                let which = game.below(then.len() as u32) as usize;
                game.restore(&then[which]);
            }
            2 => {
                let ids: Vec<BodyId> = game.world.ids().filter(|id| id.0 % 3 == 1).collect();
                let some = game.world.snapshot_of(&ids);
                hashes.push(game.step());
                game.world.restore(&some).expect("a sound snapshot");
            }
            _ => {}
        }
    }
    hashes
}

#[test]
fn anything_goes_at_any_time_and_all_is_the_same_again() {
    for seed in 1..=4 {
        assert!(play(seed) == play(seed), "seed {seed}");
    }
}
