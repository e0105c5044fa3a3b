//! Queries about bodies, each against a loop over all bodies in exact fractions, which shares no helper with the
//! engine.

mod judge;
use crate::geometry::random::exact;
use crate::rng::Rng;
mod scene;

use allocation_counter::measure;
use glam::{IVec2, UVec2};
use judge::{Met, overlaps};
use scene::{Scene, asked_box, on_all_scenes, some_point};
use tilephys_core::{
    Aabb, Body, Direction, ProfileId, Tile, TileCoord, TileGrid, World,
    index::BodyIndex,
    query::{BodyTarget, HitTarget, QueryHit},
};

/// Asserts that a hit agrees with the oracle's.
fn assert_same(hit: Option<&QueryHit<BodyTarget>>, expected: Option<&Met>, what: &dyn std::fmt::Debug) {
    let Some(expected) = expected else { return assert_eq!(hit, None, "{what:?}") };
    let hit = hit.unwrap_or_else(|| panic!("nobody is met, where {expected:?} is: {what:?}"));
    let normal = [hit.shape.normal.x, hit.shape.normal.y].map(i64::from);
    assert_eq!(
        (hit.target.body, normal),
        (expected.body, expected.normal),
        "{hit:?}, {expected:?}: {what:?}"
    );
    let fractions = [hit.shape.fraction, hit.target.extent].map(exact);
    assert_eq!(fractions, [expected.time, expected.extent], "{hit:?}, {expected:?}: {what:?}");
    let places = [hit.shape.position, hit.shape.point].map(|p| [i64::from(p.x), i64::from(p.y)]);
    assert_eq!(places, [expected.position, expected.point], "{hit:?}: {what:?}");
    assert_eq!(hit.face.map(Direction::vector).unwrap_or_default(), hit.shape.normal);
}

/// The first and all that a way meets.
fn judge_way(
    scene: &Scene,
    aabb: Aabb,
    to: [i64; 2],
    first: Option<QueryHit<BodyTarget>>,
    all: &[QueryHit<BodyTarget>],
) -> usize {
    let expected = scene.met(aabb, to);
    let what = (aabb, to, scene);
    assert_same(first.as_ref(), expected.first(), &what);
    assert_eq!(all.len(), expected.len(), "{all:?}, {expected:?}: {what:?}");
    for (hit, expected) in all.iter().zip(&expected) {
        assert_same(Some(hit), Some(expected), &what);
    }
    expected.len()
}

#[test]
fn casts_enter_the_bodies_of_the_oracle_in_order() {
    on_all_scenes(1, |rng, scene| {
        let (from, to) = (some_point(rng, scene), some_point(rng, scene));
        let mut all = Vec::new();
        scene.index.cast_all(from, to, scene.query, &mut all);
        let first = scene.index.cast(from, to, scene.query);
        let way = [0, 1].map(|k| i64::from(to[k]) - i64::from(from[k]));
        judge_way(scene, Aabb { min: from, max: from }, way, first, &all)
    });
}

#[test]
fn sweeps_hit_the_bodies_of_the_oracle_in_order() {
    on_all_scenes(2, |rng, scene| {
        let aabb = asked_box(rng, scene);
        let to = some_point(rng, scene);
        let Some(translation) = to.checked_sub(aabb.min) else { return 0 };
        if aabb.max.checked_add(translation).is_none() {
            return 0;
        }
        let mut all = Vec::new();
        scene.index.sweep_all(aabb, translation, scene.query, &mut all);
        let first = scene.index.sweep(aabb, translation, scene.query);
        judge_way(scene, aabb, [translation.x, translation.y].map(i64::from), first, &all)
    });
}

#[test]
fn bodies_in_a_box_or_at_a_point_come_sorted_by_id() {
    on_all_scenes(3, |rng, scene| {
        let (aabb, point) = (asked_box(rng, scene), some_point(rng, scene));
        let (mut in_box, mut at_point) = (Vec::new(), Vec::new());
        scene.index.overlapping(aabb, scene.query, &mut in_box);
        scene.index.at(point, scene.query, &mut at_point);
        for (asked, told) in [(aabb, &in_box), (Aabb { min: point, max: point }, &at_point)] {
            let expected: Vec<_> =
                scene.seen().filter(|(_, b)| overlaps(asked, *b)).map(|(id, _)| id).collect();
            assert_eq!(*told, expected, "{asked:?}: {scene:?}");
        }
        in_box.len() + at_point.len()
    });
}

#[test]
fn nearest_queries_agree_with_the_oracle() {
    on_all_scenes(4, |rng, scene| {
        let point = some_point(rng, scene);
        let aabb = if rng.chance(50) { asked_box(rng, scene) } else { Aabb { min: point, max: point } };
        let within = rng.any_scale(31).unsigned_abs() as i32;
        let expected = scene.near(aabb, within);
        let mut all = Vec::new();
        scene.index.within(aabb, within, scene.query, &mut all);
        let nearest = if aabb.min == aabb.max {
            scene.index.nearest(aabb.min, within, scene.query)
        } else {
            scene.index.nearest_to_box(aabb, within, scene.query)
        };
        let told: Vec<_> =
            all.iter().map(|near| (i128::from(near.distance_squared), !near.overlaps, near.body)).collect();
        assert_eq!(told, expected, "{aabb:?} within {within}: {scene:?}");
        assert_eq!(nearest, all.first().copied(), "{aabb:?} within {within}: {scene:?}");
        for near in &all {
            let (_, b) = scene.seen().find(|(id, _)| *id == near.body).expect("it is seen");
            let moved = |k: usize, v: i32| i64::from(v) + i64::from(near.translation[k]);
            let touch = |k: usize| {
                moved(k, aabb.min[k]) <= b.max[k].into() && i64::from(b.min[k]) <= moved(k, aabb.max[k])
            };
            assert!(touch(0) && touch(1), "{near:?} of {aabb:?} does not touch {b:?}");
            let square = |v: i32| i128::from(v) * i128::from(v);
            let length = square(near.translation.x) + square(near.translation.y);
            assert_eq!(length, i128::from(near.distance_squared));
        }
        all.len()
    });
}

