//! A crowd among walls and regions: every enter and exit against the oracle, on any executor, in every order.

use super::oracle::{judge, target, way};
use super::*;
use crate::executors::{Adversary, How};
use crate::volume::seeds;
use std::collections::BTreeSet;
use tilephys_core::{Region, RegionId, driver::SerialExecutor, shape::Polygon};

const RESPONSES: [Response; 5] = [
    Response::Slide,
    Response::Bounce { restitution: 1.0 },
    Response::Bounce { restitution: 0.5 },
    Response::Invert,
    Response::PassThrough,
];

/// `count` bodies of all sorts, spawned forward or backward, among pillars and 60 regions of all sizes.
fn crowd(seed: u64, count: u32, is_backward: bool) -> World {
    let mut rng = Rng::new(seed);
    let mut grid = room(80, 60);
    let (layer, tile) = (grid.add_layer("pillars"), grid.add_tile(Tile::default()));
    for _ in 0..150 {
        grid.set_tile(layer, TileCoord::new(rng.range(2, 77), rng.range(2, 57)), Some(tile));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 600.0);
    let profiles = RESPONSES.map(|response| world.add_profile(plain(response)));
    for _ in 0..60 {
        let min = IVec2::new(rng.range(0, 1200 * PX), rng.range(0, 900 * PX));
        let most = [PX, 20 * PX, 200 * PX][rng.range(0, 2) as usize];
        let size = IVec2::new(rng.range(1, most), rng.range(1, most));
        let aabb = Aabb::from_min_size(min, size);
        let polygon = polygon(&mut rng, size);
        world.add_region(polygon.map_or(Region::new(aabb), |polygon| Region::of_polygon(min, &polygon)));
    }
    let mut bodies = Vec::new();
    while bodies.len() < count as usize {
        let at = IVec2::new(rng.range(16 * PX, 1200 * PX), rng.range(16 * PX, 900 * PX));
        let size = IVec2::new(rng.range(1, 20 * PX), rng.range(1, 20 * PX));
        if world.grid.overlaps(Aabb::from_min_size(at, size), u32::MAX) {
            continue;
        }
        let mut body = Body::on_lattice(at, size);
        let speed = [60, 1_000, 60_000][rng.range(0, 2) as usize];
        body.velocity = Vec2::new(rng.range(-speed, speed) as f32, rng.range(-speed, speed) as f32);
        bodies.push(body);
    }
    for k in (0..count).map(|k| if is_backward { count - 1 - k } else { k }) {
        world.spawn_as(BodyId(k), profiles[k as usize % 5], bodies[k as usize]);
    }
    world
}

/// Half the time a polygon within a box of this size: a triangle, a kite, an octagon with cut corners; not if it is too thin.
fn polygon(rng: &mut Rng, size: IVec2) -> Option<Polygon> {
    let (w, h) = (size.x, size.y);
    let [x, y] = [rng.range(0, w), rng.range(0, h)];
    let [cut_x, cut_y] = [rng.range(0, w / 2), rng.range(0, h / 2)];
    let corners = match rng.range(0, 5) {
        0 => vec![(0, h), (x, 0), (w, h)],
        1 => vec![(x, 0), (w, y), (w - x, h), (0, h - y)],
        2 => vec![
            (cut_x, 0),
            (w - cut_x, 0),
            (w, cut_y),
            (w, h - cut_y),
            (w - cut_x, h),
            (cut_x, h),
            (0, h - cut_y),
            (0, cut_y),
        ],
        _ => return None,
    };
    let corners: Vec<IVec2> = corners.into_iter().map(|(x, y)| IVec2::new(x, y)).collect();
    Polygon::try_new(&corners).ok()
}

/// Regions come and go, and move about.
fn stir(world: &mut World, step: i32) {
    let ids: Vec<_> = world.grid.regions().map(|(id, _)| id).collect();
    let mut rng = Rng::new(step as u64);
    for id in ids {
        let region = *world.grid.region(id).expect("it is listed");
        let aabb = region.aabb;
        let by = IVec2::new(rng.range(-PX, PX), rng.range(-PX, PX));
        match rng.range(0, 40) {
            0 => {
                let _ = world.remove_region(id);
            }
            1 => {
                let _ = world.add_region(Region { aabb: aabb.translated(by * 40), ..region });
            }
            2..=9 => assert!(world.move_region(id, aabb.translated(by * 9))),
            _ => {}
        }
    }
}

type Inside = BTreeSet<(BodyId, RegionId)>;

