//! Questions that see bodies: who is in a box, on a straight way, near something; and what of the map and the bodies comes
//! first.

mod cast;
mod hit;
mod nearest;
mod sweep;
mod way;
mod with_map;

pub use hit::IndexHit;
pub use nearest::NearestBody;
pub use with_map::FirstHit;

use super::World;
use super::ids::BodyId;
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use glam::IVec2;

/// The boxes of all bodies of a world, sorted once so that they can be asked about as often as one likes.
///
/// It knows the bodies as they were when it was made or [made anew](World::index_bodies_into). Sorting them costs some tens of
/// nanoseconds a body; a question costs who is near its box or its way, however many bodies there are elsewhere. Bodies are
/// boxes each by itself: a ray exactly along the edge that two of them share meets neither. Touching is no overlap.
///
/// ```
/// use glam::{IVec2, UVec2, Vec2};
/// use tilephys_core::{Body, BodyQuery, ProfileId, TileGrid, World};
///
/// let mut world = World::new(TileGrid::new(UVec2::splat(16)));
/// let [hero, enemy] = [0.0, 100.0].map(|x| {
///     world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(x, 0.0), Vec2::new(8.0, 11.0)))
/// });
///
/// let (index, others) = (world.index_bodies(), BodyQuery::new(u32::MAX).except(hero));
/// let eye = world.body(hero).unwrap().position + IVec2::new(4, 3) * 256;
/// let hit = index.cast(eye, eye + IVec2::new(200 * 256, 0), others).expect("the enemy is in sight");
/// assert_eq!((hit.body, hit.point.x, hit.normal), (enemy, 100 * 256, IVec2::NEG_X));
/// ```
#[derive(Clone, Debug, Default)]
pub struct BodyIndex {
    sorted: SweepAndPrune,
    /// By place in the index, in the order of ids.
    boxes: Vec<Aabb>,
    ids: Vec<BodyId>,
    categories: Vec<u32>,
    /// The box that holds all of them.
    bounds: Option<Aabb>,
}

/// Which bodies a question is to see. A mask alone, a `u32`, will do in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyQuery {
    /// Filter bits: a body is seen if the category of its profile shares one.
    pub mask: u32,
    /// A body that is not seen, such as the one that asks.
    pub except: Option<BodyId>,
}

impl BodyQuery {
    /// All bodies whose category shares a bit with `mask`.
    #[must_use]
    pub const fn new(mask: u32) -> Self {
        BodyQuery { mask, except: None }
    }

    /// The same without a body.
    #[must_use]
    pub const fn except(self, body: BodyId) -> Self {
        BodyQuery { except: Some(body), ..self }
    }
}

impl From<u32> for BodyQuery {
    /// All bodies whose category shares a bit with the mask.
    fn from(mask: u32) -> Self {
        BodyQuery::new(mask)
    }
}

impl World {
    /// The boxes of all bodies where they are now, sorted so that they can be asked about. Bodies that the driver
    /// [rejects](crate::ProfileId::rejecting) are not among them.
    #[must_use]
    pub fn index_bodies(&self) -> BodyIndex {
        let mut index = BodyIndex::default();
        self.index_bodies_into(&mut index);
        index
    }

    /// The same in the memory of another index, which allocates nothing if it has room.
    pub fn index_bodies_into(&self, index: &mut BodyIndex) {
        let BodyIndex { sorted, boxes, ids, categories, bounds } = index;
        boxes.clear();
        ids.clear();
        categories.clear();
        for (id, place) in self.places.iter() {
            // A body without a profile is rejected, and may lie outside of the world.
            let Some(profile) = self.profiles.get(self.bodies.profile[place].place()) else { continue };
            boxes.push(self.bodies.get(place).aabb());
            ids.push(id);
            categories.push(profile.category);
        }
        *bounds = boxes.iter().copied().reduce(Aabb::union);
        sorted.sort(boxes);
    }
}

impl BodyIndex {
    /// Number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Appends to `bodies` all whose boxes strictly overlap a box, by id.
    pub fn overlapping(&self, aabb: Aabb, query: impl Into<BodyQuery>, bodies: &mut Vec<BodyId>) {
        let (query, before) = (query.into(), bodies.len());
        self.sorted.overlapping(aabb, |place| {
            if self.sees(query, place) {
                bodies.push(self.ids[place as usize]);
            }
        });
        bodies[before..].sort_unstable();
    }

    /// Appends to `bodies` all in whose boxes a point lies strictly, by id.
    #[doc(alias = "query_point")]
    pub fn at(&self, point: IVec2, query: impl Into<BodyQuery>, bodies: &mut Vec<BodyId>) {
        self.overlapping(Aabb { min: point, max: point }, query, bodies);
    }

    #[inline]
    fn sees(&self, query: BodyQuery, place: u32) -> bool {
        let place = place as usize;
        self.categories[place] & query.mask != 0 && query.except != Some(self.ids[place])
    }
}
