//! Reads `.tiled-project` files, and the object types of Tiled 1.8 in JSON and XML.

use super::draft::{ClassDraft, Drafts, Json, MemberDraft, Spot, ValueDraft};
use super::model::{Enum, Uses};
use crate::error::LoadError;
use crate::xml::{Element, Source};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What is read of a project.
#[derive(Deserialize)]
struct RawProject<'a> {
    #[serde(borrow, default, rename = "propertyTypes")]
    types: Vec<&'a RawValue>,
    #[serde(borrow, default, rename = "objectTypesFile")]
    object_types: Cow<'a, str>,
}

/// An enum or a class of a project.
#[derive(Deserialize)]
struct RawType<'a> {
    #[serde(default)]
    name: String,
    /// Before there were classes, Tiled wrote none.
    #[serde(borrow, default, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow, default, rename = "storageType")]
    storage: Cow<'a, str>,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default, rename = "valuesAsFlags")]
    flags: bool,
    #[serde(borrow, default)]
    members: Vec<&'a RawValue>,
    #[serde(default, rename = "useAs")]
    use_as: Option<Vec<String>>,
}

/// A member of a class, or a property of an object type.
#[derive(Deserialize)]
pub(super) struct RawMember<'a> {
    #[serde(default)]
    name: String,
    #[serde(default, rename = "type")]
    pub(super) kind: String,
    #[serde(default, rename = "propertyType", alias = "propertytype")]
    pub(super) type_name: String,
    #[serde(borrow)]
    pub(super) value: Option<&'a RawValue>,
}

/// An object type of Tiled 1.8.
#[derive(Deserialize)]
struct RawObjectType<'a> {
    #[serde(default)]
    name: String,
    #[serde(borrow, default)]
    properties: Vec<&'a RawValue>,
}

/// Reads a `.tiled-project` into `drafts`; the object types file that it names, as it is written, is empty if it names
/// none.
///
/// # Errors
/// If it is not what Tiled writes.
pub(super) fn project<'a>(source: &'a Source, drafts: &mut Drafts<'a>) -> Result<Cow<'a, str>, LoadError> {
    let json = Json(source);
    let RawProject { types, object_types } = json.object(source.text(), "a Tiled project")?;
    for raw in types {
        let at = Spot { file: &source.file, position: json.position(raw) };
        let read: RawType<'a> = json.object(raw.get(), "a type of a project")?;
        if read.name.is_empty() {
            continue;
        }
        match &*read.kind {
            "" | "enum" => {
                let of = Enum { values: read.values, flags: read.flags, as_int: read.storage == "int" };
                drafts.add_enum(read.name, of, at)?;
            }
            "class" => {
                let members = members(json, &read.members)?;
                // Before `useAs` came, classes were those of properties only.
                let uses = read.use_as.map_or(Uses::PROPERTY, |words| Uses::of_words(&words));
                let class = ClassDraft { name: read.name, uses, members, file: source.file.clone() };
                drafts.add_class(class, at)?;
            }
            // Tiled ignores what it does not know.
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

/// The members without those that another of their name follows, as Tiled takes them.
fn last_of_each(members: Vec<MemberDraft<'_>>) -> Vec<MemberDraft<'_>> {
    let mut names = BTreeSet::new();
    let mut kept: Vec<_> = members.into_iter().rev().filter(|m| names.insert(m.name.clone())).collect();
    kept.reverse();
    kept
}

/// Reads the object types of Tiled 1.8, which are JSON or XML, as Tiled tells them apart: by the name of the file.
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
