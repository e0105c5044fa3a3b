//! A `hecs::World` beside a world of the engine with equal changes.

use crate::crowd::Spec;
use crate::level::map;
use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{
    Aabb, Body, BodyId, BodyState, EventKind, Fault, Field, World as Core, moves::TransientState,
};
use tilephys_ecs::{Collider, Event, Physics, Position, PreviousPosition, Velocity};

const DT: f32 = 1.0 / 60.0;

/// An entity, and its expected state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) entity: Entity,
    /// Handle when the engine last registered it.
    pub(crate) met: Option<Entity>,
    /// Settings; only the model has its position.
    pub(crate) spec: Spec,
    /// Id, once assigned.
    pub(crate) id: Option<BodyId>,
    pub(crate) life: Life,
}

/// Registration of an entity.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Life {
    /// In the model, under its id.
    Known,
    /// In the model from the next step on.
    Coming(Body, BodyState),
    /// Without a velocity; in the model until the next step.
    Away(Body, BodyState),
}

/// Entities and the model of them.
pub(crate) struct Room {
    pub(crate) world: World,
    pub(crate) model: Core,
    pub(crate) entries: Vec<Entry>,
    before: BTreeMap<BodyId, Position>,
    /// Bodies that lost their velocity after the last step.
    pub(crate) leaving: BTreeSet<BodyId>,
}

/// Ids and counts of a driver, for all rooms that it steps.
pub(crate) struct Driver {
    pub(crate) physics: Physics,
    given: BTreeSet<BodyId>,
    /// State kept after the last step, by the ids of its bodies.
    memories: BTreeMap<BodyId, TransientState>,
    /// Boxes of the bodies after the last step.
    boxes: BTreeMap<BodyId, Aabb>,
    /// Bodies of the last step.
    stepped: BTreeSet<BodyId>,
    hits: u64,
    /// Number of drops through lines, and of resized bodies.
    pub(crate) drops: usize,
    pub(crate) resizes: usize,
    /// Number of pairs that ignore each other.
    pub(crate) ignored: usize,
    /// Number of ids used twice, so that one entity got a new id.
    pub(crate) replaced: usize,
}

impl Driver {
    pub(crate) fn new() -> Self {
        let mut physics = Physics::new(map(UVec2::new(16, 20), &mut Rng::new(77)));
        physics.gravity = Vec2::new(-7.0, 500.0);
        Driver {
            physics,
            given: BTreeSet::new(),
            memories: BTreeMap::new(),
            boxes: BTreeMap::new(),
            stepped: BTreeSet::new(),
            hits: 0,
            drops: 0,
            resizes: 0,
            ignored: 0,
            replaced: 0,
        }
    }

    /// Steps the entities and then the model, with the ids that the entities got.
    pub(crate) fn step(&mut self, room: &mut Room) {
        room.model.gravity = self.physics.gravity;
        room.note_positions();
        self.physics.step(&mut room.world, DT);
        for id in std::mem::take(&mut room.leaving) {
            room.model.despawn(id);
        }
        self.remind(room);
        self.admit(room);
        self.mark_placed(room);
        let before = room.model.hit_count();
        room.model.step(DT);
        self.note_memories(room);
        self.hits += room.model.hit_count() - before;
        assert_eq!(self.physics.len(), room.model.len());
        for entry in room.known() {
            let id = entry.id.unwrap();
            let lifts = [self.physics.lift_velocity(id), room.model.lift_velocity(id)];
            assert_eq!(lifts[0], lifts[1], "{entry:?}");
        }
        assert_eq!(self.physics.state_hash(), room.model.state_hash());
        assert_eq!(self.physics.hit_count(), self.hits);
        self.check_events(room);
    }

    /// Restores the kept state of the bodies in a room. Other rooms may have been stepped since, and the driver has
    /// dropped the state of this room's bodies then.
    fn remind(&self, room: &mut Room) {
        for id in room.model.ids().collect::<Vec<_>>() {
            if !self.stepped.contains(&id) {
                room.model.forget(id);
            }
            room.remember(id, self.memories.get(&id).copied().unwrap_or_default());
        }
    }

