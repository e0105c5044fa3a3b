//! The same parts mirrored, shifted, and as off-grid shapes instead of tiles; and the cost of queries among them.

use crate::queries::report;
use crate::queries::shaped_areas::rect;
use crate::queries::shaped_casts::{engine, place};
use crate::queries::shaped_judge::minus;
use crate::queries::shaped_world::{Convex, Point, polygon, shaped_world};
use crate::rng::Rng;
use crate::volume::seeds;
use allocation_counter::measure;
use glam::IVec2;
use tilephys_core::{
    Aabb, Direction, OneWay, Part, Polygon, Ratio, Tile, TileGrid, TileShape, query::GridHit,
};

/// A change of the coordinates that must not change what is met. (Up is no mirror of down: a corner is landed on or not.)
#[derive(Clone, Copy, Debug)]
enum Image {
    Same,
    Mirrored,
    Shifted([i32; 2]),
}

impl Image {
    fn vector(self, v: IVec2) -> IVec2 {
        if matches!(self, Image::Mirrored) { IVec2::new(-v.x, v.y) } else { v }
    }

    fn point(self, p: IVec2) -> IVec2 {
        if let Image::Shifted(by) = self { p + IVec2::from(by) } else { self.vector(p) }
    }

    fn aabb(self, b: Aabb) -> Aabb {
        let (a, b) = (self.point(b.min), self.point(b.max));
        Aabb { min: a.min(b), max: a.max(b) }
    }

    fn polygon(self, p: &Polygon) -> Polygon {
        let corners: Vec<IVec2> = p.corners().iter().map(|c| self.vector(*c)).collect();
        Polygon::new(&corners)
    }

    fn direction(self, d: Direction) -> Direction {
        match (self, d) {
            (Image::Mirrored, Direction::Left) => Direction::Right,
            (Image::Mirrored, Direction::Right) => Direction::Left,
            (_, same) => same,
        }
    }

    /// A grid with the parts as loose shapes.
    fn grid(self, parts: &[Convex]) -> TileGrid {
        let mut grid = TileGrid::new([16, 16].into());
        let layer = grid.add_layer("parts");
        for part in parts {
            let corners: Vec<IVec2> = part.corners.iter().map(|c| self.point(engine(*c))).collect();
            let low = corners.iter().copied().reduce(IVec2::min).expect("corners");
            let own: Vec<IVec2> = corners.iter().map(|c| *c - low).collect();
            let shape = match part.open {
                None => Part::Solid(Polygon::new(&own)),
                Some(open) => Part::OneWay(OneWay::new(own[0], own[1], self.direction(open))),
            };
            let tile = grid.add_tile(Tile { shape: TileShape::Parts(vec![shape]), ..Tile::default() });
            grid.add_shape(layer, low, tile);
        }
        grid
    }
}

/// What must be the same in an image.
type Seen = Option<(Ratio, IVec2, IVec2)>;

fn seen(hit: Option<GridHit>, image: Image) -> Seen {
    hit.map(|h| (h.fraction, image.vector(h.normal), image.point(h.point)))
}

#[test]
fn images_of_shaped_worlds_are_met_alike() {
    let (mut casts, mut sweeps, mut near, mut mirrored) = (0, 0, 0, 0);
    for seed in seeds(250, 3000) {
        let mut rng = Rng::new(seed ^ 0x1A6E);
        let world = shaped_world(&mut rng);
        let parts = world.seen(u32::MAX, true);
        let by = [rng.range(-100_000, 100_000) as i32, rng.range(-100_000, 100_000) as i32];
        let images = [Image::Same, Image::Mirrored, Image::Shifted(by)];
        let grids = images.map(|image| image.grid(&parts));
        for _ in 0..6 {
            let (a, b) = (place(&mut rng, &world, &parts), place(&mut rng, &world, &parts));
            if (0..2).any(|k| (a[k] - b[k]).abs() > 1 << 18) {
                continue;
            }
            let (from, to, d) = (engine(a), engine(b), engine(minus(b, a)));
            let [low, high] = rect(&mut rng, &world, &parts);
            let area = Aabb { min: engine(low), max: engine(high) };
            let own = polygon(&mut rng, world.tile, false);
            let all = u32::MAX;
            let wanted = (
                world.grid.cast(from, to, all),
                world.grid.sweep(area, d, all),
                world.grid.sweep_polygon(&own, from, d, all),
                world.grid.nearest(from, 1 << 20, all),
            );
            for (image, grid) in images.into_iter().zip(&grids) {
                // Between two mirrored faces there is no mirrored choice.
                if matches!(image, Image::Mirrored) && d.x == 0 {
                    continue;
                }
                let (from, d) = (image.point(from), image.vector(d));
                let context = || format!("seed {seed}, {image:?}, {a:?} to {b:?}, {area:?}, {own:?}");
                let cast = grid.cast(from, image.point(to), all);
                assert_eq!(seen(cast, Image::Same), seen(wanted.0, image), "{}", context());
                let fraction = |hit: Option<GridHit>| hit.map(|h| (h.fraction, h.normal));
                let mapped = |hit: Option<GridHit>| hit.map(|h| (h.fraction, image.vector(h.normal)));
                let sweep = grid.sweep(image.aabb(area), d, all);
                assert_eq!(fraction(sweep), mapped(wanted.1), "{}", context());
                let sweep = grid.sweep_polygon(&image.polygon(&own), from, d, all);
                assert_eq!(fraction(sweep), mapped(wanted.2), "{}", context());
                let nearest = grid.nearest(from, 1 << 20, all).map(|n| n.distance_squared);
                assert_eq!(nearest, wanted.3.map(|n| n.distance_squared), "{}", context());
                casts += u64::from(cast.is_some());
                sweeps += u64::from(sweep.is_some());
                near += u64::from(nearest.is_some());
                mirrored += u64::from(cast.is_some() && matches!(image, Image::Mirrored));
            }
        }
    }
    let counts =
        [("casts", casts), ("sweeps", sweeps), ("nearest", near), ("casts in mirrored worlds", mirrored)];
    report("images of shaped worlds", &counts, 50);
}

#[test]
fn queries_among_shapes_allocate_nothing() {
    let mut found = 0;
    let mut hits: Vec<GridHit> = Vec::with_capacity(10_000);
    for seed in 0..200 {
        let mut rng = Rng::new(seed ^ 0xA110);
        let world = shaped_world(&mut rng);
        let parts = world.seen(u32::MAX, true);
        let (a, b): (Point, Point) = (place(&mut rng, &world, &parts), place(&mut rng, &world, &parts));
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
