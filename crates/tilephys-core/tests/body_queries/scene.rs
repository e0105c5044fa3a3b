//! Random bodies, and queries about them.

use crate::body_queries::judge::{Met, distance_squared, meeting, overlaps};
use crate::rng::Rng;
use glam::{IVec2, UVec2};
use tilephys_core::{
    Aabb, Body, BodyId, Profile, TileGrid, WORLD_LIMIT, World,
    index::{BodyIndex, BodyQuery},
};

/// Bodies, and which of them a question sees.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) index: BodyIndex,
    pub(crate) query: BodyQuery,
    /// By id.
    bodies: Vec<(BodyId, Aabb, u32)>,
    extent: i64,
    far: i64,
}

impl Scene {
    fn new(rng: &mut Rng, count: usize, extent: i64, far: i64) -> Self {
        let mut world = World::new(TileGrid::new(UVec2::splat(16)));
        let categories = [1, 2, 4, 6];
        let profiles =
            categories.map(|category| world.add_profile(Profile { category, ..Profile::default() }));
        let (raster, giants) = (rng.pick(&[1, 1, 512]), rng.chance(30));
        let mut bodies = Vec::new();
        for k in 0..count {
            let mut number = |low: i64, high: i64| rng.range(low / raster, high / raster) * raster;
            let largest = if giants && k % 9 == 0 { extent } else { 6144 };
            let size = [number(raster, largest), number(raster, largest)];
            let limit = i64::from(WORLD_LIMIT);
            let min = [0, 1].map(|k| (far + number(-extent, extent)).clamp(-limit, limit - size[k]));
            let lattice = |v: [i64; 2]| IVec2::new(v[0] as i32, v[1] as i32);
            let aabb = Aabb::from_min_size(lattice(min), lattice(size));
            // Ids neither in the order of spawning nor without gaps.
            let id = BodyId((k as u32 * 7919) % 10_007);
            let kind = rng.below(4) as usize;
            world.spawn_as(id, profiles[kind], Body::on_lattice(aabb.min, lattice(size)));
            bodies.push((id, aabb, categories[kind]));
        }
        bodies.sort_unstable_by_key(|(id, ..)| *id);
        let except = (rng.chance(50) && count > 0).then(|| rng.pick(&bodies).0);
        let query = BodyQuery { mask: rng.pick(&[7, 7, 7, 1, 3, 0]), except };
        Scene { index: world.index_bodies(), query, bodies, extent, far }
    }

    /// The bodies that the question sees, by id.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (BodyId, Aabb)> {
        let sees = |(id, _, category): &&(BodyId, Aabb, u32)| {
            category & self.query.mask > 0 && self.query.except != Some(*id)
        };
        self.bodies.iter().filter(sees).map(|(id, aabb, _)| (*id, *aabb))
    }

    /// All bodies that the path hits, in order.
    pub(crate) fn met(&self, aabb: Aabb, to: [i64; 2]) -> Vec<Met> {
        let mut met: Vec<Met> = self.seen().filter_map(|(id, b)| meeting(aabb, to, id, b)).collect();
        met.sort_by(|a, b| a.order(b, to[1] > 0));
        met
    }

    /// All bodies within a distance, in order.
    pub(crate) fn near(&self, aabb: Aabb, within: i32) -> Vec<(i128, bool, BodyId)> {
        let limit = i128::from(within) * i128::from(within);
        let one = |(id, b): (BodyId, Aabb)| (distance_squared(aabb, b), !overlaps(aabb, b), id);
        let mut near: Vec<_> = self.seen().map(one).filter(|near| near.0 <= limit).collect();
        near.sort_unstable();
        near
    }
}

/// A point anywhere, near the bodies, or on a line through an edge of one.
pub(crate) fn some_point(rng: &mut Rng, scene: &Scene) -> IVec2 {
    let limit = i64::from(WORLD_LIMIT);
    let mut number = |k: usize| -> i32 {
        let free = match rng.below(3) {
            0 if !scene.bodies.is_empty() => {
                let (_, aabb, _) = rng.pick(&scene.bodies);
                return if rng.chance(50) { aabb.min[k] } else { aabb.max[k] };
            }
            1 => rng.any_scale(31),
            _ => scene.far + rng.range(-scene.extent, scene.extent),
        };
        free.clamp(-limit, limit) as i32
    };
    IVec2::new(number(0), number(1))
}

/// A query box near the bodies: the box of a body, or one beside it.
pub(crate) fn asked_box(rng: &mut Rng, scene: &Scene) -> Aabb {
    let min = some_point(rng, scene);
    let mut size = |v: i32| {
        let most = i64::from(WORLD_LIMIT) + 255 - i64::from(v);
        (1 + rng.any_scale(14).abs()).min(most) as i32
    };
    Aabb::from_min_size(min, IVec2::new(size(min.x), size(min.y)))
}

/// Asks many questions of many scenes of each kind.
pub(crate) fn on_all_scenes(seed: u64, mut judge: impl FnMut(&mut Rng, &Scene) -> usize) {
    let mut rng = Rng::new(seed);
    for (extent, far) in [
        (6_000, 0),
        (40_000, -70_000),
        (400_000, 0),
        (400_000, i64::from(WORLD_LIMIT)),
        (60_000_000, 0),
        (i64::from(WORLD_LIMIT), 0),
    ] {
        let mut met = 0;
        for round in 0..40 {
            let count = if round < 3 { round } else { rng.below(300) as usize };
            let scene = Scene::new(&mut rng, count, extent, far);
            for _ in 0..60 {
                met += judge(&mut rng, &scene);
            }
        }
        println!("{extent} units around {far}: {met}");
        assert!(met > 100, "{extent} units around {far}: {met} met, too few to tell");
    }
}
