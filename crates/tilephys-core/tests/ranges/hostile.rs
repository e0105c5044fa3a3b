//! Settings drawn from all of their ranges, ends included, in a small world with every kind of thing: no step panics or
//! overflows, and every build comes to the same state.

use crate::time::scene::Random;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::*;
use tilephys_core::{
    limits::{MAX_SETTING, MAX_SETTING_LENGTH},
    moves::{Foot, SlopeSpeed, Snap},
    platform::{
        Easing, LeaveVelocity, Mover, Path, PathMode, RideMode, RideSettings, SquishPolicy, Waypoint,
    },
    shape::{OneWay, Slope, TileShape},
};
use tilephys_feel::{Button, Feel, FeelState, Input};

/// State of all runs together. Every build comes to it: it changes only if bodies are meant to move otherwise.
const GOLDEN: u64 = 0x82A0_71C2_B34D_22B3;

const SEEDS: u64 = 32;

const INF: f32 = f32::INFINITY;

impl Random {
    fn pick<T: Copy, const N: usize>(&mut self, list: [T; N]) -> T {
        list[self.below(N as u32) as usize]
    }

    fn chance(&mut self) -> bool {
        self.below(2) == 0
    }

    fn amount(&mut self) -> f32 {
        let most = f32::from_bits(MAX_SETTING.to_bits() - 1);
        self.pick([0.0, f32::MIN_POSITIVE, 0.5, 1.0, 90.0, 900.0, 1e6, most, MAX_SETTING])
    }

    fn length(&mut self) -> f32 {
        let most = f32::from_bits(MAX_SETTING_LENGTH.to_bits() - 1);
        self.pick([0.0, f32::MIN_POSITIVE, 1.0 / 256.0, 2.0, 6.0, 16.0, 300.0, most, MAX_SETTING_LENGTH])
    }

    fn limit(&mut self) -> f32 {
        self.pick([0.0, 1.0, 300.0, MAX_SETTING, f32::MAX, INF, INF])
    }

    fn ticks(&mut self) -> u8 {
        self.pick([0, 1, 6, 254, 255])
    }

    fn speed(&mut self) -> f32 {
        let speed = self.pick([0.0, 1.0, 90.0, 300.0, 3000.0, 1e6, 1e9, 1e12, 1e30, f32::MAX]);
        if self.chance() { speed } else { 0.0 - speed }
    }

    fn setting_speed(&mut self) -> f32 {
        let speed = self.amount();
        if self.chance() { speed } else { 0.0 - speed }
    }

    fn up(&mut self) -> Direction {
        if self.chance() { Direction::Up } else { self.pick(Direction::ALL) }
    }
}

fn walk(random: &mut Random) -> Walk {
    let angle = [0.0, 0.3, std::f32::consts::FRAC_PI_4, 1.2, std::f32::consts::FRAC_PI_2];
    Walk {
        floor_max_angle: random.pick(angle),
        slope_speed: match random.below(3) {
            0 => SlopeSpeed::KeepLevel,
            1 => SlopeSpeed::KeepSurface,
            _ => SlopeSpeed::Curve { up: random.amount(), down: random.amount() },
        },
        stop_on_slope: random.chance(),
        block_on_steep: random.chance(),
        snap: match random.below(3) {
            0 => Snap::Adaptive,
            1 => Snap::Off,
            _ => Snap::Length(random.length()),
        },
        step_up: random.length(),
        slide_on_ceiling: random.chance(),
        corner_correct_up: random.length(),
        corner_correct_side: random.length(),
        gap_bridge: random.length(),
        wall_retain_ticks: random.ticks(),
        foot: random.pick([Foot::Corners, Foot::Center]),
        friction: random.amount(),
        one_way_assist: random.amount(),
        one_way_nudge: random.length(),
    }
}

