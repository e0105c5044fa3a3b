//! A spawned level: the map from objects to entities.

use crate::change::Change;
use crate::component::LevelComponent;
use crate::components::TiledShape;
use crate::entities::{Entities, NewPart};
use crate::identities::{self, Handled, Part};
use crate::index::Index;
use crate::known::Known;
use crate::parts::{self, Paths, Thing, Things};
use crate::regions::Regions;
use glam::Vec2;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_columns::Collider;
use tilephys_core::lattice::px_from_point;
use tilephys_tiled::{Level, Object};

/// Parts that a reload has spawned, by their numbers.
pub type SpawnedParts = Vec<u64>;

/// The entities of a level, with lookup by id, name and class. Entities may be gone.
#[derive(Debug)]
pub struct LevelEntities<E> {
    handled: Handled,
    known: Known,
    /// Entities in the order of [`Level::objects`].
    entities: Vec<E>,
    /// Entities of regions that are not the entity of an object.
    regions: Regions<E>,
    index: Index<E>,
    /// Parts by their number.
    parts: BTreeMap<u64, Part>,
}

impl<E: Copy + Ord> LevelEntities<E> {
    /// Spawns each object of a level as an entity, in the order of the map, then its other regions. `paths` has the path of each mover
    /// that has one.
    pub fn spawn<S: Entities<Entity = E>>(
        level: &Level,
        handled: Handled,
        mut paths: Paths,
        store: &mut S,
    ) -> Self {
        let things = Things::of(level);
        let known = Known::of(level, &handled);
        let mut entities = Vec::with_capacity(level.objects.len());
        for object in &level.objects {
            let part = NewPart { number: known.objects[&object.id].part, object: Some(object.id) };
            entities.push(store.spawn(part, parts::object(object, &things, &mut paths)));
        }
        let mut regions = Regions::new();
        let _: SpawnedParts = regions.follow(level, &BTreeSet::new(), store);
        let index = Index::new([].into_iter(), &[]);
        let mut spawned = LevelEntities { handled, known, entities, regions, index, parts: BTreeMap::new() };
        spawned.index_all(level);
        spawned.tie(level, store, |_| true);
        spawned
    }

    /// Updates the entities to a level that was [updated](Level::update). `fresh` are the objects that are new or changed, and `went`
    /// the removed ones. Returns the parts that are spawned.
    pub fn reload<S: Entities<Entity = E>>(
        &mut self,
        level: &Level,
        went: &[u32],
        fresh: BTreeSet<u32>,
        mut paths: Paths,
        store: &mut S,
    ) -> SpawnedParts {
        for id in went {
            // The game may have despawned it already.
            let _: Option<bool> = self.entity(*id).map(|entity| store.despawn(entity));
        }
        let things = Things::of(level);
        let mut spawned = Vec::new();
        let mut entities = Vec::with_capacity(level.objects.len());
        for object in &level.objects {
            let known = self.index.of_id(object.id);
            let number = identities::of_object(object, &things, &self.handled);
            let is_fresh = fresh.contains(&object.id);
            let is_same = || self.known.object(object.id).is_some_and(|known| known.part == number);
            let kept = known.filter(|entity| !is_fresh || store.contains(*entity) && is_same());
            if let Some(entity) = kept {
                if is_fresh {
                    Change { before: &self.known, store, entity }.object(object, &things, &mut paths);
                }
                entities.push(entity);
                continue;
            }
            // The game may have despawned it already.
            let _: Option<bool> = known.map(|old| store.despawn(old));
            spawned.push(number);
            let part = NewPart { number, object: Some(object.id) };
            entities.push(store.spawn(part, parts::object(object, &things, &mut paths)));
        }
        for (object, entity) in level.objects.iter().zip(&entities) {
            // The start may change because of another object.
            if let Thing::Spawn = things.thing(object) {
                store.write(*entity, LevelComponent::SpawnPoint(things.spawn_point(object)));
            }
        }
        self.entities = entities;
        spawned.extend(self.regions.follow(level, &fresh, store));
        self.known = Known::of(level, &self.handled);
        self.index_all(level);
        self.tie_with_children(level, store, fresh);
        spawned
    }

    /// Builds the tables for lookup, after entities have changed.
    pub fn index_all(&mut self, level: &Level) {
        let objects = level.objects.iter().zip(self.entities.iter().copied());
        self.index = Index::new(objects, &self.regions.entities);
        let known = |(index, object): (usize, &Object)| {
            Some((self.known.objects.get(&object.id)?.part, Part::Object(index)))
        };
        let regions = self.regions.numbers.iter().enumerate();
        let regions = regions.map(|(index, number)| (*number, Part::Region(index)));
        self.parts = level.objects.iter().enumerate().filter_map(known).chain(regions).collect();
    }

