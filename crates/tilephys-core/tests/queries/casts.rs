//! Casts among tiles, boxes, slopes, polygons and one-way lines, in random worlds.

use crate::exact::Exact;
use crate::meter::Meter;
use crate::queries::areas::area_order;
use crate::queries::judge::{Edge, Judged, Spot, Way, minus};
use crate::queries::world::{Convex, Named, Point, World, engine, place, random_world};
use crate::rng::Rng;
use crate::shapes::world::World as Map;
use crate::volume::seeds;
use glam::IVec2;
use tilephys_core::{
    Direction, ShapeId,
    geometry::Ratio,
    query::{Query, QueryHit, Solid},
};

pub(crate) const MASKS: [u32; 7] = [u32::MAX, u32::MAX, u32::MAX, 1, 3, 2, 1 << 31 | 1];

/// Layer, cell, kind, loose, part, one-way, bounds.
pub(crate) type Told = (usize, [i32; 2], usize, Option<usize>, usize, bool, [Point; 2]);

pub(crate) fn told(s: &Solid) -> Told {
    let wide = |p: IVec2| [i128::from(p.x), i128::from(p.y)];
    let cell = [s.cell.col, s.cell.row];
    let bounds = [wide(s.aabb.min), wide(s.aabb.max)];
    (s.layer.index(), cell, s.tile.index(), s.off_grid.map(ShapeId::index), s.part.into(), s.one_way, bounds)
}

pub(crate) fn wanted(p: &Convex) -> Told {
    let Named { layer, cell, kind, off_grid, part, .. } = p.name;
    (layer, cell, kind, off_grid, part, !p.is_solid(), p.bounds())
}

pub(crate) fn face_of(normal: Point) -> Option<Direction> {
    match normal {
        [0, 0] => None,
        [x, y] if x.abs() > y.abs() => Some(if x > 0 { Direction::Right } else { Direction::Left }),
        [_, y] => Some(if y > 0 { Direction::Down } else { Direction::Up }),
    }
}

/// Fraction, normal and solid of a hit.
pub(crate) fn seen(hit: &QueryHit<Solid>) -> (Ratio, Point, Told) {
    let normal = [i128::from(hit.shape.normal.x), i128::from(hit.shape.normal.y)];
    assert_eq!(hit.face, face_of(normal));
    assert_eq!(hit.starts_inside(), normal == [0, 0]);
    let length = hit.shape.unit_normal().length();
    assert!(if normal == [0, 0] { length == 0.0 } else { (length - 1.0).abs() < 1e-6 });
    (hit.shape.fraction, normal, told(&hit.target))
}

pub(crate) fn ratio(when: Exact) -> Ratio {
    Ratio::new(when.num.try_into().expect("small"), when.den.try_into().expect("small"))
}

fn judged(j: &Judged) -> (Ratio, Point, Told) {
    (ratio(j.when), j.normal, wanted(&j.part))
}

/// A way between two such places, or along an edge, or along an axis.
fn way(rng: &mut Rng, world: &World, parts: &[Convex]) -> Way {
    let from = place(rng, world, parts);
    let d = match rng.below(5) {
        0 if !parts.is_empty() => {
            let part = &parts[rng.below(parts.len())];
            let i = rng.below(part.corners.len());
            let edge = minus(part.corners[(i + 1) % part.corners.len()], part.corners[i]);
            let times = i128::from(rng.pick(&[1, -1, 2, -2, 3]));
            edge.map(|c| c * times)
        }
        1 => {
            let k = rng.below(2) as usize;
            let mut d = [0, 0];
            d[k] = i128::from(rng.range(-3, 3)) * i128::from(world.tile[k]) + i128::from(rng.range(-1, 1));
            d
        }
        2 if world.is_of_boxes => {
            // Along a diagonal of cells, or far away.
            let n = rng.range(-12, 12);
            let diagonal = [0, 1].map(|k| i128::from(n * rng.range(1, 3)) * i128::from(world.tile[k]));
            let far = [0; 2].map(|_| i128::from(rng.any_scale(32)));
            rng.pick(&[diagonal, diagonal, far])
        }
        _ => minus(place(rng, world, parts), from),
    };
    // Now and then from an edge backward, to come onto it.
    let back = rng.chance(30);
    let from = if back { minus(from, d) } else { from };
    Way { from, d: if back { d.map(|c| 2 * c) } else { d } }
}

/// Among shapes only short ways are judged.
fn on_lattice(world: &World, way: &Way) -> bool {
    (0..2).all(|k| {
        let fits = |c: i128| i32::try_from(c).is_ok();
        let is_short = world.is_of_boxes || way.d[k].abs() < 1 << 18;
        fits(way.from[k]) && fits(way.from[k] + way.d[k]) && is_short
    })
}

