//! A slanted one-way line is not hit by a body that only grazes its upper end.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Body, Direction, MotionMode, MoveConfig, Tile, TileCoord, TileGrid,
    shape::{OneWay, TileShape},
};

#[test]
fn a_level_body_passes_the_end_of_a_ramp_and_a_falling_body_lands() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let line = OneWay::new(IVec2::new(0, 4096), IVec2::new(4096, 0), Direction::Up);
    let ramp = grid.add_tile(Tile { shape: TileShape::OneWay(line), ..Tile::default() });
    grid.set_tile(ground, TileCoord::new(5, 5), Some(ramp));
    let config = MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() };
    // The feet are at 80 px, the height of the upper end, which is at 96 px from the left.
    for (at, by, end) in [
        ([60.0, 70.0], [60.0, 0.0], [120.0, 70.0]),
        ([60.0, 74.0], [56.0, -8.0], [116.0, 66.0]),
        ([88.0, 50.0], [0.0, 60.0], [88.0, 70.0]),
    ] {
        let mut hits = Vec::new();
        let body = Body::new(Vec2::from(at), Vec2::new(8.0, 10.0));
        let (after, _) = grid.check(&body, Vec2::from(by), &config, &mut hits);
        let is_landing = by[0] == 0.0;
        assert_eq!(!hits.is_empty(), is_landing, "{at:?} {by:?}: {hits:?}");
        if !is_landing {
            assert_eq!(after.position_px(), Vec2::from(end));
        } else {
            assert_eq!(hits[0].shape.position, IVec2::new(88, 70) * 256);
        }
    }
}
