//! Snapshots: balls that bounce off each other, and time that runs backward while R is down.
//!
//! ```sh
//! cargo run -p tilephys-window-examples --bin rewind
//! ```
//!
//! The same steps follow a snapshot to the last bit. So a game that goes back and plays on without new input repeats itself.

use macroquad::prelude::*;
use std::collections::BTreeMap;
use tilephys::core::{Tile, TileCoord, TileGrid};
use tilephys::ecs::{BodyCollision, Collider, Physics, Position, Response, Velocity};
use tilephys::hecs::World;
use tilephys_window_examples::{DT, ROOM, Script, Window, look_at, window};

/// Two seconds forward, one back, and forward again.
const SCRIPT: Script = &[(120..180, KeyCode::R)];

/// Snapshots are kept for ten seconds.
const KEPT: u32 = 600;

fn room() -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let (layer, stone) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    for col in 0..40 {
        for row in 0..22 {
            if col == 0 || col == 39 || row == 0 || row == 21 || (row == 14 && (12..28).contains(&col)) {
                grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
            }
        }
    }
    grid
}

#[macroquad::main(window)]
async fn main() {
    let mut physics = Physics::new(room());
    physics.gravity = [0.0, 600.0].into();
    let mut world = World::new();
    for n in 0..60_u8 {
        let (x, y) = (40.0 + 9.0 * f32::from(n), 40.0 + 17.0 * f32::from(n % 7));
        let speed = Velocity::new(40.0 * f32::from(n % 9) - 160.0, 0.0);
        let ball =
            (Position::new(x, y), speed, Collider::new(8.0, 8.0), Response::Bounce { restitution: 0.95 });
        physics.spawn(&mut world, (ball.0, ball.1, ball.2, ball.3, BodyCollision::default()));
    }

    let mut window = Window::open(SCRIPT);
    let (mut tick, mut repeated) = (0_u32, 0);
    let mut past: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    // Hashes of the states that were reached once, to compare with when they are reached again.
    let mut reached: BTreeMap<u32, u64> = BTreeMap::new();
    while let Some(ticks) = window.next().await {
        for _ in 0..ticks {
            if window.is_down(KeyCode::R) {
                let Some((before, snapshot)) = past.pop_last() else { continue };
                physics.restore(&mut world, &snapshot).expect("the snapshot is of this world");
                tick = before;
                continue;
            }
            past.insert(tick, physics.snapshot(&mut world));
            past.remove(&tick.saturating_sub(KEPT));
            physics.step(&mut world, DT);
            tick += 1;
            let hash = physics.state_hash();
            let before = reached.insert(tick, hash);
            assert!(before.is_none_or(|before| before == hash), "tick {tick} differs from its first time");
            repeated += u32::from(before.is_some());
        }
        draw(&world);
        let bytes: usize = past.values().map(Vec::len).sum();
        let kept = format!("{} snapshots, {} KB", past.len(), bytes / 1024);
        draw_text(format!("tick {tick}, {repeated} repeated; {kept}"), 24.0, 36.0, 16.0, WHITE);
    }
}

fn draw(world: &World) {
    look_at(ROOM.size / 2.0, ROOM);
    clear_background(DARKGRAY);
    draw_rectangle(16.0, 16.0, 608.0, 320.0, Color::from_hex(0x20_30_40));
    draw_rectangle(192.0, 224.0, 256.0, 16.0, DARKGRAY);
    for (at, collider, velocity) in world.query::<(&Position, &Collider, &Velocity)>().iter() {
        let (at, size) = (at.px(), collider.px());
        let speed = velocity.0.length();
        let warmth = if speed < 500.0 { speed / 500.0 } else { 1.0 };
        draw_rectangle(
            at.x,
            at.y,
            size.x,
            size.y,
            Color::new(0.4 + 0.6 * warmth, 0.7, 1.0 - 0.7 * warmth, 1.0),
        );
    }
}
