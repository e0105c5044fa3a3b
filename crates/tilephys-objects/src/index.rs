//! Lookup tables from objects to entities.

use std::collections::BTreeMap;
use tilephys_tiled::Object;

/// Entities by the id, name and class of their objects; several are in the order of the map.
#[derive(Clone, Debug)]
pub(crate) struct Index<E> {
    ids: BTreeMap<u32, E>,
    names: BTreeMap<String, Vec<E>>,
    classes: BTreeMap<String, Vec<E>>,
    /// All entities of the level, ascending.
    all: Vec<E>,
}

impl<E: Copy + Ord> Index<E> {
    /// Builds the tables from objects and their entities, in the order of the map, and from the entities of other
    /// regions.
    pub(crate) fn new<'a>(objects: impl Iterator<Item = (&'a Object, E)>, regions: &[E]) -> Self {
        let mut index = Index {
            ids: BTreeMap::new(),
            names: BTreeMap::new(),
            classes: BTreeMap::new(),
            all: regions.to_vec(),
        };
        for (object, entity) in objects {
            index.all.push(entity);
            index.ids.insert(object.id, entity);
            add(&mut index.names, &object.name, entity);
            add(&mut index.classes, &object.class, entity);
        }
        index.all.sort_unstable();
        index
    }

    pub(crate) fn owns(&self, entity: E) -> bool {
        self.all.binary_search(&entity).is_ok()
    }

    pub(crate) fn of_id(&self, id: u32) -> Option<E> {
        self.ids.get(&id).copied()
    }

    pub(crate) fn of_name(&self, name: &str) -> &[E] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn of_class(&self, class: &str) -> &[E] {
        self.classes.get(class).map_or(&[], Vec::as_slice)
    }
}

fn add<E>(map: &mut BTreeMap<String, Vec<E>>, key: &str, entity: E) {
    match map.get_mut(key) {
        Some(list) => list.push(entity),
        None => _ = map.insert(key.to_owned(), vec![entity]),
    }
}
