//! Chosen cases: edges, seams, corners, starts and ends. Maps are drawn; a cell is 16 x 16 px, and points are in cells.

use glam::IVec2;
use tilephys_core::Direction::{Down, Left, Right, Up};
use tilephys_core::{Aabb, Direction, Tile, TileCoord, TileGrid, geometry::Ratio};

/// `#` is solid to everybody, `2` only to masks with bit 1.
fn grid(map: &str) -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let layer = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    let glass = grid.add_tile(Tile { category: 2, ..Tile::default() });
    for (row, line) in (0..).zip(map.split_whitespace()) {
        for (col, cell) in (0..).zip(line.chars()) {
            let tile = match cell {
                '#' => Some(stone),
                '2' => Some(glass),
                _ => None,
            };
            grid.set_tile(layer, TileCoord::new(col, row), tile);
        }
    }
    grid
}

/// A point in cells.
fn at(x: f32, y: f32) -> IVec2 {
    IVec2::new((x * 4096.0) as i32, (y * 4096.0) as i32)
}

type Point = (f32, f32);
/// Column, row, face, point.
type Hit = Option<((i32, i32), Option<Direction>, Point)>;

fn check(name: &str, map: &str, cases: &[(Point, Point, Hit)]) {
    let grid = grid(map);
    for &(from, to, wanted) in cases {
        let hit = grid.cast(at(from.0, from.1), at(to.0, to.1), u32::MAX);
        let seen = hit.map(|h| ((h.target.cell.col, h.target.cell.row), h.face, h.shape.point));
        let wanted = wanted.map(|(cell, face, point)| (cell, face, at(point.0, point.1)));
        assert_eq!(seen, wanted, "{name}: from {from:?} to {to:?}");
    }
}

#[test]
fn a_segment_meets_faces_from_all_sides() {
    let map = "..... ..... ..#.. ..... .....";
    check(
        "one tile",
        map,
        &[
            ((0.5, 2.5), (4.5, 2.5), Some(((2, 2), Some(Left), (2.0, 2.5)))),
            ((4.5, 2.5), (0.5, 2.5), Some(((2, 2), Some(Right), (3.0, 2.5)))),
            ((2.5, 0.5), (2.5, 4.5), Some(((2, 2), Some(Up), (2.5, 2.0)))),
            ((2.5, 4.5), (2.5, 0.5), Some(((2, 2), Some(Down), (2.5, 3.0)))),
            ((0.5, 1.5), (4.5, 3.5), Some(((2, 2), Some(Left), (2.0, 2.25)))),
            // Past it.
            ((0.5, 0.5), (4.5, 1.5), None),
        ],
    );
}

#[test]
fn touching_is_no_hit_and_going_in_is_one() {
    let map = "..... ..... ..#.. ..... .....";
    check(
        "edges of one tile",
        map,
        &[
            // Along each edge.
            ((0.0, 2.0), (5.0, 2.0), None),
            ((5.0, 3.0), (0.0, 3.0), None),
            ((2.0, 0.0), (2.0, 5.0), None),
            ((3.0, 5.0), (3.0, 0.0), None),
            // Through one corner point only.
            ((1.0, 3.0), (3.0, 1.0), None),
            ((4.0, 2.0), (2.0, 4.0), None),
            // Ending on a face, and a unit behind it.
            ((0.0, 2.5), (2.0, 2.5), None),
            ((0.0, 2.5), (2.0 + 1.0 / 4096.0, 2.5), Some(((2, 2), Some(Left), (2.0, 2.5)))),
            // Ending on a corner.
            ((1.0, 1.0), (2.0, 2.0), None),
            // From a face inward, along it, and away.
            ((2.0, 2.5), (4.0, 2.5), Some(((2, 2), Some(Left), (2.0, 2.5)))),
            ((2.0, 2.5), (2.0, 5.0), None),
            ((3.0, 2.5), (5.0, 2.5), None),
            // From a corner inward: falling meets the horizontal face, rising the vertical one.
            ((2.0, 2.0), (4.0, 4.0), Some(((2, 2), Some(Up), (2.0, 2.0)))),
            ((2.0, 3.0), (4.0, 1.0), Some(((2, 2), Some(Left), (2.0, 3.0)))),
        ],
    );
}

