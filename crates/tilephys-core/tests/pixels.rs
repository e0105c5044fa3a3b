//! Pixels at the public door: points of any vector type, and debug texts in pixels.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, MoveConfig, TileGrid,
    lattice::in_px,
    shape::{OneWay, Polygon},
};

/// A vector of another library, such as another version of glam.
#[derive(Clone, Copy)]
struct Other {
    x: f32,
    y: f32,
}

impl From<Other> for [f32; 2] {
    fn from(v: Other) -> Self {
        [v.x, v.y]
    }
}

#[test]
fn points_may_be_vectors_of_any_library_arrays_or_pairs() {
    let body = Body::new(Vec2::new(8.0, 4.5), Vec2::new(3.0, 2.0));
    assert_eq!(body, Body::new((8.0, 4.5), [3.0, 2.0]));
    assert_eq!(body, Body::new(Other { x: 8.0, y: 4.5 }, Other { x: 3.0, y: 2.0 }));
    assert_eq!(body.aabb(), Aabb::from_px([8.0, 4.5], (3.0, 2.0)));
    let corners = [[0.0, 16.0], [16.0, 0.0], [16.0, 16.0]];
    assert_eq!(Polygon::from_px(&corners), Polygon::from_px(&corners.map(Vec2::from)));
    let grid = TileGrid::new([16, 8]);
    assert_eq!(grid.cell_at_px([17.0, 9.0]), TileGrid::new(UVec2::new(16, 8)).cell_at_px((17.0, 9.0)));
    let up = tilephys_core::Direction::Up;
    assert_eq!(OneWay::edge((16, 16), up), OneWay::edge(UVec2::splat(16), up));
    let mut moved = body;
    grid.move_and_slide(&mut moved, [0.5, 0.0], &MoveConfig::default(), &mut Vec::new());
    assert_eq!(moved.position_px(), Vec2::new(8.5, 4.5));
}

#[test]
fn boxes_tell_and_print_pixels() {
    let aabb = Aabb::from_px([-3.5, 4.0], [8.0, 0.00390625]);
    assert_eq!((aabb.min_px(), aabb.max_px()), (Vec2::new(-3.5, 4.0), Vec2::new(4.5, 4.0 + 1.0 / 256.0)));
    assert_eq!(aabb.size_px(), Vec2::new(8.0, 0.00390625));
    assert_eq!(format!("{aabb:?}"), "Aabb { min: [-3.5, 4] px, max: [4.5, 4.00390625] px }");
    let body = format!("{:?}", Body::new([40.0, 100.25], [8.0, 11.0]));
    assert!(body.starts_with("Body { position: [40, 100.25] px, size: [8, 11] px, velocity: "), "{body}");
    // Exact where an `f32` is not.
    assert_eq!(
        in_px(IVec2::new(i32::MAX, -i32::MAX)).to_string(),
        "[8388607.99609375, -8388607.99609375] px"
    );
}
