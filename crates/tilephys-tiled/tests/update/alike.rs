//! Comparison of a running grid with a freshly loaded level.

use glam::IVec2;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{Aabb, Body, LayerId, Profile, Tile, TileGrid, TileId, World};
use tilephys_tiled::Level;

use crate::support::rng::Rng;

/// A kind of tile as text, with the name of its surface in place of the number.
fn told(level: &Level, grid: &TileGrid, kind: TileId) -> String {
    let tile: &Tile = grid.tile_kind(kind);
    let surface = &level.surfaces[tile.material.surface as usize];
    let mut material = tile.material;
    material.surface = 0;
    let source = match (level.tile_of_kind(kind), level.object_of_kind(kind)) {
        (Some(tile), None) => format!("{} {}", tile.tileset.name, tile.id),
        (None, Some(object)) => format!("object {}", object.id),
        other => panic!("{other:?}"),
    };
    format!("{:?} {} {material:?} {surface:?} {} {source}", tile.shape, tile.category, tile.user)
}

/// The indices of the level's layers by grid layer.
fn places(level: &Level) -> BTreeMap<LayerId, usize> {
    let places = level.layers.iter().zip(0..).filter_map(|(layer, place)| Some((layer.grid_layer?, place)));
    let places: BTreeMap<_, _> = places.collect();
    assert!(places.values().is_sorted(), "layers are met in the order of the map: {places:?}");
    places
}

/// A layer of the level, a column and a row.
pub(crate) type At = (Option<usize>, i32, i32);

/// The kind of each cell.
pub(crate) fn cells(level: &Level, grid: &TileGrid) -> BTreeMap<At, String> {
    let places = places(level);
    let cells = grid.tiles().map(|(layer, at, kind)| {
        let place = places.get(&layer).copied();
        ((place, at.col, at.row), place.map_or(String::new(), |_| told(level, grid, kind)))
    });
    cells.collect()
}

/// The sorted shapes off the grid.
pub(crate) fn shapes(level: &Level, grid: &TileGrid) -> Vec<String> {
    let places = places(level);
    let shapes = grid.off_grid_shapes();
    let mut shapes: Vec<_> = shapes
        .map(|(_, b)| format!("{:?} {:?} {}", places[&b.layer], b.aabb, told(level, grid, b.tile)))
        .collect();
    shapes.sort();
    shapes
}

/// Panics if the running grid differs from the fresh one.
pub(crate) fn assert_alike(level: &Level, grid: &TileGrid, fresh: &Level, about: &str) {
    let (now, expected) = (cells(level, grid), cells(fresh, &fresh.grid));
    let differ: BTreeSet<_> =
        now.keys().chain(expected.keys()).filter(|at| now.get(*at) != expected.get(*at)).collect();
    if let Some(at) = differ.first() {
        panic!("{about}\n{at:?}: {:?} and not {:?}", now.get(*at), expected.get(*at));
    }
    assert_eq!(shapes(level, grid), shapes(fresh, &fresh.grid), "{about}");
    let movers = |level: &Level, grid: &TileGrid| -> Vec<String> {
        let told = |m: &tilephys_tiled::LevelMover| {
            let place = places(level)[&m.mover.layer];
            format!("{place} {} {:?} {:?} {}", m.object, m.path, m.parent, told(level, grid, m.mover.tile))
        };
        level.movers.iter().map(told).collect()
    };
    assert_eq!(movers(level, grid), movers(fresh, &fresh.grid), "{about}");
}

/// Panics if bodies move differently in both grids.
pub(crate) fn assert_same_falls(grid: &TileGrid, fresh: &TileGrid, rng: &mut Rng, about: &str) {
    let place = |rng: &mut Rng| IVec2::new(rng.range(-20, 400), rng.range(-20, 300)) * 256;
    let bodies: Vec<Body> = (0..40)
        .map(|_| {
            let size = IVec2::new(rng.range(2, 14), rng.range(2, 14)) * 256;
            Body { velocity: place(rng).as_vec2() / 400.0, ..Body::on_lattice(place(rng), size) }
        })
        .collect();
    for body in &bodies {
        let aabb = Aabb::from_min_size(body.position, body.size);
        assert_eq!(grid.overlaps(aabb, 3), fresh.overlaps(aabb, 3), "{about}\n{aabb:?}");
    }
    let mut worlds = [grid, fresh].map(|grid| {
        let mut world = World::new(grid.clone());
        world.gravity.y = 900.0;
        let profile = world.add_profile(Profile::default());
        bodies.iter().for_each(|body| _ = world.spawn(profile, *body));
        world
    });
    for step in 0..24 {
        worlds.iter_mut().for_each(|world| world.step(1.0 / 60.0));
        let [running, expected] = worlds.each_ref().map(World::state_hash);
        assert_eq!(running, expected, "{about}\nstep {step}");
    }
}
