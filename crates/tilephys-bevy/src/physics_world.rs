//! The engine's world as a resource.

use crate::bodies::BodyMap;
use crate::characters::Characters;
use crate::events::PhysicsEvent;
use crate::ids::{IdOf, Known};
use crate::kit::Kit;
use crate::pool::Pool;
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Resource;
use tilephys_columns::{LeftFloors, Movers, Profiles, Regions, Resized};
use tilephys_core::platform::PushSource;
use tilephys_core::{BodyId, Combine, EventKind, SensorId, TileGrid, World};

/// The map, and the bodies as the last step left them.
///
/// The entities have all that defines a body; this resource has the map, short-lived state such as timers, and copies of components. It
/// answers questions between steps. During a step, in [`ControlPhase`](crate::ControlPhase), it is absent.
#[derive(Resource)]
pub struct PhysicsWorld {
    pub(crate) core: World,
    pub(crate) bodies: BodyMap,
    pub(crate) profiles: Profiles,
    pub(crate) movers: Movers<Spawned>,
    pub(crate) regions: Regions<Spawned>,
    pub(crate) characters: Characters,
    pub(crate) kit: Kit,
    pub(crate) left_floors: LeftFloors,
    /// Size changes of the control phase.
    pub(crate) resized: Vec<Resized>,
    pub(crate) pool: Pool,
}

impl PhysicsWorld {
    /// World with a map and without gravity.
    #[must_use]
    pub fn new(grid: TileGrid) -> Self {
        PhysicsWorld {
            core: World::new(grid),
            bodies: BodyMap::default(),
            profiles: Profiles::default(),
            movers: Movers::default(),
            regions: Regions::default(),
            characters: Characters::default(),
            kit: Kit::default(),
            left_floors: LeftFloors::default(),
            resized: Vec::new(),
            pool: Pool::default(),
        }
    }

    /// Sets the gravity, in px/s²; y points down.
    #[must_use]
    pub fn with_gravity(mut self, gravity: [f32; 2]) -> Self {
        self.set_gravity(gravity);
        self
    }

    /// Sets the gravity, in px/s²; y points down.
    pub fn set_gravity(&mut self, gravity: [f32; 2]) {
        self.core.gravity = gravity.into();
    }

    /// Sets the greatest number of threads of a step. Results do not depend on it. Default: all of Bevy's `ComputeTaskPool`. With 1 it is the
    /// thread of the schedule alone. Feature `parallel`.
    #[cfg(feature = "parallel")]
    pub fn set_threads(&mut self, threads: usize) {
        self.pool.threads = Some(threads);
    }

    /// Sets the rule that combines the restitution and the friction of two bodies in contact.
    pub fn set_combine(&mut self, combine: Combine) {
        self.core.combine = combine;
    }

    /// The gravity, in px/s²; y points down.
    #[must_use]
    pub fn gravity(&self) -> [f32; 2] {
        self.core.gravity.to_array()
    }

    /// The engine's world, for what has no method here: sweeps, predictions, floors, pushes. Its vectors are of the engine's version of glam.
    #[must_use]
    pub fn raw(&self) -> &World {
        &self.core
    }

