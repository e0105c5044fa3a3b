//! Dynamics world: bodies in a tile grid, and what the game asks of them between steps.

mod body_ref;
mod checkpoint;
mod control;
mod events;
mod ignored_pairs;
mod load;
mod movers;
mod platform_phase;
mod remap;
mod row_step;
mod standing;
mod step;

pub use body_ref::BodyRef;
pub use checkpoint::Checkpoint;
pub use control::{ControlContext, Phase, StepHooks};
pub use load::WholeState;
pub use row_step::{BodyRows, RowStep};
pub(crate) use step::StepParts;

use crate::controller::{Body, TransientState, is_time_scale};
use crate::dynamics::context::StepClasses;
use crate::dynamics::ids::BodyId;
use crate::dynamics::islands::Pairs;
use crate::dynamics::output::{EventLog, PairCounts, StepOutput};
use crate::dynamics::platforms::PlatformSolver;
use crate::dynamics::sensors::SensorState;
use crate::dynamics::settings::{Combine, Profile, ProfileId};
use crate::dynamics::state::{Bodies, BodyState, IdMap, IgnoredPairs, SavedState, TransientStates};
use crate::grid::TileGrid;
use crate::hash::StateHasher;
use crate::limits::WORLD_LIMIT;
use glam::{IVec2, Vec2};

/// A tile grid and the bodies in it: the dynamics world.
///
/// Bodies are stored as a structure of arrays in no particular order; a [`BodyId`] finds one. No result of a
/// step depends on the order of spawning.
///
/// ```
/// use tilephys_core::{Body, ProfileId, Tile, TileCoord, TileGrid, World};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// grid.set_tile(ground, TileCoord::new(0, 2), Some(stone));
/// let mut world = World::new(grid);
/// world.gravity.y = 900.0;
/// let hero = world.spawn(ProfileId::DEFAULT, Body::new([4.0, 0.0], [8.0, 11.0]));
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// assert_eq!(world.body(hero).unwrap().position_px().y, 21.0);
/// assert!(world.state(hero).unwrap().on_floor());
/// ```
#[doc(alias("physics world", "space"))]
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
    pub(crate) indices: IdMap,
    /// Id after the greatest id ever given; `None` after the last possible id.
    pub(crate) next_id: Option<u32>,
    /// First id of the search for a free one, once all ids were given.
    pub(crate) again_from: u32,
    /// True if the lifts, pushes, squishes or sensor entries of despawned bodies are still listed.
    pub(crate) has_gone: bool,
    pub(crate) transient: TransientStates,
    /// Bodies that the game placed before the present step, by ascending id.
    pub(crate) placed: Vec<BodyId>,
    /// Buffer for positions and sizes of bodies that get other indices.
    pub(crate) remapped_boxes: Vec<[IVec2; 2]>,
    pub(crate) platforms: PlatformSolver,
    pub(crate) ignored: IgnoredPairs,
    pub(crate) senses: SensorState,
    pub(crate) log: EventLog,
    /// Step output of each part, one for each part that any step had.
    pub(crate) output: Vec<StepOutput>,
    /// Bodies that the batched passes leave out, in the present phase.
    pub(crate) classes: StepClasses,
    /// Buffer of restores, kept to reuse its allocation.
    pub(crate) saved: SavedState,
    pub(crate) hits: u64,
    pub(crate) pair_counts: PairCounts,
    pub(crate) pairs: Pairs,
    pub(crate) has_warned: bool,
}

