//! State hashes of a small world with most features, to be compared between processors: see `.ci/same_bits`.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::platform::{Easing, Mover, Path, PathMode, Waypoint};
use tilephys_core::shape::{OneWay, Slope, TileShape};
use tilephys_core::{
    Body, BodyCollision, BodyId, ControlContext, Direction, LayerId, MotionMode, MoveConfig, Profile,
    Response, StepHooks, Tile, TileCoord, TileGrid, TileId, World,
};
use tilephys_feel::{Feel, FeelState, Input};

const COLUMNS: i32 = 80;
const ROWS: i32 = 50;

/// A linear congruential generator, by its upper bits.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u16) -> u16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u16
    }

    /// A point within the map, off the lattice.
    fn point(&mut self) -> Vec2 {
        let x = f32::from(self.below(1200)) * 1.01;
        let y = f32::from(self.below(740)) * 1.003;
        Vec2::new(20.0 + x, 20.0 + y)
    }
}

/// A character with its input.
struct Hero {
    id: BodyId,
    feel: Feel,
    state: FeelState,
    input: Input,
}

/// Characters whose buttons are drawn.
struct Heroes {
    heroes: Vec<Hero>,
    random: Random,
}

impl StepHooks for Heroes {
    fn control(&mut self, bodies: &mut ControlContext) {
        for hero in &mut self.heroes {
            let drawn = self.random.below(40);
            hero.input.along = match drawn {
                0..6 => -1.0,
                6..30 => hero.input.along,
                30..38 => 1.0,
                _ => 0.37,
            };
            hero.input.jump = hero.input.jump.next(drawn.is_multiple_of(3));
            hero.input.dash = hero.input.dash.next(drawn == 7);
            hero.feel.drive(bodies, hero.id, &mut hero.state, &mut hero.input);
        }
    }
}

/// A closed map of full tiles, slopes and one-way lines, and its layer and full tile.
fn map(random: &mut Random) -> (TileGrid, LayerId, TileId) {
    let size = UVec2::splat(16);
    let mut grid = TileGrid::new(size);
    let layer = grid.add_layer("level");
    let shaped = |shape| Tile { shape, ..Tile::default() };
    let slope = |heights| TileShape::Slope(Slope { side: Direction::Down, heights });
    let full = grid.add_tile(Tile::default());
    let up = grid.add_tile(shaped(slope([0, 16 * 256])));
    let down = grid.add_tile(shaped(slope([11 * 256, 0])));
    let plank = grid.add_tile(shaped(TileShape::OneWay(OneWay::edge(size, Direction::Up))));
    for col in 0..COLUMNS {
        for row in 0..ROWS {
            let is_border = col == 0 || row == 0 || col == COLUMNS - 1 || row == ROWS - 1;
            let tile = match random.below(20) {
                _ if is_border => full,
                0..4 => full,
                4 => up,
                5 => down,
                6..8 => plank,
                _ => continue,
            };
            grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
        }
    }
    (grid, layer, full)
}

/// Balls and crates that collide with each other, with gravity and rebounds.
fn add_bodies(world: &mut World, random: &mut Random) {
    let movement = MoveConfig {
        response: Response::Bounce { restitution: 0.9 },
        motion_mode: MotionMode::Floating,
        ..MoveConfig::default()
    };
    let heavy = BodyCollision { mass: 1.5, ..BodyCollision::default() };
    let ball = Profile { movement, gravity_scale: 0.1, collide: Some(heavy), ..Profile::default() };
    let ball = world.add_profile(ball);
    let wooden = Profile { collide: Some(BodyCollision::crate_of(2.0)), ..Profile::default() };
    let wooden = world.add_profile(wooden);
    for index in 0..200 {
        let mut speed = || f32::from(random.below(800)) - 400.3;
        let velocity = Vec2::new(speed(), speed());
        let is_ball = index % 2 == 0;
        let size = if is_ball { 4.0 } else { 12.0 };
        let mut body = Body::new(random.point(), Vec2::splat(size));
        body.velocity = velocity;
        world.spawn(if is_ball { ball } else { wooden }, body);
    }
}

/// Lifts with each easing.
fn add_lifts(world: &mut World, layer: LayerId, tile: TileId) {
    const EASINGS: [Easing; 4] = [Easing::Linear, Easing::In, Easing::Out, Easing::InOut];
    for (easing, index) in EASINGS.into_iter().cycle().zip(0..12) {
        let at = IVec2::new(100 + index * 90, 100 + 37 * (index % 5));
        let lift = Mover::new(at.as_vec2(), Vec2::new(32.0, 8.0), layer, tile);
        let lift = world.add_mover(lift).expect("it is within the world");
        let stop = |y: i32| Waypoint { at: IVec2::new(at.x, at.y + y) * 256, wait: 7, ticks: 50 };
        let path = Path::new(&[stop(0), stop(61)], PathMode::PingPong, easing).expect("two points");
        world.set_mover_path(lift, Some(path), 0);
    }
}

/// Characters of all presets.
fn add_heroes(world: &mut World, random: &mut Random) -> Vec<Hero> {
    let presets = Feel::PRESETS.iter().cycle().take(60);
    presets
        .map(|name| {
            let feel = Feel::preset(name).expect("all of these are presets").scaled(16.0);
            let profile = feel.profile(Profile::default(), world.gravity);
            let profile = world.add_profile(profile);
            let id = world.spawn(profile, Body::new(random.point(), Vec2::new(8.0, 11.0)));
            Hero { id, feel, state: FeelState::default(), input: Input::default() }
        })
        .collect()
}

fn main() {
    let mut random = Random(7);
    let (grid, layer, full) = map(&mut random);
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    add_bodies(&mut world, &mut random);
    add_lifts(&mut world, layer, full);
    let heroes = add_heroes(&mut world, &mut random);
    let mut heroes = Heroes { heroes, random };
    for step in 1..=600 {
        world.step_with(1.0 / 60.0, &mut heroes);
        if step % 100 == 0 {
            println!(
                "step {step}: {:016x}, {} hits between bodies",
                world.state_hash(),
                world.body_hits().count()
            );
        }
    }
}
