//! Ids of layers and objects, which must be unique, and references to objects.

use crate::data::properties::{Properties, PropertyValue};
use crate::error::{Faults, LoadError, Place, Position, Problem, Result, Warning, WarningKind, WithHelp};
use crate::tmx::facts::{LayerFacts, MapFacts, ObjectFacts};
use crate::tmx::pass::Pass;
use crate::vocabulary::names::{DOOR, MOVER, PATROL};
use crate::xml::tree::Element;
use std::collections::HashSet;
use std::path::Path;

impl Pass<'_> {
    /// Adds the ids of the objects of a layer, and notes repeated ones.
    pub(super) fn note_objects(&mut self, objects: &[ObjectFacts], layer: &Place) {
        for object in objects {
            let Some(id) = object.id else { continue };
            let Some(Position { line, .. }) = self.ids.objects.insert(id, object.position) else { continue };
            if self.ids.same.len() == self.asked.limits.warnings {
                continue;
            }
            let place = Place { object: Some(id), ..layer.clone() };
            self.ids.same.push((id, line, object.position, place));
        }
    }

    /// Gives new ids to objects without an id or with a repeated one. Tiled too numbers objects without an id when it
    /// opens a map.
    pub(super) fn number_objects(&self, layers: &mut [LayerFacts]) {
        let known = &self.ids.objects;
        let above = known.keys().max().and_then(|last| last.checked_add(1)).unwrap_or(1);
        let mut free = (above..=u32::MAX).chain(1..above).filter(|id| !known.contains_key(id));
        let mut met = HashSet::new();
        for object in layers.iter_mut().flat_map(|layer| &mut layer.objects) {
            if !object.id.is_some_and(|id| met.insert(id)) {
                object.id = free.next();
            }
        }
    }

    /// Warns of repeated object ids.
    ///
    /// # Errors
    /// If a property refers to a repeated id, since the reference is ambiguous.
    pub(super) fn judge_same_ids(&mut self) -> Result<()> {
        let mut faults = Faults::default();
        for (id, line, position, place) in std::mem::take(&mut self.ids.same) {
            let is_referred = self.ids.referred.contains(&id);
            let outcome = match is_referred {
                true => "and a property refers to that id",
                false => "so this one gets a new id for now",
            };
            let message = format!("the object at line {line} also has the id {id}, {outcome}")
                .help("delete one of them and draw it again, so that Tiled assigns a new id");
            let error = LoadError::new(Problem::Format, self.asked.path, message).at(position).within(place);
            if is_referred {
                faults.add(error);
            } else {
                self.warn(Warning::of_error(WarningKind::SameObjectId, &error));
            }
        }
        faults.or(())
    }

    /// Adds the id of a layer, and warns of a repeated one.
    pub(super) fn note_layer(&mut self, layer: Element<'_>, place: &Place) {
        let Some(id) = layer.number("id").filter(|id| *id != 0) else { return };
        let position = layer.position();
        let Some(Position { line, .. }) = self.ids.layers.insert(id, position) else { return };
        let message = format!(
            "{}: the layer at line {line} has the same id, so a reload may confuse the two",
            layer.quote("id", id)
        )
        .help("duplicate this layer in Tiled and delete the original");
        let warning = Warning::at(WarningKind::SameId, &layer.source.path, position, message);
        self.warn(warning.within(place));
    }

    /// Warns about properties of the map, its layers and objects that refer to missing objects.
    pub(super) fn warn_references(&mut self, facts: &MapFacts) {
        self.warn_reference(&facts.properties, &facts.class, &facts.file, &Place::default());
        for layer in &facts.layers {
            let mut place = layer.place();
            self.warn_reference(&layer.info.properties, &layer.info.class, &facts.file, &place);
            for object in &layer.objects {
                place.object = object.id;
                self.warn_reference(&object.properties, &object.class, &facts.file, &place);
            }
        }
    }

    fn warn_reference(&mut self, properties: &Properties, class: &str, file: &Path, place: &Place) {
        for property in properties {
            let references = references(&property.value);
            if !self.ids.same.is_empty() {
                self.ids.referred.extend(&references);
            }
            // For a mover and a patrol a missing object is an error, and a door may lead to an object of another map.
            let elsewhere = match class {
                MOVER => matches!(property.name.as_str(), "path" | "parent"),
                PATROL => property.name == "path",
                DOOR => property.name == "target_object",
                _ => false,
            };
            let lost = references.into_iter().find(|id| !self.ids.objects.contains_key(id));
            if let (Some(id), false) = (lost, elsewhere) {
                let message =
                    format!("property {:?} refers to object {id}, which is not in the map", property.name)
                        .help("choose another in Tiled, or clear it");
                let warning = Warning::at(WarningKind::LostReference, file, property.position, message);
                self.warn(warning.within(place));
            }
        }
    }
}

/// The objects that a value refers to.
fn references(value: &PropertyValue) -> Vec<u32> {
    match value {
        PropertyValue::Object(id) => id.iter().copied().collect(),
        PropertyValue::Class(members) => members.iter().flat_map(|p| references(&p.value)).collect(),
        PropertyValue::List(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
