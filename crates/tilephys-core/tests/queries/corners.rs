//! Casts over the whole lattice, and casts that are left early.

use glam::IVec2;
use tilephys_core::Direction::{Left, Up};
use tilephys_core::{Tile, TileCoord, TileGrid, geometry::Ratio};

/// Tiles of 16 px.
fn grid(cells: &[i32]) -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let layer = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for &at in cells {
        grid.set_tile(layer, TileCoord::new(at, 0), Some(stone));
    }
    grid
}

/// A point in the middle of row 0, in half cells.
fn at(x: i32) -> IVec2 {
    IVec2::new(x, 1) * 2048
}

#[test]
fn all_that_is_entered_comes_in_order_and_may_be_left_early() {
    let grid = grid(&[0, 1, 2, 4, 6, 7]);
    let mut all = grid.cast_all(at(3), at(19), u32::MAX);
    assert!(all.next().is_some_and(|h| h.starts_inside() && h.shape.fraction == Ratio::ZERO));
    let next = all.next().expect("the next column");
    assert_eq!((next.shape.fraction, next.face), (Ratio::new(1, 16), Some(Left)));
    assert_eq!(all.by_ref().count(), 3);
    assert!(all.next().is_none());
}

#[test]
fn a_cast_crosses_the_whole_lattice() {
    let mut grid = TileGrid::new([16, 16]);
    let layer = grid.add_layer("ground");
    let tile = grid.add_tile(Tile::default());
    grid.set_tile(layer, TileCoord::new(524_286, 524_286), Some(tile));
    let hit = grid.cast(IVec2::MIN, IVec2::MAX, u32::MAX).expect("the only tile there is");
    let units = 524_286 * 4096;
    assert_eq!(hit.shape.fraction, Ratio::new((1 << 31) + units, (1 << 32) - 1));
    assert_eq!((hit.face, hit.shape.point), (Some(Up), IVec2::splat(units as i32)));
    let along =
        grid.cast(IVec2::new(i32::MIN, 524_286 * 4096 + 1), IVec2::new(i32::MAX, 524_286 * 4096 + 1), 1);
    assert_eq!(along.map(|h| h.face), Some(Some(Left)));
    assert_eq!(grid.cast_all(IVec2::MAX, IVec2::MIN, u32::MAX).count(), 1);
    // As flat as can be.
    let flat = grid.cast(IVec2::new(i32::MIN, units as i32), IVec2::new(i32::MAX, units as i32 + 1), 1);
    assert_eq!(flat.map(|h| h.face), Some(Some(Left)));
}

#[test]
fn a_segment_is_stopped_where_two_solids_touch() {
    // Two tiles, corner to corner or side by side, and a segment between them, in half cells.
    for (tiles, from, to, fraction) in [
        ([[0, 0], [1, 1]], [3, 1], [1, 3], Ratio::new(1, 2)),
        ([[0, 0], [1, 1]], [0, 4], [4, 0], Ratio::new(1, 2)),
        ([[1, 0], [0, 1]], [0, 0], [3, 3], Ratio::new(2, 3)),
        ([[0, 1], [1, 1]], [2, 0], [2, 6], Ratio::new(1, 3)),
        ([[1, 0], [1, 1]], [0, 2], [8, 2], Ratio::new(1, 4)),
    ] {
        let mut grid = TileGrid::new([16, 16]);
        let layer = grid.add_layer("ground");
        let stone = grid.add_tile(Tile::default());
        for [col, row] in tiles {
            grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
        }
        let [from, to] = [from, to].map(|[x, y]| IVec2::new(x, y) * 2048);
        let hit = grid.cast(from, to, u32::MAX);
        assert_eq!(hit.map(|hit| hit.shape.fraction), Some(fraction), "{tiles:?}, {from} to {to}");
    }
}
