//! Snapshots that are cut, damaged, forged, or of something else: the error names the position, and nothing
//! changes.

use super::scene::{Names, busy, empty, play};
use glam::UVec2;
use tilephys_core::record::{SaveError, SaveFault};
use tilephys_core::*;

fn played() -> (World, Names, Vec<u8>) {
    let (mut world, names) = busy();
    (0..150).for_each(|tick| play(&mut world, names, tick));
    let snapshot = world.snapshot();
    play(&mut world, names, 150);
    (world, names, snapshot)
}

pub(crate) fn refused(world: &mut World, bytes: &[u8]) -> SaveError {
    let before = world.snapshot();
    let error = world.restore(bytes).expect_err("bytes that are no snapshot of this world");
    assert!(world.snapshot() == before, "{error} changed the world");
    error
}

/// Makes the last eight bytes the checksum of the others again.
pub(crate) fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let mut state = 0x243F_6A88_85A3_08D3_u64;
    let mut word = |word: u64| {
        let mixed = (state ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        state = mixed ^ mixed >> 29;
    };
    for chunk in bytes[..end - end % 8].chunks(8) {
        word(u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
    }
    let mut last = [0; 8];
    last[..end % 8].copy_from_slice(&bytes[end - end % 8..end]);
    word(u64::from_le_bytes(last));
    word(end as u64);
    let mixed = (state ^ state >> 32).wrapping_mul(0x94D0_49BB_1331_11EB);
    bytes[end..].copy_from_slice(&(mixed ^ mixed >> 31).to_le_bytes());
}

#[test]
fn cut_short_anywhere_it_is_refused() {
    let (mut world, _, snapshot) = played();
    for len in (0..40).chain((40..snapshot.len()).step_by(61)) {
        let error = refused(&mut world, &snapshot[..len]);
        assert!(error.byte <= len, "{error}");
    }
    let error = refused(&mut world, &snapshot[..9]);
    assert_eq!(error.to_string(), "byte 9: checksum is cut short");
    let mut longer = snapshot;
    longer.push(0);
    assert_eq!(refused(&mut world, &longer).fault, SaveFault::Damaged);
}

#[test]
fn one_bit_more_or_less_anywhere_is_found() {
    let (mut world, _, mut snapshot) = played();
    for byte in (0..40).chain((40..snapshot.len()).step_by(37)) {
        snapshot[byte] ^= 1 << (byte % 8);
        refused(&mut world, &snapshot);
        snapshot[byte] ^= 1 << (byte % 8);
    }
    assert!(world.restore(&snapshot).is_ok());
}

#[test]
fn errors_name_the_field_and_the_byte() {
    let (mut world, _, snapshot) = played();
    let forged = |at: usize, to: &[u8]| {
        let mut bytes = snapshot.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        seal(&mut bytes);
        bytes
    };
    for (at, to, text) in [
        (0, &b"oops"[..], "byte 0: magic is not what snapshots, saved games and recordings begin with"),
        (4, &[1, 0], "byte 4: version is 1, and this engine reads 2"),
        (6, &[15], "byte 6: contents is out of range"),
        (7, &[1, 2, 3], "byte 7: map differs from the world's map: load it with the map that it was made on"),
        (15, &[0, 1], "byte 15: profiles does not match this world"),
        (49, &[0xFF, 0xFF, 0xFF], "byte 49: bodies.count is cut short"),
        (53, &[0xFF, 0xFF], "byte 53: body.flags is out of range"),
    ] {
        assert_eq!(refused(&mut world, &forged(at, to)).to_string(), text);
    }
    let mut unsealed = snapshot.clone();
    unsealed[60] ^= 1;
    let error = refused(&mut world, &unsealed);
    assert_eq!(error, SaveError { byte: snapshot.len() - 8, field: "checksum", fault: SaveFault::Damaged });
}

#[test]
fn one_of_another_map_or_with_more_profiles_is_refused() {
    let (_, _, snapshot) = played();
    let mut other = World::new(TileGrid::new(UVec2::splat(16)));
    assert_eq!(refused(&mut other, &snapshot).fault, SaveFault::OtherMap);
    let (mut richer, _) = busy();
    let profile = richer.add_profile(Profile::default());
    richer.spawn(profile, Body::new(glam::Vec2::splat(40.0), glam::Vec2::splat(8.0)));
    let (mut world, _) = empty();
    assert_eq!(refused(&mut world, &richer.snapshot()).fault, SaveFault::OtherWorld);
}
