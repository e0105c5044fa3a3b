//! Forged snapshots of a small world with every feature: what is accepted can be stepped, and its own snapshot is accepted.

use super::damage::seal;
use super::scene::{DT, Random};
use allocation_counter::measure;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyCollision, BodyId, Direction, Fault, Field, LayerId, Material, MoveConfig, Obstacle,
    Profile, ProfileId, Region, Response, Tile, TileCoord, TileGrid, TileId, Walk, World,
    platform::{Easing, Mover, Path, PathMode, RideSettings, SquishPolicy, Waypoint},
    shape::{OneWay, Polygon, TileShape},
};

/// Bytes that a restore may allocate beside [`EACH`] byte of the snapshot.
const BASE: u64 = 80 << 20;
/// Bytes that a restore may allocate for each byte of the snapshot: a cell of 11 bytes opens a chunk and a page of the map.
const EACH: u64 = 8 << 10;

const STONE: usize = 0;
const LINE: usize = 1;
const WIDE: usize = 3;
const SPIKE: usize = 4;

pub(super) struct Room {
    pub(super) world: World,
    layer: LayerId,
    kinds: [TileId; 5],
}

fn px(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y) * 256
}

fn tiles() -> [Tile; 5] {
    let belt = Material { conveyor: Vec2::new(40.0, 0.0), friction: 0.5, ..Material::default() };
    let triangle = Polygon::new(&[px(0, 16), px(16, 0), px(16, 16)]);
    [
        Tile::default(),
        Tile { shape: TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up)), ..Tile::default() },
        Tile { material: belt, ..Tile::default() },
        Tile { shape: TileShape::Box(Aabb { min: px(-4, 6), max: px(20, 16) }), ..Tile::default() },
        Tile {
            shape: TileShape::Parts(vec![tilephys_core::shape::Part::Solid(triangle)]),
            ..Tile::default()
        },
    ]
}

fn profiles(world: &mut World, tile: TileId) -> [ProfileId; 6] {
    let walk = Walk { step_up: 6.0, wall_retain_ticks: 6, friction: 100.0, ..Walk::default() };
    let movement = MoveConfig { walk, ..MoveConfig::default() };
    let bounce = MoveConfig { response: Response::Bounce { restitution: 0.8 }, ..MoveConfig::default() };
    let side = MoveConfig { up: Direction::Left, ..MoveConfig::default() };
    let riding = RideSettings { squish: SquishPolicy::Wiggle(3.0), walls: true, ..RideSettings::default() };
    let plain = Profile { max_speed: Vec2::splat(900.0), ..Profile::default() };
    let crate_like = BodyCollision { friction: 0.5, mass: 2.0, ..BodyCollision::default() };
    [
        Profile { movement, report_tiles: true, sensor: 1, riding, ..plain },
        Profile { movement, solid: Some(tile), ..plain },
        Profile { movement: bounce, collide: Some(BodyCollision::default()), ..plain },
        Profile { movement, collide: Some(crate_like), ..plain },
        Profile { movement: side, ..plain },
        Profile { movement, solid: Some(tile), collide: Some(crate_like), ..plain },
    ]
    .map(|profile| world.add_profile(profile))
}

/// A room of 16 x 12 tiles.
fn room() -> Room {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("room");
    let kinds = tiles().map(|tile| grid.add_tile(tile));
    for (row, line) in [(0, STONE), (4, LINE), (8, 2), (11, STONE)] {
        for col in 0..16 {
            let tile = (row % 11 == 0 || col % 4 < 2).then_some(kinds[line]);
            grid.set_tile(layer, TileCoord::new(col, row), tile);
        }
    }
    grid.set_tile(layer, TileCoord::new(9, 6), Some(kinds[WIDE]));
    grid.add_box(layer, Aabb { min: px(100, 150), max: px(130, 156) }, kinds[STONE]);
    grid.add_shape(layer, px(40, 110), kinds[SPIKE]);
    grid.add_region(Region::new(Aabb { min: px(20, 30), max: px(90, 100) }));
    grid.add_region(Region::new(Aabb { min: px(120, 30), max: px(190, 160) }));
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    Room { world, layer, kinds }
}

