//! Queries allocate nothing.

use crate::queries::world::{engine, place, polygon, random_world, rect};
use crate::rng::Rng;
use allocation_counter::measure;
use glam::IVec2;
use tilephys_core::query::{QueryHit, Solid};
use tilephys_core::*;

#[test]
fn queries_allocate_nothing() {
    let mut found = 0;
    let mut hits: Vec<QueryHit<Solid>> = Vec::with_capacity(10_000);
    for seed in 0..400 {
        let mut rng = Rng::new(seed ^ 0xA110);
        let world = random_world(&mut rng);
        let parts = world.seen(u32::MAX, true);
        let a = place(&mut rng, &world, &parts);
        let b = place(&mut rng, &world, &parts);
        let [low, high] = rect(&mut rng, &world, &parts);
        let from = engine(a);
        let to = engine(b);
        let area = Aabb { min: engine(low), max: engine(high) };
        let own = polygon(&mut rng, &world);
        let grid = &world.grid;
        let all = u32::MAX;
        // Toward the middle of the world.
        let by = IVec2::new(4096, 8192) * -area.min.signum();
        let allocations = measure(|| {
            hits.clear();
            found += grid.cast_all(from, to, all).count() + grid.solids_at(from, all).count();
            found += usize::from(grid.cast(from, to, all).is_some());
            found += grid.solids_in(area, all).count();
            found += grid.supports(area, Direction::Up, all).count();
            found += usize::from(grid.sweep(area, by, all).is_some());
            // A polygon at the end of the world would leave it.
            if !world.is_of_boxes {
                found += usize::from(grid.sweep_polygon(&own, from, by, all).is_some());
                found += usize::from(grid.overlaps_polygon(&own, from, all));
            }
            grid.sweep_all(area, by, all, &mut hits);
            found += usize::from(grid.nearest(from, 1 << 20, all).is_some());
            found += usize::from(grid.nearest_to_box(area, 1 << 20, all).is_some());
        });
        assert_eq!(allocations.count_total, 0, "seed {seed}");
    }
    assert!(found > 500, "{found} found: too few to tell");
}
