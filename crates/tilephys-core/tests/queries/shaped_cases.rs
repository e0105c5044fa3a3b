//! Chosen cases among slopes, halves of cells and one-way lines. Maps are drawn; a cell is 16 x 16 px, and points are in cells.

use glam::IVec2;
use tilephys_core::Direction::{Down, Left, Right, Up};
use tilephys_core::{
    Aabb, Tile, TileCoord, TileGrid,
    query::{Query, Solid},
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

const CELL: i32 = 4096;

/// A point in cells.
fn at(x: f32, y: f32) -> IVec2 {
    IVec2::new((x * CELL as f32) as i32, (y * CELL as f32) as i32)
}

/// Parses a map. `#` is a whole tile; `/` and `\` are floors that rise to the right and to the left. `x` is two
/// triangles that make a whole cell with a seam as `\`. `-` is a one-way line on the upper edge, `,` one along the
/// lower half of `/`. `<` is a triangle that reaches a cell to the left.
fn grid(map: &str) -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let layer = grid.add_layer("ground");
    let slope = |heights| TileShape::Slope(Slope { side: Down, heights });
    let part = |corners: [[f32; 2]; 3]| Part::Solid(Polygon::new(&corners.map(|[x, y]| at(x, y))));
    let halves = vec![part([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), part([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]])];
    let shapes = [
        ('#', TileShape::Full),
        ('/', slope([0, CELL])),
        ('\\', slope([CELL, 0])),
        ('x', TileShape::Parts(halves)),
        ('-', TileShape::OneWay(OneWay::edge([16, 16], Up))),
        (',', TileShape::OneWay(OneWay::new(at(0.0, 1.0), at(1.0, 0.0), Up))),
        ('<', TileShape::Parts(vec![part([[-1.0, 0.5], [1.0, 0.0], [1.0, 1.0]])])),
    ];
    for (sign, shape) in shapes {
        let tile = grid.add_tile(Tile { shape, ..Tile::default() });
        for (row, line) in (0..).zip(map.split_whitespace()) {
            for (col, _) in (0..).zip(line.chars()).filter(|(_, cell)| *cell == sign) {
                grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
            }
        }
    }
    grid
}

type Point = (f32, f32);
/// Column, row and part, normal, point.
type Hit = Option<((i32, i32, u8), [i32; 2], Point)>;

fn check(name: &str, map: &str, cases: &[(Point, Point, Hit)]) {
    let grid = grid(map);
    for &(from, to, wanted) in cases {
        let hit = grid.cast(at(from.0, from.1), at(to.0, to.1), u32::MAX);
        let of = |s: Solid| (s.cell.col, s.cell.row, s.part);
        let seen = hit.map(|h| (of(h.target), h.shape.normal.to_array(), h.shape.point));
        let wanted = wanted.map(|(cell, normal, point)| (cell, normal, at(point.0, point.1)));
        assert_eq!(seen, wanted, "{name}: from {from:?} to {to:?}");
    }
}

#[test]
fn a_segment_meets_a_slope_on_its_line() {
    check(
        "a slope",
        "... ./. ...",
        &[
            ((1.25, 0.0), (1.25, 3.0), Some(((1, 1, 0), [-1, -1], (1.25, 1.75)))),
            ((0.0, 1.5), (3.0, 1.5), Some(((1, 1, 0), [-1, -1], (1.5, 1.5)))),
            ((3.0, 1.5), (0.0, 1.5), Some(((1, 1, 0), [1, 0], (2.0, 1.5)))),
            ((1.25, 3.0), (1.25, 0.0), Some(((1, 1, 0), [0, 1], (1.25, 2.0)))),
            // Along the line, either way, and through both ends of it.
            ((0.0, 3.0), (3.0, 0.0), None),
            ((2.0, 1.0), (1.0, 2.0), None),
            ((1.0, 1.0), (1.0, 3.0), None),
            ((1.0, 0.0), (3.0, 2.0), None),
            // From the line inward, and ending on it.
            ((1.5, 1.5), (1.5, 3.0), Some(((1, 1, 0), [-1, -1], (1.5, 1.5)))),
            ((1.5, 1.0), (1.5, 1.5), None),
            // Onto its upper corner: falling lands.
            ((1.5, 0.0), (2.0, 1.0), None),
            ((1.0, 0.0), (2.0, 1.0), None),
            ((2.5, 0.0), (1.5, 2.0), Some(((1, 1, 0), [-1, -1], (2.0, 1.0)))),
        ],
    );
}

#[test]
fn a_slope_and_the_floor_beside_it_are_one_surface() {
    check(
        "up to a plateau",
        "..... .../# ../## #####",
        &[
            // Along the slopes over the seam, and along the plateau.
            ((2.0, 3.0), (5.0, 0.0), None),
            ((4.0, 1.0), (2.0, 3.0), None),
            ((3.0, 1.0), (6.0, 1.0), None),
            // Onto the seam between both slopes: the one to which it leads.
            ((3.5, 1.0), (2.5, 3.0), Some(((2, 2, 0), [-1, -1], (3.0, 2.0)))),
            ((2.0, 1.5), (4.0, 2.5), Some(((3, 1, 0), [-1, -1], (3.0, 2.0)))),
        ],
    );
}