#[test]
fn casts_on_map_and_bodies_hit_the_first_and_on_ties_the_map() {
    let (mut rng, mut grids, mut bodies, mut ties) = (Rng::new(5), 0, 0, 0);
    for _ in 0..400 {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("level");
        let tile = grid.add_tile(Tile::default());
        for _ in 0..30 {
            let cell = TileCoord::new(rng.range(-8, 8), rng.range(-8, 8));
            grid.set_tile(layer, cell, Some(tile));
        }
        let mut world = World::new(grid);
        for _ in 0..20 {
            let place = IVec2::new(rng.range(-32, 32), rng.range(-32, 32)) * 1024;
            world.spawn(ProfileId::DEFAULT, Body::on_lattice(place, IVec2::splat(2048)));
        }
        let index = world.index_bodies();
        for _ in 0..20 {
            let mut place = || IVec2::new(rng.range(-34, 34), rng.range(-34, 34)) * 1024;
            let (from, to) = (place(), place());
            let aabb = Aabb::from_min_size(from, IVec2::splat(1500));
            let casts = (world.grid.cast(from, to, 1), index.cast(from, to, 1));
            let sweeps = (world.grid.sweep(aabb, to - from, 1), index.sweep(aabb, to - from, 1));
            let told = [
                index.cast_with_map(&world.grid, from, to, 1, 1),
                index.sweep_with_map(&world.grid, aabb, to - from, 1, 1),
            ];
            for (told, (grid, body)) in told.into_iter().zip([casts, sweeps]) {
                let told = told.map(|hit| (hit.shape, hit.face, hit.target));
                let grid = grid.map(|hit| (hit.shape, hit.face, HitTarget::Solid(hit.target)));
                let body = body.map(|hit| (hit.shape, hit.face, HitTarget::Body(hit.target)));
                match (grid, body) {
                    (Some(g), Some(b)) => {
                        let g_at = exact(g.0.fraction);
                        let b_at = exact(b.0.fraction);
                        ties += usize::from(g_at == b_at);
                        let body_first = b_at < g_at;
                        let expected = if body_first { b } else { g };
                        assert_eq!(told, Some(expected));
                        *(if body_first { &mut bodies } else { &mut grids }) += 1;
                    }
                    (Some(g), None) => assert_eq!(told, Some(g)),
                    (None, Some(b)) => assert_eq!(told, Some(b)),
                    (None, None) => assert_eq!(told, None),
                }
            }
        }
    }
    println!("{grids} times the map, {bodies} times a body, {ties} ties");
    assert!(grids > 500 && bodies > 500 && ties > 50, "{grids}, {bodies}, {ties}: too few to tell");
}

#[test]
fn body_queries_and_rebuilds_allocate_nothing_in_grown_buffers() {
    let mut rng = Rng::new(6);
    let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    for _ in 0..1000 {
        let mut place = || rng.range(0, 500_000);
        let position = IVec2::new(place(), place());
        world.spawn(ProfileId::DEFAULT, Body::on_lattice(position, IVec2::splat(3000)));
    }
    let (mut index, mut bodies, mut hits, mut near) = (BodyIndex::default(), vec![], vec![], vec![]);
    let mut ask = || {
        world.index_bodies_into(&mut index);
        bodies.clear();
        hits.clear();
        near.clear();
        let (from, to) = (IVec2::splat(1000), IVec2::new(480_000, 300_000));
        index.overlapping(Aabb { min: from, max: to }, 1, &mut bodies);
        index.cast_all(from, to, 1, &mut hits);
        index.sweep_all(Aabb { min: from, max: from + 2000 }, to - from, 1, &mut hits);
        index.within(Aabb { min: from, max: from }, 200_000, 1, &mut near);
        assert!(index.cast(from, to, 1).is_some() && index.nearest(to, 200_000, 1).is_some());
        bodies.len().min(hits.len()).min(near.len())
    };
    assert!(ask() > 5, "too few to tell");
    assert_eq!(measure(|| _ = ask()).count_total, 0);
}

#[test]
fn an_index_holds_the_bodies_of_its_build() {
    let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    let size = IVec2::splat(4096);
    let id = world.spawn(ProfileId::DEFAULT, Body::on_lattice(IVec2::ZERO, size));
    let mut index = world.index_bodies();
    world.set_body(id, Body::on_lattice(IVec2::splat(9000), size));
    let at = |index: &BodyIndex, point: IVec2| {
        let mut bodies = Vec::new();
        index.at(point, u32::MAX, &mut bodies);
        bodies.len()
    };
    let [old, new] = [10, 9010].map(IVec2::splat);
    assert_eq!((at(&index, old), at(&index, new)), (1, 0));
    world.index_bodies_into(&mut index);
    assert_eq!((at(&index, old), at(&index, new), index.len()), (0, 1, 1));
}