    /// Sets the carriers of the movers of these objects, and of the movers that they carry.
    pub fn tie_with_children<S: Entities<Entity = E>>(
        &self,
        level: &Level,
        store: &mut S,
        mut ids: BTreeSet<u32>,
    ) {
        let of_these = |parent: usize| ids.contains(&level.movers[parent].object);
        let children = level.movers.iter().filter(|mover| mover.parent.is_some_and(of_these));
        let children: Vec<u32> = children.map(|mover| mover.object).collect();
        ids.extend(children);
        self.tie(level, store, |id| ids.contains(&id));
    }

    /// Sets the carriers of the movers of these objects.
    fn tie<S: Entities<Entity = E>>(&self, level: &Level, store: &mut S, which: impl Fn(u32) -> bool) {
        for mover in level.movers.iter().filter(|mover| which(mover.object)) {
            let carrier = mover.parent.and_then(|parent| self.entity(level.movers[parent].object));
            if let Some(entity) = self.entity(mover.object) {
                store.set_carrier(entity, carrier);
            }
        }
    }

    /// The components of a part of the level at its start, with the id of its object if it has one.
    #[must_use]
    pub fn components(
        &self,
        level: &Level,
        things: &Things<'_>,
        part: Part,
        paths: &mut Paths,
    ) -> (NewPart, Vec<LevelComponent>) {
        match part {
            Part::Object(index) => {
                let object = &level.objects[index];
                let number = identities::of_object(object, things, &self.handled);
                let new = NewPart { number, object: Some(object.id) };
                (new, parts::object(object, things, paths))
            }
            Part::Region(index) => {
                let new = NewPart { number: self.regions.numbers[index], object: None };
                (new, parts::other_region(level, self.regions.region(index)))
            }
        }
    }

    /// The part with a number.
    #[must_use]
    pub fn part(&self, number: u64) -> Option<Part> {
        self.parts.get(&number).copied()
    }

    /// The entity of a part.
    #[must_use]
    pub fn entity_of(&self, part: Part) -> E {
        match part {
            Part::Object(index) => self.entities[index],
            Part::Region(index) => self.regions.entities[index],
        }
    }

    /// Sets the entity of a part. Call [`index_all`](Self::index_all) afterwards.
    pub fn set_entity(&mut self, part: Part, entity: E) {
        match part {
            Part::Object(index) => self.entities[index] = entity,
            Part::Region(index) => self.regions.entities[index] = entity,
        }
    }

    /// The entity of the object with the id `id`.
    #[must_use]
    pub fn entity(&self, id: u32) -> Option<E> {
        self.index.of_id(id)
    }

    /// The entities of the objects with this name, in the order of the map.
    #[must_use]
    pub fn named(&self, name: &str) -> &[E] {
        self.index.of_name(name)
    }

    /// The entities of the objects of this class, in the order of the map.
    #[must_use]
    pub fn of_class(&self, class: &str) -> &[E] {
        self.index.of_class(class)
    }

    /// The entities of regions that are not objects, in the order of the level: regions of tiles, and further parts of concave objects.
    #[must_use]
    pub fn other_regions(&self) -> &[E] {
        &self.regions.entities
    }

    /// The entities of all objects, in the order of the map.
    #[must_use]
    pub fn entities(&self) -> &[E] {
        &self.entities
    }

    /// True if the entity is an object or a region of this level, despawned or not.
    #[must_use]
    pub fn owns(&self, entity: E) -> bool {
        self.index.owns(entity)
    }

    /// Position of the entity of an object that is in its place in the map, in pixels; `None` for an object without a place. `shape` and
    /// `collider` are components of the entity.
    ///
    /// Boxes of another size than their object are compared by the middle of the lower edge.
    #[must_use]
    pub fn home(&self, object: u32, shape: Option<&TiledShape>, collider: Option<Collider>) -> Option<Vec2> {
        if let Some(corner) = self.known.corner(object) {
            return Some(px_from_point(corner));
        }
        let shape = shape?;
        let Some(collider) = collider else { return Some(shape.position) };
        let feet = |size: Vec2| Vec2::new(size.x / 2.0, size.y);
        Some(shape.position + feet(shape.size) - feet(collider.px()) - collider.offset_px())
    }
}
