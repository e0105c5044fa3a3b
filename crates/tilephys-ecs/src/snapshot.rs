//! The state of all entities as bytes, and back.

use crate::components::{Collider, Position, PreviousPosition, Registered, Velocity};
use crate::mover::Mover;
use crate::physics::Physics;
use crate::triggers::Others;
use glam::IVec2;
use hecs::{Entity, World};
use tilephys_core::{Body, BodyId, BodyState, MoverId, SaveError};

/// What became of entities when a snapshot was taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Bodies that no entity was, by ascending id: new entities, with [`Position`], [`Velocity`], [`Collider`], [`BodyId`] and
    /// [`BodyState`]. What else they had is for the game to add, settings too.
    pub bodies: Vec<(BodyId, Entity)>,
    /// The same of movers: with all that makes a mover, its [path](crate::MoverPath) and what [carries](crate::CarriedBy) it too.
    pub movers: Vec<(MoverId, Entity)>,
    /// The same of triggers.
    pub triggers: Vec<Entity>,
    /// Bodies, movers and triggers that are not in the snapshot, for they came since or were unsound then. They are out of the
    /// engine, and the game despawns them: those that are still there in the next step come in anew.
    pub surplus: Vec<Entity>,
}

impl Physics {
    /// All of the engine's state as bytes: where bodies are and what they remember, movers with their paths, triggers, and what of
    /// the map differs from the one that it [began](Self::new) with.
    ///
    /// Takes over what the components say first, as [`sync`](Self::sync) does: so all that the game has changed since the last
    /// step is in it. Components that are settings are not, nor any of the game's own, nor [`gravity`](Self::gravity) and [`combine`](Self::combine), nor kinds
    /// of tile.
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

    /// The same in place of what `bytes` holds.
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

    /// Takes back what a snapshot of these entities, or of others with the same ids on the same map, holds: the same steps after it
    /// lead to the same bits.
    ///
    /// Writes [`Position`], [`Velocity`], [`Collider`] and [`BodyState`] of bodies, all of movers, and regions of triggers. Bodies
    /// and movers are known by their ids, triggers that are neither by their entity; those that are gone come back as new
    /// entities. All else stays as it is: settings, and what the game keeps itself, are the game's to take back. So are gravity and
    /// [`combine`](Self::combine).
    ///
    /// New bodies without an id get theirs in the order of entities, which `hecs` may hand out in another order after this. A
    /// game to which that matters spawns them by [`spawn`](Self::spawn). [`events`](Self::events) of the last step are gone.
    ///
    /// # Errors
    /// If the bytes are no such snapshot, of another version, cut short or damaged, or of another map. Nothing is changed then.
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
        // The engine has them in an order of its own.
        self.labels.entities.clear();
        self.labels.update(world, &mut self.core, &mut self.register);
        self.copy_in(world, false);
        Ok(restored)
    }

    /// Writes the bodies that the engine has to their entities. Returns those by ascending id.
    fn restore_bodies(&mut self, world: &mut World, restored: &mut Restored) -> Vec<(BodyId, Entity)> {
        self.register.forget_strangers();
        let mut claims: Vec<(BodyId, u32, Entity)> = Vec::new();
        let mut query = world.query::<(Entity, &BodyId, Option<&Registered>)>().without::<&Mover>();
        claims.extend(query.iter().map(|(entity, id, known)| {
            // Of several with one id the one that was registered first has it.
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

    fn write_back(&mut self, world: &mut World, who: (BodyId, Entity), body: &Body, state: BodyState) {
        let (id, entity) = who;
        let offset = self.saved.body_offset(id);
        // What stands for no number comes back as such: what was added wraps back.
        let position = Position { at: body.position.wrapping_sub(offset), rest: body.rest };
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
