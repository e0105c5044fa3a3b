//! Serialization: the state of all entities as a snapshot, for rollback and saved games.

use crate::components::{Collider, Position, PreviousPosition, Registered, Velocity};
use crate::mover::Mover;
use crate::physics::Physics;
use crate::triggers::Others;
use glam::IVec2;
use hecs::{Entity, World};
use tilephys_core::{Body, BodyId, BodyState, MoverId, record::SaveError};

/// Entities that were added or left over when a snapshot was restored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Bodies that had no entity, by ascending id. Each is a new entity with [`Position`], [`Velocity`], [`Collider`],
    /// [`BodyId`] and [`BodyState`]; the game adds all else, settings too.
    pub bodies: Vec<(BodyId, Entity)>,
    /// Movers that had no entity, by ascending id: new entities with all components of a mover, its
    /// [path](crate::MoverPath) and [parent](crate::CarriedBy) too.
    pub movers: Vec<(MoverId, Entity)>,
    /// Triggers that had no entity: new entities with all components of a trigger.
    pub triggers: Vec<Entity>,
    /// Bodies, movers and triggers that the snapshot lacks: spawned later, or unsound when it was taken. The engine has
    /// dropped them and the game despawns them; any left in the next step are registered anew.
    pub surplus: Vec<Entity>,
}

