//! Recordings of games with entities: equal replays, the first difference by entity and component, and refusals.

use crate::arcade::{Arcade, DT, inputs};
use crate::rng::Rng;
use crate::volume;
use glam::{UVec2, Vec2};
use hecs::World;
use tilephys_core::record::checksum;
use tilephys_ecs::{
    BodyId, Divergence, Physics, Position, Recorder, Replay, Restored, SaveFault, TileCoord, TileGrid,
    Velocity,
};
use tilephys_feel::FeelState;

/// Records a game of so many ticks, with edits of the map between them.
fn record(seed: u64, ticks: usize, has_details: bool) -> (Arcade, Vec<u8>, Vec<u64>) {
    let mut game = Arcade::new(seed);
    let mut recorder = Recorder::new(&mut game.physics, &mut game.world, DT);
    if !has_details {
        recorder = recorder.without_details();
    }
    let mut hashes = Vec::new();
    for (tick, input) in inputs(&mut Rng::new(seed), ticks).iter().enumerate() {
        if tick % 20 == 7 {
            let layer = game.physics.grid().layer_ids().next().expect("it has one");
            let at = TileCoord::new(1 + tick as i32 * 7 % 38, 1 + tick as i32 * 3 % 22);
            game.physics.grid_mut().set_tile(layer, at, None);
        }
        if tick % 15 == 2 {
            // A snapshot between ticks reads new triggers, which are no edits of the game.
            let _: Vec<u8> = game.physics.snapshot(&mut game.world);
        }
        recorder.begin_tick(&mut game.physics);
        hashes.push(game.tick(input));
        recorder.end_tick(&mut game.physics, &game.world, input);
    }
    assert_eq!(recorder.ticks(), ticks as u32);
    let recording = recorder.finish(&mut game.physics);
    (game, recording, hashes)
}

/// Replays a recording in a game, which `change` changes after each tick. Returns the number of equal ticks.
fn replay(
    game: &mut Arcade,
    recording: &[u8],
    mut change: impl FnMut(u32, &mut Arcade),
) -> Result<u32, Divergence> {
    let mut replay = Replay::new(recording, &mut game.physics, &mut game.world).expect("a sound recording");
    let mut played = 0;
    while let Some(input) = replay.begin_tick(&mut game.physics) {
        let input = input.to_vec();
        game.tick(&input);
        change(played + 1, game);
        replay.end_tick(&game.physics, &game.world)?;
        played += 1;
    }
    assert_eq!((replay.ticks(), replay.dt()), (played, DT));
    Ok(played)
}

#[test]
fn a_recorded_game_plays_alike_again() {
    for seed in 0..volume(1, 30) {
        let (mut game, recording, hashes) = record(seed.into(), 300, true);
        assert_eq!(replay(&mut game, &recording, |_, _| ()), Ok(300));
        assert_eq!(game.physics.game_hash(&game.world), *hashes.last().unwrap());
        let mut other = Arcade::new(seed.into());
        assert_eq!(replay(&mut other, &recording, |_, _| ()), Ok(300));
        other.world = World::new();
        assert_eq!(replay(&mut other, &recording, |_, _| ()), Ok(300));
    }
}

#[test]
fn a_recording_keeps_its_bytes() {
    let (_, bytes, hashes) = record(4, 60, true);
    assert_eq!(
        (bytes.len(), checksum(&bytes), hashes[59]),
        (9618, 0x1F15_EF28_6A36_38C8, 0xB6AE_6EDA_496D_322E)
    );
}

