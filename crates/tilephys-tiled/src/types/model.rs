//! Resolved types: enums by name, and classes with all defaults filled in.

use crate::data::properties::{EnumChoice, Properties, Property, PropertyValue};
use std::collections::BTreeMap;

/// Maximum nesting depth of classes, which use stack. The depth of properties in maps is in the game's limits.
pub(super) const MAX_DEEP: usize = 64;

/// The kinds of elements that a class is for, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Uses(u8);

impl Uses {
    pub(crate) const PROPERTY: Uses = Uses(1);
    pub(crate) const MAP: Uses = Uses(2);
    pub(crate) const LAYER: Uses = Uses(4);
    pub(crate) const OBJECT: Uses = Uses(8);
    pub(crate) const TILE: Uses = Uses(16);
    pub(crate) const TILESET: Uses = Uses(32);
    /// Use of the types of Tiled 1.8.
    pub(crate) const OBJECT_TYPE: Uses = Uses(8 | 16);

    /// Parses the words of `useAs`, separated by commas; words without elements in a map are ignored.
    pub(crate) fn of_list(list: &str) -> Uses {
        let bit = |word: &str| match word {
            "property" => Uses::PROPERTY.0,
            "layer" => Uses::LAYER.0,
            "map" | "object" | "tile" | "tileset" => Uses::of_element(word).0,
            _ => 0,
        };
        Uses(list.split(',').fold(0, |all, word| all | bit(word)))
    }

    /// The use of a class on an XML element `name`.
    pub(crate) fn of_element(name: &str) -> Uses {
        match name {
            "map" => Uses::MAP,
            "object" => Uses::OBJECT,
            "tile" => Uses::TILE,
            "tileset" => Uses::TILESET,
            _ => Uses::LAYER,
        }
    }

    pub(crate) fn meets(self, other: Uses) -> bool {
        self.0 & other.0 != 0
    }
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
    pub(crate) uses: Uses,
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

    /// The class `name` for a kind of element.
    pub(crate) fn class(&self, name: &str, uses: Uses) -> Option<&Class> {
        self.classes.get(name)?.iter().find(|class| class.uses.meets(uses))
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