#[test]
fn a_start_inside_is_told_without_a_face() {
    let map = "..... .##.. .##.. .....";
    let inside = |cell, point: Point| Some((cell, None, point));
    check(
        "a block",
        map,
        &[
            ((1.5, 1.5), (9.0, 9.0), inside((1, 1), (1.5, 1.5))),
            ((1.5, 1.5), (1.5, 1.5), inside((1, 1), (1.5, 1.5))),
            // On seams, and where four meet.
            ((2.0, 1.5), (9.0, 1.5), inside((1, 1), (2.0, 1.5))),
            ((2.0, 2.0), (2.0, 2.0), inside((1, 1), (2.0, 2.0))),
            // On the outside, also where a seam ends.
            ((2.0, 1.0), (2.0, 0.0), None),
            ((2.0, 1.0), (2.0, 1.0), None),
            ((2.0, 1.0), (2.0, 3.0), Some(((1, 1), Some(Up), (2.0, 1.0)))),
            ((1.0, 1.0), (1.0, 1.0), None),
        ],
    );
}

#[test]
fn seams_are_no_gaps_and_do_not_snag() {
    let map = "...... ...... .####. .####. ......";
    check(
        "a block",
        map,
        &[
            // Into the seam between two columns and between two rows.
            ((2.0, 0.0), (2.0, 5.0), Some(((1, 2), Some(Up), (2.0, 2.0)))),
            ((2.0, 5.0), (2.0, 0.0), Some(((1, 3), Some(Down), (2.0, 4.0)))),
            ((0.0, 3.0), (6.0, 3.0), Some(((1, 2), Some(Left), (1.0, 3.0)))),
            ((6.0, 3.0), (0.0, 3.0), Some(((4, 2), Some(Right), (5.0, 3.0)))),
            // Onto the seam in the surface, slanting: what it goes into is named.
            ((1.0, 1.0), (3.0, 3.0), Some(((2, 2), Some(Up), (2.0, 2.0)))),
            ((3.0, 1.0), (1.0, 3.0), Some(((1, 2), Some(Up), (2.0, 2.0)))),
            ((0.0, 4.0), (2.0, 2.0), Some(((1, 2), Some(Left), (1.0, 3.0)))),
            // Along the surface, over all seams.
            ((0.0, 2.0), (6.0, 2.0), None),
            ((6.0, 4.0), (0.0, 4.0), None),
        ],
    );
    // Of the two columns beside the way one begins higher: its face is where the way was stopped; the other's is hidden.
    check(
        "a step",
        "...... .#.... .##... .##...",
        &[
            ((2.0, 0.0), (2.0, 4.0), Some(((2, 2), Some(Up), (2.0, 2.0)))),
            ((2.0, 4.0), (2.0, 0.0), Some(((1, 3), Some(Down), (2.0, 4.0)))),
        ],
    );
}

#[test]
fn a_point_stops_between_corners_and_in_angles() {
    check(
        "corner to corner",
        "#. .#",
        &[
            // Falling lands, rising keeps rising.
            ((2.0, 0.0), (0.0, 2.0), Some(((1, 1), Some(Up), (1.0, 1.0)))),
            ((0.0, 2.0), (2.0, 0.0), Some(((1, 1), Some(Left), (1.0, 1.0)))),
            ((2.0, 0.5), (0.0, 1.5), Some(((1, 1), Some(Up), (1.0, 1.0)))),
            // Along a face of one, up to the face of the other.
            ((1.0, 0.0), (1.0, 2.0), Some(((1, 1), Some(Up), (1.0, 1.0)))),
            ((1.0, 2.0), (1.0, 0.0), Some(((0, 0), Some(Down), (1.0, 1.0)))),
            ((0.0, 1.0), (2.0, 1.0), Some(((1, 1), Some(Left), (1.0, 1.0)))),
            ((2.0, 1.0), (0.0, 1.0), Some(((0, 0), Some(Right), (1.0, 1.0)))),
            // From that point, and to it.
            ((1.0, 1.0), (0.0, 2.0), None),
            ((2.0, 0.0), (1.0, 1.0), None),
        ],
    );
    // Over the borders of chunks, along edges and between them.
    let mut far = grid(".");
    for (col, row) in [(63, 63), (64, 64), (63, 128), (64, 127)] {
        let layer = far.layer_ids().next().expect("one");
        let tile = far.tile_ids().next().expect("one");
        far.set_tile(layer, TileCoord::new(col, row), Some(tile));
    }
    let seen = |from: Point, to: Point| {
        let hit = far.cast(at(from.0, from.1), at(to.0, to.1), u32::MAX);
        hit.map(|h| ((h.target.cell.col, h.target.cell.row), h.face))
    };
    assert_eq!(seen((64.0, 0.0), (64.0, 200.0)), Some(((64, 64), Some(Up))));
    assert_eq!(seen((64.0, 200.0), (64.0, 0.0)), Some(((64, 127), Some(Down))));
    assert_eq!(seen((0.0, 64.0), (200.0, 64.0)), Some(((64, 64), Some(Left))));
    assert_eq!(seen((200.0, 64.0), (0.0, 64.0)), Some(((63, 63), Some(Right))));
    assert_eq!(seen((128.0, 0.0), (0.0, 128.0)), Some(((64, 64), Some(Up))));
    assert_eq!(seen((0.0, 64.0), (128.0, 192.0)), Some(((63, 128), Some(Up))));
    // Down into the corner of a wall and a floor it lands on the floor; up into the corner of a ceiling it hits the
    // wall. The solid in the corner has no face there.
    check(
        "angles",
        "#### #..# #..# ####",
        &[
            ((2.0, 2.0), (4.0, 4.0), Some(((2, 3), Some(Up), (3.0, 3.0)))),
            ((2.0, 2.0), (0.0, 4.0), Some(((1, 3), Some(Up), (1.0, 3.0)))),
            ((2.0, 2.0), (4.0, 0.0), Some(((3, 1), Some(Left), (3.0, 1.0)))),
            ((2.0, 2.0), (0.0, 0.0), Some(((0, 1), Some(Right), (1.0, 1.0)))),
        ],
    );
}