/// What holds the start in the order of an area, then all in order of fraction, and of one fraction by name.
fn sorted(world: &World, way: &Way, all: Vec<Judged>) -> Vec<Judged> {
    let (mut starts, mut entered): (Vec<_>, Vec<_>) = all.into_iter().partition(|j| j.normal == [0, 0]);
    let cell = [0, 1].map(|k| (way.from[k] - 1).div_euclid(world.tile[k].into()));
    starts.sort_by_key(|j| area_order(world, &j.part, cell));
    entered.sort_by_key(|j| (j.when, j.part.name.order()));
    starts.extend(entered);
    starts
}

/// Counts what a way meets first.
fn count(met: &mut Meter, way: &Way, parts: &[Convex], first: Option<&Judged>) {
    met.count_if(first.is_some(), "hits");
    met.count_if(first.is_none(), "misses");
    let Some(first) = first else {
        let is_grazed = parts.iter().any(|p| p.corners.iter().any(|c| way.touches(*c)));
        met.count_if(is_grazed, "misses that touch a corner");
        return;
    };
    let spot = way.at(first.when);
    let Named { off_grid, fits_cell, .. } = first.part.name;
    met.count_if(!first.normal.contains(&0), "hits on slanted faces");
    met.count_if(!first.part.is_solid(), "hits on one-way lines");
    met.count_if(off_grid.is_some(), "hits on loose shapes");
    met.count_if(off_grid.is_none() && !fits_cell, "hits on shapes beyond their cell");
    met.count_if(first.part.corners.iter().any(|c| spot.is_at(*c)), "hits on corners");
    met.count_if(parts.iter().filter(|p| spot.is_in(p)).count() > 1, "hits where several parts touch");
    let is_along = parts.iter().flat_map(|p| &p.edges).any(|e| way.runs_along(e, &spot));
    met.count_if(is_along, "hits along an edge");
    met.count_if(first.when.num == 0, "hits at the very start");
    met.count_if(way.d.iter().any(|d| d.abs() > 1 << 24), "hits of casts over 65,536 px");
}

/// What a way meets, first and all along; counts it.
fn must_agree(world: &World, way: &Way, mask: u32, met: &mut Meter, context: &str) {
    let parts: Vec<Convex> = world.seen(mask, false).into_iter().filter(|p| way.may_touch(p)).collect();
    let from = engine(way.from);
    let to = engine([0, 1].map(|k| way.from[k] + way.d[k]));
    let all = sorted(world, way, way.all(&parts));
    let mut entered: Vec<_> = world.grid.cast_all(from, to, mask).collect();
    assert!(entered.is_sorted_by_key(|h| h.shape.fraction), "{context}");
    if !world.is_of_boxes {
        let order = |h: &QueryHit<Solid>| {
            let name = all.iter().position(|j| wanted(&j.part) == told(&h.target));
            (h.shape.fraction, !h.starts_inside(), name)
        };
        entered.sort_by_key(order);
    }
    let entered: Vec<_> = entered.iter().map(seen).collect();
    assert_eq!(entered, all.iter().map(judged).collect::<Vec<_>>(), "{context}");

    let hit = world.grid.cast(from, to, mask);
    if let Some(start) = all.first().filter(|j| j.normal == [0, 0]) {
        let first = hit.as_ref().map(seen);
        assert_eq!(first.map(|f| (f.0, f.1)), Some((Ratio::ZERO, [0, 0])), "{context}");
        assert!(!world.is_of_boxes || first.map(|f| f.2) == Some(wanted(&start.part)), "{context}");
        met.count("starts inside", 1);
        return;
    }
    let first = if way.d == [0, 0] { None } else { way.first(&parts) };
    assert_eq!(hit.as_ref().map(seen), first.as_ref().map(judged), "{context}");
    count(met, way, &parts, first.as_ref());
    if let Some(hit) = hit
        && let Some(first) = first
    {
        let rounded = [0, 1].map(|k| way.from[k] + way.d[k] * first.when.num / first.when.den);
        assert_eq!((hit.shape.point, hit.shape.position), (engine(rounded), engine(rounded)), "{context}");
    }
}

#[test]
fn casts_meet_what_the_judge_says() {
    let mut met = Meter::default();
    for seed in seeds(300, 30_000) {
        let mut rng = Rng::new(seed ^ 0x51A9);
        let world = random_world(&mut rng);
        for _ in 0..8 {
            let mask = rng.pick(&MASKS);
            let way = way(&mut rng, &world, &world.seen(mask, false));
            if on_lattice(&world, &way) {
                must_agree(&world, &way, mask, &mut met, &format!("seed {seed}, mask {mask:#x}, {way:?}"));
            }
        }
    }
    met.demand_each("casts", 20);
}

/// Few tiles over several chunks, for casts that cross much that is empty.
fn sparse_world(rng: &mut Rng) -> World {
    let tile_px = rng.pick(&[[16, 16], [18, 18], [70, 70], [32, 16], [1, 2]]);
    let mut map = Map::of_whole_tiles(tile_px, 1, &[1]);
    let origin = [rng.range(-500, 500), rng.range(-500, 500)];
    let edge = rng.pick(&[60, 200, 500]);
    for _ in 0..rng.pick(&[20, 120]) {
        let at = [0, 1].map(|k| origin[k] + rng.range(0, edge));
        map.cells.insert((at[1], at[0], 0), 0);
    }
    World::of(map)
}

