//! Casts, sweeps and nearest queries among shapes.

use super::Change;
use crate::meter::Meter;
use crate::queries::judge::minus;
use crate::queries::world::{Convex, World, engine, place, polygon, rect};
use crate::rng::Rng;
use crate::shapes::random_world::random_world;
use crate::shapes::world::{lattice, pair};
use crate::turn::Turn;
use crate::volume::seeds;
use glam::IVec2;
use tilephys_core::{
    Aabb, Tile, TileGrid,
    query::{QueryHit, Solid},
    shape::{OneWay, Part, Polygon, TileShape},
};

/// A turn with a shift by units instead of tiles, for the engine's own types.
#[derive(Clone, Copy, Debug)]
struct Image(Turn);

impl Image {
    fn vector(self, v: IVec2) -> IVec2 {
        lattice(self.0.whole(pair(v)))
    }

    fn point(self, p: IVec2) -> IVec2 {
        lattice(self.0.place(pair(p), [0, 0], [1, 1]))
    }

    fn aabb(self, b: Aabb) -> Aabb {
        let (a, b) = (self.point(b.min), self.point(b.max));
        Aabb { min: a.min(b), max: a.max(b) }
    }

    fn polygon(self, p: &Polygon) -> Polygon {
        let corners: Vec<IVec2> = p.corners().iter().map(|c| self.vector(*c)).collect();
        Polygon::new(&corners)
    }

    /// A grid with the parts as loose shapes.
    fn grid(self, parts: &[Convex]) -> TileGrid {
        let mut grid = TileGrid::new([16, 16]);
        let layer = grid.add_layer("parts");
        for part in parts {
            let corners: Vec<IVec2> = part.corners.iter().map(|c| self.point(engine(*c))).collect();
            let low = corners.iter().copied().reduce(IVec2::min).expect("corners");
            let own: Vec<IVec2> = corners.iter().map(|c| *c - low).collect();
            let shape = match part.open {
                None => Part::Solid(Polygon::new(&own)),
                Some(open) => Part::OneWay(OneWay::new(own[0], own[1], self.0.direction(open))),
            };
            let tile = grid.add_tile(Tile { shape: TileShape::Parts(vec![shape]), ..Tile::default() });
            grid.add_shape(layer, low, tile);
        }
        grid
    }
}

/// Parts of tiles, and the same parts as loose shapes after a change, are met alike.
pub(super) fn among_shapes(change: Change) {
    let all = u32::MAX;
    let mut met = Meter::default();
    for seed in seeds(250, 3000) {
        let mut rng = Rng::new(seed ^ 0x1A6E);
        let world = World::of(random_world(&mut rng).0);
        let parts = world.seen(all, true);
        let by = [rng.range(-100_000, 100_000), rng.range(-100_000, 100_000)];
        let image = Image(change.turn(|| Some(Turn::shift(by))).expect("every world can be shifted"));
        let grid = image.grid(&parts);
        for _ in 0..6 {
            let (a, b) = (place(&mut rng, &world, &parts), place(&mut rng, &world, &parts));
            let [low, high] = rect(&mut rng, &world, &parts);
            let own = polygon(&mut rng, &world);
            let (from, to, d) = (engine(a), engine(b), engine(minus(b, a)));
            let area = Aabb { min: engine(low), max: engine(high) };
            // Between two mirrored faces there is no mirrored choice.
            let between = image.0 == Turn::MIRROR_X && d.x == 0;
            if between || d.abs().max_element() > 1 << 18 {
                continue;
            }
            let (start, way) = (image.point(from), image.vector(d));
            let context = || format!("seed {seed}, {image:?}, {a:?} to {b:?}, {area:?}, {own:?}");
            let (cast, wanted) = (grid.cast(start, image.point(to), all), world.grid.cast(from, to, all));
            let told = |hit: QueryHit<Solid>| (hit.shape.fraction, hit.shape.normal, hit.shape.point);
            let mapped = |hit: QueryHit<Solid>| {
                (hit.shape.fraction, image.vector(hit.shape.normal), image.point(hit.shape.point))
            };
            assert_eq!(cast.map(told), wanted.map(mapped), "{}", context());
            let alike = |seen: Option<QueryHit<Solid>>, wanted: Option<QueryHit<Solid>>| {
                let wanted = wanted.map(|hit| (hit.shape.fraction, image.vector(hit.shape.normal)));
                assert_eq!(seen.map(|hit| (hit.shape.fraction, hit.shape.normal)), wanted, "{}", context());
            };
            let sweep = grid.sweep(image.aabb(area), way, all);
            alike(sweep, world.grid.sweep(area, d, all));
            let polygon = grid.sweep_polygon(&image.polygon(&own), start, way, all);
            alike(polygon, world.grid.sweep_polygon(&own, from, d, all));
            let nearest = grid.nearest(start, 1 << 20, all).map(|n| n.distance_squared);
            let wanted = world.grid.nearest(from, 1 << 20, all).map(|n| n.distance_squared);
            assert_eq!(nearest, wanted, "{}", context());
            met.count_if(cast.is_some(), "casts");
            met.count_if(sweep.is_some(), "sweeps");
            met.count_if(nearest.is_some(), "nearest");
        }
    }
    met.demand_each("queries among shapes", 50);
}
