//! Bulk edits of a grid against single ones.

use crate::panics::{caught, is_refused};
use glam::{IVec2, UVec2};
use tilephys_core::limits::MAX_LAYERS;
use tilephys_core::shape::{Part, Polygon, TileShape};
use tilephys_core::{Aabb, LayerId, Region, Tile, TileCoord, TileGrid, TileId};

/// One kind of every sort: whole, without a category, slope, and extending beyond its cell.
fn grid() -> (TileGrid, Vec<TileId>, [LayerId; 2]) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let triangle = |edge| Polygon::new(&[IVec2::ZERO, IVec2::new(edge, 0), IVec2::new(0, edge)]);
    let [within, beyond] = [4096, 9000].map(|edge| TileShape::Parts(vec![Part::Solid(triangle(edge))]));
    let shapes = [TileShape::Full, within, beyond];
    let kinds = shapes.iter().flat_map(|shape| {
        [0, 1, 6].map(|category| Tile { shape: shape.clone(), category, ..Tile::default() })
    });
    let kinds = kinds.collect::<Vec<_>>().into_iter().map(|tile| grid.add_tile(tile)).collect();
    let layers = ["a", "b"].map(|name| grid.add_layer(name));
    (grid, kinds, layers)
}

#[test]
fn set_row_matches_set_tile_for_each_cell() {
    let mut random = 7_u32;
    let mut next = move |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % below
    };
    for off_grid in [false, true] {
        let (mut rows, kinds, layers) = grid();
        if off_grid {
            let aabb = Aabb { min: IVec2::new(-900, 300), max: IVec2::new(9000, 9999) };
            rows.add_box(layers[0], aabb, kinds[1]);
            rows.add_region(Region::new(aabb));
        }
        let mut cells = rows.clone();
        for _ in 0..400 {
            let at = TileCoord::new(next(300) as i32 - 150, next(70) as i32 - 20);
            let layer = layers[next(2) as usize];
            let mostly = next(kinds.len() as u32) as usize;
            let tiles: Vec<_> = (0..next(150))
                .map(|_| match next(9) {
                    0 => None,
                    1 => Some(kinds[next(kinds.len() as u32) as usize]),
                    _ => Some(kinds[mostly]),
                })
                .collect();
            rows.set_row(layer, at, &tiles);
            for (col, tile) in (at.col..).zip(&tiles).filter(|(_, tile)| tile.is_some()) {
                cells.set_tile(layer, TileCoord::new(col, at.row), *tile);
            }
        }
        assert!(rows.tiles().count() > 5000);
        assert_eq!(format!("{rows:?}"), format!("{cells:?}"), "off the grid: {off_grid}");
    }
}

#[test]
fn a_row_may_reach_beyond_the_world_where_it_is_empty() {
    let (mut grid, kinds, layers) = grid();
    let last = 8_388_607 / 16 - 1;
    grid.set_row(layers[0], TileCoord::new(last, 0), &[Some(kinds[1]), None]);
    grid.set_row(layers[0], TileCoord::new(i32::MAX, 0), &[None, None]);
    assert_eq!(grid.tiles().count(), 1);
    let beyond = [None, Some(kinds[1])];
    assert!(caught(|| grid.set_row(layers[0], TileCoord::new(last, 0), &beyond)).is_err());
}

#[test]
fn a_layer_of_another_grid_is_refused() {
    let (mut grid, kinds, _) = grid();
    let mut other = TileGrid::new(UVec2::splat(16));
    let mut last = other.add_layer("layer");
    for _ in 1..MAX_LAYERS {
        last = other.add_layer("layer");
    }
    is_refused("is not of this grid", || grid.set_row(last, TileCoord::new(0, 0), &[Some(kinds[1])]));
}