#[test]
fn two_halves_of_a_cell_are_a_whole_one() {
    check(
        "a seam from corner to corner",
        "... .x. ...",
        &[
            ((0.0, 0.0), (3.0, 3.0), Some(((1, 1, 0), [0, -1], (1.0, 1.0)))),
            ((3.0, 3.0), (0.0, 0.0), Some(((1, 1, 0), [1, 0], (2.0, 2.0)))),
            ((0.0, 1.25), (3.0, 1.25), Some(((1, 1, 1), [-1, 0], (1.0, 1.25)))),
            ((1.0, 0.0), (1.0, 3.0), None),
        ],
    );
    let grid = grid("... .x. ...");
    let parts = |x, y| grid.solids_at(at(x, y), u32::MAX).count();
    assert_eq!([parts(1.5, 1.5), parts(1.25, 1.25), parts(1.0, 1.0), parts(1.5, 1.0)], [1, 1, 0, 0]);
    assert_eq!(grid.cast_all(at(0.0, 1.25), at(3.0, 1.25), u32::MAX).count(), 2);
    assert!(grid.cast(at(1.5, 1.5), at(3.0, 3.0), u32::MAX).is_some_and(|h| h.starts_inside()));
}

#[test]
fn a_one_way_line_stops_what_comes_from_its_open_side() {
    check(
        "two lines and a wall",
        "...... .--#.. ......",
        &[
            ((1.5, 0.0), (1.5, 3.0), Some(((1, 1, 0), [0, -1], (1.5, 1.0)))),
            ((1.5, 3.0), (1.5, 0.0), None),
            ((0.0, 1.0), (2.5, 1.0), None),
            // From it, and ending on it.
            ((1.5, 1.0), (1.5, 3.0), Some(((1, 1, 0), [0, -1], (1.5, 1.0)))),
            ((1.5, 0.0), (1.5, 1.0), None),
            // Past its free end, onto the seam of both, and where the wall begins.
            ((1.0, 0.0), (1.0, 3.0), None),
            ((2.0, 0.0), (2.0, 3.0), Some(((1, 1, 0), [0, -1], (2.0, 1.0)))),
            ((3.0, 0.0), (3.0, 3.0), Some(((2, 1, 0), [0, -1], (3.0, 1.0)))),
            ((2.5, 0.0), (3.5, 2.0), Some(((3, 1, 0), [0, -1], (3.0, 1.0)))),
        ],
    );
    check(
        "a slanted line",
        "... .,. ...",
        &[
            ((1.5, 0.0), (1.5, 3.0), Some(((1, 1, 0), [-1, -1], (1.5, 1.5)))),
            ((0.0, 1.5), (3.0, 1.5), Some(((1, 1, 0), [-1, -1], (1.5, 1.5)))),
            ((3.0, 1.5), (0.0, 1.5), None),
            ((0.0, 3.0), (3.0, 0.0), None),
        ],
    );
    let grid = grid("- #");
    let row = |query: Query| grid.cast(at(0.5, -1.0), at(0.5, 3.0), query).map(|h| h.target.cell.row);
    let solid = |s: &Solid| !s.one_way;
    assert_eq!(row(Query::new(1)), Some(0));
    assert_eq!(row(Query::new(1).without_one_ways()), Some(1));
    assert_eq!(row(Query::new(1).filter(&solid)), Some(1));
    assert!(grid.solids_at(at(0.5, 0.0), 1u32).next().is_none(), "a line is not solid");
    let body = Aabb::new(at(0.25, -0.5), at(0.75, -0.25));
    let swept =
        |query: Query| grid.sweep(body, at(0.0, 2.0), query).map(|h| (h.target.cell.row, h.target.one_way));
    assert_eq!(swept(Query::new(1)), Some((0, true)));
    assert_eq!(swept(Query::new(1).without_one_ways()), Some((1, false)));
    assert_eq!(swept(Query::new(1).filter(&solid)), Some((1, false)));
}

#[test]
fn a_shape_beyond_its_cell_is_met_there_and_names_its_cell() {
    let grid = grid("..... ..<.. .....");
    let hit = grid.cast(at(1.5, 0.0), at(1.5, 3.0), u32::MAX).expect("its tip is in the next cell");
    assert_eq!((hit.target.cell, hit.target.off_grid), (TileCoord::new(2, 1), None));
    assert_eq!((hit.shape.normal, hit.shape.point), (IVec2::new(-1, -4), IVec2::new(6144, 5632)));
    assert_eq!(grid.solids_at(at(1.25, 1.5), u32::MAX).next().map(|s| s.cell.col), Some(2));
    let box_ = Aabb::new(at(0.5, 1.25), at(1.5, 1.75));
    assert_eq!(grid.solids_in(box_, u32::MAX).map(|s| (s.cell.col, s.part)).collect::<Vec<_>>(), [(2, 0)]);
}

