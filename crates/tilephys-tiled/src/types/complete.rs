//! Completion of properties: adds the defaults of classes and of property types to elements, as Tiled shows them.
//!
//! It collects the types that a map uses and no project has.

use crate::data::properties::{Properties, Property, PropertyOrigin, PropertyValue};
use crate::error::{
    Firsts, LoadError, Message, Place, Position, Problem, Result, Warning, WarningKind, listed, shortened,
    sort,
};
use crate::types::model::{Enum, MAX_DEEP, NoValue, Types, weight};
use crate::vocabulary::names::did_you_mean;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Name of the enum of filter bits.
const CATEGORY: &str = "TpCategory";

/// Completes the elements of one file, and notes unknown types.
pub(crate) struct Completer<'t> {
    pub(crate) types: &'t Types,
    pub(crate) missing: &'t mut Missing,
    /// Approximate number of bytes of inherited data.
    pub(crate) given: usize,
    /// True for the members of classes, whose wrong values are reported where a class is used.
    pub(crate) of_types: bool,
}

impl Completer<'_> {
    /// Completes the properties set on an element: missing members of classes, and names of enum values.
    ///
    /// # Errors
    /// If a category has no known name, or the data exceeds the limit.
    pub(crate) fn complete(&mut self, properties: &mut Properties, of: Subject<'_>) -> Result<()> {
        let mut own = properties.iter_mut().filter(|p| p.origin == PropertyOrigin::Own);
        own.try_for_each(|property| self.property(property, of, 0))
    }

    /// Adds missing properties from `others`, of its template or tile.
    pub(crate) fn inherit(
        &mut self,
        properties: &mut Properties,
        (others, origin): (&Properties, PropertyOrigin),
    ) {
        let own: Properties = others.own().map(|p| Property { origin, ..p.clone() }).collect();
        self.given += weight(&own);
        properties.inherit(own.iter());
    }

    /// Adds the missing defaults of the element's class; returns true for the first element of the class in the file.
    pub(crate) fn class(&mut self, properties: &mut Properties, of: Subject<'_>) -> bool {
        if of.class.is_empty() {
            return false;
        }
        let Some(class) = self.types.class(of.class, of.name) else {
            if !self.types.classes.contains_key(of.class) {
                self.missing.classes.add(of.class.to_owned(), || of.warning(of.position, ""));
            }
            return false;
        };
        let before = properties.len();
        properties.inherit(class.members.iter());
        if class.built_in {
            for property in properties.iter_mut().skip(before) {
                property.file = of.file.clone();
                property.position = of.position;
            }
        }
        self.given += class.weight;
        self.missing.used.insert(format!("{} {}", of.name, of.class))
    }

    /// Completes a property of an element, or a member of a class.
    pub(super) fn property(&mut self, property: &mut Property, of: Subject<'_>, depth: usize) -> Result<()> {
        if property.type_name.is_empty() {
            return self.untyped(property, of, depth);
        }
        self.missing.typed = true;
        if let Some(known) = self.types.enums.get(&property.type_name) {
            return match known.choice(&property.value) {
                Some(Ok(choice)) => {
                    property.value = known.saved(&choice);
                    property.choice = Some(Box::new(choice));
                    Ok(())
                }
                Some(Err(NoValue(word))) if !word.is_empty() => self.no_value(property, &word, of),
                _ => Ok(()),
            };
        }
        let class = self.types.class(&property.type_name, "property");
        match (class, &mut property.value) {
            (Some(class), PropertyValue::Class(members)) => {
                // Members get their types from the class if the file does not state them.
                for member in members.iter_mut() {
                    let Some(default) = class.members.property(&member.name) else { continue };
                    member.value.retype(&default.value);
                    if member.type_name.is_empty() {
                        member.type_name.clone_from(&default.type_name);
                    }
                }
                let (defaults, bytes) = (class.members.clone(), class.weight);
                self.given += bytes;
                self.members(members, of, depth)?;
                members.inherit(defaults.iter());
                Ok(())
            }
            (None, value) => {
                let first = || of.warning(property.position, shortened(&property.name));
                self.missing.types.add(property.type_name.clone(), first);
                match value {
                    PropertyValue::Class(members) => self.members(members, of, depth),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn members(&mut self, members: &mut Properties, of: Subject<'_>, depth: usize) -> Result<()> {
        if depth > MAX_DEEP {
            let message = format!("values are nested more than {MAX_DEEP} levels deep, which is the limit");
            return Err(of.error(Problem::Limit, message));
        }
        members.iter_mut().try_for_each(|member| self.property(member, of, depth + 1))
    }

    /// Completes a property without a type.
    fn untyped(&mut self, property: &mut Property, of: Subject<'_>, depth: usize) -> Result<()> {
        match &mut property.value {
            PropertyValue::Class(members) => return self.members(members, of, depth),
            PropertyValue::String(_) if property.name == "category" && depth == 0 => {}
            _ => return Ok(()),
        }
        // With other words it is a property of the game.
        if let Some(Some(Ok(choice))) = self.types.enums.get(CATEGORY).map(|c| c.choice(&property.value)) {
            property.choice = Some(Box::new(choice));
        }
        Ok(())
    }

    /// Reports a value that its enum does not have.
    fn no_value(&mut self, property: &Property, word: &str, of: Subject<'_>) -> Result<()> {
        let known = self.types.enums.get(&property.type_name).filter(|_| !self.of_types);
        let Some(Enum { values, flags, .. }) = known else { return Ok(()) };
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let expected = match (values.as_slice(), flags) {
            ([], _) => "nothing, because the type has no values".to_owned(),
            ([_, _, ..], true) => format!("any of {}, separated by \",\"", listed(&values, "and")),
            _ => listed(&values, "or"),
        };
        let text = format!(
            "property {:?} of the type {:?} has the value {:?}: expected {expected}",
            shortened(&property.name),
            shortened(&property.type_name),
            shortened(word)
        );
        let message = Message::with_help(text, did_you_mean(word, &values));
        let is_ours = crate::vocabulary::ours::OUR_TYPES.iter().any(|t| t.name == property.type_name);
        match (is_ours, &property.value) {
            // A number is valid flags, whether or not its bits have names.
            (true, PropertyValue::Int(_)) if *flags => Ok(()),
            (true, _) => Err(LoadError::new(Problem::Setting, &property.file, message).at(property.position)),
            (false, _) => {
                self.missing.values.add(message.clone(), || of.warning(property.position, message));
                Ok(())
            }
        }
    }
}

/// Unknown types, classes and values of a file.
#[derive(Default)]
pub(crate) struct Missing {
    /// Unknown property types, with the name of the first property as message.
    types: Firsts<String>,
    /// Unknown classes, without a message.
    classes: Firsts<String>,
    /// Unknown values, by message.
    values: Firsts<Message>,
    /// True if a property has a type, which only a project can define.
    typed: bool,
    /// Kinds and classes of elements so far.
    used: BTreeSet<String>,
}

impl Missing {
    /// Merges the notes of another file.
    pub(crate) fn absorb(&mut self, other: &Missing) {
        self.typed |= other.typed;
        self.types.absorb(&other.types, true);
        self.classes.absorb(&other.classes, true);
        self.values.absorb(&other.values, true);
    }

    /// All warnings, ordered by file and position. `project` is the file of the types; `is_wanted` is false if none was
    /// searched.
    pub(crate) fn into_warnings(
        self,
        types: &Types,
        project: Option<&Path>,
        is_wanted: bool,
    ) -> Vec<Warning> {
        let Missing { types: unknown, classes, values, typed, .. } = self;
        let known: Vec<&str> = types.enums.keys().chain(types.classes.keys()).map(String::as_str).collect();
        let (lack, remedy) = match (project, is_wanted) {
            (Some(path), _) => (
                format!("the project {:?} does not have it", path.display().to_string()),
                "add it there in Tiled, or give the loader the right project",
            ),
            (None, true) => (
                "no .tiled-project next to or above the map has it".to_owned(),
                "put the project of the map there, or tell the loader where it is",
            ),
            (None, false) => ("no project is read".to_owned(), "give the loader the project of the map"),
        };
        let mut warnings = Vec::new();
        for (name, warning) in unknown.all() {
            let help = match did_you_mean(&name, &known) {
                Some(near) => format!("{remedy}; {near}"),
                None => remedy.to_owned(),
            };
            let message = format!(
                "property {:?} has the type {:?}, but {lack}, so its default members and value names are \
                 unknown",
                warning.message,
                shortened(&name)
            );
            warnings.push(Warning { message, help: Some(help), ..warning });
        }
        // A class may be undefined on purpose. A project would define it; without a project, only property types show
        // that one existed.
        if typed && project.is_none() {
            for (name, warning) in classes.all() {
                let there_is =
                    if is_wanted { "no .tiled-project is next to or above it" } else { "none is read" };
                let message = format!(
                    "this map uses custom types, so it belongs to a project, but {there_is}: the defaults \
                     of the class {:?} are unknown",
                    shortened(&name)
                );
                warnings.push(Warning { message, help: Some(remedy.to_owned()), ..warning });
            }
        }
        warnings.extend(values.all().map(|(_, warning)| warning));
        sort(&mut warnings);
        warnings
    }
}

/// An element whose properties are completed.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'e> {
    /// Name of the XML element.
    pub(crate) name: &'e str,
    /// Class of the element, or of its template or tile.
    pub(crate) class: &'e str,
    pub(crate) file: &'e Arc<Path>,
    pub(crate) position: Position,
    pub(crate) place: &'e Place,
}

impl Subject<'_> {
    fn warning(&self, position: Position, message: impl Into<Message>) -> Warning {
        Warning::at(WarningKind::Type, self.file, position, message).within(self.place)
    }

    pub(super) fn error(&self, problem: Problem, message: impl Into<Message>) -> LoadError {
        LoadError::new(problem, self.file, message).at(self.position)
    }
}
