//! What a picture of the bounds shows: the areas that the body may touch, and the floors under it.

use crate::levels::{TILE, TextLevel, player};
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_feel::Feel;
use tilephys_reach::Bounds;

/// Ground beside a wall, a step down, and a cliff.
const STEPS: &str = "
#.......
#S......
####....
#######.
";

#[test]
fn floors_end_at_walls_and_edges() {
    let player = player(Feel::mega_man());
    let level = TextLevel::new(STEPS, &player);
    let bounds = Bounds::new(&level.map(), &player, &[level.start]).expect("the character has bounds");
    let grounds: Vec<_> =
        bounds.floors().iter().map(|floor| (floor.ground, floor.height + player.size.y)).collect();
    let tiles = |from: i32, to: i32, row: i32| ([from * TILE, to * TILE], row * TILE);
    // The top of the wall can be jumped onto.
    assert_eq!(grounds, [tiles(0, 1, 0), tiles(1, 4, 2), tiles(4, 7, 3)]);
}

#[test]
fn areas_hold_the_body_on_all_floors_and_no_tile() {
    let player = player(Feel::mega_man());
    let level = TextLevel::new(STEPS, &player);
    let bounds = Bounds::new(&level.map(), &player, &[level.start]).expect("the character has bounds");
    let areas: Vec<Aabb> = bounds.areas().collect();
    for (_, at, _) in level.grid.tiles() {
        let tile = Aabb::from_min_size(IVec2::new(at.col, at.row) * TILE, IVec2::splat(TILE));
        assert!(!areas.iter().any(|area| area.overlaps(tile)), "{at:?}");
    }
    for floor in bounds.floors() {
        for x in [floor.along[0], floor.along[1]] {
            let body = Aabb::from_min_size(IVec2::new(x, floor.height), player.size);
            let holds = |area: &Aabb| area.min.cmple(body.min).all() && area.max.cmpge(body.max).all();
            assert!(areas.iter().any(holds), "{floor:?} {x}");
        }
    }
}
