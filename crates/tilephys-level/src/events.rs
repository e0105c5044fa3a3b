//! Events of a level: what its regions and rules did to bodies in a step.

use crate::spawned::SpawnedLevel;
use hecs::{Entity, World};
use tilephys_core::platform::PushSource;
use tilephys_core::{BodyId, SensorId};
use tilephys_ecs::{Collider, Event, Physics, Position, Velocity};
use tilephys_objects::{DeathCause, EventEntities, LevelEventKind};
use tilephys_tiled::RegionKind;

/// Event of a level: what a region or a rule of it did to a body.
///
/// ```
/// use tilephys_level::{LevelEvent, LevelEventKind};
/// use tilephys_tiled::RegionKind;
///
/// /// Number of coins that the hero has come into.
/// fn coins(events: &[LevelEvent], hero: hecs::Entity) -> usize {
///     let of_hero = events.iter().filter(|event| event.body == hero);
///     let is_coin = |kind: &LevelEventKind<hecs::Entity>| matches!(kind, LevelEventKind::Enter { kind: RegionKind::Collectible, .. });
///     of_hero.filter(|event| is_coin(&event.kind)).count()
/// }
/// # let mut world = hecs::World::new();
/// # let hero = world.spawn(());
/// # let region = world.spawn(());
/// # let kind = LevelEventKind::Enter { region, kind: RegionKind::Collectible };
/// # assert_eq!(coins(&[LevelEvent { body: hero, kind }], hero), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelEvent {
    /// Entity of the body.
    pub body: Entity,
    /// Kind and details of the event.
    pub kind: LevelEventKind<Entity>,
}

impl SpawnedLevel {
    /// Events of the level in the last step. Call it once after each step; a fall is reported once.
    ///
    /// Events are sorted by body, and for one body by fraction of the step. Falls out of the map come last, by body.
    /// Regions that the game has despawned since the step have no events. The list is whole before the game acts on it:
    /// each of two bodies that come into one coin has an event, so despawning the coin fails for the second.
    ///
    /// ```
    /// use tilephys_ecs::{Collider, Position, Velocity};
    /// use tilephys_level::{LevelEventKind, SpawnedLevel};
    /// use tilephys_tiled::{Mark, RegionKind};
    /// # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
    /// #  <objectgroup id="1" name="things"><object id="2" class="TpCollectible" x="28" y="32" width="8" height="8"/>
    /// #  <object id="3" class="TpDoor" x="28" y="64" width="8" height="8"><properties><property name="target" type="file" value="hall.tmx"/></properties></object></objectgroup>
    /// # </map>"#;
    /// # let files = |_: &std::path::Path| Ok(map.to_vec());
    /// # let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
    /// # let mut world = hecs::World::new();
    /// # let (mut physics, mut spawned) = SpawnedLevel::begin(&mut level, &mut world, 1.0 / 60.0)?;
    /// # let body = (Position::new(28.0, 0.0), Velocity::new(0.0, 240.0), Collider::new(8.0, 11.0));
    /// # let player = physics.spawn(&mut world, body);
    /// let (mut coins, mut next) = (0, None);
    /// for _ in 0..30 {
    ///     physics.step(&mut world, 1.0 / 60.0);
    ///     for event in spawned.events(&physics, &world) {
    ///         match event.kind {
    ///             _ if event.body != player => {}
    ///             LevelEventKind::Enter { region, kind: RegionKind::Collectible } => {
    ///                 coins += u32::from(world.despawn(region).is_ok());
    ///             }
    ///             LevelEventKind::Enter { region, kind: RegionKind::Door } => {
    ///                 next = world.get::<&Mark>(region)?.door().cloned();
    ///             }
    ///             LevelEventKind::Killed { cause } => println!("dead: {cause:?}"),
    ///             _ => {}
    ///         }
    ///     }
    /// }
    /// assert_eq!(coins, 1);
    /// // The next level is at `target`, and its `Level::arrival(&door)` is where the player appears.
    /// assert_eq!(next.unwrap().target, Some("hall.tmx".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "kill_zone")]
    #[doc(alias = "checkpoint")]
    #[doc(alias = "kill_below")]
    #[must_use]
    pub fn events(&mut self, physics: &Physics, world: &World) -> Vec<LevelEvent> {
        let named = Named { spawned: self, physics, world };
        let kind = |event: Event| {
            let kind = LevelEventKind::of(event.kind, &named)?;
            Some(LevelEvent { body: event.entity, kind })
        };
        let mut events: Vec<LevelEvent> = physics.events().filter_map(kind).collect();
        let below = self.below(world);
        let fell = below.iter().filter(|body| self.below.binary_search(body).is_err());
        let kind = LevelEventKind::Killed { cause: DeathCause::Below };
        events.extend(fell.map(|(_, body)| LevelEvent { body: *body, kind }));
        self.below = below;
        events
    }

    /// Bodies that are below the map, ascending; none unless `bounds` is `kill_below`.
    pub(crate) fn below(&self, world: &World) -> Vec<(BodyId, Entity)> {
        if self.rules.kill_area.is_none() {
            return Vec::new();
        }
        let mut bodies = world.query::<(Entity, &BodyId, &Position, &Collider)>().with::<&Velocity>();
        let below =
            bodies.iter().filter(|(.., position, collider)| self.rules.is_below(**position, **collider));
        let mut below: Vec<(BodyId, Entity)> = below.map(|(entity, id, ..)| (*id, entity)).collect();
        below.sort_unstable();
        below
    }
}

/// Entities of a level in its world.
struct Named<'a> {
    spawned: &'a SpawnedLevel,
    physics: &'a Physics,
    world: &'a World,
}

impl EventEntities for Named<'_> {
    type Entity = Entity;

    fn region(&self, sensor: SensorId) -> Option<(Entity, RegionKind)> {
        let region = self.physics.sensor_entity(sensor).filter(|region| self.spawned.owns(*region))?;
        Some((region, *self.world.get::<&RegionKind>(region).ok()?))
    }

    fn pusher(&self, pusher: PushSource) -> Option<Entity> {
        self.physics.pusher_entity(pusher).filter(|pusher| self.spawned.owns(*pusher))
    }
}
