//! A busy world: movers with paths and parents, one-way lines, belts, solid bodies, walkers with all assists, tile edits.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyId, ControlContext, Direction, LayerId, Material, MoveConfig, MoverId, Profile,
    ProfileId, Region, Response, StepHooks, Tile, TileCoord, TileGrid, TileId, Walk, World,
    platform::{Easing, Mover, Path, PathMode, RideSettings, SquishPolicy, Waypoint},
    shape::{OneWay, TileShape},
};

pub(crate) const DT: f32 = 1.0 / 60.0;

/// xorshift64* (Vigna 2016, "An experimental exploration of Marsaglia's xorshift generators, scrambled").
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// One of `0..n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((word * u64::from(n)) >> 32) as u32
    }
}

/// Kinds of tile of the room, in the order in which they are added.
pub(crate) const STONE: usize = 0;
pub(crate) const LINE: usize = 1;
pub(crate) const BELT: usize = 2;
/// Reaches beyond its cell.
pub(crate) const WIDE: usize = 3;
pub(crate) const CRATE: usize = 4;

/// What things in the room are called.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    pub(crate) layer: LayerId,
    pub(crate) kinds: [TileId; 5],
    /// 0 the default, 1 and 2 walk, 3 bounces, 4 is solid to others.
    pub(crate) profiles: [ProfileId; 5],
}

fn grid() -> (TileGrid, LayerId, [TileId; 5]) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("room");
    let px = |x: i32, y: i32| IVec2::new(x, y) * 256;
    let kinds = [
        Tile::default(),
        Tile { shape: TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up)), ..Tile::default() },
        Tile {
            material: Material { conveyor: Vec2::new(40.0, 0.0), ..Material::default() },
            ..Tile::default()
        },
        Tile { shape: TileShape::Box(Aabb { min: px(-4, 6), max: px(20, 16) }), ..Tile::default() },
        Tile::default(),
    ];
    let kinds = kinds.map(|tile| grid.add_tile(tile));
    for row in 0..30 {
        for col in 0..40 {
            let border = row == 0 || col == 0 || row == 29 || col == 39;
            let what = if border {
                Some(STONE)
            } else if row % 6 == 4 && (col / 4) % 2 == 0 {
                Some([LINE, STONE, BELT][(col / 8) as usize % 3])
            } else if col % 11 == 5 && row % 9 == 7 {
                Some(WIDE)
            } else {
                None
            };
            grid.set_tile(layer, TileCoord::new(col, row), what.map(|k| kinds[k]));
        }
    }
    grid.add_box(layer, Aabb { min: px(300, 330), max: px(340, 337) }, kinds[STONE]);
    grid.add_shape(layer, px(100, 210), kinds[LINE]);
    for i in 0..12 {
        let min = px(30 + 50 * i, 60 + 97 * i % 350);
        grid.add_region(Region::new(Aabb { min, max: min + px(20 + 5 * i, 30) }));
    }
    (grid, layer, kinds)
}

/// The room without bodies.
pub(crate) fn empty() -> (World, Names) {
    let (grid, layer, kinds) = grid();
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let walk = Walk {
        step_up: 6.0,
        corner_correct_up: 4.0,
        corner_correct_side: 4.0,
        wall_retain_ticks: 6,
        ..Walk::default()
    };
    let slide = MoveConfig { walk, ..MoveConfig::default() };
    let bounce = MoveConfig { response: Response::Bounce { restitution: 0.8 }, ..MoveConfig::default() };
    let plain = Profile { max_speed: Vec2::splat(900.0), ..Profile::default() };
    let wiggle = RideSettings { squish: SquishPolicy::Wiggle(3.0), ..RideSettings::default() };
    let others = [
        Profile { movement: slide, report_tiles: true, sensor: 1, ..plain },
        Profile { movement: slide, riding: wiggle, ..plain },
        Profile { movement: bounce, report_hits: false, ..plain },
        Profile { movement: slide, solid: Some(kinds[CRATE]), ..plain },
    ];
    let [a, b, c, d] = others.map(|profile| world.add_profile(profile));
    (world, Names { layer, kinds, profiles: [ProfileId::DEFAULT, a, b, c, d] })
}

