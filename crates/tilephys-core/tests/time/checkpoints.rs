//! Checkpoints in memory, against snapshots as bytes.

use super::forged::rich;
use super::scene::{busy, empty, play};
use allocation_counter::measure;
use glam::UVec2;
use tilephys_core::{ProfileId, TileGrid, World, record::Checkpoint};

#[test]
fn a_checkpoint_brings_back_what_a_snapshot_does() {
    let (mut world, names) = busy();
    let mut checkpoint = Checkpoint::default();
    for start in [0, 40, 150, 300] {
        world.save_to(&mut checkpoint);
        let snapshot = world.snapshot();
        let hashes = play_on(&mut world, names, start);
        assert!(world.roll_back(&checkpoint));
        assert!(world.snapshot() == snapshot, "tick {start}");
        assert!(world.events().is_empty());
        assert_eq!(play_on(&mut world, names, start), hashes);
        // A world that never had these bodies takes it too.
        let (mut other, names) = empty();
        assert!(other.roll_back(&checkpoint));
        assert!(other.snapshot() == snapshot, "tick {start}");
        assert_eq!(play_on(&mut other, names, start), hashes);
    }
}

fn play_on(world: &mut World, names: super::scene::Names, start: u32) -> Vec<u64> {
    super::scene::run(world, names, start..start + 120)
}

#[test]
fn every_feature_is_in_a_checkpoint() {
    let mut world = rich().world;
    let (mut checkpoint, snapshot) = (Checkpoint::default(), world.snapshot());
    world.save_to(&mut checkpoint);
    world.ids().collect::<Vec<_>>().into_iter().for_each(|id| _ = world.despawn(id));
    world.mover_ids().collect::<Vec<_>>().into_iter().for_each(|id| _ = world.remove_mover(id));
    (0..9).for_each(|_| world.step(super::scene::DT));
    assert!(world.roll_back(&checkpoint));
    assert!(world.snapshot() == snapshot);
}

#[test]
fn bodies_that_were_despawned_before_stay_away() {
    let (mut world, names) = busy();
    (0..60).for_each(|tick| play(&mut world, names, tick));
    world.ids().step_by(3).collect::<Vec<_>>().into_iter().for_each(|id| _ = world.despawn(id));
    let (mut checkpoint, snapshot) = (Checkpoint::default(), world.snapshot());
    world.save_to(&mut checkpoint);
    (60..90).for_each(|tick| play(&mut world, names, tick));
    assert!(world.roll_back(&checkpoint));
    assert!(world.snapshot() == snapshot);
}

#[test]
fn a_checkpoint_of_another_map_or_with_more_profiles_changes_nothing() {
    let (world, _) = busy();
    let mut checkpoint = Checkpoint::default();
    let mut other = World::new(TileGrid::new(UVec2::splat(16)));
    assert!(!other.roll_back(&checkpoint), "nothing was saved");
    world.save_to(&mut checkpoint);
    assert!(!other.roll_back(&checkpoint));
    assert!(other.is_empty());
    let (mut richer, _) = empty();
    richer.add_profile(*richer.profile(ProfileId::DEFAULT));
    richer.save_to(&mut checkpoint);
    let (mut poorer, _) = empty();
    assert!(!poorer.roll_back(&checkpoint));
}

#[test]
fn a_checkpoint_reuses_its_memory() {
    let (mut world, names) = busy();
    let mut checkpoint = Checkpoint::default();
    (0..30).for_each(|tick| play(&mut world, names, tick));
    world.save_to(&mut checkpoint);
    world.step(super::scene::DT);
    assert!(world.roll_back(&checkpoint));
    // Each path of a mover has two lists.
    let counted = measure(|| world.save_to(&mut checkpoint));
    assert!(counted.count_total <= 2, "{counted:?}");
}
