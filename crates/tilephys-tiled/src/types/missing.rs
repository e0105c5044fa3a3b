//! Unknown types: warnings about types that a map uses and no project has.

use super::find::TypesFrom;
use super::model::Types;
use super::subject::Subject;
use crate::error::{Message, Place, Position, Warning, WarningKind, shortened};
use crate::vocabulary::names::did_you_mean;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Maximum number of warnings of each kind for a map: a file can hold millions.
const MOST: usize = 100;

/// First place of something missing, and the number of further places.
#[derive(Clone)]
struct Spot {
    file: Arc<Path>,
    position: Position,
    place: Place,
    more: usize,
}

/// Unknown types, classes and values of a file.
#[derive(Default)]
pub(crate) struct Missing {
    /// Unknown property types, with the name of the first property.
    types: BTreeMap<String, (String, Spot)>,
    /// Unknown classes.
    classes: BTreeMap<String, Spot>,
    /// Unknown values, by message.
    values: BTreeMap<Message, Spot>,
    /// True if a property has a type, which only a project can define.
    typed: bool,
    /// Kinds and classes of elements so far.
    used: BTreeSet<String>,
}

impl Missing {
    /// Notes that a property has a type.
    pub(super) fn typed(&mut self) {
        self.typed = true;
    }

    /// True if an element is the first of its kind and class.
    pub(super) fn is_first(&mut self, of: Subject<'_>) -> bool {
        self.used.insert(format!("{} {}", of.name, of.class))
    }

    /// Merges the notes of another file.
    pub(crate) fn absorb(&mut self, other: &Missing) {
        self.typed |= other.typed;
        absorb(&mut self.types, &other.types, |(_, spot)| spot);
        absorb(&mut self.classes, &other.classes, |spot| spot);
        absorb(&mut self.values, &other.values, |spot| spot);
    }

    /// Notes an unknown property type.
    pub(super) fn property_type(&mut self, name: &str, property: &str, of: Subject<'_>, at: Position) {
        note(
            &mut self.types,
            name.to_owned(),
            (of, at),
            |spot| (property.to_owned(), spot),
            |(_, spot)| spot,
        );
    }

    /// Notes the unknown class of an element.
    pub(super) fn class(&mut self, of: Subject<'_>) {
        note(&mut self.classes, of.class.to_owned(), (of, of.position), |spot| spot, |spot| spot);
    }

    /// Notes a value that does not match its type.
    pub(super) fn value(&mut self, message: Message, of: Subject<'_>, at: Position) {
        note(&mut self.values, message, (of, at), |spot| spot, |spot| spot);
    }

    /// All warnings, ordered by file and position.
    pub(crate) fn into_warnings(self, types: &Types, from: &TypesFrom) -> Vec<Warning> {
        let Missing { types: unknown, classes, values, typed, .. } = self;
        let known: Vec<&str> = types.enums.keys().chain(types.classes.keys()).map(String::as_str).collect();
        let (lack, remedy) = match from {
            TypesFrom::File(path) => (
                format!("the project {:?} does not have it", path.display().to_string()),
                "add it there in Tiled, or give the loader the right project",
            ),
            TypesFrom::NotFound => (
                "no .tiled-project next to or above the map has it".to_owned(),
                "put the project of the map there, or tell the loader where it is",
            ),
            TypesFrom::NotWanted => {
                ("no project is read".to_owned(), "give the loader the project of the map")
            }
        };
        let mut warnings = Vec::new();
        for (name, (property, spot)) in unknown {
            let help = match did_you_mean(&name, &known) {
                Some(near) => format!("{remedy}; {near}"),
                None => remedy.to_owned(),
            };
            let message = Message::new(
                format!(
                    "property {:?} has the type {:?}, but {lack}, so its default members and value names \
                     are unknown",
                    shortened(&property),
                    shortened(&name)
                ),
                help,
            );
            warnings.push(spot.warning(message));
        }
        // A class may be undefined on purpose. A project would define it; without a project, only property types show
        // that one existed.
        if typed && matches!(from, TypesFrom::NotFound | TypesFrom::NotWanted) {
            for (name, spot) in classes {
                let there_is = match from {
                    TypesFrom::NotWanted => "none is read",
                    _ => "no .tiled-project is next to or above it",
                };
                let message = Message::new(
                    format!(
                        "this map uses custom types, so it belongs to a project, but {there_is}: the \
                         defaults of the class {:?} are unknown",
                        shortened(&name)
                    ),
                    remedy,
                );
                warnings.push(spot.warning(message));
            }
        }
        warnings.extend(values.into_iter().map(|(message, spot)| spot.warning(message)));
        warnings.sort_by(|a, b| (&a.file, a.position).cmp(&(&b.file, b.position)));
        warnings
    }
}

/// Counts one more of a key, or keeps its first place.
fn note<K: Ord, T>(
    all: &mut BTreeMap<K, T>,
    key: K,
    (of, position): (Subject<'_>, Position),
    make: impl Fn(Spot) -> T,
    spot: impl Fn(&mut T) -> &mut Spot,
) {
    if let Some(known) = all.get_mut(&key) {
        spot(known).more += 1;
    } else if all.len() < MOST {
        let first = Spot { file: of.file.clone(), position, place: of.place.clone(), more: 0 };
        all.insert(key, make(first));
    }
}

/// Merges a table of another file.
fn absorb<K: Ord + Clone, T: Clone>(
    all: &mut BTreeMap<K, T>,
    others: &BTreeMap<K, T>,
    spot: impl Fn(&mut T) -> &mut Spot,
) {
    for (key, other) in others {
        if let Some(known) = all.get_mut(key) {
            spot(known).more += 1 + spot(&mut other.clone()).more;
        } else if all.len() < MOST {
            all.insert(key.clone(), other.clone());
        }
    }
}

impl Spot {
    fn warning(self, message: Message) -> Warning {
        let Spot { file, position, place, more } = self;
        Warning::at(WarningKind::Type, &file, position, message).and_in(more).within(&place)
    }
}
