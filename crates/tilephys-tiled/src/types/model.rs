//! Resolved types: enums by name, and classes with all defaults filled in.

use crate::data::properties::{EnumChoice, Properties, Property, PropertyValue};
use std::collections::BTreeMap;

/// Maximum nesting depth of classes, which use stack. The depth of properties in maps is in the game's limits.
pub(super) const MAX_DEEP: usize = 64;

/// The kinds of elements that a class may be for, in the words of `useAs`.
const USES: [&str; 6] = ["property", "map", "layer", "object", "tile", "tileset"];

/// The known words of a `useAs`, which has commas between them. Words without elements in a map are ignored.
pub(super) fn uses_of(list: &str) -> Vec<&'static str> {
    USES.into_iter().filter(|word| list.split(',').any(|used| used == *word)).collect()
}

/// True if a class with these words is for the XML element `name`.
pub(super) fn is_for(uses: &[&str], name: &str) -> bool {
    uses.contains(if USES.contains(&name) { &name } else { &"layer" })
}

/// An enum.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub(crate) values: Vec<String>,
    pub(crate) flags: bool,
    /// True if its values are saved as numbers.
    pub(crate) as_int: bool,
}

/// The name that an enum does not have.
pub(crate) struct NoValue(pub(crate) String);

impl Enum {
    /// The value by name and number; `None` if enums are never saved as this type.
    pub(crate) fn choice(&self, value: &PropertyValue) -> Option<Result<EnumChoice, NoValue>> {
        match value {
            PropertyValue::String(text) => Some(self.named(text)),
            // An int of Tiled has 32 bits; the highest is a flag like the others.
            PropertyValue::Int(number) => Some(self.numbered(*number as u32)),
            _ => None,
        }
    }

    fn named(&self, text: &str) -> Result<EnumChoice, NoValue> {
        let place = |name: &str| {
            let found = self.values.iter().position(|v| v == name);
            found.map(|place| place as u32).ok_or_else(|| NoValue(name.to_owned()))
        };
        let number = if self.flags {
            let bits = text.split(',').filter(|name| !name.is_empty()).map(|name| {
                // No enum has more flags than an int has bits.
                place(name).map(|place| 1_u32.checked_shl(place).unwrap_or(0))
            });
            bits.collect::<Result<Vec<_>, _>>()?.into_iter().fold(0, |all, bit| all | bit)
        } else {
            place(text)?
        };
        self.numbered(number)
    }

    fn numbered(&self, number: u32) -> Result<EnumChoice, NoValue> {
        let name = if self.flags {
            let known = u32::MAX.checked_shr(32_u32.saturating_sub(self.values.len() as u32)).unwrap_or(0);
            if number & !known != 0 {
                return Err(NoValue((number as i32).to_string()));
            }
            let set = self.values.iter().zip(0..32).filter(|(_, bit)| number >> bit & 1 != 0);
            set.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(",")
        } else {
            let found = self.values.get(number as usize);
            found.ok_or_else(|| NoValue((number as i32).to_string()))?.clone()
        };
        Ok(EnumChoice { name, number })
    }

    /// The form in which Tiled saves the value.
    pub(crate) fn saved(&self, choice: &EnumChoice) -> PropertyValue {
        match self.as_int {
            true => PropertyValue::Int(choice.number as i32),
            false => PropertyValue::String(choice.name.clone()),
        }
    }
}

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// Kinds of elements that it is for.
    pub(crate) uses: Vec<&'static str>,
    /// Members with their defaults, including nested ones.
    pub(crate) members: Properties,
    /// True if the class is built in and no project has it, so that its members are in no file.
    pub(crate) built_in: bool,
    /// Approximate size of its members, in bytes.
    pub(crate) weight: usize,
}

/// All types that a map may name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    pub(crate) enums: BTreeMap<String, Enum>,
    /// Classes by name, one for each use.
    pub(crate) classes: BTreeMap<String, Vec<Class>>,
}

impl Types {
    /// True if a class is from the project.
    pub(crate) fn is_of_project(&self, name: &str) -> bool {
        self.classes.get(name).is_some_and(|all| all.iter().any(|class| !class.built_in))
    }

    /// The class `name` for an XML element.
    pub(crate) fn class(&self, name: &str, element: &str) -> Option<&Class> {
        self.classes.get(name)?.iter().find(|class| is_for(&class.uses, element))
    }
}

/// Approximate size of properties with all nested members, in bytes.
pub(crate) fn weight(properties: &Properties) -> usize {
    let of_one = |p: &Property| {
        let choice = p.choice.as_ref().map_or(0, |c| c.name.len() + 32);
        size_of::<Property>() + p.name.len() + p.type_name.len() + choice + value_weight(&p.value)
    };
    properties.iter().map(of_one).fold(0, usize::saturating_add)
}

fn value_weight(value: &PropertyValue) -> usize {
    match value {
        PropertyValue::String(text) | PropertyValue::File(text) => text.len(),
        PropertyValue::Other { kind, text } => kind.len() + text.len(),
        PropertyValue::Class(members) => weight(members),
        PropertyValue::List(items) => {
            let of_one = |item: &PropertyValue| size_of::<PropertyValue>() + value_weight(item);
            items.iter().map(of_one).fold(0, usize::saturating_add)
        }
        _ => 0,
    }
}
