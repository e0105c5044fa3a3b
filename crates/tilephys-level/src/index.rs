//! Lookup tables from objects to entities.

use hecs::Entity;
use std::collections::BTreeMap;
use tilephys_tiled::Object;

/// Entities by the id, name and class of their objects; several are in the order of the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    ids: BTreeMap<u32, Entity>,
    names: BTreeMap<String, Vec<Entity>>,
    classes: BTreeMap<String, Vec<Entity>>,
    /// All entities of the level, ascending.
    all: Vec<Entity>,
}

impl Index {
    /// Builds the tables from objects and their entities, in the order of the map, and from the entities of other
    /// regions.
    pub(crate) fn new<'a>(objects: impl Iterator<Item = (&'a Object, Entity)>, regions: &[Entity]) -> Self {
        let mut index = Index { all: regions.to_vec(), ..Index::default() };
        for (object, entity) in objects {
            index.all.push(entity);
            index.ids.insert(object.id, entity);
            add(&mut index.names, &object.name, entity);
            add(&mut index.classes, &object.class, entity);
        }
        index.all.sort_unstable();
        index
    }

    pub(crate) fn owns(&self, entity: Entity) -> bool {
        self.all.binary_search(&entity).is_ok()
    }

    pub(crate) fn of_id(&self, id: u32) -> Option<Entity> {
        self.ids.get(&id).copied()
    }

    pub(crate) fn of_name(&self, name: &str) -> &[Entity] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn of_class(&self, class: &str) -> &[Entity] {
        self.classes.get(class).map_or(&[], Vec::as_slice)
    }
}

fn add(map: &mut BTreeMap<String, Vec<Entity>>, key: &str, entity: Entity) {
    match map.get_mut(key) {
        Some(list) => list.push(entity),
        None => _ = map.insert(key.to_owned(), vec![entity]),
    }
}
