//! Bytes of the formats, by length and checksum: a snapshot, a snapshot of some bodies, a map diff, a recording.
//!
//! Other figures are another format, which old files and peers of another build cannot read.

use super::forged::{edited, rich};
use super::recordings::record;
use tilephys_core::{BodyId, record::checksum};

/// Length and checksum of bytes.
fn pin(bytes: &[u8]) -> (usize, u64) {
    (bytes.len(), checksum(bytes))
}

#[test]
fn a_snapshot_with_every_feature_keeps_its_bytes() {
    let mut world = rich().world;
    let bytes = world.snapshot();
    assert_eq!(pin(&bytes), (1175, 0x88F4_DC78_96DF_F2A6));
    world.restore(&bytes).expect("a sound snapshot");
    assert!(world.snapshot() == bytes);
    let mut without = Vec::new();
    world.snapshot_without_profiles_into(&mut without);
    assert_eq!(pin(&without), (1175, 0x3858_0F72_2386_CDD6));
}

#[test]
fn a_snapshot_of_some_bodies_keeps_its_bytes() {
    let mut world = rich().world;
    let ids: Vec<BodyId> = [12, 2, 3, 99, 3, 4, 0].map(BodyId).to_vec();
    let bytes = world.snapshot_of(&ids);
    assert_eq!(pin(&bytes), (241, 0xAFCA_33FB_C87E_6199));
    world.restore(&bytes).expect("a sound snapshot");
    assert!(world.snapshot_of(&ids) == bytes);
}

#[test]
fn a_map_diff_keeps_its_bytes() {
    let mut world = edited();
    let bytes = world.snapshot();
    assert_eq!(pin(&bytes), (253, 0x93C0_998D_34B7_6613));
    world.restore(&bytes).expect("a sound snapshot");
    assert!(world.snapshot() == bytes);
}

#[test]
fn a_recording_keeps_its_bytes() {
    let (_, _, bytes) = record(60);
    assert_eq!(pin(&bytes), (3043, 0x395B_EA6E_0752_728B));
}