impl Physics {
    /// Saves all of the engine's state as bytes: bodies with their timers, movers with their paths, triggers, and
    /// changes of the map since [`new`](Self::new).
    ///
    /// Reads the components first, as [`sync`](Self::sync) does, so changes since the last step are included. Not
    /// included: components that are settings, the game's own components, [`gravity`](Self::gravity),
    /// [`combine`](Self::combine), and kinds of tile.
    #[doc(alias = "serialize")]
    #[doc(alias = "rollback")]
    #[doc(alias = "save state")]
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// physics.gravity.y = 900.0;
    /// let mut world = hecs::World::new();
    /// let crate_box = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
    /// let entity = physics.spawn(&mut world, crate_box);
    /// let snapshot = physics.snapshot(&mut world);
    /// physics.step(&mut world, 1.0 / 60.0);
    /// let after = physics.state_hash();
    /// world.despawn(entity)?;
    ///
    /// let restored = physics.restore(&mut world, &snapshot)?;
    /// physics.step(&mut world, 1.0 / 60.0);
    /// assert_eq!((restored.bodies.len(), physics.state_hash()), (1, after));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snapshot(&mut self, world: &mut World) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_into(world, &mut bytes);
        bytes
    }

    /// Like [`snapshot`](Self::snapshot), but replaces the content of `bytes`, to reuse its memory.
    pub fn snapshot_into(&mut self, world: &mut World, bytes: &mut Vec<u8>) {
        self.sync(world);
        self.core.snapshot_without_profiles_into(bytes);
        let saved = &mut self.saved;
        saved.clear();
        let mut offset = world.query::<(&BodyId, &Collider)>().with::<&Registered>();
        let offset = offset.iter().filter(|(_, collider)| collider.offset != IVec2::ZERO);
        saved.body_offsets.extend(offset.map(|(id, collider)| (id.0, collider.offset)));
        saved.body_offsets.sort_unstable_by_key(|entry| entry.0);
        saved.body_offsets.dedup_by_key(|entry| entry.0);
        self.movers.save(saved);
        self.triggers.save(world, saved);
        saved.write(bytes);
    }

    /// Restores a snapshot of these entities, or of others with the same ids on the same map. The same steps after it
    /// give the same bits.
    ///
    /// Writes [`Position`], [`Velocity`], [`Collider`] and [`BodyState`] of bodies, all components of movers, and the
    /// regions of triggers. Bodies and movers are found by id, other triggers by entity; missing ones become new
    /// entities. The game restores everything else: settings, its own components, [`gravity`](Self::gravity) and
    /// [`combine`](Self::combine).
    ///
    /// Bodies without an id get one in the order of entities, and `hecs` may order entities differently after a
    /// restore. Use [`spawn`](Self::spawn) if that order matters. Clears the [`events`](Self::events) of the last step.
    #[doc(alias = "deserialize")]
    #[doc(alias = "rollback")]
    #[doc(alias = "load state")]
    ///
    /// # Errors
    /// If the bytes are no such snapshot, of another version, cut short, damaged, or of another map. Changes nothing
    /// then.
    pub fn restore(&mut self, world: &mut World, snapshot: &[u8]) -> Result<Restored, SaveError> {
        let from = self.saved.read(snapshot)?;
        self.core.restore(&snapshot[..from])?;
        let mut restored = Restored::default();
        let Physics { core, movers, saved, .. } = self;
        movers.restore(world, core, saved, &mut restored);
        let bodies = self.restore_bodies(world, &mut restored);
        let Physics { core, movers, triggers: regions, saved, .. } = self;
        regions.restore(world, core, saved, &Others { bodies: &bodies, movers }, &mut restored);
        restored.surplus.sort_unstable();
        restored.surplus.dedup();
        self.incomplete.clear();
        self.characters.forget_events();
        // The engine restores bodies in an order of its own.
        self.labels.entities.clear();
        self.labels.update(world, &mut self.core, &mut self.register);
        self.copy_in(world, false);
        Ok(restored)
    }

    /// Writes the engine's bodies to their entities. Returns the bodies without an entity, by ascending id.
    fn restore_bodies(&mut self, world: &mut World, restored: &mut Restored) -> Vec<(BodyId, Entity)> {
        self.register.forget_strangers();
        let mut claims: Vec<(BodyId, u32, Entity)> = Vec::new();
        let mut query = world.query::<(Entity, &BodyId, Option<&Registered>)>().without::<&Mover>();
        claims.extend(query.iter().map(|(entity, id, known)| {
            // Of several entities with one id, the first registered has it.
            let number = known.filter(|known| known.entity == entity).map_or(u32::MAX, |known| known.number);
            (*id, number, entity)
        }));
        drop(query);
        claims.sort_unstable();
        claims.dedup_by_key(|claim| claim.0);
        let ids: Vec<BodyId> = self.core.ids().collect();
        let mut all = Vec::with_capacity(ids.len());
        for id in ids {
            let (Some(body), Some(state)) = (self.core.body(id), self.core.state(id)) else { continue };
            let claim = claims.binary_search_by_key(&id, |claim| claim.0).ok();
            let entity = claim.map(|place| claims[place].2).unwrap_or_else(|| {
                let entity = world.spawn((id,));
                restored.bodies.push((id, entity));
                entity
            });
            all.push((id, entity));
            self.write_back(world, (id, entity), &body, state);
        }
        let mut known: Vec<Entity> = all.iter().map(|(_, entity)| *entity).collect();
        known.sort_unstable();
        let mut query =
            world.query::<Entity>().with::<(&Position, &Velocity, &Collider)>().without::<&Mover>();
        let surplus: Vec<Entity> =
            query.iter().filter(|entity| known.binary_search(entity).is_err()).collect();
        drop(query);
        for entity in &surplus {
            let _: Result<_, _> = world.remove_one::<Registered>(*entity);
        }
        restored.surplus.extend(surplus);
        all
    }

    fn write_back(
        &mut self,
        world: &mut World,
        (id, entity): (BodyId, Entity),
        body: &Body,
        state: BodyState,
    ) {
        let offset = self.saved.body_offset(id);
        // A position that marks no number wraps back to the marker: adding the offset wrapped too.
        let position = Position { at: body.position.wrapping_sub(offset), rest: body.remainder };
        let (velocity, collider) = (Velocity(body.velocity), Collider { offset, size: body.size });
        let known =
            world.get::<&Registered>(entity).map(|known| *known).ok().filter(|known| known.entity == entity);
        let known = known.unwrap_or_else(|| self.register.number(entity));
        world.insert(entity, (position, velocity, collider, state, known)).expect("it was found or spawned");
        if let Ok(previous) = world.query_one_mut::<&mut PreviousPosition>(entity) {
            previous.0 = None;
        }
    }
}