/// The room with bodies, movers and memories, edited, after some ticks.
pub(super) fn rich() -> Room {
    let Room { mut world, layer, kinds } = room();
    let profiles = profiles(&mut world, kinds[STONE]);
    for i in 0..14_u32 {
        let place = Vec2::new(22.0 + (i % 7) as f32 * 30.0, 20.0 + (i / 7) as f32 * 75.0);
        let mut body = Body::new(place, Vec2::new(8.0, 11.0));
        body.velocity = Vec2::new(i as f32 * 30.0 - 150.0, 0.0);
        world.spawn(profiles[i as usize % 6], body);
    }
    let stone = |x: f32, y: f32| Mover::new(Vec2::new(x, y), Vec2::new(40.0, 8.0), layer, kinds[STONE]);
    let lift =
        world.add_mover(Mover { velocity: Vec2::new(9.7, -20.3), ..stone(30.0, 60.0) }).expect("sound");
    let rider = Mover { parent: Some(lift), ..stone(30.0, 20.0) };
    world.add_mover(rider).expect("sound");
    let line = world.add_mover(Mover::of_tile(px(150, 100), layer, kinds[LINE])).expect("sound");
    let stops = [px(150, 100), px(100, 60)].map(|at| Waypoint { at, wait: 3, ticks: 20 });
    world.set_mover_path(line, Path::new(&stops, PathMode::PingPong, Easing::InOut).ok(), 5);
    let target = world.add_mover(stone(180.0, 40.0)).expect("sound");
    world.ignore_pair(BodyId(2), BodyId(3), true);
    for tick in 0..12 {
        if tick == 6 {
            edit(&mut world, layer, kinds);
        }
        world.step(DT);
    }
    world.move_mover_to(target, px(170, 50));
    world.set_time_scale(BodyId(4), 0.5);
    world.hit_stop(BodyId(5), 20);
    for id in [0, 6, 7, 8, 12].map(BodyId) {
        world.drop_through(id);
    }
    let met = Obstacle { layer, cell: TileCoord::new(3, 8), tile: kinds[2], off_grid: world.mover_box(lift) };
    world.ignore(BodyId(1), met, 20);
    world.change_profile(BodyId(10), profiles[0]);
    *world.slices().profile.last_mut().expect("bodies") =
        ProfileId::rejecting(Field::Size, Fault::OutOfRange);
    Room { world, layer, kinds }
}

/// The room without bodies, edited.
pub(super) fn edited() -> World {
    let Room { mut world, layer, kinds } = room();
    edit(&mut world, layer, kinds);
    world
}

fn edit(world: &mut World, layer: LayerId, kinds: [TileId; 5]) {
    world.grid.set_tile(layer, TileCoord::new(5, 6), Some(kinds[WIDE]));
    world.grid.set_tile(layer, TileCoord::new(9, 6), None);
    world.grid.set_tile(layer, TileCoord::new(7, 9), Some(kinds[SPIKE]));
    world.grid.add_box(layer, Aabb { min: px(60, 140), max: px(80, 146) }, kinds[STONE]);
    let boxes: Vec<_> = world.grid.off_grid_shapes().map(|(id, _)| id).collect();
    world.grid.move_box(boxes[1], px(102, 152));
    let spike = Polygon::new(&[px(0, 20), px(10, 0), px(20, 20)]);
    let aabb = Aabb { min: px(60, 60), max: px(80, 80) };
    let region = Region { shape: Some(spike), report_stay: true, ..Region::new(aabb) };
    world.add_region(region);
    let first = world.grid.regions().next().map(|(id, _)| id).expect("a region");
    world.remove_region(first);
}

/// What became of forged snapshots.
#[derive(Debug, Default)]
struct Tally {
    taken: u32,
    refused: u32,
    most: u64,
}

