//! Fingerprints of maps: equal for equal maps, whatever their history.

use super::scene::DT;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, LayerId, ProfileId, Tile, TileCoord, TileGrid, TileId, World, shape::TileShape,
};

const PLACES: [(usize, i32, i32); 5] = [(0, 5, 10), (1, 5, 10), (0, 6, 10), (1, 2, 3), (0, 70, 10)];

/// Two layers, and a kind of tile that reaches beyond its cell.
fn empty() -> (TileGrid, [LayerId; 2], TileId) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layers = [grid.add_layer("lower"), grid.add_layer("upper")];
    let shape = TileShape::Box(Aabb::from_px(Vec2::new(-8.0, 0.0), Vec2::new(32.0, 4.0)));
    let wide = grid.add_tile(Tile { shape, ..Tile::default() });
    (grid, layers, wide)
}

fn set(grid: &mut TileGrid, (layer, col, row): (usize, i32, i32), tile: Option<TileId>) {
    let layer = grid.layer_ids().nth(layer).expect("a layer");
    grid.set_tile(layer, TileCoord::new(col, row), tile);
}

/// The same tiles and the same box, put there in order, or in another order with others that come and go among them.
fn maps() -> [(TileGrid, TileId); 2] {
    let floor = Aabb::from_px(Vec2::new(0.0, 200.0), Vec2::new(400.0, 16.0));
    let (mut plain, layers, wide) = empty();
    PLACES.into_iter().for_each(|place| set(&mut plain, place, Some(wide)));
    plain.add_box(layers[0], floor, wide);
    let (mut edited, layers, wide) = empty();
    for place in [(0, 5, 10), (0, 1, 1), (1, 5, 10), (0, 9, 9)] {
        set(&mut edited, place, Some(wide));
    }
    edited.add_box(layers[0], floor, wide);
    let gone = edited.add_shape(layers[1], IVec2::new(9000, 9000), wide);
    PLACES.into_iter().rev().for_each(|place| {
        set(&mut edited, place, None);
        set(&mut edited, place, Some(wide));
    });
    edited.remove_box(gone);
    set(&mut edited, (0, 1, 1), None);
    set(&mut edited, (0, 9, 9), None);
    [(plain, wide), (edited, wide)]
}

fn play(world: &mut World) -> u64 {
    (0..30).for_each(|_| world.step(DT));
    world.state_hash()
}

#[test]
fn a_snapshot_restores_over_other_edits_of_the_map() {
    let [a, b] = maps();
    for (from, into) in [(&a, &b), (&b, &a)] {
        let mut world = World::new(from.0.clone());
        world.gravity = Vec2::new(0.0, 900.0);
        for (x, y) in [(84.0, 120.0), (20.0, 10.0), (110.0, 170.0)] {
            world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(x, y), Vec2::new(8.0, 11.0)));
        }
        play(&mut world);
        set(&mut world.grid, (1, 5, 10), None);
        set(&mut world.grid, (1, 7, 9), Some(from.1));
        let (snapshot, hash) = (world.snapshot(), world.state_hash());
        let mut other = World::new(into.0.clone());
        other.restore(&snapshot).expect("a snapshot of an equal map");
        assert_eq!((other.state_hash(), other.snapshot()), (hash, snapshot));
        assert_eq!(play(&mut other), play(&mut world));
        let seen = |world: &World| -> Vec<String> {
            let everything = Aabb::from_px(Vec2::new(-100.0, -100.0), Vec2::splat(1000.0));
            world.grid.solids_in(everything, u32::MAX).map(|solid| format!("{solid:?}")).collect()
        };
        assert_eq!(seen(&world), seen(&other), "in one order too");
    }
}

#[test]
fn a_tile_that_reaches_beyond_its_cell_comes_back_with_its_cell() {
    let [(grid, wide), _] = maps();
    let under = Aabb::from_px(Vec2::new(160.0, 145.0), Vec2::splat(4.0));
    let mut world = World::new(grid);
    let before = world.snapshot();
    set(&mut world.grid, (0, 9, 9), Some(wide));
    let after = world.snapshot();
    assert!(world.grid.overlaps(under, u32::MAX), "beyond the cell");
    world.restore(&before).expect("a sound snapshot");
    assert!(!world.grid.overlaps(under, u32::MAX));
    world.restore(&after).expect("a sound snapshot");
    assert!(world.grid.overlaps(under, u32::MAX));
    set(&mut world.grid, (0, 9, 9), None);
    assert!(!world.grid.overlaps(under, u32::MAX));
    assert_eq!(world.snapshot(), before);
}
