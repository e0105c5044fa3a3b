//! Parser of `.tiled-project` files, and of the object types of Tiled 1.8 in JSON and XML: types as files write them.

use crate::error::{LoadError, Message, Position, Problem, Result, WithHelp, byte_of};
use crate::json::record::record;
use crate::types::model::{Enum, Uses};
use crate::xml::{Element, Source};
use serde_core::Deserialize;
use serde_core::de::IgnoredAny;
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

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
pub(super) fn project<'a>(source: &'a Source, drafts: &mut Drafts<'a>) -> Result<String> {
    let json = Json::of_types(source);
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
fn members<'a>(json: Json<'a>, raw: &[&'a RawValue]) -> Result<Vec<MemberDraft<'a>>> {
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
pub(super) fn object_types<'a>(source: &'a Source, drafts: &mut Drafts<'a>) -> Result<()> {
    let json = Json::of_types(source);
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
pub(super) fn object_types_xml<'a>(root: Element<'a>, drafts: &mut Drafts<'a>) -> Result<()> {
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

/// Maximum number of types in all files together, and of members of all classes.
const MAX_TYPES: usize = 1 << 12;
const MAX_MEMBERS: usize = 1 << 16;

/// The types of some files, borrowed for the values of members.
#[derive(Default)]
pub(super) struct Drafts<'a> {
    /// Enums in the order of the files; of equal names the first wins.
    pub(super) enums: Vec<(String, Enum)>,
    pub(super) classes: Vec<ClassDraft<'a>>,
    members: usize,
}

/// A class whose members are not read yet.
pub(super) struct ClassDraft<'a> {
    pub(super) name: String,
    pub(super) uses: Uses,
    pub(super) members: Vec<MemberDraft<'a>>,
    pub(super) file: Arc<Path>,
}

/// A member of a class, or within a class value.
pub(super) struct MemberDraft<'a> {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) type_name: String,
    pub(super) value: ValueDraft<'a>,
    pub(super) position: Position,
}

/// A default as it is written.
#[derive(Clone, Copy)]
pub(super) enum ValueDraft<'a> {
    Unset,
    Json(&'a RawValue),
    Text(&'a str),
}

impl<'a> Drafts<'a> {
    /// # Errors
    /// If there are too many types.
    pub(super) fn add_enum(&mut self, name: String, of: Enum, at: Spot<'_>) -> Result<()> {
        self.enums.push((name, of));
        self.check(at)
    }

    /// # Errors
    /// If there are too many types or members.
    pub(super) fn add_class(&mut self, class: ClassDraft<'a>, at: Spot<'_>) -> Result<()> {
        self.members += class.members.len();
        self.classes.push(class);
        self.check(at)
    }

    /// Adds a class of the object types of Tiled 1.8, in place of a class with that name for objects or tiles.
    ///
    /// # Errors
    /// As [`add_class`](Self::add_class).
    pub(super) fn merge_object_type(&mut self, class: ClassDraft<'a>, at: Spot<'_>) -> Result<()> {
        let same = |other: &&mut ClassDraft<'_>| other.name == class.name && other.uses.meets(class.uses);
        match self.classes.iter_mut().find(same) {
            Some(other) => {
                self.members += class.members.len();
                *other = class;
                self.check(at)
            }
            None => self.add_class(class, at),
        }
    }

    fn check(&self, at: Spot<'_>) -> Result<()> {
        if self.enums.len() + self.classes.len() > MAX_TYPES || self.members > MAX_MEMBERS {
            let message =
                format!("more than {MAX_TYPES} types or {MAX_MEMBERS} class members, which is the limit")
                    .help("remove types and members that no map uses");
            return Err(at.error(Problem::Limit, message));
        }
        Ok(())
    }
}

/// A place in a file.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    pub(super) file: &'a Path,
    pub(super) position: Position,
}

impl Spot<'_> {
    pub(super) fn error(self, problem: Problem, message: impl Into<Message>) -> LoadError {
        LoadError::new(problem, self.file, message).at(self.position)
    }
}

/// A JSON file whose parts have positions.
#[derive(Clone, Copy)]
pub(crate) struct Json<'a> {
    pub(crate) source: &'a Source,
    /// Help for a part with another form.
    again: &'static str,
    /// Help for a file that is not JSON.
    broken: &'static str,
}

impl<'a> Json<'a> {
    /// A file of types.
    pub(crate) fn of_types(source: &'a Source) -> Self {
        let again = "save it again in Tiled, or restore a backup";
        let broken = "restore the file from a backup, or delete it if no map uses its types";
        Json { source, again, broken }
    }

    /// A world.
    pub(crate) fn of_world(source: &'a Source) -> Self {
        let broken = "check that Tiled saved this world, or restore a backup";
        Json { source, again: "save it again in Tiled", broken }
    }

    /// Parses a part of the file as a `T`; `what` is its name in messages.
    ///
    /// # Errors
    /// If it is not JSON, or has another form.
    pub(crate) fn read<T: Deserialize<'a>>(self, part: &'a str, what: &str) -> Result<T> {
        serde_json::from_str(part).map_err(|error| {
            let at = self.offset(part) + byte_of(part, error.line(), error.column());
            let said = error.to_string();
            let said = said.split(" at line ").next().unwrap_or_default();
            let (problem, message) = match error.classify() {
                Category::Data => (Problem::Format, format!("{said}, in {what}").help(self.again)),
                _ => (Problem::Json, format!("not well-formed JSON: {said}").help(self.broken)),
            };
            self.source.error(problem, at, message).caused_by(error)
        })
    }

    /// Like [`read`](Self::read), for a JSON object.
    ///
    /// # Errors
    /// If it is not an object.
    pub(crate) fn object<T: Deserialize<'a>>(self, part: &'a str, what: &str) -> Result<T> {
        if part.trim_start().starts_with('[') {
            self.read::<IgnoredAny>(part, what)?;
            let at = self.offset(part) + part.len() - part.trim_start().len();
            let message = format!("a list, expected {what}").help(self.again);
            return Err(self.source.error(Problem::Format, at, message));
        }
        self.read(part, what)
    }

    /// The position of a part of the file.
    pub(crate) fn position(self, part: &RawValue) -> Position {
        self.source.position(self.offset(part.get()))
    }

    /// The byte offset of a part of the text.
    pub(super) fn offset(self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.source.text().as_ptr().addr())
    }
}
