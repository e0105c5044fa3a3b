//! Queries allocate nothing.

use crate::oracle::random_world;
use crate::queries::judge::solids;
use crate::queries::places::{area, engine_point, other_end, point};
use crate::queries::shaped_areas::rect;
use crate::queries::shaped_casts::{engine, place};
use crate::queries::shaped_world::{polygon, shaped_world};
use crate::rng::Rng;
use crate::shapes::solid::Rect;
use allocation_counter::measure;
use glam::IVec2;
use tilephys_core::{
    Aabb, Direction,
    query::{QueryHit, Solid},
};

#[test]
fn queries_allocate_nothing() {
    let mut found = 0;
    let mut hits: Vec<QueryHit<Solid>> = Vec::with_capacity(10_000);
    for seed in 0..200 {
        let mut rng = Rng::new(seed ^ 0xA110);
        let world = random_world(&mut rng);
        let (grid, solids) = (world.build(), solids(&world, u32::MAX));
        let from = point(&mut rng, &world, &solids);
        let to = other_end(&mut rng, &world, &solids, from);
        let [low, high] = area(&mut rng, &world, &solids);
        let area = Rect { lo: low, hi: high }.aabb();
        let (from, to) = (engine_point(from), engine_point(to));
        // Toward the middle of the world.
        let by = IVec2::new(4096, 8192) * -area.min.signum();
        let allocations = measure(|| {
            hits.clear();
            found += grid.cast_all(from, to, u32::MAX).count() + grid.solids_at(from, u32::MAX).count();
            found += usize::from(grid.cast(from, to, u32::MAX).is_some());
            found += grid.solids_in(area, u32::MAX).count();
            found += usize::from(grid.sweep(area, by, u32::MAX).is_some());
            grid.sweep_all(area, by, u32::MAX, &mut hits);
            found += usize::from(grid.nearest(from, 1 << 20, u32::MAX).is_some());
            found += usize::from(grid.nearest_to_box(area, 1 << 20, u32::MAX).is_some());
        });
        assert_eq!(allocations.count_total, 0, "seed {seed}");
    }
    assert!(found > 500, "{found} found: too few to tell");
}

#[test]
fn queries_among_shapes_allocate_nothing() {
    let mut found = 0;
    let mut hits: Vec<QueryHit<Solid>> = Vec::with_capacity(10_000);
    for seed in 0..200 {
        let mut rng = Rng::new(seed ^ 0xA110);
        let world = shaped_world(&mut rng);
        let parts = world.seen(u32::MAX, true);
        let (a, b) = (place(&mut rng, &world, &parts), place(&mut rng, &world, &parts));
        let [low, high] = rect(&mut rng, &world, &parts);
        let (from, to, area) = (engine(a), engine(b), Aabb { min: engine(low), max: engine(high) });
        let own = polygon(&mut rng, world.tile, false);
        let (grid, all) = (&world.grid, u32::MAX);
        let by = IVec2::new(4096, 8192);
        let allocations = measure(|| {
            hits.clear();
            found += grid.cast_all(from, to, all).count() + grid.solids_at(from, all).count();
            found += usize::from(grid.cast(from, to, all).is_some());
            found += grid.solids_in(area, all).count();
            found += grid.supports(area, Direction::Up, all).count();
            found += usize::from(grid.sweep(area, by, all).is_some());
            found += usize::from(grid.sweep_polygon(&own, from, by, all).is_some());
            found += usize::from(grid.overlaps_polygon(&own, from, all));
            grid.sweep_all(area, by, all, &mut hits);
            found += usize::from(grid.nearest(from, 1 << 20, all).is_some());
            found += usize::from(grid.nearest_to_box(area, 1 << 20, all).is_some());
        });
        assert_eq!(allocations.count_total, 0, "seed {seed}");
    }
    assert!(found > 500, "{found} found: too few to tell");
}
