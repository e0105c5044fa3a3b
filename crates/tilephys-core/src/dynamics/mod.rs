//! Dynamics world: many bodies in one tile grid, and the fixed tick that steps them.

mod bodies;
mod body_view;
mod events;
mod explain_hit;
mod feel;
mod friction;
mod hooks;
mod ids;
mod index;
mod islands;
mod lift_velocity;
mod on_box;
mod parts;
mod plan;
mod platforms;
mod predict;
mod predict_among;
mod profile;
mod remap;
mod reports;
mod resting;
mod restore;
mod saved_state;
mod sensors;
mod side_by_side;
mod standing;
mod state;
mod step;
mod surface_velocity;
mod sweep;
mod sweep_one;
mod time;
mod transient_state;
mod why_not;

pub use bodies::{AxisSlices, BodySlices};
pub use events::{Event, EventKind};
pub use hooks::CollisionHooks;
pub use ids::BodyId;
pub use index::{BodyIndex, BodyQuery, NearestBody};
pub use islands::{BodyCollision, BodyContact, BodyHit, Combine, CombineRule, PairCounts};
pub use parts::{Executor, SerialExecutor};
pub use platforms::{
    LeaveVelocity, Mover, MoverFault, MoverId, PushSource, RideMode, RideSettings, Squish, SquishPolicy,
};
pub use predict::{PredictedTick, PredictionVisitor};
pub use profile::{Profile, ProfileId};
pub use sensors::SensorId;
pub use state::BodyState;
pub use step::{ControlContext, Phase, StepHooks};
pub use why_not::WhyNot;

pub(crate) use platforms::{Entry as MoverEntry, Follow, Lift, bounds, check as check_mover};
pub(crate) use saved_state::{SavedBody, SavedState};

use crate::controller::{Body, TransientState};
use crate::grid::TileGrid;
use crate::hash;
use crate::limits::WORLD_LIMIT;
use bodies::Bodies;
use events::EventLog;
use glam::{IVec2, Vec2};
use hash::StateHasher;
use ids::IdMap;
use islands::{Ignored, Pairs};
use parts::StepOutput;
use platforms::Movers;
use sensors::Senses;
use time::Timed;
use transient_state::Memories;

/// A tile grid and the bodies in it: the dynamics world.
///
/// Bodies are stored as a structure of arrays in no particular order; a [`BodyId`] finds one. No result of a
/// step depends on the order of spawning.
#[doc(alias = "physics world")]
#[doc(alias = "space")]
#[derive(Clone, Debug)]
pub struct World {
    /// Tile map, editable between any two steps.
    pub grid: TileGrid,
    /// Acceleration of every body, in px/s², times the `gravity_scale` of its profile. Default zero.
    pub gravity: Vec2,
    /// Rule that combines the restitution and the friction of two bodies in contact.
    pub combine: Combine,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) bodies: Bodies,
    pub(crate) places: IdMap,
    /// Id after the greatest id ever given; `None` after the last possible id.
    pub(crate) next_id: Option<u32>,
    /// First id of the search for a free one, once all ids were given.
    pub(crate) again_from: u32,
    /// True if the lifts, pushes, squishes or sensor entries of despawned bodies are still listed.
    has_gone: bool,
    pub(crate) memories: Memories,
    pub(crate) movers: Movers,
    /// Pairs of bodies that pass through each other.
    pub(crate) ignored: Ignored,
    pub(crate) senses: Senses,
    log: EventLog,
    /// Step output of each part, one for each part that any step had.
    notes: Vec<StepOutput>,
    /// Step output of the solid bodies.
    solid_notes: StepOutput,
    /// Profiles of the solid bodies while a phase skips them.
    aside: Vec<ProfileId>,
    /// Bodies with a time scale or a hit stop.
    timed: Timed,
    /// Buffer of restores, kept to reuse its allocation.
    pub(crate) saved: SavedState,
    pub(crate) hits: u64,
    pair_counts: PairCounts,
    pairs: Pairs,
}