#[test]
fn a_mask_sees_categories_that_share_a_bit() {
    let grid = grid("..2.#");
    let col = |mask| grid.cast(at(0.5, 0.5), at(5.0, 0.5), mask).map(|h| h.target.cell.col);
    assert_eq!([col(u32::MAX), col(1), col(2), col(3), col(4)], [Some(2), Some(4), Some(2), Some(2), None]);
    // A seam of two kinds exists only for a mask with both.
    let both = self::grid("#2");
    let stops = |mask| both.cast(at(1.0, -1.0), at(1.0, 2.0), mask).is_some();
    assert_eq!([stops(3), stops(1), stops(2)], [true, false, false]);
}

#[test]
fn all_that_is_entered_comes_in_order_and_may_be_left_early() {
    let grid = grid("###.#.##");
    let cols =
        |from, to| -> Vec<i32> { grid.cast_all(from, to, u32::MAX).map(|h| h.target.cell.col).collect() };
    assert_eq!(cols(at(-1.0, 0.5), at(9.0, 0.5)), [0, 1, 2, 4, 6, 7]);
    assert_eq!(cols(at(9.0, 0.5), at(-1.0, 0.5)), [7, 6, 4, 2, 1, 0]);
    assert_eq!(cols(at(1.5, 0.5), at(4.0, 0.5)), [1, 2]);
    let mut all = grid.cast_all(at(1.5, 0.5), at(9.5, 0.5), u32::MAX);
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
fn nearest_faces_are_exposed_ones() {
    let grid = grid("..... .###. .###. .....");
    let near = |x, y| {
        let found = grid.nearest(at(x, y), 1 << 20, u32::MAX).expect("something");
        ((found.solid.cell.col, found.solid.cell.row), found.face, found.translation)
    };
    // Over a seam, beside one, over a corner, on the end of a seam, in the middle.
    assert_eq!(near(2.0, 0.5), ((1, 1), Some(Up), at(0.0, 0.5)));
    assert_eq!(near(0.5, 2.0), ((1, 1), Some(Left), at(0.5, 0.0)));
    assert_eq!(near(0.5, 0.5), ((1, 1), Some(Up), at(0.5, 0.5)));
    assert_eq!(near(0.25, 0.5), ((1, 1), Some(Left), at(0.75, 0.5)));
    assert_eq!(near(2.0, 1.0), ((1, 1), Some(Up), IVec2::ZERO));
    assert_eq!(near(4.0, 2.0), ((3, 1), Some(Right), IVec2::ZERO));
    assert_eq!(near(2.5, 2.0), ((2, 1), None, IVec2::ZERO));
    // A box: the tile with the largest extent beside it.
    let found = grid.nearest_to_box(Aabb::new(at(1.75, 3.25), at(3.5, 3.75)), 1024, u32::MAX);
    let found = found.expect("something at just that distance");
    assert_eq!((found.solid.cell, found.face), (TileCoord::new(2, 2), Some(Down)));
    assert_eq!(found.distance_squared, 1024 * 1024);
    assert!(grid.nearest_to_box(Aabb::new(at(1.75, 3.25), at(3.5, 3.75)), 1023, u32::MAX).is_none());
}

#[test]
#[should_panic(expected = "leaves the world")]
fn a_sweep_out_of_the_lattice_is_refused_by_name() {
    let _ = grid("#").sweep(Aabb::new(at(0.0, 0.0), at(1.0, 1.0)), IVec2::MAX, u32::MAX);
}

#[test]
#[should_panic(expected = "has no area")]
fn a_box_without_area_is_refused_by_name() {
    let _ = grid("#").solids_in(Aabb::new(at(0.0, 0.0), at(0.0, 1.0)), u32::MAX);
}