    fn note_memories(&mut self, room: &Room) {
        self.stepped = room.model.ids().collect();
        let all = room.model.ids().map(|id| (id, room.model.body(id).unwrap().memory));
        self.memories = all.filter(|(_, memory)| !memory.is_empty()).collect();
        self.boxes = room.model.ids().map(|id| (id, room.model.body(id).unwrap().aabb())).collect();
    }

    /// Marks bodies that were placed since the last step of this driver. It does not know the bodies of other rooms.
    fn mark_placed(&self, room: &mut Room) {
        for (id, before) in &self.boxes {
            let (Some(body), Some(place)) = (room.model.body(*id), room.model.index_of(*id)) else {
                continue;
            };
            let state = &mut room.model.slices().state[place];
            *state = state.after_edit(before, &body.aabb());
        }
    }

    /// Lets some bodies drop through lines and resizes others. To be called after a step of the room.
    pub(crate) fn ask(&mut self, room: &mut Room, rng: &mut Rng) {
        for _ in 0..rng.below(20) {
            let Some(at) = rng.index_in(&room.entries) else { return };
            let Some(id) = room.entries[at].id else { continue };
            if rng.chance(20) {
                let Some(other) = rng.pick(&room.entries).id else { continue };
                let is_ignored = rng.chance(70);
                let are_there = room.model.ignore_pair(id, other, is_ignored);
                assert_eq!(self.physics.ignore_pair(id, other, is_ignored), are_there, "{id:?}, {other:?}");
                self.ignored += usize::from(room.model.ignores_pair(other, id));
            } else if rng.chance(50) {
                let dropped = room.model.drop_through(id);
                assert_eq!(self.physics.drop_through(id), dropped, "{id:?}");
                self.drops += usize::from(dropped);
            } else if matches!(room.entries[at].life, Life::Known) {
                let size = IVec2::new(rng.range(1, 6_000), rng.range(1, 6_000));
                let before = room.body(at).0.position;
                let resized = room.model.resize(id, size);
                assert_eq!(self.physics.resize(&room.world, id, size), resized, "{id:?}");
                if resized {
                    self.boxes.insert(id, room.model.body(id).unwrap().aabb());
                    let collider = &mut room.entries[at].spec.collider;
                    *collider = Collider {
                        offset: collider.offset + room.model.body(id).unwrap().position - before,
                        size,
                    };
                }
                self.resizes += usize::from(resized);
            }
        }
        self.note_memories(room);
    }

    /// Adds new bodies to the model under their assigned ids.
    fn admit(&mut self, room: &mut Room) {
        let id_of = |world: &World, entity| world.get::<&BodyId>(entity).map(|id| *id).ok();
        let had: BTreeSet<BodyId> =
            room.entries.iter().filter_map(|e| id_of(&room.world, e.entity)).collect();
        for entry in room.known() {
            assert_eq!(id_of(&room.world, entry.entity), entry.id, "an id is for life");
        }
        for entry in &mut room.entries {
            let Life::Coming(body, state) = entry.life else { continue };
            let id = id_of(&room.world, entry.entity).expect("a step gives an id");
            if entry.id != Some(id) {
                assert!(!self.given.contains(&id), "{id:?} was given before");
                // It keeps its initial id, unless another entity has it.
                assert!(entry.id.is_none_or(|id| had.contains(&id)), "{:?} became {id:?}", entry.id);
                self.replaced += usize::from(entry.id.is_some());
            }
            self.given.insert(id);
            let profile = room.model.add_profile(entry.spec.profile());
            // A body with a new handle has no kept state; other bodies have theirs if they missed no step.
            let memory = self.memories.get(&id).filter(|_| entry.met == Some(entry.entity));
            room.model.spawn_as(id, profile, Body { memory: memory.copied().unwrap_or_default(), ..body });
            let place = room.model.index_of(id).unwrap();
            room.model.slices().state[place] = state;
            (entry.id, entry.life, entry.met) = (Some(id), Life::Known, Some(entry.entity));
        }
    }

