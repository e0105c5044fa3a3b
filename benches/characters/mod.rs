//! Characters of 12 x 28 px that run and jump, with input that is a hash of character and tick.

pub(crate) mod tutorial;

use super::support::workload::{Bytes, Random, TILE};
use glam::{IVec2, UVec2, Vec2};
use std::fmt;
use tilephys::core::{
    Aabb, Body, BodyId, ControlContext, Direction, Profile, StepHooks, Tile, TileCoord, TileGrid, World,
    shape::{OneWay, Slope, TileShape},
};
use tutorial::Character;

/// Width and height, in px.
pub(crate) const SIZE: Vec2 = Vec2::new(12.0, 28.0);
/// In px/s², downward.
pub(crate) const GRAVITY: f32 = 1200.0;
/// Speeds, in px/s.
pub(crate) const RUN: f32 = 150.0;
pub(crate) const JUMP: f32 = 420.0;
pub(crate) const MAX_FALL: f32 = 600.0;

/// A cheap hash (the multipliers of Wang's and Murmur's integer hashes).
pub(crate) fn hash(who: u32, when: u32) -> u32 {
    let mut h = who.wrapping_mul(0x9e37_79b9) ^ when.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^ (h >> 13)
}

/// Where a character runs to: another way every 32 ticks, not all in the same one.
#[inline]
pub(crate) fn direction(who: u32, tick: u32) -> f32 {
    [-1.0, 0.0, 1.0, -1.0, 1.0][(hash(who, (tick + who) / 32) % 5) as usize]
}

/// True if a standing character jumps: in one tick of 64.
#[inline]
pub(crate) fn jumps(who: u32, tick: u32) -> bool {
    hash(who ^ 0x5555, tick).is_multiple_of(64)
}

/// What they want in a tick, for the bodies of a world.
pub(crate) struct Input {
    pub(crate) tick: u32,
}

impl StepHooks for Input {
    fn control(&mut self, bodies: &mut ControlContext) {
        let bodies = bodies.slices();
        for place in 0..bodies.len() {
            let who = place as u32;
            bodies.x.velocity[place] = RUN * direction(who, self.tick);
            if bodies.state[place].on_floor() && jumps(who, self.tick) {
                bodies.y.velocity[place] = -JUMP;
            }
        }
    }
}

/// All that a default profile has, and a limit of speed.
pub(crate) fn profile() -> Profile {
    Profile { max_speed: Vec2::new(f32::INFINITY, MAX_FALL), ..Profile::default() }
}

/// The same characters as bodies. None is ever removed, so places are as they were spawned.
pub(crate) fn world(grid: &TileGrid, characters: &[Character], profile: Profile) -> World {
    let mut world = World::new(grid.clone());
    world.gravity = Vec2::new(0.0, GRAVITY);
    let profile = world.add_profile(profile);
    for c in characters {
        world.spawn(profile, Body::new(Vec2::new(c.x, c.y) - SIZE / 2.0, SIZE));
    }
    world
}

/// Floor, wall, ceiling.
pub(crate) fn flags(world: &World, id: BodyId) -> [bool; 3] {
    let state = world.state(id).expect("it is there");
    [state.on_floor(), state.on_wall(), state.on_ceiling()]
}

/// `count` characters in free places, with a pixel of air around each.
pub(crate) fn characters(map: &Bytes, count: usize) -> Vec<Character> {
    let mut random = Random(31);
    let mut one = || loop {
        let (column, row) = (random.below(map.columns as u32) as f32, random.below(map.rows as u32) as f32);
        let c = Character::at((column + 0.5) * TILE, (row + 1.0) * TILE);
        if !tutorial::is_blocked(map, c.x, c.y, SIZE / 2.0 + 1.0) {
            return c;
        }
    };
    (0..count).map(|_| one()).collect()
}

/// What characters do, over all of them and all steps.
#[derive(Default)]
pub(crate) struct Facts {
    all: u64,
    on: [u64; 3],
    /// Sum of the ways, in px, from first to last place along x.
    pub(crate) travel: f64,
    characters: usize,
}

impl Facts {
    /// Counts one step.
    pub(crate) fn count(&mut self, flags: &mut dyn Iterator<Item = [bool; 3]>) {
        let before = self.all;
        for flags in flags {
            self.all += 1;
            for (on, flag) in self.on.iter_mut().zip(flags) {
                *on += u64::from(flag);
            }
        }
        self.characters = (self.all - before) as usize;
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [floor, wall, ceiling] = self.on.map(|n| 100.0 * n as f64 / self.all as f64);
        let travel = self.travel / self.characters as f64;
        write!(f, "floor {floor:.1} %, wall {wall:.1} %, ceiling {ceiling:.1} %, travel {travel:.1} px")
    }
}

/// The cave with a tenth of its tiles turned into slopes, half tiles and one-way lines, all of them where there is free
/// space over or under them.
pub(crate) fn shaped_cave(map: &Bytes) -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
    let (layer, whole) = (grid.add_layer("cave"), grid.add_tile(Tile::default()));
    let is_border = |c: i32, r: i32| c == 0 || r == 0 || c == map.columns - 1 || r == map.rows - 1;
    let mut at_surface = Vec::new();
    let mut count = 0;
    for row in 0..map.rows {
        for column in (0..map.columns).filter(|&c| map.is_solid(c, row)) {
            grid.set_tile(layer, TileCoord::new(column, row), Some(whole));
            count += 1;
            if !(is_border(column, row) || map.is_solid(column, row - 1) && map.is_solid(column, row + 1)) {
                at_surface.push((column, row));
            }
        }
    }
    let edge = TILE as i32 * 256;
    let mut kind = |shape| grid.add_tile(Tile { shape, ..Tile::default() });
    let slope = |side, heights| TileShape::Slope(Slope { side, heights });
    let half =
        |low: i32| TileShape::Box(Aabb { min: IVec2::new(0, low), max: IVec2::new(edge, low + edge / 2) });
    // By side that is free: rising to the right, rising to the left, half, one-way.
    let floors = [
        slope(Direction::Down, [0, edge]),
        slope(Direction::Down, [edge, 0]),
        half(edge / 2),
        TileShape::OneWay(OneWay::edge(UVec2::splat(TILE as u32), Direction::Up)),
    ];
    let ceilings = [slope(Direction::Up, [0, edge]), slope(Direction::Up, [edge, 0]), half(0)];
    let (floors, ceilings) = (floors.map(&mut kind), ceilings.map(&mut kind));
    let mut random = Random(47);
    for _ in 0..count / 10 {
        let (column, row) = at_surface.swap_remove(random.below(at_surface.len() as u32) as usize);
        let rises_right = map.is_solid(column + 1, row);
        let slope = usize::from(!rises_right);
        let tile = if !map.is_solid(column, row - 1) {
            floors[[slope, 2, 3][random.below(3) as usize]]
        } else {
            ceilings[[slope, 2][random.below(2) as usize]]
        };
        grid.set_tile(layer, TileCoord::new(column, row), Some(tile));
    }
    grid
}