/// The room with a crowd and lifts.
pub(crate) fn busy() -> (World, Names) {
    let (mut world, names) = empty();
    for i in 0..60u32 {
        let place = Vec2::new(24.0 + (i % 30) as f32 * 20.0, 20.0 + (i / 30) as f32 * 190.0);
        let mut body = Body::new(place, Vec2::new(8.0, 11.0));
        body.velocity = Vec2::new(i as f32 * 9.0 - 270.0, 0.0);
        world.spawn(names.profiles[i as usize % 5], body);
    }
    add_movers(&mut world, names);
    (world, names)
}

fn add_movers(world: &mut World, names: Names) {
    let px = |x: i32, y: i32| IVec2::new(x, y) * 256;
    let stone =
        |x: f32, y: f32| Mover::new(Vec2::new(x, y), Vec2::new(48.0, 8.0), names.layer, names.kinds[STONE]);
    let stops =
        [(200, 450), (200, 300), (260, 300)].map(|(x, y)| Waypoint { at: px(x, y), wait: 20, ticks: 70 });
    let path = Path::new(&stops, PathMode::PingPong, Easing::InOut).expect("a sound path");
    let lift = world.add_mover(stone(200.0, 450.0)).expect("a sound mover");
    world.set_mover_path(lift, Some(path), 0);
    let rider = Mover { velocity: Vec2::new(11.0, 0.0), parent: Some(lift), ..stone(210.0, 430.0) };
    world.add_mover(rider).expect("a sound mover");
    let line = Mover::of_tile(px(400, 440), names.layer, names.kinds[LINE]);
    world.add_mover(Mover { velocity: Vec2::new(-33.3, -7.7), ..line }).expect("a sound mover");
    let crusher = Mover { velocity: Vec2::new(0.0, 60.0), ..stone(500.0, 380.0) };
    world.add_mover(crusher).expect("a sound mover");
}

/// What the game does in tick `tick`: all that it decides follows from that number and from the state of the world.
pub(crate) fn play(world: &mut World, names: Names, tick: u32) {
    edit(world, names, tick);
    act(world, names, tick);
}

/// The same without the edits of the map between steps.
pub(crate) fn act(world: &mut World, names: Names, tick: u32) {
    let mut random = Random(u64::from(tick) * 0x9E37_79B9 + 1);
    let ids: Vec<BodyId> = world.ids().collect();
    if tick % 50 == 17 && !ids.is_empty() {
        world.despawn(ids[random.below(ids.len() as u32) as usize]);
    }
    if tick % 50 == 31 {
        let place = Vec2::new(24.0 + random.below(550) as f32, 20.0);
        let profile = names.profiles[random.below(5) as usize];
        world.spawn(profile, Body::new(place, Vec2::new(8.0, 11.0)));
    }
    let movers: Vec<MoverId> = world.mover_ids().collect();
    if let Some((id, mover)) = movers.last().and_then(|id| Some((*id, world.mover(*id)?)))
        && tick % 240 == 120
    {
        world.set_mover_velocity(id, -mover.velocity);
    }
    if let Some(id) = movers.first().filter(|_| tick % 300 == 200) {
        world.move_mover_to(*id, IVec2::new(210, 440) * 256);
    }
    world.step_with(DT, &mut Game { tick });
    let hit: Vec<BodyId> = world.events().iter().map(|event| event.body).collect();
    for id in hit.into_iter().filter(|id| (id.0 + tick).is_multiple_of(97)) {
        world.hit_stop(id, 7);
    }
}

