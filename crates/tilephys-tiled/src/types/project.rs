//! Parser of `.tiled-project` files, and of the object types of Tiled 1.8 in JSON and XML.

use super::draft::{ClassDraft, Drafts, Json, MemberDraft, Spot, ValueDraft};
use super::model::{Enum, Uses};
use crate::error::LoadError;
use crate::json::record::record;
use crate::xml::{Element, Source};
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// The parsed parts of a project.
struct RawProject<'a> {
    types: Vec<&'a RawValue>,
    object_types: String,
}

record!(RawProject<'a> {
    types: "propertyTypes" = Vec::new(),
    object_types: "objectTypesFile" = String::new(),
});

/// An enum or a class of a project.
struct RawType<'a> {
    name: String,
    /// Tiled wrote no kind before it had classes.
    kind: String,
    storage: String,
    values: Vec<String>,
    flags: bool,
    members: Vec<&'a RawValue>,
    use_as: Option<Vec<String>>,
}

record!(RawType<'a> {
    name: "name" = String::new(),
    kind: "type" = String::new(),
    storage: "storageType" = String::new(),
    values: "values" = Vec::new(),
    flags: "valuesAsFlags" = false,
    members: "members" = Vec::new(),
    use_as: "useAs" = None,
});

/// A member of a class, or a property of an object type.
pub(super) struct RawMember<'a> {
    name: String,
    pub(super) kind: String,
    pub(super) type_name: String,
    pub(super) value: Option<&'a RawValue>,
}

record!(RawMember<'a> {
    name: "name" = String::new(),
    kind: "type" = String::new(),
    type_name: "propertyType" | "propertytype" = String::new(),
    value: "value" = None,
});

/// An object type of Tiled 1.8.
struct RawObjectType<'a> {
    name: String,
    properties: Vec<&'a RawValue>,
}

record!(RawObjectType<'a> {
    name: "name" = String::new(),
    properties: "properties" = Vec::new(),
});

/// Reads a `.tiled-project` into `drafts`. Returns the path of its object types file as written, empty if it names
/// none.
///
/// # Errors
/// If it is not what Tiled writes.
pub(super) fn project<'a>(source: &'a Source, drafts: &mut Drafts<'a>) -> Result<String, LoadError> {
    let json = Json(source);
    let RawProject { types, object_types } = json.object(source.text(), "a Tiled project")?;
    for raw in types {
        let at = Spot { file: &source.file, position: json.position(raw) };
        let read: RawType<'a> = json.object(raw.get(), "a type of a project")?;
        if read.name.is_empty() {
            continue;
        }
        match read.kind.as_str() {
            "" | "enum" => {
                let of = Enum { values: read.values, flags: read.flags, as_int: read.storage == "int" };
                drafts.add_enum(read.name, of, at)?;
            }
            "class" => {
                let members = members(json, &read.members)?;
                // Before `useAs` existed, classes were for properties only.
                let uses = read.use_as.map_or(Uses::PROPERTY, |words| Uses::of_words(&words));
                let class = ClassDraft { name: read.name, uses, members, file: source.file.clone() };
                drafts.add_class(class, at)?;
            }
            // Tiled ignores unknown kinds.
            _ => {}
        }
    }
    Ok(object_types)
}

/// The members of a class.
fn members<'a>(json: Json<'a>, raw: &[&'a RawValue]) -> Result<Vec<MemberDraft<'a>>, LoadError> {
    let read = |raw: &&'a RawValue| {
        let RawMember { name, kind, type_name, value } = json.object(raw.get(), "a member of a class")?;
        let value = value.map_or(ValueDraft::Unset, ValueDraft::Json);
        Ok(MemberDraft { name, kind, type_name, value, position: json.position(raw) })
    };
    raw.iter().map(read).collect::<Result<Vec<_>, _>>().map(last_of_each)
}

/// The members, without repeated names; the last one wins, as in Tiled.
fn last_of_each(members: Vec<MemberDraft<'_>>) -> Vec<MemberDraft<'_>> {
    let mut names = BTreeSet::new();
    let mut kept: Vec<_> = members.into_iter().rev().filter(|m| names.insert(m.name.clone())).collect();
    kept.reverse();
    kept
}

/// Reads the object types of Tiled 1.8, JSON or XML by the name of the file, as in Tiled.
///
/// # Errors
/// If it is not what Tiled writes.
pub(super) fn object_types<'a>(source: &'a Source, drafts: &mut Drafts<'a>) -> Result<(), LoadError> {
    let is_json = source.path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    if !is_json {
        return Ok(());
    }
    let json = Json(source);
    let types: Vec<&'a RawValue> = json.read(source.text(), "the object types of Tiled 1.8")?;
    for raw in types {
        let RawObjectType { name, properties } = json.object(raw.get(), "an object type")?;
        let at = Spot { file: &source.file, position: json.position(raw) };
        let members = members(json, &properties)?;
        let class = ClassDraft { name, uses: Uses::OBJECT_TYPE, members, file: source.file.clone() };
        drafts.merge_object_type(class, at)?;
    }
    Ok(())
}

/// Reads the object types of Tiled 1.8 from the root element of an XML file.
///
/// # Errors
/// If there are too many.
pub(super) fn object_types_xml<'a>(root: Element<'a>, drafts: &mut Drafts<'a>) -> Result<(), LoadError> {
    let source = root.source;
    for element in root.children().filter(|e| e.name() == "objecttype") {
        let member = |e: Element<'a>| MemberDraft {
            name: e.attribute("name").unwrap_or_default().to_owned(),
            kind: e.attribute("type").unwrap_or_default().to_owned(),
            type_name: e.attribute("propertytype").unwrap_or_default().to_owned(),
            value: e.attribute("default").map_or(ValueDraft::Unset, ValueDraft::Text),
            position: e.position(),
        };
        let properties = element.children().filter(|e| e.name() == "property");
        let class = ClassDraft {
            name: element.attribute("name").unwrap_or_default().to_owned(),
            uses: Uses::OBJECT_TYPE,
            members: last_of_each(properties.map(member).collect()),
            file: source.file.clone(),
        };
        let at = Spot { file: &source.file, position: element.position() };
        drafts.merge_object_type(class, at)?;
    }
    Ok(())
}