impl World {
    /// Creates a world without bodies or gravity.
    #[must_use]
    pub fn new(mut grid: TileGrid) -> Self {
        grid.begin_journal();
        World {
            grid,
            gravity: Vec2::ZERO,
            combine: Combine::default(),
            profiles: vec![Profile::default()],
            bodies: Bodies::default(),
            places: IdMap::default(),
            next_id: Some(0),
            again_from: 0,
            has_gone: false,
            memories: Memories::default(),
            movers: Movers::default(),
            ignored: Ignored::default(),
            senses: Senses::default(),
            log: EventLog::default(),
            notes: Vec::new(),
            solid_notes: StepOutput::default(),
            aside: Vec::new(),
            timed: Timed::default(),
            saved: SavedState::default(),
            hits: 0,
            pair_counts: PairCounts::default(),
            pairs: Pairs::default(),
        }
    }

    /// Adds a profile for bodies to share.
    ///
    /// # Panics
    /// If a number in it is [out of range](Profile::fault), or if there are 2^31 profiles already.
    pub fn add_profile(&mut self, profile: Profile) -> ProfileId {
        profile.validate();
        let id = ProfileId::of_place(self.profiles.len());
        self.profiles.push(profile);
        id
    }

    /// Returns the profile `id`.
    ///
    /// # Panics
    /// If `id` belongs to a world with more profiles than this one.
    #[must_use]
    pub fn profile(&self, id: ProfileId) -> &Profile {
        &self.profiles[id.place()]
    }

    /// Replaces a profile, for all its bodies.
    ///
    /// # Panics
    /// As [`add_profile`](Self::add_profile) and [`profile`](Self::profile).
    pub fn set_profile(&mut self, id: ProfileId, profile: Profile) {
        profile.validate();
        self.profiles[id.place()] = profile;
    }

    /// Adds a body under a [new id](Self::new_id).
    ///
    /// # Panics
    /// If the body lies outside the world or has no size, or if the profile is not of this world.
    pub fn spawn(&mut self, profile: ProfileId, body: Body) -> BodyId {
        if self.next_id.is_none() {
            self.forget_gone();
        }
        let id = self.new_id();
        self.put(id, profile, body);
        id
    }

    /// Adds a body under an id of the caller's choice.
    ///
    /// # Panics
    /// As [`spawn`](Self::spawn), and if the id is taken.
    pub fn spawn_as(&mut self, id: BodyId, profile: ProfileId, body: Body) {
        // State kept for a despawned body of this id must not pass to the new body.
        if self.next_id.is_none_or(|next| id.0 < next) {
            self.forget_gone();
        }
        self.put(id, profile, body);
    }

    fn put(&mut self, id: BodyId, profile: ProfileId, body: Body) {
        assert!(profile.place() < self.profiles.len(), "{profile:?} is not of this world");
        validate(&body);
        assert!(self.places.add(id, self.bodies.len()), "{id:?} is taken");
        self.reserve_id(id);
        self.bodies.push(id, profile, &body);
        self.memories.set(id, body.memory);
    }

    /// Removes a body and returns it, or `None` if no body has this id.
    pub fn despawn(&mut self, id: BodyId) -> Option<Body> {
        let place = self.places.get(id)?;
        let body = Body { memory: self.memories.get(id), ..self.bodies.get(place) };
        self.memories.set(id, TransientState::NONE);
        self.ignored.forget(id);
        if let Some(shape) = self.movers.solids.shape(id) {
            self.grid.remove_box(shape);
        }
        self.take_out(id);
        // Cleaned up later, in one search of each list for all despawned bodies.
        self.has_gone = true;
        Some(body)
    }

    /// Drops the lifts, pushes, squishes and sensor entries of despawned bodies.
    fn forget_gone(&mut self) {
        if std::mem::take(&mut self.has_gone) {
            self.movers.solids.forget_gone(&mut self.grid, &self.places);
            self.movers.forget_gone(&self.places);
            self.senses.forget_gone(&self.places);
        }
    }

