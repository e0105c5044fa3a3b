//! Cases in numbers.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{Aabb, Body, BodyId, Profile, TileGrid, World, index::BodyQuery};

/// Bodies of 16 x 16 px at these places in px, each of its own category.
fn world(places: &[[i32; 2]]) -> World {
    let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    for (k, &[x, y]) in places.iter().enumerate() {
        let profile = world.add_profile(Profile { category: 1 << k, ..Profile::default() });
        world.spawn(profile, Body::new(Vec2::new(x as f32, y as f32), Vec2::splat(16.0)));
    }
    world
}

fn px(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y) * 256
}

/// Rays past bodies at (100, 0) and (100, 16): start, end, hit body and face.
#[test]
fn casts_along_edges_and_past_corners_do_not_hit() {
    let index = world(&[[100, 0], [100, 16]]).index_bodies();
    let left = IVec2::NEG_X;
    for (from, to, expected) in [
        (px(0, 8), px(200, 8), Some((0, left))),
        (px(0, 24), px(200, 24), Some((1, left))),
        (px(0, 0), px(200, 0), None),
        (px(0, 16), px(200, 16), None),
        (px(0, 8), px(100, 8), None),
        (px(100, 8), px(200, 8), Some((0, left))),
        (px(116, 8), px(200, 8), None),
        (px(108, 8), px(200, 8), Some((0, IVec2::ZERO))),
        (px(108, 8), px(108, 8), Some((0, IVec2::ZERO))),
        (px(90, -10), px(110, 10), Some((0, IVec2::NEG_Y))),
        (px(90, 42), px(110, 22), Some((1, left))),
        (px(90, 10), px(110, -10), None),
    ] {
        let hit = index.cast(from, to, u32::MAX).map(|hit| (hit.target.body.0, hit.shape.normal));
        assert_eq!(hit, expected, "{from} to {to}");
    }
}

#[test]
fn queries_leave_out_the_asking_body_and_other_categories() {
    let index = world(&[[0, 0], [50, 0], [100, 0]]).index_bodies();
    let all = BodyQuery::new(u32::MAX);
    let meets = |query: BodyQuery| index.cast(px(8, 8), px(200, 8), query).map(|hit| hit.target.body.0);
    assert_eq!(meets(all), Some(0));
    assert_eq!(meets(all.except(BodyId(0))), Some(1));
    assert_eq!(meets(BodyQuery::new(4)), Some(2));
    assert_eq!(meets(BodyQuery::new(4).except(BodyId(2))), None);
    assert_eq!(index.nearest(px(60, 8), 1 << 20, all.except(BodyId(1))).map(|near| near.body.0), Some(2));
}

#[test]
fn a_falling_box_lands_on_the_body_with_the_larger_contact() {
    let index = world(&[[0, 100], [16, 100], [32, 100]]).index_bodies();
    let aabb = Aabb::from_px(Vec2::new(10.0, 0.0), Vec2::new(30.0, 10.0));
    let hit = index.sweep(aabb, px(0, 200), u32::MAX).expect("three are below");
    assert_eq!(
        (hit.target.body, hit.shape.fraction.as_f32(), hit.shape.normal),
        (BodyId(1), 0.45, IVec2::NEG_Y)
    );
    assert_eq!(
        (hit.shape.position, hit.shape.point, hit.target.extent.as_f32()),
        (px(10, 90), px(24, 100), 16.0 * 256.0)
    );
    let mut all = Vec::new();
    index.sweep_all(aabb, px(0, 200), u32::MAX, &mut all);
    assert_eq!(all.iter().map(|hit| hit.target.body.0).collect::<Vec<_>>(), [1, 2, 0]);
}

#[test]
fn nearest_ties_go_to_the_holding_body_then_the_lesser_id() {
    let index = world(&[[0, 0], [100, 0], [100, 16]]).index_bodies();
    let near = index.nearest(px(58, 8), 1 << 20, u32::MAX).expect("two are");
    assert_eq!(
        (near.body, near.distance_squared, near.translation),
        (BodyId(0), (42 * 256) * (42 * 256), px(-42, 0))
    );
    assert!(index.nearest(px(58, 8), 42 * 256 - 1, u32::MAX).is_none());
    assert!(index.nearest(px(58, 8), 42 * 256, u32::MAX).is_some());
    let inside = index.nearest(px(108, 20), 0, u32::MAX).expect("it is inside");
    assert_eq!((inside.body, inside.overlaps, inside.distance_squared), (BodyId(2), true, 0));
    let touching = index.nearest(px(108, 16), 0, u32::MAX).expect("it touches two");
    assert_eq!((touching.body, touching.overlaps), (BodyId(1), false));
}

#[test]
fn an_index_holds_the_bodies_of_its_build() {
    let mut world = world(&[[0, 0]]);
    let mut index = world.index_bodies();
    let body = BodyId(0);
    world.set_body(body, Body::new(Vec2::new(500.0, 0.0), Vec2::splat(16.0)));
    let at = |index: &tilephys_core::index::BodyIndex, point: IVec2| {
        let mut bodies = Vec::new();
        index.at(point, u32::MAX, &mut bodies);
        bodies
    };
    assert_eq!((at(&index, px(8, 8)), at(&index, px(508, 8))), (vec![body], vec![]));
    world.index_bodies_into(&mut index);
    assert_eq!((at(&index, px(8, 8)), at(&index, px(508, 8)), index.len()), (vec![], vec![body], 1));
}

#[test]
#[should_panic(expected = "a distance is not negative, as -1 is")]
fn a_negative_distance_is_refused() {
    let _ = world(&[[0, 0]]).index_bodies().nearest(px(0, 0), -1, u32::MAX);
}