/// Expected events of the last step, and the bodies in each sensor afterwards.
fn expected(world: &World, before: &[Body], inside: &Inside) -> (Vec<(BodyId, SensorId, bool, u64)>, Inside) {
    let (mut all, mut now) = (Vec::new(), Inside::new());
    let targets: Vec<_> = world.grid.regions().map(|(id, region)| (id, target(region))).collect();
    for (k, body) in (0..).zip(before) {
        let id = BodyId(k);
        let pieces = way(world, id, body, RESPONSES[k as usize % 5]);
        let mut own = Vec::new();
        // Each entry has an exit, also if the region was removed.
        for (_, region) in inside.iter().filter(|key| key.0 == id && world.grid.region(key.1).is_none()) {
            own.push((id, SensorId::Region(*region), false, 0));
        }
        for (region, target) in &targets {
            let (told, is_in) = judge(&pieces, body.size, target, inside.contains(&(id, *region)));
            own.extend(told.into_iter().map(|(enters, at)| (id, SensorId::Region(*region), enters, at)));
            now.extend(is_in.then_some((id, *region)));
        }
        own.sort_by_key(|c| c.3);
        all.extend(own);
    }
    (all, now)
}

#[test]
fn enters_and_exits_of_a_crowd_agree_with_the_oracle() {
    let (mut told, mut twice) = (0, 0);
    for seed in seeds(1, 40) {
        let mut world = crowd(seed, 200, false);
        let mut inside = Inside::new();
        for step in 0..60 {
            // While no region changes, bodies that stay where they are need no test.
            if step % 16 < 8 {
                stir(&mut world, step);
            }
            let before: Vec<_> = world.ids().map(|id| world.body(id).expect("it is listed")).collect();
            world.step(DT);
            let (wanted, now) = expected(&world, &before, &inside);
            assert_eq!(crossings(&world), wanted, "seed {seed}, step {step}");
            let found: Vec<_> =
                world.ids().flat_map(|id| world.sensors_of(id).map(move |sensor| (id, sensor))).collect();
            let keys: Vec<_> = now.iter().map(|&(id, region)| (id, SensorId::Region(region))).collect();
            assert_eq!(found, keys, "seed {seed}, step {step}");
            inside = now;
            told += wanted.len();
            twice += wanted.windows(2).filter(|w| w[0].0 == w[1].0 && w[0].1 == w[1].1).count();
        }
    }
    assert!(told > 600 && twice > 100, "{told} comings and goings, {twice} of them passages in one step");
}

#[test]
fn neither_threads_nor_the_order_of_spawning_leave_a_trace() {
    let count = 9_000;
    let mut worlds = [crowd(7, count, false), crowd(7, count, true), crowd(7, count, false)];
    let mut most = 0;
    for step in 0..8 {
        worlds.iter_mut().for_each(|world| stir(world, step));
        let [a, b, c] = &mut worlds;
        a.step_on(&SerialExecutor, DT, &mut ());
        b.step_on(&Adversary::new(3, How::SecondHalfFirst), DT, &mut ());
        c.step_on(&Adversary::new(16, How::SecondHalfFirst), DT, &mut ());
        assert_eq!(a.state_hash(), b.state_hash(), "step {step}");
        assert_eq!(a.state_hash(), c.state_hash(), "step {step}");
        assert_eq!(a.events(), b.events(), "step {step}");
        assert_eq!(a.events(), c.events(), "step {step}");
        most = most.max(crossings(a).len());
    }
    assert!(most > 500, "at most {most} comings and goings a step");
}

#[test]
fn bodies_that_bounce_side_by_side_enter_what_lies_behind_them() {
    const COUNT: i32 = 40;
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("wall");
    let tile = grid.add_tile(Tile::default());
    for row in 0..COUNT {
        grid.set_tile(layer, TileCoord::new(10, row), Some(tile));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::ZERO;
    let region = world.add_region(Region::new(px_box(100, 0, 40, COUNT * 16)));
    let profile = world.add_profile(plain(Response::Bounce { restitution: 1.0 }));
    // A pixel before the wall, and 20 px a step into it: they end 18 px behind their start.
    let bodies: Vec<BodyId> = (0..COUNT)
        .map(|row| world.spawn(profile, moving((151.0, row as f32 * 16.0 + 4.0), (8.0, 8.0), (20.0, 0.0))))
        .collect();
    world.step(DT);
    assert_eq!(world.inside(region).collect::<Vec<_>>(), bodies);
    let whens: BTreeSet<u64> = crossings(&world).iter().map(|crossing| crossing.3).collect();
    assert_eq!((crossings(&world).len(), whens.len()), (bodies.len(), 1), "all at the same time");
}
