//! Interpolation: drawing at any frame rate, of a world with 60 steps a second.

use glam::{IVec2, UVec2, Vec2};
use std::time::Duration;
use tilephys_core::{
    Body, BodyId, FixedStep, MoveConfig, Profile, Response, Tile, TileCoord, TileGrid, World,
    lattice::interpolated,
};

const RATE: u32 = 60;
const TICKS: usize = 150;
/// The tick after which the game puts the first body elsewhere, and where.
const TELEPORT: (usize, IVec2) = (70, IVec2::new(200 * 256, 40 * 256));

/// Balls that bounce in a closed room of 20 x 12 tiles.
fn room() -> (World, Vec<BodyId>) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    for (col, row) in (0..20).flat_map(|col| (0..12).map(move |row| (col, row))) {
        if row == 0 || col == 0 || row == 11 || col == 19 {
            grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
        }
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let movement = MoveConfig { response: Response::Bounce { restitution: 0.9 }, ..MoveConfig::default() };
    let profile = world.add_profile(Profile { movement, ..Profile::default() });
    let ids = (0..5).map(|i| {
        let mut body = Body::new(Vec2::new(20.0 + 13.0 * i as f32, 30.0), Vec2::splat(3.0));
        body.velocity = Vec2::new(170.0 * i as f32 - 300.0, 90.0);
        world.spawn(profile, body)
    });
    let ids = ids.collect();
    (world, ids)
}

fn places(world: &World, ids: &[BodyId]) -> Vec<IVec2> {
    ids.iter().map(|id| world.body(*id).expect("spawned").position).collect()
}

/// A step, the game's part of it, and the places to draw from: those before the step, but for a body that was teleported.
fn tick(world: &mut World, ids: &[BodyId], number: usize) -> Vec<IVec2> {
    let mut previous = places(world, ids);
    world.step(1.0 / RATE as f32);
    if number == TELEPORT.0 {
        let body = world.body(ids[0]).expect("spawned");
        assert!(world.set_body(ids[0], Body { position: TELEPORT.1, ..body }));
        previous[0] = TELEPORT.1;
    }
    previous
}

/// A frame: the time since the start in nanoseconds, the ticks made until then, and what was drawn.
struct Frame {
    nanos: u64,
    ticks: usize,
    poses: Vec<Vec2>,
}

/// Plays the room at a frame rate. Returns the frames and the hash after each tick.
fn play(frame_rate: u64) -> (Vec<Frame>, Vec<u64>) {
    let (mut world, ids) = room();
    let (mut clock, mut frames, mut hashes) = (FixedStep::new(RATE), Vec::new(), Vec::new());
    let mut previous = places(&world, &ids);
    let mut nanos = 0;
    while hashes.len() < TICKS {
        // Rounded up, so that a frame at a tick has the tick.
        let until = ((frames.len() as u64 + 1) * 1_000_000_000).div_ceil(frame_rate);
        for _ in 0..clock.advance(Duration::from_nanos(until - nanos)) {
            previous = tick(&mut world, &ids, hashes.len() + 1);
            hashes.push(world.state_hash());
        }
        nanos = until;
        let now = places(&world, &ids);
        let pairs = previous.iter().zip(&now);
        let poses = pairs.map(|(previous, now)| interpolated(*previous, *now, clock.alpha())).collect();
        frames.push(Frame { nanos, ticks: hashes.len(), poses });
    }
    (frames, hashes)
}

#[test]
fn every_frame_rate_plays_the_same_ticks_and_interpolates() {
    // The room without frames: what is drawn from, where each body is, and the hash, after each tick.
    let (mut world, ids) = room();
    let start = places(&world, &ids);
    let mut reference = vec![(start.clone(), start, world.state_hash())];
    for number in 1..=TICKS + 8 {
        let previous = tick(&mut world, &ids, number);
        reference.push((previous, places(&world, &ids), world.state_hash()));
    }
    for frame_rate in [30, 60, 144] {
        let (frames, hashes) = play(frame_rate);
        assert!(reference[1..].iter().map(|tick| tick.2).take(hashes.len()).eq(hashes), "{frame_rate} Hz");
        let (mut between, mut teleported) = (0, 0);
        for Frame { nanos, ticks, poses } in frames {
            let time = nanos as f64 * f64::from(RATE) / 1e9;
            assert_eq!(ticks, time as usize, "{frame_rate} Hz");
            let (previous, now, _) = &reference[ticks];
            for (pose, (previous, now)) in poses.iter().zip(previous.iter().zip(now)) {
                let exact = previous.as_dvec2().lerp(now.as_dvec2(), time.fract()) / 256.0;
                assert!((pose.as_dvec2() - exact).abs().max_element() < 1e-4, "{pose} {exact}");
                between += usize::from(time.fract() > 0.1 && previous != now);
            }
            if ticks == TELEPORT.0 {
                teleported += 1;
                assert_eq!(poses[0], Vec2::new(200.0, 40.0), "{frame_rate} Hz: drawn on its way");
            }
        }
        assert!(teleported > 0, "{frame_rate} Hz: no frame shows the teleport");
        assert!(frame_rate != 144 || between > 800, "{between} poses between ticks");
    }
}

#[test]
fn poses_begin_and_end_at_their_ticks_and_resting_bodies_stay() {
    let (a, b) = (IVec2::new(-3 * 256, 77), IVec2::new(5 * 256, 77));
    let table = [
        (0.0, Vec2::new(-3.0, 77.0 / 256.0)),
        (0.25, Vec2::new(-1.0, 77.0 / 256.0)),
        (1.0, Vec2::new(5.0, 77.0 / 256.0)),
    ];
    for (alpha, pose) in table {
        assert_eq!(interpolated(a, b, alpha), pose);
    }
    for units in [1, 12_345, -7_654_321, 2_000_000_001] {
        for part in 0..1000 {
            let pose = interpolated(IVec2::splat(units), IVec2::splat(units), part as f32 / 1000.0);
            assert_eq!(pose, Vec2::splat(units as f32 / 256.0));
        }
    }
}