    /// Hash of all bodies, equal on all machines.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.core.state_hash()
    }

    /// The map.
    #[must_use]
    pub fn grid(&self) -> &TileGrid {
        &self.core.grid
    }

    /// The map, for changes between steps.
    pub fn grid_mut(&mut self) -> &mut TileGrid {
        &mut self.core.grid
    }

    /// Id that an argument names.
    pub(crate) fn id_of<T>(&self, of: impl IdOf<T>) -> Option<T> {
        of.id_among(&Known { core: &self.core, bodies: &self.bodies, movers: &self.movers })
    }

    /// Entity of a body in the last step.
    #[must_use]
    pub fn entity(&self, id: BodyId) -> Option<Entity> {
        self.bodies.entity(&self.core, id)
    }

    /// Entity of a sensor in the last step: of a [`Trigger`](crate::Trigger), or of a body with a [`Sensor`](crate::Sensor).
    #[must_use]
    pub fn sensor_entity(&self, sensor: impl Into<SensorId>) -> Option<Entity> {
        match sensor.into() {
            SensorId::Body(id) => self.entity(id),
            SensorId::Region(id) => self.regions.entity(id).map(|spawned| spawned.0),
        }
    }

    /// Entity of a mover or a body that pushes, as [squish events](tilephys_core::EventKind::SquishBegin) name it.
    #[must_use]
    pub fn pusher_entity(&self, pusher: PushSource) -> Option<Entity> {
        match pusher {
            PushSource::Mover(id) => self.movers.entity(id).map(|spawned| spawned.0),
            PushSource::Body(id) => self.entity(id),
        }
    }

    /// Entity of the mover or body that a body stands on: under its middle if several touch. `None` on the map and in the air.
    #[must_use]
    #[doc(alias = "floor entity")]
    pub fn standing_on(&self, body: impl IdOf<BodyId>) -> Option<Entity> {
        self.pusher_entity(self.core.standing_on(self.id_of(body)?)?)
    }

    /// Entities that [stand](Self::standing_on) on a mover or a body, by ascending id. Scans all bodies.
    #[doc(alias = "passengers")]
    pub fn riders(&self, of: impl IdOf<PushSource>) -> impl Iterator<Item = Entity> {
        let riders = self.id_of(of).map(|of| self.core.riders(of)).unwrap_or_default();
        riders.into_iter().filter_map(|id| self.entity(id))
    }

    /// Entity of the mover or body that began or ended to hold a body, for an event of the last step with the kind
    /// [`FloorBegin`](EventKind::FloorBegin) or [`FloorEnd`](EventKind::FloorEnd). `None` for other events, and for a floor that is a
    /// part of the map or is gone.
    #[must_use]
    pub fn floor_entity(&self, event: &PhysicsEvent) -> Option<Entity> {
        match event.kind {
            EventKind::FloorBegin => self.standing_on(event.body?),
            EventKind::FloorEnd => self.pusher_entity(self.left_floors.get(event.body?)?),
            _ => None,
        }
    }

    /// Lets a body fall through the one-way tiles under it, from the next step on. True if there are any.
    pub fn drop_through(&mut self, body: impl IdOf<BodyId>) -> bool {
        self.id_of(body).is_some_and(|id| self.core.drop_through(id))
    }

    /// Sets whether two bodies pass through each other, from the next step on. False if a body is unknown, or both are the same.
    pub fn ignore_pair(&mut self, a: impl IdOf<BodyId>, b: impl IdOf<BodyId>, is_ignored: bool) -> bool {
        self.id_of(a).zip(self.id_of(b)).is_some_and(|(a, b)| self.core.ignore_pair(a, b, is_ignored))
    }

    /// Freezes a body for the next `ticks` steps. True if the body is known.
    pub fn hit_stop(&mut self, body: impl IdOf<BodyId>, ticks: u8) -> bool {
        self.id_of(body).is_some_and(|id| self.core.hit_stop(id, ticks))
    }

    /// Sets the time scale of a body: 0.5 is half speed. False if the body is unknown, or the scale negative or not finite.
    pub fn set_time_scale(&mut self, body: impl IdOf<BodyId>, scale: f32) -> bool {
        self.id_of(body).is_some_and(|id| self.core.set_time_scale(id, scale))
    }

    /// Entities that a [`HitBox`](crate::HitBox) hurt in the last step, each with its attacker, by ascending id of the hurt body. The step has made
    /// them invulnerable and thrown them already.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use tilephys_bevy::PhysicsWorld;
    ///
    /// fn die(physics: Res<PhysicsWorld>, mut commands: Commands) {
    ///     for (victim, _) in physics.hurt() {
    ///         commands.entity(victim).despawn();
    ///     }
    /// }
    /// ```
    #[doc(alias = "damage")]
    pub fn hurt(&self) -> impl Iterator<Item = (Entity, Entity)> + '_ {
        self.kit.hurt.iter().copied()
    }

    /// Events of the last step.
    pub(crate) fn last_events(&self) -> impl Iterator<Item = PhysicsEvent> + '_ {
        let movers = self.movers.faults();
        let regions = self.regions.faults().iter().copied();
        let unsound = movers.chain(regions).map(|(spawned, field, fault)| {
            let kind = EventKind::Rejected { field, fault };
            PhysicsEvent { entity: spawned.0, body: None, kind }
        });
        let of_bodies = self.core.events().iter().filter_map(|event| {
            let entity = self.bodies.entity_or_departed(&self.core, event.body)?;
            Some(PhysicsEvent { entity, body: Some(event.body), kind: event.kind })
        });
        unsound.chain(self.characters.events()).chain(self.kit.events()).chain(of_bodies)
    }
}
