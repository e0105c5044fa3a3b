//! Events of levels as messages: what their regions and rules did to bodies in a step.

use super::components::RegionKind;
use super::spawned::{Fallen, SpawnedLevel};
use crate::components::{Body, BodyId, Collider, Position};
use crate::physics_world::PhysicsWorld;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Message, MessageWriter, Query, Res, With};
use tilephys_core::SensorId;
use tilephys_core::platform::PushSource;
use tilephys_objects::{DeathCause, EventEntities, LevelEventKind};

/// A region or a rule of a level did something to a body in the last step.
///
/// The messages of a step are sorted by body, and for one body by time. Falls out of the map come last, once for each fall. All are sent
/// before the game acts: each of two bodies that come into one coin has a message, and despawning the coin fails for the second.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "kill_below")]
pub struct LevelEvent {
    /// Entity of the level.
    pub level: Entity,
    /// Entity of the body.
    pub body: Entity,
    /// What happened to the body.
    pub kind: LevelEventKind<Entity>,
}

/// All bodies with their boxes.
type Boxes = (Entity, &'static BodyId, &'static Position, &'static Collider);

/// Entities of a level.
struct Named<'a> {
    spawned: &'a SpawnedLevel,
    physics: &'a PhysicsWorld,
    regions: &'a Query<'a, 'a, &'static RegionKind>,
}

impl EventEntities for Named<'_> {
    type Entity = Entity;

    fn region(&self, sensor: SensorId) -> Option<(Entity, tilephys_tiled::RegionKind)> {
        let region = self.physics.sensor_entity(sensor).filter(|region| self.spawned.owns(*region))?;
        Some((region, self.regions.get(region).ok()?.0))
    }

    fn pusher(&self, pusher: PushSource) -> Option<Entity> {
        self.physics.pusher_entity(pusher).filter(|pusher| self.spawned.owns(*pusher))
    }
}

/// Sends the events of all levels in the last step.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
pub(crate) fn send_events(
    physics: Option<Res<PhysicsWorld>>,
    mut levels: Query<(Entity, &SpawnedLevel, &mut Fallen)>,
    regions: Query<&'static RegionKind>,
    bodies: Query<Boxes, With<Body>>,
    mut messages: MessageWriter<LevelEvent>,
) {
    let Some(physics) = physics else { return };
    for (level, spawned, mut fallen) in &mut levels {
        let named = Named { spawned, physics: &physics, regions: &regions };
        messages.write_batch(physics.last_events().filter_map(|event| {
            let kind = LevelEventKind::of(event.kind, &named)?;
            Some(LevelEvent { level, body: event.entity, kind })
        }));
        let now = find_fallen(spawned, &bodies);
        let kind = LevelEventKind::Killed { cause: DeathCause::Below };
        let fell = now.iter().filter(|body| !fallen.0.contains(body));
        messages.write_batch(fell.map(|body| LevelEvent { level, body: *body, kind }));
        fallen.0 = now;
    }
}

/// Finds the bodies below each level again, after a rollback.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
pub(crate) fn restore_fallen(
    mut levels: Query<(&SpawnedLevel, &mut Fallen)>,
    bodies: Query<Boxes, With<Body>>,
) {
    for (spawned, mut fallen) in &mut levels {
        fallen.0 = find_fallen(spawned, &bodies);
    }
}

/// Bodies below a level, by id; none unless its `bounds` is `kill_below`.
fn find_fallen(spawned: &SpawnedLevel, bodies: &Query<Boxes, With<Body>>) -> Vec<Entity> {
    if spawned.rules.kill_area.is_none() {
        return Vec::new();
    }
    let below = bodies.iter().filter(|(.., position, collider)| spawned.is_below(**position, **collider));
    let mut below: Vec<_> = below.map(|(entity, id, ..)| (id.get(), entity)).collect();
    below.sort_unstable_by_key(|(id, _)| *id);
    below.into_iter().map(|(_, entity)| entity).collect()
}
