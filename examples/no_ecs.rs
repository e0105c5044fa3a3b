//! The engine without an ECS: one body by `move_and_slide`, many bodies in a `World`.
//!
//! ```sh
//! cargo run --example no_ecs
//! ```

use tilephys::core::{
    Body, BodyState, EventKind, MoveConfig, Profile, Response, Tile, TileCoord, TileGrid, World,
};
use tilephys::glam::{UVec2, Vec2};

/// A level in letters.
const MAP: [&str; 6] = ["##########", "#........#", "#........#", "#....##..#", "#........#", "##########"];

fn grid() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (walls, stone) = (grid.add_layer("walls"), grid.add_tile(Tile::default()));
    for (row, line) in MAP.iter().enumerate() {
        for (col, _) in line.bytes().enumerate().filter(|(_, letter)| *letter == b'#') {
            grid.set_tile(walls, TileCoord::new(col as i32, row as i32), Some(stone));
        }
    }
    grid
}

fn main() {
    one_body();
    many_bodies();
}

/// A single body needs one call, without a world or a step.
fn one_body() {
    let grid = grid();
    let mut body = Body::new(Vec2::new(24.0, 20.0), Vec2::new(8.0, 12.0));
    let mut hits = Vec::new();
    // 300 px to the right and 10 down, in one move: the body hits the wall and slides down along it.
    grid.move_and_slide(&mut body, Vec2::new(300.0, 10.0), &MoveConfig::default(), &mut hits);
    println!("the body is at {} px", body.position_px());
    for hit in &hits {
        let part = hit.shape.fraction.as_f32();
        println!(
            "  it hit column {}, row {} after {part:.3} of the way",
            hit.target.cell.col, hit.target.cell.row
        );
    }
    assert_eq!(body.position_px(), Vec2::new(136.0, 30.0));
}

/// Many bodies live in a world, which adds gravity, events and a hash of its state.
fn many_bodies() {
    let mut world = World::new(grid());
    world.gravity = Vec2::new(0.0, 900.0);
    // Bodies with equal settings share a profile.
    let movement = MoveConfig { response: Response::Bounce { restitution: 0.6 }, ..MoveConfig::default() };
    let ball = world.add_profile(Profile { movement, ..Profile::default() });
    let balls: Vec<_> = (0..5)
        .map(|i| {
            let mut body = Body::new(Vec2::new(20.0 + 20.0 * i as f32, 20.0), Vec2::splat(6.0));
            body.velocity = Vec2::new(40.0 * i as f32, 0.0);
            world.spawn(ball, body)
        })
        .collect();

    let mut landings = 0;
    for _ in 0..300 {
        world.step(1.0 / 60.0);
        landings += world.events().iter().filter(|e| e.kind == EventKind::FloorBegin).count();
    }
    println!("{} balls landed {landings} times; state hash {:016x}", world.len(), world.state_hash());
    for id in balls {
        let (body, state) = (world.body(id).expect("it was not despawned"), world.state(id));
        let stands = state.is_some_and(BodyState::on_floor);
        println!("  {id:?} at {} px{}", body.position_px(), if stands { ", on a floor" } else { "" });
    }
}
