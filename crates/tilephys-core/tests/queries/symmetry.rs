//! Queries mirrored and shifted, and their cost.

use crate::oracle::{Turn, World, random_world};
use crate::queries::judge::{Segment, all_layers};
use crate::queries::places::{engine_point, other_end, point};
use crate::queries::report;
use crate::rng::Rng;
use crate::volume::seeds;
use allocation_counter::measure;
use tilephys_core::{Direction, Ratio, query::GridHit};

/// Fraction, face, point and layer of a hit.
type Seen = Option<(Ratio, Option<Direction>, [i64; 2])>;

fn seen(world: &World, segment: &Segment) -> Seen {
    let hit = world.build().grid.cast(engine_point(segment.from), engine_point(segment.to), u32::MAX)?;
    Some((hit.fraction, hit.face, [hit.point.x, hit.point.y].map(i64::from)))
}

#[test]
fn casts_are_alike_in_mirrored_and_shifted_worlds() {
    let (mut mirrored, mut shifted) = (0, 0);
    for seed in seeds(500, 5000) {
        let mut rng = Rng::new(seed ^ 0x51DE);
        let world = random_world(&mut rng);
        let (solids, tile) = (world.solids(u32::MAX), world.tile());
        let from = point(&mut rng, &world, &solids);
        let to = other_end(&mut rng, &world, &solids, from).map(|c| c.max(-i64::from(i32::MAX)));
        let segment = Segment { from, to };
        let by = [rng.any_scale(18), rng.any_scale(18)];
        // Up is no mirror of down: a corner is landed on or not.
        for turn in [Turn::Mirror(0), Turn::Shift(by)] {
            let turned = turn.world(&world);
            let ends = [from, to].map(|p| turn.corner(p, [0, 0], tile));
            let in_lattice = ends.iter().flatten().all(|c| i32::try_from(*c).is_ok());
            let in_world = all_layers(&turned, u32::MAX).iter().all(|s| s.rect.in_world())
                && turned.boxes.iter().all(|b| b.rect.in_world())
                && turned.cells.keys().all(|&(row, col, _)| turned.cell_rect([col, row]).in_world());
            if !(in_lattice && in_world) {
                continue;
            }
            let wanted = seen(&world, &segment).map(|(when, face, at)| {
                (when, face.map(|f| turn.direction(f)), turn.corner(at, [0, 0], tile))
            });
            let met = seen(&turned, &Segment { from: ends[0], to: ends[1] });
            assert_eq!(met, wanted, "seed {seed}, {turn:?}, {segment:?}");
            mirrored += u64::from(met.is_some() && turn == Turn::Mirror(0));
            shifted += u64::from(met.is_some() && turn != Turn::Mirror(0));
        }
    }
    report("symmetry", &[("hits in mirrored worlds", mirrored), ("hits in shifted worlds", shifted)], 50);
}

#[test]
fn queries_allocate_nothing() {
    let mut found = 0;
    let mut hits: Vec<GridHit> = Vec::with_capacity(10_000);
    for seed in 0..200 {
        let mut rng = Rng::new(seed ^ 0xA110);
        let world = random_world(&mut rng);
        let (built, solids) = (world.build(), world.solids(u32::MAX));
        let from = point(&mut rng, &world, &solids);
        let to = other_end(&mut rng, &world, &solids, from);
        let [low, high] = crate::queries::places::area(&mut rng, &world, &solids);
        let area = crate::oracle::Rect { lo: low, hi: high }.aabb();
        let (from, to) = (engine_point(from), engine_point(to));
        let grid = &built.grid;
        // Toward the middle of the world.
        let by = glam::IVec2::new(4096, 8192) * -area.min.signum();
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