/// Edits of the map between two steps: floors that go and come, boxes, a shape that is moved.
pub(crate) fn edit(world: &mut World, names: Names, tick: u32) {
    let mut random = Random(u64::from(tick) + 77);
    let at = TileCoord::new(1 + random.below(38) as i32, 1 + random.below(27) as i32);
    if tick % 5 == 2 {
        let tile = (random.below(3) != 0).then(|| names.kinds[random.below(4) as usize]);
        world.grid.set_tile(names.layer, at, tile);
    }
    let boxes: Vec<_> = world.grid.off_grid_shapes().map(|(id, _)| id).collect();
    let own: Vec<_> = boxes.into_iter().filter(|id| world.owner_of_box(*id).is_none()).collect();
    match tick % 40 {
        3 => {
            let min = IVec2::new(at.col, at.row) * 4096 + IVec2::new(100, 77);
            let aabb = Aabb { min, max: min + IVec2::new(3000, 900) };
            world.grid.add_box(names.layer, aabb, names.kinds[STONE]);
        }
        13 => {
            let min = IVec2::new(at.col, at.row) * 4096;
            world.add_region(Region::new(Aabb { min, max: min + IVec2::splat(9000) }));
        }
        18 | 28 | 38 => {
            let ids: Vec<_> = world.grid.regions().map(|(id, region)| (id, region.aabb)).collect();
            let (id, aabb) = ids[random.below(ids.len() as u32) as usize];
            if tick % 40 == 18 {
                world.remove_region(id);
            } else {
                world.move_region(id, Aabb { min: aabb.min, max: aabb.max + IVec2::splat(777) });
            }
        }
        23 if own.len() > 1 => world.grid.remove_box(own[random.below(own.len() as u32) as usize]),
        33 if !own.is_empty() => {
            world.grid.move_box(own[0], IVec2::new(at.col, at.row) * 4096 + IVec2::new(9, 700));
        }
        _ => {}
    }
}

struct Game {
    tick: u32,
}

impl StepHooks for Game {
    fn control(&mut self, bodies: &mut ControlContext) {
        for id in (0..90).map(BodyId) {
            let (Some(body), Some(state)) = (bodies.body(id), bodies.state(id)) else { continue };
            let key = id.0 * 13 + self.tick;
            let run = [-150.0, 90.0, 0.0, 200.0][(id.0 + self.tick / 40) as usize % 4];
            let jump = state.on_floor() && key.is_multiple_of(45);
            if id.0 % 5 != 3 {
                let up = if jump { -380.0 } else { body.velocity.y };
                bodies.set_velocity(id, Vec2::new(run, up));
            }
            if key.is_multiple_of(20) && state.on_floor() {
                bodies.drop_through(id);
            }
            if key.is_multiple_of(331) {
                bodies.set_time_scale(id, [0.5, 1.0, 1.7, 0.0][(self.tick / 3) as usize % 4]);
            }
            if key.is_multiple_of(501) {
                let crouched = IVec2::new(body.size.x, 11 * 256 + 8 * 256 - body.size.y);
                bodies.resize(id, crouched);
            }
        }
    }
}

/// Plays ticks and tells the hashes after each.
pub(crate) fn run(world: &mut World, names: Names, ticks: std::ops::Range<u32>) -> Vec<u64> {
    ticks
        .map(|tick| {
            play(world, names, tick);
            world.state_hash()
        })
        .collect()
}

/// Asserts that each off-grid shape belongs to the map or to its own living mover or solid body.
pub(crate) fn assert_nothing_dangles(world: &World, own: usize) {
    let mut owned = 0;
    for (id, _) in world.grid.off_grid_shapes() {
        owned += usize::from(world.owner_of_box(id).is_some());
    }
    let of_map = world.grid.off_grid_shapes().count() - owned;
    assert_eq!(of_map, own, "loose shapes of the map");
    for mover in world.mover_ids() {
        let shape = world.mover_box(mover).and_then(|shape| world.grid.off_grid_shape(shape));
        let bounds = shape.expect("a mover has a shape").aabb;
        assert_eq!(world.mover(mover).map(|mover| mover.position), Some(bounds.min), "{mover:?}");
    }
}
