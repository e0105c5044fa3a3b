//! Renders a level to a file: `picture MAP.tmx FILE.png|FILE.svg [SCALE [PROJECTILES]]`.
//!
//! With a number of projectiles, these and a character are simulated in the level first. The picture shows their
//! positions and recent paths.
//! they are and where they came from.

use glam::Vec2;
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;
use tilephys_core::{
    Body, BodyId, BodyState, EventKind, MoveConfig, Profile, Response, World, lattice::px_from_point,
};
use tilephys_draw::{BodyKind, Picture, Rect, View};
use tilephys_tiled::{Disk, Level};

/// Steps before the recorded paths, and recorded steps.
const STEPS: [u32; 2] = [100, 30];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (map, file, scale, projectiles) = match &arguments[..] {
        [map, file] => (map, file, 1.0, None),
        [map, file, scale] => (map, file, scale.parse()?, None),
        [map, file, scale, count] => (map, file, scale.parse()?, Some(count.parse()?)),
        _ => return Err("usage: picture MAP.tmx FILE.png|FILE.svg [SCALE [PROJECTILES]]".into()),
    };
    let level = tilephys_tiled::load(map)?;
    let bodies = projectiles.map(|count| play(&level, count)).unwrap_or_default();
    let start = Instant::now();
    let mut picture = Picture::of_level(&level, &Disk);
    for warning in picture.warnings() {
        eprintln!("{warning}");
    }
    picture.push_bodies(&bodies);
    let view = View::default().at_scale(scale);
    let failed = |e: &dyn Error| format!("{file}: {e}");
    let out = BufWriter::new(File::create(file).map_err(|e| failed(&e))?);
    let written =
        if file.ends_with(".svg") { picture.write_svg(&view, out) } else { picture.write_png(&view, out) };
    written.map_err(|e| failed(&e))?;
    println!("drawn in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    Ok(())
}

/// Simulates bouncing projectiles and a character that walks and jumps; returns their positions and recent paths.
fn play(level: &Level, projectiles: u32) -> Vec<tilephys_draw::Body> {
    let mut world = World::new(level.grid.clone());
    world.gravity = Vec2::new(0.0, 900.0);
    let response = Response::Bounce { restitution: 1.0 };
    let flight = Profile {
        gravity_scale: 0.0,
        movement: MoveConfig { response, ..MoveConfig::default() },
        ..Profile::default()
    };
    let flight = world.add_profile(flight);
    for body in places(level, projectiles) {
        world.spawn(flight, body);
    }
    let walk = world.add_profile(Profile::default());
    let spawn = level.objects.iter().find(|object| object.class == "TpSpawn");
    let walker = spawn.map(|spawn| world.spawn(walk, Body::new(spawn.position, spawn.size)));
    let step = |world: &mut World| {
        if let Some((id, body)) = walker.and_then(|id| Some((id, world.body(id)?))) {
            let jumps = world.state(id).is_some_and(BodyState::on_floor);
            world.set_velocity(id, Vec2::new(100.0, if jumps { -300.0 } else { body.velocity.y }));
        }
        world.step(1.0 / 60.0);
    };
    for _ in 0..STEPS[0] {
        step(&mut world);
    }
    let ids: Vec<BodyId> = world.ids().collect();
    let mut drawn: Vec<_> = ids.iter().map(|id| drawn(&world, *id, walker == Some(*id))).collect();
    for _ in 0..STEPS[1] {
        step(&mut world);
        for event in world.events() {
            let body = ids.iter().position(|id| *id == event.body);
            if let (EventKind::Hit(hit), Some(body)) = (event.kind, body) {
                let corner = px_from_point(hit.shape.position);
                let half = drawn[body].rect.size / 2.0;
                drawn[body].path.push(corner + half);
            }
        }
        for (id, drawn) in ids.iter().zip(&mut drawn) {
            if let Some(body) = world.body(*id) {
                drawn.rect.min = body.position_px();
                drawn.path.push(drawn.rect.min + drawn.rect.size / 2.0);
            }
        }
    }
    drawn
}

/// A body at its current position, with an empty path.
fn drawn(world: &World, id: BodyId, player: bool) -> tilephys_draw::Body {
    let size = world.body(id).map_or(Vec2::ZERO, |body| px_from_point(body.aabb().max - body.aabb().min));
    tilephys_draw::Body {
        kind: if player { BodyKind::Player } else { BodyKind::Projectile },
        rect: Rect::new(Vec2::ZERO, size),
        path: Vec::new(),
        label: if player { "player" } else { "" }.to_owned(),
    }
}

/// Free positions with random velocities, equal in every run.
fn places(level: &Level, count: u32) -> Vec<Body> {
    let Some(bounds) = level.bounds else { return Vec::new() };
    let map = (bounds.size * level.tile_size).as_vec2();
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    let mut body = || {
        let body = Body::new(Vec2::new(random() * map.x, random() * map.y), Vec2::splat(4.0));
        let way = Vec2::new(random() - 0.5, random() - 0.5).normalize_or(Vec2::X);
        Body { velocity: way * (60.0 + 540.0 * random()), ..body }
    };
    let free = |body: &Body| !level.grid.overlaps(body.aabb(), u32::MAX);
    // Ten tries each: in a level full of rock no place is free.
    std::iter::repeat_with(&mut body).take(count as usize * 10).filter(free).take(count as usize).collect()
}