    fn check_events(&self, room: &Room) {
        let by_id: BTreeMap<BodyId, Entity> = room.known().map(|e| (e.id.unwrap(), e.entity)).collect();
        let mut away: Vec<Event> = room
            .entries
            .iter()
            .filter(|e| matches!(e.life, Life::Away(..)))
            .map(|e| {
                let kind = EventKind::Rejected { field: Field::Velocity, fault: Fault::Missing };
                Event { entity: e.entity, body: e.id, kind }
            })
            .collect();
        away.sort_by_key(|e| e.entity);
        let moved = room.model.events().iter().map(|e| Event {
            entity: by_id[&e.body],
            body: Some(e.body),
            kind: e.kind,
        });
        let expected: Vec<_> = away.into_iter().chain(moved).collect();
        let found: Vec<_> = self.physics.events().collect();
        assert!(found == expected, "{:?}", found.iter().zip(&expected).find(|(a, b)| a != b));
    }

    /// Compares all components with the model, which is slow.
    pub(crate) fn check_components(&self, room: &Room) {
        for entry in room.known() {
            let (id, entity) = (entry.id.unwrap(), entry.entity);
            assert_eq!(self.physics.entity(id), Some(entity));
            assert!(room.world.contains(entity), "{id:?} is named {entity:?}, who is gone");
            let body = room.model.body(id).unwrap();
            let get = |at: Entity| {
                let position = *room.world.get::<&Position>(at).ok()?;
                let state = *room.world.get::<&BodyState>(at).ok()?;
                Some((position, room.world.get::<&Velocity>(at).ok()?.0, state))
            };
            let at = body.position - entry.spec.collider.offset;
            let expected =
                (Position { at, rest: body.remainder }, body.velocity, room.model.state(id).unwrap());
            assert_eq!(get(entity), Some(expected), "{id:?}");
            assert_eq!(*room.world.get::<&Collider>(entity).unwrap(), entry.spec.collider, "{id:?}");
            if let (Ok(previous), Some(before)) =
                (room.world.get::<&PreviousPosition>(entity), room.before.get(&id))
            {
                assert_eq!(previous.0, Some(*before), "{id:?}");
            }
        }
        for gone in self.given.iter().filter(|id| room.model.body(**id).is_none()) {
            assert_eq!(self.physics.entity(*gone), None, "{gone:?} is gone");
        }
    }
}

impl Room {
    pub(crate) fn new(driver: &Driver) -> Self {
        let model = Core::new(driver.physics.grid().clone());
        Room {
            world: World::new(),
            model,
            entries: Vec::new(),
            before: BTreeMap::new(),
            leaving: BTreeSet::new(),
        }
    }

