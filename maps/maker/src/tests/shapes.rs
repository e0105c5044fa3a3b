//! The parts that tiles are drawn from.

use std::collections::HashSet;

use crate::blob;
use crate::decor::{self, sprites};
use crate::palette::CLEAR;
use crate::sheet;

#[test]
fn there_are_47_blobs_each_at_its_own_place() {
    let masks = blob::masks();
    assert_eq!(masks.len(), 47);
    for (place, mask) in masks.iter().enumerate() {
        assert_eq!(blob::index(*mask), place as i32);
    }
    assert_eq!(blob::index(blob::FULL), 46);
}

#[test]
fn corners_count_only_between_joined_sides() {
    // Bits clockwise from above: up 1, up right 2, right 4, down right 8, down 16, down left 32, left 64, up left 128.
    for (mask, wanted) in
        [(2, 0), (1 | 2, 1), (1 | 2 | 4, 7), (4 | 8, 4), (64 | 128 | 1, 193), (255 - 4, 241)]
    {
        assert_eq!(blob::reduce(mask), wanted, "{mask:08b}");
    }
}

#[test]
fn a_solid_tile_covers_its_cell_but_for_rounded_corners() {
    for sheet in [sheet::cave(), sheet::temple()] {
        for id in 0..sheet.solid {
            let (left, top) = (id % 16 * 16, id / 16 * 16);
            let clear = (0..256).filter(|n| sheet.canvas.get(left + n % 16, top + n / 16) == CLEAR).count();
            assert!(clear <= 4, "{} tile {id} has {clear} clear pixels", sheet.name);
        }
    }
}

#[test]
fn sprites_do_not_share_tiles() {
    let mut taken = HashSet::new();
    for sprite in sprites() {
        for row in 0..sprite.tiles.1 {
            for column in 0..sprite.tiles.0 {
                let id = sprite.id(column, row);
                assert!(id < decor::COLUMNS * decor::ROWS, "{}", sprite.name);
                assert!(taken.insert(id), "{} has a tile of another", sprite.name);
            }
        }
    }
}
