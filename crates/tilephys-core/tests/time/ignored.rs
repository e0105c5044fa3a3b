//! Pairs that ignore each other: how long, and in hashes and snapshots.

use super::damage::{refused, seal};
use super::scene::DT;
use crate::stage::step_with_control;
use glam::{UVec2, Vec2};
use tilephys_core::{Body, BodyCollision, BodyId, Profile, TileGrid, World};

fn five() -> (World, [BodyId; 5]) {
    let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    let profile =
        world.add_profile(Profile { collide: Some(BodyCollision::default()), ..Profile::default() });
    let ids = [0, 1, 2, 3, 4]
        .map(|k| world.spawn(profile, Body::new(Vec2::new(40.0 * k as f32, 0.0), Vec2::splat(8.0))));
    (world, ids)
}

/// All pairs that ignore each other, by number.
fn ignored(world: &World, ids: &[BodyId]) -> Vec<(u32, u32)> {
    let pairs = ids.iter().flat_map(|a| ids.iter().map(move |b| (*a, *b)));
    pairs.filter(|(a, b)| a < b && world.ignores_pair(*a, *b)).map(|(a, b)| (a.0, b.0)).collect()
}

#[test]
fn an_ignored_pair_lasts_until_revoked_or_despawned() {
    let (mut world, ids) = five();
    let [a, b, c, d, e] = ids;
    let without = world.state_hash();
    assert!(world.ignore_pair(b, a, true) && world.ignore_pair(a, b, true));
    assert!(world.ignores_pair(a, b) && world.ignores_pair(b, a) && !world.ignores_pair(a, c));
    assert_ne!(world.state_hash(), without);
    assert!(world.ignore_pair(a, b, false) && world.ignore_pair(c, d, false));
    assert_eq!((ignored(&world, &ids), world.state_hash()), (vec![], without));
    // With itself, and with an id without a body.
    assert!(world.ignore_pair(c, c, true) && !world.ignores_pair(c, c));
    assert!(!world.ignore_pair(c, BodyId(77), true) && !world.ignores_pair(c, BodyId(77)));
    assert_eq!(world.state_hash(), without);
    for (one, other) in [(e, a), (b, c), (d, b), (c, d)] {
        assert!(world.ignore_pair(one, other, true));
    }
    assert_eq!(ignored(&world, &ids), [(0, 4), (1, 2), (1, 3), (2, 3)]);
    world.despawn(b);
    assert_eq!(ignored(&world, &ids), [(0, 4), (2, 3)]);
    // A new body under that id does not inherit the exception.
    world.spawn_as(b, Default::default(), Body::new(Vec2::ZERO, Vec2::splat(8.0)));
    world.step(DT);
    assert_eq!(ignored(&world, &ids), [(0, 4), (2, 3)]);
    world.forget(d);
    assert_eq!(ignored(&world, &ids), [(0, 4)]);
    world.remap_bodies(4, &[], &[], |_, _| ());
    assert_eq!((world.index_of(e), ignored(&world, &ids)), (Some(1), vec![(0, 4)]));
    let place = world.index_of(a).expect("it is there");
    world.remap_bodies(4, &[place..place + 1, 4..4], &[BodyId(9)], |_, _| ());
    assert_eq!(ignored(&world, &[a, b, c, d, e, BodyId(9)]), []);
}

#[test]
fn ignoring_a_pair_takes_effect_in_the_same_step() {
    let (mut world, [a, b, ..]) = five();
    let mut seen = Vec::new();
    step_with_control(&mut world, DT, |bodies| {
        seen.extend([bodies.ignores_pair(a, b), bodies.ignore_pair(a, b, true), bodies.ignores_pair(a, b)]);
        seen.push(bodies.ignore_pair(a, BodyId(99), true));
    });
    assert_eq!((seen, world.ignores_pair(a, b)), (vec![false, true, true, false], true));
}

#[test]
fn a_snapshot_holds_ignored_pairs_and_spends_no_byte_on_none() {
    let (mut world, ids) = five();
    let [a, b, c, d, e] = ids;
    let plain = world.snapshot();
    world.ignore_pair(a, b, true);
    world.ignore_pair(e, c, true);
    let (snapshot, hash) = (world.snapshot(), world.state_hash());
    assert_eq!(snapshot.len(), plain.len() + 4 + 2 * 8);
    world.restore(&plain).expect("a sound snapshot");
    assert_eq!((ignored(&world, &ids), world.snapshot()), (vec![], plain));
    world.ignore_pair(c, d, true);
    world.despawn(a);
    world.restore(&snapshot).expect("a sound snapshot");
    assert_eq!((ignored(&world, &ids), world.state_hash()), (vec![(0, 1), (2, 4)], hash));
    assert!(world.snapshot() == snapshot);
}

#[test]
fn a_snapshot_of_chosen_bodies_holds_pairs_among_them() {
    let (mut world, ids) = five();
    let [a, b, c, d, e] = ids;
    for (one, other) in [(a, b), (b, c), (d, e)] {
        world.ignore_pair(one, other, true);
    }
    let (some, alone) = (world.snapshot_of(&[a, b, d]), world.snapshot_of(&[a, c, d]));
    world.ignore_pair(a, d, true);
    world.ignore_pair(a, b, false);
    world.ignore_pair(c, e, true);
    world.restore(&some).expect("a sound snapshot");
    assert_eq!(ignored(&world, &ids), [(0, 1), (1, 2), (2, 4), (3, 4)]);
    world.ignore_pair(a, d, true);
    world.restore(&alone).expect("a sound snapshot");
    assert_eq!(ignored(&world, &ids), [(0, 1), (1, 2), (2, 4), (3, 4)]);
}

#[test]
fn forged_ones_are_refused() {
    let (mut world, [a, b, c, ..]) = five();
    world.ignore_pair(a, b, true);
    world.ignore_pair(b, c, true);
    let bytes = world.snapshot();
    let pair = |a: u32, b: u32| [a.to_le_bytes(), b.to_le_bytes()].concat();
    let list = [&2_u32.to_le_bytes()[..], &pair(0, 1), &pair(1, 2)].concat();
    let at = bytes.windows(list.len()).position(|window| window == list).expect("it is in it");
    for (offset, to, text) in [
        (0, vec![0xFF; 4], format!("byte {at}: ignored.count is cut short")),
        (12, pair(0, 1), format!("byte {}: ignored.pair is there twice or not in its order", at + 12)),
        (4, pair(1, 0), format!("byte {}: ignored.pair is there twice or not in its order", at + 4)),
        (4, pair(0, 0), format!("byte {}: ignored.pair is there twice or not in its order", at + 4)),
        (12, pair(1, 5), format!("byte {}: ignored.pair is out of range", at + 12)),
    ] {
        let mut forged = bytes.clone();
        forged[at + offset..at + offset + to.len()].copy_from_slice(&to);
        seal(&mut forged);
        assert_eq!(refused(&mut world, &forged).to_string(), text);
    }
}
