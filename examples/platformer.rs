//! A platformer character: runs, jumps, walks up a slope and over a step, and drops through a one-way platform.
//!
//! ```sh
//! cargo run --example platformer
//! ```

use tilephys::core::{OneWay, Slope, Tile, TileShape};
use tilephys::ecs::{
    BodyId, BodyState, Collider, ControlContext, Direction, Physics, Position, TileCoord, TileGrid, Velocity,
    Walk,
};
use tilephys::glam::{UVec2, Vec2};
use tilephys::hecs::World;

/// A level in letters: # stone, / a slope, = a one-way platform, n a step of 4 px.
const MAP: [&str; 7] = [
    "                    ",
    "                    ",
    "                    ",
    "        ===         ",
    "             /##    ",
    "         n  /###    ",
    "####################",
];

fn grid() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    // Shapes are in lattice units, 256 a pixel. Both rise from the lower side of the cell.
    let slope = Slope { side: Direction::Down, heights: [0, 16 * 256] };
    let step = Slope { side: Direction::Down, heights: [4 * 256, 4 * 256] };
    let platform = OneWay::edge(UVec2::splat(16), Direction::Up);
    let shapes = [
        (b'#', TileShape::Full),
        (b'/', TileShape::Slope(slope)),
        (b'n', TileShape::Slope(step)),
        (b'=', TileShape::OneWay(platform)),
    ];
    for (letter, shape) in shapes {
        let tile = grid.add_tile(Tile { shape, ..Tile::default() });
        for (row, line) in MAP.iter().enumerate() {
            for (col, _) in line.bytes().enumerate().filter(|(_, at)| *at == letter) {
                grid.set_tile(layer, TileCoord::new(col as i32, row as i32), Some(tile));
            }
        }
    }
    grid
}

/// Input of the player in a step.
#[derive(Clone, Copy, Default)]
struct Pad {
    right: f32,
    jump: bool,
    down: bool,
}

fn main() {
    let mut physics = Physics::new(grid());
    physics.gravity = Vec2::new(0.0, 900.0);
    let mut world = World::new();
    // Bodies walk slopes up to 45 degrees by default; this `Walk` also steps up by up to 5 px.
    let walk = Walk { step_up: 5.0, ..Walk::default() };
    let body = (Position::new(104.0, 84.0), Velocity::default(), Collider::new(8.0, 12.0));
    let hero = physics.spawn(&mut world, body);
    world.insert(hero, (walk, Pad::default())).expect("it was spawned above");
    let id = *world.get::<&BodyId>(hero).expect("spawned by the engine, it has one");

    let run = Pad { right: 1.0, ..Pad::default() };
    let acts = [
        ("jumps onto the platform", 50, Pad { jump: true, right: 0.25, ..Pad::default() }),
        ("drops through it", 30, Pad { down: true, ..Pad::default() }),
        ("runs over the step and up the slope", 52, run),
    ];
    for (act, steps, pad) in acts {
        println!("the hero {act}");
        *world.get::<&mut Pad>(hero).expect("it was inserted above") = pad;
        let mut before = None;
        for _ in 0..steps {
            physics.step_controlled(&mut world, 1.0 / 60.0, play);
            let stands_on = physics.floor(id).map(|floor| (floor.cell, floor.normal, floor.one_way));
            if stands_on != before {
                before = stands_on;
                let at = world.get::<&Position>(hero).expect("it was spawned above").px();
                print!("  at {:5.1}, {:4.1} px ", at.x, at.y);
                match stands_on {
                    Some((cell, _, true)) => println!("on the platform in column {}", cell.col),
                    Some((cell, n, _)) if n.x != 0 => println!("on the slope in column {}", cell.col),
                    Some((cell, ..)) => println!("on column {}, row {}", cell.col, cell.row),
                    None => println!("in the air"),
                }
            }
        }
    }

    // The hero stands on top of the block: 4 x 16 - 12 px.
    assert_eq!(world.get::<&Position>(hero).expect("it was spawned above").px().y, 52.0);
    assert!(world.get::<&BodyState>(hero).expect("spawned by the engine, it has one").on_floor());
}

/// The control phase: turns input into velocities, which include gravity already.
fn play(world: &World, bodies: &mut ControlContext) {
    for (id, velocity, state, pad) in world.query::<(&BodyId, &mut Velocity, &BodyState, &mut Pad)>().iter() {
        velocity.0.x = 120.0 * pad.right;
        if pad.jump && state.on_floor() {
            velocity.0.y = -330.0;
            pad.jump = false;
        }
        if pad.down {
            bodies.drop_through(*id);
        }
    }
}