#[test]
fn the_first_entity_and_component_that_differ_are_named() {
    let (mut game, recording, _) = record(4, 120, true);
    let found = replay(&mut game, &recording, |tick, game| {
        if tick == 50 {
            let player = game.player();
            game.score_mut(|score| score.coins += 1);
            assert!(game.world.contains(player));
        }
    });
    let divergence = found.unwrap_err();
    let (player, id) = (game.player(), *game.world.get::<&BodyId>(game.player()).unwrap());
    let expected = (50, Some(player), Some(id), Some("Score"));
    let Divergence { tick, entity, body, component, .. } = divergence;
    assert_eq!((tick, entity, body, component), expected, "{divergence}");
    let text = divergence.to_string();
    assert!(
        text.starts_with(&format!("tick 50: body {} (entity {player:?}) differs in Score; ", id.0)),
        "{text}"
    );
    type Change = (&'static str, fn(&mut Arcade));
    let changes: [Change; 3] = [
        ("FeelState", |game| {
            let player = game.player();
            game.world.get::<&mut FeelState>(player).unwrap().throw(Vec2::new(1.0, 2.0));
        }),
        ("Velocity", |game| {
            let player = game.player();
            game.world.get::<&mut Velocity>(player).unwrap().0.x += 100.0;
            game.physics.sync(&mut game.world);
        }),
        ("Position", |game| {
            let player = game.player();
            game.world.get::<&mut Position>(player).unwrap().at.x += 1;
            game.physics.sync(&mut game.world);
        }),
    ];
    for (name, change) in changes {
        let found = replay(&mut game, &recording, |tick, game| {
            if tick == 30 {
                change(game);
            }
        });
        let divergence = found.unwrap_err();
        let found = (divergence.tick, divergence.body, divergence.component);
        assert_eq!(found, (30, Some(id), Some(name)), "{divergence}");
    }
    let found = replay(&mut game, &recording, |tick, game| {
        if tick == 30 {
            let player = game.player();
            game.world.remove_one::<BodyId>(player).unwrap();
        }
    });
    assert_eq!(found.unwrap_err().tick, 30);
}

#[test]
fn a_recording_without_details_is_small_and_names_the_tick() {
    let (_, detailed, _) = record(4, 600, true);
    let (mut game, small, _) = record(4, 600, false);
    println!("600 ticks of 9 bodies and 4 lifts: {} bytes, {} without details", detailed.len(), small.len());
    let snapshot = { Arcade::new(4) };
    let first = {
        let Arcade { mut physics, mut world } = snapshot;
        physics.snapshot(&mut world).len()
    };
    // Each tick takes 9 bytes; inputs change every tenth tick, and edits are few.
    assert!(small.len() - first < 600 * 12, "{} bytes", small.len() - first);
    assert!(detailed.len() < 600 * 300, "{} bytes", detailed.len());
    let found = replay(&mut game, &small, |tick, game| {
        if tick == 9 {
            game.score_mut(|score| score.shots += 1);
        }
    });
    let divergence = found.unwrap_err();
    assert_eq!((divergence.tick, divergence.entity, divergence.component), (9, None, None));
    assert!(divergence.to_string().starts_with("tick 9: the game has the hash "), "{divergence}");
}

#[test]
fn recordings_of_other_games_are_refused() {
    let (_, recording, _) = record(2, 20, true);
    let refuse = |physics: &mut Physics| {
        let mut world = World::new();
        let error = Replay::new(&recording, physics, &mut world).expect_err("another game");
        assert_eq!((world.len(), physics.len()), (0, 0));
        error
    };
    let mut other_map = Physics::new(TileGrid::new(UVec2::splat(16)));
    assert_eq!(refuse(&mut other_map).fault, SaveFault::OtherMap);
    let empty = || {
        let mut game = Arcade::new(2);
        game.physics.restore(&mut game.world, &Arcade::empty(2)).unwrap();
        game.physics
    };
    let mut other_gravity = empty();
    other_gravity.gravity.y = 1.0;
    assert_eq!(refuse(&mut other_gravity).field, "gravity");
    let mut other_types = empty();
    other_types.save_plain::<u8>("Lives");
    let error = refuse(&mut other_types);
    assert_eq!((error.field, error.fault), ("Lives", SaveFault::MissingType));
}

#[test]
fn damaged_recordings_change_nothing() {
    let (mut game, recording, hashes) = record(2, 40, true);
    let mut rng = Rng::new(3);
    let hash = *hashes.last().unwrap();
    for _ in 0..volume(100, 5_000) {
        let mut damaged = recording.clone();
        let byte = rng.below(damaged.len());
        damaged[byte] ^= 1 << rng.below(8_u32);
        damaged.truncate(if rng.chance(30) { byte } else { damaged.len() });
        assert!(Replay::new(&damaged, &mut game.physics, &mut game.world).is_err());
        assert_eq!(game.physics.game_hash(&game.world), hash);
    }
    // With a right checksum, bytes of details can be anything: they only name differences.
    let end = recording.len() - 8;
    for _ in 0..volume(100, 5_000) {
        let mut forged = recording.clone();
        for _ in 0..4 {
            forged[end / 2 + rng.below(end / 2)] = rng.below(256_u32) as u8;
        }
        let sum = checksum(&forged[..end]);
        forged[end..].copy_from_slice(&sum.to_le_bytes());
        if let Ok(mut replay) = Replay::new(&forged, &mut game.physics, &mut game.world) {
            while let Some(input) = replay.begin_tick(&mut game.physics) {
                let mut input = input.to_vec();
                input.resize(2, 0);
                game.tick(&input);
                let _: Result<(), Divergence> = replay.end_tick(&game.physics, &game.world);
            }
        }
    }
}

#[test]
fn a_replay_lists_the_entities_that_it_spawned() {
    let (mut game, recording, _) = record(2, 40, true);
    game.world = World::new();
    let replay = Replay::new(&recording, &mut game.physics, &mut game.world).unwrap();
    let Restored { spawned, despawned, .. } = replay.restored();
    assert_eq!((spawned.len(), despawned.len()), (game.world.len() as usize, 0));
}