impl Tally {
    /// Restores what was forged; steps, edits, spawns, and restores its own snapshot, in this world and a fresh one.
    fn judge(&mut self, room: &mut Room, snapshot: &[u8], what: &str) {
        let mut read = Ok(());
        let allocated = measure(|| read = room.world.restore(snapshot));
        self.most = self.most.max(allocated.bytes_max);
        let bound = BASE + EACH * snapshot.len() as u64;
        assert!(allocated.bytes_max < bound, "{what}: {} bytes for {read:?}", allocated.bytes_max);
        if read.is_err() {
            self.refused += 1;
            return;
        }
        self.taken += 1;
        own(room, what);
        let (layer, kinds) = (room.layer, room.kinds);
        for tick in 0..3 {
            if tick == 1 {
                let body = Body::new(Vec2::splat(40.0), Vec2::splat(8.0));
                room.world.spawn(ProfileId::DEFAULT, body);
                let mover = Mover::new(Vec2::new(90.0, 90.0), Vec2::splat(16.0), layer, kinds[STONE]);
                assert!(room.world.add_mover(mover).is_ok());
                for (col, row) in [(5, 6), (9, 6), (7, 9), (0, 0)] {
                    let tile = (col != 7).then_some(kinds[WIDE]);
                    room.world.grid.set_tile(layer, TileCoord::new(col, row), tile);
                }
            }
            room.world.step(DT);
        }
        own(room, what);
    }
}

/// The world takes back its own snapshot, and writes the same one.
fn own(room: &mut Room, what: &str) {
    let bytes = room.world.snapshot();
    let hash = room.world.state_hash();
    if let Err(error) = room.world.restore(&bytes) {
        panic!("{what}: its own snapshot is refused: {error}");
    }
    assert!(room.world.snapshot() == bytes, "{what}: another snapshot");
    assert_eq!(room.world.state_hash(), hash, "{what}: another hash");
}

const WORDS: [u32; 12] = [
    0,
    1,
    2,
    0xFFFF,
    0x0100_0000,
    0x003F_FFFF,
    i32::MAX as u32,
    i32::MIN as u32,
    u32::MAX,
    0x7F80_0000, // infinity
    0x7FC0_0000, // NaN
    0x7F7F_FFFF, // f32::MAX
];

/// Each byte and each word of a snapshot from `first` on, every `stride`, replaced by values at the ends of what it holds.
fn replace_each(first: usize, stride: usize) -> Tally {
    let (mut room, mut tally) = (rich(), Tally::default());
    let good = room.world.snapshot();
    own(&mut room, "the world itself");
    for at in (19 + first..good.len() - 12).step_by(stride) {
        for byte in [0, 1, 2, 0x7F, 0x80, 0xFF, good[at] ^ 1, good[at] ^ 0x10, good[at].wrapping_add(1)] {
            let mut bytes = good.clone();
            bytes[at] = byte;
            seal(&mut bytes);
            tally.judge(&mut room, &bytes, &format!("byte {at} = {byte:#x}"));
        }
        for word in WORDS {
            let mut bytes = good.clone();
            bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
            seal(&mut bytes);
            tally.judge(&mut room, &bytes, &format!("word {at} = {word:#x}"));
        }
    }
    tally
}

/// Some places at a time at random, by bytes and words.
fn replace_some(seed: u64, rounds: u32) -> Tally {
    let (mut room, mut tally, mut random) = (rich(), Tally::default(), Random(seed));
    let good = room.world.snapshot();
    for round in 0..rounds {
        let mut bytes = good.clone();
        for _ in 0..=random.below(4) {
            let at = 19 + random.below(bytes.len() as u32 - 31) as usize;
            match random.below(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes[at] ^= 1 << random.below(8),
                2 => bytes[at..at + 4].copy_from_slice(&WORDS[random.below(12) as usize].to_le_bytes()),
                _ => {
                    let from = 19 + random.below(good.len() as u32 - 31) as usize;
                    bytes[at..at + 4].copy_from_slice(&good[from..from + 4]);
                }
            }
        }
        seal(&mut bytes);
        tally.judge(&mut room, &bytes, &format!("seed {seed}, round {round}"));
    }
    tally
}

#[test]
fn an_accepted_forged_value_gives_a_sound_world() {
    let tally = replace_each(0, 23);
    assert!(tally.taken > 100 && tally.refused > 100, "{tally:?}");
}

#[test]
fn several_accepted_forged_values_give_a_sound_world() {
    let tally = replace_some(7, 400);
    assert!(tally.taken > 50 && tally.refused > 50, "{tally:?}");
}