    pub(crate) fn known(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|e| matches!(e.life, Life::Known))
    }

    fn note_positions(&mut self) {
        self.before.clear();
        for entry in self.entries.iter().filter(|e| matches!(e.life, Life::Known)) {
            let body = self.model.body(entry.id.unwrap()).unwrap();
            let at = body.position - entry.spec.collider.offset;
            self.before.insert(entry.id.unwrap(), Position { at, rest: body.remainder });
        }
    }

    /// Spawns an entity, under an id if it is to have a certain one.
    pub(crate) fn spawn(&mut self, spec: Spec, id: Option<BodyId>) -> Entity {
        let mut builder = spec.builder();
        if let Some(id) = id {
            builder.add(id);
        }
        let entity = self.world.spawn(builder.build());
        let life = Life::Coming(spec.body(), BodyState::default());
        self.entries.push(Entry { entity, met: None, spec, id, life });
        entity
    }

    /// A body as it is now, and its state.
    pub(crate) fn body(&self, at: usize) -> (Body, BodyState) {
        match self.entries[at].life {
            Life::Coming(body, state) | Life::Away(body, state) => (body, state),
            Life::Known => {
                let id = self.entries[at].id.unwrap();
                (self.model.body(id).unwrap(), self.model.state(id).unwrap())
            }
        }
    }

    /// Writes a body, its state and its settings to the model, or to the pending state.
    pub(crate) fn write(&mut self, at: usize, body: Body, state: BodyState) {
        let entry = &mut self.entries[at];
        match &mut entry.life {
            Life::Coming(b, s) | Life::Away(b, s) => (*b, *s) = (body, state),
            Life::Known => {
                let id = entry.id.unwrap();
                assert!(self.model.set_body(id, body));
                let place = self.model.index_of(id).unwrap();
                self.model.slices().state[place] = state;
            }
        }
    }

    fn remember(&mut self, id: BodyId, memory: TransientState) {
        let (body, state) = (self.model.body(id).unwrap(), self.model.state(id).unwrap());
        if body.memory != memory {
            assert!(self.model.set_body(id, Body { memory, ..body }));
            let place = self.model.index_of(id).unwrap();
            self.model.slices().state[place] = state;
        }
    }

    /// Updates the settings in the model.
    pub(crate) fn resettle(&mut self, at: usize) {
        let entry = self.entries[at];
        if matches!(entry.life, Life::Known) {
            let profile = self.model.add_profile(entry.spec.profile());
            assert!(self.model.change_profile(entry.id.unwrap(), profile));
        }
    }

    /// Removes a body from the model; the entity stays.
    pub(crate) fn forget(&mut self, at: usize) -> (Body, BodyState) {
        let (now, Entry { life, id, .. }) = (self.body(at), self.entries[at]);
        let is_leaving = id.is_some_and(|id| self.leaving.remove(&id));
        if let Some(id) = id.filter(|_| is_leaving || matches!(life, Life::Known)) {
            self.model.despawn(id);
        }
        now
    }

    /// Despawns an entity.
    pub(crate) fn despawn(&mut self, at: usize) -> Entry {
        self.forget(at);
        let entry = self.entries.swap_remove(at);
        self.world.despawn(entry.entity).unwrap();
        entry
    }

    /// Despawns all entities.
    pub(crate) fn clear(&mut self) {
        while !self.entries.is_empty() {
            self.forget(0);
            self.entries.swap_remove(0);
        }
        self.world.clear();
    }

    /// Moves an entity with all components into another world, or out of this one and in again.
    pub(crate) fn carry(&mut self, at: usize, to: Option<&mut Room>) {
        let (body, state) = self.forget(at);
        let mut entry = self.entries.swap_remove(at);
        if matches!(entry.life, Life::Known | Life::Coming(..)) {
            entry.life = Life::Coming(body, state);
        }
        match to {
            Some(to) => {
                entry.entity = to.world.spawn(self.world.take(entry.entity).unwrap());
                // With its old handle it seems never to have left. Of two such with one id either may keep it, and
                // its state is kept, which the model cannot know.
                if entry.met == Some(entry.entity) {
                    drop(to.world.remove_one::<BodyId>(entry.entity));
                    entry.id = None;
                }
                to.entries.push(entry);
            }
            None => {
                // Despawned by `take` only when its components are dropped, so a second world holds them meanwhile.
                let mut other = World::new();
                let there = other.spawn(self.world.take(entry.entity).unwrap());
                entry.entity = self.world.spawn(other.take(there).unwrap());
                self.entries.push(entry);
            }
        }
    }

    /// Gives the entity another box and keeps its position.
    pub(crate) fn set_collider(&mut self, at: usize, collider: Collider) {
        let (mut body, state) = self.body(at);
        let old = self.entries[at].spec.collider;
        body.position += collider.offset - old.offset;
        body.size = collider.size;
        self.entries[at].spec.collider = collider;
        self.write(at, body, state);
        *self.world.get::<&mut Collider>(self.entries[at].entity).unwrap() = collider;
    }
}
