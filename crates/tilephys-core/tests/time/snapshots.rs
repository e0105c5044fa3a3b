//! Restored snapshots: the next steps give the same bits.

use super::scene::{CRATE, DT, Names, STONE, assert_nothing_dangles, busy, empty, play, run};
use glam::Vec2;
use tilephys_core::{Body, BodyId, ProfileId, TileCoord, World, platform::Mover};

/// A world that was played for 600 ticks.
fn at_600() -> (World, Names) {
    let (mut world, names) = busy();
    (0..600).for_each(|tick| play(&mut world, names, tick));
    (world, names)
}

fn off_grid(world: &World) -> Vec<String> {
    world.grid.off_grid_shapes().map(|(id, shape)| format!("{id:?} {shape:?}")).collect()
}

/// Tiles, regions, the bodies in each region, and the tile under each body.
fn tiles(world: &World) -> Vec<String> {
    let regions = world.grid.regions().map(|region| format!("{region:?}"));
    let senses = world.ids().map(|id| {
        format!("{id:?} {:?} {:?}", world.sensors_of(id).collect::<Vec<_>>(), world.tile_under(id))
    });
    let mut all: Vec<String> = world.grid.tiles().map(|tile| format!("{tile:?}")).collect();
    all.extend(regions.chain(senses));
    all.sort();
    all
}

#[test]
fn ticks_601_to_1200_are_the_same_again() {
    let (mut world, names) = at_600();
    let (snapshot, hash) = (world.snapshot(), world.state_hash());
    let (ids, tiles_then, loose_then): (Vec<_>, _, _) =
        (world.ids().collect(), tiles(&world), off_grid(&world));
    let first = run(&mut world, names, 600..1200);
    assert_ne!(tiles(&world), tiles_then, "the script changes no tile");
    let hits = world.hit_count();
    world.restore(&snapshot).expect("a sound snapshot");
    assert_eq!(world.state_hash(), hash);
    assert_eq!(world.ids().collect::<Vec<_>>(), ids);
    assert_eq!((tiles(&world), off_grid(&world)), (tiles_then, loose_then));
    assert_eq!(world.snapshot(), snapshot);
    assert!(run(&mut world, names, 600..1200) == first, "another future");
    assert_eq!(world.hit_count(), hits);
}

#[test]
fn a_restore_brings_back_despawned_ids_and_drops_new_ones() {
    let (mut world, names) = empty();
    let body = |x: f32| Body::new(Vec2::new(x, 40.0), Vec2::new(8.0, 11.0));
    let [a, b, c] = [30.0, 60.0, 90.0].map(|x| world.spawn(names.profiles[4], body(x)));
    world.step(DT);
    world.ignore(
        b,
        tilephys_core::Obstacle {
            layer: names.layer,
            cell: TileCoord::new(3, 3),
            tile: names.kinds[STONE],
            off_grid: None,
        },
        9,
    );
    let (snapshot, before) = (world.snapshot(), [a, b, c].map(|id| world.body(id)));
    world.despawn(b);
    world.despawn(a);
    let newcomer = world.spawn(ProfileId::DEFAULT, body(120.0));
    world.step(DT);
    world.restore(&snapshot).expect("a sound snapshot");
    assert_eq!([a, b, c].map(|id| world.body(id)), before);
    assert_eq!(world.body(newcomer), None);
    assert_nothing_dangles(&world, 2);
    assert_eq!(world.new_id(), newcomer);
}

#[test]
fn a_partial_restore_touches_no_other_body() {
    let (mut world, names) = at_600();
    let ids: Vec<BodyId> = world.ids().collect();
    let (some, gone) = (&ids[5..20], ids[7]);
    let (then, snapshot) =
        (some.iter().map(|id| world.body(*id)).collect::<Vec<_>>(), world.snapshot_of(some));
    run(&mut world, names, 600..640);
    world.despawn(gone);
    let others = |world: &World| {
        let others = ids.iter().filter(|id| !some.contains(id));
        others.map(|id| (world.body(*id), world.state(*id))).collect::<Vec<_>>()
    };
    let map = |world: &World| world.grid.tiles().collect::<Vec<_>>();
    let (before, map_before) = (others(&world), map(&world));
    world.restore(&snapshot).expect("a sound snapshot");
    assert_eq!(some.iter().map(|id| world.body(*id)).collect::<Vec<_>>(), then);
    assert_eq!((others(&world), map(&world)), (before, map_before));
    run(&mut world, names, 640..700);
}

#[test]
fn a_snapshot_takes_at_most_48_bytes_a_body() {
    let (mut world, names) = empty();
    let head = world.snapshot().len();
    let mut count = 0;
    for i in 0..1900u32 {
        let mut body = Body::new(
            Vec2::new((i % 95) as f32 * 6.3 + 20.0, (i / 95) as f32 * 20.3 + 20.0),
            Vec2::new(5.3, 6.7),
        );
        body.velocity = Vec2::new(i as f32 - 900.5, 333.3);
        // Every second id is missing.
        world.spawn_as(BodyId(2 * i), names.profiles[[0, 2, 3][i as usize % 3]], body);
        count += 1;
    }
    let lift = Mover::new(Vec2::new(16.0, 440.0), Vec2::new(600.0, 8.0), names.layer, names.kinds[CRATE]);
    world.add_mover(Mover { velocity: Vec2::new(0.0, -13.0), ..lift }).expect("a sound mover");
    let mut most = 0;
    for _ in 0..90 {
        world.step(DT);
        most = most.max((world.snapshot().len() - head).div_ceil(count));
    }
    assert!((30..=48).contains(&most), "{most} bytes a body");
}