fn profile(random: &mut Random, solid: TileId) -> Profile {
    let collide = random.chance().then(|| BodyCollision {
        mask: u32::MAX,
        mass: random.pick([1e-12, 1.0, 7.0, 1e12, INF]),
        friction: random.amount(),
        push_speed: random.limit(),
        one_way: random.pick([None, None, Some(Direction::Up)]),
        ..BodyCollision::default()
    });
    let restitution = if collide.is_some() { random.pick([0.0, 0.5, 1.0]) } else { random.amount() };
    let slides = Response::Slide;
    let bounces = Response::Bounce { restitution };
    let movement = MoveConfig {
        up: random.up(),
        response: random.pick([slides, slides, slides, bounces, Response::Stop, Response::Invert]),
        rest_speed: random.limit(),
        motion_mode: random.pick([MotionMode::Grounded, MotionMode::Grounded, MotionMode::Floating]),
        ..MoveConfig::default()
    };
    let walk = if movement.motion_mode == MotionMode::Grounded { walk(random) } else { Walk::default() };
    let movement = MoveConfig { walk, ..movement };
    let wiggle = SquishPolicy::Wiggle(random.length());
    let policies = [SquishPolicy::Report, wiggle, SquishPolicy::BlockMover, SquishPolicy::PassThrough];
    Profile {
        movement,
        gravity_scale: random.pick([1.0, 1.0, 0.0, -1.0, 1e9]),
        max_speed: Vec2::new(random.limit(), random.limit()),
        riding: RideSettings {
            ride: random.pick([RideMode::Glue, RideMode::Ballistic]),
            leave: random.pick([LeaveVelocity::None, LeaveVelocity::Add, LeaveVelocity::AddUpward]),
            lift_cap: Vec2::new(random.limit(), random.limit()),
            lift_ticks: random.ticks(),
            walls: random.chance(),
            ceilings: random.chance(),
            squish: random.pick(policies),
        },
        solid: (random.below(4) == 0).then_some(solid),
        collide,
        sensor: random.pick([0, 0, 1]),
        report_tiles: random.chance(),
        ..Profile::default()
    }
}

fn kinds(random: &mut Random, grid: &mut TileGrid) -> [TileId; 5] {
    let material = Material {
        friction: random.amount(),
        restitution: random.amount(),
        conveyor: Vec2::new(random.setting_speed(), random.pick([0.0, 0.0, MAX_SETTING])),
        surface: 1,
    };
    let slope = |heights| TileShape::Slope(Slope { side: Direction::Down, heights });
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    [
        Tile::default(),
        Tile { shape: slope([0, 4096]), ..Tile::default() },
        Tile { shape: slope([4096, 0]), ..Tile::default() },
        Tile { shape: line, material: Material { friction: 1.0, ..material }, ..Tile::default() },
        Tile { material, ..Tile::default() },
    ]
    .map(|tile| grid.add_tile(tile))
}

/// A room of 20 x 12 cells from `from` on.
fn room(random: &mut Random, from: TileCoord) -> (World, LayerId, [TileId; 5]) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("room");
    let kinds = kinds(random, &mut grid);
    for (row, col) in (0..12).flat_map(|row| (0..20).map(move |col| (row, col))) {
        let border = row == 0 || row == 11 || col == 0 || col == 19;
        let tile = match random.below(16) {
            _ if border => random.below(12) > 0,
            0 => true,
            _ => false,
        };
        let kind = if border { random.pick([0, 0, 0, 4]) } else { random.below(5) as usize };
        let at = TileCoord::new(from.col + col, from.row + row);
        grid.set_tile(layer, at, tile.then_some(kinds[kind]));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(random.pick([0.0, 0.0, 1e9]), random.pick([900.0, 900.0, 0.0, -1e9, 1e30]));
    let rules = [CombineRule::Min, CombineRule::Max, CombineRule::Average, CombineRule::Multiply];
    world.combine = Combine { restitution: random.pick(rules), friction: random.pick(rules) };
    (world, layer, kinds)
}

fn add_movers(random: &mut Random, world: &mut World, origin: IVec2, (layer, kinds): (LayerId, [TileId; 5])) {
    let mut last = None;
    for _ in 0..3 {
        let place = origin + IVec2::new(20 + random.below(240) as i32, 20 + random.below(130) as i32) * 256;
        let size = random.pick([Some(IVec2::new(40, 8)), Some(IVec2::splat(1)), None]);
        let mover = Mover {
            size: size.map(|size| size * 256),
            velocity: Vec2::new(random.setting_speed(), random.setting_speed()),
            parent: last.filter(|_| random.chance()),
            ..Mover::of_tile(place, layer, kinds[random.pick([0, 1, 3])])
        };
        let Ok(id) = world.add_mover(mover) else { continue };
        if random.below(3) == 0 {
            let far =
                random.pick([place, IVec2::ZERO, IVec2::splat(WORLD_LIMIT), IVec2::splat(-WORLD_LIMIT)]);
            let stops = [place, far].map(|at| Waypoint { at, wait: 1, ticks: 3 });
            world.set_mover_path(id, Path::new(&stops, PathMode::PingPong, Easing::In).ok(), u64::MAX - 2);
        }
        last = Some(id);
    }
}

/// The game: speeds, teleports, sizes and times at their ends, and a character.
struct Game<'a> {
    random: &'a mut Random,
    feel: Feel,
    state: FeelState,
}

