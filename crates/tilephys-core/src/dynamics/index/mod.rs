//! Spatial queries over bodies: overlap tests, raycasts, shape casts and nearest bodies, also together with the map.

mod cast;
mod nearest;

pub use crate::dynamics::index::nearest::NearestBody;

use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::dynamics::ids::BodyId;
use crate::dynamics::world::World;
use glam::IVec2;

/// Spatial index of the boxes of all bodies, sorted once for any number of queries.
///
/// Holds the bodies as they were when it was built or [rebuilt](World::index_bodies_into). A build costs some
/// tens of nanoseconds a body; a query costs the bodies near its box or path only. Each body is a separate
/// box: a ray exactly along the edge that two of them share meets neither. Touching is not overlap.
///
/// ```
/// use glam::{IVec2, UVec2, Vec2};
/// use tilephys_core::{Body, ProfileId, TileGrid, World, index::BodyQuery};
///
/// let mut world = World::new(TileGrid::new(UVec2::splat(16)));
/// let [hero, enemy] = [0.0, 100.0].map(|x| {
///     world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(x, 0.0), Vec2::new(8.0, 11.0)))
/// });
///
/// let (index, others) = (world.index_bodies(), BodyQuery::new(u32::MAX).except(hero));
/// let eye = world.body(hero).unwrap().position + IVec2::new(4, 3) * 256;
/// let hit = index.cast(eye, eye + IVec2::new(200 * 256, 0), others).expect("the enemy is in sight");
/// assert_eq!((hit.target.body, hit.shape.point.x, hit.shape.normal), (enemy, 100 * 256, IVec2::NEG_X));
/// ```
#[doc(alias("broad phase", "spatial query"))]
#[derive(Clone, Debug, Default)]
pub struct BodyIndex {
    sorted: SweepAndPrune,
    /// Boxes by position in the index, in the order of ids.
    boxes: Vec<Aabb>,
    ids: Vec<BodyId>,
    categories: Vec<u32>,
    bounds: Option<Aabb>,
}

/// Query filter: bodies that a query sees. A bare `u32` mask converts to it.
#[doc(alias = "query filter")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyQuery {
    /// Category bits: a query sees a body if the category of its profile shares one.
    pub mask: u32,
    /// Body that the query skips, such as the querying one.
    pub except: Option<BodyId>,
}

impl BodyQuery {
    /// Returns a filter for all bodies whose category shares a bit with `mask`.
    #[must_use]
    pub const fn new(mask: u32) -> Self {
        BodyQuery { mask, except: None }
    }

    /// Returns this filter with `body` skipped.
    #[must_use]
    pub const fn except(self, body: BodyId) -> Self {
        BodyQuery { except: Some(body), ..self }
    }
}

impl From<u32> for BodyQuery {
    fn from(mask: u32) -> Self {
        BodyQuery::new(mask)
    }
}

impl World {
    /// Builds a spatial index of all bodies at their present positions.
    /// [Rejected](crate::ProfileId::rejecting) bodies are left out.
    #[must_use]
    pub fn index_bodies(&self) -> BodyIndex {
        let mut index = BodyIndex::default();
        self.index_bodies_into(&mut index);
        index
    }

    /// Like [`index_bodies`](Self::index_bodies), but rebuilds `index` and reuses its allocations.
    pub fn index_bodies_into(&self, index: &mut BodyIndex) {
        let BodyIndex { sorted, boxes, ids, categories, bounds } = index;
        boxes.clear();
        ids.clear();
        categories.clear();
        for (id, body_index) in self.indices.iter() {
            // A body without a profile is rejected, and may lie outside the world.
            let Some(profile) = self.profiles.get(self.bodies.profile[body_index].index()) else { continue };
            boxes.push(self.bodies.get(body_index).aabb());
            ids.push(id);
            categories.push(profile.category);
        }
        *bounds = boxes.iter().copied().reduce(Aabb::union);
        sorted.sort(boxes);
    }
}

impl BodyIndex {
    /// Returns the number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// True if the index has no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Appends to `bodies` all bodies whose boxes strictly overlap a box, by id.
    #[doc(alias("intersect_shape", "query_aabb"))]
    pub fn overlapping(&self, aabb: Aabb, query: impl Into<BodyQuery>, bodies: &mut Vec<BodyId>) {
        let query = query.into();
        let before = bodies.len();
        self.sorted.overlapping(aabb, |index| {
            if self.sees(query, index) {
                bodies.push(self.ids[index as usize]);
            }
        });
        bodies[before..].sort_unstable();
    }

    /// Appends to `bodies` all bodies whose boxes strictly contain a point, by id.
    #[doc(alias = "query_point")]
    pub fn at(&self, point: IVec2, query: impl Into<BodyQuery>, bodies: &mut Vec<BodyId>) {
        self.overlapping(Aabb { min: point, max: point }, query, bodies);
    }

    #[inline]
    fn sees(&self, query: BodyQuery, index: u32) -> bool {
        let index = index as usize;
        self.categories[index] & query.mask != 0 && query.except != Some(self.ids[index])
    }
}
