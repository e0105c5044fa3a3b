//! Stages of all scenes: they begin, run to one hash on any number of threads, and end without an overlap.

use crate::support::{begin, drawing, few};
use rayon::ThreadPoolBuilder;
use std::path::Path;
use tilephys_core::Aabb;
use tilephys_core::glam::Vec2;
use tilephys_ecs::{BodyCollision, BodyId, Collider, Position};
use tilephys_scenes::{Ground, Scene, Stage};
use tilephys_tiled::Disk;

/// State and drawing of each scene after [`STEPS`] steps with few bodies. A change of the engine or of a scene changes them.
const GOLDEN: [(&str, u64); 11] = [
    ("minkowski", 0x9ab255349b83d8f7),
    ("discrete", 0x92415e40146406be),
    ("brushes", 0x0a3d86ba7d653b3e),
    ("slope_park", 0x67932ec5ecdb9c64),
    ("one_way_park", 0xfaa18f41f2df9318),
    ("lift_park", 0x6dc72a2b57bf1876),
    ("crushers", 0x4d5779c8eb293c24),
    ("towers", 0xf1c10b4ff483b548),
    ("projectiles", 0xe9b9d7b9170ed973),
    ("imps", 0x824ee0dc1b97c642),
    ("islands", 0x0b1ec2556f4dc6da),
];

const STEPS: usize = 120;

/// FNV-1a (Fowler, Noll and Vo); 0 for no text.
fn hash(text: &str) -> u64 {
    const START: u64 = 0xCBF2_9CE4_8422_2325;
    START ^ text.bytes().fold(START, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

fn run(scene: &Scene, threads: usize) -> Stage {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let mut stage = begin(scene, &few(scene));
    pool.install(|| (0..STEPS).for_each(|_| stage.step()));
    stage
}

#[test]
fn every_scene_runs_to_its_golden_hash_on_one_thread_and_on_two() {
    let mut found = Vec::new();
    for scene in Scene::all() {
        let [one, two] = [1, 2].map(|threads| run(scene, threads));
        assert_eq!(one.physics.state_hash(), two.physics.state_hash(), "{}", scene.name);
        assert_eq!(drawing(&one), drawing(&two), "{}", scene.name);
        assert_apart(&one, &scene.name);
        found.push((&*scene.name, one.physics.state_hash() ^ hash(&drawing(&one))));
    }
    let text: Vec<String> = found.iter().map(|(name, hash)| format!("(\"{name}\", 0x{hash:016x})")).collect();
    assert!(found == GOLDEN, "{}", text.join(", "));
}

/// Asserts that no body is inside a solid, and no two colliding bodies in each other: compared one by one.
fn assert_apart(stage: &Stage, name: &str) {
    let mut bodies: Vec<(Aabb, bool)> = Vec::new();
    let mut query = stage.world.query::<(&BodyId, &Position, &Collider, Option<&BodyCollision>)>();
    for (id, position, collider, collision) in query.iter() {
        let aabb = collider.aabb(*position).expect("in the world");
        // A crushed body overlaps its crusher until they separate.
        if stage.physics.squishes(*id).is_empty() {
            let is_inside = stage.physics.grid().overlaps(aabb, u32::MAX);
            assert!(!is_inside, "{name}: body {id:?} at {aabb:?} is in a solid");
            bodies.push((aabb, collision.is_some()));
        }
    }
    for (n, (a, a_collides)) in bodies.iter().enumerate() {
        for (b, _) in bodies[..n].iter().filter(|(_, collides)| *a_collides && *collides) {
            assert!(!a.overlaps(*b), "{name}: {a:?} and {b:?} overlap");
        }
    }
}

#[test]
fn crowds_have_their_numbers_and_are_seen() {
    for scene in Scene::all() {
        let stage = begin(scene, &few(scene));
        let values = few(scene);
        let wanted: usize = scene
            .crowds
            .iter()
            .enumerate()
            .map(|(at, crowd)| {
                let slider = scene.sliders.iter().position(|s| s.sets == tilephys_scenes::Quantity::Bodies);
                slider.filter(|_| at == 0).map_or(crowd.number, |slider| values[slider] as usize)
            })
            .sum();
        assert_eq!(stage.state.bodies().count(), wanted, "{}", scene.name);
    }
}

#[test]
fn a_map_may_be_anywhere_in_its_project() {
    let mut scene = Scene::named("slope_park").expect("a scene").clone();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    scene.ground = Ground::Map(root.join("maps/scenes/slope_park.tmx"));
    let stage = scene.begin(&[], &Disk).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(stage.hero, Some(Vec2::new(72.0, 272.0)));
}

#[test]
fn islands_are_sets_of_bodies_that_meet() {
    let scene = Scene::named("islands").expect("a scene");
    let mut stage = begin(scene, &scene.values());
    (0..10).for_each(|_| stage.step());
    let (pairs, islands) = (stage.state.groups.pairs(), stage.state.groups.islands());
    assert!(islands > 5 && pairs >= islands, "{islands} islands of {pairs} pairs");
    // Bodies in contact are in one island, whichever way it was found.
    let hits: Vec<_> = stage.physics.body_hits().map(|(a, b, _)| (a, b)).collect();
    assert!(!hits.is_empty());
    for (a, b) in hits {
        assert_eq!(stage.color_of(a), stage.color_of(b));
        assert_ne!(stage.color_of(a), 0);
    }
    let alone = stage.state.bodies().filter(|body| stage.color_of(*body) == 0).count();
    assert!(alone > 0, "all bodies are in islands");
}

#[test]
fn colours_tell_contacts_and_speeds() {
    let mut towers = begin(Scene::named("towers").expect("a scene"), &[]);
    towers.step();
    let counts =
        [0, 1, 2].map(|color| towers.state.bodies().filter(|b| towers.color_of(*b) == color).count());
    // Crates of the towers stand on each other; the balls fly alone.
    assert!(counts[2] >= 118 && counts[0] >= 4, "{counts:?}");
    assert_eq!(counts.iter().sum::<usize>(), towers.state.bodies().count(), "{counts:?}");

    let projectiles = begin(Scene::named("projectiles").expect("a scene"), &[400.0]);
    let fast = |color: u32| projectiles.state.bodies().filter(|b| projectiles.color_of(*b) == color).count();
    let counts: Vec<usize> = (0..8).map(fast).collect();
    assert!(counts.iter().all(|count| *count > 20) && counts.iter().sum::<usize>() == 400, "{counts:?}");
}
