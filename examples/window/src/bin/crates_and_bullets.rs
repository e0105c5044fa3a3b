//! Bodies against bodies: towers of crates, and bullets that knock them over.
//!
//! ```sh
//! cargo run -p tilephys-window-examples --bin crates_and_bullets
//! ```
//!
//! Arrow keys turn the gun, Space shoots.

use macroquad::prelude::*;
use tilephys::core::{Tile, TileCoord, TileGrid};
use tilephys::ecs::{BodyCollision, BodyState, Collider, Gravity, Physics, Position, Response, Velocity};
use tilephys::hecs::World;
use tilephys_window_examples::{DT, ROOM, Script, Window, look_at, window};

const SCRIPT: Script = &[
    (20..24, KeyCode::Space),
    (60..64, KeyCode::Space),
    (70..90, KeyCode::Up),
    (100..104, KeyCode::Space),
    (140..144, KeyCode::Space),
];

/// A component of the game: the colour of a box.
struct Paint(Color);

/// A room of 40 x 22 cells with a wall all around.
fn room() -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let (layer, stone) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    for col in 0..40 {
        for row in 0..22 {
            if col == 0 || col == 39 || row == 0 || row == 21 {
                grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
            }
        }
    }
    grid
}

/// Towers of crates. `BodyCollision` makes a body collide with other bodies; the mass is in kilograms, or any other unit.
fn pile(physics: &mut Physics, world: &mut World) {
    for tower in 0..6 {
        for floor in 0..=tower * 2 {
            let at = Position::new(250.0 + 50.0 * tower as f32, 336.0 - 16.0 * (floor + 1) as f32);
            let contact = BodyCollision { mass: 1.0, friction: 0.4, ..BodyCollision::default() };
            physics.spawn(world, (at, Velocity::default(), Collider::new(16.0, 16.0), contact, Paint(BROWN)));
        }
    }
}

/// A heavy ball. It bounces off tiles and bodies alike.
fn shoot(physics: &mut Physics, world: &mut World, aim: Vec2) {
    let body = (Position::new(40.0, 300.0), Velocity::new(aim.x, aim.y), Collider::new(8.0, 8.0));
    let contact = BodyCollision { mass: 6.0, ..BodyCollision::default() };
    let flight = (Gravity { scale: 0.5 }, Response::Bounce { restitution: 0.5 });
    physics.spawn(world, (body.0, body.1, body.2, contact, flight.0, flight.1, Paint(GOLD)));
}

#[macroquad::main(window)]
async fn main() {
    let mut window = Window::open(SCRIPT);
    let mut physics = Physics::new(room());
    physics.gravity = [0.0, 900.0].into();
    let mut world = World::new();
    pile(&mut physics, &mut world);

    let (mut angle, mut was_down, mut hits) = (-0.1_f32, false, 0);
    while let Some(ticks) = window.next().await {
        angle += 0.01 * window.axis(KeyCode::Up, KeyCode::Down);
        let aim = Vec2::from_angle(angle) * 900.0;
        let is_down = window.is_down(KeyCode::Space);
        if is_down && !was_down {
            shoot(&mut physics, &mut world, aim);
        }
        was_down = is_down;
        for _ in 0..ticks {
            physics.step(&mut world, DT);
            // Each contact is listed for both bodies.
            hits += physics.body_hits().filter(|(_, _, hit)| hit.approach > 50.0).count() / 2;
        }
        draw(&world, aim);
        draw_text(format!("{} bodies, {hits} hits", physics.len()), 24.0, 36.0, 16.0, WHITE);
    }
    // A player may close the window before the first shot.
    assert!(hits > 10 || !window.is_scripted(), "the bullets of the script hit the towers");
}

fn draw(world: &World, aim: Vec2) {
    look_at(ROOM.size / 2.0, ROOM);
    clear_background(DARKGRAY);
    draw_rectangle(16.0, 16.0, 608.0, 320.0, Color::from_hex(0x20_30_40));
    for (at, collider, paint, state) in world.query::<(&Position, &Collider, &Paint, &BodyState)>().iter() {
        let (at, size) = (at.px(), collider.px());
        draw_rectangle(at.x, at.y, size.x, size.y, paint.0);
        let edge = if state.on_floor() { BLACK } else { WHITE };
        draw_rectangle_lines(at.x, at.y, size.x, size.y, 1.0, edge);
    }
    let muzzle = vec2(44.0, 304.0);
    let tip = muzzle + aim * 0.04;
    draw_line(muzzle.x, muzzle.y, tip.x, tip.y, 3.0, SKYBLUE);
}
