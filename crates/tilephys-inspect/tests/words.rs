//! Explanations as texts.

use glam::{UVec2, Vec2};
use tilephys_core::{
    Body, Direction, MotionMode, MoveConfig, Response, Tile, TileCoord, TileGrid, Walk,
    shape::{OneWay, Slope, TileShape},
};
use tilephys_inspect::explain;

/// A floor in row 10, with a slope up to a step of one tile at column 5, a one-way line at (2, 7) and, at (1, 9), a
/// tile of category 4.
fn level() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 4096] });
    let full = grid.add_tile(Tile::default());
    let line = grid.add_tile(Tile { shape: line, ..Tile::default() });
    let slope = grid.add_tile(Tile { shape: slope, ..Tile::default() });
    let ghost = grid.add_tile(Tile { category: 4, ..Tile::default() });
    for col in 0..12 {
        grid.set_tile(ground, TileCoord::new(col, 10), Some(full));
    }
    for (col, row, tile) in [(4, 9, slope), (5, 9, full), (2, 7, line), (1, 9, ghost)] {
        grid.set_tile(ground, TileCoord::new(col, row), Some(tile));
    }
    grid
}

/// The text about a body of 8 x 11 px at a place, moved by some px at 60 times that a second.
fn told(at: [f32; 2], by: [f32; 2], config: &MoveConfig) -> String {
    let mut body = Body::new(Vec2::from(at), Vec2::new(8.0, 11.0));
    body.velocity = Vec2::from(by) * 60.0;
    explain(&level(), &body, Vec2::from(by), config).to_string()
}

#[test]
fn texts_name_what_is_met_and_why_the_rest_is_not() {
    let config = MoveConfig { mask: 1, ..MoveConfig::default() };
    let slides = MoveConfig { motion_mode: MotionMode::Floating, ..config };
    let bounces = MoveConfig { response: Response::Bounce { restitution: 1.0 }, ..config };
    let steps = MoveConfig { walk: Walk { step_up: 20.0, ..Walk::default() }, ..config };
    let rows: &[(_, _, _, &[&str])] = &[
        (
            [8.0, 149.0],
            [60.0, 2.0],
            &config,
            &[
                "It stands on a floor.",
                "upper side of tile 0 at column 0, row 10 (a floor): hit at 0 of the move, at 8, 149 px; \
                 the body walks on it, 60, 0 px remain.",
                "left side of tile 3 at column 1, row 9: not hit, its category 0x4 is not in the body's mask 0x1",
                "slope of 45° of tile 2 at column 4, row 9 (a floor): hit at 0.8 of the move",
                "It stands on tile 2 at column 4, row 9, a slope of 45°.",
            ],
        ),
        (
            [34.0, 90.0],
            [3.0, 60.0],
            &config,
            &["one-way line of tile 1 at column 2, row 7 (a floor): hit at 0.1833 of the move"],
        ),
        (
            [34.0, 102.0],
            [0.0, 20.0],
            &config,
            &[
                "one-way line of tile 1 at column 2, row 7: not hit, the body started 1 px below it (it blocks from above only).",
                "Nothing is under it.",
            ],
        ),
        (
            [34.0, 125.0],
            [0.0, -40.0],
            &config,
            &["not hit, the body comes from below (it blocks from above only).", "It rises."],
        ),
        (
            [90.0, 133.0],
            [30.0, 1.0],
            &config,
            &[
                "3. Down to a floor: from 120, 133 by 0, 16.004 px.",
                "the body is set down on it, at 120, 149 px.",
            ],
        ),
        (
            [60.0, 100.0],
            [0.0, 60.0],
            &slides,
            &[
                "slope of 45°",
                "px remain along it",
                "upper side of tile 0 at column 3, row 10: not hit, something else was hit before",
            ],
        ),
        ([120.0, 100.0], [0.0, 60.0], &bounces, &["the body bounces, 0, -11 px remain."]),
        (
            [110.0, 149.0],
            [-30.0, 0.0],
            &steps,
            &[
                "right side of tile 0 at column 5, row 9 (a wall): reached at",
                "the body is put past it.",
                "Up the step",
            ],
        ),
        (
            [110.0, 149.0],
            [-30.0, 0.0],
            &config,
            &["right side of tile 0 at column 5, row 9 (a wall): hit at 0.4667 of the move, at 96, 149 \
                 px; 0, 0 px remain along it."],
        ),
        ([110.0, 149.0], [f32::NAN, 0.0], &config, &["not a finite number: nothing is done."]),
    ];
    for (at, by, config, parts) in rows {
        let text = told(*at, *by, config);
        for part in *parts {
            assert!(text.contains(part), "{part:?} is not in\n{text}");
        }
    }
}

#[test]
fn the_long_text_tells_of_covered_faces() {
    let body = Body::new(Vec2::new(8.0, 149.0), Vec2::new(8.0, 11.0));
    let explanation = explain(&level(), &body, Vec2::new(60.0, 2.0), &MoveConfig::default());
    let covered = "left side of tile 0 at column 2, row 10: not hit, tile 0 at column 1, row 10 covers it.";
    assert!(format!("{explanation:#}").contains(covered), "{explanation:#}");
    assert!(!explanation.to_string().contains(covered), "{explanation}");
}

#[test]
fn only_what_is_near_is_looked_at() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let full = grid.add_tile(Tile::default());
    for row in 0..400 {
        for col in 0..400 {
            if (row * 7 + col * 3) % 5 == 0 {
                grid.set_tile(ground, TileCoord::new(col, row), Some(full));
            }
        }
    }
    let body = Body::new(Vec2::new(-500_000.0, -500_000.0), Vec2::new(8.0, 11.0));
    let explanation = explain(&grid, &body, Vec2::new(2_000_000.0, 2_000_000.0), &MoveConfig::default());
    let faces: usize = explanation.pieces.iter().map(|piece| piece.faces.len()).sum();
    assert!(faces < 500, "{faces}");
    assert_eq!(explanation.replay().0, explanation.after.position);
}