#[test]
fn casts_find_the_tiles_of_sparse_maps() {
    let mut met = Meter::default();
    let mut found = Meter::default();
    for seed in seeds(80, 4000) {
        let mut rng = Rng::new(seed ^ 0x59A2);
        let world = sparse_world(&mut rng);
        let tile = world.tile.map(i64::from);
        for _ in 0..12 {
            let [low, high] = world.parts[rng.below(world.parts.len())].bounds();
            let beside = if rng.chance(20) { 9 } else { 0 };
            let to = [0, 1].map(|k| rng.range(low[k] as i64, high[k] as i64) + beside * tile[k]);
            let mut away = [0, 1].map(|k| rng.range(-600, 600) * tile[k] + rng.pick(&[0, 1, -7]));
            if let Some(k) = rng.pick(&[Some(0), Some(1), None, None]) {
                away[k] /= 100;
            }
            let from = [0, 1].map(|k| i128::from(to[k] + away[k]));
            let way = Way { from, d: away.map(|c| i128::from(-c)) };
            let hits = met.get("hits");
            must_agree(&world, &way, 1, &mut met, &format!("seed {seed}, {way:?}"));
            let is_hit = met.get("hits") > hits;
            let d = away.map(i64::abs);
            found.count_if(is_hit, "hits");
            found.count_if(!is_hit, "misses");
            found.count_if(is_hit && d[0].max(d[1]) > 128 * tile[0].max(tile[1]), "hits over 128 tiles");
            found.count_if(is_hit && d[1] > 10 * d[0], "steep");
            found.count_if(is_hit && d[0] > 10 * d[1], "flat");
        }
    }
    found.demand_each("casts over sparse maps", 50);
}

impl Way {
    fn touches(&self, corner: Point) -> bool {
        let [x, y] = minus(corner, self.from);
        let along = x * self.d[0] + y * self.d[1];
        x * self.d[1] == y * self.d[0] && along >= 0 && along <= self.d[0].pow(2) + self.d[1].pow(2)
    }

    /// True if it lies on the line of an edge that continues from a spot.
    fn runs_along(&self, e: &Edge, spot: &Spot) -> bool {
        let n = e.normal;
        n[0] * self.d[0] + n[1] * self.d[1] == 0 && self.touches(e.from) && {
            let ahead =
                |c: Point| (0..2).map(|k| (c[k] * spot.den - spot.num[k]) * self.d[k]).sum::<i128>() > 0;
            ahead(e.from) != ahead(e.to) || spot.is_at(e.from) || spot.is_at(e.to)
        }
    }
}

impl Spot {
    fn is_at(&self, corner: Point) -> bool {
        (0..2).all(|k| self.num[k] == corner[k] * self.den)
    }
}

#[test]
fn what_a_filter_leaves_out_is_not_there() {
    let mut met = Meter::default();
    for seed in seeds(400, 4000) {
        let mut rng = Rng::new(seed ^ 0xF117);
        let world = random_world(&mut rng);
        let kind = rng.below(world.map.kinds.len().max(1));
        let layer = rng.below(world.map.layers);
        let keeps = |s: &Solid| s.tile.index() != kind && (s.layer.index() == layer || s.part == 0);
        let all = world.seen(u32::MAX, true);
        let kept: Vec<Convex> = all
            .iter()
            .filter(|p| p.name.kind != kind && (p.name.layer == layer || p.name.part == 0))
            .cloned()
            .collect();
        let one_ways = rng.chance(50);
        let kept: Vec<Convex> = kept.into_iter().filter(|p| one_ways || p.is_solid()).collect();
        for _ in 0..6 {
            let way = way(&mut rng, &world, &all);
            if !on_lattice(&world, &way) {
                continue;
            }
            let from = engine(way.from);
            let to = engine([0, 1].map(|k| way.from[k] + way.d[k]));
            let query = Query { one_ways, ..Query::new(u32::MAX).filter(&keeps) };
            let hit = world.grid.cast(from, to, query);
            let inside = Spot::of(way.from).is_inside(&kept);
            let first = if way.d == [0, 0] || inside { None } else { way.first(&kept) };
            if inside {
                assert!(hit.is_some_and(|h| h.starts_inside()), "seed {seed}, {way:?}");
            } else {
                let wished = first.as_ref().map(judged);
                assert_eq!(hit.as_ref().map(seen), wished, "seed {seed}, {way:?}");
            }
            met.count_if(hit.is_some(), "hits");
            let plain = world.grid.cast(from, to, u32::MAX);
            let is_other = plain.map(|h| h.shape.fraction) != hit.map(|h| h.shape.fraction);
            met.count_if(is_other, "other hits than without");
        }
    }
    met.demand_each("filtered casts", 50);
}
