//! Values of the public API by themselves: flags of cells, colours, rotations, sizes in headers of images, descriptions.

use glam::UVec2;
use tilephys_tiled::{Cell, Color, Conventions, Flip, LevelChanges, Turn, image_size};

#[test]
fn flags_are_read_from_the_high_bits_and_the_hexagonal_one_is_ignored() {
    let flip = |horizontal, vertical, diagonal| Flip { horizontal, vertical, diagonal };
    assert_eq!(Cell::of(0x8000_0007), Some(Cell { gid: 7, flip: flip(true, false, false) }));
    assert_eq!(Cell::of(0x7000_0007), Some(Cell { gid: 7, flip: flip(false, true, true) }));
    assert_eq!(Cell::of(0xF000_0000), None);
}

#[test]
fn tints_multiply_with_255_as_one() {
    let tint = Color { red: 128, green: 3, blue: 255, alpha: 127 };
    assert_eq!(tint.times(Color::WHITE), tint);
    assert_eq!(tint.times(tint), Color { red: 64, green: 0, blue: 255, alpha: 63 });
}

/// The unit vector to the right, turned.
fn cos_sin(degrees: f64) -> [f64; 2] {
    Turn::new(degrees, [0.0; 2]).forth([1.0, 0.0])
}

#[test]
fn right_angles_are_exact_and_others_lie_on_the_circle() {
    let exact =
        [(0.0, 1.0, 0.0), (90.0, 0.0, 1.0), (180.0, -1.0, 0.0), (270.0, 0.0, -1.0), (360.0, 1.0, 0.0)];
    for (degrees, cos, sin) in exact {
        assert_eq!(cos_sin(degrees), [cos, sin], "{degrees}");
    }
    let [cos, sin] = cos_sin(30.0);
    assert!((sin - 0.5).abs() < 1e-15 && (cos - 0.75_f64.sqrt()).abs() < 1e-15, "{cos} {sin}");
    for degrees in 0..360 {
        let [cos, sin] = cos_sin(f64::from(degrees));
        assert!((cos * cos + sin * sin - 1.0).abs() < 1e-14, "{degrees}");
    }
}

#[test]
fn clockwise_is_from_right_to_down_and_back_undoes_it() {
    let turn = Turn::new(-270.0, [3.0, 4.0]);
    assert_eq!(turn.degrees(), 90.0);
    assert_eq!(turn.forth([5.0, 4.0]), [3.0, 6.0]);
    assert_eq!(turn.back([3.0, 6.0]), [5.0, 4.0]);
}

#[test]
fn headers_of_each_format_state_their_size() {
    let rows: [(&str, &[u8]); 6] = [
        ("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x20\x08\x06\0\0\0"),
        ("gif", b"GIF89a\x40\0\x20\0\0\0\0"),
        ("bmp", b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x40\0\0\0\x20\0\0\0\x01\0\x18\0"),
        ("jpeg", b"\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0\0\x11\x08\0\x20\0\x40\x03"),
        ("webp", b"RIFF\x1e\0\0\0WEBPVP8L\x12\0\0\0\x2f\x3f\xc0\x07\0\0\0\0\0"),
        ("webp", b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\0\0\x1f\0\0"),
    ];
    for (format, head) in rows {
        assert_eq!(image_size(head), Some(UVec2::new(64, 32)), "{format}");
        for end in 0..head.len() {
            let _ = image_size(&head[..end]);
        }
    }
    assert_eq!(image_size(b"<svg width=\"64\"/>"), None);
    assert_eq!(image_size(b"GIF89a\0\0\x20\0\0\0\0"), None);
}

#[test]
fn damaged_headers_have_no_size() {
    let starts: [&[u8]; 6] =
        [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM", b"\xff\xd8\xff", b"RIFF\x1e\0\0\0WEBPVP8"];
    let mut state = 1_u64;
    for round in 0..30_000 {
        let mut head = starts[round % starts.len()].to_vec();
        head.extend((0..round % 64).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as u8
        }));
        let _ = image_size(&head);
    }
}

#[test]
fn changes_are_displayed_in_a_few_words() {
    let changes = |cells: usize, layers: usize, tilesets: usize, objects: usize| {
        let mut changes = LevelChanges::default();
        changes.cells = cells;
        changes.layers = layers;
        changes.tilesets = tilesets;
        changes.objects.went = (0..objects as u32).collect();
        changes
    };
    let rows = [
        (changes(0, 0, 0, 0), "nothing"),
        (changes(1, 0, 0, 0), "1 cell"),
        (changes(2, 1, 0, 3), "2 cells, 3 objects, 1 layer"),
        (changes(0, 0, 2, 0), "2 tilesets"),
    ];
    for (changes, expected) in rows {
        assert_eq!(changes.to_string(), expected);
    }
}

/// A malformed line of the built-in table would be left out.
#[test]
fn the_built_in_table_has_all_its_rows() {
    assert_eq!(Conventions::common().rows.len(), 265);
}
