//! Regions affect nothing but their own events: moves, queries and pictures are equal without them.

use super::*;
use crate::volume::volume;
use tilephys_core::Region;

/// A room with pillars, slopes left out, and a crowd in it; the same with regions everywhere.
fn both() -> [World; 2] {
    [false, true].map(|has_regions| {
        let mut rng = Rng::new(3);
        let mut grid = room(90, 70);
        let (layer, tile) = (grid.add_layer("pillars"), grid.add_tile(Tile::default()));
        for _ in 0..300 {
            grid.set_tile(layer, TileCoord::new(rng.range(2, 88), rng.range(2, 68)), Some(tile));
        }
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, 700.0);
        let bouncing = world.add_profile(plain(Response::Bounce { restitution: 0.7 }));
        let sliding = world.add_profile(plain(Response::Slide));
        for k in 0..900 {
            let at = IVec2::new(rng.range(16, 1400), rng.range(16, 1090)) * PX;
            let size = IVec2::new(rng.range(1, 12), rng.range(1, 16)) * PX;
            let mut body = Body::on_lattice(at, size);
            body.velocity = Vec2::new(rng.range(-2_000, 2_000) as f32, rng.range(-900, 900) as f32);
            world.spawn([bouncing, sliding, Default::default()][k % 3], body);
        }
        let mut rng = Rng::new(5);
        for _ in 0..400 {
            let min = IVec2::new(rng.range(-300, 1600), rng.range(-300, 1300)) * PX;
            let size = IVec2::new(rng.range(1, 40), rng.range(1, 40)) * PX;
            let region = Region { mask: 0, ..Region::new(Aabb::from_min_size(min, size)) };
            if has_regions {
                world.add_region(region);
            }
        }
        world
    })
}

#[test]
fn bodies_move_as_if_regions_were_not_there() {
    let [mut plain, mut marked] = both();
    for step in 0..volume(60, 300) {
        plain.step(DT);
        marked.step(DT);
        assert_eq!(plain.state_hash(), marked.state_hash(), "step {step}");
        assert_eq!(plain.events(), marked.events(), "step {step}");
    }
    assert_eq!(plain.hit_count(), marked.hit_count());
    assert!(plain.hit_count() > 10_000);
}

#[test]
fn queries_and_lists_do_not_see_regions() {
    let [plain, marked] = both();
    let (plain, marked) = (&plain.grid, &marked.grid);
    let (mut rng, mut hits) = (Rng::new(9), 0);
    let query = u32::MAX;
    for _ in 0..volume(2_000, 20_000) {
        let [a, b] = [0, 1].map(|_| IVec2::new(rng.range(-400, 1700), rng.range(-400, 1400)) * PX);
        let size = IVec2::new(rng.range(1, 90), rng.range(1, 90)) * PX;
        let area = Aabb::from_min_size(a, size);
        let cast = plain.cast(a, b, query);
        hits += usize::from(cast.is_some());
        assert_eq!(cast, marked.cast(a, b, query));
        assert_eq!(plain.sweep(area, b - a, query), marked.sweep(area, b - a, query));
        assert!(plain.solids_in(area, query).eq(marked.solids_in(area, query)));
        assert!(plain.solids_at(a, query).eq(marked.solids_at(a, query)));
        let near = |grid: &TileGrid| grid.nearest(a, 300 * PX, query);
        assert_eq!(near(plain), near(marked));
        assert_eq!(plain.overlaps(area, u32::MAX), marked.overlaps(area, u32::MAX));
        assert_eq!(plain.contacts(area, u32::MAX), marked.contacts(area, u32::MAX));
    }
    assert!(hits > 100, "{hits} casts hit something");
    assert!(plain.tiles().eq(marked.tiles()));
    assert_eq!(marked.off_grid_shapes().count(), 0);
    let edges = |grid: &TileGrid| grid.exposed_edges(px_box(-400, -400, 2400, 2400), u32::MAX);
    assert_eq!(edges(plain), edges(marked));
    assert!(!edges(plain).is_empty());
}

#[test]
fn nothing_is_left_of_a_region_that_is_gone() {
    let [_, mut world] = both();
    let before = both()[0].grid.memory();
    let ids: Vec<_> = world.grid.regions().map(|(id, _)| id).collect();
    for (k, id) in (0..).zip(ids) {
        world.move_region(id, px_box(k % 7 * 300, k * 40 - 9_000, 3 + k % 50, 4));
        world.remove_region(id);
    }
    let after = world.grid.memory();
    assert_eq!((after.chunks, after.planes, after.identity), (before.chunks, before.planes, before.identity));
    let [mut plain, _] = both();
    for _ in 0..10 {
        plain.step(DT);
        world.step(DT);
    }
    assert_eq!(plain.state_hash(), world.state_hash());
}