impl StepHooks for Game<'_> {
    fn control(&mut self, bodies: &mut ControlContext) {
        let random = &mut *self.random;
        let button = |random: &mut Random| random.pick([Button::PRESSED, Button::HELD, Button::default()]);
        let along = random.pick([-1.0, 0.0, 1.0]);
        let mut input = Input { along, jump: button(random), dash: button(random), ..Input::default() };
        self.feel.drive(bodies, BodyId(0), &mut self.state, &mut input);
        for id in (1..6).map(BodyId) {
            match random.below(10) {
                0 | 1 => drop(bodies.set_velocity(id, Vec2::new(random.speed(), random.speed()))),
                2 => drop(bodies.set_time_scale(id, random.pick([0.0, 0.5, 1.0, 1e9, f32::MAX]))),
                3 => drop(bodies.hit_stop(id, random.pick([0, 1, 255]))),
                4 => {
                    let edge = random.pick([1, 4096, 20_000, i32::MAX]);
                    bodies.resize(id, IVec2::new(2048, edge));
                }
                _ => drop(bodies.drop_through(id)),
            }
        }
    }
}

fn feel(random: &mut Random) -> Feel {
    let mut feel = if random.chance() { Feel::celeste() } else { Feel::mega_man() };
    feel.gravity = random.amount();
    feel.max_fall = random.amount();
    feel.run.speed = random.amount();
    feel.run.accel = random.amount();
    feel.jump.speed = random.amount();
    feel.jump.along = random.amount();
    feel.jump.coyote_ticks = random.ticks();
    feel.jump.buffer_ticks = random.ticks();
    feel.jump.var_jump_ticks = random.ticks();
    feel.jump.ceiling_ticks = random.ticks();
    feel.jump.air_jumps = random.ticks();
    if let Some(jump) = &mut feel.wall_jump {
        (jump.reach, jump.speed, jump.force_ticks) = (random.length(), random.amount(), random.ticks());
    }
    if let Some(dash) = &mut feel.dash {
        (dash.speed, dash.end_speed, dash.floor_snap) = (random.amount(), random.amount(), random.length());
        (dash.ticks, dash.cooldown_ticks) = (random.pick([0, 1, 254]), random.ticks());
    }
    if let Some(slide) = &mut feel.wall_slide {
        (slide.start_speed, slide.end_speed, slide.ticks) =
            (random.amount(), random.amount(), random.ticks());
    }
    assert_eq!(feel.fault(), None);
    feel
}

/// Plays one world, and tells the hash of its end.
fn play(seed: u64) -> u64 {
    let random = &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let end = WORLD_LIMIT / 4096;
    let from = random.pick([(0, 0), (0, 0), (-end, -end), (end - 20, end - 12), (-end, end - 12)]);
    let from = TileCoord::new(from.0, from.1);
    let (mut world, layer, kinds) = room(random, from);
    let origin = IVec2::new(from.col, from.row) * 4096;
    add_movers(random, &mut world, origin, (layer, kinds));
    let mask = u32::MAX;
    let aabb = Aabb { min: origin, max: origin + IVec2::splat(30_000) };
    world.add_region(Region { mask, report_stay: true, ..Region::new(aabb) });
    let feel = feel(random);
    for place in 0..6 {
        let mut settings = profile(random, kinds[0]);
        if place == 0 {
            settings = feel.profile(settings, Vec2::new(0.0, 900.0));
        }
        let id = world.add_profile(settings);
        let at = origin + IVec2::new(20 + random.below(270) as i32, 20 + random.below(150) as i32) * 256;
        let size =
            random.pick([IVec2::splat(1), IVec2::splat(2048), IVec2::new(2048, 2816), IVec2::splat(9000)]);
        let mut body = Body::on_lattice(at, size);
        body.velocity = Vec2::new(random.speed(), random.speed());
        world.spawn(id, body);
    }
    let mut game = Game { random, feel, state: FeelState::default() };
    for _ in 0..8 {
        let dt = game.random.pick([1.0 / 60.0, 1.0 / 60.0, 1.0 / 60.0, 0.0, 1e-30, 0.5, 1e6]);
        for id in world.mover_ids().collect::<Vec<_>>() {
            let ends = [IVec2::MIN, IVec2::MAX, IVec2::ZERO, origin];
            let target = (game.random.below(8) == 0).then(|| game.random.pick(ends));
            target.map(|target| world.move_mover_to(id, target));
        }
        world.step_with(dt, &mut game);
        for event in world.events() {
            let _ = event.kind.to_string();
        }
        let snapshot = world.snapshot();
        world.restore(&snapshot).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
    world.state_hash()
}

#[test]
fn settings_at_their_ends_never_overflow_in_any_build() {
    let mut all = 0_u64;
    for seed in 0..SEEDS {
        let hash = play(seed);
        all = (all.rotate_left(7) ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    assert_eq!(all, GOLDEN, "{all:#018x}");
}
