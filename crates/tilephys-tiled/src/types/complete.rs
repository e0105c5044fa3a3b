//! Completion of properties: adds the defaults of classes and of property types to elements, as Tiled shows them.

use super::missing::Missing;
use super::model::{Enum, MAX_DEEP, NoValue, Types, Uses, weight};
use super::subject::Subject;
use crate::data::properties::{Properties, Property, PropertyOrigin, PropertyValue};
use crate::error::{LoadError, Message, Problem, shortened};
use crate::vocabulary::names::did_you_mean;

/// Name of the enum of filter bits.
const CATEGORY: &str = "TpCategory";

/// Completes the elements of one file, and notes unknown types.
pub(crate) struct Completer<'t> {
    pub(crate) types: &'t Types,
    pub(crate) missing: &'t mut Missing,
    /// Approximate number of bytes of inherited data.
    pub(crate) given: usize,
}

impl Completer<'_> {
    /// Completes the properties set on an element: missing members of classes, and names of enum values.
    ///
    /// # Errors
    /// If a category has no known name, or the data exceeds the limit.
    pub(crate) fn complete(&mut self, properties: &mut Properties, of: Subject<'_>) -> Result<(), LoadError> {
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
        let Some(class) = self.types.class(of.class, Uses::of_element(of.name)) else {
            if !self.types.classes.contains_key(of.class) {
                self.missing.class(of);
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
        self.missing.is_first(of)
    }

    fn property(&mut self, property: &mut Property, of: Subject<'_>, depth: usize) -> Result<(), LoadError> {
        if property.type_name.is_empty() {
            return self.untyped(property, of, depth);
        }
        self.missing.typed();
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
        let class = self.types.class(&property.type_name, Uses::PROPERTY);
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
                self.missing.property_type(&property.type_name, &property.name, of, property.position);
                match value {
                    PropertyValue::Class(members) => self.members(members, of, depth),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn members(&mut self, members: &mut Properties, of: Subject<'_>, depth: usize) -> Result<(), LoadError> {
        if depth > MAX_DEEP {
            let message = format!("values are nested more than {MAX_DEEP} levels deep, which is the limit");
            return Err(of.error(Problem::Limit, message));
        }
        members.iter_mut().try_for_each(|member| self.property(member, of, depth + 1))
    }

    /// Completes a property without a type.
    fn untyped(&mut self, property: &mut Property, of: Subject<'_>, depth: usize) -> Result<(), LoadError> {
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
    fn no_value(&mut self, property: &Property, word: &str, of: Subject<'_>) -> Result<(), LoadError> {
        let Some(Enum { values, flags, .. }) = self.types.enums.get(&property.type_name) else {
            return Ok(());
        };
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let expected = match (values.as_slice(), flags) {
            ([], _) => "nothing, because the type has no values".to_owned(),
            ([one], _) => (*one).to_owned(),
            ([first @ .., last], true) => {
                format!("any of {} and {last}, separated by \",\"", first.join(", "))
            }
            ([first @ .., last], false) => format!("{} or {last}", first.join(", ")),
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
                self.missing.value(message, of, property.position);
                Ok(())
            }
        }
    }
}