    /// Returns the number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// True if the world has no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.id.is_empty()
    }

    /// Returns all body ids, ascending.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.places.iter().map(|(id, _)| id)
    }

    /// Returns a body in its present state, or `None` if no body has this id.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        let body = self.bodies.get(self.places.get(id)?);
        Some(Body { memory: self.memories.get(id), ..body })
    }

    /// Returns the contacts of a body at the end of the last step.
    #[doc(alias = "contact")]
    #[doc(alias = "is_on_floor")]
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<BodyState> {
        Some(self.bodies.state[self.places.get(id)?])
    }

    /// Returns the profile of a body.
    #[must_use]
    pub fn profile_of(&self, id: BodyId) -> Option<ProfileId> {
        Some(self.bodies.profile[self.places.get(id)?])
    }

    /// Replaces a body's position, size, velocity and remainder: a teleport. True if the body exists.
    ///
    /// [`state`](Self::state) keeps the contacts of the last step until the next one.
    ///
    /// # Panics
    /// If `body` lies outside the world or has no size.
    #[doc(alias = "teleport")]
    pub fn set_body(&mut self, id: BodyId, body: Body) -> bool {
        validate(&body);
        let place = self.places.get(id);
        if let Some(place) = place {
            self.bodies.set(place, &body);
            self.memories.set(id, body.memory);
            self.bodies.state[place] = self.bodies.state[place].with_stuck(false);
            self.movers.put_solid(&mut self.grid, id, body.aabb());
        }
        place.is_some()
    }

    /// Sets a velocity, in px/s. True if the body exists.
    ///
    /// The next step reports a component that is not finite, and skips the body.
    pub fn set_velocity(&mut self, id: BodyId, velocity: impl Into<[f32; 2]>) -> bool {
        let [x, y] = velocity.into();
        let place = self.places.get(id);
        if let Some(place) = place {
            // Adding zero turns -0 into +0.
            self.bodies.x.velocity[place] = x + 0.0;
            self.bodies.y.velocity[place] = y + 0.0;
        }
        place.is_some()
    }

    /// Assigns another profile to a body. True if the body exists.
    ///
    /// # Panics
    /// If the profile is not of this world.
    pub fn change_profile(&mut self, id: BodyId, profile: ProfileId) -> bool {
        assert!(profile.place() < self.profiles.len(), "{profile:?} is not of this world");
        let place = self.places.get(id);
        if let Some(place) = place {
            self.bodies.profile[place] = profile;
        }
        place.is_some()
    }

    /// Hashes the state of all bodies: ids, positions, sizes, velocities, remainders, contacts, transient
    /// state, sensor overlaps and [ignored pairs](Self::ignore_pair).
    ///
    /// Equal states have equal hashes, for any order of spawning, build and machine.
    #[doc(alias = "checksum")]
    #[doc(alias = "determinism")]
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        for (id, place) in self.places.iter() {
            let body = self.bodies.get(place);
            let unsigned = |v: IVec2| (v.x as u32, v.y as u32);
            let float_bits = |v: Vec2| (v.x.to_bits(), v.y.to_bits());
            hasher.pair(id.0, u32::from(self.bodies.state[place].bits()));
            for (low, high) in [
                unsigned(body.position),
                unsigned(body.size),
                float_bits(body.velocity),
                float_bits(body.remainder),
            ] {
                hasher.pair(low, high);
            }
        }
        self.memories.hash(&mut hasher, |shape| self.movers.owner(shape));
        self.movers.hash(&mut hasher, &self.places);
        self.senses.hash(&mut hasher, &self.places);
        self.ignored.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the bytes of all body arrays and of the id map, without spare capacity.
    #[must_use]
    pub fn body_bytes(&self) -> usize {
        self.len() * Bodies::BYTES_EACH + self.places.bytes()
    }
}

/// Checks a body of the caller.
///
/// # Panics
/// If the body lies outside the world, has no size, or has a remainder beyond ±0.5.
fn validate(body: &Body) {
    assert!(
        body.size.x > 0 && body.size.y > 0,
        "a body must be at least one lattice unit wide and high: {body:?}"
    );
    assert!(body.is_in_world(), "a body must lie within ±{WORLD_LIMIT} lattice units: {body:?}");
    assert!(
        body.remainder.x.abs() <= 0.5 && body.remainder.y.abs() <= 0.5,
        "a remainder must be within ±0.5: {body:?}"
    );
    let is_sound = body.memory.is_sound();
    assert!(is_sound, "time scales must be finite and not negative, stored speeds finite: {body:?}");
}