impl World {
    /// Creates a world without bodies or gravity.
    #[must_use]
    pub fn new(mut grid: TileGrid) -> Self {
        grid.set_first_map();
        World {
            grid,
            gravity: Vec2::ZERO,
            combine: Combine::default(),
            // Profile 0 exists from the start, so that a body can be spawned without one of the game's own.
            profiles: vec![Profile::default()],
            bodies: Bodies::default(),
            indices: IdMap::default(),
            next_id: Some(0),
            again_from: 0,
            has_gone: false,
            transient: TransientStates::default(),
            placed: Vec::new(),
            remapped_boxes: Vec::new(),
            platforms: PlatformSolver::default(),
            ignored: IgnoredPairs::default(),
            senses: SensorState::default(),
            log: EventLog::default(),
            output: Vec::new(),
            classes: StepClasses::default(),
            saved: SavedState::default(),
            hits: 0,
            pair_counts: PairCounts::default(),
            pairs: Pairs::default(),
            has_warned: false,
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
        &self.profiles[id.index()]
    }

    /// Replaces a profile, for all its bodies.
    ///
    /// # Panics
    /// As [`add_profile`](Self::add_profile) and [`profile`](Self::profile).
    pub fn set_profile(&mut self, id: ProfileId, profile: Profile) {
        profile.validate();
        self.profiles[id.index()] = profile;
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
        assert!(profile.index() < self.profiles.len(), "{profile:?} is not of this world");
        validate(&body);
        assert!(self.indices.add(id, self.bodies.len()), "{id:?} is taken");
        self.reserve_id(id);
        self.bodies.push(id, profile, BodyState::default(), &body);
        self.transient.set(id, body.memory);
    }

    /// Removes a body and returns it, or `None` if no body has this id.
    pub fn despawn(&mut self, id: BodyId) -> Option<Body> {
        let index = self.indices.get(id)?;
        let body = Body { memory: self.transient.get(id), ..self.bodies.get(index) };
        self.transient.set(id, TransientState::NONE);
        self.ignored.forget(id);
        if let Some(shape) = self.platforms.state.solids.shape(id) {
            self.grid.remove_box(shape);
        }
        self.take_out(id);
        // Cleaned up later, in one search of each list for all despawned bodies.
        self.has_gone = true;
        Some(body)
    }

    /// Drops the lifts, pushes, squishes and sensor entries of despawned bodies.
    pub(crate) fn forget_gone(&mut self) {
        if std::mem::take(&mut self.has_gone) {
            self.platforms.state.solids.forget_gone(&mut self.grid, &self.indices);
            self.platforms.state.forget_gone(&self.indices);
            self.senses.forget_gone(&self.indices);
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
        self.indices.iter().map(|(id, _)| id)
    }

    /// Returns a body in its present state, or `None` if no body has this id.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        let body = self.bodies.get(self.indices.get(id)?);
        Some(Body { memory: self.transient.get(id), ..body })
    }

    /// Returns the contacts of a body at the end of the last step. A body that the game has [placed](Self::set_body) since
    /// has none until the next step finds them, before the game controls the body.
    #[doc(alias("contact", "is_on_floor"))]
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<BodyState> {
        Some(self.bodies.state[self.indices.get(id)?])
    }

    /// Returns the bodies that the game placed before this step, spawned or [elsewhere](Self::set_body), by ascending id. For
    /// the control phase.
    #[must_use]
    pub fn placed_bodies(&self) -> &[BodyId] {
        &self.placed
    }

    /// Returns the profile of a body.
    #[must_use]
    pub fn profile_of(&self, id: BodyId) -> Option<ProfileId> {
        Some(self.bodies.profile[self.indices.get(id)?])
    }

    /// Replaces a body's position, size, velocity and remainder: a teleport. True if the body exists.
    ///
    /// A body in [another place](BodyState::is_placed) begins anew there. Its lift velocity, its dropped lines and the speed
    /// that a wall took from it are cleared, and the next step finds its floor and contacts before the game controls it.
    ///
    /// # Panics
    /// If `body` lies outside the world or has no size.
    #[doc(alias = "teleport")]
    pub fn set_body(&mut self, id: BodyId, body: Body) -> bool {
        validate(&body);
        let index = self.indices.get(id);
        if let Some(index) = index {
            let before = self.bodies.get(index).aabb();
            self.bodies.set(index, &body);
            self.transient.set(id, body.memory);
            // The state compares boxes, so that only a moved or resized body begins anew.
            let state = self.bodies.state[index].with_stuck(false);
            self.bodies.state[index] = state.after_edit(&before, &body.aabb());
            self.platforms.state.put_solid(&mut self.grid, id, body.aabb());
        }
        index.is_some()
    }

    /// Sets a velocity, in px/s. True if the body exists.
    ///
    /// The next step reports a component that is not finite, and skips the body.
    pub fn set_velocity(&mut self, id: BodyId, velocity: impl Into<[f32; 2]>) -> bool {
        let [x, y] = velocity.into();
        let index = self.indices.get(id);
        if let Some(index) = index {
            // Adding zero turns -0 into +0.
            self.bodies.x.velocity[index] = x + 0.0;
            self.bodies.y.velocity[index] = y + 0.0;
        }
        index.is_some()
    }

    /// Assigns another profile to a body. True if the body exists.
    ///
    /// # Panics
    /// If the profile is not of this world.
    pub fn change_profile(&mut self, id: BodyId, profile: ProfileId) -> bool {
        assert!(profile.index() < self.profiles.len(), "{profile:?} is not of this world");
        let index = self.indices.get(id);
        if let Some(index) = index {
            self.bodies.profile[index] = profile;
        }
        index.is_some()
    }

    /// Hashes the state of all bodies: ids, positions, sizes, velocities, remainders, contacts, transient
    /// state, sensor overlaps and [ignored pairs](Self::ignore_pair).
    ///
    /// Equal states have equal hashes, for any order of spawning, build and machine.
    #[doc(alias("checksum", "determinism"))]
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        // In order of ids: indices depend on the order in which bodies were spawned and removed.
        for (id, index) in self.indices.iter() {
            let body = self.bodies.get(index);
            let unsigned = |v: IVec2| (v.x as u32, v.y as u32);
            let float_bits = |v: Vec2| (v.x.to_bits(), v.y.to_bits());
            hasher.pair(id.0, u32::from(self.bodies.state[index].bits()));
            for (low, high) in [
                unsigned(body.position),
                unsigned(body.size),
                float_bits(body.velocity),
                float_bits(body.remainder),
            ] {
                hasher.pair(low, high);
            }
        }
        let platforms = &self.platforms.state;
        // Ids of shapes depend on the order in which movers were added.
        let in_order = |shape| platforms.store.shape_in_order(shape);
        self.transient.hash(&mut hasher, |shape| platforms.owner(shape), in_order);
        platforms.hash(&mut hasher, &self.indices);
        self.senses.hash(&mut hasher, &self.indices, in_order);
        self.ignored.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the bytes of all body arrays and of the id map, without spare capacity.
    #[must_use]
    pub fn body_bytes(&self) -> usize {
        self.len() * Bodies::BYTES_EACH + self.indices.bytes()
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

impl World {
    /// Sets a body's time scale: 0.5 for half speed, 1 for normal. Default 1.
    ///
    /// Gravity, friction and motion are scaled, but neither the motion by platforms nor timers in ticks. True if
    /// the body exists and the scale is finite and not negative; otherwise nothing changes.
    #[doc(alias = "slow motion")]
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        is_time_scale(scale) && self.edit_memory(id, |memory| memory.time_scale = scale + 0.0)
    }

    /// Changes the transient state of a body. True if the body exists.
    pub(crate) fn edit_memory(&mut self, id: BodyId, edit: impl FnOnce(&mut TransientState)) -> bool {
        let is_there = self.indices.get(id).is_some();
        if is_there {
            let mut memory = self.transient.get(id);
            edit(&mut memory);
            self.transient.set(id, memory);
        }
        is_there
    }

    /// Returns a body's time scale; 1 is normal.
    #[must_use]
    pub fn time_scale(&self, id: BodyId) -> Option<f32> {
        self.indices.get(id).map(|_| self.transient.get(id).time_scale)
    }

    /// Freezes a body for the next `ticks` steps; 0 ends the stop. True if the body exists.
    ///
    /// Position, velocity and contacts stay. Movers still carry and push the body, and a solid that is put onto it pushes it
    /// out. Ticks of [ignored](Self::ignore) solids run on.
    #[doc(alias = "freeze_frames")]
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        self.edit_memory(id, |memory| memory.stop_ticks = ticks)
    }

    /// Returns the remaining ticks of a body's hit stop.
    #[must_use]
    pub fn stop_ticks(&self, id: BodyId) -> Option<u8> {
        self.indices.get(id).map(|_| self.transient.get(id).stop_ticks)
    }
}