#[test]
fn the_nearest_of_a_slope_is_the_foot_on_its_line() {
    let grid = grid("... ./. ...");
    let near = |x, y| grid.nearest(at(x, y), i32::MAX, u32::MAX).expect("the slope");
    let foot = near(1.0, 1.0);
    assert_eq!((foot.translation, foot.normal, foot.face), (at(0.5, 0.5), IVec2::new(-1, -1), Some(Up)));
    assert_eq!(foot.distance_squared, 2 * 2048 * 2048);
    // Half a unit farther on each axis: rounded toward the start, and never inside.
    let foot = grid.nearest(at(1.0, 1.0) - IVec2::new(1, 0), i32::MAX, u32::MAX).expect("the slope");
    assert_eq!((foot.translation, foot.distance_squared), (at(0.5, 0.5), 2 * 2048 * 2048 + 2048 * 2));
    // Corners: the face that looks most toward the start, of equals the more level one.
    assert_eq!((near(0.5, 2.25).normal, near(0.5, 2.125).normal), (IVec2::new(0, 1), IVec2::new(-1, -1)));
    assert_eq!(near(1.25, 2.5).normal, IVec2::new(0, 1));
    assert_eq!(near(1.5, 1.5).distance_squared, 0);
    assert_eq!(near(1.5, 1.75).face, None);
    let box_ = grid.nearest_to_box(Aabb::new(at(0.5, 0.5), at(1.0, 1.0)), i32::MAX, u32::MAX);
    assert_eq!(box_.map(|n| (n.translation, n.normal)), Some((at(0.5, 0.5), IVec2::new(-1, -1))));
    assert!(grid.nearest(at(1.0, 1.0), 2896, u32::MAX).is_none(), "2896.3 units away");
    assert!(grid.nearest(at(1.0, 1.0), 2897, u32::MAX).is_some());
}

#[test]
fn what_holds_a_box_is_told_with_its_contact() {
    let grid = grid("..... .../# ----#");
    let held = |low: Point, high: Point, up| -> Vec<_> {
        let all = grid.supports(Aabb::new(at(low.0, low.1), at(high.0, high.1)), up, u32::MAX);
        all.map(|s| ((s.solid.cell.col, s.solid.one_way), s.normal.to_array(), s.contact)).collect()
    };
    let units = |x: f32| (x * CELL as f32) as i32;
    // On the plateau, on the slope, in the air above it, on lines.
    assert_eq!(held((4.25, 0.5), (4.75, 1.0), Up), [((4, false), [0, -1], [units(4.25), units(4.75)])]);
    assert_eq!(held((3.0, 1.0), (3.5, 1.5), Up), [((3, false), [-1, -1], [units(3.5); 2])]);
    assert_eq!(held((3.0, 0.5), (3.5, 1.0), Up), []);
    let lines =
        [((0, true), [0, -1], [units(0.5), units(1.0)]), ((1, true), [0, -1], [units(1.0), units(1.5)])];
    assert_eq!(held((0.5, 1.5), (1.5, 2.0), Up), lines);
    // Against the side of the plateau, as for a body whose up is left or right; lines hold from above only.
    assert_eq!(held((3.5, 2.25), (4.0, 2.75), Left), [((4, false), [-1, 0], [units(2.25), units(2.75)])]);
    assert_eq!(held((0.5, 2.0), (1.5, 2.5), Down), []);
    assert_eq!(held((5.0, 1.25), (5.5, 1.75), Right), [((4, false), [1, 0], [units(1.25), units(1.75)])]);
}

#[test]
fn a_diamond_slides_by_where_its_box_would_not() {
    let grid = grid("... .#. ...");
    let diamond = Polygon::new(&[at(0.0, -0.5), at(0.5, 0.0), at(0.0, 0.5), at(-0.5, 0.0)]);
    let swept = |from: Point, by: Point| {
        let hit = grid.sweep_polygon(&diamond, at(from.0, from.1), at(by.0, by.1), u32::MAX)?;
        Some((hit.shape.fraction.as_f32(), hit.shape.normal.to_array(), hit.shape.point))
    };
    // Its tip on the upper face, its side on a corner of the tile, past that, and along the tile.
    assert_eq!(swept((1.5, 0.0), (0.0, 2.0)), Some((0.25, [0, -1], at(1.5, 1.0))));
    assert_eq!(swept((0.75, 0.0), (0.0, 2.0)), Some((0.375, [-1, -1], at(1.0, 1.0))));
    assert_eq!(swept((0.5, 0.0), (0.0, 3.0)), None);
    assert!(grid.overlaps_polygon(&diamond, at(0.75, 0.8), u32::MAX));
    assert!(!grid.overlaps_polygon(&diamond, at(0.75, 0.75), u32::MAX), "its side touches the corner");
    assert!(
        grid.sweep_polygon(&diamond, at(1.0, 1.0), IVec2::ZERO, u32::MAX).is_some_and(|h| h.starts_inside())
    );
}
